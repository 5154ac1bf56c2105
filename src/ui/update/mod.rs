//! One message in, requests out. `match` on the message, exhaustive; each arm one function.

mod agents;
mod answer;
mod belongs;
mod beyond;
mod callers;
mod cards;
mod copy;
mod decide;
mod editor;
mod elaborate;
mod find;
mod inbox;
mod logbook;
mod motion;
mod mouse;
mod news;
mod normal;
mod outside;
mod pick;
mod prompt;
mod reading;
mod reason;
mod recast;
mod review;
mod seek;
mod show;
mod since;
mod talk;
mod tree;
mod triage;
mod write;

pub(crate) use prompt::matches as palette_rows;
pub(crate) use reason::{REASONS, REFUTED, again as drop_again, offered, own_reason};
pub(crate) use recast::{KINDS, SEVERITIES};
pub(crate) use seek::has_card_below;
pub(crate) use talk::where_and_who;

use crate::{core::model::Time, session::Session};

use super::{
    Action, Background, Chord, Msg, Painted, Request, Ui,
    actions::Run,
    key::{Code, Key},
    scroll,
    state::{Mode, View},
    theme::{self, Depth, Scheme},
};

/// Takes a fact and says what is asked for. Pure; costs the screen, never the diff. Behind the end (`Request::Quit`,
/// `Request::Go`) no key asks for anything but the end once more, while the logbook is written.
pub fn update(ui: &mut Ui, session: &Session, msg: Msg) -> Vec<Request> {
    let is_left = matches!(ui.mode, Mode::Leave);
    let requests = take(ui, session, msg);
    // News that come late open nothing either.
    if is_left || requests.iter().any(|request| matches!(request, Request::Quit | Request::Go(_))) {
        ui.mode = Mode::Leave;
    }
    if is_left && ui.message.as_ref().is_some_and(|message| !message.warning) {
        // It would offer keys that do nothing any more.
        ui.message = None;
    }
    requests
}

fn take(ui: &mut Ui, session: &Session, msg: Msg) -> Vec<Request> {
    match msg {
        Msg::Key(key, at) => press(ui, session, key, at),
        Msg::Mouse(..) | Msg::Paste(..) if matches!(ui.mode, Mode::Leave) => Vec::new(),
        Msg::Mouse(mouse, at) => {
            let mut requests = mouse::run(ui, session, mouse, at);
            requests.splice(..0, close_guide(ui));
            requests
        }
        Msg::MouseIs(on) => {
            ui.noted.mouse.on = on;
            Vec::new()
        }
        Msg::Paste(text, at) => paste(ui, session, &text, at),
        Msg::Resize(columns, rows) => resize(ui, session, columns, rows),
        Msg::Session(change) => news::arrived(ui, session, change),
        Msg::Tree(revision, built) => tree::came(ui, session, revision, built),
        Msg::Found(revision, hits) => find::answered(ui, session, revision, hits),
        Msg::Terminal(depth, ground) => terminal(ui, depth, ground),
        Msg::Ground(ground) => grounded(ui, ground),
        Msg::Dressed(schemes, choice) => dressed(ui, schemes, choice),
        Msg::Keyed(map) => {
            ui.chord = Chord::by(map);
            Vec::new()
        }
        Msg::Clock(at) => {
            ui.noted.agents.clock = at;
            Vec::new()
        }
        Msg::FirstRun => {
            // Who has pressed a key knows one already.
            ui.noted.guide = !ui.noted.touched && ui.view == View::Diff;
            Vec::new()
        }
        Msg::Painted(revision, painted) => painted_in(ui, revision, painted),
        Msg::Text(file, text) => beyond::came(ui, session, file, text),
        Msg::Callers(name, uses) => callers::came(ui, &name, uses),
        Msg::Source(path, text) => callers::text_came(ui, &path, text),
        Msg::Tinted(file, tile) => {
            ui.diff.folds.tint(file, tile);
            Vec::new()
        }
        Msg::Logbook(told) => logbook::told(ui, session, told),
        Msg::Told(Ok(words)) => {
            ui.say(words);
            Vec::new()
        }
        Msg::Told(Err(words)) => {
            ui.warn(words);
            Vec::new()
        }
        Msg::Edited(edited, at) => outside::came_back(ui, session, edited, at),
        Msg::Failed(failure) => {
            ui.warn(failure.summary);
            Vec::new()
        }
    }
}

/// Closes the keys to begin with; says so when they were open.
fn close_guide(ui: &mut Ui) -> Option<Request> {
    std::mem::take(&mut ui.noted.guide).then_some(Request::GuideSeen)
}

