//! Change map and single tasks, on the pool. A reviewer that panics ends its task, never the run.

use std::{
    any::Any,
    panic::{AssertUnwindSafe, catch_unwind},
    sync::{
        Arc,
        atomic::{AtomicBool, Ordering},
    },
    time::{Duration, Instant},
};

use tokio::sync::mpsc::Sender;

use crate::{
    app::job::{Agents, Job},
    core::{
        change::PathGlobs,
        checks::{self, SPEC_ALIGNMENT},
        diff,
        model::{
            Candidate, Diff, Failure, FailureKind, Opinion, Pass, Record, RunId, Settings, Task, TaskEnd, TaskId,
            TaskReport,
        },
        plan, risk, synthesis,
    },
    edge::agents::{Agent, Fault, Heard, Limits, Reach, Recorded, Work},
    session::{self, Change, Earlier, Gathered, Material, Msg, Planning},
    ui,
};

use super::{Event, now, pool::Pool, rules::OwnRules, spec::Spec};

/// Those who do not wait for others end by themselves.
const UNBOUNDED: Duration = Duration::from_secs(24 * 60 * 60);

/// Time between two recorded candidates: a human pace.
const PACE: Duration = Duration::from_millis(550);

/// A recorded run of many is over by about then: 10,000 candidates come 500 a second.
const SHOW: Duration = Duration::from_secs(20);

/// What map and plan are made of: the diff, the run, the person's sensitive paths, what it is planned by.
type Mapping = (Arc<Diff>, RunId, Vec<String>, Option<Box<Planning>>);

/// Builds the change map and the hash of each file's text.
pub(super) fn map(
    pool: &Pool,
    events: &Sender<Event>,
    (job, stop): (&Arc<Job>, &Arc<AtomicBool>),
    (index, run, sensitive_paths, planning): Mapping,
) {
    let (events, job, stop) = (events.clone(), job.clone(), stop.clone());
    pool.add(move || {
        let work = || {
            let facts = risk::Facts { sensitive_paths, ..risk::Facts::default() };
            let map = super::map::map_of(&job, &index, &run, &facts, &stop);
            let wish = planning.as_ref().and_then(|planning| planning.graph.as_ref());
            let map = super::graph::with_graph(&job, &index, map, (wish, &facts), &stop);
            let hashes: Vec<u64> =
                index.file_numbers().map(|file| diff::text_hash(&index, file).unwrap_or(0)).collect();
            (map, hashes)
        };
        // Without a map the review goes on: no hotspots, nothing folded.
        let (map, hashes) = catch_unwind(AssertUnwindSafe(work)).unwrap_or_default();
        if let Some(planning) = planning {
            let work = || plan::plan(&index, &map, &planning.wish);
            // Without a plan the built-in reviewers go on.
            let plan = catch_unwind(AssertUnwindSafe(work)).unwrap_or_default();
            let _ = events.blocking_send(Event::Session(Msg::Planned(Arc::new(plan), now())));
        }
        let _ = events.blocking_send(Event::Session(Msg::Mapped(Arc::new(map), Arc::from(hashes), now())));
    });
}

/// Puts the findings together, and lets go of what was put together before.
pub(super) fn synthesise(
    pool: &Pool,
    events: &Sender<Event>,
    (gathered, earlier): (Box<Gathered>, Earlier),
    revision: u64,
) {
    let events = events.clone();
    pool.add(move || {
        let work = || {
            let snapshot = gathered.snapshot();
            synthesis::synthesise_after(&snapshot, earlier.before.as_deref())
        };
        let result = match catch_unwind(AssertUnwindSafe(work)) {
            Ok(result) => result.map(Arc::new).map_err(|invalid| invalid.to_string()),
            Err(panic) => Err(words_of(&*panic)),
        };
        let _ = events.blocking_send(Event::Session(Msg::Synthesised(revision, result, now())));
        drop(earlier);
    });
}

