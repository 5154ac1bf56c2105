//! Reads the target on a thread of its own, so that the screen never waits for git or for a host.

use std::sync::{
    Arc,
    atomic::{AtomicBool, Ordering},
};

use tokio::sync::mpsc::Sender;

use crate::{
    app::{failure, job::Job},
    core::model::{Failure, FailureKind, TargetSpec},
    edge::intake::{self, Progress, Taken},
    session::Msg,
};

use super::{
    Event, Found,
    host::Host,
    pull::{self, Wants},
};

pub(super) fn start(job: &Arc<Job>, events: &Sender<Event>, stop: &Arc<AtomicBool>, (found, host): (&Found, &Host)) {
    let (job, sender, stop, found, host) = (job.clone(), events.clone(), stop.clone(), found.clone(), host.clone());
    let work = move || read(&job, &sender, &stop, (&found, &host));
    if std::thread::Builder::new().name("intake".to_owned()).spawn(work).is_err() {
        let failure = Failure::new(FailureKind::Internal, "no thread could be started to read the change");
        let _ = events.try_send(Event::Session(Msg::DiffFailed(failure)));
    }
}

/// Reads a target on the calling thread, for commands that are no run. Its host is let go at the end.
///
/// # Errors
/// It cannot be read, or is empty.
pub(in crate::app) fn read_once(job: &Job, wants: Wants, stop: &AtomicBool) -> Result<Taken, Failure> {
    let TargetSpec::Pull(typed) = &job.target else {
        let taken = intake::read(&job.target, &job.intake, stop, &mut |_| {});
        return taken.map_err(|error| failure::of_intake(&error));
    };
    let host = Host::default();
    let taken = pull::start(job, typed, stop, (&host, wants))
        .and_then(|reading| reading.change(stop, &mut |_| {}).map_err(|error| failure::of_intake(&error)));
    host.finish(std::time::Duration::ZERO);
    taken
}

fn read(job: &Job, events: &Sender<Event>, stop: &AtomicBool, (found, host): (&Found, &Host)) {
    // A closed channel means that the driver has ended.
    let send = |msg| {
        if events.blocking_send(Event::Session(msg)).is_err() {
            stop.store(true, Ordering::Relaxed);
        }
    };
    let mut tell = |progress| {
        send(match progress {
            Progress::Titled(title) => Msg::Titled(title),
            Progress::Grew(diff) => Msg::DiffGrew(diff),
            Progress::Told(news) => Msg::PullTold(news),
            Progress::Doing(words) => Msg::Doing(words),
        });
    };
    let taken = match &job.target {
        TargetSpec::Pull(typed) => match pull::start(job, typed, stop, (host, Wants::All)) {
            Ok(reading) => {
                let taken = reading.change(stop, &mut tell);
                let is_read = taken.is_ok();
                end(taken.map_err(|error| failure::of_intake(&error)), found, &send);
                if is_read {
                    reading.rest(stop, &mut |news| send(Msg::PullTold(news)));
                }
                return;
            }
            Err(failure) => Err(failure),
        },
        _ => intake::read(&job.target, &job.intake, stop, &mut tell).map_err(|error| failure::of_intake(&error)),
    };
    end(taken, found, &send);
}

/// Tells how it ended.
fn end(taken: Result<Taken, Failure>, found: &Found, send: &dyn Fn(Msg)) {
    send(match taken {
        Ok(taken) => {
            let (files, lines) = (taken.diff.files.len(), taken.diff.lines);
            tracing::info!(kind = taken.request.kind.as_str(), files, lines, "target read");
            found.note(|facts| {
                facts.repository = taken.repository;
                facts.settings = taken.settings;
            });
            Msg::DiffRead(Box::new(taken.request), taken.diff)
        }
        Err(failure) => {
            tracing::warn!("target cannot be read");
            Msg::DiffFailed(failure)
        }
    });
}
