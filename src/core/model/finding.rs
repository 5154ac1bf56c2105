//! A finding: a candidate that the judge kept or holds back with a reason, or a person's own comment.

use super::{Anchor, CandidateId, FindingId, Kind, Lens, Severity, Step};

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

/// Why a finding is held back (PRODUCT "held_back.reason").
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum HeldReason {
    /// Same fingerprint as a kept one in this run (deep §7), or merged in synthesis (R3 step 1).
    DuplicateInRun,
    /// Somebody said it on the pull request (deep §7).
    AlreadyOnPr,
    /// The path is not in the change nor in the repository (REVIEW stage 5a).
    NoSuchPath,
    /// Outside the change, and nothing in the change is named as its cause (FACTS 38).
    OutOfScope,
    /// A skeptic gate found no ground for it (deep §6).
    Skeptic,
    /// Too vague to act on, and no blocker (deep §6).
    Actionability,
    /// Confidence too low for its severity (R3 step 2).
    FalsePositive,
    /// Confidence under the threshold of strategy or settings (FACTS 17).
    BelowConfidence,
    /// Severity under the threshold (R3 step 3).
    BelowThreshold,
    /// A rule of the settings silences it (R3 step 4).
    Suppressed,
    /// More nits than allowed (R3 step 5).
    NitBudget,
    /// The strategy's budget is spent (deep §8).
    Budget,
    /// The mode of the passes does not report it (REVIEW "Nit budget").
    Mode,
    /// The validation wave ran and did not confirm it (pi §7).
    Unconfirmed,
    /// The validation wave rejected it (pi §7).
    Rejected,
    /// The person dropped it in an earlier run and its code is as it was (FACTS 11).
    DroppedBefore,
    /// The person always drops its like in this repository, and wants such ones held back (`learning.hold_back`).
    AlwaysDropped,
}

impl HeldReason {
    /// Every reason, for tests that walk them.
    pub const ALL: [Self; 17] = [
        Self::DuplicateInRun,
        Self::AlreadyOnPr,
        Self::NoSuchPath,
        Self::OutOfScope,
        Self::Skeptic,
        Self::Actionability,
        Self::FalsePositive,
        Self::BelowConfidence,
        Self::BelowThreshold,
        Self::Suppressed,
        Self::NitBudget,
        Self::Budget,
        Self::Mode,
        Self::Unconfirmed,
        Self::Rejected,
        Self::DroppedBefore,
        Self::AlwaysDropped,
    ];

    /// The word in every format.
    pub fn as_str(self) -> &'static str {
        match self {
            Self::DuplicateInRun => "duplicate-in-run",
            Self::AlreadyOnPr => "already-on-pr",
            Self::NoSuchPath => "no-such-path",
            Self::OutOfScope => "out-of-scope",
            Self::Skeptic => "skeptic",
            Self::Actionability => "actionability",
            Self::FalsePositive => "false_positive",
            Self::BelowConfidence => "below_confidence",
            Self::BelowThreshold => "below_threshold",
            Self::Suppressed => "suppressed",
            Self::NitBudget => "nit_budget",
            Self::Budget => "budget",
            Self::Mode => "mode",
            Self::Unconfirmed => "unconfirmed",
            Self::Rejected => "rejected",
            Self::DroppedBefore => "dropped-before",
            Self::AlwaysDropped => "always-dropped",
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
    /// How bad, after the judge (the candidate keeps what the agent said); meaningless for kinds other than finding and question.
    pub severity: Severity,
    /// Under which lens.
    pub lens: Lens,
    /// Title, body, suggestion as the agent gave them.
    pub wording: super::Wording,
    /// Priority 0..=100 (deep §8).
    pub priority: u8,
    /// `Some` when the machine holds it back.
    pub held: Option<Held>,
    /// What the judge did with it, in order.
    pub steps: Vec<Step>,
}
