//! Synthesis as an effect: one in flight, the next coalesced, a result of an old revision dropped. What a person
//! decided since the snapshot stands.

use std::sync::Arc;

use crate::{
    core::{
        gate::{self, Stance},
        model::{CheckState, Finding, FindingId, GapKind, Held, Kind, Pass, Record, Task, TaskEnd, TaskState, Time},
        plan::Verdict,
        synthesis::{
            self, Decided, Fate, Judged, Origin, Place, RequestFacts, Ruling, Snapshot, Stage, Synthesis, TaskFacts,
            Tier0,
        },
    },
    session::{
        Earlier, Effect, Gathered, Note, Phase, Session, Standing,
        gathered::{Words, is_note_of_ours, with_words},
    },
};

use super::{comments, logbook, review, waves};

/// Asks for a synthesis of what is there now.
pub(super) fn want(session: &mut Session) -> Vec<Effect> {
    if !matches!(session.phase, Phase::Reviewing(_) | Phase::Done(_)) {
        return Vec::new();
    }
    if session.together.asked.in_flight {
        session.together.asked.wanted = true;
        return Vec::new();
    }
    session.together.asked.revision += 1;
    session.together.asked.in_flight = true;
    session.together.asked.wanted = false;
    let earlier = Earlier { before: session.together.synthesis.clone(), spent: session.together.asked.spent.take() };
    let gathered = gathered(session);
    debug_assert!(is_whole(&gathered, session), "shelves are not what the session has");
    vec![Effect::Synthesise(Box::new(gathered), earlier, session.together.asked.revision)]
}

/// An answer came.
pub(super) fn done(
    session: &mut Session,
    revision: u64,
    result: Result<Arc<Synthesis>, String>,
    at: Time,
) -> Vec<Effect> {
    if !session.together.asked.in_flight || revision != session.together.asked.revision {
        return Vec::new();
    }
    session.together.asked.in_flight = false;
    match result {
        Ok(synthesis) => {
            apply(session, &synthesis);
            session.together.asked.spent = session.together.synthesis.replace(synthesis);
            session.together.invalid = None;
        }
        Err(why) => {
            session.notes.push(Note { text: format!("the review is not valid: {why}"), warning: true });
            session.together.invalid = Some(why);
        }
    }
    if session.together.asked.wanted {
        return want(session);
    }
    let mut effects = finish(session, at);
    let records = comments::records(session, at);
    effects.extend(logbook::write(session, records));
    effects.extend(super::publish::want(session));
    effects
}

/// Ends the run when every task ended and the synthesis of all of it is here.
fn finish(session: &mut Session, at: Time) -> Vec<Effect> {
    let Phase::Reviewing(run) = &session.phase else { return Vec::new() };
    if stage(session) == Stage::Running {
        return waves::go_on(session, at);
    }
    let run = run.clone();
    if waves::is_summing_up(session) {
        return Vec::new();
    }
    let effects = waves::sum_up(session, at);
    if !effects.is_empty() {
        return effects;
    }
    session.phase = Phase::Done(run.clone());
    review::summarise(session);
    if session.inner.ended {
        return Vec::new();
    }
    session.inner.ended = true;
    let mut records = verdicts(session, at);
    records.extend(comments::first_record(session, at));
    records.push(Record::RunEnded { run: run.id, complete: session.is_complete(), at });
    logbook::write(session, records)
}

/// The machine's last word on every candidate (deep §9: written for each after all stages).
fn verdicts(session: &Session, at: Time) -> Vec<Record> {
    let run = session.run_id();
    let all = session.together.synthesis.iter().flat_map(|synthesis| &synthesis.verdicts);
    all.map(|verdict| Record::Verdict { run: run.clone(), verdict: verdict.clone(), at }).collect()
}

