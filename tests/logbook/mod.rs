//! Tests of the logbook through its public surface.

mod format;
mod opening;
mod story;
