//! Effect -> thread -> message. The only place that spawns. Every effect answers with messages of the session;
//! nothing here decides anything.

mod agents;
mod book;
mod builtin;
mod callers;
mod configure;
mod copy;
mod editor;
pub(super) mod graph;
mod guide;
mod host;
mod inbox;
pub(super) mod index;
mod journal;
mod keys;
mod late;
mod lines;
mod looks;
pub(super) mod map;
mod open;
mod paint;
mod pool;
mod publish;
mod pull;
mod reading;
mod rules;
mod search;
mod several;
mod spec;
mod tasks;
mod text;
mod tint;
mod tools;
mod watch;

use std::{
    collections::BTreeMap,
    path::PathBuf,
    sync::{
        Arc, Mutex, PoisonError,
        atomic::{AtomicBool, Ordering},
    },
    time::{Duration, Instant, SystemTime, UNIX_EPOCH},
};

use tokio::sync::mpsc::{Receiver, Sender, channel};

use crate::{
    core::{
        change::index::SymbolIndex,
        checks::{RULES, SPEC_ALIGNMENT},
        diff::FileText,
        model::{Diff, FileIx, Pass, RepoPath, Request, Task, TaskId, Time},
    },
    edge::intake::{Repository, TrackedSettings},
    session::{Change, Effect, Msg},
    ui,
};

use super::job::Job;
pub(super) use editor::Ready;
use host::Host;
pub use inbox::once as inbox;
pub(super) use journal::of_repository;
use journal::{Journal, Order};
pub(super) use keys::Keys;
pub(super) use lines::Lines;
use pool::Pool;
pub(super) use pull::{Wants, publisher, target as pull_target};
pub(super) use reading::read_once;
pub use several::review_several;

/// Messages that may wait before a worker has to.
const WAITING: usize = 1024;

/// How long the end waits until no child of an agent is left.
const CHILDREN: Duration = Duration::from_secs(2);

/// How long the end waits for something that is being written to the host.
const WRITES: Duration = Duration::from_secs(5);

/// What workers tell the driver.
#[derive(Debug)]
pub(super) enum Event {
    /// For the session.
    Session(Msg),
    /// For the cockpit.
    Ui(ui::Msg),
    /// What an editor is to open is ready, or why it cannot be.
    EditorReady(Result<Box<Ready>, String>),
    /// The editor ended.
    Edited(ui::Edited),
    /// To be given to the terminal's clipboard.
    Copy {
        /// What it is, in words.
        what: String,
        /// The bytes.
        bytes: Vec<u8>,
    },
    /// The terminal is gone.
    HungUp,
}

/// What was found out on the way and the logbook needs: shared by the threads that find and the one that writes.
#[derive(Debug, Clone, Default)]
pub(super) struct Found(Arc<Mutex<Facts>>);

/// Where the logbook may lie.
#[derive(Debug, Clone, Default)]
pub(super) struct Facts {
    /// The repository of the target.
    pub repository: Option<Repository>,
    /// Settings of the base side that the host of a pull request gave.
    pub settings: Option<TrackedSettings>,
    /// The place that the person chose in their settings.
    pub logbook_dir: Option<PathBuf>,
    /// What the person's tools are run on.
    pub bench: tools::Bench,
    /// Who answers for agents.
    pub staff: Arc<agents::Staff>,
    building: late::Building,
}

impl Found {
    fn note(&self, change: impl FnOnce(&mut Facts)) {
        change(&mut self.0.lock().unwrap_or_else(PoisonError::into_inner));
    }

    fn facts(&self) -> Facts {
        self.0.lock().unwrap_or_else(PoisonError::into_inner).clone()
    }
}

/// Carries effects out.
pub(super) struct Runner {
    job: Arc<Job>,
    events: Sender<Event>,
    stop: Arc<AtomicBool>,
    cancels: Mutex<BTreeMap<TaskId, Arc<AtomicBool>>>,
    found: Found,
    reviewers: Pool,
    short: Pool,
    asked: Pool,
    journal: Journal,
    easel: paint::Easel,
    host: Host,
    crew: agents::Crew,
}

impl Runner {
    /// A runner and the end at which its events come out.
    pub(super) fn new(job: Job) -> (Self, Receiver<Event>) {
        Self::build(job, false)
    }

    /// The same, with [`Effect::Read`] carried out before anything else is started: what the first frame waits for.
    pub(super) fn reading(job: Job) -> (Self, Receiver<Event>) {
        Self::build(job, true)
    }

    fn build(job: Job, reads: bool) -> (Self, Receiver<Event>) {
        let (events, out) = channel(WAITING);
        let job = Arc::new(job);
        let (found, host) = (Found::default(), Host::default());
        let stop = Arc::<AtomicBool>::default();
        if reads {
            reading::start(&job, &events, &stop, (&found, &host));
        }
        let runner = Self {
            easel: paint::Easel::start(events.clone(), job.intake.clone(), stop.clone()),
            journal: Journal::start(job.clone(), events.clone(), found.clone()),
            reviewers: Pool::for_reviewers(),
            short: Pool::for_short_work(),
            asked: Pool::for_the_person(),
            host,
            crew: agents::Crew::default(),
            stop,
            cancels: Mutex::default(),
            found,
            events,
            job,
        };
        (runner, out)
    }

