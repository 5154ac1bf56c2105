//! The target comes in.

use std::sync::Arc;

use crate::{
    core::model::{Diff, Failure, FailureKind, PullState, Request, Strategy, TaskState},
    session::{
        Configured, Consent, Effect, Note, Phase, Session, Skips,
        skip::{Skip, skip},
    },
};

use super::digest;

pub(super) fn titled(session: &mut Session, title: String) -> Vec<Effect> {
    session.inner.title = title;
    Vec::new()
}

pub(super) fn doing(session: &mut Session, words: String) -> Vec<Effect> {
    session.notes.push(Note { text: words, warning: false });
    Vec::new()
}

pub(super) fn grew(session: &mut Session, diff: Arc<Diff>) -> Vec<Effect> {
    if matches!(session.phase, Phase::Reading) {
        session.diff = diff;
    }
    Vec::new()
}

pub(super) fn read(session: &mut Session, request: Box<Request>, diff: Arc<Diff>) -> Vec<Effect> {
    if !matches!(session.phase, Phase::Reading) {
        return Vec::new();
    }
    session.diff = diff;
    session.inner.title.clone_from(&request.title);
    let told = request.notes.iter().map(|text| Note { text: text.clone(), warning: false });
    session.notes.extend(told);
    if let Some(first) = session.diff.problems.first() {
        let count = session.diff.problems.len();
        let more = if count > 1 { format!(" ({} more)", count - 1) } else { String::new() };
        let text = format!("line {} of the diff: {}{more}", first.line, first.what);
        session.notes.push(Note { text, warning: true });
    }
    session.phase = Phase::Configuring(request.clone());
    let facts = session.inner.pull.pull.as_deref();
    let is_open = facts.is_none_or(|pull| pull.state == PullState::Open);
    let mut effects = Vec::new();
    match is_open || session.inner.entry.consent == Consent::Given {
        true => effects.push(Effect::Configure(request)),
        false => session.inner.entry.is_asking = true,
    }
    if session.inner.pull.pull.is_some() {
        effects.extend(digest::want(session));
    }
    effects
}

/// The person wants it reviewed although it is no longer open.
pub(super) fn consented(session: &mut Session) -> Vec<Effect> {
    let Phase::Configuring(request) = &session.phase else { return Vec::new() };
    let request = request.clone();
    match std::mem::take(&mut session.inner.entry.is_asking) {
        true => vec![Effect::Configure(request)],
        false => Vec::new(),
    }
}

/// Whether a run of passes is to stop before it begins; what is needed to tell may still be under way.
enum Door {
    Open,
    Waits,
    Shut(Skip),
}

fn door(session: &Session, configured: &Configured) -> Door {
    let is_pull = session.request().is_some_and(|request| request.pull.is_some());
    let in_passes = matches!(configured.settings.strategy, Strategy::Passes(_));
    if !is_pull || !in_passes || session.inner.entry.skips != Skips::Honour {
        return Door::Open;
    }
    let facts = &session.inner.pull;
    match skip(facts, &session.diff) {
        Some(skip) => Door::Shut(skip),
        None if facts.is_complete => Door::Open,
        None => Door::Waits,
    }
}

/// The host has told everything: what waited for it goes on, and a person is told what speaks against a review.
pub(super) fn complete(session: &mut Session) -> Vec<Effect> {
    if session.inner.entry.skips == Skips::Notice
        && let Some(skip) = skip(&session.inner.pull, &session.diff)
    {
        session.notes.push(Note { text: format!("this pull request: {}", skip.words()), warning: false });
    }
    match session.inner.entry.held.take() {
        Some(configured) => self::configured(session, *configured),
        None => Vec::new(),
    }
}

/// A run of passes that is not worth it: no failure, and nothing was looked at.
fn skipped(session: &mut Session, skip: &Skip) -> Vec<Effect> {
    let name = session.request().and_then(|request| request.pull.as_ref()).map(ToString::to_string);
    let words = format!("{} was skipped: {}.", name.unwrap_or_default(), skip.words());
    let failure = Failure::new(FailureKind::Skipped, words).hint("--rerun reviews it all the same");
    failed(session, failure)
}

pub(super) fn configured(session: &mut Session, configured: Configured) -> Vec<Effect> {
    let Phase::Configuring(request) = &session.phase else { return Vec::new() };
    let request = request.clone();
    match door(session, &configured) {
        Door::Open => {}
        Door::Waits => {
            session.inner.entry.held = Some(Box::new(configured));
            return Vec::new();
        }
        Door::Shut(skip) => {
            session.together.form = configured.form;
            return skipped(session, &skip);
        }
    }
    let warn = |text: &String| Note { text: text.clone(), warning: true };
    session.notes.extend(configured.notes.iter().map(warn));
    session.together.settings = configured.settings;
    session.together.budget = configured.budget;
    session.together.fail_on = configured.fail_on;
    session.together.form = configured.form;
    session.together.publication.event = configured.publishing.event;
    session.together.manner = configured.manner;
    session.together.publication.publishing = configured.publishing;
    session.together.config_notes = configured.notes;
    session.inner.outlook.planning = configured.planning;
    session.tasks.extend(configured.tasks.into_iter().map(|task| (task, TaskState::Queued)));
    session.phase = Phase::Opening(request.clone());
    vec![Effect::OpenLogbook(request, session.diff.clone())]
}

pub(super) fn failed(session: &mut Session, failure: Failure) -> Vec<Effect> {
    session.phase = Phase::Failed(Box::new(failure));
    Vec::new()
}
