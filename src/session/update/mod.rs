//! One message in, effects out. `match` on the message, exhaustive; each arm one function of its phase.

pub(crate) mod again;
mod agents;
mod carry;
mod comments;
mod decide;
mod digest;
mod inbox;
mod intake;
mod logbook;
mod look;
mod publish;
mod pull;
mod recall;
mod review;
mod together;
mod waves;

pub(crate) use together::{ruling, snapshot, task_facts};

use super::{Effect, Msg, Session};

/// Takes a fact and says what is to be done. Pure: no I/O, no clock, no work in proportion to the diff.
pub fn update(session: &mut Session, msg: Msg) -> Vec<Effect> {
    let effects = take(session, msg);
    session.count_open();
    effects
}

fn take(session: &mut Session, msg: Msg) -> Vec<Effect> {
    match msg {
        Msg::Titled(title) => intake::titled(session, title),
        Msg::Doing(words) => intake::doing(session, words),
        Msg::DiffGrew(diff) => intake::grew(session, diff),
        Msg::DiffRead(request, diff) => intake::read(session, request, diff),
        Msg::DiffFailed(failure) => intake::failed(session, failure),
        Msg::Configured(configured) => intake::configured(session, *configured),
        Msg::Synthesised(revision, result, at) => together::done(session, revision, result, at),
        Msg::LogbookOpened(opened) => logbook::opened(session, *opened),
        Msg::LogbookFailed(run, failure) => logbook::failed(session, run, &failure),
        Msg::Written(count) => logbook::written(session, count),
        Msg::WriteFailed(count, failure) => logbook::write_failed(session, count, &failure),
        Msg::Compared(run, result) => look::compared(session, &run, result),
        Msg::Traced(places) => again::traced(session, places),
        Msg::WentOn => again::go_on(session),
        Msg::DiffNotKept(failure) => look::not_kept(session, &failure),
        Msg::Planned(plan, at) => review::planned(session, plan, at),
        Msg::Mapped(map, hashes, at) => review::mapped(session, map, hashes, at),
        Msg::Indexed(found) => review::indexed(session, found),
        Msg::TaskStarted(task, at) => review::started(session, &task, at),
        Msg::CandidateFound(candidate, at) => review::found(session, *candidate, at),
        Msg::TaskSaid(task, text) => agents::said(session, &task, &text),
        Msg::OpinionsGiven(task, opinions, at) => waves::given(session, &task, opinions, at),
        Msg::TaskReported(task, report, at) => agents::reported(session, &task, *report, at),
        Msg::TaskEnded(task, end, at) => review::ended(session, &task, end, at),
        Msg::Chosen(finding, choice, at) => decide::chosen(session, finding, choice, at),
        Msg::ChosenTogether(ids, choice, at) => decide::chosen_together(session, ids, &choice, at),
        Msg::Commented(comment, at) => decide::commented(session, comment, at),
        Msg::Undo(at) => decide::undo(session, at),
        Msg::Redo(at) => decide::redo(session, at),
        Msg::Drafted(draft) => decide::drafted(session, draft),
        Msg::Viewed(file, viewed, at) => decide::viewed(session, file, viewed, at),
        Msg::ViewedTogether(files, viewed, at) => decide::viewed_together(session, &files, viewed, at),
        Msg::Left(anchor, at) => decide::left(session, anchor, at),
        Msg::PullTold(news) => pull::told(session, news),
        Msg::ThreadActed(act) => pull::act(session, act),
        Msg::ThreadAnswered(act, result, at) => pull::acted(session, &act, result, at),
        Msg::Digested(revision, digest, at) => digest::done(session, revision, digest, at),
        Msg::InboxWanted => inbox::wanted(session),
        Msg::InboxTold(result, at) => inbox::told(session, result, at),
        Msg::Consented => intake::consented(session),
        Msg::Refresh => pull::refresh(session),
        Msg::GatesWatched(watched) => publish::watched(session, watched),
        Msg::GatesLooked(revision, look) => publish::looked(session, revision, look),
        Msg::PublishChosen(choice) => publish::chosen(session, choice),
        Msg::PendingRead(id, comments, at) => publish::pending_read(session, id, comments, at),
        Msg::PublishConfirmed(payload) => publish::post(session, payload),
        Msg::PublicationRecorded(record) => publish::recorded(session, *record),
        Msg::Reconciled(result) => publish::reconciled(session, result),
        Msg::PublishEnded(result) => publish::ended(session, result),
        Msg::StopTask(task) => agents::stop_task(session, task),
        Msg::Elaborate(finding, at) => waves::elaborate(session, &finding, at),
        Msg::RunAgain(tasks) => agents::again(session, &tasks),
        Msg::Stop => review::stop(session),
    }
}
