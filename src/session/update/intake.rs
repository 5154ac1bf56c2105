//! The target comes in.

use std::sync::Arc;

use crate::{
    core::model::{Diff, Failure, Request, TaskState},
    session::{Configured, Effect, Note, Phase, Session},
};

use super::digest;

pub(super) fn titled(session: &mut Session, title: String) -> Vec<Effect> {
    session.inner.title = title;
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
    let mut effects = vec![Effect::Configure(request)];
    if session.inner.pull.pull.is_some() {
        effects.extend(digest::want(session));
    }
    effects
}

pub(super) fn configured(session: &mut Session, configured: Configured) -> Vec<Effect> {
    let Phase::Configuring(request) = &session.phase else { return Vec::new() };
    let request = request.clone();
    let warn = |text: &String| Note { text: text.clone(), warning: true };
    session.notes.extend(configured.notes.iter().map(warn));
    session.together.settings = configured.settings;
    session.together.budget = configured.budget;
    session.together.fail_on = configured.fail_on;
    session.together.form = configured.form;
    session.together.config_notes = configured.notes;
    session.tasks.extend(configured.tasks.into_iter().map(|task| (task, TaskState::Queued)));
    session.phase = Phase::Opening(request.clone());
    vec![Effect::OpenLogbook(request)]
}

pub(super) fn failed(session: &mut Session, failure: Failure) -> Vec<Effect> {
    session.phase = Phase::Failed(Box::new(failure));
    Vec::new()
}
