//! What the host tells of the pull request, the person's acts on its threads, and asking again. Not the diff
//! (`intake`), not publishing. Called by `update`.

use crate::core::model::{Failure, PullNews, Time};
use crate::session::{Effect, Note, Session, ThreadAct};

/// A part came, or could not be had.
pub(super) fn told(session: &mut Session, news: PullNews) -> Vec<Effect> {
    session.inner.pull.take(news);
    Vec::new()
}

/// The person confirmed an act on a thread.
pub(super) fn act(session: &mut Session, act: ThreadAct) -> Vec<Effect> {
    let Some(pull) = session.inner.pull.pull.as_deref() else { return Vec::new() };
    let threads = session.inner.pull.threads.iter().flat_map(|threads| threads.iter());
    let node = threads.filter(|thread| thread.id == act.thread()).find_map(|thread| thread.node.clone());
    vec![Effect::ActOnThread(pull.name.clone(), act, node)]
}

/// The act was done, or was not. The threads are asked for again, so that what is shown is what the host has.
pub(super) fn acted(session: &mut Session, act: &ThreadAct, result: Result<(), Failure>, _at: Time) -> Vec<Effect> {
    match result {
        Ok(()) => {
            session.notes.push(Note { text: act.done().to_owned(), warning: false });
            refresh(session)
        }
        Err(failure) => {
            session.notes.push(Note { text: failure.summary.clone(), warning: true });
            Vec::new()
        }
    }
}

/// The person asks for the pull request again.
pub(super) fn refresh(session: &mut Session) -> Vec<Effect> {
    let name = session.inner.pull.pull.as_deref().map(|pull| pull.name.clone());
    name.map(Effect::ReadPull).into_iter().collect()
}
