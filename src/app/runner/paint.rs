//! The one thread that paints: newest job first, everything older is dropped. At the lowest priority of all workers.
//! What a job wants is painted from the hunks, then moved blocks are found, then the same is painted from whole files,
//! then grammars are warmed for what may come. Another thread (`guard`) sees to it that a grammar that never ends takes
//! the colours of one file only.

mod guard;

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
use guard::{Pulse, Struck};

/// Bytes of grammars, by estimate: room for the heaviest and a usual one. With 16 MB of tiles that is what colour may take
/// (100 MB).
const GRAMMARS: usize = 78 << 20;

/// A job and the diff it is about.
#[derive(Clone)]
struct Order {
    diff: Arc<Diff>,
    job: Job,
    number: u64,
}

/// What the driver, the thread and its guard share.
#[derive(Default)]
struct Desk {
    order: Mutex<Option<Order>>,
    came: Condvar,
    /// Number of the newest order.
    newest: AtomicU64,
    /// Number of the thread that paints: those before it were given up.
    painter: AtomicU64,
    pulse: Pulse,
}

/// What a painting thread needs.
#[derive(Clone)]
struct Kit {
    shared: Arc<Desk>,
    events: Sender<Event>,
    options: Options,
    stop: Arc<AtomicBool>,
    /// Makes its painter.
    painter: fn() -> Painter,
    /// Work on one line after which it is given up.
    patience: Duration,
}

/// The way to the thread.
pub(super) struct Easel {
    shared: Arc<Desk>,
}

impl Easel {
    /// Starts the thread; it does nothing until something is ordered.
    pub(super) fn start(events: Sender<Event>, options: Options, stop: Arc<AtomicBool>) -> Self {
        let shared = Arc::default();
        Self::with(Kit { shared, events, options, stop, painter: || Painter::new(GRAMMARS), patience: guard::PATIENCE })
    }

    fn with(kit: Kit) -> Self {
        let shared = kit.shared.clone();
        kit.start(&Struck::default());
        // Without the guard a grammar that never ends takes all colours with it, as long as the program runs.
        let _ = std::thread::Builder::new().name("paint-guard".to_owned()).spawn(move || guard::keep(&kit));
        Self { shared }
    }

    /// Orders a job; it takes the place of an older one.
    pub(super) fn order(&self, diff: Arc<Diff>, job: Job) {
        let number = self.shared.newest.fetch_add(1, Ordering::Relaxed) + 1;
        self.shared.put(Order { diff, job, number });
    }
}

impl Desk {
    fn put(&self, order: Order) {
        *self.order.lock().unwrap_or_else(PoisonError::into_inner) = Some(order);
        // All: one that was given up may wait too, should it come back.
        self.came.notify_all();
    }
}

impl Kit {
    /// Starts a thread that takes the place of all before it.
    fn start(&self, struck: &Struck) {
        let number = self.shared.painter.fetch_add(1, Ordering::Relaxed) + 1;
        let mut painter = (self.painter)();
        struck.names.iter().for_each(|name| painter.strike(name));
        let mut worker = Worker {
            kit: self.clone(),
            number,
            painter,
            revision: 0,
            warmed: struck.warms_no_more,
            paints_syntax: !struck.is_over,
        };
        // Without the thread the diff stays without colours.
        let _ = std::thread::Builder::new().name("paint".to_owned()).spawn(move || worker.serve());
    }
}

/// The thread's state.
struct Worker {
    kit: Kit,
    /// See [`Desk::painter`].
    number: u64,
    painter: Painter,
    revision: u64,
    /// Whether the grammars of this diff's languages are warm.
    warmed: bool,
    /// Whether grammars are used at all.
    paints_syntax: bool,
}

impl Worker {
    fn serve(&mut self) {
        // On Linux this is the thread's own priority; elsewhere the worst case is a slower program.
        let _ = rustix::process::nice(10);
        let stop = self.kit.stop.clone();
        let mut texts = Texts::new(self.kit.options.clone(), &stop);
        while let Some(mut order) = self.next() {
            order.job.syntax &= self.paints_syntax;
            if order.job.revision != self.revision {
                self.painter.forget();
                (self.revision, self.warmed) = (order.job.revision, self.warmed && self.revision == 0);
            }
            self.kit.shared.pulse.begin(self.number, &order);
            let done = catch_unwind(AssertUnwindSafe(|| self.work(&order, &mut texts)));
            self.kit.shared.pulse.end(self.number);
            if done.is_err() {
                tracing::warn!("painting panicked");
                self.painter = (self.kit.painter)();
            }
            if self.kit.events.is_closed() {
                return;
            }
        }
    }

    /// The next order; `None` when another thread has taken this one's place.
    fn next(&self) -> Option<Order> {
        let desk = &self.kit.shared;
        let mut order = desk.order.lock().unwrap_or_else(PoisonError::into_inner);
        loop {
            if self.is_given_up() {
                return None;
            }
            if let Some(order) = order.take() {
                return Some(order);
            }
            order = desk.came.wait(order).unwrap_or_else(PoisonError::into_inner);
        }
    }

    fn is_given_up(&self) -> bool {
        self.kit.shared.painter.load(Ordering::Relaxed) != self.number
    }

    /// `None`: a newer order came.
    fn work(&mut self, order: &Order, texts: &mut Texts<'_>) -> Option<()> {
        let (shared, stop, own) = (self.kit.shared.clone(), self.kit.stop.clone(), self.number);
        // Asked between two lines: as long as somebody asks, the work goes on.
        let is_stale = || {
            shared.pulse.beat(own);
            shared.newest.load(Ordering::Relaxed) != order.number
                || stop.load(Ordering::Relaxed)
                || shared.painter.load(Ordering::Relaxed) != own
        };
        let watch = Watch { now: &now, is_stale: &is_stale };
        for want in order.job.wants.iter().filter(|want| want.have.is_none()) {
            self.at(order, want.key);
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
        shared.pulse.at(own, None);
        if order.job.moved {
            let moved = Moved::find(&order.diff, watch)?;
            self.tell(order, Painted::Moved(Arc::new(moved)));
        }
        if !order.job.syntax {
            return Some(());
        }
        for want in &order.job.wants {
            self.at(order, want.key);
            self.whole(order, want.key, (texts, watch)).ok()?;
        }
        shared.pulse.at(own, None);
        if !self.warmed && order.diff.complete {
            self.warmed = self.painter.warm(&order.diff, watch);
        }
        Some(())
    }

    /// Notes what is painted now.
    fn at(&self, order: &Order, key: TileKey) {
        let file = order.diff.hunk(key.hunk).and_then(|entry| order.diff.file(entry.file));
        self.kit.shared.pulse.at(self.number, file.map(|file| order.diff.name(file.path)));
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
        let _ = self.kit.events.blocking_send(Event::Ui(ui::Msg::Painted(order.job.revision, painted)));
    }
}

/// Time this thread has worked: waiting for a core does not count against a grammar.
fn now() -> Duration {
    let time = clock_gettime(ClockId::ThreadCPUTime);
    Duration::new(u64::try_from(time.tv_sec).unwrap_or(0), u32::try_from(time.tv_nsec).unwrap_or(0))
}

#[cfg(test)]
mod tests;
