//! Steps through the diff: from slot to slot (here), row to row (`band`), stop to stop (`stops`); places for storing
//! (`anchor`). Each costs the logarithm of the diff.

mod anchor;
mod band;
mod stops;

pub use anchor::{anchor_of_slot, slot_of_anchor};
pub use band::{Band, Walk};
pub use stops::{next_stop, prev_stop, stop_height, stop_top};

use crate::{
    core::model::{Diff, FileIx, HunkIx, LineRef},
    session::{Session, Slot, Spot},
};

use super::state::Ui;

/// Whether a file shows its header only.
pub fn is_folded(session: &Session, ui: &Ui, file: FileIx) -> bool {
    if let Some(by_hand) = ui.diff.folds.get(&file) {
        return *by_hand;
    }
    let class = session.map.as_ref().and_then(|map| map.classes.get(file.0 as usize));
    let left_out = class.is_some_and(|class| class.is_left_out()) && !ui.diff.exempt.contains(&file);
    left_out || session.is_viewed(file)
}

/// Whether a file has something below its header.
fn has_body(session: &Session, ui: &Ui, file: FileIx) -> bool {
    session.diff.file(file).is_some_and(|entry| !entry.hunks.is_empty()) && !is_folded(session, ui, file)
}

/// The slot after this one.
pub fn next(session: &Session, ui: &Ui, slot: Slot) -> Option<Slot> {
    let diff = &session.diff;
    let next_file = |file: FileIx| {
        let next = FileIx(file.0.saturating_add(1));
        diff.file(next).map(|_| Slot::file(next))
    };
    match slot.spot {
        Spot::Top => diff.file(FileIx(0)).map(|_| Slot::file(FileIx(0))),
        Spot::File if has_body(session, ui, slot.file) => first_hunk(diff, slot.file),
        Spot::File => next_file(slot.file),
        Spot::Hunk(hunk) => match diff.hunk(hunk).is_some_and(|entry| entry.lines > 0) {
            true => Some(Slot { spot: Spot::Line(LineRef { hunk, ord: 0 }), ..slot }),
            false => after_hunk(diff, slot.file, hunk).or_else(|| next_file(slot.file)),
        },
        Spot::Line(at) => match diff.hunk(at.hunk).is_some_and(|entry| at.ord + 1 < entry.lines) {
            true => Some(Slot { spot: Spot::Line(LineRef { ord: at.ord + 1, ..at }), ..slot }),
            false => after_hunk(diff, slot.file, at.hunk).or_else(|| next_file(slot.file)),
        },
    }
}

/// The slot before this one.
pub fn prev(session: &Session, ui: &Ui, slot: Slot) -> Option<Slot> {
    let diff = &session.diff;
    match slot.spot {
        Spot::Top => None,
        Spot::File if slot.file.0 == 0 => Some(Slot::TOP),
        Spot::File => Some(last_in(session, ui, FileIx(slot.file.0 - 1))),
        Spot::Hunk(hunk) => {
            let first = diff.file(slot.file).is_none_or(|file| file.hunks.start >= hunk.0);
            Some(if first { Slot::file(slot.file) } else { last_of_hunk(diff, slot.file, HunkIx(hunk.0 - 1)) })
        }
        Spot::Line(LineRef { hunk, ord: 0 }) => Some(Slot { spot: Spot::Hunk(hunk), ..slot }),
        Spot::Line(at) => Some(Slot { spot: Spot::Line(LineRef { ord: at.ord - 1, ..at }), ..slot }),
    }
}

fn first_hunk(diff: &Diff, file: FileIx) -> Option<Slot> {
    diff.hunks_of(file).next().map(|hunk| Slot { file, spot: Spot::Hunk(hunk) })
}

fn after_hunk(diff: &Diff, file: FileIx, hunk: HunkIx) -> Option<Slot> {
    let next = hunk.0 + 1;
    diff.file(file)?.hunks.contains(&next).then_some(Slot { file, spot: Spot::Hunk(HunkIx(next)) })
}

fn last_of_hunk(diff: &Diff, file: FileIx, hunk: HunkIx) -> Slot {
    match diff.hunk(hunk).map_or(0, |entry| entry.lines) {
        0 => Slot { file, spot: Spot::Hunk(hunk) },
        lines => Slot { file, spot: Spot::Line(LineRef { hunk, ord: lines - 1 }) },
    }
}

/// The last slot of a file.
pub fn last_in(session: &Session, ui: &Ui, file: FileIx) -> Slot {
    let last = session.diff.hunks_of(file).next_back().filter(|_| has_body(session, ui, file));
    last.map_or(Slot::file(file), |hunk| last_of_hunk(&session.diff, file, hunk))
}

/// The last slot of the diff.
pub fn last(session: &Session, ui: &Ui) -> Slot {
    match session.diff.files.len() as u32 {
        0 => Slot::TOP,
        files => last_in(session, ui, FileIx(files - 1)),
    }
}

/// A slot that is shown: the header of its file when the file is folded.
pub fn visible(session: &Session, ui: &Ui, slot: Slot) -> Slot {
    let below_header = matches!(slot.spot, Spot::Hunk(_) | Spot::Line(_));
    if below_header && is_folded(session, ui, slot.file) { Slot::file(slot.file) } else { slot }
}

pub fn own_rows(session: &Session, ui: &Ui, slot: Slot) -> u32 {
    match slot.spot {
        Spot::File if !has_body(session, ui, slot.file) => 2,
        Spot::Top | Spot::File | Spot::Hunk(_) | Spot::Line(_) => 1,
    }
}

#[cfg(test)]
mod tests;
