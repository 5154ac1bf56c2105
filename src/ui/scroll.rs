//! Keeping the cursor on screen, laying the screen's rows out from the top anchor. Costs the screen's height.

use crate::{
    core::model::FindingId,
    session::{Session, Slot},
};

use super::{
    layout, stack,
    state::{CardId, Cursor, Top, Ui},
    walk,
};

/// Rows kept free above and below the cursor when there is room.
const MARGIN: u32 = 3;

/// One row of the screen.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Row {
    /// The slot it belongs to.
    pub slot: Slot,
    /// Which of the slot's own rows it is, or a row of a card.
    pub part: Part,
}

/// What of a slot a row shows.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Part {
    /// The slot's own row.
    Own(u32),
    /// A row of a card.
    Card(CardId, u32),
}

/// The rows on screen, from the top anchor on; fewer than the height at the end of the diff.
pub fn screen(session: &Session, ui: &Ui) -> Vec<Row> {
    let body = layout::areas(ui).body;
    let height = usize::from(body.height);
    let mut rows = Vec::with_capacity(height);
    let mut at = Some(ui.diff.top);
    while let Some(top) = at.filter(|_| rows.len() < height) {
        push_slot(session, ui, top, body.width, height, &mut rows);
        at = walk::next(session, ui, top.slot).map(|slot| Top { slot, row: 0 });
    }
    rows
}

fn push_slot(session: &Session, ui: &Ui, top: Top, width: u16, height: usize, rows: &mut Vec<Row>) {
    let slot = top.slot;
    let own = (0..walk::own_rows(session, ui, slot)).map(Part::Own);
    let cards = stack::cards(session, ui, slot).flat_map(|card| {
        let height = stack::height(session, ui, &card, width);
        (0..height).map(move |row| Part::Card(card.clone(), row))
    });
    let parts = own.chain(cards).skip(top.row as usize).take(height - rows.len());
    rows.extend(parts.map(|part| Row { slot, part }));
}

/// Scrolls as little as is needed to have the cursor's stop on screen.
pub fn follow(session: &Session, ui: &mut Ui) {
    let body = layout::areas(ui).body;
    let height = u32::from(body.height).max(1);
    let margin = MARGIN.min(height.saturating_sub(1) / 3);
    ui.diff.top.slot = walk::visible(session, ui, ui.diff.top.slot);
    let (first, count) = walk::stop_rows(session, ui, &ui.diff.cursor, body.width);
    let stop = Top { slot: ui.diff.cursor.slot, row: first };
    let count = count.min(height);
    let lowest = walk::up(session, ui, stop, margin, body.width);
    if key(lowest) < key(ui.diff.top) {
        ui.diff.top = lowest;
    } else if distance(session, ui, ui.diff.top, stop, height, body.width).is_none_or(|d| d + count + margin > height) {
        ui.diff.top = walk::up(session, ui, stop, height.saturating_sub(count + margin), body.width);
    }
    clamp(session, ui);
}

fn key(top: Top) -> (Slot, u32) {
    (top.slot, top.row)
}

/// Rows from one top to another below it; `None` when it is further than `most`.
fn distance(session: &Session, ui: &Ui, from: Top, to: Top, most: u32, width: u16) -> Option<u32> {
    let mut slot = from.slot;
    let mut rows = 0u32;
    while slot < to.slot {
        let here = walk::rows(session, ui, slot, width);
        rows += if slot == from.slot { here.saturating_sub(from.row) } else { here };
        if rows > most {
            return None;
        }
        slot = walk::next(session, ui, slot)?;
    }
    let start = if from.slot == to.slot { from.row } else { 0 };
    Some(rows + to.row.saturating_sub(start))
}

/// Keeps the last screen full: the end of the diff does not scroll above the bottom.
pub fn clamp(session: &Session, ui: &mut Ui) {
    let body = layout::areas(ui).body;
    let height = u32::from(body.height).max(1);
    let (_, missing) = walk::down(session, ui, ui.diff.top, height.saturating_sub(1), body.width);
    if missing > 0 {
        ui.diff.top = walk::up(session, ui, ui.diff.top, missing, body.width);
    }
}

/// Scrolls by rows and takes the cursor along on its row of the screen.
pub fn by(session: &Session, ui: &mut Ui, rows_down: i64) {
    let body = layout::areas(ui).body;
    let before = ui.diff.top;
    let on_row = row_of_cursor(session, ui).unwrap_or(0);
    let amount = u32::try_from(rows_down.unsigned_abs()).unwrap_or(u32::MAX);
    ui.diff.top = match rows_down >= 0 {
        true => walk::down(session, ui, before, amount, body.width).0,
        false => walk::up(session, ui, before, amount, body.width),
    };
    clamp(session, ui);
    let rows = screen(session, ui);
    let target = match (ui.diff.top == before, rows_down >= 0) {
        (true, true) => rows.len().saturating_sub(1),
        (true, false) => 0,
        (false, _) => on_row.min(rows.len().saturating_sub(1)),
    };
    if let Some(row) = rows.get(target) {
        ui.diff.cursor = stop_of(row);
    }
}

/// Puts the cursor's row at a row of the screen.
pub fn place_cursor_at(session: &Session, ui: &mut Ui, row: u32) {
    let body = layout::areas(ui).body;
    let (first, _) = walk::stop_rows(session, ui, &ui.diff.cursor, body.width);
    let stop = Top { slot: ui.diff.cursor.slot, row: first };
    ui.diff.top = walk::up(session, ui, stop, row, body.width);
    clamp(session, ui);
}

/// The row of the screen that the cursor's stop begins on.
pub fn row_of_cursor(session: &Session, ui: &Ui) -> Option<usize> {
    screen(session, ui).iter().position(|row| stop_of(row) == ui.diff.cursor)
}

/// The stop that a row belongs to.
pub fn stop_of(row: &Row) -> Cursor {
    let card = match &row.part {
        Part::Own(_) => None,
        Part::Card(id, _) => Some(id.clone()),
    };
    Cursor { slot: row.slot, card }
}

/// Notes what is on screen, and lets findings show their card whose line no longer is.
pub fn settle(session: &Session, ui: &mut Ui) {
    let rows = screen(session, ui);
    let last = rows.last().map_or(ui.diff.top.slot, |row| row.slot);
    ui.diff.shown = (ui.diff.top.slot, last);
    let shown = ui.diff.shown;
    let on_screen = |id: &FindingId| session.findings.slot(id).is_some_and(|slot| shown.0 <= slot && slot <= shown.1);
    ui.diff.unrevealed.retain(on_screen);
}
