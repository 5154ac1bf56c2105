//! The command line: arguments, words, exit codes. Thin: what it does is `app`.

pub mod args;
mod commands;
mod exit;
pub mod inbox;
pub mod pages;
pub mod publish;
pub mod pull;
pub mod settings;
pub mod stored;
pub mod target;

use std::process::ExitCode;

use clap::Parser;

use args::{Args, Command};

/// Reads the arguments and carries the command out.
pub fn main() -> ExitCode {
    let args = match Args::try_parse().and_then(Args::checked) {
        Ok(args) => args,
        // clap knows where its words go and what they are worth; a closed pipe is no error.
        Err(error) => {
            let _ = error.print();
            return ExitCode::from(u8::try_from(error.exit_code()).unwrap_or(2));
        }
    };
    crate::app::start_trace();
    match args.command {
        Command::Tui(tui) => commands::tui(tui),
        Command::Review(review) => commands::review(review),
        Command::Plan(plan) => commands::plan(plan),
        Command::Publish(publish) => commands::publish(&publish),
        Command::Demo => commands::demo(),
        Command::Inbox(args) => commands::inbox(&args),
        Command::Show(show) => commands::show(show),
        Command::Log(log) => commands::log(log),
        Command::Config(config) => commands::config(config.command),
        Command::Doctor(doctor) => commands::doctor(&doctor),
        Command::Completions(args) => commands::completions(&args),
        Command::Man(args) => commands::man(&args),
        Command::Docs(args) => commands::docs(&args),
    }
}
