//! Tests of the logbook through its public surface.

mod crash;
mod damage;
mod dump;
mod format;
mod full;
mod joining;
mod opening;
mod replay;
mod reports;
mod story;
