//! What is written down around the one POST of a review: which review, the intent before it, the receipt after it.
//! Plain data. Not here: how they come about (`core::publish`), their wire forms (`edge::logbook`).

use super::{PullName, Time};

/// SHA-256 of a frozen review's canonical bytes, in hex.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct ReviewHash(String);

impl ReviewHash {
    /// Of a digest.
    pub fn of(digest: [u8; 32]) -> Self {
        Self(digest.iter().map(|byte| format!("{byte:02x}")).collect())
    }

    /// Reads 64 hex digits; `None` for anything else.
    pub fn parse(text: &str) -> Option<Self> {
        let is_hash = text.len() == 64 && text.bytes().all(|b| matches!(b, b'0'..=b'9' | b'a'..=b'f'));
        is_hash.then(|| Self(text.to_owned()))
    }

    /// All 64 digits.
    pub fn as_str(&self) -> &str {
        &self.0
    }

    /// The first 12, for people.
    pub fn short(&self) -> &str {
        self.0.get(..12).unwrap_or(&self.0)
    }
}

/// What a review does on the host.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[allow(missing_docs, reason = "as_str shows the words")]
pub enum ReviewEvent {
    Comment,
    Approve,
    RequestChanges,
}

impl ReviewEvent {
    /// Every event.
    pub const ALL: [Self; 3] = [Self::Comment, Self::Approve, Self::RequestChanges];

    /// The host's word.
    pub fn as_str(self) -> &'static str {
        match self {
            Self::Comment => "COMMENT",
            Self::Approve => "APPROVE",
            Self::RequestChanges => "REQUEST_CHANGES",
        }
    }

    /// Reads the word.
    pub fn parse(s: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|v| v.as_str() == s)
    }
}

/// That a POST is about to be sent. Without a receipt for it nobody knows whether it was.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PublishIntent {
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
    pub event: ReviewEvent,
    /// When.
    pub at: Time,
}

/// How a publication ended (PUBLISH "Outcomes").
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[allow(missing_docs, reason = "as_str shows the words")]
pub enum PublishOutcome {
    SkippedDuplicate,
    Posted,
    PostedDegraded,
    Failed,
    Indeterminate,
}

impl PublishOutcome {
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
pub struct PublishReceipt {
    /// The intent.
    pub intent: PublishIntent,
    /// What became of it: posted, posted-degraded or failed.
    pub outcome: PublishOutcome,
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
