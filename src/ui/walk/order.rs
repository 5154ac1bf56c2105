//! The order of the slots: which comes after another, which before, with folds closed and lines beyond hunks shown. Called
//! by the room and through it.

use crate::{
    core::model::{Beyond, Diff, Edge, FileIx, HunkIx, LineRef},
    session::{Session, Slot, Spot},
    ui::{beyond, since, state::Ui},
};

use super::{has_body, is_hunk_folded, last_in, unfolded};

/// The slot after this one.
pub fn next(session: &Session, ui: &Ui, slot: Slot) -> Option<Slot> {
    let diff = &session.diff;
    if let Some(fold) = since::fold_of(session, ui, slot) {
        return since::behind(session, &fold);
    }
    let at = |spot: Spot| Slot { spot, ..slot };
    match slot.spot {
        Spot::Top => diff.file(FileIx(0)).map(|_| Slot::file(FileIx(0))),
        Spot::File if has_body(session, ui, slot.file) => {
            diff.hunks_of(slot.file).next().map(|hunk| at(enter(session, ui, hunk)))
        }
        Spot::File => next_file(diff, slot.file),
        Spot::Hunk(hunk) if is_hunk_folded(ui, hunk) => leave(session, ui, slot.file, hunk),
        Spot::Hunk(hunk) => match behind_header(session, ui, hunk) {
            Some(spot) => Some(at(spot)),
            None => leave(session, ui, slot.file, hunk),
        },
        Spot::Beyond(Beyond { hunk, edge: Edge::Above, nth: 0 }) => match body(session, ui, hunk) {
            Some(spot) => Some(at(spot)),
            None => leave(session, ui, slot.file, hunk),
        },
        Spot::Beyond(beyond) if beyond.edge == Edge::Above => {
            Some(at(Spot::Beyond(Beyond { nth: beyond.nth - 1, ..beyond })))
        }
        Spot::Line(line) if diff.hunk(line.hunk).is_some_and(|entry| line.ord + 1 < entry.lines) => {
            Some(at(Spot::Line(LineRef { ord: line.ord + 1, ..line })))
        }
        Spot::Line(line) => match below(ui, line.hunk, 0) {
            Some(spot) => Some(at(spot)),
            None => leave(session, ui, slot.file, line.hunk),
        },
        Spot::Beyond(beyond) => match below(ui, beyond.hunk, beyond.nth.saturating_add(1)) {
            Some(spot) => Some(at(spot)),
            None => leave(session, ui, slot.file, beyond.hunk),
        },
    }
}

/// The slot before this one.
pub fn prev(session: &Session, ui: &Ui, slot: Slot) -> Option<Slot> {
    let slot = unfolded(session, ui, slot);
    let at = |spot: Spot| Slot { spot, ..slot };
    match slot.spot {
        Spot::Top => None,
        Spot::File if slot.file.0 == 0 => Some(Slot::TOP),
        Spot::File => Some(last_in(session, ui, FileIx(slot.file.0 - 1))),
        Spot::Hunk(hunk) => Some(before_hunk(session, ui, slot.file, hunk)),
        Spot::Line(LineRef { hunk, ord: 0 }) => match ui.diff.folds.shown(hunk, Edge::Above) {
            0 => Some(header_or_before(session, ui, slot.file, hunk)),
            _ => Some(at(Spot::Beyond(Beyond { hunk, edge: Edge::Above, nth: 0 }))),
        },
        Spot::Line(line) => Some(at(Spot::Line(LineRef { ord: line.ord - 1, ..line }))),
        Spot::Beyond(Beyond { hunk, edge: Edge::Above, nth }) => {
            match nth + 1 < ui.diff.folds.shown(hunk, Edge::Above) {
                true => Some(at(Spot::Beyond(Beyond { hunk, edge: Edge::Above, nth: nth + 1 }))),
                false => Some(header_or_before(session, ui, slot.file, hunk)),
            }
        }
        Spot::Beyond(Beyond { hunk, edge: Edge::Below, nth }) => Some(at(match nth.checked_sub(1) {
            Some(nth) => Spot::Beyond(Beyond { hunk, edge: Edge::Below, nth }),
            None => last_line(&session.diff, hunk).or_else(|| above(ui, hunk)).unwrap_or(Spot::Hunk(hunk)),
        })),
    }
}

fn next_file(diff: &Diff, file: FileIx) -> Option<Slot> {
    let next = FileIx(file.0.saturating_add(1));
    diff.file(next).map(|_| Slot::file(next))
}

