//! Keys of the inbox: a list, Enter opens.

use crate::{
    core::model::{PullName, Time},
    session::{Msg, Session},
    ui::{
        Action, Request, Step, Ui,
        actions::{Motion, Show, Talk},
        key::{Code, Key},
        layout, link,
        state::View,
    },
};

use super::{
    belongs,
    normal::{self, tell},
};

/// Shows the inbox and asks for it.
pub(super) fn open(ui: &mut Ui) -> Vec<Request> {
    ui.view = View::Inbox;
    vec![tell(Msg::InboxWanted)]
}

pub(super) fn press(ui: &mut Ui, session: &Session, key: Key, at: Time) -> Vec<Request> {
    if !key.ctrl && key.code == Code::Enter && !ui.chord.has_begun() {
        ui.chord.forget();
        return go(ui, session);
    }
    match ui.chord.press(key) {
        Step::Run(Action::Move(way), count) => {
            travel(ui, session, way, count.unwrap_or(1) as usize);
            Vec::new()
        }
        Step::Run(Action::Talk(Talk::Refresh), _) | Step::Run(Action::Show(Show::Inbox), _) => {
            ui.say(super::news::ASKING);
            vec![tell(Msg::InboxWanted)]
        }
        Step::Run(Action::Talk(Talk::Open), _) => browser(ui, session),
        Step::Run(Action::Show(Show::Diff | Show::Triage | Show::Logbook | Show::NextView | Show::PrevView), _)
            if ui.noted.talk.is_home =>
        {
            ui.say("nothing is open yet · Enter opens a pull request");
            Vec::new()
        }
        Step::Run(action, count) if belongs::in_any_view(action) => normal::run(ui, session, action, count, at),
        Step::Run(..) => {
            ui.say(format!(
                "not in the inbox · Enter opens the pull request, {} goes back to the diff",
                ui.key("view-diff")
            ));
            Vec::new()
        }
        Step::Pending => Vec::new(),
        Step::Unbound => {
            ui.say(normal::unbound(ui, key));
            Vec::new()
        }
    }
}

pub(super) fn travel(ui: &mut Ui, session: &Session, way: Motion, times: usize) {
    let last = session.inbox().rows.as_ref().map_or(0, |rows| rows.len()).saturating_sub(1);
    let page = usize::from(layout::areas(ui).body.height.max(3)) - 2;
    let here = ui.noted.talk.inbox;
    let there = match way {
        Motion::Down => here.saturating_add(times),
        Motion::Up => here.saturating_sub(times),
        Motion::HalfDown => here.saturating_add(page / 2 * times),
        Motion::HalfUp => here.saturating_sub(page / 2 * times),
        Motion::PageDown => here.saturating_add(page * times),
        Motion::PageUp => here.saturating_sub(page * times),
        Motion::First => 0,
        Motion::Last => last,
        _ => here,
    };
    ui.noted.talk.inbox = there.min(last);
}

/// Opens the pull request under the cursor; this one is left as it is, saved.
pub(super) fn go(ui: &mut Ui, session: &Session) -> Vec<Request> {
    let Some(row) = session.inbox().rows.as_ref().and_then(|rows| rows.get(ui.noted.talk.inbox)) else {
        ui.say("nothing to open");
        return Vec::new();
    };
    let name = row.entry.name.clone();
    let is_here = session.pull().pull.as_deref().is_some_and(|pull| pull.name == name);
    if is_here {
        ui.view = View::Diff;
        return Vec::new();
    }
    ui.say(format!("opening {} …", crate::core::text::one_line(&name.to_string(), 80)));
    vec![Request::Go(name)]
}

fn browser(ui: &mut Ui, session: &Session) -> Vec<Request> {
    let row = session.inbox().rows.as_ref().and_then(|rows| rows.get(ui.noted.talk.inbox));
    let address = row.and_then(|row| link::checked(&row.entry.url, &row.entry.name.repo.host));
    match address {
        Some(address) => {
            ui.say("opening the pull request in the browser");
            vec![Request::Open(address)]
        }
        None => {
            ui.say("there is no address to open");
            Vec::new()
        }
    }
}

/// The list came, or did not. When the person waits for the next one, it is opened; behind the last one, or without
/// a list, the inbox itself is shown.
pub(super) fn told(ui: &mut Ui, session: &Session) -> Vec<Request> {
    let awaited = std::mem::take(&mut ui.noted.talk.awaits_next);
    show(ui, session);
    if !awaited {
        return Vec::new();
    }
    match next(session) {
        Some(name) => {
            ui.say(format!("opening {} …", crate::core::text::one_line(&name.to_string(), 80)));
            vec![Request::Go(name)]
        }
        None => {
            ui.view = View::Inbox;
            if session.inbox().failure.is_none() {
                ui.say("that was the last one that waits for you");
            }
            vec![tell(Msg::GatesWatched(false))]
        }
    }
}

/// The one behind this; the first when this one waits no longer.
fn next(session: &Session) -> Option<PullName> {
    let inbox = session.inbox();
    let rows = inbox.rows.as_ref().filter(|_| inbox.failure.is_none())?;
    let here = session.request().and_then(|request| request.pull.clone());
    let names: Vec<&PullName> = rows.iter().map(|row| &row.entry.name).collect();
    let after = names.iter().position(|name| Some(*name) == here.as_ref()).map_or(0, |at| at + 1);
    names.get(after).map(|name| (*name).clone())
}

fn show(ui: &mut Ui, session: &Session) {
    let inbox = session.inbox();
    let last = inbox.rows.as_ref().map_or(0, |rows| rows.len()).saturating_sub(1);
    ui.noted.talk.inbox = ui.noted.talk.inbox.min(last);
    if let Some(failure) = &inbox.failure {
        ui.warn(failure.summary.clone());
    } else if ui.message.as_ref().is_some_and(|message| message.text.starts_with("asking the host")) {
        ui.message = None;
    }
}