    /// Carries one effect out, at once or on a thread.
    pub(super) fn perform(&self, effect: Effect) {
        tracing::debug!(effect = effect.name(), "order");
        match effect {
            Effect::Read => reading::start(&self.job, &self.events, &self.stop, (&self.found, &self.host)),
            Effect::OpenLogbook(request, diff) => self.journal.order(Order::Open(request, diff)),
            Effect::Configure(request) => {
                configure::start(&self.short, &self.events, &self.job, (request, &self.found))
            }
            Effect::Synthesise(gathered, earlier, revision) => {
                tasks::synthesise(&self.short, &self.events, (gathered, earlier), revision);
            }
            Effect::Write(records) => self.journal.order(Order::Write(records)),
            Effect::Map(diff, run, sensitive, planning) => {
                tasks::map(&self.short, &self.events, (&self.job, &self.stop), (diff, run, sensitive, planning));
            }
            Effect::Index(change, request, tasks) => {
                let with_stop = |task: Task| {
                    let cancel = self.way_to_stop(&task.id);
                    (task, cancel)
                };
                let (tasks, building) = (tasks.into_iter().map(with_stop).collect(), self.found.facts().building);
                let order = index::Order { change, request, tasks, building };
                index::start(&self.job, &self.events, &self.stop, order);
            }
            Effect::KeepDiff(diff, hash, others) => self.journal.order(Order::Keep(diff, hash, others)),
            Effect::GoOn => looks::go_on(&self.short, &self.events),
            Effect::Trace(remembered, diff) => looks::trace(&self.short, &self.events, remembered, diff),
            Effect::Compare(look, logbook, diff) => looks::compare(&self.short, &self.events, (look, logbook), diff),
            Effect::Run(list, change) => self.review(list, &change),
            Effect::Ask(asking) => self.ask(*asking),
            Effect::ReadPull(name) => self.host.again(name, &self.events),
            Effect::ActOnThread(name, act, node) => self.host.act(name, act, node, &self.events),
            Effect::LookAtGates(order, revision) => {
                publish::look(&self.short, &self.events, &self.job, (order, revision));
            }
            Effect::Publish(order) => self.host.publish(&self.job, order, &self.events),
            Effect::Reconcile(name) => self.host.reconcile(&self.job, name, &self.events),
            Effect::ReadPending(name, id) => self.host.pending(name, id, &self.events),
            Effect::ReadInbox(host) => inbox::start(&self.short, &self.host, &self.events, (&self.job, host)),
            Effect::Digest(material, revision) => tasks::digest(&self.short, &self.events, material, revision),
            Effect::Stop(tasks) => {
                let cancels = self.cancels();
                tasks.iter().filter_map(|task| cancels.get(task)).for_each(|flag| flag.store(true, Ordering::Relaxed));
            }
        }
    }

    /// Lets agents begin, each with a way to stop it.
    fn ask(&self, asking: crate::session::Asking) {
        let facts = self.found.facts();
        let cancels = asking.tasks.iter().map(|planned| self.way_to_stop(&planned.task.id)).collect();
        let office = agents::Office {
            job: &self.job,
            events: &self.events,
            staff: facts.staff,
            has_repository: facts.repository.is_some(),
            quit: &self.stop,
            crew: &self.crew,
            building: facts.building,
        };
        agents::start(&office, asking, cancels);
    }

    /// Runs tasks. Built-in reviewers go together, at the place of the first of them.
    fn review(&self, list: Vec<Task>, change: &Change) {
        let until = Instant::now() + crate::edge::tier0::TIME;
        let mut together: Vec<(Task, Arc<AtomicBool>)> = Vec::new();
        let mut others: Vec<(Task, Arc<AtomicBool>)> = Vec::new();
        let mut before = None;
        for task in list {
            let cancel = self.way_to_stop(&task.id);
            match &task.pass {
                Pass::Builtin(id) if id != RULES && id != SPEC_ALIGNMENT => {
                    before.get_or_insert(others.len());
                    together.push((task, cancel));
                }
                Pass::Builtin(_) | Pass::Tool(_) | Pass::Import(_) | Pass::Replay(_) | Pass::Agent(_) => {
                    others.push((task, cancel));
                }
            }
        }
        let behind = others.split_off(before.unwrap_or(others.len()));
        let alone = |(task, cancel): (Task, Arc<AtomicBool>)| match task.pass {
            Pass::Tool(_) => {
                let bench = self.found.facts().bench;
                tools::start(&self.events, &bench, (task, cancel), (change, until));
            }
            Pass::Builtin(_) | Pass::Import(_) | Pass::Replay(_) | Pass::Agent(_) => {
                tasks::run(&self.reviewers, &self.events, &self.job, (task, cancel), change);
            }
        };
        others.into_iter().for_each(alone);
        if !together.is_empty() {
            builtin::start(&self.reviewers, &self.events, self.job.fault, (together, change));
        }
        behind.into_iter().for_each(alone);
    }

