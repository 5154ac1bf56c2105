//! The steps in their fixed order (REVIEW "Synthesis"), as a list. Called by session, reports and `effective`.

use std::collections::BTreeMap;

use super::{
    board::{Board, Out, Pin},
    budget, conflicts, dedup, document, false_positive, learned, nits, on_pr, opinions, order,
    outcome::{Place, Synthesis},
    path_rules::PathRules,
    render, severity,
    snapshot::{Snapshot, Stage},
    suppression, threshold, validity,
};
use crate::core::{
    diff, judge,
    model::{FindingId, Held, HeldReason, Placement, Verdict},
};

/// The machine's review of a snapshot. Pure: the same snapshot, in any order of its findings, gives the same review.
///
/// # Errors
/// [`validity::Invalid`]: the document breaks a condition that R3 sets; the run must stop with it.
pub fn synthesise(facts: &Snapshot) -> Result<Synthesis, validity::Invalid> {
    let mut board = steps(facts);
    let shown = order::run(&board);
    let document = document::assemble(&board, &shown, document::Suppressed::Listed);
    validity::check(&document, &facts.diff)?;
    let checkpoint = render::checkpoint(&document);
    let places = places(&board, &shown);
    let verdicts = verdicts(&mut board, facts);
    let moved = places.keys().cloned().collect();
    Ok(Synthesis { places, moved, document, checkpoint, verdicts, comments: board.comments, notes: board.notes })
}

/// The same, with what moved since another synthesis.
///
/// # Errors
/// As [`synthesise`].
pub fn synthesise_after(facts: &Snapshot, before: Option<&Synthesis>) -> Result<Synthesis, validity::Invalid> {
    let mut synthesis = synthesise(facts)?;
    if let Some(before) = before {
        synthesis.compare(before);
    }
    Ok(synthesis)
}

/// R3 steps 1 to 5 with what the product puts between and behind them. Ordering, action and rendering follow when it
/// is known what is shown.
pub(super) fn steps(facts: &Snapshot) -> Board<'_> {
    let mut board = Board::open(facts);
    let paths = PathRules::compile(&mut board);
    paths.elevate(&mut board);
    opinions::skeptic(&mut board);
    dedup::run(&mut board);
    board.comments = on_pr::run(&mut board);
    opinions::validation(&mut board);
    opinions::realist(&mut board);
    false_positive::run(&mut board);
    threshold::run(&mut board);
    severity::run(&mut board);
    suppression::run(&mut board);
    paths.silence(&mut board);
    learned::run(&mut board);
    if facts.stage != Stage::Running {
        nits::run(&mut board);
        budget::run(&mut board);
    }
    conflicts::run(&mut board);
    board
}

/// Where every finding ended: the person's will first, then the machine's word.
fn places(board: &Board<'_>, shown: &[usize]) -> BTreeMap<FindingId, Place> {
    let positions: BTreeMap<usize, u32> = shown.iter().copied().zip(0u32..).collect();
    let place = |at: usize| {
        let item = board.items.get(at)?;
        let place = match (&item.pin, positions.get(&at), &item.out) {
            (Pin::Dropped(why), _, _) => Place::Dropped(why.clone()),
            (_, Some(position), _) => Place::Surfaced(*position),
            (_, None, Some(Out::Merged(into))) => Place::Merged { into: into.clone() },
            (_, None, Some(Out::Held(held))) => Place::Held(held.clone()),
            (_, None, None) => return None,
        };
        Some((item.finding.id.clone(), place))
    };
    (0..board.items.len()).filter_map(place).collect()
}

/// The machine's word on every candidate's finding.
fn verdicts(board: &mut Board<'_>, facts: &Snapshot) -> Vec<Verdict> {
    let verdict = |item: &mut super::board::Item| {
        item.finding.held = match item.out.take() {
            Some(Out::Held(held)) => Some(held),
            Some(Out::Merged(into)) => Some(merged(&into)),
            None => None,
        };
        let mut verdict = judge::verdict(&item.finding)?;
        if let (true, Placement::Inline(anchor)) = (facts.stage == Stage::Ending, &item.finding.placement) {
            verdict.code = diff::code_print(&facts.diff, anchor);
        }
        Some(verdict)
    };
    board.items.iter_mut().filter_map(verdict).collect()
}

/// How a finding is held back that is evidence of another.
pub fn merged(into: &FindingId) -> Held {
    Held { reason: HeldReason::DuplicateInRun, details: format!("says the same as {into}, which keeps it as evidence") }
}
