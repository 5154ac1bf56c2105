//! Keys in the queue of findings.

use crate::{
    core::{
        gate::Stance,
        model::{FindingId, Severity, Time},
    },
    session::{Choice, Msg, Session},
    ui::{
        Action, Request, Step, Ui,
        actions::{Motion, Queue, Seek, Show},
        card,
        key::{Code, Key},
        layout,
        state::{CardId, Cursor, Mode, View},
        triage::{Filter, Sort, renew},
    },
};

use super::{motion, normal};

pub(super) fn press(ui: &mut Ui, session: &Session, key: Key, at: Time) -> Vec<Request> {
    refresh(ui, session);
    // Within a sequence these two keys mean what it says.
    if !key.ctrl && !ui.chord.has_begun() && matches!(key.code, Code::Enter | Code::Char(' ')) {
        ui.chord.forget();
        if key.code == Code::Enter {
            show_in_diff(ui, session);
        } else {
            mark(ui);
            step(ui, 1);
        }
        return Vec::new();
    }
    let requests = match ui.chord.press(key) {
        Step::Run(Action::Seek(Seek::NextUndecided | Seek::NextCard), count) => {
            next_undecided(ui, session, true, count.unwrap_or(1))
        }
        Step::Run(Action::Seek(Seek::PrevUndecided | Seek::PrevCard), count) => {
            next_undecided(ui, session, false, count.unwrap_or(1))
        }
        Step::Run(action, count) => normal::run(ui, session, action, count, at),
        Step::Pending => Vec::new(),
        Step::Unbound => {
            ui.say(normal::unbound(ui, key));
            Vec::new()
        }
    };
    refresh(ui, session);
    requests
}

/// Actions of the queue, from a key or the palette.
pub(super) fn run(ui: &mut Ui, session: &Session, what: Queue, at: Time) -> Vec<Request> {
    match what {
        Queue::Drawer => drawer(ui, session),
        Queue::Restore => return restore(ui, session, at),
        Queue::Undecided => {
            ui.triage.filter = Filter::Undecided;
            ui.triage.top = 0;
            open(ui, session);
        }
        Queue::Filter => {
            open(ui, session);
            ui.mode = Mode::Filter;
        }
        Queue::MarkAll => {
            open(ui, session);
            let shown: Vec<FindingId> = ui.triage.shown().cloned().collect();
            let (accept, drop, mark) = (ui.key("accept"), ui.key("drop"), ui.key("mark-all"));
            let marked = shown.len();
            ui.say(format!(
                "{marked} marked · {accept} accepts, {drop} drops them together · {mark} again takes the marks away"
            ));
            match shown.iter().all(|id| ui.triage.marks.contains(id)) {
                true => ui.triage.marks.clear(),
                false => ui.triage.marks.extend(shown),
            }
        }
        Queue::Sort => {
            ui.triage.sort = if ui.triage.sort == Sort::Priority { Sort::Place } else { Sort::Priority };
            ui.triage.stale = true;
            refresh(ui, session);
        }
    }
    Vec::new()
}

/// Works the lines out when they are out of date, and keeps the cursor on screen.
pub(super) fn refresh(ui: &mut Ui, session: &Session) {
    if ui.view != View::Triage {
        return;
    }
    if ui.triage.stale {
        renew(&mut ui.triage, session);
    }
    let height = usize::from(layout::queue(ui).height.saturating_sub(1)).max(1);
    let at = ui.triage.position().unwrap_or(0);
    ui.triage.top = ui.triage.top.clamp((at + 1).saturating_sub(height), at);
}

/// Shows the queue, with the cursor on the finding that the diff's cursor is on.
pub(super) fn open(ui: &mut Ui, session: &Session) {
    if ui.view != View::Triage {
        ui.view = View::Triage;
        if let Some(id) = ui.diff.cursor.finding() {
            ui.triage.cursor = Some(id.clone());
        }
    }
    ui.triage.stale = true;
    refresh(ui, session);
}

