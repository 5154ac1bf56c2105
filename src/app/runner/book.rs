//! What the Logbook view shows, read off the screen's path: a target's runs, two of them compared, the scoreboard. Each
//! on a thread of its own, since logbooks of years may take a while and nothing else is to wait for that. Answers the
//! cockpit. Called by the runner.

use std::{
    panic::{AssertUnwindSafe, catch_unwind},
    path::Path,
    sync::Arc,
};

use tokio::sync::mpsc::Sender;

use crate::{
    app::{job::Job, shelf},
    core::{
        diff,
        history::{self, Compared},
        model::RunId,
    },
    edge::{logbook, report},
    ui::{Book, LogTold, LogWish, Msg},
};

use super::Event;

pub(super) fn start(events: &Sender<Event>, job: &Arc<Job>, wish: LogWish) {
    let (sender, job, asked) = (events.clone(), job.clone(), wish.clone());
    let work = move || {
        let told = catch_unwind(AssertUnwindSafe(|| told(&job, &wish)));
        let told = told.unwrap_or_else(|_| wish.failed("reading the logbook broke off".to_owned()));
        let _ = sender.blocking_send(Event::Ui(Msg::Logbook(told)));
    };
    if let Err(error) = std::thread::Builder::new().name("logbook".to_owned()).spawn(work) {
        // Full: the view then waits, and asks again when it is opened again.
        let _ = events.try_send(Event::Ui(Msg::Logbook(asked.failed(format!("no thread can be had ({error})")))));
    }
}

fn told(job: &Job, wish: &LogWish) -> LogTold {
    match wish {
        LogWish::Book(path) => LogTold::Book(Ok(Arc::new(read(path)))),
        LogWish::Compare(path, before, after) => LogTold::Compared(compared(path, before, after).map(Arc::new)),
        LogWish::Scores(path) => LogTold::Scores(Ok(Arc::new(scores(job, path.as_deref())))),
    }
}

fn read(path: &Path) -> Book {
    let stored = logbook::stored_at(path);
    Book { runs: history::book(&stored.records), notes: stored.notes }
}

fn compared(path: &Path, before: &RunId, after: &RunId) -> Result<Compared, String> {
    let stored = logbook::stored_at(path);
    let gone = || stored.notes.first().cloned().unwrap_or_else(|| "one of the runs is no longer recorded".to_owned());
    let found = history::compare(&stored.records, before, after).ok_or_else(gone)?;
    // Without the diff of the second run nobody can say whether code was fixed or left.
    let now = logbook::kept_diff(path, &found.after.facts.request.diff_hash).ok().map(diff::parse);
    Ok(Compared::of(&found, now.as_ref()))
}

fn scores(job: &Job, present: Option<&Path>) -> Vec<String> {
    let mut stored = shelf::here(job);
    // That of a recorded run lies elsewhere.
    let elsewhere = present.filter(|path| !stored.iter().any(|stored| stored.path == *path));
    stored.extend(elsewhere.map(logbook::stored_at));
    stored.retain(|stored| !shelf::runs(stored).is_empty());
    let board = history::scoreboard(stored.iter().map(|stored| stored.records.as_slice()));
    report::score_text(&board).lines().map(str::to_owned).collect()
}
