//! `prr doctor`: each thing that prr stands on, looked at once, with what to do where it is not as it should be.
//! Nothing is made, changed or sent but the questions that a reading of a pull request would begin with.
//! Not here: how it is told (`edge::report`). Called by `cli`.
//!
//! `place` looks at this machine: git, repository, settings, models, logbook; `host` at GitHub; `screen` at the
//! terminal.

mod host;
mod place;
mod screen;

use std::sync::atomic::AtomicBool;

use crate::{
    core::model::FailureKind,
    edge::report::{Examined, Health},
};

use super::{config, job::Job};

/// Looks at everything, in the order in which one needs the other.
pub fn doctor(job: &Job) -> Vec<Examined> {
    let never = AtomicBool::new(false);
    let own = config::own_config(&job.sources);
    let git = place::git(job);
    let has_git = !matches!(git.health, Health::Fail(_));
    let mut all = vec![git];
    let survey = if has_git { place::repository(job, &never, &mut all) } else { None };
    all.push(place::settings(job));
    host::examine(job, &own.config.github, survey.as_ref(), &mut all);
    all.push(screen::terminal());
    all.push(screen::keys(&own));
    all.push(place::logbook(job, own.config.logbook_dir.as_deref()));
    all.push(place::models(&own.config.models));
    all
}

fn fine(part: &'static str, said: impl Into<String>) -> Examined {
    Examined { part, health: Health::Ok, said: said.into(), todo: Vec::new() }
}

fn less(part: &'static str, said: impl Into<String>, todo: Vec<String>) -> Examined {
    Examined { part, health: Health::Warn, said: said.into(), todo }
}

fn broken(part: &'static str, kind: FailureKind, said: impl Into<String>, todo: Vec<String>) -> Examined {
    Examined { part, health: Health::Fail(kind), said: said.into(), todo }
}
