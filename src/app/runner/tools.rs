//! External tools of tier 0, each on a thread of its own, all within one time. Findings count on changed lines only; secrets
//! without a line too, when the change adds to their file. Not here: how a program is run (edge::tier0). Called by `Runner::perform`.

use std::{
    path::PathBuf,
    sync::{Arc, atomic::AtomicBool},
    time::Instant,
};

use tokio::sync::mpsc::Sender;

use crate::{
    core::{
        diff,
        model::{Candidate, Diff, ExternalTool, LineKind, Task, TaskEnd},
    },
    edge::{
        report,
        tier0::{self, Told},
    },
    session::{Change, Msg},
};

use super::{Event, now};

/// What tools are run on.
#[derive(Debug, Clone, Default)]
pub(in crate::app) struct Bench {
    /// The person's tools.
    pub tools: Vec<ExternalTool>,
    /// The working tree; or why no tool can be run.
    pub top: Option<Result<PathBuf, String>>,
}

/// Runs a tool to its end, or until that time.
pub(super) fn start(
    events: &Sender<Event>,
    bench: &Bench,
    (task, cancel): (Task, Arc<AtomicBool>),
    (change, until): (&Change, Instant),
) {
    let (events, bench, change) = (events.clone(), bench.clone(), change.clone());
    let spare = (events.clone(), task.id.clone());
    let work = move || {
        let tell = |msg| events.blocking_send(Event::Session(msg)).is_ok();
        if !tell(Msg::TaskStarted(task.id.clone(), now())) {
            return;
        }
        let mut found = |candidate| tell(Msg::CandidateFound(Box::new(candidate), now()));
        let end = run(&bench, &task, (&cancel, until), &change.diff, &mut found);
        tracing::info!(task = task.id.as_str(), end = end.as_str(), "tool ended");
        tell(Msg::TaskEnded(task.id.clone(), end, now()));
    };
    if std::thread::Builder::new().name("tool".to_owned()).spawn(work).is_err() {
        let (events, id) = spare;
        let end = TaskEnd::Failed("no thread could be started for it".to_owned());
        let _ = events.try_send(Event::Session(Msg::TaskEnded(id, end, now())));
    }
}

fn run(
    bench: &Bench,
    task: &Task,
    (cancel, until): (&AtomicBool, Instant),
    change: &Diff,
    found: &mut dyn FnMut(Candidate) -> bool,
) -> TaskEnd {
    let name = task.id.as_str().strip_prefix("tier0:").unwrap_or("");
    let Some(tool) = bench.tools.iter().find(|tool| tool.name == name) else {
        return TaskEnd::Skipped(format!("there is no tool {name}"));
    };
    let top = match &bench.top {
        Some(Ok(top)) => top,
        Some(Err(why)) => return TaskEnd::Skipped(why.clone()),
        None => return TaskEnd::Skipped("the change is from no repository".to_owned()),
    };
    let printed = match tier0::run(tool, change, top, (until, cancel)) {
        Told::Printed(bytes) if bytes.trim_ascii().is_empty() => return TaskEnd::Completed,
        Told::Printed(bytes) => bytes,
        Told::Skipped(why) => return TaskEnd::Skipped(why),
        Told::Failed(why) => return TaskEnd::Failed(why),
        Told::Stopped => return TaskEnd::Stopped,
    };
    let mut imported = match report::findings_in::findings_in(&format!("the output of {name}"), &task.id, &printed) {
        Ok(imported) => imported,
        Err(error) => return TaskEnd::Failed(error.to_string()),
    };
    report::findings_in::settle(&mut imported, || vec![top.clone()]);
    match imported.candidates.into_iter().filter(|candidate| counts(change, candidate)).all(found) {
        true => TaskEnd::Completed,
        false => TaskEnd::Stopped,
    }
}

/// Whether a finding is about this change.
fn counts(change: &Diff, candidate: &Candidate) -> bool {
    let Some(place) = &candidate.place else { return false };
    let Some(file) = diff::find_file(change, &place.path) else { return false };
    let added = change.hunks_of(file).flat_map(|hunk| diff::lines(change, hunk, 0));
    let mut added = added.filter(|line| line.kind == LineKind::Added).filter_map(|line| line.new);
    match place.lines {
        // What stood there before is not this change's doing, secret or not.
        Some(lines) => added.any(|line| lines.contains(line)),
        None => candidate.claim.issue_class.starts_with("secret") && added.next().is_some(),
    }
}
