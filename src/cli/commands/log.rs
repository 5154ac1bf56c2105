//! `prr log` and the commands below it.

use std::{path::Path, process::ExitCode};

use crate::{
    app::{self, ExportForm, Job},
    cli::{
        args::{PlanOutput, TargetArgs},
        exit,
        stored::{ExportOutput, LogArgs, LogCommand},
    },
    core::model::{Failure, FailureKind, TargetSpec},
    edge::report,
};

pub(crate) fn log(args: LogArgs) -> ExitCode {
    match &args.command {
        None => list(&args.target, args.output),
        Some(LogCommand::Replay { file, database }) => replay(file, database.as_deref()),
        Some(LogCommand::Stats { target, output }) => stats(target, *output),
        Some(LogCommand::Diff { before, after, output }) => diff((before, after), *output),
        Some(LogCommand::Export { target, output, with_diffs }) => export(target, *output, *with_diffs),
    }
}

fn job(target: &TargetArgs) -> Job {
    Job::new(target.spec(), target.base.clone(), true)
}

fn list(target: &TargetArgs, output: PlanOutput) -> ExitCode {
    let (logs, notes) = match app::log(&job(target)) {
        Ok(found) => found,
        Err(failure) => return exit::fail(&failure),
    };
    notes.iter().for_each(|note| exit::note(note));
    print(match output {
        PlanOutput::Text => Ok(report::log_text(&logs)),
        PlanOutput::Json => report::log_json(&logs),
    })
}

fn stats(target: &TargetArgs, output: PlanOutput) -> ExitCode {
    let (board, notes) = match app::log_stats(&job(target)) {
        Ok(found) => found,
        Err(failure) => return exit::fail(&failure),
    };
    notes.iter().for_each(|note| exit::note(note));
    print(match output {
        PlanOutput::Text => Ok(report::score_text(&board)),
        PlanOutput::Json => report::score_json(&board),
    })
}

fn diff((before, after): (&str, &str), output: PlanOutput) -> ExitCode {
    let job = Job::new(TargetSpec::Nothing, None, true);
    let told = app::log_diff(&job, (before, after), |found| match output {
        PlanOutput::Text => Ok(report::compare_text(found)),
        PlanOutput::Json => report::compare_json(found),
    });
    told.map_or_else(|failure| exit::fail(&failure), print)
}

fn export(target: &TargetArgs, output: ExportOutput, with_diffs: bool) -> ExitCode {
    let form = match output {
        ExportOutput::Json => ExportForm::Json,
        ExportOutput::Jsonl => ExportForm::Lines,
        ExportOutput::Csv => ExportForm::Csv,
    };
    match app::log_export(&job(target), form, with_diffs) {
        Ok(exported) => {
            exported.notes.iter().for_each(|note| exit::note(note));
            exit::print(&exported.text, ExitCode::SUCCESS)
        }
        Err(failure) => exit::fail(&failure),
    }
}

fn print(text: Result<String, impl std::fmt::Display>) -> ExitCode {
    match text {
        Ok(text) => exit::print(&text, ExitCode::SUCCESS),
        Err(error) => {
            let failure = Failure::new(FailureKind::Internal, "The result cannot be written as JSON.");
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
