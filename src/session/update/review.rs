//! Units, tasks, candidates.

use std::sync::Arc;

use crate::{
    core::{
        change::index::SymbolIndex,
        checks::{API_REMOVAL, LEFT_BEHIND, SPEC_ALIGNMENT, STALE_DOCS},
        judge::Surroundings,
        model::{Candidate, ChangeMap, Finding, HeldReason, Pass, Record, Task, TaskEnd, TaskId, TaskState, Time},
        plan::{Plan, Planned},
    },
    session::{About, Change, Effect, Note, Phase, Session},
};

use super::{again, agents, carry, digest, logbook, recall, together, waves};

pub(super) fn mapped(session: &mut Session, map: Arc<ChangeMap>, hashes: Arc<[u64]>, at: Time) -> Vec<Effect> {
    let Phase::Mapping(run) = &session.phase else { return Vec::new() };
    let run = run.clone();
    session.map = Some(map.clone());
    session.inner.hashes = hashes;
    session.phase = Phase::Reviewing(run.clone());
    let mut records: Vec<Record> = carry::stamp_viewed(session);
    if carry::is_new(session) {
        records.extend(map.hotspots.iter().map(|hotspot| Record::Hotspot {
            run: run.id.clone(),
            path: session.diff.path(hotspot.unit.file),
            hotspot: Box::new(hotspot.clone()),
            at,
        }));
    }
    let mut effects = logbook::write(session, records);
    let is_first = |(task, state): &&(Task, TaskState)| {
        let is_later = matches!(task.pass, Pass::Agent(_)) || asks_index(task) || waves::judges_again(task);
        *state == TaskState::Queued && !is_later
    };
    let tasks: Vec<_> = session.tasks.iter().filter(is_first).map(|(task, _)| task.clone()).collect();
    let (later, tasks): (Vec<Task>, Vec<Task>) =
        tasks.into_iter().partition(|task| is_alignment(task) && waits_for_host(session));
    session.inner.outlook.waits_for_issues = !later.is_empty();
    if !tasks.is_empty() {
        effects.push(Effect::Run(tasks, change(session, map)));
    }
    // Before agents are asked: they wait for an index that is being built.
    effects.extend(index(session));
    effects.extend(agents::go_on(session, at));
    effects.extend(waves::replay(session));
    effects.extend(together::want(session));
    effects.extend(digest::want(session));
    effects
}

pub(super) fn change(session: &Session, map: Arc<ChangeMap>) -> Change {
    let settings = Arc::new(session.together.settings.clone());
    Change { diff: session.diff.clone(), map, settings, about: Arc::new(about(session)) }
}

/// What the change is said to do.
fn about(session: &Session) -> About {
    let (facts, request) = (session.pull(), session.request());
    About {
        title: session.title().to_owned(),
        description: facts.pull.as_deref().map(|pull| pull.body.clone()),
        issues: facts.issues.clone().unwrap_or_default(),
        base: request.and_then(|request| request.base_sha.clone()),
        head: request.and_then(|request| request.head_sha.clone()),
    }
}

fn is_alignment(task: &Task) -> bool {
    matches!(&task.pass, Pass::Builtin(id) if id == SPEC_ALIGNMENT)
}

/// Linked issues are told after the change.
fn waits_for_host(session: &Session) -> bool {
    session.request().is_some_and(|request| request.pull.is_some()) && !session.pull().is_complete
}

/// The host has told everything: what waited for it begins.
pub(super) fn complete(session: &mut Session) -> Vec<Effect> {
    let Some(map) = session.map.clone().filter(|_| std::mem::take(&mut session.inner.outlook.waits_for_issues)) else {
        return Vec::new();
    };
    let queued = session.tasks.iter().filter(|(task, state)| is_alignment(task) && *state == TaskState::Queued);
    let tasks: Vec<Task> = queued.map(|(task, _)| task.clone()).collect();
    if tasks.is_empty() { Vec::new() } else { vec![Effect::Run(tasks, change(session, map))] }
}

