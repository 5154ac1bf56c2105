//! Keys of the Logbook view: pages side by side, each a list or a text; nothing here changes what is recorded. And what
//! came of the logbooks.

use crate::{
    core::model::{RunId, Time},
    session::{Phase, Session},
    ui::{
        Action, Request, Step, Ui,
        actions::{Motion, Show, Talk, Verdict},
        key::Key,
        layout,
        logbook::{self, LogTold, LogWish, LogbookState, Page, Stand},
        state::{CardId, Cursor, View},
    },
};

use super::{belongs, motion, normal};

/// Shows the view, and asks for what is recorded by now.
pub(super) fn open(ui: &mut Ui, session: &Session) -> Vec<Request> {
    ui.view = View::Logbook;
    ask_for_runs(ui, session)
}

/// A page by name, for the present run.
pub(super) fn turn_to(ui: &mut Ui, session: &Session, what: Show) -> Vec<Request> {
    let mut requests = open(ui, session);
    if let Some(nth) = session.run().and_then(|run| ui.noted.logbook.place_of(&run.id)) {
        ui.noted.logbook.page = Page::Runs;
        ui.noted.logbook.go(nth);
    }
    let page = match what {
        Show::CompareRuns => Page::Compare,
        Show::Scores => Page::Scores,
        _ => Page::Acts,
    };
    if page == Page::Compare {
        // Another pair may be there from before.
        ui.noted.logbook.compared.got = None;
    }
    requests.extend(turn(ui, session, page));
    requests
}

fn ask_for_runs(ui: &mut Ui, session: &Session) -> Vec<Request> {
    let state = &mut ui.noted.logbook;
    let Some(path) = session.log.path.clone().filter(|_| !state.book.is_asked) else { return Vec::new() };
    state.book.is_asked = true;
    state.stand = stand(session);
    vec![Request::Logbook(LogWish::Book(path))]
}

fn stand(session: &Session) -> Stand {
    let receipts = session.publication().receipts.len();
    // Its end is read when all of it is on disk.
    let is_over = matches!(session.phase, Phase::Done(_)) && session.log.unsaved() == 0;
    (session.gate.decisions().len(), receipts, is_over)
}

/// The session changed: what is shown is read again when something was written that it shows.
pub(super) fn renew(ui: &mut Ui, session: &Session) -> Vec<Request> {
    let is_behind = ui.view == View::Logbook && session.log.unsaved_work() == 0;
    let asked = ui.noted.logbook.book.got.is_some() || session.log.path.is_some();
    match is_behind && asked && ui.noted.logbook.stand != stand(session) {
        true => ask_for_runs(ui, session),
        false => Vec::new(),
    }
}

/// Something came.
pub(super) fn told(ui: &mut Ui, session: &Session, told: LogTold) -> Vec<Request> {
    let state = &mut ui.noted.logbook;
    match told {
        LogTold::Book(book) => {
            let is_first = state.book.here().is_none();
            let here = state.chosen().map(|run| run.facts.id.clone());
            let was_last = state.chosen().is_none_or(|run| state.step + 1 >= run.steps.len());
            state.book.take(book);
            let present = session.run().map(|run| run.id.clone()).filter(|_| is_first);
            // The cursor stays on its run, and at the end of its acts when it was there.
            state.run = present.or(here).and_then(|run| state.place_of(&run)).unwrap_or(0);
            let last = state.chosen().map_or(0, |run| run.steps.len().saturating_sub(1));
            state.step = if was_last || is_first { last } else { state.step.min(last) };
            if state.page == Page::Compare && state.compared.got.is_none() {
                return compare_with_before(ui, session);
            }
            renew(ui, session)
        }
        LogTold::Compared(found) => {
            state.compared.take(found);
            state.line = 0;
            Vec::new()
        }
        LogTold::Scores(scores) => {
            state.scores.take(scores);
            Vec::new()
        }
    }
}

