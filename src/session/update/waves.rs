//! The second round of agents: when the first has ended and its findings are judged, models are asked what they think of
//! them, wave by wave in the order of REVIEW stage 5; and when a person asks, one tells more of one finding. Budgets wait
//! until the last wave has ended. Not here: what an opinion does (`core::synthesis`). Called by `together`, `agents`,
//! `carry` and `update`.

use std::collections::BTreeMap;

use crate::{
    core::{
        brief::{self, Papers, Put},
        gate::{Past, Stance},
        model::{
            CandidateId, Confidence, FileIx, Finding, FindingId, HeldReason, Kind, Opinion, Pass, Record, Severity,
            Task, TaskEnd, TaskId, TaskState, Time, Wave,
        },
        plan::{self, Case, Planned, Verdict, Wanted},
        synthesis::{OnPr, Origin},
    },
    session::{Effect, Phase, Session},
};

use super::{agents, comments, logbook, review, together};

/// Findings of one task.
const MOST: usize = 30;

/// Whether somebody may still be asked about findings.
pub(super) fn are_ahead(session: &Session) -> bool {
    let outlook = &session.inner.outlook;
    let Some(planning) = outlook.planning.as_ref().filter(|_| !outlook.waves.over) else { return false };
    let is_wanted = |wave| plan::wanted(&planning.wish, wave, planning.realist.is_some()) != Wanted::No;
    outlook.plan.is_some() && (planning.summary || Wave::ALL.into_iter().any(is_wanted))
}

/// Lets the next wave begin, when nobody is at work; after the last, findings are put together once more with the budgets.
pub(super) fn go_on(session: &mut Session, at: Time) -> Vec<Effect> {
    if is_open(session) || comments::are_awaited(session) || !are_ahead(session) {
        return Vec::new();
    }
    let mut effects = Vec::new();
    while !is_pointless(session)
        && let Some(wave) = Wave::ALL.get(session.inner.outlook.waves.had).copied()
    {
        session.inner.outlook.waves.had += 1;
        effects.extend(begin(session, wave, at));
        // What nobody answers is skipped at once, and the next has its turn.
        if is_open(session) {
            return effects;
        }
    }
    session.inner.outlook.waves.over = true;
    effects.extend(together::want(session));
    effects
}

/// Whether a task judged findings in a recorded run: it says so again, behind all that it judged.
pub(super) fn judges_again(task: &Task) -> bool {
    matches!(task.pass, Pass::Replay(_)) && task.is_judging()
}

/// Those of a recorded run that have not begun to say so again.
pub(super) fn waiting(session: &Session) -> Vec<TaskId> {
    // When nobody else is at work, the first of them was asked to begin.
    let asked = usize::from(session.map.is_some() && !is_at_work(session));
    let queued = session.tasks.iter().filter(|(task, state)| *state == TaskState::Queued && judges_again(task));
    queued.skip(asked).map(|(task, _)| task.id.clone()).collect()
}

/// Whether somebody is at work whose findings are judged, or judges.
fn is_at_work(session: &Session) -> bool {
    session.tasks.iter().any(|(task, state)| match state {
        TaskState::Queued => !judges_again(task) && !task.is_elaboration(),
        TaskState::Running => !task.is_elaboration(),
        TaskState::Ended(_) => false,
    })
}

/// Lets the next judge of a recorded run say again what it said, when nobody else is at work.
pub(super) fn replay(session: &Session) -> Vec<Effect> {
    let Some(map) = session.map.clone().filter(|_| !session.inner.outlook.waves.over && !is_at_work(session)) else {
        return Vec::new();
    };
    let next = session.tasks.iter().find(|(task, state)| *state == TaskState::Queued && judges_again(task));
    next.map(|(task, _)| Effect::Run(vec![task.clone()], review::change(session, map))).into_iter().collect()
}

/// Whether a task of the review has not ended.
fn is_open(session: &Session) -> bool {
    session.tasks.iter().any(|(task, state)| !is_over(state) && !task.is_elaboration())
}

/// Whether the review is being summed up.
pub(super) fn is_summing_up(session: &Session) -> bool {
    session.tasks.iter().any(|(task, state)| task.is_summary() && !is_over(state))
}

