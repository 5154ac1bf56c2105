//! The built-in reviewers, file by file, the riskiest first: all of them look at a file before the next is taken, so that
//! a hunk is parsed once and no tree outlives it. Files are shared out among the workers; what they find is told in the
//! order of the files, whoever was faster. A reviewer that panics or is stopped ends alone.
//! Not here: what a check finds (core::checks), custom rules (`rules`). Called by the runner.

use std::{
    collections::BTreeMap,
    panic::{AssertUnwindSafe, catch_unwind},
    sync::{
        Arc, Mutex, Once, PoisonError,
        atomic::{AtomicBool, AtomicUsize, Ordering},
    },
    time::{Duration, Instant},
};

use tokio::sync::mpsc::Sender;

use crate::{
    app::job::Fault,
    core::{
        checks::{self, Across, Check},
        model::{Candidate, CandidateId, Diff, FileClass, FileIx, Pass, Severity, Task, TaskEnd, TaskId},
    },
    edge::agents::{self, Agent, Heard, Limits, Reach, Work},
    session::{Change, Msg},
};

use super::{
    Event, now,
    pool::Pool,
    tasks::{Set, claim, words_of},
};

/// A reviewer under way.
struct Reviewer {
    task: Task,
    check: &'static Check,
    set: Set,
    cancel: Arc<AtomicBool>,
    /// Whether its end was told.
    is_over: AtomicBool,
}

impl Reviewer {
    fn is_wanted(&self) -> bool {
        !self.is_over.load(Ordering::Relaxed) && !self.cancel.load(Ordering::Relaxed)
    }

    fn set_severity(&self, own: Severity) -> Severity {
        self.set.severity.unwrap_or(own)
    }
}

/// Built-in reviewers as an agent, on one file: each hunk is parsed once for all of them. Its claims carry their tasks.
struct BuiltIn<'b> {
    orders: &'b [checks::Order<'b>],
    diff: &'b Diff,
    across: &'b Across,
    file: FileIx,
    class: FileClass,
}

impl Agent for BuiltIn<'_> {
    fn reach(&self) -> Reach {
        Reach::Nothing
    }

    fn carry_out(&self, work: Work<'_>, on: &mut dyn FnMut(Heard<'_>)) -> Result<(), agents::Fault> {
        let made = checks::run_together(self.orders, self.diff, self.across, self.file, self.class);
        claim(made.into_iter().flatten(), &work.limits, on)
    }
}

/// What one reviewer made of a file: its number, and candidates or the words of its panic.
type Made = (usize, Result<Vec<Candidate>, String>);

/// What was told so far.
#[derive(Default)]
struct Told {
    /// Place in the order of the file that is told next.
    next: usize,
    /// Files that are done before their turn.
    waiting: BTreeMap<usize, Vec<Made>>,
    /// Candidates of each reviewer so far.
    counts: Vec<u32>,
}

/// The way through the files, shared by the workers that go it.
struct Walk {
    events: Sender<Event>,
    change: Change,
    across: Across,
    fault: Fault,
    reviewers: Vec<Reviewer>,
    /// Those that end before they begin: told by a worker, since the thread that starts the walk must not wait.
    over: Vec<(TaskId, TaskEnd)>,
    /// The riskiest first.
    files: Vec<FileIx>,
    begun: Once,
    next: AtomicUsize,
    told: Mutex<Told>,
}

/// Sets all workers of the pool to these tasks.
pub(super) fn start(
    pool: &Pool,
    events: &Sender<Event>,
    fault: Fault,
    (tasks, change): (Vec<(Task, Arc<AtomicBool>)>, &Change),
) {
    let walk = Arc::new(Walk::new(events.clone(), fault, tasks, change.clone()));
    for _ in 0..pool.threads().min(walk.files.len().max(1)) {
        let walk = walk.clone();
        pool.add(move || walk.work());
    }
}

impl Walk {
    fn new(events: Sender<Event>, fault: Fault, tasks: Vec<(Task, Arc<AtomicBool>)>, change: Change) -> Self {
        let mut files: Vec<FileIx> = change.diff.file_numbers().collect();
        files.sort_by_key(|file| std::cmp::Reverse(change.map.heat.get(file.0 as usize).copied().unwrap_or(0)));
        let (mut reviewers, mut over) = (Vec::with_capacity(tasks.len()), Vec::new());
        for (task, cancel) in tasks {
            let Pass::Builtin(id) = &task.pass else { continue };
            let Some(check) = checks::find(id) else {
                let end = TaskEnd::Failed(format!("there is no reviewer {id}"));
                over.push((task.id.clone(), end));
                continue;
            };
            let set = Set::of(id, &change.settings);
            if !set.enabled {
                let end = TaskEnd::Skipped("switched off".to_owned());
                over.push((task.id.clone(), end));
                continue;
            }
            reviewers.push(Reviewer { task, check, set, cancel, is_over: AtomicBool::new(false) });
        }
        let told = Mutex::new(Told { counts: vec![0; reviewers.len()], ..Told::default() });
        let (across, begun, next) = (Across::default(), Once::new(), AtomicUsize::new(0));
        Self { events, change, across, fault, reviewers, over, files, begun, next, told }
    }

