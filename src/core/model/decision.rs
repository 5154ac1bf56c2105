//! What a person did at the gate: append-only decisions, drafts, viewed marks (REVIEW.md "The gate", "States").

use super::{Anchor, FindingId, Kind, Placement, RepoPath, Severity, ThreadId};

/// Milliseconds since 1970 UTC. Comes in messages; the core has no clock.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default)]
pub struct Time(pub i64);

/// The words of a finding or comment that a person can edit.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Wording {
    /// One line; '' for a person's own comment.
    pub title: String,
    /// Markdown.
    pub body: String,
    /// Replacement for the anchored lines, if any.
    pub suggestion: Option<String>,
}

/// A person's own comment on a line, a range, a file, or the review itself (`anchor: None`).
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Comment {
    /// Where; `None` = the review's own text, first in the body.
    pub anchor: Option<Anchor>,
    /// The text of the first anchored line when it was written, to find the place again after a change.
    pub quoted: String,
    /// What it says.
    pub wording: Wording,
}

/// What a statement is, and where it stands.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Cast {
    /// What it is.
    pub kind: Kind,
    /// Where; `None` = about the change as a whole.
    pub anchor: Option<Anchor>,
    /// The text of the first anchored line, to find an own comment's place again after a change.
    pub quoted: String,
}

impl Cast {
    /// Its place, as a finding has it.
    pub fn placement(&self) -> Placement {
        match &self.anchor {
            Some(anchor) if anchor.lines.is_some() => Placement::Inline(anchor.clone()),
            Some(anchor) => Placement::File(anchor.clone()),
            None => Placement::Body,
        }
    }
}

/// One act at the gate.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Act {
    /// To be published.
    Accept,
    /// Not to be published, with a reason when one was given.
    Drop {
        /// '' = no reason.
        reason: String,
    },
    /// A held-back finding taken back, not yet accepted.
    Restore,
    /// New words (and severity) in place of the agent's; the earlier ones stand beside for the history.
    Edit {
        /// Before.
        before: (Wording, Severity),
        /// After.
        after: (Wording, Severity),
    },
    /// Another kind, or other lines; what it was stands beside for the history.
    Recast {
        /// Before.
        before: Cast,
        /// After.
        after: Cast,
    },
    /// A comment of the person's own.
    Add(Comment),
    /// Takes an earlier decision back.
    Undo {
        /// Its number.
        of: u64,
    },
    /// Puts an undone decision in force again.
    Redo {
        /// Its number.
        of: u64,
    },
}

impl Act {
    /// The word in the logbook and in messages.
    pub fn as_str(&self) -> &'static str {
        match self {
            Self::Accept => "accept",
            Self::Drop { .. } => "drop",
            Self::Restore => "restore",
            Self::Edit { .. } => "edit",
            Self::Recast { .. } => "recast",
            Self::Add(_) => "add",
            Self::Undo { .. } => "undo",
            Self::Redo { .. } => "redo",
        }
    }
}

/// One entry of the append-only list.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Decision {
    /// 1, 2, 3 … in this target's logbook.
    pub seq: u64,
    /// When.
    pub at: Time,
    /// On which finding (for undo and redo: the one whose decision is taken back).
    pub finding: FindingId,
    /// What.
    pub act: Act,
    /// Number of the first decision of a bulk act this one belongs to: they are undone together.
    pub batch: Option<u64>,
}

/// What a draft is for. One draft per key.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum DraftKey {
    /// The edit of a finding.
    Edit(FindingId),
    /// A reason to drop a finding.
    DropReason(FindingId),
    /// A new comment at an anchor (`None`: the review's own text).
    Comment(Option<Anchor>),
    /// A reply to a thread of the pull request; gone once the host has it.
    Reply(ThreadId),
}

/// Text being written, kept as typed. An empty text removes the draft.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Draft {
    /// What it is for.
    pub key: DraftKey,
    /// The text so far.
    pub text: String,
    /// When it was last touched.
    pub at: Time,
}

/// A file marked as looked at, or not any more.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Viewed {
    /// Which file.
    pub path: RepoPath,
    /// Hash of its part of the diff when it was marked: the mark survives where the text did.
    pub text_hash: u64,
    /// Marked or unmarked.
    pub viewed: bool,
    /// When.
    pub at: Time,
}
