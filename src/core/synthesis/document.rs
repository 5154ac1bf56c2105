//! R3 step 8c: the parts put together into the document. Called by the pipeline and by `effective`.

use super::{
    action::{self, Case},
    board::{Board, Item, Out, Pin},
    order,
    outcome::{Author, Document, Entry, Stats},
    render::{self, Shown},
};
use crate::core::model::{Held, HeldReason, Kind};

/// Whether findings that a rule of the settings silences are listed behind the others.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Suppressed {
    /// For transparency (R3 step 4).
    Listed,
    /// Not in what is posted.
    LeftOut,
}

/// Makes the document of the items in `order`.
pub(super) fn assemble(board: &Board<'_>, order: &[usize], suppressed: Suppressed) -> Document {
    let items: Vec<&Item> = order.iter().filter_map(|at| board.items.get(*at)).collect();
    let stats = stats(board, &items);
    let left = board.items.len() as u32 - stats.merged - items.len() as u32;
    let case = Case { facts: board.facts, shown: items.clone(), held: left, set_aside: board.set_aside };
    let action = action::decide(&case);
    let shown: Vec<Shown<'_>> = items.iter().map(|item| Shown { entry: entry(item), item }).collect();
    let page = render::page(board, &shown, &stats, &action);
    let mut findings: Vec<Entry> = shown.into_iter().map(|shown| shown.entry).collect();
    if suppressed == Suppressed::Listed {
        findings.extend(silenced(board));
    }
    Document {
        title: page.title,
        action,
        findings,
        inline_comments: page.inline,
        review_body: page.body,
        sections: page.sections,
        stats,
        dedup_log: board.merges.clone(),
        filtered_log: board.filtered.clone(),
    }
}

fn silenced(board: &Board<'_>) -> Vec<Entry> {
    let mut order: Vec<usize> =
        (0..board.items.len()).filter(|at| board.items.get(*at).is_some_and(is_silenced)).collect();
    order::sort(board, &mut order);
    let entry = |at: usize| board.items.get(at).map(|item| Entry { suppressed: true, ..entry(item) });
    order.into_iter().filter_map(entry).collect()
}

fn is_silenced(item: &Item) -> bool {
    held(item).is_some_and(|held| held.reason == HeldReason::Suppressed)
}

/// Why it is held back, when it is not pinned.
fn held(item: &Item) -> Option<&Held> {
    match (&item.pin, &item.out) {
        (Pin::Free, Some(Out::Held(held))) => Some(held),
        _ => None,
    }
}

fn entry(item: &Item) -> Entry {
    let mut finding = item.finding.clone();
    finding.held = None;
    if !item.also.is_empty() {
        let body = render::closed(&finding.wording.body);
        let also = item.also.iter().map(|words| render::closed(words));
        let parts: Vec<String> = std::iter::once(body).chain(also).filter(|part| !part.is_empty()).collect();
        finding.wording.body = parts.join("\n\n");
    }
    let edited = matches!(item.pin, Pin::Kept { edited: true, .. });
    let marked = matches!(item.pin, Pin::Kept { inline: true, .. });
    Entry {
        finding,
        pass: item.pass.to_string(),
        confidence: item.single().map(|single| single.clamp(0.0, 1.0)),
        related_to: item.related.clone(),
        suppressed: false,
        author: if edited { Author::Person } else { Author::Agent },
        marked,
        about: item.path().map(|path| (path.clone(), item.lines())),
    }
}

fn stats(board: &Board<'_>, shown: &[&Item]) -> Stats {
    let mut stats = Stats::default();
    for item in shown {
        match item.finding.kind {
            Kind::Finding => *stats.findings.entry(item.finding.severity).or_default() += 1,
            kind => *stats.others.entry(kind).or_default() += 1,
        }
    }
    for item in &board.items {
        match (&item.pin, &item.out) {
            (Pin::Dropped(_), _) => stats.dropped += 1,
            (Pin::Free, Some(Out::Merged(_))) => stats.merged += 1,
            (Pin::Free, Some(Out::Held(held))) => *stats.held.entry(held.reason).or_default() += 1,
            (Pin::Free | Pin::Kept { .. }, _) => {}
        }
    }
    stats
}
