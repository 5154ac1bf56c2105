//! Comments in the conversation, comments on lines, reviews.

use serde::Deserialize;

use super::pull::UserWire;

/// A comment in the conversation.
#[derive(Debug, Deserialize)]
pub(in crate::edge::github) struct RemarkWire {
    pub(in crate::edge::github) id: Option<u64>,
    /// Null for a deleted account.
    pub(in crate::edge::github) user: Option<UserWire>,
    pub(in crate::edge::github) body: Option<String>,
    pub(in crate::edge::github) created_at: Option<String>,
    pub(in crate::edge::github) html_url: Option<String>,
}

/// A comment on a line.
#[derive(Debug, Deserialize)]
pub(in crate::edge::github) struct CommentWire {
    #[serde(flatten)]
    pub(in crate::edge::github) remark: RemarkWire,
    pub(in crate::edge::github) in_reply_to_id: Option<u64>,
    pub(in crate::edge::github) path: Option<String>,
    /// Null = outdated, or on the file as a whole.
    pub(in crate::edge::github) line: Option<u32>,
    pub(in crate::edge::github) start_line: Option<u32>,
    pub(in crate::edge::github) original_line: Option<u32>,
    pub(in crate::edge::github) original_start_line: Option<u32>,
    pub(in crate::edge::github) side: Option<String>,
    /// `line` or `file`.
    pub(in crate::edge::github) subject_type: Option<String>,
    pub(in crate::edge::github) original_commit_id: Option<String>,
    pub(in crate::edge::github) diff_hunk: Option<String>,
}

/// A review.
#[derive(Debug, Deserialize)]
pub(in crate::edge::github) struct ReviewWire {
    pub(in crate::edge::github) id: Option<u64>,
    pub(in crate::edge::github) user: Option<UserWire>,
    pub(in crate::edge::github) state: Option<String>,
    pub(in crate::edge::github) body: Option<String>,
    pub(in crate::edge::github) commit_id: Option<String>,
    pub(in crate::edge::github) submitted_at: Option<String>,
    pub(in crate::edge::github) html_url: Option<String>,
}
