//! A gate at which a made server stops until a test opens it: slowness without a clock.
//! Not here: where gates stand (`fault`).

use std::{
    sync::{Arc, Condvar, Mutex},
    time::Duration,
};

/// How long anything here waits before it gives up; never reached unless something is broken.
pub const PATIENCE: Duration = Duration::from_secs(60);

/// A gate, closed at first. Clones are the same gate.
#[derive(Clone, Default)]
pub struct Gate(Arc<(Mutex<State>, Condvar)>);

#[derive(Default)]
struct State {
    is_open: bool,
    came: usize,
}

impl Gate {
    /// A closed gate.
    pub fn new() -> Self {
        Self::default()
    }

    /// Lets everybody through, now and later.
    pub fn open(&self) {
        self.0.0.lock().unwrap().is_open = true;
        self.0.1.notify_all();
    }

    /// Waits until the server stands before it (or went through).
    #[track_caller]
    pub fn wait_reached(&self) {
        let state = self.0.0.lock().unwrap();
        let (state, _) = self.0.1.wait_timeout_while(state, PATIENCE, |s| s.came == 0).unwrap();
        assert!(state.came > 0, "nothing came to the gate");
    }

    /// The server's side: stands here until it is open.
    pub fn pass(&self) {
        let mut state = self.0.0.lock().unwrap();
        state.came += 1;
        self.0.1.notify_all();
        let _ = self.0.1.wait_timeout_while(state, PATIENCE, |s| !s.is_open).unwrap();
    }
}
