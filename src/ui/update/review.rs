//! Keys of the Review view and of the confirmation. No key here posts but `y` in the confirmation, which only `S` opens.

use std::sync::Arc;

use crate::{
    core::model::Time,
    session::{Msg, PublishChoice, Session},
    ui::{
        Action, Request, Step, Ui,
        actions::{Motion, Pen, Seek, Show, Talk, Verdict},
        deliver::{self, Act},
        key::{Code, Key},
        layout, link,
        review::{self, Form},
        state::{Mode, View},
    },
};

use super::{
    belongs,
    normal::{self, tell},
};

/// Shows the view.
pub(super) fn open(ui: &mut Ui, session: &Session) {
    ui.view = View::Review;
    renew(ui, session);
}

/// Opens the view because the review is at hand: gates are looked at from now on.
pub(super) fn at_the_gate(ui: &mut Ui, session: &Session) -> Request {
    open(ui, session);
    if !session.notes.iter().any(|note| note.warning) {
        let (publish, diff) = (ui.key("publish"), ui.key("view-diff"));
        ui.say(format!("this head is reviewed: no agent runs · {publish} publishes · {diff} shows the diff"));
    }
    tell(Msg::GatesWatched(true))
}

/// Makes the rows anew.
pub(super) fn renew(ui: &mut Ui, session: &Session) {
    if ui.view == View::Review {
        ui.noted.review.rows = Arc::from(review::rows(session, ui.noted.review.form, ui.chord.map()));
        ui.noted.review.top = ui.noted.review.top.min(ui.noted.review.rows.len().saturating_sub(1));
    }
}

/// `S`: the confirmation, over the view that shows what it is about.
pub(super) fn confirm(ui: &mut Ui, session: &Session) -> Vec<Request> {
    // Before the target is read nobody knows; the confirmation then waits for its gates.
    if session.request().is_some_and(|request| request.pull.is_none()) {
        ui.say("only pull requests are published: `prr tui 123` reviews one");
        return Vec::new();
    }
    open(ui, session);
    ui.mode = Mode::Deliver;
    Vec::new()
}

