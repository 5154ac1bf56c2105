//! Tests of the logbook through its public surface.

mod opening;
mod story;
