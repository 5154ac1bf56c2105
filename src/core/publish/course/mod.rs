//! A publication as a state machine: answers in, one order at a time out, thirteen gates on the way. Nothing is
//! ordered twice; behind a failed POST the host is asked whether it was written, and never written to again.
//! Not here: carrying orders out (app), the wire (edge). Driven by `app::runner`, and by tests with a made-up world.

mod begin;
mod reading;
mod reconcile;
mod report;
mod told;
mod will;
mod writing;

use std::{collections::BTreeSet, sync::Arc};

pub use reconcile::{Reconcile, Settled};
pub use report::Report;
pub use told::told;
pub use will::{Asked, Choices, Mode, Seat, Will};

use super::{
    Event, Intent, Known, Outcome, Receipt,
    artifact::Artifact,
    compose::Composed,
    gates::{Cleared, Gate, Gates},
    marker::Earlier,
    payload::Payload,
    place::Lines,
    refusal::PostFailure,
};
use crate::core::model::{Failure, ForeignReview, Pull, PullFile, Remark, RepoPath, Time};

/// Whether a lock is taken or only looked at.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Hold {
    /// Taken until the course ends.
    Take,
    /// Looked at: who holds it?
    Peek,
}

/// One order. Each is answered once.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Order {
    /// Whose token is it?
    Resolve,
    /// The lock of this pull request, and what is known of earlier publications.
    Lock(Hold),
    /// The pull request as it is now.
    ReadPull,
    /// All reviews and all remarks of the conversation.
    ReadReviews,
    /// That login's comments at lines, on all pages.
    ReadOwnComments(String),
    /// All files with their patches.
    ReadFiles,
    /// The pull request again.
    RereadPull,
    /// Delete that pending review.
    Discard(u64),
    /// Write down, durably, that a POST follows.
    WriteIntent(Intent),
    /// The one POST. Never retried.
    Post(Cleared<Payload>),
    /// After a failed POST: all reviews again.
    Reconcile,
    /// Write down, durably, what became of an intent.
    WriteReceipt(Receipt),
}

impl Order {
    /// For the trace and for injected faults.
    pub fn name(&self) -> &'static str {
        match self {
            Self::Resolve => "resolve",
            Self::Lock(_) => "lock",
            Self::ReadPull => "read-pull",
            Self::ReadReviews => "read-reviews",
            Self::ReadOwnComments(_) => "read-own-comments",
            Self::ReadFiles => "read-files",
            Self::RereadPull => "reread-pull",
            Self::Discard(_) => "discard",
            Self::WriteIntent(_) => "write-intent",
            Self::Post(_) => "post",
            Self::Reconcile => "reconcile",
            Self::WriteReceipt(_) => "write-receipt",
        }
    }
}

/// What has been said on the pull request.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Talk {
    /// All reviews, pending ones of ours too.
    pub reviews: Arc<[ForeignReview]>,
    /// All remarks of the conversation.
    pub remarks: Arc<[Remark]>,
}

/// The review that the host made.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Posted {
    /// Its number.
    pub id: u64,
    /// Its link.
    pub url: String,
}

/// The answer to an order.
#[derive(Debug, Clone)]
pub enum Answer {
    /// The login; `None` = this token may not ask.
    Resolved(Result<Option<String>, Failure>),
    /// What is known, or who holds the lock, in a sentence.
    Locked(Result<Known, String>),
    /// For both readings of the pull request.
    PullRead(Result<Box<Pull>, Failure>),
    /// For both readings of reviews.
    ReviewsRead(Result<Talk, Failure>),
    /// Paths and texts.
    OwnCommentsRead(Result<Vec<(RepoPath, String)>, Failure>),
    /// The files.
    FilesRead(Result<Arc<[PullFile]>, Failure>),
    /// Whether it is deleted.
    Discarded(Result<(), Failure>),
    /// Whether it is on disk.
    IntentWritten(Result<(), Failure>),
    /// The review, or how the POST failed.
    Posted(Result<Posted, PostFailure>),
    /// Whether it is on disk.
    ReceiptWritten(Result<(), Failure>),
}

/// Which answer is awaited.
#[derive(Debug, Clone, PartialEq)]
enum Stage {
    Resolving,
    Locking,
    ReadingPull,
    ReadingReviews,
    /// Receipts of earlier attempts that were found on the host, still to be written.
    Settling(Vec<Receipt>),
    ReadingComments,
    ReadingFiles,
    Rereading,
    Discarding,
    WritingIntent,
    Posting,
    Reconciling(PostFailure),
    WritingReceipt,
    Ended,
}

