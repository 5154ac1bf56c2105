//! The filter `i`: only what is new since the earlier look is laid out, the rest is folded into rows that name what
//! they hide. Here: which fold a slot lies in, and the next place with something new. Not here: walking (`walk`),
//! drawing (`view::since`), what is new (`core::diff::since`).

use std::{collections::BTreeSet, ops::Range, sync::Arc};

use crate::{
    core::model::{FileIx, HunkIx, Since, SinceState},
    session::{Session, Slot, Spot},
};

use super::state::Ui;

/// How the filter is set.
#[derive(Debug, Clone, Default)]
pub struct SinceFilter {
    /// Whether only what is new is laid out.
    pub on: bool,
    /// Folds that were opened by hand, by their first slot.
    pub opened: BTreeSet<Slot>,
}

/// What a fold's row stands for.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Fold {
    /// Files that are as they were.
    Files(Range<u32>),
    /// Hunks of a changed file in which nothing is new.
    Hunks(FileIx, Range<u32>),
}

impl Fold {
    /// The slot that its row has.
    pub fn slot(&self) -> Slot {
        match self {
            Self::Files(files) => Slot::file(FileIx(files.start)),
            Self::Hunks(file, hunks) => Slot { file: *file, spot: Spot::Hunk(HunkIx(hunks.start)) },
        }
    }
}

/// The comparison, while the filter is on.
pub fn filter<'s>(session: &'s Session, ui: &Ui) -> Option<&'s Arc<Since>> {
    session.last_look().since().filter(|_| ui.diff.since.on)
}

/// The closed fold that a slot lies in.
pub fn fold_of(session: &Session, ui: &Ui, slot: Slot) -> Option<Fold> {
    let since = filter(session, ui)?;
    let closed = |fold: &Fold| !ui.diff.since.opened.contains(&fold.slot());
    if slot.spot == Spot::Top {
        return None;
    }
    let hunk = slot.spot.hunk();
    let files = since.file_fold(slot.file).map(Fold::Files);
    let hunks = hunk.and_then(|hunk| since.hunk_fold(hunk)).map(|run| Fold::Hunks(slot.file, run));
    files.or(hunks).filter(closed)
}

/// The fold whose row this slot is.
pub fn fold_at(session: &Session, ui: &Ui, slot: Slot) -> Option<Fold> {
    fold_of(session, ui, slot).filter(|fold| fold.slot() == slot)
}

/// The slot behind a fold.
pub fn behind(session: &Session, fold: &Fold) -> Option<Slot> {
    let file_at = |number: u32| session.diff.file(FileIx(number)).map(|_| Slot::file(FileIx(number)));
    match fold {
        Fold::Files(files) => file_at(files.end),
        Fold::Hunks(file, hunks) => {
            let more = session.diff.file(*file).is_some_and(|entry| entry.hunks.contains(&hunks.end));
            let next = Slot { file: *file, spot: Spot::Hunk(HunkIx(hunks.end)) };
            if more { Some(next) } else { file_at(file.0.saturating_add(1)) }
        }
    }
}

/// The first hunk with something new behind a hunk number, or the last one before it.
pub fn next_hunk(since: &Since, from: i64, forward: bool) -> Option<HunkIx> {
    let at = if forward { from.saturating_add(1) } else { from };
    let first = since.lines.partition_point(|run| i64::from(run.hunk.0) < at);
    let nth = if forward { Some(first) } else { first.checked_sub(1) };
    nth.and_then(|nth| since.lines.get(nth)).map(|run| run.hunk)
}

/// The next changed file behind a file number, or the one before it.
pub fn next_file(since: &Since, from: i64, forward: bool) -> Option<FileIx> {
    let changed = |number: i64| {
        let number = u32::try_from(number).ok().filter(|number| (*number as usize) < since.files.len())?;
        Some(FileIx(number))
    };
    let step = if forward { 1 } else { -1 };
    let file = changed(from + step)?;
    // A run of unchanged files is one step.
    match since.file_fold(file) {
        Some(run) if forward => changed(i64::from(run.end)),
        Some(run) => changed(i64::from(run.start) - 1),
        None => Some(file),
    }
}

/// Whether the filter leaves a file dim in the tree.
pub fn is_dim(session: &Session, ui: &Ui, file: FileIx) -> bool {
    filter(session, ui).is_some_and(|since| since.file(file) == SinceState::Unchanged)
}
