//! Keeping the cursor on screen, laying the screen's rows out from the top anchor. Costs the screen's height.

use crate::{
    core::{model::FindingId, text::RowAt},
    session::{Session, Slot, Spot},
};

use super::{
    layout, stack,
    state::{At, CardId, Cursor, Held, Top, Ui},
    walk::{self, Band, Walk},
};

/// Rows kept free above and below the cursor when there is room.
const MARGIN: u32 = 3;

/// Height from which the first row tells the file when its header is above the screen.
const STICKY_FROM: u16 = 6;

/// One row of the screen.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Row {
    /// What stands in it.
    pub band: Band,
    /// Which of its rows.
    pub part: Part,
}

/// What of a band a row shows.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Part {
    /// The band's own row.
    Own(RowAt),
    /// A row of a card under a slot.
    Card(Slot, CardId, u32),
}

/// The rows on screen, from the top anchor on; fewer than the height at the end of the diff.
pub fn screen(session: &Session, ui: &Ui) -> Vec<Row> {
    let height = usize::from(layout::areas(ui).body.height);
    let mut rows = Vec::with_capacity(height);
    let mut walk = Walk::new(session, ui);
    let mut at = Some(ui.diff.top);
    while let Some(top) = at.filter(|_| rows.len() < height) {
        let band = walk.band(top.slot);
        let part = match top.at {
            At::Own(row) => Some(Part::Own(row)),
            At::Card { nth, row } => walk.card(top.slot, nth).map(|(slot, card)| Part::Card(slot, card, row)),
        };
        rows.extend(part.map(|part| Row { band, part }));
        at = walk.step(top);
    }
    rows
}

/// Rows of the screen that a header covers: 1 when the file's own header is above the screen, and the next file's own
/// does not come at once, which would tell the file twice.
pub fn covered(walk: &mut Walk<'_>, ui: &Ui, top: Top) -> u32 {
    let below_header = top.slot.spot.hunk().is_some() || top.at != At::default();
    let has_room = layout::areas(ui).body.height >= STICKY_FROM;
    if !(below_header && has_room && top.slot.spot != Spot::Top) {
        return 0;
    }
    let is_header = |next: Top| next.slot.spot == Spot::File && next.at == At::default();
    u32::from(!walk.step(top).is_some_and(is_header))
}

/// Scrolls as little as is needed to have the cursor's stop on screen.
pub fn follow(session: &Session, ui: &mut Ui) {
    let height = height(ui);
    let mut walk = Walk::new(session, ui);
    let mut top = walk.sound(ui.diff.top);
    let stop = walk::stop_top(&mut walk, &ui.diff.cursor);
    let count = walk::stop_height(&mut walk, &ui.diff.cursor, height);
    // A card that fills the screen leaves one row above its own first: the header may cover it.
    let margin = MARGIN.min(height.saturating_sub(1) / 3).min((height.saturating_sub(count) / 2).max(1));
    let lowest = walk.up(stop, margin);
    if key(lowest) < key(top) {
        top = lowest;
    } else if distance(&mut walk, top, stop, height).is_none_or(|d| d + count + margin > height) {
        top = walk.up(stop, height.saturating_sub(count + margin).max(margin));
    }
    ui.diff.top = clamped(&mut walk, top, height);
}

fn height(ui: &Ui) -> u32 {
    u32::from(layout::areas(ui).body.height).max(1)
}

fn key(top: Top) -> (Slot, At) {
    (top.slot, top.at)
}

/// Rows from one top to another below it; `None` when it is further than `most`.
fn distance(walk: &mut Walk<'_>, from: Top, to: Top, most: u32) -> Option<u32> {
    let mut at = from;
    for rows in 0..=most {
        if key(at) >= key(to) {
            return Some(rows);
        }
        at = walk.step(at)?;
    }
    None
}

/// Keeps the last screen full: the end of the diff does not scroll above the bottom.
fn clamped(walk: &mut Walk<'_>, top: Top, height: u32) -> Top {
    let (_, missing) = walk.down(top, height.saturating_sub(1));
    if missing > 0 { walk.up(top, missing) } else { top }
}

/// Keeps the last screen full.
pub fn clamp(session: &Session, ui: &mut Ui) {
    let height = height(ui);
    let mut walk = Walk::new(session, ui);
    let top = walk.sound(ui.diff.top);
    ui.diff.top = clamped(&mut walk, top, height);
}

/// Scrolls by rows; the cursor stays where it is, on screen or not.
pub fn shift(session: &Session, ui: &mut Ui, rows_down: i64) {
    let height = height(ui);
    let amount = u32::try_from(rows_down.unsigned_abs()).unwrap_or(u32::MAX);
    let mut walk = Walk::new(session, ui);
    let from = walk.sound(ui.diff.top);
    let top = if rows_down >= 0 { walk.down(from, amount).0 } else { walk.up(from, amount) };
    ui.diff.top = clamped(&mut walk, top, height);
}

