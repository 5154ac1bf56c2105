//! Keys in the diff: chord, then action.

use crate::{
    core::model::Time,
    session::{self, Session},
    ui::{
        Action, Request, Step, Ui,
        actions::Run,
        key::Key,
        state::{Mode, View},
    },
};

use super::{belongs, decide, motion, seek, show, talk, triage, write};

pub(super) fn press(ui: &mut Ui, session: &Session, key: Key, at: Time) -> Vec<Request> {
    if let Some(requests) = super::pick::press(ui, session, key, at) {
        return requests;
    }
    match ui.chord.press(key) {
        Step::Run(action, count) => run(ui, session, action, count, at),
        Step::Pending => Vec::new(),
        Step::Unbound => {
            ui.say(unbound(ui, key));
            Vec::new()
        }
    }
}

/// What is said of a key that leads nowhere.
pub(super) fn unbound(ui: &Ui, key: Key) -> String {
    format!("{key} does nothing here · {} shows the keys", ui.key("help"))
}

/// Carries an action out, from a key or from the palette.
pub(super) fn run(ui: &mut Ui, session: &Session, action: Action, count: Option<u32>, at: Time) -> Vec<Request> {
    if let Some(requests) = belongs::elsewhere(ui, session, (action, count), at) {
        return requests;
    }
    if super::since::is_closed(ui, session, action) {
        ui.say(format!("this row stands for what is hidden · {} opens it", ui.key("fold")));
        return Vec::new();
    }
    match action {
        Action::Move(step) => motion::run(ui, session, step, count),
        Action::Seek(what) => seek::run(ui, session, what, count.unwrap_or(1)),
        Action::Decide(verdict) => decide::run(ui, session, verdict, at),
        Action::Write(pen) => write::run(ui, session, pen),
        Action::Talk(what) => talk::run(ui, session, what, at),
        Action::Queue(what) => triage::run(ui, session, what, at),
        Action::Show(what) => show::run(ui, session, what, count),
        Action::Program(what) => program(ui, session, what, at),
    }
}

fn program(ui: &mut Ui, session: &Session, what: Run, at: Time) -> Vec<Request> {
    match what {
        Run::Publish => super::review::confirm(ui, session),
        Run::StopReviewers => vec![tell(session::Msg::Stop)],
        Run::Rerun => super::agents::rerun_by_name(ui, session, false),
        Run::RerunAll => super::agents::rerun_by_name(ui, session, true),
        Run::Back if super::logbook::back(ui) => Vec::new(),
        Run::Back if ui.view != View::Diff && !ui.noted.talk.is_home => {
            ui.view = View::Diff;
            Vec::new()
        }
        Run::Back if ui.diff.select.is_some() || ui.search.is_some() => cancel(ui),
        Run::Back | Run::Quit => leave(ui, session, at),
        Run::Cancel => cancel(ui),
        Run::Suspend => vec![Request::Suspend],
    }
}

/// Notes the place and leaves.
pub(super) fn leave(ui: &Ui, session: &Session, at: Time) -> Vec<Request> {
    vec![tell(session::Msg::Left(ui.place(&session.diff), at)), Request::Quit]
}

/// Esc only cancels or closes.
fn cancel(ui: &mut Ui) -> Vec<Request> {
    // What is under way in a diff that is not shown stays.
    if ui.view == View::Diff {
        ui.diff.select = None;
        ui.search = None;
    }
    ui.mode = Mode::Normal;
    Vec::new()
}

/// A message for the session as a request.
pub(super) fn tell(msg: session::Msg) -> Request {
    Request::Tell(Box::new(msg))
}