pub(super) fn press(ui: &mut Ui, session: &Session, key: Key, at: Time) -> Vec<Request> {
    match ui.chord.press(key) {
        Step::Run(Action::Move(way), count) => {
            travel(ui, way, usize::try_from(count.unwrap_or(1)).unwrap_or(1));
            Vec::new()
        }
        Step::Run(Action::Show(Show::Fold), _) => turn(ui, session),
        Step::Run(Action::Talk(Talk::Open), _) => open_posted(ui, session),
        // `N` behind a receipt (PRODUCT).
        Step::Run(Action::Seek(Seek::SearchPrev), _) => next_in_inbox(ui, session),
        Step::Run(action, count) if belongs(action) => normal::run(ui, session, action, count, at),
        Step::Run(..) => {
            let (publish, text, back) = (ui.key("publish"), ui.key("review-text"), ui.key("back"));
            ui.say(format!(
                "not in this view: {publish} publishes, {text} writes the review's own text, {back} goes back"
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

/// What needs no cursor in the diff.
fn belongs(action: Action) -> bool {
    let is_of_the_review = matches!(
        action,
        Action::Decide(Verdict::Reason)
            | Action::Write(Pen::ReviewText | Pen::Question)
            | Action::Talk(Talk::Refresh | Talk::Page)
            | Action::Queue(_)
    );
    is_of_the_review || belongs::in_any_view(action)
}

/// The texts, or the request as it will be sent.
pub(super) fn turn(ui: &mut Ui, session: &Session) -> Vec<Request> {
    let form = &mut ui.noted.review.form;
    *form = if *form == Form::Texts { Form::Request } else { Form::Texts };
    renew(ui, session);
    Vec::new()
}

pub(super) fn travel(ui: &mut Ui, way: Motion, times: usize) {
    let page = usize::from(layout::whole(ui).height.max(2)) - 1;
    let last = ui.noted.review.rows.len().saturating_sub(1);
    let top = ui.noted.review.top;
    ui.noted.review.top = match way {
        Motion::Down => top.saturating_add(times),
        Motion::Up => top.saturating_sub(times),
        Motion::HalfDown => top.saturating_add(page / 2 * times),
        Motion::HalfUp => top.saturating_sub(page / 2 * times),
        Motion::PageDown => top.saturating_add(page * times),
        Motion::PageUp => top.saturating_sub(page * times),
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
        | Motion::LineEnd => top,
    }
    .min(last);
}

/// The posted review in the browser, else the pull request.
fn open_posted(ui: &mut Ui, session: &Session) -> Vec<Request> {
    let Some(pull) = session.pull().pull.as_deref() else { return Vec::new() };
    let posted = session.publication().receipt();
    let posted = posted.and_then(|receipt| link::checked(&receipt.url, &pull.name.repo.host));
    match posted.or_else(|| link::of_pull(pull)) {
        Some(address) => vec![Request::Open(address)],
        None => {
            ui.warn("the host's address is not one that can be opened");
            Vec::new()
        }
    }
}

/// Keys of the confirmation.
pub(super) fn press_deliver(ui: &mut Ui, session: &Session, key: Key) -> Vec<Request> {
    let Key { code, ctrl, .. } = key;
    let letter = match code {
        Code::Esc => return leave(ui),
        Code::Char(letter) if !ctrl => letter,
        Code::Down => 'j',
        Code::Up => 'k',
        _ => ' ',
    };
    if matches!(letter, 'q' | 'n') {
        return leave(ui);
    }
    ui.mode = Mode::Deliver;
    let row = deliver::keys(session).into_iter().find(|row| row.key == letter);
    match (row.map(|row| row.act), letter) {
        (Some(Act::Post(payload)), _) => {
            ui.mode = Mode::Normal;
            ui.say("posting …");
            vec![tell(Msg::PublishConfirmed(payload))]
        }
        (Some(Act::Choose(choice)), _) => vec![tell(Msg::PublishChosen(choice))],
        (Some(Act::StopReviewers), _) => vec![tell(Msg::Stop)],
        (Some(Act::Reopen), _) => {
            ui.mode = Mode::Normal;
            ui.say("the change is read again: decisions stand where its text survived");
            let name = session.request().and_then(|request| request.pull.clone());
            name.map(Request::Go).into_iter().collect()
        }
        (None, 'j') => {
            travel(ui, Motion::Down, 1);
            Vec::new()
        }
        (None, 'k') => {
            travel(ui, Motion::Up, 1);
            Vec::new()
        }
        (None, ' ') => {
            travel(ui, Motion::HalfDown, 1);
            Vec::new()
        }
        (None, 'y') => {
            let why = if session.publication().is_old { "it is being looked at again" } else { "a gate is closed" };
            ui.say(format!("it cannot be posted yet: {why}"));
            Vec::new()
        }
        (None, _) => Vec::new(),
    }
}

/// Back without posting: choices that opened gates are taken back with it.
fn leave(ui: &mut Ui) -> Vec<Request> {
    ui.say("nothing is posted");
    vec![tell(Msg::PublishChosen(PublishChoice::Reset))]
}

/// Asks what waits for the person now; its next pull request is opened when the answer comes.
fn next_in_inbox(ui: &mut Ui, session: &Session) -> Vec<Request> {
    if session.publication().receipt().is_none() {
        let (next, inbox) = (ui.key("search-prev"), ui.key("view-inbox"));
        ui.say(format!("{next} opens the next of the inbox once this one is published · {inbox} shows the inbox"));
        return Vec::new();
    }
    ui.noted.talk.awaits_next = true;
    ui.say("asking the host what waits for you next …");
    vec![tell(Msg::InboxWanted)]
}

/// The publication ended: the last note says how.
pub(super) fn ended(ui: &mut Ui, session: &Session) {
    if let Some(note) = session.notes.last() {
        if note.warning { ui.warn(note.text.clone()) } else { ui.say(note.text.clone()) }
    }
    ui.noted.review.top = 0;
    renew(ui, session);
}