/// Scrolls by rows and takes the cursor along on its row of the screen.
pub fn by(session: &Session, ui: &mut Ui, rows_down: i64) {
    let before = ui.diff.top;
    let on_row = row_of_cursor(session, ui).unwrap_or(0);
    shift(session, ui, rows_down);
    let rows = screen(session, ui);
    let last = rows.len().saturating_sub(1);
    let first = (covered(&mut Walk::new(session, ui), ui, ui.diff.top) as usize).min(last);
    let target = match (ui.diff.top == before, rows_down >= 0) {
        (true, true) => last,
        (true, false) => first,
        (false, _) => on_row.clamp(first, last),
    };
    if let Some(row) = rows.get(target) {
        ui.diff.cursor = stop_of(ui, row);
    }
}

/// Puts the cursor's row at a row of the screen, below the header that may cover the first.
pub fn place_cursor_at(session: &Session, ui: &mut Ui, row: u32) {
    let height = height(ui);
    let mut walk = Walk::new(session, ui);
    let stop = walk::stop_top(&mut walk, &ui.diff.cursor);
    let mut top = walk.up(stop, row);
    if top == stop {
        let covered = covered(&mut walk, ui, top);
        top = walk.up(stop, covered);
    }
    ui.diff.top = clamped(&mut walk, top, height);
}

/// The row of the screen that the cursor's stop begins on.
pub fn row_of_cursor(session: &Session, ui: &Ui) -> Option<usize> {
    let mut walk = Walk::new(session, ui);
    let stop = walk::stop_top(&mut walk, &ui.diff.cursor);
    let top = walk.sound(ui.diff.top);
    if key(stop) < key(top) {
        return None;
    }
    let row = distance(&mut walk, top, stop, height(ui).saturating_sub(1))?;
    (walk.down(top, row).0 == stop).then_some(row as usize)
}

/// Whether a row is on screen, and not under the header.
pub fn is_on_screen(session: &Session, ui: &Ui, row: Top) -> bool {
    let mut walk = Walk::new(session, ui);
    let covered = covered(&mut walk, ui, ui.diff.top);
    let first = walk.down(ui.diff.top, covered).0;
    let last = walk.down(ui.diff.top, height(ui).saturating_sub(1)).0;
    key(first) <= key(row) && key(row) <= key(last)
}

/// The stop that a row belongs to.
pub fn stop_of(ui: &Ui, row: &Row) -> Cursor {
    match &row.part {
        Part::Own(_) => Cursor::on(row.band.on(ui.diff.side)),
        Part::Card(slot, card, _) => Cursor { slot: *slot, card: Some(card.clone()) },
    }
}

/// Changes how the diff is looked at without losing the place: the cursor keeps its row of the screen, or, when it is
/// off the screen, the first row keeps its text.
pub fn keeping(session: &Session, ui: &mut Ui, change: impl FnOnce(&mut Ui)) {
    let row = row_of_cursor(session, ui);
    let offset = Walk::new(session, ui).offset_of(ui.diff.top);
    // Several changes, one after another, keep the row that the cursor had before the first.
    let held = ui.diff.held.take().filter(|held| held.top == ui.diff.top && held.cursor == ui.diff.cursor);
    change(ui);
    match (row, offset) {
        (Some(row), _) => {
            let wanted = held.map_or(row as u32, |held| held.row);
            place_cursor_at(session, ui, wanted.min(height(ui).saturating_sub(1)));
            follow(session, ui);
            ui.diff.held = Some(Held { top: ui.diff.top, cursor: ui.diff.cursor.clone(), row: wanted });
        }
        (None, Some(offset)) => {
            ui.diff.top = Walk::new(session, ui).row_at(ui.diff.top.slot, offset);
            clamp(session, ui);
        }
        (None, None) => clamp(session, ui),
    }
}

/// Notes what is on screen, and lets findings show their card whose line no longer is.
pub fn settle(session: &Session, ui: &mut Ui) {
    let rows = screen(session, ui);
    let slots = || rows.iter().flat_map(|row| row.band.slots());
    let top = ui.diff.top.slot;
    let shown = (slots().min().unwrap_or(top), slots().max().unwrap_or(top));
    ui.diff.shown = shown;
    let on_screen = |id: &FindingId| session.findings.slot(id).is_some_and(|slot| shown.0 <= slot && slot <= shown.1);
    ui.diff.unrevealed.retain(on_screen);
    ui.noted.talk.settle(shown);
    let cursor = &ui.diff.cursor;
    let is_there = |card: &CardId| stack::cards(session, ui, cursor.slot).any(|other| other == *card);
    if cursor.card.as_ref().is_some_and(|card| !is_there(card)) {
        // Its card is gone: the line stays.
        ui.diff.cursor.card = None;
    }
}
