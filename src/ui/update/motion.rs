//! Steps and scrolling.

use crate::{
    session::Session,
    ui::{
        Request, Ui,
        actions::Motion,
        layout, scroll, since,
        state::{Cursor, Top},
        walk,
    },
};

/// Columns of a sideways step.
const SIDEWAYS: usize = 8;

pub(super) fn run(ui: &mut Ui, session: &Session, step: Motion, count: Option<u32>) -> Vec<Request> {
    let height = i64::from(layout::areas(ui).body.height.max(1));
    let times = i64::from(count.unwrap_or(1));
    match step {
        Motion::Down => steps(ui, session, times),
        Motion::Up => steps(ui, session, -times),
        Motion::HalfDown => pages(ui, session, (height / 2).max(1), times),
        Motion::HalfUp => pages(ui, session, -(height / 2).max(1), times),
        Motion::PageDown => pages(ui, session, (height - 2).max(1), times),
        Motion::PageUp => pages(ui, session, -(height - 2).max(1), times),
        Motion::First => to(ui, session, Cursor::on(crate::session::Slot::TOP)),
        Motion::Last => to(ui, session, Cursor::on(walk::last(session, ui))),
        Motion::Center => scroll::place_cursor_at(session, ui, (height / 2) as u32),
        Motion::ToTop => scroll::place_cursor_at(session, ui, 0),
        Motion::ToBottom => scroll::place_cursor_at(session, ui, (height - 1) as u32),
        Motion::ScrollLeft => ui.diff.left = ui.diff.left.saturating_sub(SIDEWAYS * times as usize),
        Motion::ScrollRight => ui.diff.left = ui.diff.left.saturating_add(SIDEWAYS * times as usize),
    }
    Vec::new()
}

/// A count of pages is that many pages, one after another.
fn pages(ui: &mut Ui, session: &Session, rows: i64, times: i64) {
    for _ in 0..times {
        let before = (ui.diff.top, ui.diff.cursor.clone());
        scroll::by(session, ui, rows);
        if (ui.diff.top, &ui.diff.cursor) == (before.0, &before.1) {
            return;
        }
    }
}

/// Line by line, cards as stops of their own.
fn steps(ui: &mut Ui, session: &Session, count: i64) {
    for _ in 0..count.unsigned_abs() {
        let there = match count > 0 {
            true => walk::next_stop(session, ui, &ui.diff.cursor),
            false => walk::prev_stop(session, ui, &ui.diff.cursor),
        };
        match there {
            Some(stop) => ui.diff.cursor = stop,
            None => break,
        }
    }
    scroll::follow(session, ui);
}

/// A jump that can be undone with C-o. Scrolls only when the place is not on screen; then it is put a third down.
pub(super) fn to(ui: &mut Ui, session: &Session, stop: Cursor) {
    if stop == ui.diff.cursor {
        return;
    }
    let before = std::mem::replace(&mut ui.diff.cursor, stop);
    ui.jumps.back.push(before);
    let excess = ui.jumps.back.len().saturating_sub(100);
    ui.jumps.back.drain(..excess);
    ui.jumps.forward.clear();
    reveal(ui, session);
}

/// Brings the cursor on screen after a jump.
pub(super) fn reveal(ui: &mut Ui, session: &Session) {
    // A place that was asked for is to be seen, new since or not.
    while let Some(fold) = since::fold_of(session, ui, ui.diff.cursor.slot).filter(|f| f.slot() != ui.diff.cursor.slot)
    {
        ui.diff.since.opened.insert(fold.slot());
    }
    let slot = walk::visible(session, ui, ui.diff.cursor.slot);
    if slot != ui.diff.cursor.slot {
        ui.diff.cursor = Cursor::on(slot);
    }
    if let Some(id) = ui.diff.cursor.finding().cloned() {
        ui.diff.unrevealed.remove(&id);
    }
    let body = layout::areas(ui).body;
    let (first, count) = walk::stop_rows(session, ui, &ui.diff.cursor, body.width);
    let on_screen = scroll::row_of_cursor(session, ui)
        .is_some_and(|row| row as u32 + count.min(u32::from(body.height)) <= u32::from(body.height));
    if on_screen {
        return;
    }
    let stop = Top { slot, row: first };
    ui.diff.top = walk::up(session, ui, stop, u32::from(body.height) / 3, body.width);
    scroll::follow(session, ui);
}