    /// Searches the diff; answers the cockpit.
    pub(super) fn search(&self, diff: Arc<Diff>, beyond: ui::BeyondLines, pattern: String, revision: u64) {
        search::start(&self.asked, &self.events, (diff, beyond), (pattern, revision));
    }

    /// Copies something; answers the driver.
    pub(super) fn copy(&self, copy: ui::Copy) {
        copy::start(&self.short, &self.events, copy, (&self.job, &self.stop));
    }

    /// Makes ready what an editor is to open; answers the driver.
    pub(super) fn prepare(&self, diff: Arc<Diff>, edit: ui::Edit) {
        editor::prepare(&self.short, &self.events, (diff, edit), (&self.job.intake, &self.stop));
    }

    /// Runs an editor on the terminal, which the driver has given away; answers the driver.
    pub(super) fn launch(&self, ready: Box<Ready>) -> std::io::Result<()> {
        editor::launch(&self.events, ready)
    }

    /// Reads the text of a file on the new side; answers the cockpit.
    pub(super) fn text(&self, diff: Arc<Diff>, file: FileIx) {
        text::start(&self.short, &self.events, (diff, file), (&self.job.intake, &self.stop));
    }

    /// Looks up who uses a name; answers the cockpit.
    pub(super) fn callers(&self, index: Arc<SymbolIndex>, name: String, request: Option<&Request>) {
        callers::look_up(&self.short, &self.events, (index, name), (&self.job, &self.stop, request));
    }

    /// Looks something up in the logbooks; answers the cockpit.
    pub(super) fn logbook(&self, wish: ui::LogWish) {
        book::start(&self.events, &self.job, wish);
    }

    /// Reads a file beyond the diff; answers the cockpit.
    pub(super) fn source(&self, path: RepoPath, request: Option<&Request>) {
        callers::read(&self.short, &self.events, path, (&self.job, &self.stop, request));
    }

    /// Paints the text of a file for lines beyond the diff; answers the cockpit.
    pub(super) fn tint(&self, diff: &Diff, file: FileIx, text: Arc<FileText>) {
        let path = diff.file(file).map_or(&[][..], |entry| diff.name(entry.path));
        tint::start(&self.events, (file, text), (path, &self.stop));
    }

    /// Paints some lines; answers the cockpit.
    pub(super) fn paint(&self, diff: Arc<Diff>, job: ui::paint::Job) {
        self.easel.order(diff, job);
    }

    /// Opens an address in the browser; tells the cockpit when it cannot.
    pub(super) fn open(&self, address: String) {
        open::start(self.events.clone(), address);
    }

    /// Builds the file tree; answers the cockpit.
    pub(super) fn tree(&self, wish: Box<ui::TreeWish>) {
        let events = self.events.clone();
        self.asked.add(move || {
            let tree = Arc::new(ui::build_tree(&wish));
            let _ = events.blocking_send(Event::Ui(ui::Msg::Tree(wish.revision, tree)));
        });
    }

    /// Reads the person's own themes; answers the cockpit when there are any.
    pub(super) fn read_themes(&self) {
        let (sources, events) = (self.job.sources.clone(), self.events.clone());
        self.short.add(move || {
            let own = super::dress::own_themes(&sources);
            if !own.is_empty() {
                let _ = events.blocking_send(Event::Ui(ui::Msg::Dressed(own, None)));
            }
        });
    }

    /// Watches for the terminal to vanish.
    pub(super) fn watch_terminal(&self) {
        watch::start(self.events.clone());
    }

    /// Stops reading and reviewing, and waits until everything handed over is on disk, or the deadline passes.
    /// Events that still come are taken from `out`, so that no worker waits for room.
    pub(super) fn finish(&self, out: &mut Receiver<Event>, deadline: Duration) -> bool {
        self.stop.store(true, Ordering::Relaxed);
        self.cancels().values().for_each(|flag| flag.store(true, Ordering::Relaxed));
        self.host.cancel.cancel();
        let finished = self.journal.finish(out, deadline);
        // What still waits for room must not keep children alive.
        out.close();
        self.crew.wait(CHILDREN);
        self.host.finish(WRITES);
        finished
    }

    /// What stops a task that begins.
    fn way_to_stop(&self, id: &TaskId) -> Arc<AtomicBool> {
        let cancel = Arc::<AtomicBool>::default();
        self.cancels().insert(id.clone(), cancel.clone());
        cancel
    }

    fn cancels(&self) -> std::sync::MutexGuard<'_, BTreeMap<TaskId, Arc<AtomicBool>>> {
        self.cancels.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// The time now. The only clock of the program.
pub(super) fn now() -> Time {
    let since = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default();
    Time(i64::try_from(since.as_millis()).unwrap_or(i64::MAX))
}