/// Lets a model sum up what is left, once: its words stand in the body, and count for nothing. Called when budgets have
/// held back what they hold back.
pub(super) fn sum_up(session: &mut Session, at: Time) -> Vec<Effect> {
    let planning = session.inner.outlook.planning.as_ref().filter(|planning| planning.summary);
    let Some(planned) = planning.and_then(|planning| plan::summing_up(&planning.wish)) else { return Vec::new() };
    let is_there = session.tasks.iter().any(|(task, _)| task.id == planned.task.id);
    let findings = session.together.synthesis.iter().flat_map(|synthesis| &synthesis.document.findings);
    let shown: Vec<FindingId> = findings
        .filter(|entry| !entry.suppressed && matches!(entry.finding.kind, Kind::Finding | Kind::Question))
        .map(|entry| entry.finding.id.clone())
        .take(2 * MOST)
        .collect();
    if is_there || shown.is_empty() || is_pointless(session) {
        return Vec::new();
    }
    session.inner.outlook.waves.put.insert(planned.task.id.clone(), shown);
    add(session, &[planned], at)
}

/// What keeps models away from the change keeps them away from its findings (FACTS 16, 29).
fn is_pointless(session: &Session) -> bool {
    let Some((plan, planning)) = session.plan().zip(session.inner.outlook.planning.as_ref()) else { return true };
    let is_small = planning.wish.agents.is_none() && matches!(plan.case, Case::Trivial(_) | Case::LeftOut);
    let is_settled = match session.tier0() {
        Some(Verdict::Blocked(_)) => !plan.tasks.iter().any(|planned| has_run(session, &planned.task)),
        Some(Verdict::Clean) => session.is_fast(),
        Some(Verdict::NeedsLlm | Verdict::AdvisoryOnly) | None => false,
    };
    is_small || is_settled
}

/// Whether a person let it run all the same.
fn has_run(session: &Session, task: &Task) -> bool {
    let ran = |state: &TaskState| matches!(state, TaskState::Ended(end) if !matches!(end, TaskEnd::Skipped(_)));
    session.tasks.iter().any(|(known, state)| known.id == task.id && ran(state))
}

fn is_over(state: &TaskState) -> bool {
    matches!(state, TaskState::Ended(_))
}

fn begin(session: &mut Session, wave: Wave, at: Time) -> Vec<Effect> {
    let Some(planning) = session.inner.outlook.planning.clone() else { return Vec::new() };
    let who = match plan::wanted(&planning.wish, wave, planning.realist.is_some()) {
        Wanted::No => return Vec::new(),
        Wanted::Nobody => None,
        Wanted::By(who) => Some(who),
    };
    let subjects = subjects(session, wave, planning.realist);
    if subjects.is_empty() {
        return Vec::new();
    }
    let mut number = session.tasks.iter().filter(|(task, _)| task.wave() == Some(wave)).count();
    let mut planned = Vec::new();
    for part in subjects.chunks(if who.is_some() { MOST } else { usize::MAX }) {
        number += 1;
        let task = plan::judging(wave, number, (who.clone(), files_of(session, part)), part.len());
        session.inner.outlook.waves.put.insert(task.task.id.clone(), part.to_vec());
        planned.push(task);
    }
    add(session, &planned, at)
}

/// Takes tasks in, and asks; those that nobody answers are skipped, which is told and recorded.
fn add(session: &mut Session, planned: &[Planned], at: Time) -> Vec<Effect> {
    let mut records = Vec::new();
    for task in planned {
        let end = task.skipped().map(|why| TaskEnd::Skipped(why.to_owned()));
        let state = end.clone().map_or(TaskState::Queued, TaskState::Ended);
        session.tasks.retain(|(known, _)| known.id != task.task.id);
        session.tasks.push((task.task.clone(), state));
        records.extend(end.map(|end| Record::TaskEnded { run: session.run_id(), task: task.task.id.clone(), end, at }));
    }
    if let Some(plan) = &mut session.inner.outlook.plan {
        let plan = std::sync::Arc::make_mut(plan);
        plan.tasks.retain(|known| !planned.iter().any(|task| task.task.id == known.task.id));
        plan.tasks.extend(planned.iter().cloned());
    }
    let open: Vec<TaskId> = planned.iter().filter(|task| task.who.is_some()).map(|task| task.task.id.clone()).collect();
    let mut effects = logbook::write(session, records);
    effects.extend(agents::ask(session, &open).filter(|_| !open.is_empty()));
    effects
}

/// The changed files of some findings, in diff order.
fn files_of(session: &Session, findings: &[FindingId]) -> Vec<FileIx> {
    let mut files: Vec<FileIx> = findings.iter().filter_map(|id| session.file_of(id)).collect();
    files.sort_unstable();
    files.dedup();
    files
}

