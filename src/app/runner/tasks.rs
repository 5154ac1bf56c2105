//! Change map and single tasks, on the pool. A reviewer that panics ends its task, never the run.

use std::{
    any::Any,
    panic::{AssertUnwindSafe, catch_unwind},
    sync::{
        Arc, Condvar, Mutex,
        atomic::{AtomicBool, Ordering},
    },
    time::Duration,
};

use tokio::sync::mpsc::Sender;

use crate::{
    app::job::{Agents, Job},
    core::{
        change::PathGlobs,
        checks::SPEC_ALIGNMENT,
        diff,
        model::{Candidate, Diff, Failure, FailureKind, Pass, Record, RunId, Settings, Task, TaskEnd},
        plan, risk,
        synthesis::{self, Snapshot},
    },
    session::{self, Change, Earlier, Material, Msg, Planning},
    ui,
};

use super::{Event, now, pool::Pool};

/// Time between two recorded candidates: a human pace.
const PACE: Duration = Duration::from_millis(550);

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
    (snapshot, earlier): (Box<Snapshot>, Earlier),
    revision: u64,
) {
    let events = events.clone();
    pool.add(move || {
        let work = AssertUnwindSafe(|| synthesis::synthesise_after(&snapshot, earlier.before.as_deref()));
        let result = match catch_unwind(work) {
            Ok(result) => result.map(Arc::new).map_err(|invalid| invalid.to_string()),
            Err(panic) => Err(words_of(&*panic)),
        };
        let _ = events.blocking_send(Event::Session(Msg::Synthesised(revision, result, now())));
        drop((snapshot, earlier));
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
        if !tell(Msg::TaskStarted(task.id.clone())) {
            return;
        }
        let mut found = |candidate| tell(Msg::CandidateFound(Box::new(candidate), now()));
        let work = || match &task.pass {
            Pass::Builtin(id) if id == SPEC_ALIGNMENT => super::spec::run(&task, &job, &change, (&cancel, &mut found)),
            Pass::Builtin(_) => super::rules::run(&task, &change, (&cancel, &mut found)),
            Pass::Import(_) => import(&task, &job, (&cancel, &mut found)),
            Pass::Replay(_) => replay(&task, &job, (&cancel, &mut found)),
            // Tools have threads of their own, built-in reviewers go together; what nobody answers was skipped before.
            Pass::Tool(_) | Pass::Agent(_) => TaskEnd::Skipped("nobody carries it out".to_owned()),
        };
        let end = catch_unwind(AssertUnwindSafe(work)).unwrap_or_else(|panic| TaskEnd::Failed(words_of(&*panic)));
        tracing::info!(task = task.id.as_str(), end = end.as_str(), "task ended");
        tell(Msg::TaskEnded(task.id.clone(), end, now()));
    });
}

/// What tells a candidate; false when nobody listens any more.
pub(super) type Tell<'a> = (&'a AtomicBool, &'a mut dyn FnMut(Candidate) -> bool);

/// How a reviewer is set.
pub(super) struct Set {
    enabled: bool,
    pub(super) severity: Option<crate::core::model::Severity>,
    paths: Option<PathGlobs>,
}

impl Set {
    pub(super) fn of(id: &str, settings: &Settings) -> Self {
        let set = settings.checks.iter().find(|set| set.id == id);
        let paths = set.map(|set| set.paths.as_slice()).filter(|paths| !paths.is_empty());
        Self {
            enabled: set.and_then(|set| set.enabled).unwrap_or(true),
            severity: set.and_then(|set| set.severity),
            // Globs were checked when they were read; one that does not compile after all limits nothing.
            paths: paths.map(|paths| PathGlobs::new(paths).0),
        }
    }

    pub(super) fn looks_at(&self, path: &crate::core::model::RepoPath) -> bool {
        self.enabled && self.paths.as_ref().is_none_or(|globs| globs.fits(path))
    }
}

/// What another program found, as its file says.
fn import(task: &Task, job: &Job, (cancel, found): Tell<'_>) -> TaskEnd {
    let files = match super::configure::import(job) {
        Ok(files) => files,
        Err(failure) => return TaskEnd::Failed(failure.summary),
    };
    let of_task = files.into_iter().filter(|file| file.task.id == task.id).flat_map(|file| file.candidates);
    for candidate in of_task {
        if cancel.load(Ordering::Relaxed) || !found(candidate) {
            return TaskEnd::Stopped;
        }
    }
    TaskEnd::Completed
}

/// A recorded task, candidate by candidate at a human pace.
fn replay(task: &Task, job: &Job, (cancel, found): Tell<'_>) -> TaskEnd {
    let Agents::Recorded(records) = &job.agents else { return TaskEnd::Failed("nothing was recorded".to_owned()) };
    for record in records {
        match record {
            Record::Candidate { candidate, .. } if candidate.task == task.id => {
                pause(PACE);
                if cancel.load(Ordering::Relaxed) || !found((**candidate).clone()) {
                    return TaskEnd::Stopped;
                }
            }
            Record::TaskEnded { task: ended, end, .. } if *ended == task.id => return end.clone(),
            _ => {}
        }
    }
    TaskEnd::Completed
}

/// Waits without a busy loop.
fn pause(time: Duration) {
    let never = (Mutex::new(()), Condvar::new());
    if let Ok(guard) = never.0.lock() {
        let _ = never.1.wait_timeout(guard, time);
    }
}

/// What a panic said.
pub(super) fn words_of(panic: &(dyn Any + Send)) -> String {
    let text = panic.downcast_ref::<&str>().map(|text| (*text).to_owned());
    let text = text.or_else(|| panic.downcast_ref::<String>().cloned()).unwrap_or_else(|| "panicked".to_owned());
    crate::core::text::one_line(&text, 200)
}
