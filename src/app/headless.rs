//! The same session without a screen: progress as lines, the result at the end.

use std::time::{Duration, Instant};

use crate::{
    core::{
        model::{Diff, Failure, FailureKind, PullNews, ReportForm, Request, TaskEnd, Time},
        text::one_line,
    },
    edge::report::Review,
    session::{self, Phase, Session},
};

use super::{
    empty,
    job::Job,
    outcome,
    runner::{Event, Runner},
    signals::Ends,
};

/// How long the end waits for the logbook.
const FLUSH: Duration = Duration::from_secs(10);

/// How a run without a screen ended.
#[derive(Debug)]
pub enum Outcome {
    /// The run is over; complete or not says the review. In which form it is to be printed says the second.
    Reviewed(Box<Review>, ReportForm),
    /// There is nothing to review (FACTS 26): the document of that, and the sentence.
    Nothing(Box<Review>, ReportForm, Failure),
    /// The target cannot be read.
    Failed(Failure),
    /// A signal ended it: its number.
    Signalled(u8),
}

/// Runs a job to its end, telling `progress` of each step in a line.
pub fn review(job: Job, progress: &mut dyn FnMut(&str)) -> Outcome {
    if let Err(failure) = job.can_record() {
        return Outcome::Failed(failure);
    }
    let runtime = match tokio::runtime::Builder::new_current_thread().enable_all().build() {
        Ok(runtime) => runtime,
        Err(error) => {
            let failure = Failure::new(FailureKind::Internal, "The run cannot start.").because(error.to_string());
            return Outcome::Failed(failure);
        }
    };
    // Panics of reviewers end their task and are told there.
    std::panic::set_hook(Box::new(|_| {}));
    runtime.block_on(run(job, progress))
}

async fn run(job: Job, progress: &mut dyn FnMut(&str)) -> Outcome {
    let started = Instant::now();
    let mut session = Session::new(job.first_title(), job.plan());
    let sources = job.sources.clone();
    let (runner, mut events) = Runner::reading(job);
    let mut signals = match Ends::listen() {
        Ok(signals) => signals,
        Err(error) => {
            let failure = Failure::new(FailureKind::Internal, "Signals cannot be heard.").because(error.to_string());
            return Outcome::Failed(failure);
        }
    };
    let ended = loop {
        let event = tokio::select! {
            biased;
            number = signals.next() => break Some(number),
            event = events.recv() => event,
        };
        let Some(Event::Session(msg)) = event else { continue };
        tell(&msg, progress);
        let is_mapped = matches!(msg, session::Msg::Mapped(..));
        for effect in session::update(&mut session, msg) {
            runner.perform(effect);
        }
        if is_mapped {
            tell_plan(&session, progress);
        }
        if session.is_over() {
            break None;
        }
    };
    session.aborted().iter().for_each(|line| progress(line));
    outcome::since_in_short(&session).iter().for_each(|line| progress(line));
    runner.finish(&mut events, FLUSH);
    match (ended, &session.phase) {
        (Some(number), _) => Outcome::Signalled(number),
        (None, Phase::Failed(failure)) if matches!(failure.kind, FailureKind::Empty | FailureKind::Skipped) => {
            empty::nothing(&sources, failure)
        }
        (None, Phase::Failed(failure)) => Outcome::Failed((**failure).clone()),
        (None, _) => outcome::of_session(&session, started.elapsed()),
    }
}

/// Notes of the change map that are told.
const NOTES: usize = 10;

/// What is said before anybody is asked.
fn tell_plan(session: &Session, progress: &mut dyn FnMut(&str)) {
    let (Some(plan), Some(map)) = (session.plan(), &session.map) else { return };
    plan.lines(&session.diff, map).iter().for_each(|line| progress(line));
    let mut waiting: Vec<(&str, usize)> = Vec::new();
    for why in plan.tasks.iter().filter_map(crate::core::plan::Planned::skipped) {
        match waiting.iter_mut().find(|(known, _)| *known == why) {
            Some((_, count)) => *count += 1,
            None => waiting.push((why, 1)),
        }
    }
    for (why, count) in waiting {
        progress(&format!("{count} {} for models skipped: {why}", if count == 1 { "task" } else { "tasks" }));
    }
}

