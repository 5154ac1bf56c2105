//! Steps through the diff: from slot to slot (`order`, questions about a slot here), row to row (`band`), stop to stop
//! (`stops`); places for storing (`anchor`). Each costs the logarithm of the diff.

mod anchor;
mod band;
mod order;
mod stops;

pub use anchor::{anchor_of_slot, slot_of_anchor};
pub use band::{Band, Walk};
pub use order::{behind_header, next, prev};
pub use stops::{next_stop, prev_stop, stop_height, stop_top};

use crate::{
    core::model::{FileIx, HunkIx},
    session::{Session, Slot, Spot},
};

use super::{since, state::Ui};

/// Whether a file shows its header only.
pub fn is_folded(session: &Session, ui: &Ui, file: FileIx) -> bool {
    if let Some(by_hand) = ui.diff.folds.files.get(&file) {
        return *by_hand;
    }
    let class = session.map.as_ref().and_then(|map| map.classes.get(file.0 as usize));
    let left_out = class.is_some_and(|class| class.is_left_out()) && !ui.diff.folds.exempt.contains(&file);
    left_out || session.is_viewed(file)
}

/// Whether a file has something below its header.
fn has_body(session: &Session, ui: &Ui, file: FileIx) -> bool {
    session.diff.file(file).is_some_and(|entry| !entry.hunks.is_empty()) && !is_folded(session, ui, file)
}

/// Whether a hunk shows its header only.
pub fn is_hunk_folded(ui: &Ui, hunk: HunkIx) -> bool {
    ui.diff.folds.hunks.contains(&hunk)
}

/// Opens the file and the hunk that hide a slot.
pub fn open_to(ui: &mut Ui, slot: Slot) {
    ui.diff.folds.files.insert(slot.file, false);
    if let Some(hunk) = slot.spot.hunk() {
        ui.diff.folds.hunks.remove(&hunk);
    }
}

/// The row of the fold that hides a slot, or the slot itself.
fn unfolded(session: &Session, ui: &Ui, slot: Slot) -> Slot {
    since::fold_of(session, ui, slot).map_or(slot, |fold| fold.slot())
}

/// Whether a slot is laid out, and not hidden in a fold of what is not new.
pub fn is_shown(session: &Session, ui: &Ui, slot: Slot) -> bool {
    since::fold_of(session, ui, slot).is_none()
}

/// The last slot of a file.
pub fn last_in(session: &Session, ui: &Ui, file: FileIx) -> Slot {
    let last = session.diff.hunks_of(file).next_back().filter(|_| has_body(session, ui, file));
    unfolded(session, ui, last.map_or(Slot::file(file), |hunk| order::last_of_hunk(session, ui, file, hunk)))
}

/// The last slot of the diff.
pub fn last(session: &Session, ui: &Ui) -> Slot {
    match session.diff.files.len() as u32 {
        0 => Slot::TOP,
        files => last_in(session, ui, FileIx(files - 1)),
    }
}

/// A slot that is shown: the header of its file or hunk when that is folded, the row of the fold that hides it, the line
/// next to one that is no longer shown beyond the diff.
pub fn visible(session: &Session, ui: &Ui, slot: Slot) -> Slot {
    let slot = unfolded(session, ui, slot);
    match slot.spot.hunk() {
        Some(_) if is_folded(session, ui, slot.file) => Slot::file(slot.file),
        Some(hunk) if is_hunk_folded(ui, hunk) => Slot { spot: Spot::Hunk(hunk), ..slot },
        Some(_) => Slot { spot: order::nearest(session, ui, slot.spot), ..slot },
        None => slot,
    }
}

pub fn own_rows(session: &Session, ui: &Ui, slot: Slot) -> u32 {
    match slot.spot {
        Spot::File if !has_body(session, ui, slot.file) && is_shown(session, ui, slot) => 2,
        Spot::Top | Spot::File | Spot::Hunk(_) | Spot::Line(_) | Spot::Beyond(_) => 1,
    }
}

#[cfg(test)]
mod tests;
