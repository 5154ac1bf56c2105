//! `prr log`: what the logbooks hold. Reads, runs nothing, changes nothing.

use crate::{
    core::{
        gate::Past,
        model::{Failure, TargetSpec},
    },
    edge::{
        logbook::Stored,
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
    let stored: Vec<Stored> = match &job.target {
        TargetSpec::Nothing => shelf::all(job),
        spec => match Target::read(spec, job) {
            Ok(target) => target.logbook(job).into_iter().collect(),
            Err(failure) => named(job, spec).ok_or(failure)?,
        },
    };
    let notes = stored.iter().flat_map(|stored| stored.notes.clone()).collect();
    let mut targets: Vec<LogEntry> = stored.iter().filter_map(entry).collect();
    targets.sort_by(|a, b| a.pr_ref.cmp(&b.pr_ref));
    Ok((Logs { targets }, notes))
}

/// A branch that is gone, or the slug itself, still names its logbook.
fn named(job: &Job, spec: &TargetSpec) -> Option<Vec<Stored>> {
    let (TargetSpec::Named(name) | TargetSpec::Branch(name)) = spec else { return None };
    let fits = |stored: &Stored| {
        let slug = shelf::runs(stored).last().map(|run| run.request.pr_ref.clone()).unwrap_or_default();
        slug == *name || slug == format!("branch-{name}")
    };
    let found: Vec<Stored> = shelf::all(job).into_iter().filter(fits).collect();
    (!found.is_empty()).then_some(found)
}

fn entry(stored: &Stored) -> Option<LogEntry> {
    let runs: Vec<LogRun> = shelf::runs(stored)
        .into_iter()
        .map(|facts| {
            let past = Past::from_records(&shelf::of_run(stored, &facts.id));
            let (findings, held) = counts(&past);
            let decisions = past.decisions.iter().map(|(_, decision)| decision.clone()).collect();
            LogRun { facts, findings, held, complete: past.ended, decisions }
        })
        .collect();
    let pr_ref = runs.last()?.facts.request.pr_ref.clone();
    let drafts = Past::from_records(&stored.records).drafts;
    Some(LogEntry { pr_ref, path: stored.path.display().to_string(), runs, drafts })
}

/// Claims that surfaced and that were held back, by the machine's last word on each.
fn counts(past: &Past) -> (usize, usize) {
    let last = |candidate: &crate::core::model::Candidate| {
        past.verdicts.iter().rev().find(|(_, verdict)| verdict.candidate == candidate.id).map(|(_, verdict)| verdict)
    };
    let words = past.candidates.iter().filter_map(last).map(|verdict| verdict.surfacing_state);
    words.fold((0, 0), |(shown, held), word| if word == "suppressed" { (shown, held + 1) } else { (shown + 1, held) })
}
