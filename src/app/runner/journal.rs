//! The one thread that owns the logbook: appends at once, flushes to the disk within 100 ms, joins keystrokes of a
//! draft into one record.

use std::{
    sync::{
        Arc,
        mpsc::{self, RecvTimeoutError},
    },
    time::{Duration, Instant},
};

use tokio::sync::mpsc::{Receiver, Sender};

use crate::{
    app::{
        config, failure,
        job::{Fault, Job},
    },
    core::model::{Diff, Failure, FailureKind, Record, Request, RunFacts},
    edge::{
        intake,
        logbook::{self, Logbook, LogbookError, Opened, Places, Recorder, Unchecked},
    },
    session::{Carried, LogOpened, Msg},
};

use super::{Event, Found, now};

/// Appended records are flushed to the disk within this time.
const FLUSH_WITHIN: Duration = Duration::from_millis(100);

/// Keystrokes of one draft within this time become one record.
const DRAFT_PAUSE: Duration = Duration::from_millis(150);

/// What the thread is told.
pub(super) enum Order {
    /// Open the logbook of a target with that diff.
    Open(Box<Request>, Arc<Diff>),
    /// Write records.
    Write(Vec<Record>),
    /// Keep the diff with that hash, and of the target's others those with these hashes; when nothing else is to do.
    Keep(Arc<Diff>, String, Vec<String>),
    /// Write and flush what is there, answer, end.
    Finish(mpsc::Sender<()>),
}

/// The way to the thread.
pub(super) struct Journal {
    orders: mpsc::Sender<Order>,
}

impl Journal {
    pub(super) fn start(job: Arc<Job>, events: Sender<Event>, found: Found) -> Self {
        let (orders, incoming) = mpsc::channel();
        let writer =
            Writer { job, events, found, logbook: None, recorder: None, drafts: Vec::new(), dirty: None, keep: None };
        // Without the thread nothing is acknowledged, and the footer shows it.
        let _ = std::thread::Builder::new().name("logbook".to_owned()).spawn(move || writer.serve(&incoming));
        Self { orders }
    }

    pub(super) fn order(&self, order: Order) {
        let _ = self.orders.send(order);
    }

    /// Waits for the last record, taking events meanwhile. False when the deadline passed first.
    pub(super) fn finish(&self, out: &mut Receiver<Event>, deadline: Duration) -> bool {
        let (done, wait) = mpsc::channel();
        self.order(Order::Finish(done));
        let end = Instant::now() + deadline;
        loop {
            while out.try_recv().is_ok() {}
            match wait.recv_timeout(Duration::from_millis(1)) {
                Ok(()) | Err(RecvTimeoutError::Disconnected) => return true,
                Err(RecvTimeoutError::Timeout) if Instant::now() >= end => return false,
                Err(RecvTimeoutError::Timeout) => {}
            }
        }
    }
}

/// The thread's state.
struct Writer {
    job: Arc<Job>,
    events: Sender<Event>,
    found: Found,
    logbook: Option<Logbook>,
    recorder: Option<Recorder>,
    /// Drafts that wait for the next keystroke, with how many records they stand for.
    drafts: Vec<(Record, u64)>,
    /// When the oldest unflushed record was appended.
    dirty: Option<Instant>,
    /// A diff to keep when there is time.
    keep: Option<(Arc<Diff>, String, Vec<String>)>,
}

impl Writer {
    fn serve(mut self, incoming: &mpsc::Receiver<Order>) {
        loop {
            match incoming.recv_timeout(self.patience()) {
                Ok(Order::Open(request, diff)) => self.open(*request, &diff),
                Ok(Order::Write(records)) => self.take(records),
                Ok(Order::Keep(diff, hash, others)) => self.keep = Some((diff, hash, others)),
                Ok(Order::Finish(done)) => {
                    self.write_drafts();
                    self.flush();
                    self.keep();
                    let _ = done.send(());
                    return;
                }
                Err(RecvTimeoutError::Timeout) => {
                    self.write_drafts();
                    self.flush();
                    self.keep();
                }
                Err(RecvTimeoutError::Disconnected) => return,
            }
        }
    }