fn drawer(ui: &mut Ui, session: &Session) {
    let in_drawer = ui.view == View::Triage && ui.triage.filter == Filter::Drawer;
    ui.triage.marks.clear();
    if in_drawer {
        // Back to the view it was opened from, where its cursor is as it was.
        let (view, filter, cursor) = ui.triage.before_drawer.take().unwrap_or((View::Triage, Filter::All, None));
        ui.triage.filter = filter;
        ui.triage.cursor = cursor.or(ui.triage.cursor.take());
        ui.triage.stale = true;
        ui.view = view;
        return refresh(ui, session);
    }
    ui.triage.before_drawer = Some((ui.view, ui.triage.filter, ui.triage.cursor.clone()));
    ui.triage.filter = Filter::Drawer;
    open(ui, session);
    if ui.triage.entries.is_empty() {
        ui.say(format!("nothing is held back · {} goes back", ui.key("drawer")));
    }
}

fn restore(ui: &mut Ui, session: &Session, at: Time) -> Vec<Request> {
    let held = ui.triage.cursor.clone().filter(|id| ui.view == View::Triage && session.findings.held(id).is_some());
    let Some(id) = held else {
        ui.say(format!("nothing held back here · {} shows what is", ui.key("drawer")));
        return Vec::new();
    };
    ui.say(format!("restored {id} · {} undoes", ui.key("undo")));
    ui.triage.stale = true;
    vec![normal::tell(Msg::Chosen(id, Choice::Restore, at))]
}

pub(super) fn show_in_diff(ui: &mut Ui, session: &Session) {
    let Some(id) = ui.triage.cursor.clone() else { return };
    let Some(slot) = session.findings.slot(&id) else { return };
    ui.view = View::Diff;
    ui.diff.unrevealed.remove(&id);
    let card = session.findings.is_card(&id).then_some(CardId::Finding(id));
    motion::to(ui, session, Cursor { slot, card });
}

fn mark(ui: &mut Ui) {
    if let Some(id) = ui.triage.cursor.clone()
        && !ui.triage.marks.remove(&id)
    {
        ui.triage.marks.insert(id);
    }
}

pub(super) fn travel(ui: &mut Ui, way: Motion, times: i64) {
    let page = i64::from(layout::queue(ui).height.max(2)) - 1;
    let all = ui.triage.entries.len() as i64;
    match way {
        Motion::Down => step(ui, times),
        Motion::Up => step(ui, -times),
        Motion::HalfDown => step(ui, page / 2 * times),
        Motion::HalfUp => step(ui, -page / 2 * times),
        Motion::PageDown => step(ui, page * times),
        Motion::PageUp => step(ui, -page * times),
        Motion::First => step(ui, -all),
        Motion::Last => step(ui, all),
        Motion::Center
        | Motion::ToTop
        | Motion::ToBottom
        | Motion::ScrollLeft
        | Motion::ScrollRight
        | Motion::PageLeft
        | Motion::PageRight
        | Motion::LineStart
        | Motion::LineEnd => {}
    }
}

/// Moves over findings, skipping headings.
fn step(ui: &mut Ui, by: i64) {
    let here = ui.triage.nth().unwrap_or(0);
    let last = ui.triage.shown_len().saturating_sub(1) as i64;
    let there = (here as i64 + by).clamp(0, last);
    ui.triage.cursor = usize::try_from(there).ok().and_then(|at| ui.triage.at(at)).cloned();
}

/// To the next undecided line, round the end; so many times.
fn next_undecided(ui: &mut Ui, session: &Session, forward: bool, times: u32) -> Vec<Request> {
    // Round the end once is enough to come to any of them.
    let most = u32::try_from(ui.triage.entries.len()).unwrap_or(u32::MAX).max(1);
    for _ in 0..times.min(most) {
        match after(ui, session, forward, None) {
            Some(id) => ui.triage.cursor = Some(id),
            None => {
                ui.say("nothing is undecided");
                break;
            }
        }
    }
    Vec::new()
}

/// The next undecided finding of the queue, other than one that is being decided.
fn after(ui: &Ui, session: &Session, forward: bool, except: Option<&FindingId>) -> Option<FindingId> {
    let shown: Vec<&FindingId> = ui.triage.shown().collect();
    let here = ui.triage.nth().unwrap_or(0);
    let (before, behind) = shown.split_at(here.min(shown.len()));
    let open = |id: &&&FindingId| Some(**id) != except && *session.gate.stance(id) == Stance::Undecided;
    let found = match forward {
        true => behind.iter().skip(1).chain(before).find(open),
        false => before.iter().rev().chain(behind.iter().skip(1).rev()).find(open),
    };
    found.map(|id| (*id).clone())
}

