//! The one thread that paints: newest job first, everything older is dropped. At the lowest priority of all workers.
//! What a job wants is painted from the hunks, then moved blocks are found, then the same is painted from whole files,
//! then grammars are warmed for what may come.

use std::{
    panic::{AssertUnwindSafe, catch_unwind},
    sync::{
        Arc, Condvar, Mutex, PoisonError,
        atomic::{AtomicBool, AtomicU64, Ordering},
    },
    time::Duration,
};

use rustix::time::{ClockId, clock_gettime};
use tokio::sync::mpsc::Sender;

use crate::{
    core::model::{Diff, FileIx},
    edge::intake::{Options, Texts},
    ui::{
        self, Painted,
        paint::{Job, Moved, Painter, Quality, Stale, TileKey, Watch, Whence},
    },
};

use super::Event;

/// Bytes of grammars, by estimate: with 16 MB of tiles and what is kept of files, colour stays below 100 MB.
const GRAMMARS: usize = 62 << 20;

/// A job and the diff it is about.
struct Order {
    diff: Arc<Diff>,
    job: Job,
    number: u64,
}

/// What the driver and the thread share.
#[derive(Default)]
struct Desk {
    order: Mutex<Option<Order>>,
    came: Condvar,
    /// Number of the newest order.
    newest: AtomicU64,
}

/// The way to the thread.
pub(super) struct Easel {
    shared: Arc<Desk>,
}

impl Easel {
    /// Starts the thread; it does nothing until something is ordered.
    pub(super) fn start(events: Sender<Event>, options: Options, stop: Arc<AtomicBool>) -> Self {
        let shared = Arc::<Desk>::default();
        let mut worker = Worker {
            shared: shared.clone(),
            events,
            options,
            stop,
            painter: Painter::new(GRAMMARS),
            revision: 0,
            warmed: false,
        };
        // Without the thread the diff stays without colours.
        let _ = std::thread::Builder::new().name("paint".to_owned()).spawn(move || worker.serve());
        Self { shared }
    }

    /// Orders a job; it takes the place of an older one.
    pub(super) fn order(&self, diff: Arc<Diff>, job: Job) {
        let number = self.shared.newest.fetch_add(1, Ordering::Relaxed) + 1;
        *self.shared.order.lock().unwrap_or_else(PoisonError::into_inner) = Some(Order { diff, job, number });
        self.shared.came.notify_one();
    }
}

/// The thread's state.
struct Worker {
    shared: Arc<Desk>,
    events: Sender<Event>,
    options: Options,
    stop: Arc<AtomicBool>,
    painter: Painter,
    revision: u64,
    /// Whether the grammars of this diff's languages are warm.
    warmed: bool,
}

impl Worker {
    fn serve(&mut self) {
        // On Linux this is the thread's own priority; elsewhere the worst case is a slower program.
        let _ = rustix::process::nice(10);
        let stop = self.stop.clone();
        let mut texts = Texts::new(self.options.clone(), &stop);
        loop {
            let order = self.next();
            if order.job.revision != self.revision {
                self.painter.forget();
                (self.revision, self.warmed) = (order.job.revision, false);
            }
            let done = catch_unwind(AssertUnwindSafe(|| self.work(&order, &mut texts)));
            if done.is_err() {
                tracing::warn!("painting panicked");
                self.painter = Painter::new(GRAMMARS);
            }
            if self.events.is_closed() {
                return;
            }
        }
    }

    fn next(&self) -> Order {
        let mut order = self.shared.order.lock().unwrap_or_else(PoisonError::into_inner);
        loop {
            if let Some(order) = order.take() {
                return order;
            }
            order = self.shared.came.wait(order).unwrap_or_else(PoisonError::into_inner);
        }
    }

    /// `None`: a newer order came.
    fn work(&mut self, order: &Order, texts: &mut Texts<'_>) -> Option<()> {
        let (shared, stop) = (self.shared.clone(), self.stop.clone());
        let is_stale = || shared.newest.load(Ordering::Relaxed) != order.number || stop.load(Ordering::Relaxed);
        let watch = Watch { now: &now, is_stale: &is_stale };
        for want in order.job.wants.iter().filter(|want| want.have.is_none()) {
            let tile = match order.job.syntax {
                true => self.painter.local(&order.diff, want.key, watch),
                false => self.painter.words(&order.diff, want.key, watch),
            };
            match tile {
                Some(tile) => self.tell(order, Painted::Tile(Arc::new(tile))),
                None if is_stale() => return None,
                None => {}
            }
        }
        if order.job.moved {
            let moved = Moved::find(&order.diff, watch)?;
            self.tell(order, Painted::Moved(Arc::new(moved)));
        }
        if !order.job.syntax {
            return Some(());
        }
        for want in &order.job.wants {
            self.whole(order, want.key, (texts, watch)).ok()?;
        }
        if !self.warmed && order.diff.complete {
            self.warmed = self.painter.warm(&order.diff, watch);
        }
        Some(())
    }

    /// Paints a tile from the whole file, when that makes it better.
    fn whole(&mut self, order: &Order, key: TileKey, (texts, watch): (&mut Texts<'_>, Watch<'_>)) -> Result<(), Stale> {
        let Some(file) = order.diff.hunk(key.hunk).map(|entry| entry.file) else { return Ok(()) };
        if self.painter.quality(&order.diff, key) == Quality::Settled {
            return Ok(());
        }
        self.find_text(&order.diff, file, texts);
        if (watch.is_stale)() {
            return Err(Stale);
        }
        let painted = match self.painter.whole(&order.diff, key, watch)? {
            Some(tile) => Painted::Tile(Arc::new(tile)),
            None => Painted::Settled(key),
        };
        self.tell(order, painted);
        Ok(())
    }

    /// The first text that is one of the diff's sides.
    fn find_text(&mut self, diff: &Diff, file: FileIx, texts: &mut Texts<'_>) {
        let places = self.painter.wants_text(diff, file);
        if places.is_empty() {
            return;
        }
        let found = places.iter().any(|place| {
            let text = match place {
                Whence::Blob(_, id) => texts.blob(id),
                Whence::Tree(path) => texts.file(path),
            };
            text.is_some_and(|text| self.painter.give_text(diff, file, (place.side(), text.into())))
        });
        if !found {
            self.painter.lacks_text(diff, file);
        }
    }

    fn tell(&self, order: &Order, painted: Painted) {
        // A closed channel means that the driver has ended.
        let _ = self.events.blocking_send(Event::Ui(ui::Msg::Painted(order.job.revision, painted)));
    }
}

/// Time this thread has worked: waiting for a core does not count against a grammar.
fn now() -> Duration {
    let time = clock_gettime(ClockId::ThreadCPUTime);
    Duration::new(u64::try_from(time.tv_sec).unwrap_or(0), u32::try_from(time.tv_nsec).unwrap_or(0))
}
