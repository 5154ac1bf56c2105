//! The change of a pull request by git, in a clone of its repository: from the merge base to the head, fetched into
//! names of ours when they are not here. Nothing of the person's changes (`git::fetch`). Called by `ladder`.

use std::sync::atomic::AtomicBool;

use super::Clone;
use crate::{
    core::model::{Pull, StackParent},
    edge::{
        git::{Git, GitError},
        intake::{Intake, IntakeError, Options, Progress, error::shown, feed::Fed, source::Source},
    },
};

/// What is to be read.
pub(super) struct Order<'a> {
    pub(super) pull: &'a Pull,
    /// Compare with its head instead of the base.
    pub(super) parent: Option<&'a StackParent>,
    pub(super) clone: &'a Clone,
    pub(super) options: &'a Options,
}

/// What came of it.
pub(super) enum Outcome {
    /// The change, and the merge base that it begins at.
    Read(Fed, String),
    /// It cannot be read here, and why.
    Missing(String),
}

/// Reads the change.
///
/// # Errors
/// Stopped, or a git that fails in the middle of a diff.
pub(super) fn read(order: &Order<'_>, stop: &AtomicBool, on: &mut dyn FnMut(Progress)) -> Result<Outcome, IntakeError> {
    let git = order.options.git(stop);
    let base = order.parent.map_or(&order.pull.base.sha, |parent| &parent.head_sha).clone();
    let head = order.pull.head.sha.clone();
    match bring(&git, order, (&base, &head)) {
        Ok(()) => {}
        Err(Missing::Stopped) => return Err(IntakeError::Stopped),
        Err(Missing::Because(words)) => return Ok(Outcome::Missing(words)),
    }
    let Some(from) = merge_base(&git, &base, &head)? else {
        let shallow = if git.is_shallow().unwrap_or(false) { " in this shallow clone" } else { "" };
        return Ok(Outcome::Missing(format!("base and head have no common ancestor{shallow}")));
    };
    let diff = git.diff_trees(&from, &head)?;
    let mut intake = Intake { git, base: None, stop, on };
    let fed = intake.stream(Source::Git(diff), &order.pull.title)?;
    Ok(Outcome::Read(fed, from))
}

/// The best common ancestor, if it can be told from what is here.
pub(super) fn merge_base(git: &Git<'_>, base: &str, head: &str) -> Result<Option<String>, IntakeError> {
    match git.clone().offline().merge_bases(base, head) {
        Ok(bases) => Ok(bases.into_iter().next()),
        Err(GitError::Stopped) => Err(IntakeError::Stopped),
        Err(_) => Ok(None),
    }
}

/// Why commits could not be brought.
enum Missing {
    Stopped,
    Because(String),
}

impl From<GitError> for Missing {
    fn from(error: GitError) -> Self {
        match error {
            GitError::Stopped => Self::Stopped,
            GitError::Refused { stderr, .. } if !stderr.is_empty() => {
                Self::Because(shown(stderr.lines().next().unwrap_or_default().as_bytes()))
            }
            other => Self::Because(shown(other.to_string().as_bytes())),
        }
    }
}

/// Makes sure that both commits are here.
fn bring(git: &Git<'_>, order: &Order<'_>, (base, head): (&str, &str)) -> Result<(), Missing> {
    let (has_base, has_head) = (git.has_commit(base), git.has_commit(head));
    if has_base && has_head {
        return Ok(());
    }
    if order.options.offline {
        return Err(Missing::Because("its commits are not here, and --offline fetches nothing".to_owned()));
    }
    let Some(url) = order.clone.url.as_deref() else {
        return Err(Missing::Because("no remote is of its repository".to_owned()));
    };
    let number = order.pull.name.number;
    if !has_head {
        git.fetch_pull_head(url, number)?;
        // Pushed to meanwhile: the head that the host told of is what is reviewed.
        if !git.has_commit(head) {
            git.fetch_commit(url, head, number, "head")?;
        }
    }
    if !git.has_commit(base) {
        let what = if order.parent.is_some() { "parent" } else { "base" };
        git.fetch_commit(url, base, number, what)?;
    }
    Ok(())
}
