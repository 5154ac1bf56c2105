//! Keys of the Agents view: a list, its task's text, cancel and rerun. A rerun asks first and says what it may cost.

use crate::{
    core::model::{Pass, Task, TaskId, TaskState, Time},
    session::{Msg, Session},
    ui::{
        Action, Request, Step, Ui,
        actions::{Motion, Queue, Talk, Verdict},
        agents,
        key::Key,
        layout,
        question::Question,
        state::{Mode, View},
    },
};

use super::{
    belongs,
    normal::{self, tell},
};

/// Shows the view.
pub(super) fn open(ui: &mut Ui, session: &Session) {
    ui.view = View::Agents;
    ui.noted.agents.back = 0;
    // What is looked at stays under the cursor, whatever comes.
    let here = agents::place(session, &ui.noted.agents);
    agents::go(session, &mut ui.noted.agents, here);
}

pub(super) fn press(ui: &mut Ui, session: &Session, key: Key, at: Time) -> Vec<Request> {
    match ui.chord.press(key) {
        Step::Run(Action::Move(way), count) => {
            travel(ui, session, way, count.unwrap_or(1) as usize);
            Vec::new()
        }
        Step::Run(Action::Queue(Queue::Drawer), _) => cancel(ui, session),
        Step::Run(Action::Talk(Talk::Reply), _) => rerun(ui, session),
        Step::Run(Action::Decide(Verdict::Viewed), _) => {
            mark(ui, session);
            Vec::new()
        }
        Step::Run(Action::Queue(Queue::MarkAll), _) => {
            mark_all(ui, session);
            Vec::new()
        }
        Step::Run(action @ Action::Talk(Talk::Refresh), count) => normal::run(ui, session, action, count, at),
        Step::Run(action, count) if belongs::in_any_view(action) => normal::run(ui, session, action, count, at),
        Step::Run(..) => {
            let (cancel, again, diff) = (ui.key("drawer"), ui.key("reply"), ui.key("view-diff"));
            ui.say(format!(
                "not among the agents · {cancel} cancels a task, {again} runs it again, {diff} goes back to the diff"
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
    let last = session.tasks.len().saturating_sub(1);
    let page = usize::from(layout::areas(ui).body.height.max(6)) / 2 - 1;
    let state = &mut ui.noted.agents;
    let here = agents::place(session, state);
    let mut there = here;
    match way {
        Motion::Down => there = (here + times).min(last),
        Motion::Up => there = here.saturating_sub(times),
        Motion::First => there = 0,
        Motion::Last => there = last,
        // Pages are those of its text, from the end backwards.
        Motion::HalfUp => state.back = state.back.saturating_add(page / 2 * times),
        Motion::PageUp => state.back = state.back.saturating_add(page * times),
        Motion::HalfDown => state.back = state.back.saturating_sub(page / 2 * times),
        Motion::PageDown => state.back = state.back.saturating_sub(page * times),
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
    if there != here {
        agents::go(session, state, there);
        state.back = 0;
    }
}

/// Marks the task under the cursor, or takes the mark away, and goes on.
fn mark(ui: &mut Ui, session: &Session) {
    let Some((task, _)) = agents::chosen(session, &ui.noted.agents) else { return };
    let marks = &mut ui.noted.agents.marks;
    if !marks.remove(&task.id) {
        marks.insert(task.id.clone());
    }
    travel(ui, session, Motion::Down, 1);
}

/// Marks every agent that can run again; when all of them are, takes the marks away.
fn mark_all(ui: &mut Ui, session: &Session) {
    let all: Vec<TaskId> = session
        .tasks
        .iter()
        .filter(|(task, state)| agents::runs_again(session, task, state).is_ok() && !task.is_elaboration())
        .map(|(task, _)| task.id.clone())
        .collect();
    let marks = &mut ui.noted.agents.marks;
    match all.iter().all(|id| marks.contains(id)) {
        true => marks.clear(),
        false => marks.extend(all),
    }
    let (count, again) = (marks.len(), ui.key("reply"));
    ui.say(format!("{} marked · {again} runs them again", agents::many(count)));
}

/// The marked tasks, else the one under the cursor.
fn meant<'s>(ui: &Ui, session: &'s Session) -> Vec<&'s (Task, TaskState)> {
    let marks = &ui.noted.agents.marks;
    let marked: Vec<_> = session.tasks.iter().filter(|(task, _)| marks.contains(&task.id)).collect();
    if marked.is_empty() { agents::chosen(session, &ui.noted.agents).into_iter().collect() } else { marked }
}

/// Stops the marked tasks, else the one under the cursor.
fn cancel(ui: &mut Ui, session: &Session) -> Vec<Request> {
    let meant = meant(ui, session);
    let is_open = |state: &TaskState| matches!(state, TaskState::Queued | TaskState::Running);
    let open: Vec<TaskId> = meant.iter().filter(|(_, state)| is_open(state)).map(|(task, _)| task.id.clone()).collect();
    match (&open[..], &meant[..]) {
        ([], []) => return Vec::new(),
        ([], [(task, _)]) => ui.say(format!("{} has ended", task.id)),
        ([], _) => ui.say("all of them have ended"),
        ([id], _) => ui.say(format!("stopping {id} …")),
        (many, _) => ui.say(format!("stopping {} …", agents::many(many.len()))),
    }
    ui.noted.agents.marks.clear();
    open.into_iter().map(|id| tell(Msg::StopTask(id))).collect()
}

/// The palette's way to [`rerun`], and to all of them.
pub(super) fn rerun_by_name(ui: &mut Ui, session: &Session, is_all: bool) -> Vec<Request> {
    open(ui, session);
    if is_all {
        ui.noted.agents.marks.clear();
        mark_all(ui, session);
    }
    rerun(ui, session)
}

/// Asks whether the marked tasks, or the one under the cursor, are to run again, or all of those that tier 0 kept from
/// running.
fn rerun(ui: &mut Ui, session: &Session) -> Vec<Request> {
    let meant = meant(ui, session);
    if let Some((what, tasks)) = session.blocked()
        && meant.iter().all(|(task, state)| !matches!(task.pass, Pass::Agent(_)) || !agents::has_run(state))
    {
        let words = format!(
            "Tier 0 blocks this: {what}. Ask {} anyway? The change is sent, with secrets masked.",
            agents::many(tasks.len())
        );
        ui.mode = Mode::Ask(Box::new(Question::new(words, "ask them", vec![tell(Msg::RunAgain(tasks))])));
        return Vec::new();
    }
    let ready: Vec<&Task> = meant
        .iter()
        .filter(|(task, state)| agents::runs_again(session, task, state).is_ok())
        .map(|(task, _)| task)
        .collect();
    let why_not = meant.first().and_then(|(task, state)| agents::runs_again(session, task, state).err());
    if ready.is_empty() {
        let stop = if why_not == Some("it has not ended") {
            format!("; {} stops it", ui.key("drawer"))
        } else {
            String::new()
        };
        ui.say(format!("{}{stop}", why_not.unwrap_or("there is no agent to run again")));
        return Vec::new();
    }
    let ids: Vec<TaskId> = ready.iter().map(|task| task.id.clone()).collect();
    let cost = agents::again_words(session.again_estimate(&ids));
    let cost = if cost.is_empty() { String::new() } else { format!(" That takes {cost}.") };
    let left = meant.len() - ready.len();
    let left = if left > 0 { format!(" {left} of the marked cannot.") } else { String::new() };
    let (what, yes) = match &ready[..] {
        [task] => (agents::name(session, task), "run it again"),
        many => {
            let names: Vec<String> = many.iter().map(|task| agents::name(session, task)).collect();
            (format!("{} ({})", agents::many(many.len()), names.join(", ")), "run them again")
        }
    };
    let words = format!("Run {what} again?{cost}{left} What was said stays, and all others are kept.");
    ui.noted.agents.marks.clear();
    ui.mode = Mode::Ask(Box::new(Question::new(words, yes, vec![tell(Msg::RunAgain(ids))])));
    Vec::new()
}
