//! The earlier look at the target: its diff is asked for and compared, the present one is kept for the next time.
//! Called when the logbook opens.

use std::sync::Arc;

use crate::{
    core::{
        gate::{LookKind, Past},
        model::{Failure, RunId, Since},
    },
    session::{Effect, LastLook, Note, Session},
};

/// What to keep, and what to compare with. Only with a logbook: without one there is neither.
pub(super) fn opened(session: &mut Session, past: &Past) -> Vec<Effect> {
    let (Some(path), Some(request)) = (session.log.path.clone(), session.request().cloned()) else {
        return Vec::new();
    };
    let look = past.last_look(&request);
    let others = kept(past, look.as_ref().map(|look| look.run.request.diff_hash.as_str()));
    let mut effects = vec![Effect::KeepDiff(session.diff.clone(), request.diff_hash, others)];
    if let Some(look) = look {
        session.inner.earlier.look = LastLook::Comparing(Box::new(look.clone()));
        effects.push(Effect::Compare(Box::new(look), path, session.diff.clone()));
    }
    effects
}

/// Diffs that a later opening may be compared with: the one of the last look, and the one last published.
fn kept(past: &Past, look: Option<&str>) -> Vec<String> {
    let is_published =
        |run: &&crate::core::model::RunFacts| past.memory.looks.get(&run.id) == Some(&LookKind::Published);
    let published = past.runs.iter().rev().find(is_published).map(|run| run.request.diff_hash.clone());
    look.map(str::to_owned).into_iter().chain(published).collect()
}

/// The comparison is done, or the earlier diff cannot be had.
pub(super) fn compared(session: &mut Session, of: &RunId, result: Result<Arc<Since>, Failure>) -> Vec<Effect> {
    if let LastLook::Comparing(look) = &session.inner.earlier.look
        && look.run.id == *of
    {
        let look = look.clone();
        session.inner.earlier.look = match result {
            Ok(since) => LastLook::Known(look, since),
            Err(failure) => LastLook::Unknown(look, Box::new(failure)),
        };
    }
    Vec::new()
}

/// The present diff could not be kept: a later comparison will not have it.
pub(super) fn not_kept(session: &mut Session, failure: &Failure) -> Vec<Effect> {
    session.notes.push(Note { text: failure.summary.clone(), warning: false });
    Vec::new()
}

impl LastLook {
    /// The comparison, once it is there.
    pub fn since(&self) -> Option<&Arc<Since>> {
        match self {
            Self::Known(_, since) => Some(since),
            Self::None | Self::Comparing(_) | Self::Unknown(..) => None,
        }
    }

    /// The look and its sums in a few words, for a header; '' when there is no comparison.
    pub fn brief(&self) -> String {
        let Self::Known(look, since) = self else { return String::new() };
        let (files, new) = (since.totals.files, since.totals.new);
        let s = if files == 1 { "" } else { "s" };
        format!("since {} ({files} file{s}, +{} −{})", look.name(), new.added, new.removed)
    }

    /// What there is to say of it, in one line.
    pub fn words(&self) -> String {
        match self {
            Self::None => "no earlier look at this change is known: i works after the next push".to_owned(),
            Self::Comparing(look) => format!("what is new since {} is still being worked out", look.name()),
            Self::Unknown(look, failure) => {
                let hint = failure.hints.first().map(|hint| format!(" · {hint}")).unwrap_or_default();
                format!("what is new since {} cannot be told: {}{hint}", look.name(), failure.summary)
            }
            Self::Known(look, since) if since.is_empty() => format!("nothing is new since {}", look.name()),
            Self::Known(_, since) => {
                let back = match since.totals.taken_back {
                    0 => String::new(),
                    1 => ", 1 line taken back".to_owned(),
                    n => format!(", {n} lines taken back"),
                };
                let gone = match since.gone.len() {
                    0 => String::new(),
                    1 => ", 1 file left the change".to_owned(),
                    n => format!(", {n} files left the change"),
                };
                format!("{}{back}{gone}", self.brief())
            }
        }
    }
}
