//! Stacked pull requests (FACTS): the change is what lies above the parent's head. Finds the parent and refuses what
//! cannot be one. Not the diff itself (`ask`, `ladder`). Called by `ask`.

use std::{collections::HashMap, sync::atomic::AtomicBool};

use crate::{
    core::model::{FailureKind, Pull, PullName, PullState, StackParent},
    edge::{
        github::{Client, Course, GithubError},
        intake::Options,
    },
};

/// Lines that a rewritten parent may differ from what was seen before.
const REWRITTEN: usize = 100;

/// What a person said of the parent.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Stack {
    /// Which.
    pub on: On,
    /// Its head when the same pull request was read before; `None` = never, or not on a parent.
    pub seen: Option<String>,
}

/// The parent, as it was named.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum On {
    /// `--parent N`.
    Pull(u64),
    /// `--parent-sha SHA`.
    Commit(String),
    /// `--stack-auto`: the branch below, which is still to be found ([`stack_below`]).
    Below,
    /// That branch.
    Branch(String),
}

/// What a parent came to.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Parent {
    /// The change lies on it; the note, when something about it is worth a word.
    On(StackParent, Option<String>),
    /// There is none any more: the ordinary change, and why.
    None(String),
}

/// Why a parent cannot be used.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum StackError {
    /// The base of the one is not the head of the other.
    #[error("{child} is based on `{base}`, not on `{branch}`, the branch of #{parent}.")]
    NotOn {
        /// The pull request under review.
        child: String,
        /// Its base branch.
        base: String,
        /// The other one's number.
        parent: u64,
        /// Its branch.
        branch: String,
    },
    /// Itself.
    #[error("{child} cannot be its own parent.")]
    Itself {
        /// The pull request under review.
        child: String,
    },
    /// The parent was closed without being merged.
    #[error("#{parent}, the parent, was closed without being merged.")]
    Closed {
        /// Its number.
        parent: u64,
    },
    /// The parent is another one than when it was seen last.
    #[error("#{parent}, the parent, was force-pushed since you saw it: {lines} lines differ.")]
    Rewritten {
        /// Its number.
        parent: u64,
        /// Its head now.
        head: String,
        /// Lines that differ.
        lines: usize,
    },
    /// The host gave no answer.
    #[error(transparent)]
    Host(#[from] GithubError),
}

impl StackError {
    /// The class, for the exit code.
    pub fn kind(&self) -> FailureKind {
        match self {
            Self::NotOn { .. } | Self::Itself { .. } | Self::Closed { .. } | Self::Rewritten { .. } => {
                FailureKind::Target
            }
            Self::Host(error) => error.kind(),
        }
    }

    /// What to type next.
    pub fn hints(&self) -> Vec<String> {
        match self {
            Self::NotOn { .. } | Self::Itself { .. } | Self::Closed { .. } => {
                vec!["leave --parent out to review it against its base".to_owned()]
            }
            Self::Rewritten { head, .. } => vec![format!("pin what you mean: `--parent-sha {head}`")],
            Self::Host(error) => error.hints(),
        }
    }
}

/// Finds the parent of a pull request.
///
/// # Errors
/// [`StackError`]: what was named is no parent of it, or cannot be had.
pub(super) async fn parent(client: &Client, child: &Pull, stack: &Stack) -> Result<Parent, StackError> {
    let number = match &stack.on {
        On::Commit(sha) => {
            return Ok(Parent::On(StackParent { number: None, head_sha: sha.clone(), title: String::new() }, None));
        }
        On::Pull(number) => *number,
        On::Below => return Ok(Parent::None("nobody looked for the branch below".to_owned())),
        On::Branch(branch) => match client.pull_of_branch(&child.name.repo, branch).await? {
            Some(number) => number,
            None => return Ok(Parent::None(format!("no open pull request has the branch {branch} below this one"))),
        },
    };
    if number == child.name.number {
        return Err(StackError::Itself { child: child.name.to_string() });
    }
    let name = PullName { repo: child.name.repo.clone(), number };
    let parent = client.pull(&name).await?;
    match parent.state {
        PullState::Merged => {
            return Ok(Parent::None(format!("#{number}, the parent, is merged: compared with the base")));
        }
        PullState::Closed => return Err(StackError::Closed { parent: number }),
        PullState::Open => {}
    }
    if parent.head.branch != child.base.branch {
        let (base, branch) = (child.base.branch.clone(), parent.head.branch);
        return Err(StackError::NotOn { child: child.name.to_string(), base, parent: number, branch });
    }
    let note = rewritten(client, &parent, stack.seen.as_deref()).await?;
    let (head_sha, title) = (parent.head.sha, parent.title);
    Ok(Parent::On(StackParent { number: Some(number), head_sha, title }, note))
}

