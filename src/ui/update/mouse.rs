//! The mouse: the wheel scrolls and leaves the cursor, a click selects, a drag selects lines. Whatever it does, a key does
//! too. Not here: its bytes (`app::input`).

use ratatui::layout::{Position, Rect};

use crate::{
    core::model::Side,
    session::{Session, Slot},
    ui::{
        Action, LogPage, Request, Ui,
        actions::Motion,
        agents, heading,
        key::{Code, Key},
        layout, look,
        mouse::{Deed, Mouse, Turn},
        scroll,
        state::{Cursor, Mode, View},
        tree, triage,
        walk::{Band, Walk},
    },
};

/// Rows of one notch of the wheel.
const NOTCH: i64 = 3;

/// Columns of one notch sideways.
const SIDEWAYS: i64 = 8;

pub(super) fn run(ui: &mut Ui, session: &Session, mouse: Mouse, at: crate::core::model::Time) -> Vec<Request> {
    if !ui.noted.mouse.on || layout::is_too_small(ui) {
        return Vec::new();
    }
    ui.noted.touched = true;
    ui.noted.now = at;
    let requests = match mouse.deed {
        Deed::Wheel(turn) => wheel(ui, session, (mouse.column, mouse.row), turn, at),
        Deed::Press => press(ui, session, (mouse.column, mouse.row), at),
        Deed::Drag => {
            drag(ui, session, (mouse.column, mouse.row));
            Vec::new()
        }
        Deed::Release => {
            ui.noted.mouse.pressed = None;
            Vec::new()
        }
    };
    scroll::settle(session, ui);
    requests
}

/// `mouse`: on or off, so that the terminal's own selection works.
pub(super) fn turn(ui: &mut Ui) -> Vec<Request> {
    let on = !ui.noted.mouse.on;
    ui.noted.mouse = crate::ui::mouse::MouseState { on, ..Default::default() };
    ui.say(if on { "the mouse is listened to" } else { "the mouse is the terminal's: its own selection works" });
    vec![Request::Mouse(on)]
}

fn is_in(area: Rect, (column, row): (u16, u16)) -> bool {
    area.contains(Position { x: column, y: row })
}

fn wheel(ui: &mut Ui, session: &Session, at: (u16, u16), turn: Turn, time: crate::core::model::Time) -> Vec<Request> {
    let rows = match turn {
        Turn::Up => -NOTCH,
        Turn::Down => NOTCH,
        Turn::Left | Turn::Right => return sideways(ui, turn),
    };
    match &ui.mode {
        // Pages are scrolled as by keys.
        Mode::Help(_)
        | Mode::Notes(_)
        | Mode::Evidence(..)
        | Mode::Read(_)
        | Mode::Callers(_)
        | Mode::Ask(_)
        | Mode::Deliver => {
            return by_keys(ui, session, turn, time);
        }
        Mode::Prompt(..)
        | Mode::Normal
        | Mode::Filter
        | Mode::Bulk(_)
        | Mode::Drop(..)
        | Mode::Severity(_)
        | Mode::Leave
        | Mode::Edit(_) => {}
    }
    let areas = layout::areas(ui);
    match ui.view {
        View::Diff if areas.tree.is_some_and(|tree| is_in(tree, at)) => {
            let last = ui.tree.len(session).saturating_sub(layout::tree_rows(ui));
            ui.tree.top = moved(layout::tree_top(ui), rows).min(last);
            ui.noted.mouse.tree_moved = true;
        }
        View::Diff => scroll::shift(session, ui, rows),
        View::Triage => {
            let last = ui.triage.entries.len().saturating_sub(usize::from(layout::queue(ui).height.saturating_sub(1)));
            ui.triage.top = moved(ui.triage.top, rows).min(last);
        }
        View::Review => by_rows(rows, |way, times| super::review::travel(ui, way, times)),
        View::Logbook if ui.noted.logbook.page == LogPage::Scores => {
            by_rows(rows, |way, times| super::logbook::travel(ui, way, times));
        }
        View::Agents | View::Inbox | View::Logbook => wheel_list(ui, session, at, rows),
    }
    Vec::new()
}

/// A page without a cursor: what steps do there.
fn by_rows(rows: i64, mut travel: impl FnMut(Motion, usize)) {
    travel(if rows < 0 { Motion::Up } else { Motion::Down }, NOTCH as usize);
}

