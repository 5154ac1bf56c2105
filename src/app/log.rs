//! `prr log`: what the logbooks hold, what they come to, two runs compared, all of it for other programs. Reads, runs
//! nothing, changes nothing.

use crate::{
    core::{
        gate::Past,
        history::{self, Comparison, RunLog, Scoreboard},
        model::{Failure, FailureKind, RunId, TargetSpec},
    },
    edge::{
        logbook::{self, ExportForm, Exported, Stored},
        report::{LogEntry, LogRun, Logs},
    },
};

use super::{
    job::Job,
    shelf::{self, Target},
};

/// The logbook of the job's target, or all of them when none is named; and what could not be read.
///
/// # Errors
/// A target that was named cannot be read, and no logbook has its name.
pub fn log(job: &Job) -> Result<(Logs, Vec<String>), Failure> {
    let stored = wanted(job, shelf::all)?;
    let mut targets: Vec<LogEntry> = stored.iter().filter_map(entry).collect();
    targets.sort_by(|a, b| a.pr_ref.cmp(&b.pr_ref));
    Ok((Logs { targets }, notes(&stored)))
}

/// The scoreboard of the job's target, or of all logbooks of the repository when none is named.
///
/// # Errors
/// As [`log`].
pub fn log_stats(job: &Job) -> Result<(Scoreboard, Vec<String>), Failure> {
    let stored = with_runs(wanted(job, shelf::here)?);
    let board = history::scoreboard(stored.iter().map(|stored| stored.records.as_slice()));
    Ok((board, notes(&stored)))
}

/// Everything in the job's logbook, or in all of the repository's, for other programs.
///
/// # Errors
/// As [`log`]; there is no logbook.
pub fn log_export(job: &Job, form: ExportForm, with_diffs: bool) -> Result<Exported, Failure> {
    let mut stored = with_runs(wanted(job, shelf::here)?);
    if stored.is_empty() {
        let failure = Failure::new(FailureKind::Target, "There is no logbook to export.");
        return Err(failure.hint("`prr log` lists what is recorded; `prr review` makes a review, which is kept"));
    }
    stored.sort_by_key(slug);
    logbook::export(&stored, form, with_diffs).map_err(|error| {
        Failure::new(FailureKind::Internal, "The logbook cannot be written in that form.").because(error.to_string())
    })
}

/// Two runs of one target, each by its id or the beginning of one, compared; `told` says what came of it.
///
/// # Errors
/// There is no such run, or the two are of different targets.
pub fn log_diff<T>(job: &Job, runs: (&str, &str), told: impl FnOnce(&Comparison<'_>) -> T) -> Result<T, Failure> {
    let all = shelf::all(job);
    let (first, before) = find(&all, runs.0)?;
    let (second, after) = find(&all, runs.1)?;
    if first.path != second.path {
        let words = format!("The runs {before} and {after} are of two targets: {} and {}.", slug(first), slug(second));
        return Err(Failure::new(FailureKind::Usage, words).hint("`prr log` lists the runs of each target"));
    }
    let found = history::compare(&first.records, &before, &after);
    found.map(|found| told(&found)).ok_or_else(|| shelf::missing(format!("There is no run `{after}`."), &all))
}

/// The logbook with the only run whose id is, or begins with, some text.
fn find<'s>(all: &'s [Stored], text: &str) -> Result<(&'s Stored, RunId), Failure> {
    let ids = |stored: &'s Stored| shelf::runs(stored).into_iter().map(move |run| (stored, run.id));
    let every: Vec<(&Stored, RunId)> = all.iter().flat_map(ids).collect();
    if let Some(exact) = every.iter().find(|(_, id)| id.as_str() == text) {
        return Ok(exact.clone());
    }
    let mut begun = every.into_iter().filter(|(_, id)| !text.is_empty() && id.as_str().starts_with(text));
    match (begun.next(), begun.next()) {
        (Some(only), None) => Ok(only),
        (Some(_), Some(_)) => {
            let failure = Failure::new(FailureKind::Usage, format!("`{text}` is the beginning of more than one run."));
            Err(failure.hint("name the run whole: `prr log` lists them"))
        }
        (None, _) => Err(shelf::missing(format!("There is no run `{text}`."), all)),
    }
}

/// The logbook of the job's target; those of `otherwise` when none is named.
fn wanted(job: &Job, otherwise: impl Fn(&Job) -> Vec<Stored>) -> Result<Vec<Stored>, Failure> {
    match &job.target {
        TargetSpec::Nothing => Ok(otherwise(job)),
        spec => match Target::read(spec, job) {
            Ok(target) => Ok(target.logbook(job).into_iter().collect()),
            Err(failure) => named(job, spec).ok_or(failure),
        },
    }
}

fn with_runs(mut stored: Vec<Stored>) -> Vec<Stored> {
    stored.retain(|stored| !stored.notes.is_empty() || !shelf::runs(stored).is_empty());
    stored
}

fn slug(stored: &Stored) -> String {
    shelf::runs(stored).last().map(|run| run.request.pr_ref.clone()).unwrap_or_default()
}

fn notes(stored: &[Stored]) -> Vec<String> {
    stored.iter().flat_map(|stored| stored.notes.clone()).collect()
}

/// A branch that is gone, or the slug itself, still names its logbook.
fn named(job: &Job, spec: &TargetSpec) -> Option<Vec<Stored>> {
    let (TargetSpec::Named(name) | TargetSpec::Branch(name)) = spec else { return None };
    let fits = |stored: &Stored| {
        let slug = slug(stored);
        slug == *name || slug == format!("branch-{name}")
    };
    let found: Vec<Stored> = shelf::all(job).into_iter().filter(fits).collect();
    (!found.is_empty()).then_some(found)
}

fn entry(stored: &Stored) -> Option<LogEntry> {
    let runs: Vec<LogRun> = history::book(&stored.records)
        .into_iter()
        .map(|run| {
            let RunLog { facts, findings: (findings, held), complete, steps, postings: _ } = run;
            LogRun { facts, findings, held, complete, decisions: steps.into_iter().map(|step| step.decision).collect() }
        })
        .collect();
    let pr_ref = runs.last()?.facts.request.pr_ref.clone();
    let drafts = Past::from_records(&stored.records).drafts;
    Some(LogEntry { pr_ref, path: stored.path.display().to_string(), runs, drafts })
}