fn press(ui: &mut Ui, session: &Session, key: Key, at: Time) -> Vec<Request> {
    if matches!(ui.mode, Mode::Leave) {
        let map = ui.chord.map();
        let ends = [Run::Back, Run::Quit].iter().any(|run| map.is_single(key, Action::Program(*run)));
        return if ends { vec![Request::Quit] } else { Vec::new() };
    }
    ui.noted.touched = true;
    ui.noted.now = at;
    ui.message = None;
    ui.noted.mouse.tree_moved = false;
    ui.noted.mouse.list_top = None;
    ui.noted.talk.awaits_next = false;
    if let Some(search) = &mut ui.search {
        // The person went on: an answer that comes late does not move them.
        search.jump_from = None;
    }
    let before = ui.view;
    let is_normal = matches!(ui.mode, Mode::Normal);
    let seen = if is_normal { close_guide(ui) } else { None };
    if seen.is_some() && key == Key::plain(Code::Esc) {
        return seen.into_iter().collect();
    }
    let quits = ui.chord.map().is_single(key, Action::Program(Run::Quit));
    // Whatever leaves: letters that answer a question come first.
    let answers = !key.ctrl && matches!(key.code, Code::Char(c) if c.is_lowercase() || matches!(c, 'Y' | 'N'));
    let mut requests = match std::mem::replace(&mut ui.mode, Mode::Normal) {
        Mode::Ask(mut question) if quits && !answers => {
            let mut no = std::mem::take(&mut question.no.1);
            no.extend(normal::leave(ui, session, at));
            no
        }
        Mode::Deliver if quits && !answers => normal::leave(ui, session, at),
        Mode::Help(_) | Mode::Notes(_) | Mode::Evidence(..) | Mode::Read(_) | Mode::Callers(_) if quits => {
            normal::leave(ui, session, at)
        }
        Mode::Normal if ui.view == View::Triage => triage::press(ui, session, key, at),
        Mode::Normal if ui.view == View::Agents => agents::press(ui, session, key, at),
        Mode::Normal if ui.view == View::Review => review::press(ui, session, key, at),
        Mode::Normal if ui.view == View::Inbox => inbox::press(ui, session, key, at),
        Mode::Normal if ui.view == View::Logbook => logbook::press(ui, session, key, at),
        Mode::Filter => triage::press_filter(ui, session, key),
        Mode::Bulk(choice) => triage::press_bulk(ui, choice, key, at),
        Mode::Normal if ui.tree.focus => tree::press(ui, session, key, at),
        Mode::Normal => normal::press(ui, session, key, at),
        Mode::Prompt(ask, field, chosen) => prompt::press(ui, session, (ask, field, chosen), key, at),
        Mode::Drop(finding, field) => reason::press(ui, session, finding, field, key, at),
        Mode::Severity(finding) => recast::press(ui, session, &finding, key, at),
        Mode::Edit(editor) => editor::press(ui, session, editor, key, at),
        page @ (Mode::Help(_) | Mode::Notes(_) | Mode::Evidence(..)) => show::press_page(ui, session, page, key),
        Mode::Read(page) => reading::press(ui, session, page, key, at),
        Mode::Callers(callers) => callers::press(ui, session, callers, key),
        Mode::Ask(question) => answer::press(ui, session, question, key),
        Mode::Deliver => review::press_deliver(ui, session, key),
        Mode::Leave => Vec::new(),
    };
    requests.extend(watching(before, ui.view));
    // Before what the key asks for, which may be the end.
    requests.splice(..0, seen);
    scroll::settle(session, ui);
    requests
}

/// Gates are looked at while somebody sees them.
fn watching(before: View, now: View) -> Option<Request> {
    let is_change = (before == View::Review) != (now == View::Review);
    is_change.then(|| normal::tell(crate::session::Msg::GatesWatched(now == View::Review)))
}

fn paste(ui: &mut Ui, session: &Session, text: &str, at: Time) -> Vec<Request> {
    match &mut ui.mode {
        Mode::Edit(editor) => {
            editor.field.paste(text);
            vec![editor::draft_of(editor, at)]
        }
        Mode::Prompt(_, field, _) => {
            field.paste(&text.replace(['\n', '\r'], " "));
            Vec::new()
        }
        Mode::Drop(finding, Some(field)) => {
            field.paste(text);
            vec![reason::draft(finding, field, at)]
        }
        Mode::Normal
        | Mode::Filter
        | Mode::Bulk(_)
        | Mode::Drop(_, None)
        | Mode::Severity(_)
        | Mode::Help(_)
        | Mode::Read(_)
        | Mode::Callers(_)
        | Mode::Ask(_)
        | Mode::Deliver
        | Mode::Leave
        | Mode::Evidence(..)
        | Mode::Notes(_) => {
            let _ = session;
            ui.warn(format!("pasted text goes into a comment: press {} first", ui.key("comment")));
            Vec::new()
        }
    }
}

fn resize(ui: &mut Ui, session: &Session, columns: u16, rows: u16) -> Vec<Request> {
    scroll::keeping(session, ui, |ui| ui.size = (columns, rows));
    scroll::settle(session, ui);
    Vec::new()
}

fn terminal(ui: &mut Ui, depth: Depth, ground: Background) -> Vec<Request> {
    ui.colour.themes.fit(depth, ground);
    Vec::new()
}

fn grounded(ui: &mut Ui, ground: Background) -> Vec<Request> {
    ui.colour.themes.on(ground);
    Vec::new()
}

/// The person's own themes and choice became known.
fn dressed(ui: &mut Ui, schemes: Vec<Scheme>, choice: Option<theme::Choice>) -> Vec<Request> {
    ui.colour.themes.own(schemes);
    if let Some(choice) = choice {
        ui.colour.themes.wear(choice);
    }
    Vec::new()
}

fn painted_in(ui: &mut Ui, revision: u64, painted: Painted) -> Vec<Request> {
    let paint = &mut ui.colour.paint;
    match painted {
        Painted::Tile(tile) => paint.take(revision, tile),
        Painted::Settled(key) => paint.settle(revision, key),
        Painted::Moved(moved) => paint.take_moved(revision, moved),
    }
    Vec::new()
}