/// What a hunk begins with: its header, unless it is joined to what stands before it.
fn enter(session: &Session, ui: &Ui, hunk: HunkIx) -> Spot {
    let joined = beyond::is_joined(session, ui, hunk).then(|| behind_header(session, ui, hunk)).flatten();
    joined.unwrap_or(Spot::Hunk(hunk))
}

/// What stands behind the place of a hunk's header.
pub fn behind_header(session: &Session, ui: &Ui, hunk: HunkIx) -> Option<Spot> {
    match ui.diff.folds.shown(hunk, Edge::Above).checked_sub(1) {
        Some(nth) => Some(Spot::Beyond(Beyond { hunk, edge: Edge::Above, nth })),
        None => body(session, ui, hunk),
    }
}

/// The first line of a hunk, or what stands below it when it has none.
fn body(session: &Session, ui: &Ui, hunk: HunkIx) -> Option<Spot> {
    match session.diff.hunk(hunk).is_some_and(|entry| entry.lines > 0) {
        true => Some(Spot::Line(LineRef { hunk, ord: 0 })),
        false => below(ui, hunk, 0),
    }
}

/// A line below a hunk, when it is shown.
fn below(ui: &Ui, hunk: HunkIx, nth: u32) -> Option<Spot> {
    let is_shown = nth < ui.diff.folds.shown(hunk, Edge::Below);
    is_shown.then_some(Spot::Beyond(Beyond { hunk, edge: Edge::Below, nth }))
}

/// The line next above a hunk, when one is shown.
fn above(ui: &Ui, hunk: HunkIx) -> Option<Spot> {
    let is_shown = ui.diff.folds.shown(hunk, Edge::Above) > 0;
    is_shown.then_some(Spot::Beyond(Beyond { hunk, edge: Edge::Above, nth: 0 }))
}

/// What comes behind all of a hunk.
fn leave(session: &Session, ui: &Ui, file: FileIx, hunk: HunkIx) -> Option<Slot> {
    match crate::core::diff::neighbour(&session.diff, hunk, Edge::Below) {
        Some(next) => Some(Slot { file, spot: enter(session, ui, next) }),
        None => next_file(&session.diff, file),
    }
}

fn header_or_before(session: &Session, ui: &Ui, file: FileIx, hunk: HunkIx) -> Slot {
    match beyond::is_joined(session, ui, hunk) {
        true => before_hunk(session, ui, file, hunk),
        false => Slot { file, spot: Spot::Hunk(hunk) },
    }
}

/// What stands before the place of a hunk's header.
fn before_hunk(session: &Session, ui: &Ui, file: FileIx, hunk: HunkIx) -> Slot {
    match crate::core::diff::neighbour(&session.diff, hunk, Edge::Above) {
        Some(before) => unfolded(session, ui, last_of_hunk(session, ui, file, before)),
        None => Slot::file(file),
    }
}

fn last_line(diff: &Diff, hunk: HunkIx) -> Option<Spot> {
    let lines = diff.hunk(hunk).map_or(0, |entry| entry.lines);
    lines.checked_sub(1).map(|ord| Spot::Line(LineRef { hunk, ord }))
}

/// The last slot of a hunk.
pub(super) fn last_of_hunk(session: &Session, ui: &Ui, file: FileIx, hunk: HunkIx) -> Slot {
    let last = || match ui.diff.folds.shown(hunk, Edge::Below).checked_sub(1) {
        Some(nth) => Some(Spot::Beyond(Beyond { hunk, edge: Edge::Below, nth })),
        None => last_line(&session.diff, hunk).or_else(|| above(ui, hunk)),
    };
    let spot = if is_hunk_folded(ui, hunk) { None } else { last() };
    Slot { file, spot: spot.unwrap_or(Spot::Hunk(hunk)) }
}

/// A place of an open hunk that is a row: a header that joined gives way to the hunk's first line, a line that is not
/// shown any more to the one next to it.
pub(super) fn nearest(session: &Session, ui: &Ui, spot: Spot) -> Spot {
    match spot {
        Spot::Hunk(hunk) if beyond::is_joined(session, ui, hunk) => {
            body(session, ui, hunk).or_else(|| above(ui, hunk)).unwrap_or(spot)
        }
        Spot::Beyond(Beyond { hunk, edge, nth }) => match ui.diff.folds.shown(hunk, edge).checked_sub(1) {
            Some(last) => Spot::Beyond(Beyond { hunk, edge, nth: nth.min(last) }),
            None if edge == Edge::Above => nearest(session, ui, Spot::Hunk(hunk)),
            None => last_line(&session.diff, hunk).or_else(|| above(ui, hunk)).unwrap_or(Spot::Hunk(hunk)),
        },
        Spot::Top | Spot::File | Spot::Hunk(_) | Spot::Line(_) => spot,
    }
}
