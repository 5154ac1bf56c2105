//! Publishing: the frozen review of a stored run, and the course of its publication carried out. The cockpit drives
//! the same course from its own session (`runner::publish`). Not here: rules (`core::publish`), words and exit codes
//! (`cli`). Called by `cli`.

pub(super) mod drive;
mod ready;

use std::path::PathBuf;

pub use ready::{Ready, ready};

use crate::{
    core::{
        model::{BodyForm, Failure, FailureKind, PublishSettings, TargetSpec, Undecided as Policy},
        publish::{
            Rights, Wish,
            course::{Asked, Choices, Course, Mode, Reconcile, Report, Seat, Settled, Will},
        },
        synthesis::{BodyStyle, Labels, Style, Undecided},
    },
    edge::logbook::NoLedger,
};

use super::{config, job::Job, runner};
use drive::Hands;

/// What trusted configuration allows, captured before a run: nothing that is reviewed can change it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Authority {
    /// `publish.*`.
    pub publish: PublishSettings,
    /// `gate.undecided`.
    pub undecided: Undecided,
    /// `github.login`.
    pub login: Option<String>,
}

/// Reads what the person's own settings allow.
///
/// # Errors
/// Mistakes in them.
pub fn authority(job: &Job) -> Result<Authority, Failure> {
    let own = config::own_config(&job.sources);
    if let Some(failure) = config::refusal(&own) {
        return Err(failure);
    }
    let undecided = match own.config.gate.undecided {
        Policy::Hold => Undecided::Hold,
        Policy::Publish => Undecided::Publish,
    };
    Ok(Authority { publish: own.config.publish, undecided, login: own.config.github.login })
}

/// What was asked of `prr publish`.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Wanted {
    /// `--allow-stale`.
    pub allow_stale: bool,
    /// `--include-closed`.
    pub include_closed: bool,
}

/// The will of a publication without a screen.
fn will(ready: &Ready, mode: Mode, confirmed: Option<String>) -> Will {
    let Authority { publish, undecided: _, login } = &ready.authority;
    Will {
        mode,
        seat: Seat::Empty,
        event: Wish::Rules,
        style: style(publish, BodyStyle::Full),
        rights: Rights {
            approve_max: publish.approve_max,
            allow_stale: publish.allow_stale,
            allow_stale_approvals: publish.allow_stale_approvals,
        },
        choices: Choices { stale: ready.wanted.allow_stale, closed: ready.wanted.include_closed, ..Choices::default() },
        login: login.clone(),
        confirmed,
    }
}

/// How the text is made; `otherwise` is the body where the settings leave it open.
pub(super) fn style(publish: &PublishSettings, otherwise: BodyStyle) -> Style {
    let body = publish.body.map_or(otherwise, |form| match form {
        BodyForm::Own => BodyStyle::Own,
        BodyForm::Summary => BodyStyle::Summary,
        BodyForm::Full => BodyStyle::Full,
    });
    Style { body, labels: if publish.labels { Labels::On } else { Labels::Off } }
}

/// Looks at every gate, and writes nothing.
///
/// # Errors
/// The host cannot be asked at all.
pub fn look(job: &Job, ready: &Ready) -> Result<Report, Failure> {
    course(job, ready, will(ready, Mode::Preview, None))
}

/// Publishes: at most one POST. `confirmed` is the hash of the payload that a person saw.
///
/// # Errors
/// As for [`look`]; everything else is in the report.
pub fn post(job: &Job, ready: &Ready, confirmed: Option<String>) -> Result<Report, Failure> {
    course(job, ready, will(ready, Mode::Publish, confirmed))
}

fn course(job: &Job, ready: &Ready, will: Will) -> Result<Report, Failure> {
    let artifact = ready.frozen.artifact.clone();
    let asked = Asked { pull: ready.pull.clone(), review: ready.hash.clone() };
    let (course, first) = Course::begin(asked, artifact, will);
    let mut hands = hands(job, ready)?;
    runtime()?.block_on(async { Ok(drive::course(course, first, &mut hands).await) })
}

/// Looks what became of attempts whose end is not known.
///
/// # Errors
/// What was typed names no pull request, or it cannot be looked at.
pub fn reconcile(job: &Job) -> Result<Vec<Settled>, Failure> {
    let TargetSpec::Pull(typed) = &job.target else { return Err(no_pull()) };
    let never = std::sync::atomic::AtomicBool::new(false);
    let pull = runner::pull_target(job, typed, &never)?.name;
    let client = runner::publisher(job, &pull, &never)?;
    let (look, first) = Reconcile::begin(pull.clone());
    let mut hands = Hands::new(client, pull, state(job)?, job.fault);
    let look = runtime()?.block_on(drive::reconcile(look, first, &mut hands));
    match look.failed {
        Some(why) => Err(Failure::new(FailureKind::Publish, format!("It could not be looked at: {why}."))),
        None => Ok(look.settled),
    }
}

fn hands(job: &Job, ready: &Ready) -> Result<Hands, Failure> {
    let never = std::sync::atomic::AtomicBool::new(false);
    let client = runner::publisher(job, &ready.pull, &never)?;
    let hands = Hands::new(client, ready.pull.clone(), state(job)?, job.fault);
    Ok(hands.writing_into(ready.facts.id.clone(), ready.book()))
}

/// The folder for locks, intents and receipts.
pub(super) fn state(job: &Job) -> Result<PathBuf, Failure> {
    job.folders.state.clone().ok_or_else(|| {
        let missing =
            NoLedger::Unusable { path: "the user's state folder".to_owned(), why: "there is none".to_owned() };
        Failure::new(FailureKind::Publish, format!("{missing}."))
    })
}

fn no_pull() -> Failure {
    Failure::new(FailureKind::Usage, "Only a pull request can be published to.")
        .hint("name one: `prr publish 12`, `prr publish OWNER/REPO#12` or its address")
}

fn runtime() -> Result<tokio::runtime::Runtime, Failure> {
    let made = tokio::runtime::Builder::new_current_thread().enable_all().build();
    made.map_err(|error| {
        Failure::new(FailureKind::Internal, "The publication cannot start.").because(error.to_string())
    })
}
