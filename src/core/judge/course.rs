//! A candidate on its way through the judge: what it is by now, and what happened to it.
//! Called by the rules of this room only.

use std::borrow::Cow;

use crate::core::model::{Candidate, Held, HeldReason, JudgeRule, Kind, Outcome, Severity, Step};

/// Severity and kind as they stand, the first reason to hold back, and the history.
#[derive(Debug)]
pub(super) struct Course {
    pub kind: Kind,
    pub severity: Severity,
    pub held: Option<Held>,
    pub steps: Vec<Step>,
}

impl Course {
    pub fn begin(candidate: &Candidate) -> Self {
        Self {
            kind: candidate.claim.kind,
            severity: candidate.weight.severity,
            held: None,
            steps: Vec::with_capacity(4),
        }
    }

    pub fn keep(&mut self, rule: JudgeRule, reason: impl Into<Cow<'static, str>>) {
        self.note(rule, Outcome::Keep, reason.into());
    }

    pub fn downgrade(&mut self, rule: JudgeRule, to: Severity, reason: String) {
        let from = std::mem::replace(&mut self.severity, to);
        self.note(rule, Outcome::Downgrade { from, to }, reason.into());
    }

    pub fn ask(&mut self, rule: JudgeRule, reason: String) {
        self.kind = Kind::Question;
        self.note(rule, Outcome::Question, reason.into());
    }

    /// Holds it back. The first reason is the one that counts; later rules still say what they would do, so that a
    /// restored finding has the severity it would have had.
    pub fn hold(&mut self, rule: JudgeRule, held: Held) {
        let Held { reason, details } = &held;
        self.note(rule, Outcome::Drop(*reason), details.clone().into());
        self.held.get_or_insert(held);
    }

    fn note(&mut self, rule: JudgeRule, outcome: Outcome, reason: Cow<'static, str>) {
        self.steps.push(Step { rule, outcome, reason });
    }
}

/// A reason with its words.
pub(super) fn held(reason: HeldReason, details: impl Into<String>) -> Held {
    Held { reason, details: details.into() }
}
