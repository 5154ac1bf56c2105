//! `prr log` and `prr log replay`.

use std::{path::Path, process::ExitCode};

use crate::{
    app::{self, Job},
    cli::{
        args::PlanOutput,
        exit,
        stored::{LogArgs, LogCommand},
    },
    core::model::{Failure, FailureKind},
    edge::report,
};

pub(crate) fn log(args: LogArgs) -> ExitCode {
    if let Some(LogCommand::Replay { file, database }) = &args.command {
        return replay(file, database.as_deref());
    }
    let job = Job::new(args.target.spec(), args.target.base.clone(), true);
    let (logs, notes) = match app::log(&job) {
        Ok(found) => found,
        Err(failure) => return exit::fail(&failure),
    };
    notes.iter().for_each(|note| exit::note(note));
    let text = match args.output {
        PlanOutput::Text => Ok(report::log_text(&logs)),
        PlanOutput::Json => report::log_json(&logs),
    };
    match text {
        Ok(text) => exit::print(&text, ExitCode::SUCCESS),
        Err(error) => {
            let failure = Failure::new(FailureKind::Internal, "The list cannot be written as JSON.");
            exit::fail(&failure.because(error.to_string()))
        }
    }
}

fn replay(file: &Path, database: Option<&Path>) -> ExitCode {
    match app::replay_file(file, database) {
        Ok(replayed) => {
            replayed.notes.iter().for_each(|note| exit::say(&format!("{note}\n")));
            exit::print(&(app::summary(&replayed).join("\n") + "\n"), ExitCode::SUCCESS)
        }
        Err(failure) => exit::fail(&failure),
    }
}
