//! What is written down around the one POST: the intent before it, the receipt after it. Plain data; the wire forms
//! are the logbook's. Made by the course.

use super::{artifact::ReviewHash, event::Event};
use crate::core::model::{PullName, Time};

/// That a POST is about to be sent. Without a receipt for it nobody knows whether it was.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Intent {
    /// Where to.
    pub pull: PullName,
    /// The reviewed head.
    pub head: String,
    /// The review.
    pub review: ReviewHash,
    /// SHA-256 of the payload.
    pub payload: String,
    /// As whom.
    pub login: String,
    /// The event.
    pub event: Event,
    /// When.
    pub at: Time,
}

/// How a publication ended (PUBLISH "Outcomes").
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[allow(missing_docs, reason = "as_str shows the words")]
pub enum Outcome {
    SkippedDuplicate,
    Posted,
    PostedDegraded,
    Failed,
    Indeterminate,
}

impl Outcome {
    /// Every outcome.
    pub const ALL: [Self; 5] =
        [Self::SkippedDuplicate, Self::Posted, Self::PostedDegraded, Self::Failed, Self::Indeterminate];

    /// The word in every format.
    pub fn as_str(self) -> &'static str {
        match self {
            Self::SkippedDuplicate => "skipped-duplicate",
            Self::Posted => "posted",
            Self::PostedDegraded => "posted-degraded",
            Self::Failed => "failed",
            Self::Indeterminate => "indeterminate",
        }
    }

    /// Reads the word.
    pub fn parse(s: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|v| v.as_str() == s)
    }

    /// Whether a review is on the host.
    pub fn is_posted(self) -> bool {
        matches!(self, Self::Posted | Self::PostedDegraded)
    }
}

/// What became of an intent.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Receipt {
    /// The intent.
    pub intent: Intent,
    /// What became of it: posted, posted-degraded or failed.
    pub outcome: Outcome,
    /// The host's number of the review.
    pub id: Option<u64>,
    /// Its link.
    pub url: String,
    /// Comments at lines.
    pub inline: u32,
    /// Statements that stand in the body instead.
    pub moved: u32,
    /// What did not go as it should, in sentences.
    pub diagnostics: Vec<String>,
    /// Keys of what it says; empty when that is not known any more.
    pub keys: Vec<String>,
    /// Whether it was found by its marker and not told by the answer to the POST.
    pub reconciled: bool,
    /// When.
    pub at: Time,
}

/// What is known of earlier publications to one pull request, oldest first.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Known {
    /// Intents without a receipt.
    pub open: Vec<Intent>,
    /// Receipts.
    pub receipts: Vec<Receipt>,
}
