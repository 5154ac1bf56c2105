//! The review that would be posted (REVIEW "The person's own words"): what the person wrote and accepted, and what is
//! undecided only when the policy says so. Body, counts and action are computed from nothing else.
//! Called by the gate, by `--dry-run` and by publishing.

use super::{
    board::{Board, Item, Pin},
    document::{self, Suppressed},
    order,
    outcome::Document,
    pipeline,
    snapshot::Snapshot,
    validity::{self, Invalid},
};
use crate::core::model::{FindingId, Kind};

/// What becomes of surfaced findings that nobody decided (`gate.undecided`).
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Undecided {
    /// They stay unsaid.
    #[default]
    Hold,
    /// They are posted.
    Publish,
}

/// What would be posted.
#[derive(Debug, Clone, PartialEq)]
pub struct Effective {
    /// The document of that and nothing else.
    pub document: Document,
    /// Surfaced and undecided: posted or left out, as the policy says. For the confirmation.
    pub undecided: Vec<FindingId>,
}

/// Computes it.
///
/// # Errors
/// [`Invalid`]: the document breaks a condition that R3 sets.
pub fn effective(facts: &Snapshot, undecided: Undecided) -> Result<Effective, Invalid> {
    let board = pipeline::steps(facts);
    let all = order::run(&board);
    let (open, decided): (Vec<usize>, Vec<usize>) = all.iter().partition(|at| is_undecided(&board, **at));
    let shown = match undecided {
        Undecided::Hold => decided,
        Undecided::Publish => all,
    };
    let document = document::assemble(&board, &shown, Suppressed::LeftOut);
    validity::check(&document, &facts.diff)?;
    let id = |at: &usize| board.items.get(*at).filter(|item| is_asked(item)).map(|item| item.finding.id.clone());
    let undecided = open.iter().filter_map(id).collect();
    Ok(Effective { document, undecided })
}

fn is_undecided(board: &Board<'_>, at: usize) -> bool {
    !board.items.get(at).is_some_and(|item| matches!(item.pin, Pin::Kept { accepted: true, .. }))
}

/// Notes of ours want no decision.
fn is_asked(item: &Item) -> bool {
    item.own.is_some() || item.finding.kind != Kind::Note
}
