//! The publication of a session: what the person wants of it, the newest look at its gates, what became of it. Data of
//! the session; the rules are `core::publish`. Read by ui.

use std::sync::Arc;

use crate::core::{
    model::{PublishReceipt, PublishSettings, PullFacts, PullName, Record, ReviewAction},
    publish::{
        Beside, Frozen, Rights, Wish,
        course::{Choices, Mode, Report, Seat, Will},
    },
    synthesis::{BodyStyle, Labels, Snapshot, Style, Undecided},
};

use super::Session;

/// What configuration says about publishing, captured when the run starts.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Publishing {
    /// `publish.*`.
    pub settings: PublishSettings,
    /// `gate.undecided`.
    pub undecided: Undecided,
    /// `github.login`.
    pub login: Option<String>,
    /// What `--comment` preselects.
    pub event: Wish,
}

/// One choice of the person on the way to publishing. Each only chooses; nothing is written to the host by it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum PublishChoice {
    /// The next event: by the rules, COMMENT, APPROVE, REQUEST_CHANGES.
    NextEvent,
    /// The next body style.
    NextBody,
    /// The next verdict of the document: the computed one, APPROVE, REQUEST_CHANGES, COMMENT_ONLY.
    NextAction,
    /// Although the head moved, everything in the body.
    Stale,
    /// Comment on a draft.
    Draft,
    /// Although it is closed or merged.
    Closed,
    /// A second review of the same head.
    Second,
    /// The pending review may be deleted.
    Discard(u64),
    /// The pending review's comments become the person's own here; then it may be deleted.
    Join(u64),
    /// Look whether an earlier attempt of unknown end was posted, and close it.
    Reconcile,
    /// Take these choices back.
    Reset,
}

/// A look at the gates: what was frozen, and what was found.
#[derive(Debug, Clone, PartialEq)]
pub struct Look {
    /// The review.
    pub frozen: Frozen,
    /// The gates.
    pub report: Report,
}

/// Everything that a look or a publication is made of.
#[derive(Debug, Clone)]
pub struct PublishOrder {
    /// The review as it is now.
    pub snapshot: Snapshot,
    /// What is known beside it.
    pub beside: Beside,
    /// What is wanted.
    pub will: Will,
    /// What the host told last: a look needs no more.
    pub facts: PullFacts,
    /// Where to.
    pub pull: PullName,
}

/// Where a publication is.
#[derive(Debug, Clone, Default)]
pub struct Publication {
    /// What configuration says.
    pub publishing: Publishing,
    /// Who chose the event.
    pub event: Wish,
    /// The body; `None` = as configured.
    pub body: Option<BodyStyle>,
    /// The verdict that the person chose; `None` = the computed one.
    pub action: Option<ReviewAction>,
    /// What was chosen.
    pub choices: Choices,
    /// The newest look.
    pub look: Option<Arc<Look>>,
    /// Whether the look is older than the review.
    pub is_old: bool,
    /// Whether a POST is under way.
    pub is_posting: bool,
    /// How the last attempt ended.
    pub report: Option<Arc<Report>>,
    /// Receipts of this pull request, oldest first.
    pub receipts: Vec<PublishReceipt>,
    pub(super) order: LookOrder,
}

/// Looks: one in flight, the next coalesced.
#[derive(Debug, Clone, Copy, Default)]
pub(super) struct LookOrder {
    /// Somebody looks at them.
    pub watched: bool,
    /// Number of the last one that was ordered.
    pub revision: u64,
    /// Whether its answer is awaited.
    pub in_flight: bool,
    /// Whether something changed since.
    pub wanted: bool,
}

impl Session {
    /// Whether the review of this very pull request and head was written down to its end: nothing is left to be run.
    pub fn is_reviewed_already(&self) -> bool {
        let is_pull = self.request().is_some_and(|request| request.pull.is_some());
        let (ended, all) = self.progress();
        is_pull && self.inner.entry.resumed && self.inner.ended && ended == all
    }

    /// Whether the pull request has another head by now than the one that is reviewed here.
    pub fn is_stale(&self) -> bool {
        let now = self.pull().pull.as_deref().map(|pull| pull.head.sha.as_str());
        let then = self.request().and_then(|request| request.head_sha.as_deref());
        matches!((now, then), (Some(now), Some(then)) if now != then)
    }
}

impl Publication {
    /// The body style in force: at the gate the summary, unless configured or chosen.
    pub fn body(&self) -> BodyStyle {
        use crate::core::model::BodyForm;
        let configured = self.publishing.settings.body.map(|form| match form {
            BodyForm::Own => BodyStyle::Own,
            BodyForm::Summary => BodyStyle::Summary,
            BodyForm::Full => BodyStyle::Full,
        });
        self.body.or(configured).unwrap_or(BodyStyle::Summary)
    }

    /// The newest receipt of a review that is there.
    pub fn receipt(&self) -> Option<&PublishReceipt> {
        self.receipts.iter().rev().find(|receipt| receipt.outcome.is_posted())
    }

    pub(super) fn will(&self, mode: Mode, confirmed: Option<String>) -> Will {
        let PublishSettings { approve_max, allow_stale, allow_stale_approvals, labels, .. } = self.publishing.settings;
        Will {
            mode,
            seat: Seat::Person,
            event: self.event,
            style: Style { body: self.body(), labels: if labels { Labels::On } else { Labels::Off } },
            rights: Rights { approve_max, allow_stale, allow_stale_approvals },
            choices: self.choices,
            login: self.publishing.login.clone(),
            confirmed,
        }
    }

    /// Takes a record of the logbook in.
    pub(super) fn recorded(&mut self, record: &Record) {
        if let Record::PublicationReceipt { run: _, receipt } = record {
            self.receipts.push((**receipt).clone());
        }
    }
}