/// `q` on another page goes back to the runs. False: there is nothing to go back to here.
pub(super) fn back(ui: &mut Ui) -> bool {
    let is_deeper = ui.view == View::Logbook && ui.noted.logbook.page != Page::Runs;
    if is_deeper {
        ui.noted.logbook.page = Page::Runs;
    }
    is_deeper
}

pub(super) fn press(ui: &mut Ui, session: &Session, key: Key, at: Time) -> Vec<Request> {
    match ui.chord.press(key) {
        Step::Run(action, count) => run(ui, session, (action, count), at),
        Step::Pending => Vec::new(),
        Step::Unbound => {
            ui.say(normal::unbound(ui, key));
            Vec::new()
        }
    }
}

fn run(ui: &mut Ui, session: &Session, (action, count): (Action, Option<u32>), at: Time) -> Vec<Request> {
    match action {
        Action::Move(way) => {
            travel(ui, way, usize::try_from(count.unwrap_or(1)).unwrap_or(1));
            Vec::new()
        }
        Action::Show(Show::FocusTree | Show::FocusDiff) => {
            let page = ui.noted.logbook.page.beside(action == Action::Show(Show::FocusDiff));
            page.map_or_else(Vec::new, |page| turn(ui, session, page))
        }
        Action::Show(Show::Fold) => enter(ui, session),
        Action::Show(Show::Since) => compare_with_before(ui, session),
        Action::Decide(Verdict::Viewed) => mark(ui, session),
        Action::Talk(Talk::Open) => open_posted(ui, session),
        Action::Talk(Talk::Refresh) => again(ui, session),
        Action::Talk(Talk::Page) | Action::Queue(_) => normal::run(ui, session, action, count, at),
        _ if belongs::in_any_view(action) => normal::run(ui, session, action, count, at),
        Action::Show(_)
        | Action::Decide(_)
        | Action::Write(_)
        | Action::Talk(_)
        | Action::Seek(_)
        | Action::Program(_) => {
            let (pages, mark, back) = (pages(ui), ui.key("viewed"), ui.key("view-diff"));
            ui.say(format!(
                "not in the logbook · {pages} turn pages, {mark} marks a run to compare, {back} is the diff"
            ));
            Vec::new()
        }
    }
}

fn pages(ui: &Ui) -> String {
    format!("{} {}", ui.key("focus-tree"), ui.key("focus-diff"))
}

