//! Worker threads, at lower priority than the screen. Reviewers have one fewer than the machine has cores, at least
//! one; short work (configuration, map, synthesis) has a thread of its own, so that it never waits for them; and what a
//! person is waiting for (search, the tree) has one too, which waits for neither and is not at lower priority.

use std::sync::{
    Arc, Mutex, Once, PoisonError,
    mpsc::{Receiver, Sender, channel},
};

type Work = Box<dyn FnOnce() + Send>;

/// How much lower the priority of reviewers and of short work is than the screen's.
const LOWER: i32 = 5;

/// The pool. Work is taken in order; a panic ends that work, never the worker. Workers come with the first work: the
/// first frame waits for none of them.
pub(super) struct Pool {
    queue: Sender<Work>,
    work: Arc<Mutex<Receiver<Work>>>,
    begun: Once,
    name: &'static str,
    threads: usize,
    lower: i32,
}

impl Pool {
    /// For reviewers.
    pub(super) fn for_reviewers() -> Self {
        let cores = std::thread::available_parallelism().map_or(2, std::num::NonZero::get);
        Self::new("reviewer", cores.saturating_sub(1).max(1), LOWER)
    }

    /// For short work.
    pub(super) fn for_short_work() -> Self {
        Self::new("short", 1, LOWER)
    }

    /// For what a key asked for. It answers within moments, so it may have the priority of the screen.
    pub(super) fn for_the_person() -> Self {
        Self::new("asked", 1, 0)
    }

    fn new(name: &'static str, threads: usize, lower: i32) -> Self {
        let (queue, work) = channel::<Work>();
        Self { queue, work: Arc::new(Mutex::new(work)), begun: Once::new(), name, threads, lower }
    }

    fn begin(&self) {
        for number in 0..self.threads {
            let (work, lower) = (self.work.clone(), self.lower);
            let name = format!("{}-{number}", self.name);
            // Without a thread the work waits; the run then never ends by itself, and says what it waits for.
            let _ = std::thread::Builder::new().name(name).spawn(move || serve(&work, lower));
        }
    }

    /// How many workers there are.
    pub(super) fn threads(&self) -> usize {
        self.threads
    }

    /// Adds work.
    pub(super) fn add(&self, work: impl FnOnce() + Send + 'static) {
        self.begun.call_once(|| self.begin());
        // The receiver lives as long as the pool and its workers.
        let _ = self.queue.send(Box::new(work));
    }
}

fn serve(work: &Mutex<Receiver<Work>>, lower: i32) {
    if lower > 0 {
        // On Linux this is the thread's own priority; elsewhere the worst case is a slower program.
        let _ = rustix::process::nice(lower);
    }
    loop {
        let next = work.lock().unwrap_or_else(PoisonError::into_inner).recv();
        let Ok(job) = next else { return };
        let _ = std::panic::catch_unwind(std::panic::AssertUnwindSafe(job));
    }
}