/// Moves what a list shows, never its cursor; below the list of agents, the text of the chosen one.
fn wheel_list(ui: &mut Ui, session: &Session, at: (u16, u16), rows: i64) {
    let (cursor, count) = match ui.view {
        View::Agents => (agents::place(session, &ui.noted.agents), session.tasks.len()),
        View::Inbox => (ui.noted.talk.inbox, session.inbox().rows.as_ref().map_or(0, |rows| rows.len())),
        View::Logbook => ui.noted.logbook.list(),
        View::Diff | View::Triage | View::Review => return,
    };
    let area = if ui.view == View::Inbox { layout::inbox_rows(ui) } else { layout::list(ui, count) };
    if ui.view == View::Agents && at.1 >= area.bottom() {
        // Counted from the end of the text.
        ui.noted.agents.back = moved(ui.noted.agents.back, -rows);
        return;
    }
    let last = count.saturating_sub(usize::from(area.height).max(1));
    let top = layout::list_top(ui, (cursor, count), area.height);
    ui.noted.mouse.list_top = Some(moved(top, rows).min(last));
}

fn moved(top: usize, rows: i64) -> usize {
    usize::try_from((top as i64).saturating_add(rows)).unwrap_or(0)
}

fn by_keys(ui: &mut Ui, session: &Session, turn: Turn, at: crate::core::model::Time) -> Vec<Request> {
    let key = Key::plain(if turn == Turn::Down { Code::Down } else { Code::Up });
    (0..NOTCH).flat_map(|_| super::press(ui, session, key, at)).collect()
}

fn sideways(ui: &mut Ui, turn: Turn) -> Vec<Request> {
    if ui.view == View::Diff && ui.diff.look.long == look::Long::Cut {
        let left = ui.diff.look.left as i64 + if turn == Turn::Right { SIDEWAYS } else { -SIDEWAYS };
        ui.diff.look.left = usize::try_from(left).unwrap_or(0);
    }
    Vec::new()
}

fn press(ui: &mut Ui, session: &Session, at: (u16, u16), time: crate::core::model::Time) -> Vec<Request> {
    // While something is asked or typed, a click would leave it.
    if !matches!(ui.mode, Mode::Normal) {
        return Vec::new();
    }
    ui.message = None;
    let areas = layout::areas(ui);
    if is_in(areas.header, at) {
        return door(ui, session, at, time);
    }
    match ui.view {
        View::Diff if areas.tree.is_some_and(|tree| is_in(tree, at)) => in_tree(ui, session, at.1),
        View::Diff if is_in(areas.body, at) => in_diff(ui, session, at),
        View::Triage => in_queue(ui, at),
        View::Inbox => in_inbox(ui, session, at),
        View::Agents => in_agents(ui, session, at),
        View::Logbook => in_logbook(ui, at),
        View::Diff | View::Review => {}
    }
    Vec::new()
}

/// A count in the header is a door to what it counts. What is in the diff is shown in the diff.
fn door(ui: &mut Ui, session: &Session, at: (u16, u16), time: crate::core::model::Time) -> Vec<Request> {
    let Some(action) = heading::door_at(session, ui, at) else { return Vec::new() };
    let before = ui.view;
    if matches!(action, Action::Seek(_)) {
        ui.view = View::Diff;
    }
    let mut requests = super::normal::run(ui, session, action, None, time);
    requests.extend(super::watching(before, ui.view));
    requests
}

/// Selects the pull request of a row; Enter opens it.
fn in_inbox(ui: &mut Ui, session: &Session, at: (u16, u16)) {
    let area = layout::inbox_rows(ui);
    let count = session.inbox().rows.as_ref().map_or(0, |rows| rows.len());
    let nth = usize::from(at.1.saturating_sub(area.y)) + layout::inbox_top(ui, count);
    if is_in(area, at) && nth < count {
        ui.noted.talk.inbox = nth;
    }
}

/// Selects the task of a row.
fn in_agents(ui: &mut Ui, session: &Session, at: (u16, u16)) {
    let count = session.tasks.len();
    let cursor = agents::place(session, &ui.noted.agents);
    if let Some(nth) = listed_at(ui, at, (cursor, count)) {
        agents::go(session, &mut ui.noted.agents, nth);
        ui.noted.agents.back = 0;
    }
}