    /// How long to wait for the next order.
    fn patience(&self) -> Duration {
        let flush = self.dirty.map(|since| FLUSH_WITHIN.saturating_sub(since.elapsed()));
        let draft = (!self.drafts.is_empty()).then_some(DRAFT_PAUSE);
        let keep = self.keep.as_ref().map(|_| DRAFT_PAUSE);
        flush.into_iter().chain(draft).chain(keep).min().unwrap_or(Duration::from_secs(3600))
    }

    fn open(&mut self, request: Request, diff: &Diff) {
        let opened = Logbook::open_at_once(&self.places(&request), &request, self.fault());
        let opened = opened.and_then(|opened| self.begin_recording().map(|()| opened));
        let mut later = None;
        let msg = match opened {
            Ok((opened, unchecked)) => {
                later = Some(unchecked);
                Msg::LogbookOpened(Box::new(self.opened(request, diff, opened)))
            }
            Err(error) => {
                let sha = request.head_sha.clone().unwrap_or_else(|| request.diff_hash.clone());
                let run = facts(&self.job, request, logbook::run_id(now(), &sha, 1, []));
                Msg::LogbookFailed(Box::new(run), failure::of_logbook(&error))
            }
        };
        self.tell(msg);
        self.check(later);
    }

    /// What the person need not wait for.
    fn check(&mut self, unchecked: Option<Unchecked>) {
        let Some((logbook, unchecked)) = self.logbook.as_mut().zip(unchecked) else { return };
        for note in logbook.check(unchecked) {
            self.tell(Msg::WriteFailed(0, Failure::new(FailureKind::Logbook, note)));
        }
    }

    fn begin_recording(&mut self) -> Result<(), LogbookError> {
        self.recorder = self.job.record.as_deref().map(Recorder::create).transpose()?;
        Ok(())
    }

    /// The newest run goes on when it was about the same bytes and made by this version; a recording always wants a
    /// run of its own.
    fn opened(&mut self, request: Request, diff: &Diff, mut opened: Opened) -> LogOpened {
        let said = self.job.sources.said_of_runs();
        let newest = opened.past.newest().filter(|run| run.request.diff_hash == request.diff_hash);
        let otherwise = newest.and_then(|run| config::planned_otherwise(&run.said, &said));
        let same = newest.filter(|run| {
            let same = run.version == VERSION && otherwise.is_none();
            // A run with other reviewers is another run: its findings have other numbers.
            let tasks = opened.past.candidates.iter().map(|candidate| &candidate.task);
            same && self.job.record.is_none() && tasks.into_iter().all(|task| self.job.has_task(task))
        });
        let told_otherwise = same.and_then(|_| super::configure::told_otherwise(&self.job, &opened.past));
        let same = same.filter(|_| told_otherwise.is_none());
        let resumed = same.is_some();
        let mut run = match same.cloned() {
            // The same change at another head (a rebase, other words of a commit): what is said of it is said of that
            // head, else it could never be published.
            Some(run) if run.request.head_sha != request.head_sha => RunFacts { request, ..run },
            Some(run) => run,
            None => {
                let sha = request.head_sha.clone().unwrap_or_else(|| request.diff_hash.clone());
                let number = logbook::number_of(&opened.jsonl);
                let id = logbook::run_id(now(), &sha, number, opened.past.runs.iter().map(|run| &run.id));
                facts(&self.job, request, id)
            }
        };
        run.said = said;
        opened.notes.extend(otherwise);
        opened.notes.extend(told_otherwise);
        self.logbook = Some(opened.logbook);
        let carried = Carried::of(diff, opened.past, &run, resumed);
        LogOpened { run, carried, notes: opened.notes, path: Some(opened.jsonl) }
    }

