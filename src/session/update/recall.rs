//! Whether a claim says again what was there in an earlier run, in the same words or in others, and whether it is held
//! back for what the person did then. Not here: what stands of it (`again`). Called by `again` and for each candidate.

use crate::{
    core::{
        diff,
        gate::{self, Remembered, Stance},
        judge,
        model::{
            Anchor, Candidate, CodePlace, Finding, FindingId, Held, HeldReason, LineRange, RepoPath, Severity, Side,
        },
        synthesis::{Claimed, Repeat},
    },
    session::{
        PastFinding, Session,
        earlier::{Before, Earlier},
    },
};

/// Past findings of one file that a claim is compared with in its words.
const MOST: usize = 64;

/// A finding that was recognised.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Recalled {
    pub nth: usize,
    /// Whether the code that was decided about is still there.
    pub survived: bool,
    /// Whether it is said in other words.
    pub reworded: bool,
}

/// Recognises a finding that was there before. One that the person dropped or posted is held back when its code is as
/// it was (FACTS 11).
pub(super) fn recall(session: &mut Session, claim: &Candidate, finding: &mut Finding) -> Option<Recalled> {
    let said_again = !claim.id.as_str().starts_with(super::again::RECALLED);
    let recalled =
        find(session, claim, finding).or_else(|| reworded(session, claim, finding).filter(|_| said_again))?;
    let entry = session.inner.earlier.recognised(&recalled, finding.id.clone(), said_again)?;
    // Who dropped a mild one did not drop a blocking one that is told in other words.
    let is_worse = finding.severity >= Severity::Critical && finding.severity > entry.was.claim.weight.severity;
    if recalled.survived
        && !(recalled.reworded && is_worse)
        && let Some(held) = held(&entry.was)
        && finding.held.is_none()
        && !session.gate.has(&finding.id)
    {
        finding.held = Some(held);
    }
    Some(recalled)
}

/// Why what a person did in an earlier run holds the same back now.
fn held(was: &Remembered) -> Option<Held> {
    let look = &was.look;
    match (&was.standing.stance, &was.posted) {
        (Stance::Dropped(reason), _) => {
            let because = if reason.is_empty() { String::new() } else { format!(": {reason}") };
            let details = format!("you dropped it at {look}{because}");
            Some(Held { reason: HeldReason::DroppedBefore, details })
        }
        (Stance::Accepted, Some(url)) => {
            let place = if url.is_empty() { String::new() } else { format!(": {url}") };
            let details = format!("you posted it at {look}{place}");
            Some(Held { reason: HeldReason::AlreadyOnPr, details })
        }
        (Stance::Accepted | Stance::Undecided, _) => None,
    }
}

/// The past finding that a claim says again: by file and fingerprint, then by its code.
fn find(session: &Session, claim: &Candidate, finding: &Finding) -> Option<Recalled> {
    let earlier = &session.inner.earlier;
    let key = gate::key_of(claim);
    let recalled = |nth, survived| Recalled { nth, survived, reworded: false };
    let mut changed: Vec<(u32, usize)> = Vec::new();
    for (nth, entry) in earlier.open(&key) {
        if survives(session, entry, claim, finding) {
            return Some(recalled(nth, true));
        }
        // Code that is still there stands for a finding of its own.
        if entry.code.anchor().is_none() {
            let start = |lines: Option<LineRange>| lines.map_or(0, LineRange::start);
            let before = entry.was.print.map_or(0, |print| print.start);
            changed.push((before.abs_diff(start(lines_of(finding))), nth));
        }
    }
    changed.into_iter().min().map(|(_, nth)| recalled(nth, false))
}

fn survives(session: &Session, entry: &PastFinding, claim: &Candidate, finding: &Finding) -> bool {
    let Some(print) = &entry.was.print else {
        return without_numbers(&entry.was.claim.claim.evidence) == without_numbers(&claim.claim.evidence);
    };
    let Some(there) = entry.code.anchor() else { return false };
    let here = finding.placement.anchor();
    let meets = here.is_some_and(|here| here.side == there.side && overlap(here.lines, there.lines));
    let now = || here.and_then(|here| diff::code_print(&session.diff, here));
    meets
        || judge::is_telling(&finding.fingerprint)
        || now().is_some_and(|now| (now.lines, now.first, now.all) == (print.lines, print.first, print.all))
}