/// Selects the run, the act or the finding of a row.
fn in_logbook(ui: &mut Ui, at: (u16, u16)) {
    let (cursor, count) = ui.noted.logbook.list();
    if let Some(nth) = listed_at(ui, at, (cursor, count)) {
        ui.noted.logbook.go(nth);
    }
}

/// Which entry of a list above its detail stands in a row of the screen.
fn listed_at(ui: &Ui, at: (u16, u16), (cursor, count): (usize, usize)) -> Option<usize> {
    let area = layout::list(ui, count);
    let nth = layout::list_top(ui, (cursor, count), area.height) + usize::from(at.1.checked_sub(area.y)?);
    (is_in(area, at) && nth < count).then_some(nth)
}

fn in_tree(ui: &mut Ui, session: &Session, row: u16) {
    let Some(area) = layout::areas(ui).tree else { return };
    let heading = u16::from(layout::has_heading(ui));
    let Some(nth) = row.checked_sub(area.y + heading) else { return };
    let Some(entry) = ui.tree.entry(session, layout::tree_top(ui) + usize::from(nth)) else { return };
    match entry {
        tree::Entry::File(file) => {
            ui.tree.cursor = entry;
            ui.tree.focus = false;
            super::tree::show_file(ui, session, file);
        }
        tree::Entry::Folder(folder) => {
            ui.tree.cursor = entry;
            super::tree::turn(ui, session, folder);
        }
    }
}

/// The stop at a place of the screen; the header that covers the first row stands for its file.
fn stop_at(ui: &Ui, session: &Session, (column, row): (u16, u16)) -> Option<(Cursor, Side)> {
    let body = layout::areas(ui).body;
    let nth = row.checked_sub(body.y)?;
    let rows = scroll::screen(session, ui);
    let shown = rows.get(usize::from(nth))?;
    if u32::from(nth) < scroll::covered(&mut Walk::new(session, ui), ui, ui.diff.top) {
        return Some((Cursor::on(Slot::file(shown.band.lead().file)), ui.diff.side));
    }
    let side = match shown.band {
        Band::Pair(..) if column < body.x + look::halves(body.width).0 => Side::Left,
        Band::Pair(..) => Side::Right,
        Band::Whole(_) => ui.diff.side,
    };
    let stop = match &shown.part {
        scroll::Part::Own(_) => Cursor::on(shown.band.on(side)),
        scroll::Part::Card(..) => scroll::stop_of(ui, shown),
    };
    Some((stop, side))
}

fn in_diff(ui: &mut Ui, session: &Session, at: (u16, u16)) {
    ui.tree.focus = false;
    let Some((stop, side)) = stop_at(ui, session, at) else { return };
    ui.diff.select = None;
    ui.diff.side = side;
    ui.noted.mouse.pressed = stop.card.is_none().then_some(stop.slot);
    ui.diff.cursor = stop;
}

/// The selection goes from where the button went down to here. Past an edge the diff scrolls.
fn drag(ui: &mut Ui, session: &Session, (column, row): (u16, u16)) {
    let Some(from) = ui.noted.mouse.pressed.filter(|_| ui.view == View::Diff) else { return };
    let body = layout::areas(ui).body;
    if row < body.y {
        scroll::shift(session, ui, -1);
    } else if row >= body.bottom() {
        scroll::shift(session, ui, 1);
    }
    let row = row.clamp(body.y, body.bottom().saturating_sub(1).max(body.y));
    let Some((stop, _)) = stop_at(ui, session, (column, row)) else { return };
    if stop.card.is_some() || (ui.diff.select.is_none() && stop.slot == from) {
        return;
    }
    if ui.diff.select.is_none() {
        let (comment, copy) = (ui.key("comment"), ui.key("copy"));
        ui.say(format!("selecting lines · {comment} comments on them · {copy} copies · Esc ends"));
    }
    ui.diff.select = Some(from);
    ui.diff.cursor = Cursor::on(stop.slot);
}

fn in_queue(ui: &mut Ui, at: (u16, u16)) {
    let area = layout::queue(ui);
    if !is_in(area, at) {
        return;
    }
    // The first row is the heading.
    let Some(nth) = at.1.checked_sub(area.y + 1) else { return };
    if let Some(triage::Entry::Finding(id)) = ui.triage.entries.get(ui.triage.top + usize::from(nth)) {
        ui.triage.cursor = Some(id.clone());
    }
}
