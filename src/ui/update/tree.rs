//! Keys while the file tree has them.

use crate::{
    core::model::{FileIx, Time},
    session::{Session, Slot},
    ui::{
        Action, Request, Step, Ui,
        actions::{Motion, Show, Verdict},
        key::{Code, Key},
        layout,
        state::Cursor,
    },
};

use super::{decide, motion, normal};

pub(super) fn press(ui: &mut Ui, session: &Session, key: Key, at: Time) -> Vec<Request> {
    if matches!(key.code, Code::Enter | Code::Char('l') | Code::Right) && !key.ctrl {
        open(ui, session);
        return Vec::new();
    }
    if matches!(key.code, Code::Esc | Code::Char('q')) && !key.ctrl {
        ui.tree.focus = false;
        return Vec::new();
    }
    match ui.chord.press(key) {
        Step::Run(Action::Move(step), count) => step_in(ui, session, step, count),
        Step::Run(Action::Decide(Verdict::Viewed), _) => return mark(ui, session, at),
        Step::Run(Action::Show(Show::FocusTree), _) => ui.tree.focus = false,
        Step::Run(action, count) => {
            open(ui, session);
            return normal::run(ui, session, action, count, at);
        }
        Step::Pending => {}
        Step::Unbound => ui.say(format!("{key} does nothing here · ? shows the keys")),
    }
    Vec::new()
}

fn step_in(ui: &mut Ui, session: &Session, step: Motion, count: Option<u32>) {
    let page = u32::from(layout::areas(ui).body.height.max(2));
    let last = (session.diff.files.len() as u32).saturating_sub(1);
    let times = count.unwrap_or(1);
    let here = ui.tree.cursor;
    let there = match step {
        Motion::Down => here.saturating_add(times),
        Motion::Up => here.saturating_sub(times),
        Motion::HalfDown => here.saturating_add(page / 2),
        Motion::HalfUp => here.saturating_sub(page / 2),
        Motion::PageDown => here.saturating_add(page),
        Motion::PageUp => here.saturating_sub(page),
        Motion::First => 0,
        Motion::Last => last,
        Motion::Center
        | Motion::ToTop
        | Motion::ToBottom
        | Motion::ScrollLeft
        | Motion::ScrollRight
        | Motion::PageLeft
        | Motion::PageRight
        | Motion::LineStart
        | Motion::LineEnd => here,
    };
    ui.tree.cursor = there.min(last);
    follow(ui, page);
}

/// Keeps the tree's cursor on its screen.
pub(super) fn follow(ui: &mut Ui, height: u32) {
    let here = ui.tree.cursor;
    if here < ui.tree.top {
        ui.tree.top = here;
    } else if here >= ui.tree.top + height {
        ui.tree.top = here + 1 - height;
    }
}

fn open(ui: &mut Ui, session: &Session) {
    ui.tree.focus = false;
    let file = FileIx(ui.tree.cursor);
    if session.diff.file(file).is_some() {
        motion::to(ui, session, Cursor::on(Slot::file(file)));
        ui.diff.top = crate::ui::state::Top::of(Slot::file(file));
        crate::ui::scroll::follow(session, ui);
    }
}

fn mark(ui: &mut Ui, session: &Session, at: Time) -> Vec<Request> {
    let file = FileIx(ui.tree.cursor);
    if session.diff.file(file).is_none() {
        return Vec::new();
    }
    let requests = decide::mark(ui, session, file, at);
    step_in(ui, session, Motion::Down, None);
    requests
}