/// Until when the host makes us wait, by the person's clock.
fn waiting(until: Time) -> String {
    let time = chrono::DateTime::from_timestamp_millis(until.0).unwrap_or_default();
    format!("the host makes us wait until {}", time.with_timezone(&chrono::Local).format("%H:%M:%S"))
}

/// How a task ended, with the reason where there is one.
fn ending(end: &TaskEnd) -> String {
    match end {
        TaskEnd::Failed(why) | TaskEnd::Skipped(why) => format!("{}: {}", end.as_str(), one_line(why, 400)),
        TaskEnd::Completed | TaskEnd::Stopped => end.as_str().to_owned(),
    }
}

/// What is reviewed.
fn told_of(request: &Request, diff: &Diff, progress: &mut dyn FnMut(&str)) {
    let totals = diff.totals;
    progress(&format!("{}: {} files, +{} -{}", request.title, diff.files.len(), totals.added, totals.removed));
    request.notes.iter().for_each(|note| progress(note));
}

/// Steps worth a line.
fn tell(msg: &session::Msg, progress: &mut dyn FnMut(&str)) {
    use session::Msg;
    match msg {
        Msg::DiffRead(request, diff) => told_of(request, diff, progress),
        Msg::Doing(words) => progress(words),
        Msg::PullTold(PullNews::Waiting(until)) => progress(&waiting(*until)),
        Msg::LogbookOpened(opened) => opened.notes.iter().for_each(|note| progress(note)),
        Msg::LogbookFailed(_, failure) | Msg::WriteFailed(_, failure) => progress(&failure.summary),
        Msg::Mapped(map, ..) => {
            progress(&format!("{} hotspots", map.hotspots.len()));
            map.notes.iter().take(NOTES).for_each(|note| progress(note));
        }
        Msg::TaskReported(task, report, _) => report.notes.iter().for_each(|note| progress(&format!("{task}: {note}"))),
        Msg::TaskEnded(task, end, _) => progress(&format!("{task}: {}", ending(end))),
        Msg::Titled(_)
        | Msg::DiffGrew(_)
        | Msg::DiffFailed(_)
        | Msg::Configured(_)
        | Msg::Planned(..)
        | Msg::Indexed(_)
        | Msg::Synthesised(..)
        | Msg::Compared(..)
        | Msg::DiffNotKept(_)
        | Msg::Traced(_)
        | Msg::WentOn
        | Msg::Written(_)
        | Msg::TaskStarted(..)
        | Msg::TaskSaid(..)
        | Msg::CandidateFound(..)
        | Msg::OpinionsGiven(..)
        | Msg::Elaborate(..)
        | Msg::Chosen(..)
        | Msg::ChosenTogether(..)
        | Msg::Commented(..)
        | Msg::Undo(_)
        | Msg::Redo(_)
        | Msg::Drafted(_)
        | Msg::Viewed(..)
        | Msg::ViewedTogether(..)
        | Msg::Left(..)
        | Msg::PullTold(_)
        | Msg::ThreadActed(_)
        | Msg::ThreadAnswered(..)
        | Msg::Digested(..)
        | Msg::InboxWanted
        | Msg::InboxTold(..)
        | Msg::Consented
        | Msg::Refresh
        | Msg::GatesWatched(_)
        | Msg::GatesLooked(..)
        | Msg::PublishChosen(_)
        | Msg::PendingRead(..)
        | Msg::PublishConfirmed(_)
        | Msg::PublicationRecorded(_)
        | Msg::Reconciled(_)
        | Msg::PublishEnded(_)
        | Msg::StopTask(_)
        | Msg::RunAgain(_)
        | Msg::Stop => {}
    }
}
