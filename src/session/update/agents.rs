//! Agents begin when what needs no model has ended: its verdict may make them pointless, and they are told what it
//! found (REVIEW stage 4). Not the tasks' states (`review`), not how an agent is asked (app::runner).

use crate::{
    core::{
        model::{Pass, Record, Strategy, Task, TaskEnd, TaskId, TaskReport, TaskState, Time},
        plan::{Planned, Verdict},
    },
    session::{Asking, Effect, Known, Note, Phase, Session, planning::is_agent},
};

use super::{logbook, review, together, waves};

/// How the reason begins with which a task is skipped when tier 0 blocks; what blocks stands behind.
const BLOCKED: &str = "blocked before any model was asked: ";

impl Session {
    /// What keeps agents from being asked by the verdict of tier 0, and the tasks that were left out for it; `None` =
    /// nothing does. The person may have them run all the same (FACTS 29).
    pub fn blocked(&self) -> Option<(&str, Vec<TaskId>)> {
        let mut what = None;
        let mut tasks = Vec::new();
        for (task, state) in &self.tasks {
            if let TaskState::Ended(TaskEnd::Skipped(why)) = state
                && let Some(why) = why.strip_prefix(BLOCKED)
            {
                what = Some(why);
                tasks.push(task.id.clone());
            }
        }
        what.map(|what| (what, tasks))
    }
}

/// Lets agents begin when it is their turn. Asked whenever a task ended and when the map came.
pub(super) fn go_on(session: &mut Session, at: Time) -> Vec<Effect> {
    if !matches!(session.phase, Phase::Reviewing(_)) {
        return Vec::new();
    }
    let waiting: Vec<TaskId> = session.tasks.iter().filter_map(is_waiting).collect();
    if waiting.is_empty() || session.inner.outlook.asked {
        return Vec::new();
    }
    let Some(verdict) = session.tier0() else { return Vec::new() };
    let why_not = match verdict {
        Verdict::Blocked(what) => Some(format!("{BLOCKED}{what}")),
        Verdict::Clean if session.is_fast() => Some("nothing was found without a model in a small change".to_owned()),
        Verdict::Clean | Verdict::NeedsLlm | Verdict::AdvisoryOnly => None,
    };
    session.inner.outlook.asked = true;
    match why_not {
        Some(why) => skip(session, &waiting, &why, at),
        None => ask(session, &waiting).into_iter().collect(),
    }
}

fn is_waiting((task, state): &(crate::core::model::Task, TaskState)) -> Option<TaskId> {
    let is_first = matches!(task.pass, Pass::Agent(_)) && !task.is_judging() && !task.is_elaboration();
    (is_first && *state == TaskState::Queued).then(|| task.id.clone())
}

fn skip(session: &mut Session, tasks: &[TaskId], why: &str, at: Time) -> Vec<Effect> {
    let mut records = Vec::new();
    for (task, state) in session.tasks.iter_mut().filter(|(task, _)| tasks.contains(&task.id)) {
        let end = TaskEnd::Skipped(why.to_owned());
        *state = TaskState::Ended(end.clone());
        records.push((task.id.clone(), end));
    }
    let run = session.run_id();
    let records = records.into_iter().map(|(task, end)| Record::TaskEnded { run: run.clone(), task, end, at });
    let mut effects = logbook::write(session, records.collect());
    effects.extend(together::want(session));
    effects
}

pub(super) fn ask(session: &Session, tasks: &[TaskId]) -> Option<Effect> {
    let (plan, map) = (session.plan()?, session.map.clone()?);
    let tasks: Vec<Planned> = plan.tasks.iter().filter(|planned| tasks.contains(&planned.task.id)).cloned().collect();
    let papers = |planned: &Planned| Some((planned.task.id.clone(), waves::papers(session, &planned.task.id)?));
    Some(Effect::Ask(Box::new(Asking {
        papers: tasks.iter().filter_map(papers).collect(),
        spent: session.voices().spent(),
        tasks,
        parallel: plan.parallel.max(1),
        change: review::change(session, map),
        index: session.index().cloned(),
        request: session.request()?.clone(),
        threads: session.pull().threads.clone(),
        claims_before: session.findings.claims(),
        known: session.findings.iter().filter_map(|finding| known(session, finding)).collect(),
    })))
}

