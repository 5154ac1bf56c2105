//! What waits for the person: asked for, told. Called by `update`.

use std::sync::Arc;

use crate::core::model::{Failure, InboxRow, Time};
use crate::session::{Effect, Session};

/// The person wants to see it. One question at a time.
pub(super) fn wanted(session: &mut Session) -> Vec<Effect> {
    if std::mem::replace(&mut session.inner.host.inbox.is_asking, true) {
        return Vec::new();
    }
    let host = session.inner.pull.pull.as_deref().map(|pull| pull.name.repo.host.clone());
    vec![Effect::ReadInbox(host)]
}

/// It is told, or cannot be had: then what was told before stays.
pub(super) fn told(session: &mut Session, result: Result<Arc<[InboxRow]>, Failure>, at: Time) -> Vec<Effect> {
    let inbox = &mut session.inner.host.inbox;
    inbox.is_asking = false;
    match result {
        Ok(rows) => {
            inbox.rows = Some(rows);
            inbox.failure = None;
            inbox.at = at;
        }
        Err(failure) => inbox.failure = Some(failure),
    }
    Vec::new()
}
