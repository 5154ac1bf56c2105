//! The configuration a target is reviewed by, and what other programs found about it, read beside the screen.

use std::sync::Arc;

use tokio::sync::mpsc::Sender;

use crate::{
    app::{
        config,
        job::{Agents, Job},
        keymap, planning, shelf,
    },
    core::{
        gate::Past,
        model::{
            Candidate, ExternalTool, Failure, FailureKind, Pass, Record, Request, Settings, TargetSpec, Task, TaskEnd,
            TaskId, Tier0Settings, Undecided as Policy,
        },
        publish::Wish,
        synthesis::{Budget, Undecided},
    },
    edge::{intake, report},
    session::{Configured, Manner, Msg, Publishing},
};

use super::{Event, Found, pool::Pool, tools::Bench};

/// What a file of findings holds.
pub(super) struct Imported {
    /// The task that stands for it.
    pub task: Task,
    /// What it claims.
    pub candidates: Vec<Candidate>,
    /// What was repaired or left out.
    pub notes: Vec<String>,
}

/// Reads it. The settings of a repository come from the base side, so that a change cannot silence its own review.
pub(super) fn start(pool: &Pool, events: &Sender<Event>, job: &Arc<Job>, (request, facts): (Box<Request>, &Found)) {
    let (events, job, facts) = (events.clone(), job.clone(), facts.clone());
    pool.add(move || {
        let msg = match read(&job, &request, &facts) {
            Ok(configured) => Msg::Configured(Box::new(configured)),
            Err(failure) => Msg::DiffFailed(failure),
        };
        let _ = events.blocking_send(Event::Session(msg));
    });
}

fn read(job: &Job, request: &Request, facts: &Found) -> Result<Configured, Failure> {
    // A bundled change has settings of its own: none.
    if matches!(job.target, TargetSpec::Embedded(..)) {
        let notes = keymap::notes(&config::own_config(&job.sources));
        return Ok(Configured { budget: Budget::Off, notes, ..Configured::default() });
    }
    let known = facts.facts();
    let base = config::base_of(request, known.settings.as_ref(), known.repository.is_some());
    let found = config::config_of(&job.sources, base)?;
    if let Some(failure) = config::refusal(&found.reading) {
        return Err(failure);
    }
    let mut notes = config::config_notes(&found.reading);
    if job.is_cockpit {
        notes.extend(keymap::notes(&found.reading));
    }
    if let Some(failure) = of_another_change(job, request) {
        return Err(failure);
    }
    let imported = import(job, None)?;
    let mut tasks = planning::more_reviewers(job, &found.reading.config, known.repository.is_some());
    tasks.extend(imported.iter().map(|file| file.task.clone()));
    notes.extend(imported.into_iter().flat_map(|file| file.notes));
    let settings = &found.reading.config;
    tasks.extend(tool_tasks(job, &settings.tier0));
    let top = (!settings.tier0.tools.is_empty() && known.repository.is_some())
        .then(|| intake::tree_of(&job.intake, request.head_sha.as_deref()));
    facts.note(|facts| {
        facts.logbook_dir.clone_from(&settings.logbook_dir);
        facts.staff = Arc::new(super::agents::Staff::of(settings, job.intake.offline));
        facts.bench = Bench { tools: settings.tier0.tools.clone(), top };
    });
    let habits = match settings.gate.hold_back && !matches!(job.agents, Agents::Recorded(_)) {
        true => shelf::habits(job, request, known.repository.clone()),
        false => Vec::new(),
    };
    Ok(Configured {
        settings: Settings { habits, ..settings.settings.clone() },
        budget: match job.is_cockpit {
            true => settings.gate.budget.map_or(Budget::Off, Budget::Cap),
            false => Budget::Strategy,
        },
        notes,
        tasks,
        fail_on: settings.run.fail_on,
        form: config::report_form(&found.reading),
        manner: Manner { advance: settings.gate.advance, reasons: settings.gate.reasons.clone() },
        publishing: Publishing {
            settings: settings.publish,
            undecided: match settings.gate.undecided {
                Policy::Hold => Undecided::Hold,
                Policy::Publish => Undecided::Publish,
            },
            login: settings.github.login.clone(),
            event: job.event.map_or(Wish::Rules, Wish::Person),
        },
        // What was recorded was planned then.
        planning: (!matches!(job.agents, Agents::Recorded(_)))
            .then(|| Box::new(planning::planning(settings, request.base_sha.as_deref()))),
    })
}