/// Makes what the host told ready to be looked at.
pub(super) fn digest(pool: &Pool, events: &Sender<Event>, material: Box<Material>, revision: u64) {
    let events = events.clone();
    pool.add(move || {
        let made = catch_unwind(AssertUnwindSafe(|| session::digest(&material))).unwrap_or_else(|panic| {
            // Without a digest the review goes on.
            let failure = Failure::new(FailureKind::Internal, "Threads and conversation cannot be shown.");
            let _ = events.blocking_send(Event::Ui(ui::Msg::Failed(failure.because(words_of(&*panic)))));
            session::Digest::default()
        });
        let _ = events.blocking_send(Event::Session(Msg::Digested(revision, Arc::new(made), now())));
    });
}

/// Runs one task to its end.
pub(super) fn run(
    pool: &Pool,
    events: &Sender<Event>,
    job: &Arc<Job>,
    (task, cancel): (Task, Arc<AtomicBool>),
    change: &Change,
) {
    let (events, job, change) = (events.clone(), job.clone(), change.clone());
    pool.add(move || {
        let tell = |msg| events.blocking_send(Event::Session(msg)).is_ok();
        if tell(Msg::TaskStarted(task.id.clone(), now())) {
            let end = match agent(&task, &job, &change) {
                Some(agent) => carried_out(&events, &*agent, &task.id, &cancel),
                None => TaskEnd::Skipped("nobody carries it out".to_owned()),
            };
            // One that is stopped this time has said nothing.
            if let Some(opinions) = recorded_opinions(&job, &task).filter(|_| end == TaskEnd::Completed) {
                tell(Msg::OpinionsGiven(task.id.clone(), opinions, now()));
            }
            if let Some(report) = recorded_report(&job, &task) {
                tell(Msg::TaskReported(task.id.clone(), Box::new(report), now()));
            }
            tell(Msg::TaskEnded(task.id.clone(), end, now()));
        }
    });
}

/// What a recorded task thought of findings, when it is one that judges.
fn recorded_opinions(job: &Job, task: &Task) -> Option<Vec<Opinion>> {
    let (Agents::Recorded(records), true) = (&job.agents, task.is_judging()) else { return None };
    let by_it = records.iter().filter_map(|record| match record {
        Record::Opinion { opinion, .. } if opinion.task == task.id => Some((**opinion).clone()),
        _ => None,
    });
    Some(by_it.collect())
}

/// What a recorded task came to; nothing is spent on it again.
fn recorded_report(job: &Job, task: &Task) -> Option<TaskReport> {
    let (Agents::Recorded(records), Pass::Replay(_)) = (&job.agents, &task.pass) else { return None };
    let report = records.iter().rev().find_map(|record| match record {
        Record::TaskReported { task: id, report, .. } if *id == task.id => Some((**report).clone()),
        _ => None,
    })?;
    Some(TaskReport { usage: None, cost_usd: None, ..report })
}

/// Who carries a task out on the pool; `None` = nobody. Tools have threads of their own, most built-in reviewers go
/// together, and those who are asked are the desk's affair.
fn agent<'t>(task: &'t Task, job: &'t Job, change: &'t Change) -> Option<Box<dyn Agent + 't>> {
    Some(match &task.pass {
        Pass::Builtin(id) if id == SPEC_ALIGNMENT => Box::new(Spec { task, job, change }),
        Pass::Builtin(_) => Box::new(OwnRules { task, change }),
        Pass::Import(_) => Box::new(Import { task, job }),
        Pass::Replay(_) => {
            let Agents::Recorded(records) = &job.agents else { return None };
            let pace = if job.is_cockpit { pace_of(records) } else { Duration::ZERO };
            Box::new(Recorded { records, task: &task.id, pace })
        }
        Pass::Tool(_) | Pass::Agent(_) => return None,
    })
}

/// The pause before each candidate of a recorded run that somebody watches. Nobody watches a run without a screen.
fn pace_of(records: &[Record]) -> Duration {
    let claims = records.iter().filter(|record| matches!(record, Record::Candidate { .. })).count();
    PACE.min(SHOW / u32::try_from(claims).unwrap_or(u32::MAX).max(1))
}

