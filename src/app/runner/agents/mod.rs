//! Agents: threads of their own, so many at once as the plan says, each task from its brief to its end. Not what an
//! agent is (edge::agents), not when they begin (session). Called by `Runner::perform`.

mod attempt;
mod bench;
mod crew;
mod desk;
mod lacks;
mod papers;
mod said;
mod staff;

use std::{
    collections::VecDeque,
    sync::{Arc, Mutex, PoisonError, atomic::AtomicBool},
    time::{Duration, Instant},
};

use tokio::sync::mpsc::Sender;

use crate::{
    app::job::Job,
    core::{change::index::SymbolIndex, plan::Planned},
    session::Asking,
};

use super::{
    Event,
    late::{Building, Late},
};

pub(in crate::app) use crew::Crew;
pub(in crate::app) use staff::Staff;

/// Seconds for all first attempts, and for everything (FACTS "Tiers and deadlines").
const BATCH: Duration = Duration::from_secs(720);
const TOTAL: Duration = Duration::from_secs(900);

/// What all tasks of one order share.
struct Order {
    job: Arc<Job>,
    events: Sender<Event>,
    staff: Arc<Staff>,
    asking: Asking,
    /// Whether the change is from a repository, whose texts may be read.
    has_repository: bool,
    purse: desk::Purse,
    lacks: lacks::Lacks,
    batch: Instant,
    total: Instant,
    quit: Arc<AtomicBool>,
    index: Late,
}

impl Order {
    /// The symbol index; waits for one that is being built.
    fn index(&self) -> Option<&SymbolIndex> {
        self.index.get(self.asking.index.as_ref(), &self.quit)
    }
}

/// Who carries an order out.
pub(super) struct Office<'o> {
    pub job: &'o Arc<Job>,
    pub events: &'o Sender<Event>,
    pub staff: Arc<Staff>,
    pub has_repository: bool,
    pub quit: &'o Arc<AtomicBool>,
    pub crew: &'o Crew,
    pub building: Building,
}

/// Starts the tasks, each with its own way to be stopped.
pub(super) fn start(office: &Office<'_>, asking: Asking, cancels: Vec<Arc<AtomicBool>>) {
    let threads = asking.parallel.clamp(1, asking.tasks.len().max(1));
    let queue: VecDeque<(Planned, Arc<AtomicBool>)> = asking.tasks.iter().cloned().zip(cancels).collect();
    let queue = Arc::new(Mutex::new(queue));
    let now = Instant::now();
    let order = Arc::new(Order {
        job: office.job.clone(),
        events: office.events.clone(),
        purse: desk::Purse::new(&office.staff.limits, asking.spent),
        lacks: lacks::Lacks::default(),
        staff: office.staff.clone(),
        asking,
        has_repository: office.has_repository,
        batch: now + BATCH,
        total: now + TOTAL,
        quit: office.quit.clone(),
        index: Late::new(office.building.clone()),
    });
    let mut started = 0;
    for number in 0..threads {
        let (queue, order, member) = (queue.clone(), order.clone(), office.crew.member());
        let work = move || {
            let _member = member;
            serve(&queue, &order);
        };
        started += usize::from(std::thread::Builder::new().name(format!("agent-{number}")).spawn(work).is_ok());
    }
    if started == 0 {
        let left = std::mem::take(&mut *queue.lock().unwrap_or_else(PoisonError::into_inner));
        left.into_iter().for_each(|(planned, _)| desk::refuse(&order, &planned, "no thread could be started for it"));
    }
}

fn serve(queue: &Mutex<VecDeque<(Planned, Arc<AtomicBool>)>>, order: &Order) {
    loop {
        let next = queue.lock().unwrap_or_else(PoisonError::into_inner).pop_front();
        let Some((planned, cancel)) = next else { return };
        desk::work(order, &planned, &cancel);
    }
}
