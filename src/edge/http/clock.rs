//! Time for waits and limits, as a thing that is handed in: a test holds its own and never sleeps.
//! Called by whoever builds a client.

use std::{
    fmt,
    future::Future,
    pin::Pin,
    time::{Duration, SystemTime, UNIX_EPOCH},
};

use crate::core::model::Time;

/// A wait that can be dropped.
pub type Sleep = Pin<Box<dyn Future<Output = ()> + Send>>;

/// The time of day, and waiting.
pub trait Clock: fmt::Debug + Send + Sync {
    /// Now.
    fn now(&self) -> Time;
    /// Ends after that long.
    fn sleep(&self, time: Duration) -> Sleep;
}

/// The machine's clock; waits on tokio's timer.
#[derive(Debug, Clone, Copy, Default)]
pub struct SystemClock;

impl Clock for SystemClock {
    fn now(&self) -> Time {
        let since = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default();
        Time(i64::try_from(since.as_millis()).unwrap_or(i64::MAX))
    }

    fn sleep(&self, time: Duration) -> Sleep {
        Box::pin(tokio::time::sleep(time))
    }
}
