//! The line `pr_comment_dedup` (deep §9): how findings compare with the comments on the pull request.

use serde::{Deserialize, Serialize};

use super::{
    Rest, SCHEMA,
    words::{self, Unknown, stamp},
};
use crate::core::model::{CommentDecision, CommentDedup, DedupSkip, Record, RunId, Time};

/// `pr_comment_dedup`: `decisions` when it was dispatched, `skip_reason` when not.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct CommentsLine {
    #[serde(default)]
    schema: u64,
    #[serde(default)]
    at: String,
    run_id: String,
    dispatched: bool,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    decisions: Option<Vec<DecisionWire>>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    skip_reason: Option<String>,
    /// Ours: the skip reason in words; only when there is more to say.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    skip_details: Option<String>,
    #[serde(flatten)]
    pub(super) rest: Rest,
}

/// One candidate, in the shape of deep's subagent.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
struct DecisionWire {
    candidate_id: String,
    already_on_pr: bool,
    matched_comment_ref: Option<String>,
    reason: String,
}

impl CommentsLine {
    pub fn from_core(run: &RunId, dedup: &CommentDedup, at: Time) -> Self {
        let wire = |decision: &CommentDecision| {
            let CommentDecision { candidate, matched, reason } = decision.clone();
            let candidate_id = words::global_id(run, &candidate);
            DecisionWire { candidate_id, already_on_pr: matched.is_some(), matched_comment_ref: matched, reason }
        };
        let (decisions, skip) = match dedup {
            CommentDedup::Compared(decisions) => (Some(decisions.iter().map(wire).collect()), None),
            CommentDedup::Skipped(why, details) => (None, Some((why.as_str().to_owned(), details.clone()))),
        };
        let (skip_reason, details) = skip.unzip();
        Self {
            schema: SCHEMA,
            at: stamp(at),
            run_id: run.to_string(),
            dispatched: decisions.is_some(),
            decisions,
            skip_reason,
            skip_details: details.filter(|details| !details.is_empty()),
            rest: Rest::new(),
        }
    }

    pub fn into_core(self) -> Result<Record, Unknown> {
        let Self { schema: _, at, run_id, dispatched, decisions, skip_reason, skip_details, rest: _ } = self;
        let core = |wire: DecisionWire| {
            let DecisionWire { candidate_id, already_on_pr, matched_comment_ref, reason } = wire;
            let candidate = words::local_id(&run_id, &candidate_id);
            // A match without its reference is none (deep: the reference is required).
            CommentDecision { candidate, matched: matched_comment_ref.filter(|_| already_on_pr), reason }
        };
        let dedup = if dispatched {
            CommentDedup::Compared(decisions.unwrap_or_default().into_iter().map(core).collect())
        } else {
            let word = skip_reason.unwrap_or_default();
            let why = words::word("skip reason", &word, DedupSkip::parse(&word))?;
            CommentDedup::Skipped(why, skip_details.unwrap_or_default())
        };
        Ok(Record::Comments { run: RunId::new(run_id), dedup, at: words::time(&at)? })
    }
}