/// The past finding that a claim says again in other words (the rule of synthesis): at its code, or where that has
/// changed by the words alone. The surest counts, then the nearest, then the oldest.
fn reworded(session: &Session, claim: &Candidate, finding: &Finding) -> Option<Recalled> {
    let earlier = &session.inner.earlier;
    let (path, _) = gate::key_of(claim);
    let mut of_file = earlier.of_file(&path).peekable();
    of_file.peek()?;
    let now = Claimed::now(claim, finding.placement.anchor().and_then(spot));
    let same = |(nth, entry, before): (usize, &PastFinding, &Before)| {
        let before = before.ready();
        let repeat = now.repeats(before)?;
        let is_there = entry.code.anchor().is_some();
        // Code that is still there and lines that are elsewhere: that is another place with the same fault.
        let is_it = repeat == Repeat::Here || !is_there;
        let nearest = std::cmp::Reverse(now.distance(before));
        is_it.then_some((repeat, nearest, std::cmp::Reverse(nth), is_there && repeat == Repeat::Here))
    };
    let (.., std::cmp::Reverse(nth), survived) = of_file.take(MOST).filter_map(same).max()?;
    Some(Recalled { nth, survived, reworded: true })
}

fn spot(anchor: &Anchor) -> Option<(Side, LineRange)> {
    anchor.lines.map(|lines| (anchor.side, lines))
}

pub(super) fn lines_of(finding: &Finding) -> Option<LineRange> {
    finding.placement.anchor().and_then(|anchor| anchor.lines)
}

fn overlap(a: Option<LineRange>, b: Option<LineRange>) -> bool {
    matches!((a, b), (Some(a), Some(b)) if a.start() <= b.end() && b.start() <= a.end())
}

/// Evidence names line numbers, which move; the words must be the same.
fn without_numbers(text: &str) -> String {
    text.chars().filter(|c| !c.is_ascii_digit()).collect()
}

impl Earlier {
    /// Adds a past finding: its claim at its present place.
    pub(super) fn add(&mut self, claim: Candidate, entry: PastFinding) {
        let (path, print) = gate::key_of(&claim);
        let nth = self.entries.len();
        self.by_file.entry(path.clone()).or_default().push(nth);
        self.by_key.entry((path, print)).or_default().push(nth);
        let there = match &entry.code {
            CodePlace::Same(anchor) | CodePlace::Elsewhere(anchor) => spot(anchor),
            CodePlace::Changed | CodePlace::Left => None,
        };
        self.claims.push(Before::new(claim, there));
        self.entries.push(entry);
    }

    /// Past findings with that key that were not recognised yet; and those that were dropped and were recognised in other
    /// words only, so that the very same is held back too.
    fn open(&self, key: &(RepoPath, String)) -> impl Iterator<Item = (usize, &PastFinding)> {
        let numbers = self.by_key.get(key).into_iter().flatten().copied();
        let is_open = |entry: &PastFinding| {
            let dropped = matches!(entry.was.standing.stance, Stance::Dropped(_));
            entry.now.is_none() || (entry.reworded && dropped)
        };
        numbers.filter_map(|nth| Some((nth, self.entries.get(nth)?))).filter(move |(_, entry)| is_open(entry))
    }

    /// Past findings of a file, under its present name, that were not recognised yet.
    fn of_file(&self, path: &RepoPath) -> impl Iterator<Item = (usize, &PastFinding, &Before)> {
        let numbers = self.by_file.get(path).into_iter().flatten().copied();
        let whole = numbers.filter_map(|nth| Some((nth, self.entries.get(nth)?, self.claims.get(nth)?)));
        whole.filter(|(_, entry, _)| entry.now.is_none())
    }

    fn recognised(&mut self, recalled: &Recalled, id: FindingId, said_again: bool) -> Option<&PastFinding> {
        let entry = self.entries.get_mut(recalled.nth)?;
        entry.now = Some(id.clone());
        (entry.said_again, entry.reworded) = (said_again, recalled.reworded);
        self.by_finding.insert(id, recalled.nth);
        Some(entry)
    }
}
