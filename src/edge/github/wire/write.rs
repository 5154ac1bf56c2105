//! What is sent to change something.

use serde::Serialize;

/// A review to be made.
#[derive(Debug, Serialize)]
pub(in crate::edge::github) struct NewReview<'a> {
    pub(in crate::edge::github) commit_id: &'a str,
    #[serde(skip_serializing_if = "str::is_empty")]
    pub(in crate::edge::github) body: &'a str,
    /// Absent = it stays pending.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(in crate::edge::github) event: Option<&'static str>,
    pub(in crate::edge::github) comments: Vec<NewComment<'a>>,
}

/// A comment on a line or range of it.
#[derive(Debug, Serialize)]
pub(in crate::edge::github) struct NewComment<'a> {
    pub(in crate::edge::github) path: &'a str,
    pub(in crate::edge::github) body: &'a str,
    pub(in crate::edge::github) line: u32,
    pub(in crate::edge::github) side: &'static str,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(in crate::edge::github) start_line: Option<u32>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(in crate::edge::github) start_side: Option<&'static str>,
}

/// A reply in a thread.
#[derive(Debug, Serialize)]
pub(in crate::edge::github) struct Reply<'a> {
    pub(in crate::edge::github) body: &'a str,
}

/// A pending review to be submitted.
#[derive(Debug, Serialize)]
pub(in crate::edge::github) struct Submit<'a> {
    pub(in crate::edge::github) event: &'static str,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(in crate::edge::github) body: Option<&'a str>,
}
