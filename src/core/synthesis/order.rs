//! R3 step 6 (FACTS 5): severity, then the file's place in the diff, then the line. What has no severity comes behind:
//! inside one file praise at its place, then thoughts, then notes. A person's own comments lead.

use std::cmp::Reverse;

use super::board::{Board, Item};
use crate::core::model::Kind;

/// Numbers of the surfaced items, in order.
pub(super) fn run(board: &Board<'_>) -> Vec<usize> {
    let mut order: Vec<usize> = board.surfaced().map(|(at, _)| at).collect();
    sort(board, &mut order);
    order
}

/// Sorts any of the items as they would be shown.
pub(super) fn sort(board: &Board<'_>, order: &mut [usize]) {
    order.sort_by_cached_key(|at| board.items.get(*at).map(key));
}

fn key(item: &Item) -> impl Ord + use<> {
    let lines = item.lines();
    let weight = match item.finding.kind {
        Kind::Comment => 6,
        Kind::Finding | Kind::Question => item.finding.severity.weight(),
        Kind::Praise | Kind::Thought | Kind::Note => 0,
    };
    let behind = match item.finding.kind {
        Kind::Finding | Kind::Question | Kind::Praise | Kind::Comment => 0,
        Kind::Thought => 1,
        Kind::Note => 2,
    };
    let span = (lines.map_or(0, |lines| lines.start()), item.side(), lines.map_or(0, |lines| lines.end()));
    (Reverse(weight), item.file, behind, span, item.finding.id.clone())
}
