//! `prr completions`.

use std::process::ExitCode;

use clap::CommandFactory;

use crate::cli::{args::Args, exit, pages::CompletionsArgs};

pub(crate) fn completions(args: &CompletionsArgs) -> ExitCode {
    // Into memory first: the generator panics when it cannot write, and a closed pipe is no error.
    let mut script = Vec::new();
    clap_complete::generate(args.shell, &mut Args::command(), "prr", &mut script);
    exit::print(&String::from_utf8_lossy(&script), ExitCode::SUCCESS)
}
