//! What a course came to, for people and formats. Called by whoever drove it.

use super::{Course, Mode};
use crate::core::model::Failure;
use crate::core::publish::{
    Event, Outcome, Receipt, ReviewHash,
    compose::Composed,
    gates::{Choice, Gates},
};

/// The end of a course.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Report {
    /// The review.
    pub review: ReviewHash,
    /// Of a publication; `None` = a preview.
    pub outcome: Option<Outcome>,
    /// Every gate that was reached.
    pub gates: Gates,
    /// The event, when it could be decided.
    pub event: Option<Event>,
    /// What would be, or was, posted.
    pub composed: Option<Composed>,
    /// What was written down.
    pub receipt: Option<Receipt>,
    /// What did not go as it should, in sentences.
    pub diagnostics: Vec<String>,
    /// What kept a question or a write from being carried out, with its remedies.
    pub failure: Option<Failure>,
}

impl Report {
    /// Whether a preview found every gate open.
    pub fn is_open(&self) -> bool {
        self.gates.closed().is_none() && self.composed.is_some()
    }

    /// What a person may choose to open closed gates, in order.
    pub fn choices(&self) -> Vec<&Choice> {
        self.gates.iter().filter_map(|(_, check)| check?.choice.as_ref()).collect()
    }

    /// One sentence for the end.
    pub fn sentence(&self) -> String {
        let why = self.gates.closed().map(|(_, check)| check.why.clone()).unwrap_or_default();
        let url = self.receipt.as_ref().map(|receipt| receipt.url.clone()).unwrap_or_default();
        match self.outcome {
            None if self.is_open() => "Every gate is open.".to_owned(),
            None => format!("It cannot be published as it is: {why}."),
            Some(Outcome::Posted) => format!("Posted: {url}"),
            Some(Outcome::PostedDegraded) => {
                format!("Posted, with remarks: {url} ({})", self.diagnostics.join("; "))
            }
            Some(Outcome::SkippedDuplicate) => format!("Nothing is posted: {why}."),
            Some(Outcome::Failed) => format!("Nothing is posted: {why}."),
            Some(Outcome::Indeterminate) => format!("It is not known whether it is posted: {why}."),
        }
    }
}

impl Course {
    /// What it came to; of a course that has not ended, what it came to so far.
    pub fn report(&self) -> Report {
        let mut diagnostics = self.end.diagnostics.clone();
        diagnostics.extend(self.composed.iter().flat_map(|composed| composed.shortened.clone()));
        Report {
            review: self.asked.review.clone(),
            outcome: self.end.outcome.filter(|_| self.will.mode == Mode::Publish),
            gates: self.gates.clone(),
            event: self.event,
            composed: self.composed.clone(),
            receipt: self.receipt.clone(),
            diagnostics,
            failure: self.end.failure.clone(),
        }
    }
}