/// The findings that a wave is asked about, in the order of the review.
fn subjects(session: &Session, wave: Wave, realist: Option<f64>) -> Vec<FindingId> {
    let Some(synthesis) = &session.together.synthesis else { return Vec::new() };
    let stands = synthesis.document.findings.iter().filter(|entry| !entry.suppressed).map(|entry| &entry.finding.id);
    // What the matcher without a model took for a duplicate is compared by the model anew.
    let matched = synthesis
        .places
        .iter()
        .filter(|(_, place)| wave == Wave::OnPr && place.held_reason() == Some(HeldReason::AlreadyOnPr));
    let waves = &session.inner.outlook.waves;
    let is_wanted = |id: &&FindingId| {
        let Some(finding) = session.shown(id) else { return false };
        let Some(candidate) = session.findings.get(id).and_then(|finding| finding.candidates.first()) else {
            return false;
        };
        let was_put = waves.put.iter().any(|(task, ids)| wave_of(task) == Some(wave) && ids.contains(id));
        let is_theirs = wave == Wave::OnPr || is_of_agent(session, finding);
        let is_weighed = matches!(finding.kind, Kind::Finding | Kind::Question);
        is_weighed
            && is_theirs
            && !was_put
            && !waves.has(candidate, wave)
            && is_free(session, id)
            && is_of_wave(session, finding, wave, realist)
    };
    stands.chain(matched.map(|(id, _)| id)).filter(is_wanted).cloned().collect()
}

fn wave_of(task: &TaskId) -> Option<Wave> {
    Task { id: task.clone(), pass: Pass::Agent(String::new()) }.wave()
}

/// What a person decided about is nobody's affair any more.
fn is_free(session: &Session, id: &FindingId) -> bool {
    session.gate.standing(id).is_none_or(|standing| {
        standing.stance == Stance::Undecided
            && !standing.restored
            && standing.edited.is_none()
            && standing.comment.is_none()
    })
}

/// What a rule or a tool found can be looked up: no model is asked about it (Soliton §5.5).
fn is_of_agent(session: &Session, finding: &Finding) -> bool {
    let claim = finding.candidates.first().and_then(|id| session.findings.candidate(id));
    let task = claim.and_then(|claim| session.tasks.iter().find(|(task, _)| task.id == claim.task));
    task.is_some_and(|(task, state)| together::task_facts(task, state).origin == Origin::Agent)
}

fn is_of_wave(session: &Session, finding: &Finding, wave: Wave, realist: Option<f64>) -> bool {
    match wave {
        Wave::Skeptic | Wave::Validation => true,
        Wave::OnPr => matches!(comments::on_pr(session), OnPr::Read(talk) if !talk.is_silent()),
        Wave::Realist => {
            let claim = finding.candidates.first().and_then(|id| session.findings.candidate(id));
            let sure = claim.and_then(|claim| claim.weight.confidence).and_then(Confidence::usable);
            let is_sure = || sure.is_some_and(|sure| sure.single() + 1e-9 >= realist.unwrap_or(0.85));
            let is_improvement = matches!(finding.severity, Severity::Major | Severity::Minor);
            finding.kind == Kind::Finding && (finding.severity >= Severity::Critical || (is_improvement && is_sure()))
        }
    }
}

/// What a task is asked about.
pub(super) fn papers(session: &Session, task: &TaskId) -> Option<Papers> {
    let ids = session.inner.outlook.waves.put.get(task)?;
    let put = ids.iter().filter_map(|id| put(session, id)).collect();
    let comments = match comments::on_pr(session) {
        OnPr::Read(talk) if wave_of(task) == Some(Wave::OnPr) => brief::comments(&talk.threads, &talk.remarks),
        OnPr::Read(_) | OnPr::NotAPull | OnPr::NotRead(_) | OnPr::Recorded(_) => Vec::new(),
    };
    Some(Papers { put, comments })
}

fn put(session: &Session, id: &FindingId) -> Option<Put> {
    let finding = session.shown(id)?;
    let candidate = session.findings.get(id)?.candidates.first()?;
    let claim = session.findings.candidate(candidate)?;
    Some(Put {
        id: id.clone(),
        candidate: candidate.clone(),
        kind: finding.kind,
        severity: finding.severity,
        claim: claim.claim.clone(),
        place: claim.place.as_ref().map(|place| (place.path.clone(), place.lines)),
        confidence: claim.weight.confidence.and_then(Confidence::usable),
    })
}