/// Whether the parent is another one than was seen; a note when that cannot be told.
async fn rewritten(client: &Client, parent: &Pull, seen: Option<&str>) -> Result<Option<String>, StackError> {
    let (repo, now) = (&parent.name.repo, parent.head.sha.as_str());
    let Some(seen) = seen.filter(|seen| *seen != now) else { return Ok(None) };
    let compared = match client.compare(repo, seen, now).await {
        Ok(compared) => compared,
        Err(GithubError::NotFound { .. }) => {
            let note = format!(
                "the head of #{} that you saw is gone: whether it was rewritten cannot be told",
                parent.name.number
            );
            return Ok(Some(note));
        }
        Err(error) => return Err(error.into()),
    };
    match compared.course {
        Course::Identical | Course::Ahead => return Ok(None),
        Course::Behind | Course::Diverged => {}
    }
    let (mut before, mut after) = (Vec::new(), Vec::new());
    client.compare_diff(repo, (now, seen), &mut |bytes: &[u8]| before.extend_from_slice(bytes)).await?;
    client.compare_diff(repo, (seen, now), &mut |bytes: &[u8]| after.extend_from_slice(bytes)).await?;
    match apart(&before, &after) {
        lines if lines > REWRITTEN => {
            Err(StackError::Rewritten { parent: parent.name.number, head: now.to_owned(), lines })
        }
        lines => Ok(Some(format!(
            "#{}, the parent, was force-pushed since you saw it ({lines} lines differ)",
            parent.name.number
        ))),
    }
}

/// Added and removed lines that only one of two diffs has.
fn apart(before: &[u8], after: &[u8]) -> usize {
    let mut counts: HashMap<&[u8], i64> = HashMap::new();
    for (diff, weight) in [(before, 1), (after, -1)] {
        let is_change = |line: &&[u8]| {
            line.starts_with(b"+") && !line.starts_with(b"+++ ") || line.starts_with(b"-") && !line.starts_with(b"--- ")
        };
        for line in diff.split(|b| *b == b'\n').filter(is_change) {
            *counts.entry(line).or_default() += weight;
        }
    }
    counts.values().map(|count| usize::try_from(count.unsigned_abs()).unwrap_or(usize::MAX)).sum()
}

/// Finds the branch below the current one, as Graphite's `gt` has it: what is to be asked of the host, or a note why
/// there is nothing.
pub fn stack_below(options: &Options, stop: &AtomicBool) -> Result<On, String> {
    match options.git(stop).graphite_log() {
        None => Err("--stack-auto: `gt` is missing or does not answer here; compared with the base".to_owned()),
        Some(log) => below(&log)
            .map(On::Branch)
            .ok_or_else(|| "--stack-auto: there is no branch below this one; compared with the base".to_owned()),
    }
}

/// The branch below the current one in what `gt log short` prints: the second line, unless it is the trunk.
fn below(log: &str) -> Option<String> {
    let line = log.lines().filter(|line| !line.trim().is_empty()).nth(1)?;
    let is_mark = |c: char| c.is_whitespace() || !c.is_ascii();
    let name = line.trim_start_matches(is_mark).split_whitespace().next()?;
    (!matches!(name, "main" | "master")).then(|| name.to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_that_both_have_are_not_apart() {
        let before = b"--- a/x\n+++ b/x\n@@ -1 +1,2 @@\n a\n+same\n+old\n";
        let after = b"--- a/x\n+++ b/x\n@@ -9 +9,2 @@\n b\n+same\n+new\n+more\n-gone\n";
        assert_eq!(apart(before, after), 4);
        assert_eq!(apart(before, before), 0);
    }

    #[test]
    fn the_branch_below_is_the_second_line_and_not_the_trunk() {
        assert_eq!(below("◉  feature-b\n◯  feature-a\n◯  main\n").as_deref(), Some("feature-a"));
        assert_eq!(below("\u{25c9} b (current)\n\n\u{2502} \u{25ef} a (needs restack)\n").as_deref(), Some("a"));
        assert_eq!(below("◉  feature-a\n◯  main\n"), None);
        assert_eq!(below("◉  feature-a\n◯  master\n"), None);
        assert_eq!(below("◉  feature-a\n"), None);
        assert_eq!(below(""), None);
    }
}
