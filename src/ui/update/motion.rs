//! Steps and scrolling.

use crate::{
    core::{
        diff,
        model::{LineKind, Side},
        text,
    },
    session::{Session, Spot},
    ui::{
        Request, Ui,
        actions::Motion,
        layout, look, scroll,
        state::Cursor,
        walk::{self, Walk},
    },
};

/// Columns of a sideways step.
const SIDEWAYS: i64 = 8;

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
        Motion::ScrollLeft => sideways(ui, -(SIDEWAYS * times)),
        Motion::ScrollRight => sideways(ui, SIDEWAYS * times),
        Motion::PageLeft => sideways(ui, -times * half_width(ui)),
        Motion::PageRight => sideways(ui, times * half_width(ui)),
        Motion::LineStart => ui.diff.look.left = 0,
        Motion::LineEnd => to_line_end(ui, session),
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
    super::since::open_to(ui, session, stop.slot);
    if let Some(side) = side_of(session, &stop) {
        ui.diff.side = side;
    }
    if stop.card.is_some() && walk::visible(session, ui, stop.slot) != stop.slot {
        // A card is asked for: what hides it opens.
        walk::open_to(ui, stop.slot);
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
    super::since::open_to(ui, session, ui.diff.cursor.slot);
    let slot = walk::visible(session, ui, ui.diff.cursor.slot);
    if slot != ui.diff.cursor.slot {
        ui.diff.cursor = Cursor::on(slot);
    }
    if let Some(id) = ui.diff.cursor.finding().cloned() {
        ui.diff.unrevealed.remove(&id);
    }
    if ui.diff.cursor.thread().is_some() {
        ui.noted.talk.reveal(ui.diff.cursor.slot);
    }
    let height = u32::from(layout::areas(ui).body.height);
    let mut walk = Walk::new(session, ui);
    let count = walk::stop_height(&mut walk, &ui.diff.cursor, height);
    let covered = scroll::covered(&mut walk, ui, ui.diff.top);
    let on_screen =
        scroll::row_of_cursor(session, ui).is_some_and(|row| row as u32 >= covered && row as u32 + count <= height);
    if on_screen {
        return;
    }
    let stop = walk::stop_top(&mut walk, &ui.diff.cursor);
    ui.diff.top = walk.up(stop, height / 3);
    scroll::follow(session, ui);
}

/// The side that a changed line is on.
fn side_of(session: &Session, stop: &Cursor) -> Option<Side> {
    let Spot::Line(at) = stop.slot.spot else { return None };
    match diff::line(&session.diff, at)?.kind {
        LineKind::Removed => Some(Side::Left),
        LineKind::Added => Some(Side::Right),
        LineKind::Context | LineKind::NoNewline => None,
    }
}

/// Scrolls sideways; wrapped lines have nothing on either side.
fn sideways(ui: &mut Ui, columns: i64) {
    if ui.diff.look.long == look::Long::Wrapped {
        ui.say(format!("lines are wrapped: all of them is shown · {} cuts them", ui.key("wrap")));
        return;
    }
    let left = ui.diff.look.left as i64;
    ui.diff.look.left = usize::try_from(left.saturating_add(columns)).unwrap_or(0);
}

fn half_width(ui: &Ui) -> i64 {
    let width = layout::areas(ui).body.width;
    let shown = if look::is_split(ui) { width / 2 } else { width };
    i64::from(shown / 2).max(SIDEWAYS)
}

/// Scrolls until the end of the cursor's line is shown.
fn to_line_end(ui: &mut Ui, session: &Session) {
    let slot = ui.diff.cursor.slot;
    let Some(text) = Walk::new(session, ui).line_of(slot, Side::Right).map(|line| line.text) else { return };
    let columns = text::column_at(text, look::TAB, text.len());
    let room = look::room(session, ui, slot.file);
    ui.diff.look.left = (columns + 1).saturating_sub(room);
}

/// Scrolls sideways as little as is needed to show columns of a line.
pub(super) fn show_columns(ui: &mut Ui, session: &Session, from: usize, to: usize) {
    let room = look::room(session, ui, ui.diff.cursor.slot.file);
    let left = ui.diff.look.left;
    // The last column may be taken by the mark that there is more.
    if from <= left && left > 0 {
        ui.diff.look.left = from.saturating_sub(room / 4);
    } else if to + 1 >= left + room {
        ui.diff.look.left = (to + 1).saturating_sub(room).max(from.saturating_sub(room / 2));
    }
}