/// The plan came. What nobody answers is skipped: told, recorded, and no failure (REVIEW stage 4).
pub(super) fn planned(session: &mut Session, plan: Arc<Plan>, at: Time) -> Vec<Effect> {
    if !matches!(session.phase, Phase::Mapping(_)) {
        return Vec::new();
    }
    let all_builtin = plan.builtin.iter().any(|(id, _)| id.as_str() == "builtin:builtin");
    for (task, state) in session.tasks.iter_mut().filter(|(_, state)| *state == TaskState::Queued) {
        let named = plan.builtin.iter().find(|(id, _)| *id == task.id);
        let all = all_builtin && task.id.as_str().starts_with("builtin:");
        if all || named.is_some() {
            let why = named.map_or_else(|| "left out by --skip".to_owned(), |(_, why)| why.clone());
            *state = TaskState::Ended(TaskEnd::Skipped(why));
        }
    }
    let earlier = std::mem::take(&mut session.inner.outlook.earlier);
    let state = |planned: &Planned| {
        let before = earlier.iter().find(|(task, _)| *task == planned.task.id).map(|(_, end)| end.clone());
        let skipped = || planned.skipped().map(|why| TaskEnd::Skipped(why.to_owned()));
        let end = before.or_else(skipped);
        (planned.task.clone(), end.map_or(TaskState::Queued, TaskState::Ended))
    };
    let is_new_task = |planned: &&Planned| !session.tasks.iter().any(|(task, _)| task.id == planned.task.id);
    let added: Vec<_> = plan.tasks.iter().filter(is_new_task).map(state).collect();
    session.tasks.extend(added);
    session.inner.outlook.plan = Some(plan);
    let is_new = carry::is_new(session);
    let run = session.run_id();
    let told = session.tasks.iter().filter_map(|(task, state)| match state {
        TaskState::Ended(end @ TaskEnd::Skipped(_)) if is_new => {
            Some(Record::TaskEnded { run: run.clone(), task: task.id.clone(), end: end.clone(), at })
        }
        _ => None,
    });
    let records = told.collect();
    logbook::write(session, records)
}

/// Asks for the symbol index.
fn index(session: &mut Session) -> Option<Effect> {
    let (request, map) = (Box::new(session.request()?.clone()), session.map.clone()?);
    session.inner.outlook.indexing = true;
    let queued = session.tasks.iter().filter(|(_, state)| *state == TaskState::Queued).map(|(task, _)| task);
    let asks = queued.filter(|task| asks_index(task)).cloned().collect();
    Some(Effect::Index(change(session, map), request, asks))
}

fn asks_index(task: &Task) -> bool {
    matches!(&task.pass, Pass::Builtin(id) if [LEFT_BEHIND, API_REMOVAL, STALE_DOCS].contains(&id.as_str()))
}

/// The index is there, and the map says who uses what. Hotspots stay as they are shown.
pub(super) fn indexed(
    session: &mut Session,
    found: Option<(Arc<SymbolIndex>, Arc<ChangeMap>, Surroundings)>,
) -> Vec<Effect> {
    session.inner.outlook.indexing = false;
    let was_awaited = has_lost(session);
    if let Some((index, map, around)) = found.filter(|_| session.map.is_some()) {
        session.map = Some(map);
        session.inner.outlook.index = Some(index);
        session.inner.judge.learn(around);
        reconsider(session);
    }
    if was_awaited { together::want(session) } else { Vec::new() }
}

/// Whether a run cannot end yet: what the repository has decides about something.
pub(super) fn index_is_awaited(session: &Session) -> bool {
    session.inner.outlook.indexing && has_lost(session)
}

/// Whether something is held back because its file is not in the change.
fn has_lost(session: &Session) -> bool {
    session.findings.drawer().any(|(_, held)| held.reason == HeldReason::NoSuchPath)
}

/// Judges anew what was held back because its file is not in the change: whether the repository has it is known now.
/// What a person took back stays as it is.
fn reconsider(session: &mut Session) {
    let lost = session.findings.drawer().filter(|(_, held)| held.reason == HeldReason::NoSuchPath);
    let judge = |(finding, _): (&Finding, _)| {
        let candidate = session.findings.candidate(finding.candidates.first()?)?;
        session.inner.judge.reconsider(&session.diff, candidate, finding)
    };
    let anew: Vec<Finding> = lost.filter_map(judge).collect();
    for finding in anew {
        let standing = again::first_standing(&finding);
        session.findings.insert(&session.diff, finding, standing);
    }
}

pub(super) fn started(session: &mut Session, task: &TaskId, at: Time) -> Vec<Effect> {
    set_state(session, task, TaskState::Running);
    session.inner.voices.began(task, at);
    Vec::new()
}

