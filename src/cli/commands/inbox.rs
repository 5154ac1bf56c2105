//! `prr inbox`.

use std::{io::IsTerminal, process::ExitCode};

use crate::{
    app::{self, First, Job},
    cli::{args::PlanOutput, exit, inbox::InboxArgs},
    core::model::{Failure, FailureKind, Host, TargetSpec},
    edge::report,
};

pub(crate) fn inbox(args: &InboxArgs) -> ExitCode {
    let job = Job::new(TargetSpec::Nothing, None, args.offline);
    let is_screen = std::io::stdout().is_terminal() && std::io::stdin().is_terminal();
    if is_screen && args.output.is_none() && args.host.is_none() {
        return super::end(app::cockpit(job, First::Inbox));
    }
    let (rows, now) = match app::inbox(job, args.host.as_deref().map(Host::new)) {
        Ok(told) => told,
        Err(failure) => return exit::fail(&failure),
    };
    let text = match args.output.unwrap_or_default() {
        PlanOutput::Text => Ok(report::inbox_text(&rows, now)),
        PlanOutput::Json => report::inbox_json(&rows),
    };
    match text {
        Ok(text) => exit::print(&text, ExitCode::SUCCESS),
        Err(error) => {
            let failure = Failure::new(FailureKind::Internal, "The list cannot be written as JSON.");
            exit::fail(&failure.because(error.to_string()))
        }
    }
}