/// Moves findings to where the review has them: those that moved, and those that were touched since the review before.
fn apply(session: &mut Session, synthesis: &Synthesis) {
    let mut ids = session.findings.take_touched();
    ids.extend(synthesis.moved.iter().cloned());
    for id in &ids {
        let Some(place) = synthesis.places.get(id) else { continue };
        if session.findings.get(id).is_none() {
            add_note(session, synthesis, place);
        }
        let standing = match place {
            _ if is_pinned(session, id) => Standing::Card,
            Place::Surfaced(_) | Place::Dropped(_) => Standing::Card,
            Place::Held(held) => Standing::Held(held.clone()),
            Place::Merged { into } => {
                let own = session.findings.get(id).and_then(|finding| finding.candidates.first()).cloned();
                own.into_iter().for_each(|candidate| session.findings.join(into, candidate));
                Standing::Held(synthesis::merged(into))
            }
        };
        if session.findings.place(id, standing) && (session.inner.live || !session.inner.entry.resumed) {
            session.findings.arrived(id.clone());
        }
    }
    session.findings.take_touched();
    session.inner.live = true;
}

/// A note that synthesis added is a finding too.
fn add_note(session: &mut Session, synthesis: &Synthesis, place: &Place) {
    let Place::Surfaced(at) = place else { return };
    let entry = usize::try_from(*at).ok().and_then(|at| synthesis.document.findings.get(at));
    let is_ours = |finding: &Finding| finding.kind == Kind::Note && finding.candidates.is_empty();
    if let Some(entry) = entry.filter(|entry| is_ours(&entry.finding)) {
        session.findings.insert(&session.diff, entry.finding.clone(), Standing::Card);
    }
}

/// Whether a person's decision keeps it a card.
fn is_pinned(session: &Session, id: &FindingId) -> bool {
    session
        .gate
        .standing(id)
        .is_some_and(|standing| standing.restored || standing.comment.is_some() || standing.stance != Stance::Undecided)
}

/// Why the machine holds a finding back, whatever the person decided.
pub(super) fn machine_held(session: &Session, id: &FindingId) -> Option<Held> {
    let place = session.together.synthesis.as_ref().and_then(|synthesis| synthesis.places.get(id));
    match place {
        Some(Place::Held(held)) => Some(held.clone()),
        Some(Place::Merged { into }) => Some(synthesis::merged(into)),
        Some(Place::Surfaced(_) | Place::Dropped(_)) => None,
        None => session.findings.get(id).and_then(|finding| finding.held.clone()),
    }
}

fn stage(session: &Session) -> Stage {
    let has_ended = |(task, state): &(Task, TaskState)| {
        matches!(state, TaskState::Ended(_)) || task.is_elaboration() || task.is_summary()
    };
    let ended = session.tasks.iter().all(has_ended);
    match ended
        && !comments::are_awaited(session)
        && !waves::are_ahead(session)
        && !review::index_is_awaited(session)
        && !session.inner.earlier.is_busy()
    {
        true if session.inner.ended => Stage::Closed,
        true => Stage::Ending,
        false => Stage::Running,
    }
}

/// Everything synthesis looks at, as it is now, to be put together elsewhere.
fn gathered(session: &mut Session) -> Gathered {
    let shelves = session.findings.shared();
    let ruled = session.gate.standings().map(|(id, standing)| (id.clone(), ruling(standing)));
    let words = Words { rulings: ruled.collect(), opinions: session.inner.outlook.waves.opinions.clone() };
    Gathered { shelves, words, rest: without_findings(session) }
}

/// Whether both ways to a snapshot lead to the same one: looked at wherever tests run.
fn is_whole(gathered: &Gathered, session: &Session) -> bool {
    let mut both = [gathered.clone().snapshot(), snapshot(session)].map(|snapshot| snapshot.items);
    both.iter_mut().for_each(|items| items.sort_by(|a, b| a.finding.id.cmp(&b.finding.id)));
    both[0] == both[1]
}

/// The same, put together.
pub(crate) fn snapshot(session: &Session) -> Snapshot {
    let told = session.findings.told().filter(|judged| !is_note_of_ours(&judged.finding));
    let with_words = |judged: &Arc<Judged>| {
        let ruling = session.gate.standing(&judged.finding.id).map(ruling);
        with_words(judged, ruling, session.opinions_of(&judged.finding))
    };
    Snapshot { items: told.map(with_words).collect(), ..without_findings(session) }
}

