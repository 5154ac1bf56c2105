//! Whether what reviewers found is on the pull request already: the outcome, as the logbook keeps it (deep §7, §9).
//! Not here: how it is found (`core::judge`), where comments come from. Made by synthesis.

use super::CandidateId;

/// Why nothing was compared.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum DedupSkip {
    /// The target is no pull request.
    TargetTypeNotPr,
    /// Nobody said anything on it.
    NoPrComments,
    /// No finding was left to compare.
    NoSelectedCandidates,
    /// The comments could not be read, or not yet (ours: deep counts them before it begins). Every finding stays.
    CommentsNotRead,
}

impl DedupSkip {
    /// Every reason, in the order in which they are asked for.
    pub const ALL: [Self; 4] =
        [Self::TargetTypeNotPr, Self::CommentsNotRead, Self::NoPrComments, Self::NoSelectedCandidates];

    /// The word in the logbook.
    pub fn as_str(self) -> &'static str {
        match self {
            Self::TargetTypeNotPr => "target-type-not-pr",
            Self::NoPrComments => "no-pr-comments",
            Self::NoSelectedCandidates => "no-selected-candidates",
            Self::CommentsNotRead => "comments-not-read",
        }
    }

    /// Reads the word.
    pub fn parse(s: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|v| v.as_str() == s)
    }
}

/// What was said of one candidate.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct CommentDecision {
    /// Which.
    pub candidate: CandidateId,
    /// The address of the comment that says the same; `None` = it is not on the pull request.
    pub matched: Option<String>,
    /// Why, in one sentence.
    pub reason: String,
}

/// The comparison of a run.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum CommentDedup {
    /// Every selected candidate was compared with every comment.
    Compared(Vec<CommentDecision>),
    /// None was, and why; '' or more in words.
    Skipped(DedupSkip, String),
}

impl Default for CommentDedup {
    fn default() -> Self {
        Self::Skipped(DedupSkip::TargetTypeNotPr, String::new())
    }
}
