//! Lines that say where a person's hand was: `draft`, `viewed`, `place` (all ours).

use serde::{Deserialize, Serialize};

use super::{
    Rest, SCHEMA,
    place::AnchorWire,
    words::{self, Unknown, stamp},
};
use crate::core::model::{Anchor, Draft, DraftKey, FindingId, Record, RunId, ThreadId, Time, Viewed};

/// `draft`: the text so far; '' removes it.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct DraftLine {
    schema: u64,
    at: String,
    run_id: String,
    /// `edit`, `drop-reason` (both with `finding_id`), `comment` (with `anchor`, null = the review's own text) or
    /// `reply` (with `thread`, the number of its first comment).
    draft_of: String,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    finding_id: Option<String>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    anchor: Option<AnchorWire>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    thread: Option<u64>,
    text: String,
    #[serde(flatten)]
    pub(super) rest: Rest,
}

impl DraftLine {
    pub fn from_core(run: &RunId, draft: &Draft) -> Self {
        let Draft { key, text, at } = draft;
        let (draft_of, finding_id, anchor, thread) = match key {
            DraftKey::Edit(finding) => ("edit", Some(finding.to_string()), None, None),
            DraftKey::DropReason(finding) => ("drop-reason", Some(finding.to_string()), None, None),
            DraftKey::Comment(anchor) => ("comment", None, anchor.as_ref().map(AnchorWire::from_core), None),
            DraftKey::Reply(ThreadId(thread)) => ("reply", None, None, Some(*thread)),
        };
        Self {
            schema: SCHEMA,
            at: stamp(*at),
            run_id: run.to_string(),
            draft_of: draft_of.to_owned(),
            finding_id,
            anchor,
            thread,
            text: text.clone(),
            rest: Rest::new(),
        }
    }

    pub fn into_core(self) -> Result<Record, Unknown> {
        let Self { schema: _, at, run_id, draft_of, finding_id, anchor, thread, text, rest: _ } = self;
        let finding = || match &finding_id {
            Some(id) => Ok(FindingId::new(id)),
            None => Err(Unknown(format!("draft of '{draft_of}' without 'finding_id'"))),
        };
        let key = match draft_of.as_str() {
            "edit" => DraftKey::Edit(finding()?),
            "drop-reason" => DraftKey::DropReason(finding()?),
            "comment" => DraftKey::Comment(anchor.map(AnchorWire::into_core).transpose()?),
            "reply" => match thread {
                Some(thread) => DraftKey::Reply(ThreadId(thread)),
                None => return Err(Unknown("draft of 'reply' without 'thread'".to_owned())),
            },
            _ => return Err(Unknown(format!("draft of '{draft_of}'"))),
        };
        Ok(Record::Draft { run: RunId::new(run_id), draft: Draft { key, text, at: words::time(&at)? } })
    }
}

/// `viewed`.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct ViewedLine {
    schema: u64,
    at: String,
    run_id: String,
    path: String,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    path_hex: Option<String>,
    /// 16 hex digits: JSON numbers end at 2^53 for many readers.
    text_hash: String,
    viewed: bool,
    #[serde(flatten)]
    pub(super) rest: Rest,
}

impl ViewedLine {
    pub fn from_core(run: &RunId, mark: &Viewed) -> Self {
        let Viewed { path, text_hash, viewed, at } = mark;
        let (path, path_hex) = words::path_out(path);
        let text_hash = format!("{text_hash:016x}");
        let (at, run_id) = (stamp(*at), run.to_string());
        Self { schema: SCHEMA, at, run_id, path, path_hex, text_hash, viewed: *viewed, rest: Rest::new() }
    }

    pub fn into_core(self) -> Result<Record, Unknown> {
        let Self { schema: _, at, run_id, path, path_hex, text_hash, viewed, rest: _ } = self;
        let hash = words::word("text hash", &text_hash, u64::from_str_radix(&text_hash, 16).ok())?;
        let path = words::path_in(&path, path_hex.as_deref())?;
        let viewed = Viewed { path, text_hash: hash, viewed, at: words::time(&at)? };
        Ok(Record::Viewed { run: RunId::new(run_id), viewed })
    }
}

/// `place`: where the person was; null = the top.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct PlaceLine {
    schema: u64,
    at: String,
    run_id: String,
    anchor: Option<AnchorWire>,
    #[serde(flatten)]
    pub(super) rest: Rest,
}

impl PlaceLine {
    pub fn from_core(run: &RunId, anchor: Option<&Anchor>, at: Time) -> Self {
        let anchor = anchor.map(AnchorWire::from_core);
        Self { schema: SCHEMA, at: stamp(at), run_id: run.to_string(), anchor, rest: Rest::new() }
    }

    pub fn into_core(self) -> Result<Record, Unknown> {
        let Self { schema: _, at, run_id, anchor, rest: _ } = self;
        let anchor = anchor.map(AnchorWire::into_core).transpose()?;
        Ok(Record::Place { run: RunId::new(run_id), anchor, at: words::time(&at)? })
    }
}