/// A recorded run of another diff: what was said there says nothing of this one, and silence would look like praise.
fn of_another_change(job: &Job, request: &Request) -> Option<Failure> {
    let Agents::Recorded(records) = &job.agents else { return None };
    let facts = records.iter().find_map(|record| match record {
        Record::Run(facts) => Some(facts),
        _ => None,
    })?;
    (facts.request.diff_hash != request.diff_hash).then(|| {
        let title = crate::core::text::one_line(&facts.request.title, 120);
        Failure::new(FailureKind::Usage, "The recording is of another change.")
            .because(format!("it was made for {title} ({})", facts.request.pr_ref))
            .hint("--replay FILE, recorded from exactly this diff")
    })
}

/// The person's tools, when tier 0 is switched on.
fn tool_tasks(job: &Job, tier0: &Tier0Settings) -> Vec<Task> {
    let wanted = matches!(job.agents, Agents::Builtin) && tier0.enabled;
    let task = |tool: &ExternalTool| Task {
        id: TaskId::new(format!("tier0:{}", tool.name)),
        pass: Pass::Tool(tool.name.clone()),
    };
    tier0.tools.iter().filter(|_| wanted).map(task).collect()
}

/// The files of `--findings`, read once for their tasks and notes, and each again when its task runs: they are small.
pub(super) fn import(job: &Job, only: Option<&TaskId>) -> Result<Vec<Imported>, Failure> {
    let ids = report::findings_in::task_ids(&job.findings);
    let read = |(path, id): (&std::path::PathBuf, TaskId)| {
        let name = path.display().to_string();
        let bytes = std::fs::read(path).map_err(|error| {
            Failure::new(FailureKind::Usage, format!("{name} cannot be read: {error}.")).hint(
                "--findings names a file of findings: SARIF, rdjson, pr-json, r3, a candidate array or Soliton's JSON",
            )
        })?;
        let mut imported = report::findings_in::findings_in(&name, &id, &bytes)
            .map_err(|error| Failure::new(FailureKind::Usage, error.to_string()))?;
        report::findings_in::settle(&mut imported, || tops(job));
        let notes = imported.notes.into_iter().map(|note| format!("{name}: {note}")).collect();
        Ok(Imported { task: Task { id, pass: Pass::Import(name) }, candidates: imported.candidates, notes })
    };
    let files = job.findings.iter().zip(ids);
    files.filter(|(_, id)| only.is_none_or(|only| only == id)).map(read).collect()
}

/// A sentence when a file of `--findings` does not say what it said in an earlier run: then that run cannot go on. A file that
/// cannot be read is refused elsewhere.
pub(super) fn told_otherwise(job: &Job, past: &Past) -> Option<String> {
    if job.findings.is_empty() {
        return None;
    }
    let bare = |candidate: &Candidate| Candidate { hotspot: None, ..candidate.clone() };
    let differs = |file: &Imported| {
        let then: Vec<&Candidate> = past.candidates.iter().filter(|claim| claim.task == file.task.id).collect();
        let ended = past.task_ends.iter().any(|(id, end)| *id == file.task.id && *end == TaskEnd::Completed);
        let alike = then.iter().zip(&file.candidates).all(|(then, now)| bare(then) == bare(now));
        let fits = if ended { then.len() == file.candidates.len() } else { then.len() <= file.candidates.len() };
        !(alike && fits)
    };
    let other = import(job, None).ok()?.into_iter().find(differs)?;
    let Pass::Import(name) = other.task.pass else { return None };
    Some(format!("{name} says something else than in the last run: a new run was begun"))
}

/// The root of the working tree, by the names that it has: as git says it, and without links.
fn tops(job: &Job) -> Vec<std::path::PathBuf> {
    let top = intake::tree_of(&job.intake, None).ok();
    let real = top.as_ref().and_then(|top| top.canonicalize().ok());
    top.into_iter().chain(real).collect()
}