/// Says a decision in the queue and goes on: where it stands in the drawer, to the next undecided elsewhere.
pub(super) fn decided(ui: &mut Ui, session: &Session, id: &FindingId) {
    ui.triage.stale = true;
    if let Some(next) = after(ui, session, true, Some(id)).filter(|_| session.manner().advance) {
        ui.triage.cursor = Some(next);
    }
}

/// A bulk act on the marked findings: asks first, with the count.
pub(super) fn bulk(ui: &mut Ui, choice: Choice) -> bool {
    if ui.view != View::Triage || ui.triage.marks.is_empty() {
        return false;
    }
    ui.mode = Mode::Bulk(choice);
    true
}

/// y or Enter carries the bulk act out; anything else leaves it.
pub(super) fn press_bulk(ui: &mut Ui, choice: Choice, key: Key, at: Time) -> Vec<Request> {
    if !matches!(key.code, Code::Char('y') | Code::Enter) || key.ctrl {
        ui.say("nothing changed");
        return Vec::new();
    }
    let ids: Vec<FindingId> = std::mem::take(&mut ui.triage.marks).into_iter().collect();
    let word = if choice == Choice::Accept { "accepted" } else { "dropped" };
    ui.say(format!("{word} {} findings · {} undoes all of them", ids.len(), ui.key("undo")));
    ui.triage.stale = true;
    vec![normal::tell(Msg::ChosenTogether(ids, choice, at))]
}

/// A letter chooses the filter.
pub(super) fn press_filter(ui: &mut Ui, session: &Session, key: Key) -> Vec<Request> {
    let here = ui.triage.cursor.as_ref().and_then(|id| session.findings.get(id));
    let filter = match key.code {
        Code::Char('u') => Some(Filter::Undecided),
        Code::Char('a') => Some(Filter::Accepted),
        Code::Char('d') => Some(Filter::Dropped),
        Code::Char('x') => Some(Filter::Drawer),
        Code::Char('s') => {
            Some(Filter::Severity(here.map_or(Severity::Critical, |f| card::shown_severity(session, f))))
        }
        Code::Char('l') => here.map(|finding| Filter::Lens(finding.lens)),
        Code::Char('p') => {
            here.and_then(|finding| session.findings.slot(&finding.id)).map(|slot| Filter::File(slot.file))
        }
        Code::Esc => None,
        _ => Some(Filter::All),
    };
    if let Some(filter) = filter {
        ui.triage.filter = filter;
        ui.triage.top = 0;
        ui.triage.stale = true;
        refresh(ui, session);
        let count = ui.triage.shown_len();
        ui.say(format!("{}: {count}", filter.words(session)));
    }
    Vec::new()
}

/// To a view by name, or to the next or previous one: diff, queue, agents, review, logbook.
pub(super) fn switch(ui: &mut Ui, session: &Session, what: Show) -> Vec<Request> {
    let to = match (what, ui.view) {
        (Show::Triage, _) | (Show::NextView, View::Diff) | (Show::PrevView, View::Agents) => View::Triage,
        (Show::PrevView, View::Review) => View::Agents,
        (Show::Agents, _) | (Show::NextView, View::Triage) => View::Agents,
        (Show::Review, _) | (Show::NextView, View::Agents) | (Show::PrevView, View::Logbook) => View::Review,
        (Show::NextView, View::Review) | (Show::PrevView, View::Diff) => View::Logbook,
        _ => View::Diff,
    };
    match to {
        View::Diff | View::Inbox => ui.view = View::Diff,
        View::Agents => super::agents::open(ui, session),
        View::Review => super::review::open(ui, session),
        View::Logbook => return super::logbook::open(ui, session),
        View::Triage => {
            if ui.triage.filter == Filter::Drawer {
                ui.triage.filter = Filter::All;
            }
            open(ui, session);
        }
    }
    Vec::new()
}
