//! The logbooks that a command looks into, without opening one: the target's, or all of the repository and those of
//! diffs from nowhere. Called by `log` and `show`.

use std::sync::atomic::AtomicBool;

use crate::{
    core::{
        history,
        model::{
            Diff, Failure, FailureKind, Habit, InboxEntry, InboxRow, LastLook, Record, Request, RunFacts, RunId,
            TargetKind, TargetSpec,
        },
    },
    edge::{
        intake::{self, IntakeError, PullTarget},
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
        if let TargetSpec::Pull(typed) = spec {
            return Self::pull(typed, job);
        }
        match intake::read(spec, &job.intake, &never, &mut |_| {}) {
            Ok(taken) => Ok(Self { request: taken.request, diff: Some(taken.diff), repository: taken.repository }),
            Err(IntakeError::Empty { request, .. }) => {
                Ok(Self { request: *request, diff: None, repository: intake::repository(&job.intake) })
            }
            Err(error) => Err(failure::of_intake(&error)),
        }
    }

    /// A pull request: its change, if the answers of its host were kept.
    fn pull(typed: &str, job: &Job) -> Result<Self, Failure> {
        let never = AtomicBool::new(false);
        let target = runner::pull_target(job, typed, &never)?;
        let repository = target.clone.map(|clone| clone.repository);
        let job = Job { target: TargetSpec::Pull(typed.to_owned()), ..job.clone() };
        if let Ok(taken) = runner::read_once(&job, runner::Wants::Change, &never) {
            return Ok(Self { request: taken.request, diff: Some(taken.diff), repository });
        }
        let request = Request {
            kind: TargetKind::Pull,
            pr_ref: format!("pr-{}", target.name.number),
            repo_slug: target.name.repo.repo.clone(),
            title: target.name.to_string(),
            base_sha: None,
            head_sha: None,
            diff_hash: String::new(),
            notes: Vec::new(),
            pull: Some(target.name),
            stack: None,
        };
        Ok(Self { request, diff: None, repository })
    }

    /// The repository it is read in.
    pub fn repository(&self) -> Option<intake::Repository> {
        self.repository.clone()
    }

    /// Whether we are in its repository.
    pub fn is_here(&self) -> bool {
        self.repository.is_some()
    }

    /// Where its logbook may lie.
    pub fn places(&self, job: &Job) -> Places {
        let pull = self.request.pull.as_ref().map(|name| name.repo.clone());
        let repository = self.repository.clone().map(runner::of_repository);
        Places { repository, pull, ..outside(job) }
    }

    /// Its logbook: where the run that made it put it. A diff from nowhere has its own place.
    pub fn logbook(&self, job: &Job) -> Option<Stored> {
        let pull = self.request.pull.as_ref().map(|name| name.repo.clone());
        let outside = Places { pull, ..outside(job) };
        let repository = self.repository.clone().map(runner::of_repository);
        let inside = Places { repository, ..outside.clone() };
        [inside, outside].iter().find_map(|places| logbook::stored(places, &self.request.pr_ref))
    }
}

/// The folder for logbooks that the person chose.
fn chosen(job: &Job) -> Option<std::path::PathBuf> {
    super::config::own_config(&job.sources).config.logbook_dir
}

/// The head of the parent that a stacked pull request was reviewed against last.
pub(super) fn seen_parent(job: &Job, target: &PullTarget) -> Option<String> {
    let outside = Places { pull: Some(target.name.repo.clone()), ..outside(job) };
    let repository = target.clone.as_ref().map(|clone| runner::of_repository(clone.repository.clone()));
    let inside = Places { repository, ..outside.clone() };
    let pr_ref = format!("pr-{}", target.name.number);
    let stored = [inside, outside].iter().find_map(|places| logbook::stored(places, &pr_ref))?;
    let last = runs(&stored).into_iter().rev().find_map(|run| run.request.stack);
    last.map(|parent| parent.head_sha)
}

/// Every logbook of this repository, then those of diffs from nowhere and of pull requests without a clone.
pub(super) fn all(job: &Job) -> Vec<Stored> {
    let repository = intake::repository(&job.intake).map(runner::of_repository);
    let outside = outside(job);
    let inside = repository.map(|found| Places { repository: Some(found), ..outside.clone() });
    let pulls = logbook::stored_on_hosts(&outside).into_iter();
    let pulls: Vec<Places> = pulls.map(|repo| Places { pull: Some(repo), ..outside.clone() }).collect();
    inside.iter().chain([&outside]).chain(&pulls).flat_map(logbook::all_stored).collect()
}

/// Every logbook of this repository, wherever its runs put them; outside of one all that are known.
pub(super) fn here(job: &Job) -> Vec<Stored> {
    match intake::repository(&job.intake).map(runner::of_repository) {
        Some(found) => logbook::all_stored(&Places { repository: Some(found), ..outside(job) }),
        None => all(job),
    }
}

/// The repository that we are in.
pub(super) fn repository(job: &Job) -> Option<intake::Repository> {
    intake::repository(&job.intake)
}

/// What the person always drops in the repository of a target, by the logbooks that stand in it; of a pull request
/// without a clone by those of its repository on the host. Files that the repository itself tracks teach nothing.
pub(super) fn habits(job: &Job, request: &Request, repository: Option<intake::Repository>) -> Vec<Habit> {
    let pull = request.pull.as_ref().map(|name| name.repo.clone());
    let repository = repository.map(runner::of_repository);
    if repository.is_none() && pull.is_none() {
        // Diffs from nowhere have no repository.
        return Vec::new();
    }
    let places = Places { repository, pull, ..outside(job) };
    let all = logbook::all_stored(&places);
    let told: Vec<_> = all.iter().flat_map(|stored| history::once(history::findings(&stored.records))).collect();
    history::habits(&told)
}

/// Places outside of any repository.
fn outside(job: &Job) -> Places {
    let (data_dir, state) = (job.folders.data.clone(), job.folders.state.clone());
    Places { repository: None, pull: None, data_dir, chosen: chosen(job), state }
}

/// The runs of a logbook, oldest first; one that was recorded again stands where it was recorded last.
pub(super) fn runs(stored: &Stored) -> Vec<RunFacts> {
    history::runs(&stored.records).into_iter().cloned().collect()
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

/// What the logbooks know of each pull request of an inbox: those of this repository, and those outside of any clone.
pub(super) fn looked(job: &Job, entries: Vec<InboxEntry>) -> Vec<InboxRow> {
    let here = intake::repository(&job.intake).map(runner::of_repository);
    let outside = outside(job);
    let look = |entry: &InboxEntry| {
        let outside = Places { pull: Some(entry.name.repo.clone()), ..outside.clone() };
        let inside = here.clone().map(|repository| Places { repository: Some(repository), ..outside.clone() });
        let pr_ref = format!("pr-{}", entry.name.number);
        let places = inside.iter().chain([&outside]);
        // A clone may be of another repository with the same number: the run says which pull request it was.
        let runs = places.filter_map(|places| logbook::stored(places, &pr_ref)).flat_map(|stored| runs(&stored));
        let of_it = runs.filter(|run| run.request.pull.as_ref() == Some(&entry.name));
        let newest = of_it.max_by_key(|run| run.started)?;
        Some(LastLook { at: newest.started, head: newest.request.head_sha })
    };
    entries.into_iter().map(|entry| InboxRow { look: look(&entry), entry }).collect()
}
