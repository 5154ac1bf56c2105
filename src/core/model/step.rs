//! What the judge did with a candidate, rule by rule: the history that a finding carries.
//! Not here: the rules (`core::judge`). Built by judge, shown by the cockpit and reports.

use std::borrow::Cow;

use super::{HeldReason, Severity};

/// A rule of the judge, in the order in which they rule (REVIEW "Judge", deep §6).
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum JudgeRule {
    /// The place must exist in the change, or be caused by it.
    Anchor,
    /// Something must be said.
    Substance,
    /// Vague advice is only worth a blocker.
    Actionability,
    /// A blocker wants local confidence .85.
    BlockerConfidence,
    /// A critical finding wants local confidence .70.
    CriticalConfidence,
    /// What hangs on code that nobody looked at is a question when context confidence is under .50.
    UnseenContext,
    /// One finding, one issue (FACTS 37).
    OneIssue,
    /// The same fingerprint was there before (deep §7).
    Twin,
    /// Somebody said it on the pull request (deep §7).
    OnPr,
    /// A model was asked the six questions (deep §6).
    Skeptic,
    /// A model looked at the source (pi §7).
    Validation,
    /// A model put it to the test once more (Soliton §5.5).
    Realist,
}

impl JudgeRule {
    /// Every rule, in order.
    pub const ALL: [Self; 12] = [
        Self::Anchor,
        Self::Substance,
        Self::Actionability,
        Self::BlockerConfidence,
        Self::CriticalConfidence,
        Self::UnseenContext,
        Self::OneIssue,
        Self::Twin,
        Self::OnPr,
        Self::Skeptic,
        Self::Validation,
        Self::Realist,
    ];

    /// The word in every format.
    pub fn as_str(self) -> &'static str {
        match self {
            Self::Anchor => "anchor",
            Self::Substance => "substance",
            Self::Actionability => "actionability",
            Self::BlockerConfidence => "blocker-confidence",
            Self::CriticalConfidence => "critical-confidence",
            Self::UnseenContext => "unseen-context",
            Self::OneIssue => "one-issue",
            Self::Twin => "twin",
            Self::OnPr => "on-pr",
            Self::Skeptic => "skeptic",
            Self::Validation => "validation",
            Self::Realist => "realist",
        }
    }
}

/// What came of it (deep §6 knows four of these, Soliton §5.5 the fifth).
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Outcome {
    /// Nothing changed.
    Keep,
    /// Milder than the agent said.
    Downgrade {
        /// As it came.
        from: Severity,
        /// As it is now.
        to: Severity,
    },
    /// Worse than it was said.
    Escalate {
        /// As it was.
        from: Severity,
        /// As it is now.
        to: Severity,
    },
    /// A finding became a question.
    Question,
    /// Held back.
    Drop(HeldReason),
}

impl Outcome {
    /// The word in every format.
    pub fn as_str(self) -> &'static str {
        match self {
            Self::Keep => "keep",
            Self::Downgrade { .. } => "downgrade",
            Self::Escalate { .. } => "escalate",
            Self::Question => "question",
            Self::Drop(_) => "drop",
        }
    }
}

/// One ruling.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Step {
    /// Which rule.
    pub rule: JudgeRule,
    /// What came of it.
    pub outcome: Outcome,
    /// Why, in words.
    pub reason: Cow<'static, str>,
}
