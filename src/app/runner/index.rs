//! The symbol index of the repository: kept files from the cache, the others read side by side, each thread with a git of
//! its own. Off the screen's path and at lower priority. Not here: what a name is (core::change::index).

use std::{
    collections::BTreeSet,
    sync::{
        Arc, Mutex, PoisonError,
        atomic::{AtomicBool, AtomicUsize, Ordering},
    },
    time::Instant,
};

use tokio::sync::mpsc::Sender;

use crate::{
    app::job::Job,
    core::{
        change::index::{Indexed, Names, SymbolIndex, names_in},
        checks::{self, stale_docs},
        judge::Surroundings,
        model::{Candidate, Diff, FileStatus, Pass, RepoPath, Request, TargetKind, Task, TaskEnd},
        risk::{self, Facts},
    },
    edge::{
        agents::{Agent, Fault, Heard, Reach, Work},
        intake::{self, NameCache, Texts, Tracked},
    },
    session::{Change, Msg},
};

use super::{Event, late::Building, map, now};

/// What is asked for.
pub(super) struct Order {
    pub change: Change,
    pub request: Box<Request>,
    /// The reviewers that ask the index, and what stops each.
    pub tasks: Vec<(Task, Arc<AtomicBool>)>,
    /// Where those look who wait for it.
    pub building: Building,
}

/// Builds the index on a thread of its own; answers in any case.
pub(super) fn start(job: &Arc<Job>, events: &Sender<Event>, stop: &Arc<AtomicBool>, order: Order) {
    let (job, sender, stop) = (job.clone(), events.clone(), stop.clone());
    let (tasks, building) = (order.tasks.clone(), order.building.clone());
    building.begin();
    let work = move || {
        // On Linux this is the thread's own priority; elsewhere the worst case is a slower program.
        let _ = rustix::process::nice(10);
        let read = || {
            let index = Arc::new(index_of(&job, (&order.request, &order.change.diff), &stop)?);
            let facts = Facts { sensitive_paths: order.change.settings.sensitive_paths.clone(), ..Facts::default() };
            let facts = facts_of(&job, &order.request, facts, &stop);
            let map = risk::with_index(&order.change.diff, &order.change.map, &index, &facts);
            let around = Surroundings::new(index.tracked.clone(), &map);
            Some((index, Arc::new(map), around))
        };
        let found = std::panic::catch_unwind(std::panic::AssertUnwindSafe(read)).unwrap_or(None);
        order.building.end(found.as_ref().map(|(index, ..)| index.clone()));
        review(&job, &sender, &order, found.as_ref().map(|(index, ..)| &**index));
        let _ = sender.blocking_send(Event::Session(Msg::Indexed(found)));
    };
    if std::thread::Builder::new().name("index".to_owned()).spawn(work).is_err() {
        building.end(None);
        for (task, _) in tasks {
            let why = TaskEnd::Failed("no thread could be started for it".to_owned());
            let _ = events.try_send(Event::Session(Msg::TaskEnded(task.id, why, now())));
        }
        let _ = events.try_send(Event::Session(Msg::Indexed(None)));
    }
}

/// Carries out the reviewers that ask the index, one after the other.
fn review(job: &Job, events: &Sender<Event>, order: &Order, index: Option<&SymbolIndex>) {
    let tell = |msg| events.blocking_send(Event::Session(msg)).is_ok();
    for (task, cancel) in &order.tasks {
        if tell(Msg::TaskStarted(task.id.clone(), now())) {
            let agent = OfIndex { task, job, order, index };
            let end = super::tasks::carried_out(events, &agent, &task.id, cancel);
            tell(Msg::TaskEnded(task.id.clone(), end, now()));
        }
    }
}

/// A reviewer that asks the index, as an agent.
struct OfIndex<'t> {
    task: &'t Task,
    job: &'t Job,
    order: &'t Order,
    index: Option<&'t SymbolIndex>,
}

impl Agent for OfIndex<'_> {
    fn reach(&self) -> Reach {
        Reach::Nothing
    }

    fn carry_out(&self, work: Work<'_>, on: &mut dyn FnMut(Heard<'_>)) -> Result<(), Fault> {
        let Some(index) = self.index else {
            return Err(Fault::Idle("there is no index of this repository".to_owned()));
        };
        let Change { diff, map, settings, about: _ } = &self.order.change;
        let (id, found) = match &self.task.pass {
            Pass::Builtin(id) if id == checks::API_REMOVAL => {
                (checks::API_REMOVAL, checks::api_removal(diff, map, index, &self.task.id))
            }
            Pass::Builtin(id) if id == checks::STALE_DOCS => {
                (checks::STALE_DOCS, self.stale_docs(index, work.limits.stop)?)
            }
            _ => (checks::LEFT_BEHIND, checks::left_behind(diff, map, index, &self.task.id)),
        };
        super::tasks::claim(super::tasks::Set::of(id, settings).applied(found), &work.limits, on)
    }
}

