//! R3 "Cross-pass conflicts": two agents want different things for the same lines. Both stay, and a note says so;
//! nothing is resolved for the author.
//!
//! What counts as a conflict (our reading of the rule): both surfaced, from different agents, lines overlap on one side
//! of one file, and their replacements differ or one advises in so many words against what the other asks for. Two that
//! agree on the issue but rate it two or more levels apart are no conflict: they merge, the higher severity stands, and the
//! merged words tell the other rating.

use std::collections::BTreeSet;

use super::{
    board::{Board, Item, NO_FILE, Pin},
    dedup::Advice,
    snapshot::Origin,
};
use crate::core::model::{Anchor, Finding, FindingId, Kind, Lens, Placement, Severity, Wording};

/// Notes of one synthesis at most; each of them names two findings.
const MOST: usize = 20;

/// How far behind a range's first line others are looked at: ranges longer than this overlap with few.
const WINDOW: usize = 24;

/// Adds a note for every pair, unless it is there already (a note that was decided comes back with the snapshot).
pub(super) fn run(board: &mut Board<'_>) {
    let pairs = pairs(board);
    let known: BTreeSet<FindingId> = board.items.iter().map(|item| item.finding.id.clone()).collect();
    for (a, b) in pairs.into_iter().take(MOST) {
        let note = board.items.get(a).zip(board.items.get(b)).map(|(a, b)| note(a, b));
        board.items.extend(note.filter(|note| !known.contains(&note.finding.id)));
    }
}

/// What an item wants done.
struct Wish<'b> {
    at: usize,
    item: &'b Item,
    advice: Option<&'b Advice>,
}

impl<'b> Wish<'b> {
    /// `None` when it has no lines, or wants nothing that can be compared.
    fn of(board: &'b Board<'_>, (at, item): (usize, &'b Item)) -> Option<Self> {
        let placed = item.file != NO_FILE && item.lines().is_some() && item.own.is_some();
        if !placed || item.finding.kind != Kind::Finding {
            return None;
        }
        let prose = board.prose.get(at).and_then(Option::as_ref);
        let advice = prose.map(|prose| &prose.advice).filter(|advice| !advice.is_none());
        (item.finding.wording.suggestion.is_some() || advice.is_some()).then_some(Self { at, item, advice })
    }
}

/// Pairs of items, each once, in order of place.
fn pairs(board: &Board<'_>) -> Vec<(usize, usize)> {
    let mut order: Vec<Wish<'_>> = board.surfaced().filter_map(|item| Wish::of(board, item)).collect();
    order.sort_by_cached_key(|Wish { item, .. }| {
        let start = item.lines().map_or(0, |lines| lines.start());
        (item.file, item.side(), start, item.finding.id.clone())
    });
    let mut found = Vec::new();
    for (nth, wish) in order.iter().enumerate() {
        let behind = order.iter().skip(nth + 1).take(WINDOW);
        found.extend(behind.filter(|other| clash(wish, other)).map(|other| (wish.at, other.at)));
    }
    found
}

fn clash(one: &Wish<'_>, two: &Wish<'_>) -> bool {
    let (a, b) = (one.item, two.item);
    let (Some(own), Some(other)) = (&a.own, &b.own) else { return false };
    let (Some(from), Some(to)) = (a.lines(), b.lines()) else { return false };
    let meets = a.file == b.file && a.side() == b.side() && from.start() <= to.end() && to.start() <= from.end();
    meets && own.task != other.task && (replace_otherwise(a, b) || contradict(one, two))
}

fn contradict(one: &Wish<'_>, two: &Wish<'_>) -> bool {
    one.advice.zip(two.advice).is_some_and(|(one, two)| one.contradicts(two))
}

fn replace_otherwise(a: &Item, b: &Item) -> bool {
    let replaces = |item: &Item| item.finding.wording.suggestion.is_some();
    replaces(a) && replaces(b) && words(a) != words(b)
}

/// Spacing is no disagreement.
fn words(item: &Item) -> Vec<&str> {
    item.finding.wording.suggestion.as_deref().unwrap_or("").split_whitespace().collect()
}

fn note(a: &Item, b: &Item) -> Item {
    let (first, second) = if a.finding.id < b.finding.id { (a, b) } else { (b, a) };
    Item {
        own: None,
        pin: Pin::Free,
        confidence: None,
        pass: "synthesis".into(),
        origin: Origin::BuiltIn,
        file: first.file,
        out: None,
        related: vec![first.finding.id.clone(), second.finding.id.clone()],
        also: Vec::new(),
        overlaps: false,
        opinions: Vec::new(),
        finding: finding(first, second),
    }
}

fn finding(first: &Item, second: &Item) -> Finding {
    let (one, two) = (&first.finding.id, &second.finding.id);
    let how = if replace_otherwise(first, second) { "propose different changes" } else { "give contradictory advice" };
    let body = format!(
        "{one} ({}) and {two} ({}) {how} for the same lines. Both are kept; the author should weigh what each costs.",
        first.pass, second.pass
    );
    let anchor = first.path().map(|path| Anchor { path: path.clone(), side: first.side(), lines: None });
    Finding {
        id: FindingId::new(format!("conflict-{one}-{two}")),
        candidates: Vec::new(),
        placement: anchor.map_or(Placement::Body, Placement::File),
        fingerprint: String::new(),
        kind: Kind::Note,
        severity: Severity::Nitpick,
        lens: Lens::Correctness,
        wording: Wording { title: format!("{one} and {two} disagree"), body, suggestion: None },
        priority: 0,
        held: None,
        steps: Vec::new(),
    }
}
