//! Places of the screen as anchors that mean the same in any later session, and back. Called by ui, and by decisions
//! that are noted with a place.

use crate::{
    core::{
        diff,
        model::{Anchor, Diff, LineRange, LineRef, Side},
    },
    session::{Slot, Spot},
};

/// The anchor of a slot, for storing: it means the same in any later session.
pub fn anchor_of_slot(index: &Diff, slot: Slot) -> Option<Anchor> {
    if slot.spot == Spot::Top {
        return None;
    }
    let path = index.path(slot.file);
    let at = match slot.spot {
        Spot::Line(at) => diff::anchor_of(index, at),
        Spot::Hunk(hunk) => diff::anchor_of(index, LineRef { hunk, ord: 0 }),
        Spot::Beyond(at) => diff::numbers_beyond(index, at).map(|(_, new)| (Side::Right, new)),
        Spot::Top | Spot::File => None,
    };
    let (side, number) = at.map_or((Side::Right, 0), |(side, number)| (side, number));
    Some(Anchor { path, side, lines: LineRange::one(number) })
}

/// The slot of a stored anchor; `None` when its file is not in the diff.
pub fn slot_of_anchor(index: &Diff, anchor: &Anchor) -> Option<Slot> {
    let file = diff::find_file(index, &anchor.path)?;
    let line = anchor.lines.and_then(|lines| diff::locate(index, file, anchor.side, lines.end()));
    Some(Slot { file, spot: line.map_or(Spot::File, Spot::Line) })
}