impl OfIndex<'_> {
    /// Searches the new side for what the change takes away.
    fn stale_docs(&self, index: &SymbolIndex, stop: &AtomicBool) -> Result<Vec<Candidate>, Fault> {
        let Change { diff, map, .. } = &self.order.change;
        let gone = stale_docs::gone(diff, map);
        let words: Vec<String> = stale_docs::words(&gone).into_iter().collect();
        if words.is_empty() {
            return Ok(Vec::new());
        }
        let request = &self.order.request;
        let tree = match request.kind {
            TargetKind::Wip | TargetKind::Staged => None,
            _ => Some(request.head_sha.as_deref().unwrap_or("HEAD")),
        };
        let found = Texts::new(self.job.intake.clone(), stop).lines_with(tree, &words);
        let found = found.ok_or_else(|| Fault::Idle("git does not search this version".to_owned()))?;
        let mention =
            |(path, line, text): (Vec<u8>, u32, String)| stale_docs::Mention { path: RepoPath::new(path), line, text };
        let mentions: Vec<_> = found.into_iter().map(mention).collect();
        Ok(stale_docs::stale_docs(&gone, &mentions, &index.tracked, &self.task.id))
    }
}

/// What the history says of who wrote the change.
pub(in crate::app) fn facts_of(job: &Job, request: &Request, facts: Facts, stop: &AtomicBool) -> Facts {
    let messages = intake::messages(&job.intake, request.head_sha.as_deref(), stop);
    let count = messages.map(|all| all.iter().filter(|message| risk::names_agent(message)).count());
    Facts { agent_commits: count.map(|n| u8::try_from(n).unwrap_or(u8::MAX)), ..facts }
}

/// The index of the new side of a change; `None` outside of a repository.
pub(in crate::app) fn index_of(job: &Job, about: (&Request, &Diff), stop: &AtomicBool) -> Option<SymbolIndex> {
    let (request, diff) = about;
    if !map::has_repository(job) {
        return None;
    }
    let begun = Instant::now();
    let folder = job.folders.cache.as_deref().and_then(|cache| Some(cache.parent()?.join("symbols")));
    let tracked = intake::tracked(&job.intake, request.head_sha.as_deref(), stop)?;
    let mut cache = NameCache::open(folder.as_deref(), &tracked.repository);
    let keys: Vec<String> = tracked.files.iter().map(key).collect();
    let missing: Vec<&Tracked> =
        tracked.files.iter().zip(&keys).filter(|(_, key)| !cache.has(key)).map(|(file, _)| file).collect();
    let fresh = read(job, &missing, stop);
    let count = fresh.len();
    for (key, names) in fresh {
        cache.add(key, names);
    }
    let of = |(file, key): (&Tracked, &String)| Some(Indexed::new(RepoPath::new(&file.path), cache.get(key)?));
    let index = SymbolIndex {
        files: tracked.files.iter().zip(&keys).filter_map(of).collect(),
        tracked: Arc::new(tracked.paths),
        notes: tracked.notes,
    };
    if count > 0 && !stop.load(Ordering::Relaxed) {
        cache.keep(keys.iter().map(String::as_str));
    }
    tracing::info!(files = index.files.len(), read = count, ms = begun.elapsed().as_millis(), "symbol index built");
    Some(match request.kind {
        TargetKind::Wip | TargetKind::Staged => as_it_lies_there(job, index, diff, stop),
        _ => index,
    })
}

/// The index of a commit with the changed files as they are now: what is not committed has no blobs to go by.
fn as_it_lies_there(job: &Job, index: SymbolIndex, diff: &Diff, stop: &AtomicBool) -> SymbolIndex {
    let contents = intake::both_sides(diff, &risk::classes_of(diff), &job.intake, stop);
    let (mut gone, mut new) = (BTreeSet::new(), Vec::new());
    for file in diff.file_numbers() {
        let (Some(entry), Some(sides)) = (diff.file(file), contents.of(file)) else { continue };
        let path = diff.path(file);
        if let (FileStatus::Renamed, Some(old)) = (entry.status, entry.old_path) {
            gone.insert(RepoPath::new(diff.name(old)));
        }
        match &sides.new {
            Some(bytes) => {
                gone.insert(path.clone());
                new.push(Indexed::new(path.clone(), names_in(&path, bytes)));
            }
            None if entry.status == FileStatus::Deleted => drop(gone.insert(path)),
            // Not at hand: better as it was than not at all.
            None => {}
        }
    }
    index.with(&gone, new)
}

/// By what the names of a file are kept: its blob, and its ending, by which it is read.
fn key(file: &Tracked) -> String {
    let path = RepoPath::new(&file.path);
    let ending = path.file_name().rsplitn(2, |b| *b == b'.').next().filter(|ending| *ending != path.file_name());
    // The cache keeps the length in a byte.
    format!("{}.{:.40}", file.id, String::from_utf8_lossy(ending.unwrap_or(&[])))
}

/// Names of files, by their keys.
type Read = Vec<(String, Names)>;

fn read(job: &Job, files: &[&Tracked], stop: &AtomicBool) -> Read {
    let next = AtomicUsize::new(0);
    let done: Mutex<Read> = Mutex::default();
    let work = || {
        let mut blobs = intake::blobs(&job.intake, stop);
        let mut own = Vec::new();
        while let Some(file) = files.get(next.fetch_add(1, Ordering::Relaxed)) {
            // What is too large, or not here, has no names; it is kept so that nobody asks again.
            let Ok(bytes) = blobs.read(&file.id) else { break };
            let path = RepoPath::new(&file.path);
            own.push((key(file), bytes.map(|bytes| names_in(&path, &bytes)).unwrap_or_default()));
        }
        done.lock().unwrap_or_else(PoisonError::into_inner).extend(own);
    };
    let threads = if files.is_empty() { 0 } else { map::threads(job).min(files.len() / 16 + 1) };
    std::thread::scope(|scope| (0..threads).for_each(|_| drop(scope.spawn(work))));
    done.into_inner().unwrap_or_else(PoisonError::into_inner)
}
