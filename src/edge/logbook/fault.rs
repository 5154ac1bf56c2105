//! A switch for crash tests: counts the boundaries at which a write can be cut, and at a chosen one the process
//! kills itself as `kill -9` would. Part of the product, so that the built binary can be tested; off by default.
//! Called by every file here that writes.

use std::sync::{
    Arc,
    atomic::{AtomicU64, Ordering},
};

/// Where to die. Plain data, handed over at opening.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Fault {
    /// Nowhere.
    #[default]
    Never,
    /// At the n-th boundary, counted from 1 over the life of the logbook.
    KillAt(u64),
}

/// The counter. Clones count together.
#[derive(Debug, Clone, Default)]
pub(super) struct Boundaries {
    fault: Fault,
    passed: Arc<AtomicU64>,
}

impl Boundaries {
    pub(super) fn new(fault: Fault) -> Self {
        Self { fault, passed: Arc::default() }
    }

    /// How many were passed.
    pub(super) fn passed(&self) -> u64 {
        self.passed.load(Ordering::Relaxed)
    }

    /// A boundary: does not come back when it is the chosen one.
    pub(super) fn pass(&self) {
        if self.is_next() {
            die();
        }
    }

    /// A boundary whose damage the caller does before [`die`]: whether it is the chosen one.
    pub(super) fn is_next(&self) -> bool {
        let number = self.passed.fetch_add(1, Ordering::Relaxed) + 1;
        self.fault == Fault::KillAt(number)
    }
}

/// Kills this process with SIGKILL. Comes back only where the system refuses that.
pub fn die() {
    let this = rustix::process::getpid();
    if rustix::process::kill_process(this, rustix::process::Signal::KILL).is_ok() {
        std::thread::park();
    }
}
