//! From a pull request as typed to the frozen review of its newest completed run. Called by the room.

use std::sync::{Arc, atomic::AtomicBool};

use super::{Authority, Wanted, no_pull};
use crate::{
    app::{
        config, failure,
        job::Job,
        runner, shelf,
        show::{self, Recorded},
    },
    core::{
        gate::Past,
        model::{Diff, Failure, FailureKind, PullName, Record, ReviewHash, RunFacts, TargetSpec},
        publish::{Beside, Binding, Blank, Frozen, freeze},
        synthesis::Snapshot,
    },
    edge::logbook::{Logbook, Places},
    session,
};

/// A review that is ready to be published.
#[derive(Debug)]
pub struct Ready {
    /// Where to.
    pub pull: PullName,
    /// The run.
    pub facts: RunFacts,
    /// The review.
    pub frozen: Frozen,
    /// Its hash, as it was when it was frozen.
    pub hash: ReviewHash,
    /// What is allowed.
    pub authority: Authority,
    /// What was asked.
    pub wanted: Wanted,
    /// What is to be told, one sentence each.
    pub notes: Vec<String>,
    places: Places,
}

impl Ready {
    /// What writes into the run's logbook: opened for the first record, because most looks write none.
    pub(super) fn book(&self) -> super::drive::Book {
        let (places, request) = (self.places.clone(), self.facts.request.clone());
        let mut open: Option<Logbook> = None;
        Box::new(move |record| {
            if open.is_none() {
                let opened = Logbook::open(&places, &request, crate::edge::logbook::Fault::Never);
                open = Some(opened.map_err(|error| failure::of_logbook(&error))?.logbook);
            }
            let Some(logbook) = &mut open else { return Ok(()) };
            logbook.append(std::slice::from_ref(record)).map_err(|error| failure::of_logbook(&error))?;
            logbook.sync().map_err(|error| failure::of_logbook(&error))
        })
    }
}

/// Finds the newest completed run of the job's pull request and freezes its effective review.
///
/// # Errors
/// What was typed names no pull request; there is no completed run; its review is not valid.
pub fn ready(job: &Job, authority: Authority, wanted: Wanted) -> Result<Ready, Failure> {
    let TargetSpec::Pull(typed) = &job.target else { return Err(no_pull()) };
    let never = AtomicBool::new(false);
    let pull = runner::pull_target(job, typed, &never)?.name;
    let target = shelf::Target::read(&job.target, job)?;
    let stored = target.logbook(job).ok_or_else(|| no_review(&pull))?;
    let (facts, past, mut notes) = newest(&stored, &pull)?;
    notes.extend(stored.notes.clone());
    let as_then = Job { sources: job.sources.as_in_run(&facts.said), ..job.clone() };
    let settings = show::reading(&as_then, Some(&target), &facts)?;
    if let Some(refused) = config::refusal(&settings) {
        return Err(refused);
    }
    let places = target.places(job);
    let tasks = show::tasks(&past);
    let rules = show::rules(job, Some(&target), &facts, &settings);
    let recorded = Recorded { facts: facts.clone(), past, settings: rules, tasks };
    let head = facts.request.head_sha.clone().ok_or_else(|| no_review(&pull))?;
    let diff = show::diff(job, Some(target), &facts);
    if diff.is_none() {
        notes.push("the reviewed change is not there any more: every finding stands in the body".to_owned());
    }
    let snapshot = snapshot(&recorded, diff);
    let beside = Beside {
        binding: Binding { pull: pull.clone(), head, login: None },
        undecided: authority.undecided,
        blank: Blank::Refused,
    };
    let frozen = freeze(&snapshot, beside).map_err(|invalid| crate::app::outcome::invalid(&invalid.to_string()))?;
    let authority = styled(authority, &settings.config.publish);
    Ok(Ready { hash: frozen.artifact.hash(), pull, facts, frozen, authority, wanted, notes, places })
}

/// Body and labels may be set by the repository too; rights may not.
fn styled(mut authority: Authority, all: &crate::core::model::PublishSettings) -> Authority {
    (authority.publish.body, authority.publish.labels) = (all.body, all.labels);
    authority
}

/// What the records come to, without a session when the change is gone.
fn snapshot(recorded: &Recorded, diff: Option<Arc<Diff>>) -> Snapshot {
    match diff {
        Some(diff) => session::snapshot(&show::again::session(recorded, diff)),
        None => show::without::snapshot(recorded),
    }
}

/// The newest run that ended, of this very pull request: a clone can have several hosts.
fn newest(stored: &crate::edge::logbook::Stored, pull: &PullName) -> Result<(RunFacts, Past, Vec<String>), Failure> {
    let runs: Vec<RunFacts> =
        shelf::runs(stored).into_iter().filter(|run| run.request.pull.as_ref() == Some(pull)).collect();
    let ended = |run: &RunFacts| {
        stored.records.iter().any(|record| matches!(record, Record::RunEnded { run: of, .. } if *of == run.id))
    };
    let found = runs.iter().rev().find(|run| ended(run)).cloned().ok_or_else(|| no_review(pull))?;
    let later = runs.last().filter(|last| last.id != found.id);
    let note = later.map(|last| format!("run {} did not end: the review of run {} is taken", last.id, found.id));
    let past = Past::from_records(&shelf::of_run(stored, &found.id));
    Ok((found, past, note.into_iter().collect()))
}

fn no_review(pull: &PullName) -> Failure {
    Failure::new(FailureKind::Publish, format!("There is no completed review of {pull} to publish."))
        .hint(format!("prr tui {pull}"))
        .hint(format!("prr review {pull}"))
}
