//! Why a target cannot be read, named by what the caller can do, with the sentence (Display), git's words
//! (`causes`) and the next thing to type (`hints`) beside each. Not exit codes: `kind` gives the class, `app` makes
//! the `Failure`. Text of git and of file names in here is sanitised.

use std::io;

use super::{PullError, StackError};
use crate::{
    core::model::{FailureKind, Request},
    edge::{git::GitError, github::GithubError},
};

/// Why a target cannot be read.
#[derive(Debug, thiserror::Error)]
pub enum IntakeError {
    /// Reading was stopped.
    #[error("Stopped.")]
    Stopped,
    /// There is no change. Not a failure: FACTS 26 prints the sentence (or an empty document) and exits 0.
    #[error("{message}")]
    Empty {
        /// The sentence.
        message: String,
        /// What was asked for, resolved, for an empty document.
        request: Box<Request>,
    },
    /// A pull request that is none, or whose repository cannot be told.
    #[error(transparent)]
    Pull(#[from] PullError),
    /// A parent that is none.
    #[error(transparent)]
    Stack(#[from] StackError),
    /// The host of a pull request gave no answer.
    #[error(transparent)]
    Host(#[from] GithubError),
    /// A name that cannot be a revision or branch.
    #[error("`{name}` cannot be the name of a {what}: {why}.")]
    BadName {
        /// As typed, sanitised.
        name: String,
        /// `branch` or `revision`.
        what: &'static str,
        /// The rule.
        why: &'static str,
    },
    /// Not inside a repository.
    #[error("Not in a git repository: {dir}.")]
    NotARepository {
        /// Where we looked.
        dir: String,
    },
    /// git refuses because the repository belongs to somebody else.
    #[error("git does not trust the repository at {dir}, because it belongs to another user.")]
    Ownership {
        /// Where we looked.
        dir: String,
        /// git's words.
        words: String,
    },
    /// No commit yet.
    #[error("The repository at {dir} has no commits yet.")]
    NoCommits {
        /// Its place.
        dir: String,
    },
    /// A name that git does not know.
    #[error("`{name}` is not known here: {looked_for}.")]
    Unknown {
        /// As typed, sanitised.
        name: String,
        /// What it is not.
        looked_for: &'static str,
        /// git's words.
        words: String,
        /// History was cut off, so that it may exist elsewhere.
        shallow: bool,
    },
    /// Two commits without a common ancestor.
    #[error("`{a}` and `{b}` have no common ancestor{}.", if *shallow { " in this shallow clone" } else { "" })]
    NoMergeBase {
        /// The base as typed or found.
        a: String,
        /// The head as typed or found.
        b: String,
        /// History was cut off.
        shallow: bool,
    },
    /// A commit whose parent is not here.
    #[error("The parent of commit {sha} is missing, because this is a shallow clone.")]
    ShallowParent {
        /// Abbreviated id.
        sha: String,
    },
    /// No branch to compare with.
    #[error("There is no branch to compare `{branch}` with: no origin/HEAD, and no other branch main or master.")]
    NoBase {
        /// The branch.
        branch: String,
    },
    /// Work in progress needs a working tree.
    #[error("{dir} has no working tree, so there is no work in progress to review.")]
    NoWorkTree {
        /// The bare repository, or the inside of `.git`.
        dir: String,
    },
    /// No such file.
    #[error("There is no file `{name}`.")]
    NoSuchFile {
        /// As typed, sanitised.
        name: String,
    },
    /// A directory where a diff file is needed.
    #[error("`{name}` is a directory, not a diff.")]
    Directory {
        /// As typed, sanitised.
        name: String,
    },
    /// It cannot be read.
    #[error("{what} cannot be read: {source}.")]
    Unreadable {
        /// The file, quoted, or "standard input".
        what: String,
        /// The system's reason.
        source: io::Error,
    },
    /// Bytes that hold no diff.
    #[error("{what} holds no diff: no line in it begins a changed file.")]
    NotADiff {
        /// The file, quoted, or "standard input".
        what: String,
    },
    /// `-`, and nothing is piped in.
    #[error("`-` reads a diff from standard input, which is a terminal here.")]
    StdinTerminal,
    /// No `git` program.
    #[error("The program `git` was not found.")]
    GitMissing,
    /// A git that does not know our options.
    #[error("{version} is too old; 2.30 or newer is needed.")]
    GitTooOld {
        /// As it names itself.
        version: String,
    },
    /// git failed in a way that has no sentence of its own.
    #[error("git {what} failed.")]
    Git {
        /// The sub-command.
        what: String,
        /// git's words, or the system's.
        words: String,
    },
}

impl IntakeError {
    /// The class, for the exit code.
    pub fn kind(&self) -> FailureKind {
        match self {
            Self::BadName { .. } => FailureKind::Usage,
            Self::Pull(error) => error.kind(),
            Self::Stack(error) => error.kind(),
            Self::Host(error) => error.kind(),
            Self::Stopped
            | Self::Empty { .. }
            | Self::NotARepository { .. }
            | Self::Ownership { .. }
            | Self::NoCommits { .. }
            | Self::Unknown { .. }
            | Self::NoMergeBase { .. }
            | Self::ShallowParent { .. }
            | Self::NoBase { .. }
            | Self::NoWorkTree { .. }
            | Self::NoSuchFile { .. }
            | Self::Directory { .. }
            | Self::Unreadable { .. }
            | Self::NotADiff { .. }
            | Self::StdinTerminal
            | Self::GitMissing
            | Self::GitTooOld { .. }
            | Self::Git { .. } => FailureKind::Target,
        }
    }

    /// What git said, a line each.
    pub fn causes(&self) -> Vec<String> {
        match self {
            Self::Ownership { words, .. } | Self::Unknown { words, .. } | Self::Git { words, .. } => {
                words.lines().map(str::to_owned).collect()
            }
            Self::Empty { request, .. } => vec![format!("compared: {}", request.title)],
            _ => Vec::new(),
        }
    }

    /// What to type next; empty when the sentence says it all.
    pub fn hints(&self) -> Vec<String> {
        let hints: &[&str] = match self {
            Self::Stopped | Self::BadName { .. } => &[],
            Self::Empty { .. } => &["`prr tui HEAD~1..HEAD` reviews the last commit"],
            Self::Pull(error) => return error.hints(),
            Self::Stack(error) => return error.hints(),
            Self::Host(error) => return error.hints(),
            Self::NotARepository { .. } => {
                &["change into a repository, or name a diff file: `prr tui change.diff`; `prr demo` needs neither"]
            }
            Self::Ownership { .. } => &["if you trust it: `git config --global --add safe.directory DIR`"],
            Self::NoCommits { .. } => &["`prr tui --wip` reviews what is there before the first commit"],
            Self::Unknown { shallow: true, .. } | Self::ShallowParent { .. } => &[UNSHALLOW],
            Self::Unknown { .. } => &["`git branch -a` and `git log --oneline` list what can be named"],
            Self::NoMergeBase { shallow: true, .. } => &[UNSHALLOW],
            Self::NoMergeBase { .. } => &["`prr tui A..B` compares two histories as they are"],
            Self::NoBase { .. } => &["name one: `--base REV`"],
            Self::NoWorkTree { .. } => &["a range works here: `prr tui A..B`"],
            Self::NoSuchFile { .. } => &["a branch or commit with such a name: `--branch NAME`"],
            Self::Directory { .. } => &["name a diff file, or change into it and run `prr tui`"],
            Self::Unreadable { .. } => &["check that it is there and that you may read it"],
            Self::NotADiff { .. } => &["make one with `git diff > change.diff`"],
            Self::StdinTerminal => &["pipe one in: `git diff | prr tui -`"],
            Self::GitMissing => &["install git, or give a diff file: `prr tui change.diff`"],
            Self::GitTooOld { .. } => &["update git"],
            Self::Git { .. } => &["`git fsck` checks the repository"],
        };
        hints.iter().map(|h| (*h).to_owned()).collect()
    }
}

const UNSHALLOW: &str = "`git fetch --unshallow` brings the rest of the history";

impl From<GitError> for IntakeError {
    fn from(error: GitError) -> Self {
        match error {
            GitError::Missing => Self::GitMissing,
            GitError::Stopped => Self::Stopped,
            GitError::Refused { what, stderr, .. } => Self::Git { what, words: stderr },
            GitError::Os { what, source } => Self::Git { what, words: source.to_string() },
        }
    }
}

/// A name as it may be shown: no controls, no reordering marks, bounded.
pub(super) fn shown(name: &[u8]) -> String {
    let clean = |c: char| {
        if c.is_control() || matches!(c, '\u{200b}'..='\u{200f}' | '\u{2028}'..='\u{202e}' | '\u{2060}'..='\u{2069}') {
            '\u{fffd}'
        } else {
            c
        }
    };
    let text = String::from_utf8_lossy(name);
    let mut all: String = text.chars().map(clean).take(200).collect();
    if text.chars().nth(200).is_some() {
        all.push('…');
    }
    all
}