/// What was learned on the way.
#[derive(Debug, Default)]
struct Facts {
    login: String,
    known: Known,
    pull: Option<Box<Pull>>,
    talk: Option<Talk>,
    earlier: Vec<Earlier>,
    comments: Vec<(RepoPath, String)>,
    lines: Option<Lines>,
    said: BTreeSet<String>,
    /// An earlier attempt is on the host, and its receipt is not written down: a look writes none.
    is_unsettled: bool,
}

/// A publication on its way.
#[derive(Debug)]
pub struct Course {
    asked: Asked,
    artifact: Artifact,
    will: Will,
    stage: Stage,
    gates: Gates,
    facts: Facts,
    event: Option<Event>,
    composed: Option<Composed>,
    intent: Option<Intent>,
    receipt: Option<Receipt>,
    end: End,
}

/// How it went.
#[derive(Debug, Default)]
struct End {
    diagnostics: Vec<String>,
    outcome: Option<Outcome>,
    /// What kept a question or a write from being carried out.
    failure: Option<Failure>,
}

impl Course {
    /// The next order; `None` when it has ended. An answer that is not awaited changes nothing.
    pub fn answer(&mut self, answer: Answer, at: Time) -> Option<Order> {
        match (std::mem::replace(&mut self.stage, Stage::Ended), answer) {
            (Stage::Resolving, Answer::Resolved(login)) => self.resolved(login),
            (Stage::Locking, Answer::Locked(known)) => self.locked(known),
            (Stage::ReadingPull, Answer::PullRead(pull)) => self.pull_read(pull),
            (Stage::ReadingReviews, Answer::ReviewsRead(talk)) => self.reviews_read(talk, at),
            (Stage::Settling(rest), Answer::ReceiptWritten(result)) => self.settled(rest, result),
            (Stage::ReadingComments, Answer::OwnCommentsRead(comments)) => self.comments_read(comments),
            (Stage::ReadingFiles, Answer::FilesRead(files)) => self.files_read(files),
            (Stage::Rereading, Answer::PullRead(pull)) => self.reread(pull, at),
            (Stage::Discarding, Answer::Discarded(result)) => self.discarded(result, at),
            (Stage::WritingIntent, Answer::IntentWritten(result)) => self.intent_written(result),
            (Stage::Posting, Answer::Posted(result)) => self.posted(result, at),
            (Stage::Reconciling(failure), Answer::ReviewsRead(talk)) => self.reconciled(&failure, talk, at),
            (Stage::WritingReceipt, Answer::ReceiptWritten(result)) => self.receipt_written(result),
            (stage, _) => {
                self.stage = stage;
                None
            }
        }
    }

    /// Whether nothing more will be ordered.
    pub fn has_ended(&self) -> bool {
        self.stage == Stage::Ended
    }

    fn next(&mut self, stage: Stage, order: Order) -> Option<Order> {
        self.stage = stage;
        Some(order)
    }

    /// Ends; what was reached stays to be read.
    fn end(&mut self, outcome: Option<Outcome>) -> Option<Order> {
        self.stage = Stage::Ended;
        self.end.outcome = outcome;
        None
    }

    /// Ends with a refusal, which is a failure; a preview has no outcome.
    fn refuse(&mut self) -> Option<Order> {
        let outcome = (self.will.mode == Mode::Publish).then_some(Outcome::Failed);
        self.end(outcome)
    }

    /// Whether the course stops here: a gate is closed and this is no preview, which goes on to show the others.
    fn stops(&self) -> bool {
        self.will.mode == Mode::Publish && self.gates.closed().is_some()
    }

    /// Whether a person sits at the gate and made this choice.
    fn chose(&self, choice: bool) -> bool {
        choice && self.will.seat == Seat::Person
    }

    fn fail(&mut self, gate: Gate, why: impl Into<String>, choice: Option<super::gates::Choice>) {
        self.gates.fail(gate, why, choice);
    }

    /// Closes a gate because something could not be carried out; `words` lead the sentence, '' = nothing.
    fn fail_by(&mut self, gate: Gate, words: &str, failure: Failure) {
        self.gates.fail(gate, format!("{words}{}", failure.summary.trim_end_matches('.')), None);
        self.end.failure.get_or_insert(failure);
    }
}

#[cfg(test)]
mod tests;