/// A task gave its opinions. Only those about what it was asked count, in the words of its wave; those of a recorded run
/// are about the claims that they name, whatever their findings are called now.
pub(super) fn given(session: &mut Session, task: &TaskId, mut opinions: Vec<Opinion>, at: Time) -> Vec<Effect> {
    let known = session.tasks.iter().find(|(known, _)| known.id == *task);
    let is_open = known.is_some_and(|(_, state)| !is_over(state));
    let is_replay = known.is_some_and(|(task, _)| judges_again(task));
    if is_replay {
        named_anew(session, &mut opinions);
    }
    let asked = session.inner.outlook.waves.put.get(task).cloned().unwrap_or_default();
    let claim = |id: &FindingId| session.findings.get(id).and_then(|finding| finding.candidates.first()).cloned();
    let counts = |opinion: &Opinion| {
        let is_asked = (is_replay || asked.contains(&opinion.finding))
            && claim(&opinion.finding).as_ref() == Some(&opinion.candidate);
        let is_word = wave_of(task) == Some(opinion.wave) && opinion.wave.words().contains(&opinion.word);
        is_open && is_asked && is_word && opinion.task == *task
    };
    let opinions: Vec<Opinion> = opinions.into_iter().filter(counts).collect();
    let run = session.run_id();
    let record = |opinion: &Opinion| Record::Opinion { run: run.clone(), opinion: Box::new(opinion.clone()), at };
    let records: Vec<Record> = opinions.iter().map(record).collect();
    opinions.into_iter().for_each(|opinion| session.inner.outlook.waves.keep(opinion));
    logbook::write(session, records)
}

/// The findings of recorded opinions as they are called in this run.
fn named_anew(session: &Session, opinions: &mut [Opinion]) {
    let now: BTreeMap<&CandidateId, &FindingId> = session
        .findings
        .iter()
        .filter_map(|finding| finding.candidates.first().map(|candidate| (candidate, &finding.id)))
        .collect();
    for opinion in opinions {
        if let Some(id) = now.get(&opinion.candidate) {
            opinion.finding = (*id).clone();
        }
    }
}

/// A person wants to know more of a finding. What was told before is told anew.
pub(super) fn elaborate(session: &mut Session, finding: &FindingId, at: Time) -> Vec<Effect> {
    if !matches!(session.phase, Phase::Reviewing(_) | Phase::Done(_)) || session.map.is_none() {
        return Vec::new();
    }
    let Ok((planned, _)) = session.elaboration_estimate(finding) else { return Vec::new() };
    let id = planned.task.id.clone();
    if session.tasks.iter().any(|(task, state)| task.id == id && !is_over(state)) {
        return Vec::new();
    }
    session.inner.voices.begin(&id);
    session.inner.outlook.waves.put.insert(id, vec![finding.clone()]);
    add(session, &[planned], at)
}

/// The finding that a task tells more of.
pub(super) fn elaborated(session: &Session, task: &TaskId) -> Option<FindingId> {
    let task = Task { id: task.clone(), pass: Pass::Agent(String::new()) };
    let is_it = |finding: &&Finding| finding.candidates.first().is_some_and(|id| task.tells_more_of(id));
    session.findings.iter().find(is_it).map(|finding| finding.id.clone())
}

/// A run goes on: opinions as they were, tasks of this room as they ended. What ended is not asked again.
pub(super) fn resume(session: &mut Session, past: &Past) {
    let is_ended = session.inner.ended;
    let waves = &mut session.inner.outlook.waves;
    past.memory.opinions.iter().cloned().for_each(|opinion| waves.keep(opinion));
    for (id, end) in &past.task_ends {
        let task = Task { id: id.clone(), pass: Pass::Agent(String::new()) };
        let wave = task.wave();
        if !task.is_judging() && !task.is_elaboration() {
            continue;
        }
        let other = if task.is_judging() { "summary" } else { "elaborate" };
        let name = wave.map_or(other, Wave::as_str);
        let stands = *end == TaskEnd::Completed || is_ended || task.is_elaboration();
        if stands && !session.tasks.iter().any(|(known, _)| known.id == *id) {
            session.tasks.push((Task { pass: Pass::Agent(name.to_owned()), ..task }, TaskState::Ended(end.clone())));
        }
        let place = wave.and_then(|wave| Wave::ALL.iter().position(|known| *known == wave));
        if let (Some(place), TaskEnd::Completed) = (place, end) {
            waves.had = waves.had.max(place);
        }
    }
    waves.over = is_ended;
}
