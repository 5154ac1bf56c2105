//! Lines around the one POST of a review: `publication_intent`, `publication_receipt` (both ours).

use serde::{Deserialize, Serialize};

use super::{
    Rest, SCHEMA,
    run::PullPart,
    words::{self, Unknown, stamp},
};
use crate::core::model::{PublishIntent, PublishOutcome, PublishReceipt, Record, ReviewEvent, ReviewHash, RunId};

/// `publication_intent`: a POST follows.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct IntentLine {
    schema: u64,
    run_id: String,
    #[serde(flatten)]
    intent: IntentPart,
    #[serde(flatten)]
    pub(super) rest: Rest,
}

/// The intent itself; a receipt repeats it.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
struct IntentPart {
    at: String,
    pull: PullPart,
    head_sha: String,
    review_hash: String,
    payload_hash: String,
    login: String,
    event: String,
}

impl IntentPart {
    fn from_core(intent: &PublishIntent) -> Self {
        let PublishIntent { pull, head, review, payload, login, event, at } = intent.clone();
        Self {
            at: stamp(at),
            pull: PullPart::from_core(pull),
            head_sha: head,
            review_hash: review.as_str().to_owned(),
            payload_hash: payload,
            login,
            event: event.as_str().to_owned(),
        }
    }

    fn into_core(self) -> Result<PublishIntent, Unknown> {
        let Self { at, pull, head_sha, review_hash, payload_hash, login, event } = self;
        Ok(PublishIntent {
            pull: pull.into_core(),
            head: head_sha,
            review: words::word("review hash", &review_hash, ReviewHash::parse(&review_hash))?,
            payload: payload_hash,
            login,
            event: words::word("event", &event, ReviewEvent::parse(&event))?,
            at: words::time(&at)?,
        })
    }
}

impl IntentLine {
    pub fn from_core(run: &RunId, intent: &PublishIntent) -> Self {
        let intent = IntentPart::from_core(intent);
        Self { schema: SCHEMA, run_id: run.to_string(), intent, rest: Rest::new() }
    }

    pub fn into_core(self) -> Result<Record, Unknown> {
        let Self { schema: _, run_id, intent, rest: _ } = self;
        Ok(Record::PublicationIntent { run: RunId::new(run_id), intent: Box::new(intent.into_core()?) })
    }
}

/// `publication_receipt`: what became of an intent.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct ReceiptLine {
    schema: u64,
    at: String,
    run_id: String,
    intent: IntentPart,
    /// `posted`, `posted-degraded` or `failed`.
    outcome: String,
    review_id: Option<u64>,
    url: String,
    inline: u32,
    moved: u32,
    diagnostics: Vec<String>,
    /// Keys of what was said.
    keys: Vec<String>,
    reconciled: bool,
    #[serde(flatten)]
    pub(super) rest: Rest,
}

impl ReceiptLine {
    pub fn from_core(run: &RunId, receipt: &PublishReceipt) -> Self {
        let PublishReceipt { intent, outcome, id, url, inline, moved, diagnostics, keys, reconciled, at } =
            receipt.clone();
        Self {
            schema: SCHEMA,
            at: stamp(at),
            run_id: run.to_string(),
            intent: IntentPart::from_core(&intent),
            outcome: outcome.as_str().to_owned(),
            review_id: id,
            url,
            inline,
            moved,
            diagnostics,
            keys,
            reconciled,
            rest: Rest::new(),
        }
    }

    pub fn into_core(self) -> Result<Record, Unknown> {
        let Self {
            schema: _,
            at,
            run_id,
            intent,
            outcome,
            review_id,
            url,
            inline,
            moved,
            diagnostics,
            keys,
            reconciled,
            rest: _,
        } = self;
        let receipt = PublishReceipt {
            intent: intent.into_core()?,
            outcome: words::word("outcome", &outcome, PublishOutcome::parse(&outcome))?,
            id: review_id,
            url,
            inline,
            moved,
            diagnostics,
            keys,
            reconciled,
            at: words::time(&at)?,
        };
        Ok(Record::PublicationReceipt { run: RunId::new(run_id), receipt: Box::new(receipt) })
    }
}
