//! The guard of the painting thread. A grammar is data of a stranger, and what reads it has no bound of steps: two rules that
//! match nothing and lead to each other go on for ever on one line, and nothing outside can end that. So the thread is
//! given up: it has the lowest priority from then on, another takes its place, and the file stays plain. When that
//! has happened a few times no grammar is used any more: each thread that was given up may keep a core busy.
//! Not here: what is painted (`paint`, the only caller). The known case is avoided before it comes to this
//! (`ui::paint`).

use std::{
    path::PathBuf,
    sync::{
        Condvar, Mutex, PoisonError,
        atomic::{AtomicU64, Ordering},
    },
    time::Duration,
};

use super::{Event, Kit, Order};
use crate::ui;

/// Between two looks at the pulse, while something is painted.
const LOOK: Duration = Duration::from_millis(200);

/// Work of the thread on one line after which it is given up. A grammar's expressions are compiled as they are needed,
/// which may take a second; longer lines than that are given up by the stream itself, when they end.
pub(super) const PATIENCE: Duration = Duration::from_secs(4);

/// Where a thread's work cannot be measured: so many times the patience may pass.
const UNMEASURED: u32 = 5;

/// Threads that may be given up before grammars are.
pub(super) const MOST: usize = 3;

/// What was given up so far.
#[derive(Debug, Default)]
pub(super) struct Struck {
    /// Files that stay plain.
    pub names: Vec<Vec<u8>>,
    /// It happened to what nobody had asked to see.
    pub warms_no_more: bool,
    /// No grammar is used any more.
    pub is_over: bool,
    threads: usize,
}

/// What is painted, and that it goes on.
#[derive(Default)]
pub(super) struct Pulse {
    beats: AtomicU64,
    work: Mutex<Option<Work>>,
    changed: Condvar,
}

/// Work that is under way.
#[derive(Clone)]
struct Work {
    painter: u64,
    order: Order,
    /// The file that is painted; `None` when it is not a certain one.
    name: Option<Vec<u8>>,
    /// Where the system tells how long the thread has worked.
    clock: Option<PathBuf>,
}

impl Work {
    fn time(&self) -> Option<Duration> {
        let text = std::fs::read_to_string(self.clock.as_ref()?).ok()?;
        text.split(' ').next()?.parse().ok().map(Duration::from_nanos)
    }
}

impl Pulse {
    fn work(&self) -> std::sync::MutexGuard<'_, Option<Work>> {
        self.work.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// A thread begins an order. Called on that thread.
    pub fn begin(&self, painter: u64, order: &Order) {
        let own = std::fs::read_link("/proc/thread-self").ok();
        let clock = own.map(|own| PathBuf::from("/proc").join(own).join("schedstat")).filter(|path| path.exists());
        *self.work() = Some(Work { painter, order: order.clone(), name: None, clock });
        self.beat(painter);
        self.changed.notify_all();
    }

    /// It goes on.
    pub fn beat(&self, _painter: u64) {
        self.beats.fetch_add(1, Ordering::Relaxed);
    }

    /// It goes on with this file.
    pub fn at(&self, painter: u64, name: Option<&[u8]>) {
        if let Some(work) = self.work().as_mut().filter(|work| work.painter == painter) {
            work.name = name.map(<[u8]>::to_vec);
        }
        self.beat(painter);
    }

    /// It has ended an order.
    pub fn end(&self, painter: u64) {
        self.work().take_if(|work| work.painter == painter);
        self.changed.notify_all();
    }

    /// Waits until something is painted; costs nothing as long as nothing is.
    fn wait(&self) -> Work {
        let mut work = self.work();
        loop {
            if let Some(work) = work.as_ref() {
                return work.clone();
            }
            work = self.changed.wait(work).unwrap_or_else(PoisonError::into_inner);
        }
    }

    /// What is painted after a pause.
    fn look(&self) -> Option<Work> {
        let work = self.work();
        self.changed.wait_timeout(work, LOOK).unwrap_or_else(PoisonError::into_inner).0.clone()
    }
}

/// Watches until the program ends.
pub(super) fn keep(kit: &Kit) {
    let _ = rustix::process::nice(10);
    let mut struck = Struck::default();
    while !kit.events.is_closed() {
        let begun = kit.shared.pulse.wait();
        if let Some(stuck) = stuck(kit, begun) {
            give_up(kit, stuck, &mut struck);
        }
    }
}

/// Watches one order; what has got stuck, unless it ends.
fn stuck(kit: &Kit, begun: Work) -> Option<Work> {
    let pulse = &kit.shared.pulse;
    let beats = || pulse.beats.load(Ordering::Relaxed);
    let (mut last, mut since, mut looks) = (beats(), begun.time(), 0);
    loop {
        let work = pulse.look()?;
        if work.painter != begun.painter || work.order.number != begun.order.number {
            return None;
        }
        if beats() != last {
            (last, since, looks) = (beats(), work.time(), 0);
            continue;
        }
        looks += 1;
        let is_over = match (since, work.time()) {
            (Some(since), Some(now)) => now.saturating_sub(since) >= kit.patience,
            (None, _) | (_, None) => LOOK * looks >= kit.patience * UNMEASURED,
        };
        if is_over {
            return Some(work);
        }
    }
}

/// Puts another thread in the place of one that is stuck.
fn give_up(kit: &Kit, stuck: Work, struck: &mut Struck) {
    struck.threads += 1;
    struck.is_over = struck.threads >= MOST;
    struck.warms_no_more |= stuck.name.is_none();
    let name = stuck.name.as_deref().map(|name| crate::core::text::one_line(&String::from_utf8_lossy(name), 80));
    struck.names.extend(stuck.name);
    lower(stuck.clock.as_deref());
    kit.shared.pulse.end(stuck.painter);
    kit.start(struck);
    let what = name.unwrap_or_else(|| "a file".to_owned());
    let words = match struck.is_over {
        false => format!("{what} stays without colours: its grammar does not come to an end"),
        true => "no more syntax colours: grammars do not come to an end".to_owned(),
    };
    tracing::warn!(words, "painter given up");
    let _ = kit.events.blocking_send(Event::Ui(ui::Msg::Told(Err(words))));
    // What was ordered is done by the new one, unless there is a newer order.
    let mut order = kit.shared.order.lock().unwrap_or_else(PoisonError::into_inner);
    if order.is_none() && kit.shared.newest.load(Ordering::Relaxed) == stuck.order.number {
        *order = Some(stuck.order);
    }
    drop(order);
    kit.shared.came.notify_all();
}

/// Gives a thread the lowest priority there is.
fn lower(clock: Option<&std::path::Path>) {
    let number = clock.and_then(|path| path.parent()?.file_name()?.to_str()?.parse().ok());
    if let Some(thread) = number.and_then(rustix::process::Pid::from_raw) {
        let _ = rustix::process::setpriority_process(Some(thread), 19);
    }
}
