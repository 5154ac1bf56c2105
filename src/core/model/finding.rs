//! A finding: a candidate that the judge kept or holds back with a reason, or a person's own comment.

use super::{Anchor, CandidateId, FindingId, Kind, Lens, Severity};

/// Where a finding will be shown and could be posted.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Placement {
    /// On lines of the diff, checked.
    Inline(Anchor),
    /// On a file of the diff without a valid line.
    File(Anchor),
    /// In the review body: about the change as a whole, or outside the diff.
    Body,
}

impl Placement {
    /// The anchor, when there is one.
    pub fn anchor(&self) -> Option<&Anchor> {
        match self {
            Self::Inline(anchor) | Self::File(anchor) => Some(anchor),
            Self::Body => None,
        }
    }
}

/// Why a finding is held back (PRODUCT "held_back.reason"; those that today's stages can give).
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum HeldReason {
    /// Same fingerprint as a kept one in this run (deep §7).
    DuplicateInRun,
    /// The path is not in the change nor in the repository (REVIEW stage 5a).
    NoSuchPath,
}

impl HeldReason {
    /// Every reason, for tests that walk them.
    pub const ALL: [Self; 2] = [Self::DuplicateInRun, Self::NoSuchPath];

    /// The word in every format.
    pub fn as_str(self) -> &'static str {
        match self {
            Self::DuplicateInRun => "duplicate-in-run",
            Self::NoSuchPath => "no-such-path",
        }
    }

    /// Reads the word.
    pub fn parse(s: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|v| v.as_str() == s)
    }
}

/// Held back: never lost, shown with its reason, restorable.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Held {
    /// The rule.
    pub reason: HeldReason,
    /// In words, naming the other finding or the path.
    pub details: String,
}

/// What the machine believes about one claim. A person's decisions stand beside it and never change it.
#[derive(Debug, Clone, PartialEq)]
pub struct Finding {
    /// Stable in the run.
    pub id: FindingId,
    /// The candidates behind it, strongest first; empty for a person's own comment.
    pub candidates: Vec<CandidateId>,
    /// Where it stands.
    pub placement: Placement,
    /// `{issue_class}|{symbol or path}|{invariant}|{sink}` (deep §5).
    pub fingerprint: String,
    /// What it is.
    pub kind: Kind,
    /// How bad; meaningless for kinds other than finding and question.
    pub severity: Severity,
    /// Under which lens.
    pub lens: Lens,
    /// Title, body, suggestion as the agent gave them.
    pub wording: super::Wording,
    /// Priority 0..=100 (deep §8).
    pub priority: u8,
    /// `Some` when the machine holds it back.
    pub held: Option<Held>,
}