    /// What one worker does: takes files until there are none.
    fn work(&self) {
        // Nobody tells an end before all beginnings were told.
        self.begun.call_once(|| {
            for reviewer in &self.reviewers {
                self.send(Msg::TaskStarted(reviewer.task.id.clone(), now()));
            }
            for (task, end) in &self.over {
                self.send(Msg::TaskEnded(task.clone(), end.clone(), now()));
            }
            if self.files.is_empty() {
                self.end_all();
            }
        });
        while self.reviewers.iter().any(|reviewer| !reviewer.is_over.load(Ordering::Relaxed)) {
            let nth = self.next.fetch_add(1, Ordering::Relaxed);
            let Some(file) = self.files.get(nth) else { return };
            if !self.tell(nth, self.look(*file)) {
                return;
            }
        }
    }

    /// Looks at a file with every reviewer that is still wanted and is set to look at it.
    fn look(&self, file: FileIx) -> Vec<Made> {
        let path = self.change.diff.path(file);
        let apt = |(_, reviewer): &(usize, &Reviewer)| reviewer.is_wanted() && reviewer.set.looks_at(&path);
        let looking: Vec<(usize, &Reviewer)> = self.reviewers.iter().enumerate().filter(apt).collect();
        match self.together(file, &looking) {
            Ok(made) => looking.iter().map(|(nth, _)| *nth).zip(made.into_iter().map(Ok)).collect(),
            // One of them panicked. Alone it is seen which, and the others have their say.
            Err(_) => {
                let alone = |one: &(usize, &Reviewer)| {
                    let made = self.together(file, std::slice::from_ref(one));
                    (one.0, made.map(|made| made.into_iter().flatten().collect()))
                };
                looking.iter().map(alone).collect()
            }
        }
    }

    /// `Err`: the words of a panic.
    fn together(&self, file: FileIx, looking: &[(usize, &Reviewer)]) -> Result<Vec<Vec<Candidate>>, String> {
        let class = self.change.map.classes.get(file.0 as usize).copied().unwrap_or(FileClass::Source);
        let work = || {
            let faulty = looking.iter().any(|(_, reviewer)| reviewer.check.id == "secrets");
            assert!(self.fault != Fault::PanicWorker || !faulty, "PRR_FAULT=panic:worker");
            // Numbered anew when they are told.
            let orders: Vec<checks::Order<'_>> = looking
                .iter()
                .map(|(_, reviewer)| checks::Order { check: reviewer.check, task: &reviewer.task.id, first: 1 })
                .collect();
            let never = AtomicBool::new(false);
            let limits = Limits { until: Instant::now(), time: Duration::ZERO, stop: &never, quit: &never };
            let look = BuiltIn { orders: &orders, diff: &self.change.diff, across: &self.across, file, class };
            let mut made: Vec<Vec<Candidate>> = vec![Vec::new(); orders.len()];
            let heard = &mut |heard: Heard<'_>| {
                let Heard::Claim(candidate) = heard else { return };
                let nth = orders.iter().position(|order| *order.task == candidate.task);
                if let Some(own) = nth.and_then(|nth| made.get_mut(nth)) {
                    own.push(*candidate);
                }
            };
            look.carry_out(Work::within(limits), heard).map(|()| made)
        };
        match catch_unwind(AssertUnwindSafe(work)) {
            Ok(made) => made.map_err(|fault| fault.to_string()),
            Err(panic) => Err(words_of(&*panic)),
        }
    }

    /// Tells what was found in a file, and in those behind it that waited for it. False when nobody listens any more.
    fn tell(&self, nth: usize, made: Vec<Made>) -> bool {
        let mut told = self.told.lock().unwrap_or_else(PoisonError::into_inner);
        told.waiting.insert(nth, made);
        while let Some(made) = {
            let next = told.next;
            told.waiting.remove(&next)
        } {
            told.next += 1;
            for (nth, result) in made {
                let (Some(reviewer), Some(count)) = (self.reviewers.get(nth), told.counts.get_mut(nth)) else {
                    continue;
                };
                if !self.tell_one(reviewer, result, count) {
                    return false;
                }
            }
        }
        for reviewer in self.reviewers.iter().filter(|reviewer| reviewer.cancel.load(Ordering::Relaxed)) {
            self.end(reviewer, TaskEnd::Stopped);
        }
        if told.next == self.files.len() {
            self.end_all();
        }
        true
    }

    fn tell_one(&self, reviewer: &Reviewer, made: Result<Vec<Candidate>, String>, count: &mut u32) -> bool {
        let candidates = match made {
            Ok(candidates) => candidates,
            Err(words) => return self.end(reviewer, TaskEnd::Failed(words)),
        };
        for mut candidate in candidates {
            if !reviewer.is_wanted() {
                return true;
            }
            *count += 1;
            candidate.id = CandidateId::new(format!("{}-c{count}", reviewer.task.id));
            candidate.weight.severity = reviewer.set_severity(candidate.weight.severity);
            if !self.send(Msg::CandidateFound(Box::new(candidate), now())) {
                return false;
            }
        }
        true
    }

    fn end_all(&self) {
        for reviewer in &self.reviewers {
            self.end(reviewer, TaskEnd::Completed);
        }
    }

    /// Tells a reviewer's end, once.
    fn end(&self, reviewer: &Reviewer, end: TaskEnd) -> bool {
        if reviewer.is_over.swap(true, Ordering::Relaxed) {
            return true;
        }
        tracing::info!(task = reviewer.task.id.as_str(), end = end.as_str(), "task ended");
        self.send(Msg::TaskEnded(reviewer.task.id.clone(), end, now()))
    }

    fn send(&self, msg: Msg) -> bool {
        self.events.blocking_send(Event::Session(msg)).is_ok()
    }
}

#[cfg(test)]
mod tests;
