//! Keys of the Agents view: a list, its task's text, cancel and rerun. A rerun asks first and says what it may cost.

use crate::{
    core::model::{Pass, TaskState, Time},
    session::{Msg, Session},
    ui::{
        Action, Request, Step, Ui,
        actions::{Motion, Queue, Talk},
        agents,
        key::Key,
        layout,
        question::Question,
        state::{Mode, View},
    },
};

use super::normal::{self, tell};

/// Shows the view.
pub(super) fn open(ui: &mut Ui) {
    ui.view = View::Agents;
    ui.noted.agents.back = 0;
}

pub(super) fn press(ui: &mut Ui, session: &Session, key: Key, at: Time) -> Vec<Request> {
    match ui.chord.press(key) {
        Step::Run(Action::Move(way), count) => {
            travel(ui, session, way, count.unwrap_or(1) as usize);
            Vec::new()
        }
        Step::Run(Action::Queue(Queue::Drawer), _) => cancel(ui, session),
        Step::Run(Action::Talk(Talk::Reply), _) => rerun(ui, session),
        Step::Run(action @ (Action::Show(_) | Action::Program(_)), count) => {
            normal::run(ui, session, action, count, at)
        }
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

fn travel(ui: &mut Ui, session: &Session, way: Motion, times: usize) {
    let last = session.tasks.len().saturating_sub(1);
    let page = usize::from(layout::areas(ui).body.height.max(6)) / 2 - 1;
    let state = &mut ui.noted.agents;
    let here = state.cursor.min(last);
    match way {
        Motion::Down => state.cursor = (here + times).min(last),
        Motion::Up => state.cursor = here.saturating_sub(times),
        Motion::First => state.cursor = 0,
        Motion::Last => state.cursor = last,
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
    if state.cursor != here {
        state.back = 0;
    }
}

/// Stops the task under the cursor.
fn cancel(ui: &mut Ui, session: &Session) -> Vec<Request> {
    match agents::chosen(session, ui.noted.agents) {
        Some((task, TaskState::Queued | TaskState::Running)) => {
            ui.say(format!("stopping {} \u{2026}", task.id));
            vec![tell(Msg::StopTask(task.id.clone()))]
        }
        Some((task, TaskState::Ended(_))) => {
            ui.say(format!("{} has ended", task.id));
            Vec::new()
        }
        None => Vec::new(),
    }
}

/// Asks whether the task under the cursor is to run again, or all of those that tier 0 kept from running.
fn rerun(ui: &mut Ui, session: &Session) -> Vec<Request> {
    if let Some((what, tasks)) = session.blocked()
        && agents::chosen(session, ui.noted.agents).is_none_or(|(_, state)| !agents::has_run(state))
    {
        let words = format!(
            "Tier 0 blocks this: {what}. Ask {} anyway? The change is sent, with secrets masked.",
            agents::many(tasks.len())
        );
        ui.mode = Mode::Ask(Box::new(Question::new(words, "ask them", vec![tell(Msg::RunAgain(tasks))])));
        return Vec::new();
    }
    let Some((task, state)) = agents::chosen(session, ui.noted.agents) else { return Vec::new() };
    let why_not = match (&task.pass, state, agents::planned(session, task).and_then(|planned| planned.who.as_ref())) {
        (Pass::Agent(_), TaskState::Ended(_), Some(_)) => None,
        (Pass::Agent(_), TaskState::Ended(_), None) => {
            Some("nobody answers it: [tiers] in your settings names a model".to_owned())
        }
        (Pass::Agent(_), TaskState::Queued | TaskState::Running, _) => {
            Some(format!("it has not ended; {} stops it", ui.key("drawer")))
        }
        (Pass::Builtin(_) | Pass::Replay(_) | Pass::Import(_) | Pass::Tool(_), ..) => {
            Some("only agents run again here; what is built in gives the same each time".to_owned())
        }
    };
    if let Some(why) = why_not {
        ui.say(why);
        return Vec::new();
    }
    let before = session.voices().of(&task.id).and_then(|voice| voice.report.as_ref());
    let cost = before.and_then(|report| Some((report.usage?, report.cost_usd)));
    let cost = match cost {
        Some((usage, Some(cost))) => format!("; the last time it took {} tokens and ${cost:.4}", agents::tokens(usage)),
        Some((usage, None)) => format!("; the last time it took {} tokens", agents::tokens(usage)),
        None => String::new(),
    };
    let words = format!("Run {} again{cost}? What it said stays.", agents::name(session, task));
    ui.mode =
        Mode::Ask(Box::new(Question::new(words, "run it again", vec![tell(Msg::RunAgain(vec![task.id.clone()]))])));
    Vec::new()
}