/// Has an agent that needs no words carry a task out, and tells what it claims. A panic ends it, never the run.
pub(super) fn carried_out(events: &Sender<Event>, agent: &dyn Agent, task: &TaskId, cancel: &AtomicBool) -> TaskEnd {
    let on = &mut |heard: Heard<'_>| {
        let msg = match heard {
            Heard::Claim(candidate) => Msg::CandidateFound(candidate, now()),
            Heard::Text(text) | Heard::Thought(text) | Heard::Tool(text) => {
                Msg::TaskSaid(task.clone(), text.to_owned())
            }
            Heard::Used(_) => return,
        };
        // When nobody listens any more the program ends, and says so to all who work.
        let _ = events.blocking_send(Event::Session(msg));
    };
    let (time, never) = (UNBOUNDED, AtomicBool::new(false));
    let limits = Limits { until: Instant::now() + time, time, stop: cancel, quit: &never };
    let work = AssertUnwindSafe(|| agent.carry_out(Work::within(limits), on));
    let end = match catch_unwind(work) {
        Ok(Ok(())) => TaskEnd::Completed,
        Ok(Err(Fault::Stopped)) => TaskEnd::Stopped,
        Ok(Err(Fault::Idle(why))) => TaskEnd::Skipped(why),
        Ok(Err(fault)) => TaskEnd::Failed(fault.to_string()),
        Err(panic) => TaskEnd::Failed(words_of(&*panic)),
    };
    tracing::info!(task = task.as_str(), end = end.as_str(), "task ended");
    end
}

/// Goes on with claims until it is to stop.
///
/// # Errors
/// It was stopped.
pub(super) fn claim(
    candidates: impl IntoIterator<Item = Candidate>,
    limits: &Limits<'_>,
    on: &mut dyn FnMut(Heard<'_>),
) -> Result<(), Fault> {
    for candidate in candidates {
        if limits.stop.load(Ordering::Relaxed) {
            return Err(Fault::Stopped);
        }
        on(Heard::Claim(Box::new(candidate)));
    }
    Ok(())
}

/// How a reviewer is set.
pub(super) struct Set {
    pub(super) enabled: bool,
    pub(super) severity: Option<crate::core::model::Severity>,
    paths: Option<PathGlobs>,
}

impl Set {
    pub(super) fn of(id: &str, settings: &Settings) -> Self {
        let set = settings.checks.iter().find(|set| set.id == id);
        let paths = set.map(|set| set.paths.as_slice()).filter(|paths| !paths.is_empty());
        Self {
            enabled: set.and_then(|set| set.enabled).unwrap_or_else(|| checks::is_on(id)),
            severity: set.and_then(|set| set.severity),
            // Globs were checked when they were read; one that does not compile after all limits nothing.
            paths: paths.map(|paths| PathGlobs::new(paths).0),
        }
    }

    /// Those that it wants to be told, each as bad as it is set to be. What has no place is of no path.
    pub(super) fn applied(&self, found: Vec<Candidate>) -> impl Iterator<Item = Candidate> {
        let is_wanted = |candidate: &Candidate| candidate.place.as_ref().is_none_or(|place| self.looks_at(&place.path));
        found.into_iter().filter(is_wanted).map(|mut candidate| {
            candidate.weight.severity = self.severity.unwrap_or(candidate.weight.severity);
            candidate
        })
    }

    pub(super) fn looks_at(&self, path: &crate::core::model::RepoPath) -> bool {
        self.enabled && self.paths.as_ref().is_none_or(|globs| globs.fits(path))
    }
}

/// What another program found, as its file says.
struct Import<'t> {
    task: &'t Task,
    job: &'t Job,
}

impl Agent for Import<'_> {
    fn reach(&self) -> Reach {
        Reach::Nothing
    }

    fn carry_out(&self, work: Work<'_>, on: &mut dyn FnMut(Heard<'_>)) -> Result<(), Fault> {
        let files = super::configure::import(self.job, Some(&self.task.id));
        let files = files.map_err(|failure| Fault::Broken(failure.summary))?;
        claim(files.into_iter().flat_map(|file| file.candidates), &work.limits, on)
    }
}

/// What a panic said.
pub(super) fn words_of(panic: &(dyn Any + Send)) -> String {
    let text = panic.downcast_ref::<&str>().map(|text| (*text).to_owned());
    let text = text.or_else(|| panic.downcast_ref::<String>().cloned()).unwrap_or_else(|| "panicked".to_owned());
    crate::core::text::one_line(&text, 200)
}
