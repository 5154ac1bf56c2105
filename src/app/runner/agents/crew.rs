//! Who is at work, so that the end of the program can wait until no child of an agent is left. Called by `Runner`.

use std::{
    sync::{Arc, Condvar, Mutex, PoisonError},
    time::{Duration, Instant},
};

/// Threads that ask agents.
#[derive(Debug, Clone, Default)]
pub(in crate::app) struct Crew(Arc<(Mutex<usize>, Condvar)>);

/// One of them, while it lives.
#[derive(Debug)]
pub(in crate::app) struct Member(Crew);

impl Crew {
    /// One more.
    pub(in crate::app) fn member(&self) -> Member {
        *self.0.0.lock().unwrap_or_else(PoisonError::into_inner) += 1;
        Member(self.clone())
    }

    /// Waits until nobody is at work, or that long.
    pub(in crate::app) fn wait(&self, most: Duration) {
        let end = Instant::now() + most;
        let mut count = self.0.0.lock().unwrap_or_else(PoisonError::into_inner);
        while *count > 0 {
            let left = end.saturating_duration_since(Instant::now());
            if left.is_zero() {
                return;
            }
            count = self.0.1.wait_timeout(count, left).unwrap_or_else(PoisonError::into_inner).0;
        }
    }
}

impl Drop for Member {
    fn drop(&mut self) {
        *self.0.0.0.lock().unwrap_or_else(PoisonError::into_inner) -= 1;
        self.0.0.1.notify_all();
    }
}
