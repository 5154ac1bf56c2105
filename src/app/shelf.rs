//! The logbooks that a command looks into, without opening one: the target's, or all of the repository and those of
//! diffs from nowhere. Called by `log` and `show`.

use std::sync::atomic::AtomicBool;

use crate::{
    core::model::{Diff, Failure, FailureKind, Record, Request, RunFacts, RunId, TargetSpec},
    edge::{
        intake::{self, IntakeError},
        logbook::{self, Places, Stored},
    },
};

use super::{failure, job::Job, runner};

/// Runs named in a sentence.
const NAMED: usize = 20;

/// A target, read again as far as it can be.
pub(super) struct Target {
    pub request: Request,
    /// `None`: it is empty now.
    pub diff: Option<std::sync::Arc<Diff>>,
    repository: Option<intake::Repository>,
}

impl Target {
    /// # Errors
    /// It cannot be read. An empty one can.
    pub fn read(spec: &TargetSpec, job: &Job) -> Result<Self, Failure> {
        let never = AtomicBool::new(false);
        match intake::read(spec, &job.intake, &never, &mut |_| {}) {
            Ok(taken) => Ok(Self { request: taken.request, diff: Some(taken.diff), repository: taken.repository }),
            Err(IntakeError::Empty { request, .. }) => {
                Ok(Self { request: *request, diff: None, repository: intake::repository(&job.intake) })
            }
            Err(error) => Err(failure::of_intake(&error)),
        }
    }

    /// Its logbook: where the run that made it put it. A diff from nowhere has its own place.
    pub fn logbook(&self, job: &Job) -> Option<Stored> {
        let outside = Places { repository: None, data_dir: job.data_dir.clone(), chosen: chosen(job) };
        let inside = Places {
            repository: self.repository.clone().map(runner::of_repository),
            data_dir: job.data_dir.clone(),
            chosen: chosen(job),
        };
        [inside, outside].iter().find_map(|places| logbook::stored(places, &self.request.pr_ref))
    }
}

/// The folder for logbooks that the person chose.
fn chosen(job: &Job) -> Option<std::path::PathBuf> {
    super::config::own_config(&job.sources).config.logbook_dir
}

/// Every logbook of this repository, then those of diffs from nowhere.
pub(super) fn all(job: &Job) -> Vec<Stored> {
    let repository = intake::repository(&job.intake).map(runner::of_repository);
    let outside = Places { repository: None, data_dir: job.data_dir.clone(), chosen: chosen(job) };
    let inside =
        repository.map(|found| Places { repository: Some(found), data_dir: job.data_dir.clone(), chosen: chosen(job) });
    inside.iter().chain([&outside]).flat_map(logbook::all_stored).collect()
}

/// The runs of a logbook, oldest first; one that was recorded again stands where it was recorded last.
pub(super) fn runs(stored: &Stored) -> Vec<RunFacts> {
    let mut runs: Vec<RunFacts> = Vec::new();
    for record in &stored.records {
        if let Record::Run(facts) = record {
            runs.retain(|known| known.id != facts.id);
            runs.push(facts.clone());
        }
    }
    runs
}

/// The records of one run, in order.
pub(super) fn of_run(stored: &Stored, run: &RunId) -> Vec<Record> {
    stored.records.iter().filter(|record| record.run() == run).cloned().collect()
}

/// The failure of a run or review that is not there, with what is.
pub(super) fn missing(sentence: String, there: &[Stored]) -> Failure {
    let mut failure = Failure::new(FailureKind::Target, sentence);
    let mut all: Vec<RunFacts> = there.iter().flat_map(runs).collect();
    all.sort_by_key(|run| std::cmp::Reverse(run.started));
    let more = all.len().saturating_sub(NAMED);
    let named = all.iter().take(NAMED).map(|run| format!("there is {}: {}", run.id, run.request.title));
    failure.causes.extend(named);
    failure.causes.extend((more > 0).then(|| format!("and {more} more")));
    match all.first() {
        Some(run) => failure.hint(format!("prr show --run {}", run.id)),
        None => failure.hint("`prr review` makes a review, which is kept"),
    }
}
