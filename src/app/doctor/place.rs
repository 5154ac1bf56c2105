//! This machine: git, the repository and its remotes, settings, logbooks, models. Called by `doctor`.

use std::{path::Path, sync::atomic::AtomicBool};

use crate::{
    app::{
        config::{self, FileState},
        job::Job,
        runner, shelf,
    },
    core::model::{FailureKind, Limits, ModelRef, Tier},
    edge::{
        config::{Mistake, Models},
        intake::{self, IntakeError, PullError, RemoteSeen, SettingsBase, Survey},
        logbook::{self, Places},
        report::Examined,
    },
};

use super::{broken, fine, host, less};

/// The git program.
pub(super) fn git(job: &Job) -> Examined {
    match intake::git_found(&job.intake) {
        Ok(found) if found.is_old => {
            let todo = vec!["Install git 2.30 or newer.".to_owned()];
            broken("git", FailureKind::Target, format!("{} is too old", found.version), todo)
        }
        Ok(found) => fine("git", found.version),
        Err(error) => {
            let mut todo = error.hints();
            todo.push("Install git, and see that it is on PATH.".to_owned());
            broken("git", FailureKind::Target, error.to_string(), todo)
        }
    }
}

/// The repository, and below it its remotes.
pub(super) fn repository(job: &Job, stop: &AtomicBool, all: &mut Vec<Examined>) -> Option<Survey> {
    match intake::survey(&job.intake, &host::hosts(job), stop) {
        Ok(survey) => {
            all.push(fine("repository", survey.root.display().to_string()));
            all.push(remotes(&survey));
            Some(survey)
        }
        Err(IntakeError::NotARepository { .. }) => {
            let said = "not in one: pull requests by address or OWNER/REPO#NUMBER, and diffs, can be reviewed";
            let todo = "Go into a clone to review its branches, and pull requests by their number.".to_owned();
            all.push(less("repository", said, vec![todo]));
            None
        }
        Err(error) => {
            all.push(broken("repository", FailureKind::Target, error.to_string(), error.hints()));
            None
        }
    }
}

/// What the remotes mean, and which one a number is of.
fn remotes(survey: &Survey) -> Examined {
    let line = |remote: &RemoteSeen| match &remote.means {
        Ok(repo) => format!("{} is {repo}", remote.name),
        Err(_) => format!("{} ({}) is no repository on GitHub", remote.name, remote.address),
    };
    let mut said: Vec<String> = survey.remotes.iter().map(line).collect();
    let (sentence, todo) = match &survey.number {
        Ok(repo) if survey.is_by_variable => (format!("GH_REPO: a number is of {repo}"), Vec::new()),
        Ok(repo) => (format!("a number is of {repo}"), Vec::new()),
        Err(PullError::Remote { why, .. }) => (why.to_string(), vec![why.remedy()]),
        Err(error) => (error.to_string(), error.hints()),
    };
    said.push(sentence);
    if todo.is_empty() { fine("remotes", said.join("; ")) } else { less("remotes", said.join("; "), todo) }
}

/// The settings of the person and of this repository.
pub(super) fn settings(job: &Job) -> Examined {
    let found = match config::config_of(&job.sources, SettingsBase::Branch) {
        Ok(found) => found,
        // Without a base there are still the person's own.
        Err(_) => config::Found { reading: config::own_config(&job.sources), looked: Vec::new(), ahead: Vec::new() },
    };
    let there = found.looked.iter().filter(|looked| looked.state == FileState::There).count();
    let files = match there {
        0 => "no file: the defaults are in force".to_owned(),
        1 => "1 file, no mistakes".to_owned(),
        n => format!("{n} files, no mistakes"),
    };
    let mistakes = &found.reading.mistakes;
    let todo = vec!["`prr config check` tells each with its line and what to write instead.".to_owned()];
    let first = mistakes.iter().find(|mistake| mistake.stops()).or_else(|| mistakes.first()).map(Mistake::to_string);
    let more = match mistakes.len() {
        0 | 1 => String::new(),
        n => format!(" (and {} more)", n - 1),
    };
    match first {
        None => fine("settings", files),
        Some(first) if found.reading.stops() => broken("settings", FailureKind::Usage, format!("{first}{more}"), todo),
        Some(first) => less("settings", format!("{first}{more}"), todo),
    }
}

/// Where the next logbook would be written, and how those that are there are.
pub(super) fn logbook(job: &Job, chosen: Option<&Path>) -> Examined {
    let repository = intake::repository(&job.intake).map(runner::of_repository);
    let (data_dir, chosen) = (job.folders.data.clone(), chosen.map(Path::to_owned));
    let places = Places { repository, data_dir, chosen, ..Places::default() };
    let found = logbook::inspect(&places);
    let all = shelf::all(job);
    let wrong: Vec<String> = all.iter().flat_map(logbook::wrong_with).collect();
    let mend = "Set PRR_STATE_DIR or logbook.dir to a folder that can be written.".to_owned();
    let passed_over = found.passed_over.join("; ");
    let Some(folder) = found.folder else {
        let said = format!("decisions could not be kept: {passed_over}");
        return broken("logbook", FailureKind::Logbook, said, vec![mend]);
    };
    let count = match all.len() {
        1 => "1 logbook".to_owned(),
        n => format!("{n} logbooks"),
    };
    let said = format!("{count}; the next is written to {}", folder.display());
    if !wrong.is_empty() {
        let todo = vec!["Open its target once with `prr tui`; `prr log` shows what could be read.".to_owned()];
        return less("logbook", format!("{said}; {}", wrong.join("; ")), todo);
    }
    if passed_over.is_empty() { fine("logbook", said) } else { fine("logbook", format!("{said} ({passed_over})")) }
}

/// Who reviews beside the built-in reviewers.
pub(super) fn models(models: &Models) -> Examined {
    let name = |model: &ModelRef| match model {
        ModelRef::Model { provider, name } => format!("{provider}::{name}"),
        ModelRef::Command(name) => format!("cmd:{name}"),
    };
    let tiers =
        [(Tier::Light, &models.tiers.light), (Tier::Medium, &models.tiers.medium), (Tier::Heavy, &models.tiers.heavy)];
    let named = tiers.iter().filter_map(|(tier, set)| Some(format!("{} {}", tier.as_str(), name(set.model.as_ref()?))));
    let mut named: Vec<String> = named.collect();
    named.extend(models.agents.iter().map(|agent| format!("agent {}", agent.name)));
    if named.is_empty() {
        let todo = "To have models review too: PRR_MODEL=PROVIDER::NAME, or [tiers] in your settings.".to_owned();
        let said = "none named: the built-in reviewers work, and nothing leaves this machine";
        return Examined { todo: vec![todo], ..fine("models", said) };
    }
    let Limits { cost_usd, .. } = models.limits;
    let limit = cost_usd.map_or(String::new(), |most| format!("; at most {most} USD a run"));
    fine("models", format!("{}{limit}", named.join(", ")))
}
