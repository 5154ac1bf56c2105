//! The beginning of reading a pull request: which one, with whose token, and the host asked. On the thread that waits
//! for git. Called by `reading`, and by `app::plan` and its like, which have no runner.

use std::sync::{atomic::AtomicBool, mpsc::Receiver};

use crate::{
    app::{config, failure, job::Job, shelf},
    core::model::{self, Failure, FailureKind, PullName, PullNews},
    edge::{
        github::{self, Api, Client, Environment, Reach, find_token},
        intake::{self, Hosts, IntakeError, On, Options, Piece, Progress, PullTarget, Taken, pull_target, stack_below},
    },
};

use tokio_util::sync::CancellationToken;

use super::host::Host;

/// What is wanted of a pull request.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(in crate::app) enum Wants {
    /// The change and what it is to be reviewed by.
    All,
    /// The change.
    Change,
}

/// A pull request whose host was asked.
pub(super) struct Reading {
    target: PullTarget,
    options: Options,
    pieces: Receiver<Piece>,
}

impl Reading {
    /// Reads the change.
    pub(super) fn change(&self, stop: &AtomicBool, on: &mut dyn FnMut(Progress)) -> Result<Taken, IntakeError> {
        intake::read_pull(&self.target, &self.options, &self.pieces, stop, on)
    }

    /// Reads the rest.
    pub(super) fn rest(&self, stop: &AtomicBool, on: &mut dyn FnMut(PullNews)) {
        intake::read_rest(&self.pieces, stop, on);
    }
}

/// Which pull request a job is about; the host is not asked.
///
/// # Errors
/// What was typed names none, or a mistake in the person's settings.
pub(in crate::app) fn target(job: &Job, typed: &str, stop: &AtomicBool) -> Result<PullTarget, Failure> {
    let own = config::own_config(&job.sources);
    if let Some(failure) = config::refusal(&own) {
        return Err(failure);
    }
    let hosts = Hosts::of(&environment(job), own.config.github.api_url.is_some());
    pull_target(typed, &job.intake, &hosts, stop).map_err(|error| failure::of_intake(&error))
}

/// What is known of hosts before any is asked.
pub(super) fn hosts(job: &Job) -> Hosts {
    Hosts::of(&environment(job), config::own_config(&job.sources).config.github.api_url.is_some())
}

/// Finds the pull request and begins to ask its host.
///
/// # Errors
/// As for [`target`]; an address of the API that cannot be used.
pub(super) fn start(
    job: &Job,
    typed: &str,
    stop: &AtomicBool,
    (host, wants): (&Host, Wants),
) -> Result<Reading, Failure> {
    let target = target(job, typed, stop)?;
    let client = client(job, &target.name.repo.host, stop, &host.cancel)?;
    let mut options = job.intake.clone();
    options.pull.needs_settings = wants == Wants::All;
    stacked(job, &target, &mut options, stop);
    let pieces = host.read(client, target.name.clone(), &options);
    Ok(Reading { target, options, pieces })
}

/// What a stacked pull request lies on: the branch below is looked for, and the head that was seen last.
fn stacked(job: &Job, target: &PullTarget, options: &mut Options, stop: &AtomicBool) {
    let Some(mut stack) = options.pull.stack.take() else { return };
    if stack.on == On::Below {
        match stack_below(options, stop) {
            Ok(on) => stack.on = on,
            Err(note) => {
                options.pull.notes.push(note);
                return;
            }
        }
    }
    stack.seen = shelf::seen_parent(job, target);
    options.pull.stack = Some(stack);
}

/// A client of a host, for reading.
///
/// # Errors
/// An address of the API that cannot be used, no certificates.
pub(super) fn client(
    job: &Job,
    at: &model::Host,
    stop: &AtomicBool,
    cancel: &CancellationToken,
) -> Result<Client, Failure> {
    let login = config::own_config(&job.sources).config.github.login;
    client_with(job, at, stop, github::Options { login, stop: cancel.clone(), ..github::Options::default() })
}

/// A client for publishing: it asks the host who we are, whatever the settings say.
///
/// # Errors
/// An address of the API that cannot be used, no certificates.
pub(in crate::app) fn publisher(job: &Job, name: &PullName, stop: &AtomicBool) -> Result<Client, Failure> {
    client_with(job, &name.repo.host, stop, github::Options::default())
}

fn client_with(job: &Job, at: &model::Host, stop: &AtomicBool, options: github::Options) -> Result<Client, Failure> {
    let settings = config::own_config(&job.sources).config.github;
    let api = Api::new(at, settings.api_url.as_deref()).map_err(|bad| {
        Failure::new(FailureKind::Usage, format!("{bad}."))
            .hint("set PRR_GITHUB_API_URL or github.api_url to the base of a GitHub API, or unset it")
    })?;
    let credentials = find_token(at, &environment(job), stop);
    let options = github::Options {
        cache: job.folders.cache.clone(),
        reach: if job.intake.offline { Reach::Offline } else { Reach::Online },
        ..options
    };
    Client::new(api, credentials, options).map_err(|error| failure::of_host(&error))
}

/// The host that is meant when none is named: that of the repository we are in, else what the environment says.
pub(super) fn usual_host(job: &Job, stop: &AtomicBool) -> model::Host {
    let here = target(job, "1", stop).ok().map(|target| target.name.repo.host);
    here.unwrap_or_else(|| Hosts::of(&environment(job), false).usual)
}

fn environment(job: &Job) -> Environment {
    Environment::new(job.intake.variables.clone().unwrap_or_else(|| std::env::vars_os().collect()))
}