fn without_findings(session: &Session) -> Snapshot {
    Snapshot {
        tasks: tasks_of(session),
        request: request_facts(session),
        diff: session.diff.clone(),
        map: session.map.clone(),
        settings: session.together.settings.clone(),
        budget: session.together.budget,
        on_pr: comments::on_pr(session),
        stage: stage(session),
        config_notes: session.together.config_notes.clone(),
        tier0: match session.tier0() {
            Some(Verdict::Clean) => Tier0::Clean,
            Some(Verdict::Blocked(_)) => Tier0::Blocked,
            Some(Verdict::AdvisoryOnly) => Tier0::AdvisoryOnly,
            Some(Verdict::NeedsLlm) | None => Tier0::NeedsLlm,
        },
        ..Snapshot::default()
    }
}

/// Tasks of the review, with what they say of the change as a whole.
fn tasks_of(session: &Session) -> Vec<TaskFacts> {
    let is_open_summary = |task: &Task, state: &TaskState| task.is_summary() && !matches!(state, TaskState::Ended(_));
    let of_review =
        session.tasks.iter().filter(|(task, state)| !task.is_elaboration() && !is_open_summary(task, state));
    let facts = |(task, state): &(Task, TaskState)| {
        let report = session.voices().of(&task.id).and_then(|voice| voice.report.as_ref());
        let overview = report.map_or(String::new(), |report| report.overview.clone());
        TaskFacts { overview, ..task_facts(task, state) }
    };
    of_review.map(facts).collect()
}

fn request_facts(session: &Session) -> RequestFacts {
    let facts = session.pull();
    let checks = facts.checks.as_deref().unwrap_or(&[]);
    // Whose token it is, and whether the host can be asked again, is no news to who reads the review.
    let is_of_interest = |kind: GapKind| !matches!(kind, GapKind::Identity | GapKind::Pull);
    let gaps = facts.gaps.iter().map(|gap| gap.kind).filter(|kind| is_of_interest(*kind));
    RequestFacts {
        title: session.title().to_owned(),
        number: session.request().and_then(|request| request.pull.as_ref()).map(|name| name.number),
        draft: facts.pull.as_deref().is_some_and(|pull| pull.is_draft),
        ci_running: checks.iter().any(|check| check.state == CheckState::Running),
        files: session.all_files(),
        not_had: gaps.map(|kind| kind.as_str().to_owned()).collect(),
        verdict: session.together.publication.action,
    }
}

/// What a person's standing pins.
pub(crate) fn ruling(standing: &gate::Standing) -> Ruling {
    Ruling {
        decided: match &standing.stance {
            Stance::Undecided => Decided::Undecided,
            Stance::Accepted => Decided::Accepted,
            Stance::Dropped(why) => Decided::Dropped(why.clone()),
        },
        restored: standing.restored,
        edited: standing.edited.clone(),
        recast: standing.recast.clone(),
        inline: false,
    }
}

/// What synthesis needs of a task.
pub(crate) fn task_facts(task: &Task, state: &TaskState) -> TaskFacts {
    let pass = match &task.pass {
        Pass::Builtin(pass) | Pass::Replay(pass) | Pass::Tool(pass) | Pass::Agent(pass) => pass.as_str(),
        // Not the path: it is this machine's affair, and a stored run does not have it.
        Pass::Import(path) => task.id.as_str().strip_prefix("import:").unwrap_or(path),
    };
    // A recorded run of built-in reviewers is still one of built-in reviewers.
    let builtin = matches!(task.pass, Pass::Builtin(_) | Pass::Tool(_)) || task.id.as_str().starts_with("builtin:");
    TaskFacts {
        id: task.id.clone(),
        pass: pass.strip_prefix("builtin:").unwrap_or(pass).to_owned(),
        origin: match (builtin, task.is_judging()) {
            (true, _) => Origin::BuiltIn,
            (false, true) => Origin::Judge,
            (false, false) => Origin::Agent,
        },
        overview: String::new(),
        fate: match state {
            TaskState::Queued | TaskState::Running => Fate::Open,
            TaskState::Ended(TaskEnd::Completed) => Fate::Completed,
            TaskState::Ended(TaskEnd::Stopped) => Fate::Stopped,
            TaskState::Ended(TaskEnd::Failed(why)) => Fate::Failed(why.clone()),
            TaskState::Ended(TaskEnd::Skipped(why)) => Fate::Skipped(why.clone()),
        },
    }
}
