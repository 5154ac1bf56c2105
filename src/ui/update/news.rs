//! The session changed: what streams in never moves what is read.

use crate::{
    core::model::FileIx,
    session::{self, Session, Slot},
    ui::{
        News, Request, Ui, agents,
        question::Question,
        scroll,
        state::{Cursor, Mode, Top},
        walk,
    },
};

use super::{find, inbox, tree, triage};

pub(super) fn arrived(ui: &mut Ui, session: &Session, news: News) -> Vec<Request> {
    let mut requests = match news {
        News::Diff => {
            let requests = grew(ui, session);
            ask(ui, session);
            requests
        }
        News::Mapped => mapped(ui, session),
        News::Logbook => resume(ui, session),
        News::Digest => {
            ui.noted.talk.arrived(session, ui.diff.shown, ui.diff.cursor.slot);
            Vec::new()
        }
        News::Compared => {
            super::since::arrived(ui, session);
            Vec::new()
        }
        News::Answered | News::Said => answered(ui, session),
        News::Gates => {
            super::review::renew(ui, session);
            Vec::new()
        }
        News::Published => {
            super::review::ended(ui, session);
            Vec::new()
        }
        News::Inbox => inbox::told(ui, session),
        News::Viewed(file) => {
            ui.tree.note_viewed(session, &[file]);
            Vec::new()
        }
        News::ViewedTogether => {
            ui.tree.count_viewed(session);
            Vec::new()
        }
        News::Findings => {
            ui.tree.count_cards(session);
            Vec::new()
        }
        News::Pull | News::PullRead | News::Other => Vec::new(),
    };
    stay_in_sight(ui, session);
    requests.extend(super::logbook::renew(ui, session));
    offer_agents(ui, session);
    note_arrivals(ui, session);
    tell_notes(ui, session, news);
    if news == News::Findings {
        ui.triage.stale = true;
        triage::refresh(ui, session);
        // What is no pull request has no gates to wait for.
        super::review::renew(ui, session);
    }
    if let Some(note) = session.notes.iter().rev().find(|note| note.warning)
        && news == News::Logbook
        && ui.message.is_none()
    {
        ui.warn(note.text.clone());
    }
    requests
}

/// Where a card went away from under the cursor, that is on its line.
fn stay_in_sight(ui: &mut Ui, session: &Session) {
    let slot = ui.diff.cursor.slot;
    if ui.diff.cursor.finding().is_some_and(|id| !session.findings.at(slot).contains(id)) {
        ui.diff.cursor = Cursor::on(slot);
    }
}

/// Tier 0 keeps models from being asked: said once, with the keys that have them asked all the same.
fn offer_agents(ui: &mut Ui, session: &Session) {
    if ui.noted.blocked {
        return;
    }
    if let Some((what, tasks)) = session.blocked() {
        ui.noted.blocked = true;
        let many = agents::many(tasks.len());
        let (agents, again) = (ui.key("view-agents"), ui.key("reply"));
        ui.warn(format!("tier 0 blocks: no model was asked · {agents} {again} asks {many} anyway · {what}"));
    }
}

/// More rows may now fill the screen: what is shown must be known, so that later cards do not push it. A search
/// is answered anew when the whole diff is there.
fn grew(ui: &mut Ui, session: &Session) -> Vec<Request> {
    scroll::settle(session, ui);
    if !session.diff.complete {
        return Vec::new();
    }
    let mut requests = find::again(ui);
    requests.push(tree::wish(ui, session));
    requests
}

/// The one question that may stand before a run; not over what a person is doing.
fn ask(ui: &mut Ui, session: &Session) {
    if let Some(words) = session.question()
        && matches!(ui.mode, Mode::Normal)
    {
        let yes = Request::Tell(Box::new(session::Msg::Consented));
        let no = ("leave", vec![Request::Quit]);
        ui.mode = Mode::Ask(Box::new(Question { no, ..Question::new(words, "review it", vec![yes]) }));
    }
}

/// Said while the pull request is asked for again.
pub(super) const ASKING: &str = "asking the host again …";

/// What the session found out about the pull request is said when nothing else is.
fn tell_notes(ui: &mut Ui, session: &Session, news: News) {
    let new = session.notes.get(ui.noted.notes..).unwrap_or(&[]);
    // What was asked for is there: its own line may go.
    let is_free = ui.message.as_ref().is_none_or(|message| message.text.starts_with("asking the host"));
    if let Some(note) = new.last().filter(|_| matches!(news, News::Pull | News::PullRead) && is_free) {
        if note.warning { ui.warn(note.text.clone()) } else { ui.say(note.text.clone()) }
    } else if news == News::PullRead && ui.message.as_ref().is_some_and(|message| message.text == ASKING) {
        ui.say("the host has answered: this is how the pull request stands now");
    }
    // What others tell in their own way is told; what came of a pull request waits for its turn.
    if matches!(news, News::Pull | News::PullRead | News::Answered | News::Said | News::Logbook) {
        ui.noted.notes = session.notes.len();
    }
}

/// Something was told: what the host did, or why not, or what takes its time.
fn answered(ui: &mut Ui, session: &Session) -> Vec<Request> {
    if let Some(note) = session.notes.last() {
        if note.warning { ui.warn(note.text.clone()) } else { ui.say(note.text.clone()) }
    }
    Vec::new()
}

/// Files that are on screen keep standing open when their class says fold.
fn mapped(ui: &mut Ui, session: &Session) -> Vec<Request> {
    let (first, last) = ui.diff.shown;
    let on_screen = (first.file.0..=last.file.0).map(FileIx);
    ui.diff.folds.exempt.extend(on_screen.take(usize::from(ui.size.1)));
    // With the heat of the files.
    vec![tree::wish(ui, session)]
}

/// Goes back to where the person was, unless a key was pressed meanwhile. A pull request whose review is at hand
/// opens at the gate (PRODUCT).
fn resume(ui: &mut Ui, session: &Session) -> Vec<Request> {
    ui.tree.count_viewed(session);
    if ui.noted.touched {
        return Vec::new();
    }
    let mut requests = Vec::new();
    if session.is_reviewed_already() {
        requests.push(super::review::at_the_gate(ui, session));
    }
    let slot = session.resume_place().and_then(|anchor| walk::slot_of_anchor(&session.diff, anchor));
    if let Some(slot) = slot.filter(|slot| *slot != Slot::TOP) {
        ui.diff.cursor = Cursor::on(slot);
        ui.diff.top = Top::of(slot);
        let third = u32::from(ui.size.1) / 3;
        scroll::place_cursor_at(session, ui, third);
        scroll::settle(session, ui);
    }
    requests
}

/// Findings that came to a line on screen show a mark in the gutter; their card waits until the line is off screen
/// or asked for.
fn note_arrivals(ui: &mut Ui, session: &Session) {
    let new = session.findings.arrivals().get(ui.noted.arrivals..).unwrap_or(&[]);
    for id in new {
        let slot = session.findings.slot(id);
        if slot.is_some_and(|slot| ui.diff.shown.0 <= slot && slot <= ui.diff.shown.1) {
            ui.diff.unrevealed.insert(id.clone());
        }
    }
    ui.noted.arrivals = session.findings.arrivals().len();
}
