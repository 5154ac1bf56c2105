//! `prr config`.

use std::process::ExitCode;

use crate::{
    app::{self, FileState, FoundConfig, Looked, Sources, Written},
    cli::{
        args::{ConfigCommand, PlanOutput},
        exit,
    },
    core::{
        model::{Failure, FailureKind},
        text,
    },
    edge::config::{Mistake, show_json, show_text},
};

pub(crate) fn config(command: ConfigCommand) -> ExitCode {
    match command {
        ConfigCommand::Init => init(),
        ConfigCommand::Show { base, output } => found(base, |found| show(found, output)),
        ConfigCommand::Check { base } => found(base, check),
        ConfigCommand::Path => found(None, |found| {
            let lines: String = found.looked.iter().map(|looked| format!("{}\n", line(looked))).collect();
            exit::print(&lines, ExitCode::SUCCESS)
        }),
    }
}

fn found(base: Option<String>, then: impl FnOnce(&FoundConfig) -> ExitCode) -> ExitCode {
    match app::found_config(base) {
        Ok(found) => then(&found),
        Err(failure) => exit::fail(&failure),
    }
}

fn init() -> ExitCode {
    match app::init_config(&Sources::of_process(Default::default())) {
        Ok(Written::New(path)) => exit::print(&format!("{}\n", shown(&path.display().to_string())), ExitCode::SUCCESS),
        Ok(Written::There(path)) => {
            exit::say("prr: a file is there already and was left alone\n");
            exit::print(&format!("{}\n", shown(&path.display().to_string())), ExitCode::SUCCESS)
        }
        Err(failure) => exit::fail(&failure),
    }
}

/// Values on stdout, mistakes on stderr. Showing never fails for a mistake: it tells what would be in force.
fn show(found: &FoundConfig, output: PlanOutput) -> ExitCode {
    let text = match output {
        PlanOutput::Text => Ok(show_text(&found.reading)),
        PlanOutput::Json => show_json(&found.reading),
    };
    found.reading.mistakes.iter().for_each(|mistake| exit::say(&format!("prr: {mistake}\n")));
    match text {
        Ok(text) => exit::print(&text, ExitCode::SUCCESS),
        Err(error) => {
            let failure = Failure::new(FailureKind::Internal, "The settings cannot be written as JSON.");
            exit::fail(&failure.because(error.to_string()))
        }
    }
}

fn check(found: &FoundConfig) -> ExitCode {
    let mistakes: Vec<&Mistake> = found.reading.mistakes.iter().chain(&found.ahead).collect();
    let mut text: String = mistakes.iter().map(|mistake| told(mistake)).collect();
    let there: Vec<&Looked> = found.looked.iter().filter(|looked| looked.state != FileState::Missing).collect();
    let files = match there.len() {
        0 => "no file of settings; `prr config init` writes one".to_owned(),
        1 => "1 file".to_owned(),
        n => format!("{n} files"),
    };
    text.push_str(&match mistakes.len() {
        0 => format!("No mistakes: {files}.\n"),
        1 => format!("1 mistake: {files}.\n"),
        n => format!("{n} mistakes: {files}.\n"),
    });
    let code = if found.reading.stops() { exit::code(FailureKind::Usage) } else { 0 };
    exit::print(&text, ExitCode::from(code))
}

/// A mistake on two lines: where and what; what to do.
fn told(mistake: &Mistake) -> String {
    let how = if mistake.stops() { "error" } else { "note" };
    let remedy = text::one_line(&mistake.remedy, 400);
    format!("{how}: {}: {}\n    {remedy}\n", mistake.place(), mistake.sentence())
}

fn line(looked: &Looked) -> String {
    let state = match looked.state {
        FileState::There => "",
        FileState::Missing => "  (not there)",
        FileState::Ahead => "  (counts when it is part of the base)",
    };
    format!("{:<11} {}{state}", looked.layer.as_str(), shown(&looked.place))
}

fn shown(text: &str) -> String {
    text::one_line(text, 1000)
}
