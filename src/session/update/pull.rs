//! What the host tells of the pull request, the person's acts on its threads, and asking again. Not the diff
//! (`intake`), not publishing. Called by `update`.

use crate::core::model::{Draft, DraftKey, Failure, PullNews, Thread, ThreadId, Time};
use crate::session::{Effect, Note, Session, ThreadAct};

use super::{comments, decide, digest, intake, publish, review, together};

/// A part came, or could not be had.
pub(super) fn told(session: &mut Session, news: PullNews) -> Vec<Effect> {
    let is_shown = match &news {
        PullNews::Pull(_)
        | PullNews::Threads(_)
        | PullNews::Conversation(_)
        | PullNews::Reviews(_)
        | PullNews::Commits(_)
        | PullNews::Checks(_)
        | PullNews::Issues(_)
        | PullNews::Gap(_) => true,
        // The header reads these where they are.
        PullNews::Identity(_)
        | PullNews::MoreFiles(_)
        | PullNews::Files(_)
        | PullNews::Limits(_)
        | PullNews::Waiting(_)
        | PullNews::Complete => false,
    };
    let is_complete = news == PullNews::Complete;
    let is_compared = comments::concerns(&news);
    let was_stale = session.is_stale();
    session.inner.pull.take(news);
    if session.is_stale() && !was_stale {
        session.notes.push(warning("The head of the pull request moved: this is the change as it was read."));
    }
    let mut effects = if is_shown { digest::want(session) } else { Vec::new() };
    if is_complete {
        effects.extend(intake::complete(session));
        effects.extend(review::complete(session));
    }
    if is_compared {
        effects.extend(together::want(session));
    }
    effects.extend(publish::want(session));
    effects
}

/// The person confirmed an act on a thread. One at a time for each thread: a second one waits for the answer.
pub(super) fn act(session: &mut Session, act: ThreadAct) -> Vec<Effect> {
    if session.acting_on(act.thread()).is_some() {
        session.notes.push(warning("The host has not answered the last act on this thread yet."));
        return Vec::new();
    }
    let Some(pull) = session.inner.pull.pull.as_deref() else {
        session.notes.push(warning("Threads are on pull requests only."));
        return Vec::new();
    };
    let name = pull.name.clone();
    let node = thread(session, act.thread()).and_then(|thread| thread.node.clone());
    session.inner.host.acting.push(act.clone());
    vec![Effect::ActOnThread(name, act, node)]
}

fn thread(session: &Session, id: ThreadId) -> Option<&Thread> {
    session.inner.pull.threads.iter().flat_map(|threads| threads.iter()).find(|thread| thread.id == id)
}

fn warning(text: &str) -> Note {
    Note { text: text.to_owned(), warning: true }
}

/// The act was done, or was not. The threads are asked for again, so that what is shown is what the host has. The
/// draft of a reply ends when the host has it, not before.
pub(super) fn acted(session: &mut Session, act: &ThreadAct, result: Result<(), Failure>, at: Time) -> Vec<Effect> {
    session.inner.host.acting.retain(|waiting| waiting != act);
    match (result, act) {
        (Ok(()), act) => {
            session.notes.push(Note { text: act.done().to_owned(), warning: false });
            let mut effects = ended(session, act, at);
            effects.extend(refresh(session));
            effects
        }
        (Err(failure), ThreadAct::Reply(..)) => {
            session.notes.push(warning(&format!("Your reply is kept as a draft: {}", failure.summary)));
            Vec::new()
        }
        (Err(failure), ThreadAct::Resolve(_) | ThreadAct::Reopen(_)) => {
            session.notes.push(warning(&failure.summary));
            Vec::new()
        }
    }
}

/// Ends the draft of a reply that is posted, unless it has become another one meanwhile.
fn ended(session: &mut Session, act: &ThreadAct, at: Time) -> Vec<Effect> {
    let ThreadAct::Reply(thread, text) = act else { return Vec::new() };
    let key = DraftKey::Reply(*thread);
    match session.drafts.get(&key).is_some_and(|draft| draft.text == *text) {
        true => decide::drafted(session, Draft { key, text: String::new(), at }),
        false => Vec::new(),
    }
}

/// The person asks for the pull request again.
pub(super) fn refresh(session: &mut Session) -> Vec<Effect> {
    let name = session.inner.pull.pull.as_deref().map(|pull| pull.name.clone());
    name.map(Effect::ReadPull).into_iter().collect()
}
