//! Steps through the diff: from slot to slot, stop to stop, row to row. Each costs the logarithm of the diff.

use crate::{
    core::{
        diff,
        model::{Anchor, Diff, FileIx, HunkIx, LineRange, LineRef, Side},
    },
    session::{Session, Slot, Spot},
};

use super::{
    since::{self, Fold},
    stack::{self, cards},
    state::{Cursor, Top, Ui},
};

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
    if let Some(fold) = since::fold_of(session, ui, slot) {
        return since::behind(session, &fold);
    }
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
    let slot = since::fold_of(session, ui, slot).map_or(slot, |fold| fold.slot());
    match slot.spot {
        Spot::Top => None,
        Spot::File if slot.file.0 == 0 => Some(Slot::TOP),
        Spot::File => Some(last_in(session, ui, FileIx(slot.file.0 - 1))),
        Spot::Hunk(hunk) => {
            let first = diff.file(slot.file).is_none_or(|file| file.hunks.start >= hunk.0);
            let before = || folded(session, ui, last_of_hunk(diff, slot.file, HunkIx(hunk.0 - 1)));
            Some(if first { Slot::file(slot.file) } else { before() })
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

/// The row of the fold that hides a slot, or the slot itself.
fn folded(session: &Session, ui: &Ui, slot: Slot) -> Slot {
    since::fold_of(session, ui, slot).map_or(slot, |fold: Fold| fold.slot())
}

/// Whether a slot is laid out, and not hidden in a fold.
pub fn is_shown(session: &Session, ui: &Ui, slot: Slot) -> bool {
    since::fold_of(session, ui, slot).is_none()
}

/// The last slot of a file.
pub fn last_in(session: &Session, ui: &Ui, file: FileIx) -> Slot {
    let last = session.diff.hunks_of(file).next_back().filter(|_| has_body(session, ui, file));
    folded(session, ui, last.map_or(Slot::file(file), |hunk| last_of_hunk(&session.diff, file, hunk)))
}

/// The last slot of the diff.
pub fn last(session: &Session, ui: &Ui) -> Slot {
    match session.diff.files.len() as u32 {
        0 => Slot::TOP,
        files => last_in(session, ui, FileIx(files - 1)),
    }
}

/// A slot that is shown: the header of its file when the file is folded, the row of the fold that hides it.
pub fn visible(session: &Session, ui: &Ui, slot: Slot) -> Slot {
    let slot = folded(session, ui, slot);
    let below_header = matches!(slot.spot, Spot::Hunk(_) | Spot::Line(_));
    if below_header && is_folded(session, ui, slot.file) { Slot::file(slot.file) } else { slot }
}

/// Rows that a slot takes without its cards.
pub fn own_rows(session: &Session, ui: &Ui, slot: Slot) -> u32 {
    match slot.spot {
        Spot::File if !has_body(session, ui, slot.file) && is_shown(session, ui, slot) => 2,
        Spot::Top | Spot::File | Spot::Hunk(_) | Spot::Line(_) => 1,
    }
}

/// Rows that a slot takes with its cards.
pub fn rows(session: &Session, ui: &Ui, slot: Slot, width: u16) -> u32 {
    let cards = cards(session, ui, slot).map(|card| stack::height(session, ui, &card, width));
    own_rows(session, ui, slot) + cards.sum::<u32>()
}

/// The first row of a stop within its slot, and how many rows it takes.
pub fn stop_rows(session: &Session, ui: &Ui, stop: &Cursor, width: u16) -> (u32, u32) {
    let mut row = own_rows(session, ui, stop.slot);
    let Some(card) = &stop.card else { return (0, row) };
    for other in cards(session, ui, stop.slot) {
        let height = stack::height(session, ui, &other, width);
        if other == *card {
            return (row, height);
        }
        row += height;
    }
    (0, own_rows(session, ui, stop.slot))
}

/// The stop after this one: each card is a stop of its own.
pub fn next_stop(session: &Session, ui: &Ui, stop: &Cursor) -> Option<Cursor> {
    let mut cards = cards(session, ui, stop.slot);
    let next_card = match &stop.card {
        None => cards.next(),
        Some(card) => cards.skip_while(|other| other != card).nth(1),
    };
    match next_card {
        Some(card) => Some(Cursor { slot: stop.slot, card: Some(card) }),
        None => next(session, ui, stop.slot).map(Cursor::on),
    }
}

/// The stop before this one.
pub fn prev_stop(session: &Session, ui: &Ui, stop: &Cursor) -> Option<Cursor> {
    if let Some(card) = &stop.card {
        let before = cards(session, ui, stop.slot).take_while(|other| other != card).last();
        return Some(Cursor { slot: stop.slot, card: before });
    }
    let slot = prev(session, ui, stop.slot)?;
    let last = cards(session, ui, slot).last();
    Some(Cursor { slot, card: last })
}

/// Moves a top row down by `rows`, not past the end. The second value tells how many rows were not to be had.
pub fn down(session: &Session, ui: &Ui, top: Top, rows_down: u32, width: u16) -> (Top, u32) {
    let mut at = top;
    let mut left = rows_down;
    while left > 0 {
        let here = rows(session, ui, at.slot, width).saturating_sub(at.row);
        if left < here {
            return (Top { row: at.row + left, ..at }, 0);
        }
        match next(session, ui, at.slot) {
            Some(slot) => at = Top { slot, row: 0 },
            None => {
                let taken = here.saturating_sub(1);
                return (Top { row: at.row + taken, ..at }, left - taken);
            }
        }
        left -= here;
    }
    (at, 0)
}

/// Moves a top row up by `rows`, not past the start.
pub fn up(session: &Session, ui: &Ui, top: Top, rows_up: u32, width: u16) -> Top {
    let mut at = top;
    let mut left = rows_up;
    while left > at.row {
        left -= at.row;
        let Some(slot) = prev(session, ui, at.slot) else { return Top { slot: at.slot, row: 0 } };
        at = Top { slot, row: rows(session, ui, slot, width) };
    }
    Top { row: at.row - left, ..at }
}

/// The anchor of a slot, for storing: it means the same in any later session.
pub fn anchor_of_slot(index: &Diff, slot: Slot) -> Option<Anchor> {
    if slot.spot == Spot::Top {
        return None;
    }
    let path = index.path(slot.file);
    let at = match slot.spot {
        Spot::Line(at) => diff::anchor_of(index, at),
        Spot::Hunk(hunk) => diff::anchor_of(index, LineRef { hunk, ord: 0 }),
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
