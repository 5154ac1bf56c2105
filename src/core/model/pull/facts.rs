//! What a pull request is: its state, its two ends, its files, its commits, its checks.

use super::PullName;
use crate::core::model::{RepoPath, Time};

/// Who wrote something. A deleted account is the login `ghost`, as GitHub shows it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Author {
    /// The login.
    pub login: String,
    /// Whether the host says it is a bot, or the login ends in `[bot]`.
    pub is_bot: bool,
}

/// Whether it can still be merged.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[allow(missing_docs, reason = "as_str shows the words")]
pub enum PullState {
    Open,
    Closed,
    Merged,
}

impl PullState {
    /// Every state.
    pub const ALL: [Self; 3] = [Self::Open, Self::Closed, Self::Merged];

    /// The word.
    pub fn as_str(self) -> &'static str {
        match self {
            Self::Open => "open",
            Self::Closed => "closed",
            Self::Merged => "merged",
        }
    }

    /// Reads the word.
    pub fn parse(s: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|v| v.as_str() == s)
    }
}

/// One end of a pull request.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Tip {
    /// The branch.
    pub branch: String,
    /// Full commit id.
    pub sha: String,
    /// `owner/repo` it lies in; `None` for a deleted fork.
    pub repo: Option<String>,
}

/// A pull request.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Pull {
    /// How it is called.
    pub name: PullName,
    /// Where people read it.
    pub url: String,
    /// Its title.
    pub title: String,
    /// Its description; '' without.
    pub body: String,
    /// Open, closed or merged.
    pub state: PullState,
    /// Not ready for review by its author's word.
    pub is_draft: bool,
    /// Who opened it.
    pub author: Author,
    /// Names of its labels.
    pub labels: Vec<String>,
    /// What it is to be merged into.
    pub base: Tip,
    /// What it brings.
    pub head: Tip,
    /// Files, additions, deletions as the host counts them; `None` where it did not say.
    pub counts: Option<(u32, u64, u64)>,
}

/// What happened to a file, in the host's words.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[allow(missing_docs, reason = "as_str shows the words")]
pub enum PullFileStatus {
    Added,
    Removed,
    Modified,
    Renamed,
    Copied,
    Changed,
    Unchanged,
}

impl PullFileStatus {
    /// Every status.
    pub const ALL: [Self; 7] =
        [Self::Added, Self::Removed, Self::Modified, Self::Renamed, Self::Copied, Self::Changed, Self::Unchanged];

    /// The word.
    pub fn as_str(self) -> &'static str {
        match self {
            Self::Added => "added",
            Self::Removed => "removed",
            Self::Modified => "modified",
            Self::Renamed => "renamed",
            Self::Copied => "copied",
            Self::Changed => "changed",
            Self::Unchanged => "unchanged",
        }
    }

    /// Reads the word.
    pub fn parse(s: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|v| v.as_str() == s)
    }
}

/// A file of a pull request in the host's list, which knows files whose text it does not give.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PullFile {
    /// New name; the old one of a removed file.
    pub path: RepoPath,
    /// Old name of a renamed or copied one.
    pub old_path: Option<RepoPath>,
    /// What happened.
    pub status: PullFileStatus,
    /// Lines added.
    pub additions: u64,
    /// Lines removed.
    pub deletions: u64,
    /// Id of its blob, the old one of a removed file; `None` when the host does not say.
    pub blob: Option<String>,
    /// Hunks only, no header; `None` for binary, too large, mode-only and rename-only files.
    pub patch: Option<String>,
}

/// A commit of a pull request.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PullCommit {
    /// Full id.
    pub sha: String,
    /// The whole message.
    pub message: String,
    /// Who wrote it, as the commit says.
    pub author: String,
}

/// How a check stands.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum CheckState {
    /// Failed, cancelled, timed out, or wants someone's action.
    Failed,
    /// Queued or at work.
    Running,
    /// Passed.
    Passed,
    /// Neutral, skipped or stale: says nothing.
    Neutral,
}

/// A check run or commit status of the head.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Check {
    /// Its name or context.
    pub name: String,
    /// How it stands.
    pub state: CheckState,
}

/// An issue that the description or the host links.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct LinkedIssue {
    /// Its number.
    pub number: u64,
    /// Its title.
    pub title: String,
    /// Its text.
    pub body: String,
    /// Whether it is still open.
    pub is_open: bool,
}

/// What a review on the host says.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ReviewState {
    /// Written, not submitted: only its author sees it.
    Pending,
    /// A comment.
    Commented,
    /// Approves.
    Approved,
    /// Asks for changes.
    ChangesRequested,
    /// Was taken back by someone.
    Dismissed,
}

/// A review that is on the host already.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ForeignReview {
    /// The host's number.
    pub id: u64,
    /// Who wrote it.
    pub author: Author,
    /// What it says.
    pub state: ReviewState,
    /// Its text; '' without.
    pub body: String,
    /// The commit it was written on; can change after a force push, so our marker is the truth (GITHUB).
    pub commit: Option<String>,
    /// When it was submitted.
    pub submitted: Option<Time>,
    /// Where people read it.
    pub url: String,
}
