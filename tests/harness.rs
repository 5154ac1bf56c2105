//! The one test binary. Each folder below tests one thing through the public surface; unit tests stand beside
//! the code. No test needs network, token, model or the user's configuration.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, clippy::print_stdout, clippy::print_stderr)]
#![allow(missing_docs, reason = "test names are sentences")]

mod agents;
mod answers;
mod change;
mod checks;
mod cli;
mod cockpit;
mod config;
mod demo;
mod diff;
mod doctor;
mod github;
mod house;
mod hub;
mod intake;
mod logbook;
mod plan;
mod pty;
mod publish;
mod pull;
mod reports;
mod since;
mod support;
mod synthesis;