pub(super) fn travel(ui: &mut Ui, way: Motion, times: usize) {
    let page = usize::from(layout::whole(ui).height.max(4)) / 2 - 1;
    let state = &mut ui.noted.logbook;
    let (here, count) = match state.page {
        Page::Scores => (state.top, state.scores.here().map_or(0, |rows| rows.len())),
        Page::Runs | Page::Acts | Page::Compare => state.list(),
    };
    let there = match way {
        Motion::Down => here.saturating_add(times),
        Motion::Up => here.saturating_sub(times),
        Motion::HalfDown => here.saturating_add((page / 2).max(1).saturating_mul(times)),
        Motion::HalfUp => here.saturating_sub((page / 2).max(1).saturating_mul(times)),
        Motion::PageDown => here.saturating_add(page.saturating_mul(times)),
        Motion::PageUp => here.saturating_sub(page.saturating_mul(times)),
        Motion::First => 0,
        Motion::Last => count,
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
    state.go(there.min(count.saturating_sub(1)));
}

/// Shows a page, and asks for what it lacks.
fn turn(ui: &mut Ui, session: &Session, page: Page) -> Vec<Request> {
    ui.noted.logbook.page = page;
    let state = &mut ui.noted.logbook;
    match page {
        Page::Compare if state.compared.got.is_none() && !state.compared.is_asked => compare_with_before(ui, session),
        Page::Scores if state.scores.got.is_none() && !state.scores.is_asked => {
            state.scores.is_asked = true;
            vec![Request::Logbook(LogWish::Scores(session.log.path.clone()))]
        }
        Page::Runs | Page::Acts | Page::Compare | Page::Scores => Vec::new(),
    }
}

/// Everything anew.
fn again(ui: &mut Ui, session: &Session) -> Vec<Request> {
    ui.say("reading the logbook again …");
    let mut requests = ask_for_runs(ui, session);
    if ui.noted.logbook.page == Page::Scores && !ui.noted.logbook.scores.is_asked {
        ui.noted.logbook.scores.is_asked = true;
        requests.push(Request::Logbook(LogWish::Scores(session.log.path.clone())));
    }
    requests
}

/// Enter: from a run to its acts, from an act of the present run to its finding.
pub(super) fn enter(ui: &mut Ui, session: &Session) -> Vec<Request> {
    let state = &mut ui.noted.logbook;
    match state.page {
        Page::Runs if state.chosen().is_some_and(|run| !run.steps.is_empty()) => state.page = Page::Acts,
        Page::Runs => ui.say("nothing was decided in this run"),
        Page::Acts => to_finding(ui, session),
        Page::Compare | Page::Scores => {}
    }
    Vec::new()
}

fn to_finding(ui: &mut Ui, session: &Session) {
    let state = &ui.noted.logbook;
    let Some(run) = state.chosen().filter(|run| session.run().is_some_and(|now| now.id == run.facts.id)) else {
        return ui.say("that was another run: its findings are not in this diff");
    };
    let Some(id) = run.steps.get(state.step).map(|step| step.decision.finding.clone()) else { return };
    match session.findings.slot(&id) {
        Some(slot) => {
            ui.view = View::Diff;
            let card = session.findings.is_card(&id).then_some(CardId::Finding(id));
            motion::to(ui, session, Cursor { slot, card });
        }
        None => ui.say(format!("{id} is no longer in the diff")),
    }
}

/// Marks the run under the cursor; the second one marked is compared with the first.
fn mark(ui: &mut Ui, session: &Session) -> Vec<Request> {
    let state = &mut ui.noted.logbook;
    let Some(run) = state.chosen().filter(|_| state.page == Page::Runs).map(|run| run.facts.id.clone()) else {
        ui.say("runs are marked in the list of runs");
        return Vec::new();
    };
    match state.marked.take() {
        None => {
            state.marked = Some(run);
            let mark = ui.key("viewed");
            ui.say(format!("marked · {mark} on another run compares the two, here takes the mark away"));
            Vec::new()
        }
        Some(first) if first == run => {
            ui.say("not marked any more");
            Vec::new()
        }
        Some(first) => compare(ui, session, first, run),
    }
}

/// The run under the cursor and the one before it.
fn compare_with_before(ui: &mut Ui, session: &Session) -> Vec<Request> {
    let state = &ui.noted.logbook;
    let (now, then) = (state.chosen(), state.nth(state.run + 1));
    match (now.map(|run| run.facts.id.clone()), then.map(|run| run.facts.id.clone())) {
        (Some(now), Some(then)) => compare(ui, session, then, now),
        (Some(_), None) => {
            ui.say("there is no run before this one to compare it with");
            Vec::new()
        }
        (None, _) => Vec::new(),
    }
}

/// The older of the two comes first.
fn compare(ui: &mut Ui, session: &Session, one: RunId, other: RunId) -> Vec<Request> {
    let state: &mut LogbookState = &mut ui.noted.logbook;
    let Some(path) = session.log.path.clone().filter(|_| !state.compared.is_asked) else { return Vec::new() };
    let is_older = state.place_of(&one) > state.place_of(&other);
    let (before, after) = if is_older { (one, other) } else { (other, one) };
    state.page = Page::Compare;
    state.compared.is_asked = true;
    vec![Request::Logbook(LogWish::Compare(path, before, after))]
}

/// The last review that was posted of the run under the cursor, in the browser.
fn open_posted(ui: &mut Ui, session: &Session) -> Vec<Request> {
    match logbook::posted_address(session, ui) {
        Some(address) => vec![Request::Open(address)],
        None => {
            ui.say("nothing of this run was posted that could be opened");
            Vec::new()
        }
    }
}