/// What is already known of a finding, for agents.
fn known(session: &Session, finding: &crate::core::model::Finding) -> Option<Known> {
    let candidate = session.findings.candidate(finding.candidates.first()?)?;
    let place = candidate.place.as_ref()?;
    Some(Known {
        path: place.path.clone(),
        line: place.lines.map(|lines| lines.start()),
        title: candidate.claim.title.clone(),
    })
}

/// More than half of a swarm failed: the rest is stopped, since what they would say does not make a review (FACTS "Swarm
/// synthesis"; Soliton §4.3). Asked whenever an agent ended.
pub(super) fn abort(session: &mut Session) -> Vec<Effect> {
    if session.together.settings.strategy != Strategy::Swarm || session.inner.outlook.aborted.is_some() {
        return Vec::new();
    }
    let is_one = |task: &Task| is_agent(&task.pass) && !task.is_judging() && !task.is_elaboration();
    let agents = || session.tasks.iter().filter(|(task, _)| is_one(task));
    let skipped = |state: &TaskState| matches!(state, TaskState::Ended(TaskEnd::Skipped(_)));
    let asked = agents().filter(|(_, state)| !skipped(state)).count();
    let failed: Vec<String> = agents()
        .filter(|(_, state)| matches!(state, TaskState::Ended(TaskEnd::Failed(_))))
        .map(|(task, _)| task.id.to_string())
        .collect();
    if failed.len() * 2 <= asked {
        return Vec::new();
    }
    let text = format!(
        "Error: {} of {asked} review agents failed. Review aborted. Failed: {}.",
        failed.len(),
        failed.join(", ")
    );
    session.inner.outlook.aborted = Some(text.clone());
    session.notes.push(Note { text, warning: true });
    super::review::stop(session)
}

/// The person stops one task.
pub(super) fn stop_task(session: &mut Session, task: TaskId) -> Vec<Effect> {
    if waves::waiting(session).contains(&task) {
        return review::never_begun(session, vec![task]);
    }
    if is_open(session, &task) { vec![Effect::Stop(vec![task])] } else { Vec::new() }
}

/// The person lets agents' tasks run again. What they said stays, and counts once.
pub(super) fn again(session: &mut Session, tasks: &[TaskId]) -> Vec<Effect> {
    if let [task] = tasks
        && let Some(finding) = waves::elaborated(session, task)
    {
        return waves::elaborate(session, &finding, Time::default());
    }
    let run = match &session.phase {
        Phase::Reviewing(run) | Phase::Done(run) => run.clone(),
        Phase::Reading | Phase::Configuring(_) | Phase::Opening(_) | Phase::Mapping(_) | Phase::Failed(_) => {
            return Vec::new();
        }
    };
    let Some(plan) = session.plan().cloned() else { return Vec::new() };
    let answers = |id: &TaskId| plan.tasks.iter().any(|planned| planned.task.id == *id && planned.who.is_some());
    let mut opened = Vec::new();
    for (task, state) in session.tasks.iter_mut().filter(|(task, _)| tasks.contains(&task.id) && answers(&task.id)) {
        if matches!(state, TaskState::Ended(_)) {
            *state = TaskState::Queued;
            opened.push(task.id.clone());
        }
    }
    if opened.is_empty() {
        return Vec::new();
    }
    session.phase = Phase::Reviewing(run);
    session.inner.ended = false;
    opened.iter().for_each(|task| session.inner.voices.begin(task));
    session.inner.outlook.waves.begin_again();
    let mut effects: Vec<Effect> = ask(session, &opened).into_iter().collect();
    effects.extend(together::want(session));
    effects
}

/// An agent says something.
pub(super) fn said(session: &mut Session, task: &TaskId, text: &str) -> Vec<Effect> {
    if is_open(session, task) {
        session.inner.voices.said(task, text);
    }
    Vec::new()
}

/// What a task came to; it ends with the next message.
pub(super) fn reported(session: &mut Session, task: &TaskId, report: TaskReport, at: Time) -> Vec<Effect> {
    if !is_open(session, task) {
        return Vec::new();
    }
    let record =
        Record::TaskReported { run: session.run_id(), task: task.clone(), report: Box::new(report.clone()), at };
    session.inner.voices.reported(task, report);
    logbook::write(session, vec![record])
}

fn is_open(session: &Session, id: &TaskId) -> bool {
    session.tasks.iter().any(|(task, state)| task.id == *id && !matches!(state, TaskState::Ended(_)))
}
