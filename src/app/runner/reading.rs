//! Reads the target on a thread of its own, so that the screen never waits for git.

use std::sync::{
    Arc,
    atomic::{AtomicBool, Ordering},
};

use tokio::sync::mpsc::Sender;

use crate::{
    app::{failure, job::Job},
    core::model::{Failure, FailureKind},
    edge::intake::{self, Progress},
    session::Msg,
};

use super::{Event, Found};

pub(super) fn start(job: &Arc<Job>, events: &Sender<Event>, stop: &Arc<AtomicBool>, found: &Found) {
    let (job, sender, stop, found) = (job.clone(), events.clone(), stop.clone(), found.clone());
    let work = move || {
        let msg = read(&job, &sender, &stop, &found);
        // A closed channel means that the driver has ended.
        let _ = sender.blocking_send(Event::Session(msg));
    };
    if std::thread::Builder::new().name("intake".to_owned()).spawn(work).is_err() {
        let failure = Failure::new(FailureKind::Internal, "no thread could be started to read the change");
        let _ = events.try_send(Event::Session(Msg::DiffFailed(failure)));
    }
}

fn read(job: &Job, events: &Sender<Event>, stop: &AtomicBool, found: &Found) -> Msg {
    let mut tell = |progress| {
        let msg = match progress {
            Progress::Titled(title) => Msg::Titled(title),
            Progress::Grew(diff) => Msg::DiffGrew(diff),
        };
        if events.blocking_send(Event::Session(msg)).is_err() {
            stop.store(true, Ordering::Relaxed);
        }
    };
    match intake::read(&job.target, &job.intake, stop, &mut tell) {
        Ok(taken) => {
            let (files, lines) = (taken.diff.files.len(), taken.diff.lines);
            tracing::info!(kind = taken.request.kind.as_str(), files, lines, "target read");
            found.note(|facts| facts.repository = taken.repository);
            Msg::DiffRead(Box::new(taken.request), taken.diff)
        }
        Err(error) => {
            tracing::warn!("target cannot be read");
            Msg::DiffFailed(failure::of_intake(&error))
        }
    }
}
