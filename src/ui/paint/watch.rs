//! How work in this room is cut short: the caller says what time it is and whether the work is still wanted. The room
//! itself has no clock.

use std::time::Duration;

/// A view of the world outside, asked between two lines.
#[derive(Clone, Copy)]
pub struct Watch<'a> {
    /// Time since some moment; never goes back.
    pub now: &'a dyn Fn() -> Duration,
    /// Whether the answer is no longer wanted.
    pub is_stale: &'a dyn Fn() -> bool,
}

impl Watch<'_> {
    /// Nobody waits and no time passes: for tests and benches.
    pub const PATIENT: Watch<'static> = Watch { now: &|| Duration::ZERO, is_stale: &|| false };
}

impl std::fmt::Debug for Watch<'_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("Watch")
    }
}
