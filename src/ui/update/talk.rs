//! Acts on the pull request: reply, resolve, refresh, browser, its page. Nothing here writes to the host by one key:
//! a reply is typed, saved and confirmed; resolving is confirmed.

use crate::{
    core::model::{Resolution, ThreadId, Time},
    session::{Msg, Session, Slot, ThreadAct},
    ui::{
        Request, Ui,
        actions::{Queue, Talk},
        link,
        question::Question,
        reading::{Reading, Sheet},
        state::{CardId, Cursor, Mode, View},
    },
};

use super::{editor, motion, normal::tell, triage};

pub(super) fn run(ui: &mut Ui, session: &Session, what: Talk, at: Time) -> Vec<Request> {
    if ui.view == View::Triage && what == Talk::Reply {
        return triage::run(ui, session, Queue::Restore, at);
    }
    let cursor = match (ui.view, &ui.triage.cursor) {
        (View::Triage, Some(id)) => {
            session.findings.slot(id).map_or_else(|| Cursor::on(Slot::TOP), |slot| Cursor::on_finding(slot, id.clone()))
        }
        (View::Diff, _) => ui.diff.cursor.clone(),
        // What the diff's cursor is on is not to be seen.
        _ => Cursor::on(Slot::TOP),
    };
    act(ui, session, what, &cursor, at)
}

/// On what a cursor is on.
pub(super) fn act(ui: &mut Ui, session: &Session, what: Talk, cursor: &Cursor, _at: Time) -> Vec<Request> {
    if session.pull().pull.is_none() {
        ui.say("this is no pull request: there are no threads, no page and nothing to refresh");
        return Vec::new();
    }
    match what {
        Talk::Reply => reply(ui, session, cursor),
        Talk::Resolve => resolve(ui, session, cursor),
        Talk::Refresh => {
            ui.say(super::news::ASKING);
            vec![tell(Msg::Refresh)]
        }
        Talk::Open => open(ui, session, cursor),
        Talk::Page => {
            let sheet = cursor.thread().map_or(Sheet::Pull, |id| Sheet::Thread(cursor.slot, id));
            ui.mode = Mode::Read(Reading::new(sheet));
            Vec::new()
        }
    }
}

/// The thread that a cursor means: its card, else the first open one of its line, else the first.
fn target(ui: &mut Ui, session: &Session, cursor: &Cursor) -> Option<ThreadId> {
    if let Some(card) = &cursor.card {
        return card.thread();
    }
    let threads = ui.noted.talk.of(session, cursor.slot);
    let here = threads.at(cursor.slot);
    let is_open = |id: &&ThreadId| threads.get(**id).is_some_and(|placed| !placed.is_resolved());
    here.iter().find(is_open).or_else(|| here.first()).copied()
}

fn reply(ui: &mut Ui, session: &Session, cursor: &Cursor) -> Vec<Request> {
    let Some(id) = target(ui, session, cursor) else {
        ui.say(format!("no thread here · {} goes to the next card", ui.key("next-card")));
        return Vec::new();
    };
    if session.acting_on(id).is_some() {
        ui.say("the host has not answered the last act on this thread yet");
        return Vec::new();
    }
    motion::to(ui, session, Cursor { slot: cursor.slot, card: Some(CardId::Thread(id)) });
    editor::open_reply(ui, session, cursor.slot, id);
    Vec::new()
}

/// `owner/repo#N as LOGIN`.
pub(crate) fn where_and_who(session: &Session) -> String {
    let name = session.pull().pull.as_deref().map(|pull| pull.name.to_string()).unwrap_or_default();
    let who = session.pull().viewer.as_deref().unwrap_or("the owner of your token");
    format!("{} as {}", crate::core::text::one_line(&name, 80), crate::core::text::one_line(who, 40))
}

/// Asks before closing or opening again; says why when it cannot be done.
fn resolve(ui: &mut Ui, session: &Session, cursor: &Cursor) -> Vec<Request> {
    let Some(id) = target(ui, session, cursor) else {
        ui.say(format!("no thread here · {} goes to the next card", ui.key("next-card")));
        return Vec::new();
    };
    let Some(placed) = ui.noted.talk.of(session, cursor.slot).get(id) else { return Vec::new() };
    let (words, yes, act) = match placed.thread.resolution {
        Resolution::Open => ("Resolve", "resolve", ThreadAct::Resolve(id)),
        Resolution::Resolved => ("Reopen", "reopen", ThreadAct::Reopen(id)),
        Resolution::Unknown => {
            let open = ui.key("open");
            ui.warn(format!(
                "whether this thread is resolved could not be had, so it cannot be resolved here · {open} opens it"
            ));
            return Vec::new();
        }
    };
    if placed.thread.node.is_none() {
        let (again, open) = (ui.key("refresh"), ui.key("open"));
        ui.warn(format!(
            "the host did not give what is needed to resolve this thread · {again} asks again, {open} opens it"
        ));
        return Vec::new();
    }
    if session.acting_on(id).is_some() {
        ui.say("the host has not answered the last act on this thread yet");
        return Vec::new();
    }
    let first = placed.thread.remarks.first();
    let detail = first.map_or(String::new(), |first| {
        let words = placed.words.first().map(|words| crate::ui::prose::gist(words, 200)).unwrap_or_default();
        format!("{}: {words}", first.author.login)
    });
    let words = format!("{words} this thread on {} now?", where_and_who(session));
    let question = Question { detail, ..Question::new(words, yes, vec![tell(Msg::ThreadActed(act))]) };
    ui.mode = Mode::Ask(Box::new(question));
    Vec::new()
}

fn open(ui: &mut Ui, session: &Session, cursor: &Cursor) -> Vec<Request> {
    match link::under(session, ui, cursor) {
        Some((address, what)) => {
            ui.say(format!("opening {what} in the browser"));
            vec![Request::Open(address)]
        }
        None => {
            ui.warn("the host's address of this pull request is not one that can be opened");
            Vec::new()
        }
    }
}
