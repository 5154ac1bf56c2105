//! What people said on a pull request: threads under lines, remarks in the conversation.

use super::Author;
use crate::core::model::{LineRange, RepoPath, Side, Time};

/// How a thread is called: the number of its first comment, which REST and GraphQL both know.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct ThreadId(pub u64);

/// One comment, in a thread or in the conversation.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Remark {
    /// The host's number.
    pub id: u64,
    /// Who wrote it.
    pub author: Author,
    /// Markdown, as written.
    pub body: String,
    /// When it was written; `None` when the host did not say.
    pub written: Option<Time>,
    /// Where people read it.
    pub url: String,
}

impl Remark {
    /// Its address; where the host gave none, its number.
    pub fn reference(&self) -> String {
        if self.url.is_empty() { format!("comment {}", self.id) } else { self.url.clone() }
    }
}

/// Whether someone closed a thread.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Resolution {
    /// Closed.
    Resolved,
    /// Still open.
    Open,
    /// REST does not tell (GITHUB): GraphQL could not be asked.
    Unknown,
}

/// Where a thread stands.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ThreadPlace {
    /// The file, by its name in the diff.
    pub path: RepoPath,
    /// The side.
    pub side: Side,
    /// Lines at the present head; `None` = outdated, or on the file as a whole.
    pub lines: Option<LineRange>,
    /// Lines where it was written.
    pub original: Option<LineRange>,
    /// The commit it was written on, full id; '' when unknown.
    pub original_commit: String,
    /// Whether it is about the file as a whole.
    pub is_file: bool,
    /// The hunk it was written under, as the host keeps it; '' without.
    pub hunk: String,
}

/// A thread of review comments.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Thread {
    /// Number of its first comment.
    pub id: ThreadId,
    /// GraphQL's id, needed to resolve it; `None` when only REST answered.
    pub node: Option<String>,
    /// Where.
    pub place: ThreadPlace,
    /// Closed or not.
    pub resolution: Resolution,
    /// The code under it has changed since.
    pub is_outdated: bool,
    /// Oldest first, at least one.
    pub remarks: Vec<Remark>,
}
