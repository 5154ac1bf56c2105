//! `prr show`: a stored review, with what the person decided in it, or with `--all` what the machine believed. From the
//! logbook and the target's diff, read again; nothing is run and nothing is written. `again` has the diff, `without`
//! does not.
//!
//! Settings are not recorded: those of today hold. Findings that nobody decided are shown like those that were
//! accepted, for this is the review and not what would be posted.

pub(super) mod again;
pub(super) mod without;

use std::sync::Arc;

use crate::{
    core::{
        gate::Past,
        model::{Diff, Failure, Kind, ReportForm, RunFacts, Settings, TargetSpec, Task, TaskEnd},
        synthesis::{self, Document, Snapshot, Synthesis, Undecided},
    },
    edge::{
        config::Reading,
        intake::SettingsBase,
        logbook::Stored,
        report::{Extent, Review},
    },
};

use super::{
    config,
    job::{self, Job},
    outcome,
    shelf::{self, Target},
};

/// A stored review.
#[derive(Debug)]
pub struct Shown {
    /// What is printed.
    pub review: Review,
    /// In which form.
    pub form: ReportForm,
    /// What is to be told beside it.
    pub notes: Vec<String>,
}

/// A run as the logbook has it.
pub(super) struct Recorded {
    pub facts: RunFacts,
    pub past: Past,
    pub settings: Settings,
    /// Every task that is known of it, with its end.
    pub tasks: Vec<(Task, TaskEnd)>,
}

/// The newest review of the job's target, or the run that is named.
///
/// # Errors
/// There is no such review or run; the target cannot be read; the settings are wrong.
pub fn show(job: &Job, run: Option<&str>, extent: Extent) -> Result<Shown, Failure> {
    let target = match Target::read(&job.target, job) {
        Ok(target) => Some(target),
        // A run that is named needs no target.
        Err(_) if run.is_some() => None,
        Err(failure) => return Err(failure),
    };
    let (stored, facts) = find(job, target.as_ref(), run)?;
    let reading = reading(job, target.as_ref(), &facts)?;
    if let Some(refused) = config::refusal(&reading) {
        return Err(refused);
    }
    let past = Past::from_records(&shelf::of_run(&stored, &facts.id));
    let tasks = tasks(&past);
    let settings = rules(job, target.as_ref(), &facts, &reading);
    let recorded = Recorded { facts, past, settings, tasks };
    let mut notes = stored.notes.clone();
    if recorded.past.ended.is_none() {
        notes.push(format!("run {} did not end: what it had found by then is shown", recorded.facts.id));
    }
    let review = match diff(job, target, &recorded.facts) {
        Some(diff) => again::review(&recorded, diff, extent)?,
        None => {
            notes.push(format!(
                "the change of run {} is not there any more: places are as they were claimed, code and comments at \
                 lines cannot be shown",
                recorded.facts.id
            ));
            without::review(&recorded, extent)?
        }
    };
    Ok(Shown { review, form: config::report_form(&reading), notes })
}

/// What the review obeys: today's settings, and what the person always drops by now when they want that held back.
pub(super) fn rules(job: &Job, target: Option<&Target>, facts: &RunFacts, reading: &Reading) -> Settings {
    let habits = match reading.config.gate.hold_back {
        true => shelf::habits(job, &facts.request, target.map_or_else(|| shelf::repository(job), Target::repository)),
        false => Vec::new(),
    };
    Settings { habits, ..reading.config.settings.clone() }
}

/// The settings: those of the repository too, unless it is another one that we are in.
pub(super) fn reading(job: &Job, target: Option<&Target>, facts: &RunFacts) -> Result<Reading, Failure> {
    if facts.request.pull.is_some() && target.is_some_and(|target| !target.is_here()) {
        return Ok(config::own_config(&job.sources));
    }
    let base = facts.request.base_sha.as_deref().map_or(SettingsBase::Head, SettingsBase::Revision);
    let found = config::config_of(&job.sources, base).or_else(|_| config::config_of(&job.sources, SettingsBase::Head));
    Ok(found?.reading)
}

/// The logbook and the run.
fn find(job: &Job, target: Option<&Target>, run: Option<&str>) -> Result<(Stored, RunFacts), Failure> {
    let own = target.and_then(|target| target.logbook(job));
    let Some(id) = run else {
        let newest = own.and_then(|stored| shelf::runs(&stored).pop().map(|facts| (stored, facts)));
        let title = target.map_or("this target", |target| target.request.title.as_str());
        return newest
            .ok_or_else(|| shelf::missing(format!("There is no stored review of {title}."), &shelf::all(job)));
    };
    let all: Vec<Stored> = own.into_iter().chain(shelf::all(job)).collect();
    let with = |stored: &Stored| shelf::runs(stored).into_iter().find(|facts| facts.id.as_str() == id);
    let found = all.iter().find_map(|stored| Some((stored.clone(), with(stored)?)));
    found.ok_or_else(|| shelf::missing(format!("There is no run `{id}`."), &all))
}

/// The diff that was reviewed: the target's, when it is still the same, else the one between the recorded commits.
pub(super) fn diff(job: &Job, target: Option<Target>, facts: &RunFacts) -> Option<Arc<Diff>> {
    let same = |target: Target| target.diff.filter(|_| target.request.diff_hash == facts.request.diff_hash);
    target.and_then(same).or_else(|| {
        let (base, head) = (facts.request.base_sha.as_deref()?, facts.request.head_sha.as_deref()?);
        Target::read(&TargetSpec::Named(format!("{base}..{head}")), job).ok().and_then(same)
    })
}

/// Tasks that ended, and those that are known to have been cut off.
pub(super) fn tasks(past: &Past) -> Vec<(Task, TaskEnd)> {
    let mut tasks: Vec<(Task, TaskEnd)> =
        past.task_ends.iter().map(|(id, end)| (job::task_named(id), end.clone())).collect();
    let planned = job::plan_builtin().tasks.into_iter().filter(|_| past.ended.is_none());
    let spoke = past.candidates.iter().map(|candidate| job::task_named(&candidate.task));
    for task in spoke.chain(planned) {
        if !tasks.iter().any(|(known, _)| known.id == task.id) {
            tasks.push((task, TaskEnd::Stopped));
        }
    }
    tasks
}

/// What a snapshot comes to: with the person's decisions, or the machine's alone.
fn together(snapshot: Snapshot, extent: Extent) -> Result<(Synthesis, Document), Failure> {
    let invalid = |invalid: synthesis::Invalid| outcome::invalid(&invalid.to_string());
    let snapshot = match extent {
        Extent::Surfaced => snapshot,
        Extent::All => machines(snapshot),
    };
    let whole = synthesis::synthesise(&snapshot).map_err(invalid)?;
    let document = match extent {
        Extent::Surfaced => synthesis::effective(&snapshot, Undecided::Publish).map_err(invalid)?.document,
        Extent::All => whole.document.clone(),
    };
    Ok((whole, document))
}

/// Without anything a person did.
fn machines(mut snapshot: Snapshot) -> Snapshot {
    snapshot.items.retain(|judged| judged.finding.kind != Kind::Comment);
    snapshot.items.iter_mut().for_each(|judged| Arc::make_mut(judged).ruling = None);
    snapshot
}
