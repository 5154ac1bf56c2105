//! The logbook opens, acknowledges, fails. Records made before it opens wait and are stamped with the run.

use crate::{
    core::model::{Failure, Record, RunFacts, RunId},
    session::{Effect, LogOpened, Note, Phase, Session},
};

use super::{again, carry, look};

pub(super) fn opened(session: &mut Session, opened: LogOpened) -> Vec<Effect> {
    if !matches!(session.phase, Phase::Opening(_)) {
        return Vec::new();
    }
    session.log.open = true;
    session.log.path = opened.path;
    session.notes.extend(opened.notes.into_iter().map(|text| Note { text, warning: true }));
    let run = opened.run;
    session.phase = Phase::Mapping(Box::new(run.clone()));
    let mut effects = Vec::new();
    // A run that goes on with other settings is recorded again.
    let carried = opened.carried;
    if !carried.resumed || carried.past.newest().is_some_and(|last| *last != run) {
        effects.extend(write(session, vec![Record::Run(run.clone())]));
    }
    let compare = look::opened(session, &carried.past);
    let trace = again::opened(session, &carried.remembered);
    session.together.publication.receipts.clone_from(&carried.past.receipts);
    carry::resume(session, carried);
    effects.extend(flush_waiting(session));
    // Before the map, whose answer lets reviewers begin: what they say is compared with what was there.
    effects.extend(trace);
    effects.push(map(session, run.id));
    effects.extend(compare);
    effects
}

pub(super) fn failed(session: &mut Session, run: Box<RunFacts>, failure: &Failure) -> Vec<Effect> {
    if !matches!(session.phase, Phase::Opening(_)) {
        return Vec::new();
    }
    let cause = failure.causes.first().map(|cause| format!(": {cause}")).unwrap_or_default();
    let text = format!("{}{cause}. Decisions are kept in memory only", failure.summary);
    session.notes.push(Note { text, warning: true });
    let id = run.id.clone();
    session.phase = Phase::Mapping(run);
    vec![map(session, id)]
}

fn map(session: &Session, run: RunId) -> Effect {
    Effect::Map(
        session.diff.clone(),
        run,
        session.together.settings.sensitive_paths.clone(),
        session.inner.outlook.planning.clone(),
    )
}

pub(super) fn written(session: &mut Session, count: u64) -> Vec<Effect> {
    session.log.written = (session.log.written + count).min(session.log.sent);
    let written = session.log.written;
    while session.log.work.front().is_some_and(|number| *number <= written) {
        session.log.work.pop_front();
    }
    Vec::new()
}

pub(super) fn write_failed(session: &mut Session, count: u64, failure: &Failure) -> Vec<Effect> {
    session.log.lost += count;
    let text = failure.summary.clone();
    if session.notes.last().is_none_or(|note| note.text != text) {
        session.notes.push(Note { text, warning: true });
    }
    Vec::new()
}

/// Hands records over, or keeps them until the logbook is open.
pub(super) fn write(session: &mut Session, records: Vec<Record>) -> Vec<Effect> {
    if records.is_empty() {
        return Vec::new();
    }
    if !session.log.open {
        session.log.waiting.extend(records);
        return Vec::new();
    }
    for record in &records {
        session.log.sent += 1;
        if record.is_work() {
            let number = session.log.sent;
            session.log.work.push_back(number);
        }
    }
    vec![Effect::Write(records)]
}

/// Hands over what was decided before the run had an id, under that id.
fn flush_waiting(session: &mut Session) -> Vec<Effect> {
    let run = session.run_id();
    let waiting = std::mem::take(&mut session.log.waiting);
    let stamped = waiting.into_iter().map(|record| record.in_run(&run)).collect();
    write(session, stamped)
}
