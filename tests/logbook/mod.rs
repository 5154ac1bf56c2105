//! Tests of the logbook through its public surface.

mod bytes;
mod crash;
mod damage;
mod dump;
mod format;
mod full;
mod joining;
mod opening;
mod processes;
mod replay;
mod reports;
mod story;