pub(super) fn found(session: &mut Session, candidate: Candidate, at: Time) -> Vec<Effect> {
    let running =
        session.tasks.iter().any(|(task, state)| task.id == candidate.task && !matches!(state, TaskState::Ended(_)));
    // The one place where late results are dropped: a task that has ended says nothing more.
    if !running || session.findings.candidate(&candidate.id).is_some() {
        return Vec::new();
    }
    let run = session.run_id();
    let mut records = vec![Record::Candidate { run: run.clone(), candidate: Box::new(candidate.clone()), at }];
    records.extend(admit(session, candidate, at));
    let mut effects = logbook::write(session, records);
    effects.extend(together::want(session));
    effects
}

/// Judges a candidate and takes the finding in; synthesis says where it goes. Gives the verdict's record and those
/// of carried decisions.
pub(super) fn admit(session: &mut Session, candidate: Candidate, at: Time) -> Vec<Record> {
    let (mut finding, joins) = session.inner.judge.judge(&session.diff, &candidate);
    let recalled = match joins {
        Some(of) => {
            session.findings.join(&of, candidate.id.clone());
            None
        }
        None => recall::recall(session, &candidate, &mut finding),
    };
    let mut records: Vec<Record> = again::verdict_of(session, &finding, at).into_iter().collect();
    let id = finding.id.clone();
    let standing = again::first_standing(&finding);
    session.findings.insert(&session.diff, finding, standing);
    if let Some(recalled) = recalled {
        records.extend(again::carry(session, &recalled, &id, at));
    }
    session.findings.said(candidate);
    records
}

pub(super) fn ended(session: &mut Session, task: &TaskId, end: TaskEnd, at: Time) -> Vec<Effect> {
    if !set_state(session, task, TaskState::Ended(end.clone())) {
        return Vec::new();
    }
    if let TaskEnd::Failed(why) = &end {
        session.notes.push(Note { text: format!("reviewer {task} failed: {why}"), warning: true });
    }
    again::want_back(session, task, at);
    let (mut records, more) = again::step(session);
    records.push(Record::TaskEnded { run: session.run_id(), task: task.clone(), end, at });
    let mut effects = logbook::write(session, records);
    effects.extend(more);
    effects.extend(agents::abort(session));
    effects.extend(agents::go_on(session, at));
    effects.extend(waves::replay(session));
    effects.extend(together::want(session));
    effects
}

pub(super) fn stop(session: &mut Session) -> Vec<Effect> {
    let mut effects = Vec::new();
    // Who stops does not want the next wave either.
    session.inner.outlook.waves.over = true;
    let mut idle: Vec<TaskId> = waves::waiting(session);
    if std::mem::take(&mut session.inner.outlook.waits_for_issues) {
        idle.push(TaskId::new(format!("builtin:{SPEC_ALIGNMENT}")));
    }
    effects.extend(never_begun(session, idle));
    let open: Vec<TaskId> = session
        .tasks
        .iter()
        .filter(|(_, state)| !matches!(state, TaskState::Ended(_)))
        .map(|(task, _)| task.id.clone())
        .collect();
    effects.extend((!open.is_empty()).then_some(Effect::Stop(open)));
    effects
}

/// Tasks that nobody was asked to begin are stopped: nobody else will say that they ended.
pub(super) fn never_begun(session: &mut Session, tasks: Vec<TaskId>) -> Vec<Effect> {
    let at = session.run().map_or(Time::default(), |run| run.started);
    let mut effects = Vec::new();
    for id in tasks {
        effects.extend(ended(session, &id, TaskEnd::Stopped, at));
    }
    effects
}

/// Tells when a run is not complete, so that silence is never read as "nothing found".
pub(super) fn summarise(session: &mut Session) {
    let stopped = session.tasks.iter().filter(|(task, state)| {
        *state == TaskState::Ended(TaskEnd::Stopped) && !task.is_judging() && !task.is_elaboration()
    });
    let stopped = stopped.count();
    if stopped > 0 {
        let text = format!("{stopped} of {} reviewers were stopped: the review is partial", session.tasks.len());
        session.notes.push(Note { text, warning: true });
    }
}

/// Sets the state of a task that has not ended. False when there is none such.
fn set_state(session: &mut Session, id: &TaskId, to: TaskState) -> bool {
    let slot = session.tasks.iter_mut().find(|(task, state)| task.id == *id && !matches!(state, TaskState::Ended(_)));
    match slot {
        Some((_, state)) => {
            *state = to;
            true
        }
        None => false,
    }
}