    fn places(&self, request: &Request) -> Places {
        let facts = self.found.facts();
        Places {
            repository: facts.repository.map(of_repository),
            pull: request.pull.as_ref().map(|name| name.repo.clone()),
            data_dir: self.job.folders.data.clone(),
            chosen: facts.logbook_dir,
            state: self.job.folders.state.clone(),
        }
    }

    fn fault(&self) -> logbook::Fault {
        match self.job.fault {
            Fault::KillWrite(n) => logbook::Fault::KillAt(n),
            Fault::None | Fault::PanicDraw | Fault::PanicStart | Fault::PanicWorker | Fault::KillPublish(_) => {
                logbook::Fault::Never
            }
        }
    }

    /// Drafts wait for the next keystroke; anything else is written at once, after them.
    fn take(&mut self, records: Vec<Record>) {
        let mut others = Vec::new();
        for record in records {
            match &record {
                Record::Draft { draft, .. } if !draft.text.is_empty() => {
                    let same = |(kept, _): &&mut (Record, u64)| is_draft_of(kept, &draft.key);
                    match self.drafts.iter_mut().find(same) {
                        Some(kept) => *kept = (record, kept.1 + 1),
                        None => self.drafts.push((record, 1)),
                    }
                }
                _ => others.push(record),
            }
        }
        if !others.is_empty() {
            self.write_drafts();
            let count = others.len() as u64;
            self.write(others, count);
        }
    }

    fn write_drafts(&mut self) {
        let drafts = std::mem::take(&mut self.drafts);
        let count = drafts.iter().map(|(_, count)| count).sum();
        if count > 0 {
            self.write(drafts.into_iter().map(|(record, _)| record).collect(), count);
        }
    }

    fn write(&mut self, records: Vec<Record>, count: u64) {
        let recorded = self.recorder.as_mut().map_or(Ok(()), |recorder| recorder.add(&records));
        let Some(logbook) = &mut self.logbook else { return };
        match logbook.append(&records).and_then(|acked| recorded.map(|()| acked)) {
            Ok(acked) => {
                self.dirty.get_or_insert_with(Instant::now);
                self.tell(Msg::Written(count));
                for note in acked.notes {
                    self.tell(Msg::WriteFailed(0, Failure::new(FailureKind::Logbook, note)));
                }
            }
            Err(error) => self.tell(Msg::WriteFailed(count, failure::of_logbook(&error))),
        }
    }

    fn flush(&mut self) {
        if self.dirty.take().is_some()
            && let Some(Err(error)) = self.logbook.as_mut().map(Logbook::sync)
        {
            self.tell(Msg::WriteFailed(0, failure::of_logbook(&error)));
        }
    }

    /// Keeps the diff, once records leave time for it.
    fn keep(&mut self) {
        let Some((diff, hash, others)) = self.keep.take() else { return };
        let Some(path) = self.logbook.as_ref().map(|logbook| logbook.path().to_owned()) else { return };
        if let Err(error) = logbook::keep_diff(&path, &hash, &diff.text, &others) {
            self.tell(Msg::DiffNotKept(super::looks::failure(&error)));
        }
    }

    fn tell(&self, msg: Msg) {
        let _ = self.events.blocking_send(Event::Session(msg));
    }
}

/// Our version, as runs record it.
pub(super) const VERSION: &str = env!("CARGO_PKG_VERSION");

fn is_draft_of(record: &Record, key: &crate::core::model::DraftKey) -> bool {
    matches!(record, Record::Draft { draft, .. } if draft.key == *key)
}

/// A repository as the logbook needs it.
pub(in crate::app) fn of_repository(found: intake::Repository) -> logbook::Repository {
    logbook::Repository {
        main_worktree: (found.root != found.common_dir).then_some(found.root),
        common_dir: found.common_dir,
        logbooks_tracked: found.logbooks_tracked,
    }
}

fn facts(job: &Job, request: Request, id: crate::core::model::RunId) -> RunFacts {
    let (version, model) = (VERSION.to_owned(), "none".to_owned());
    RunFacts { id, request, started: now(), version, model, said: job.sources.said_of_runs() }
}
