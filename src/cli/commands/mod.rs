//! One file a command.

mod completions;
mod config;
mod demo;
mod docs;
mod doctor;
mod inbox;
mod log;
mod man;
mod plan;
mod publish;
mod review;
mod show;
mod tui;

pub(super) use completions::completions;
pub(super) use config::config;
pub(super) use demo::demo;
pub(super) use docs::docs;
pub(super) use doctor::doctor;
pub(super) use inbox::inbox;
pub(super) use log::log;
pub(super) use man::man;
pub(super) use plan::plan;
pub(super) use publish::publish;
pub(super) use review::review;
pub(super) use show::show;
pub(super) use tui::{end, tui};

use std::process::ExitCode;

use super::{args::RunArgs, exit};

/// `--list-checks`: the list, and nothing else.
fn list_checks(run: &RunArgs) -> Option<ExitCode> {
    run.list_checks.then(|| exit::print(&crate::edge::report::list_checks(), ExitCode::SUCCESS))
}
