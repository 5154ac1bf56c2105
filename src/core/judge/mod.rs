//! Candidate -> finding: anchor, skeptic gates, fingerprint, twins in the run, priority (REVIEW stage 5).
//! Not here: what all findings come to together (synthesis), what a person decided (gate). Called by session, in the
//! order in which candidates come: the same order gives the same ids, which is what a replay relies on.

mod again;
mod anchor;
mod atomic;
mod course;
mod fingerprint;
mod known;
mod priority;
mod skeptic;
mod surroundings;

use std::collections::{BTreeMap, HashMap};

use crate::core::model::{
    Candidate, Diff, Finding, FindingId, Held, HeldReason, JudgeRule, Kind, Lens, RepoPath, Verdict, Wording,
};
use course::{Course, held};

pub use again::{Again, past_state};
pub use anchor::in_one_hunk;
pub use fingerprint::{fingerprint, is_telling};
pub use known::{Found, Known, Said, Sameness, Subject};
pub use priority::{Noise, priority};
pub use surroundings::Surroundings;

/// Gives ids and remembers what was seen in this run.
#[derive(Debug, Clone, Default)]
pub struct Judge {
    around: Surroundings,
    numbers: BTreeMap<Lens, u32>,
    seen: HashMap<(RepoPath, Kind, String), FindingId>,
}

impl Judge {
    /// A judge that knows the repository around the diff. [`Judge::default`] knows none: a path outside the change
    /// counts as missing there.
    pub fn knowing(around: Surroundings) -> Self {
        Self { around, ..Self::default() }
    }

    /// Knows from now on what is around the diff.
    pub fn learn(&mut self, around: Surroundings) {
        self.around = around;
    }

    /// Judges a candidate anew that was held back for a path outside the change, with what is known by now. `None`:
    /// nothing comes of it. Its id stays, and whether it is a twin is left to synthesis.
    pub fn reconsider(&self, diff: &Diff, candidate: &Candidate, was: &Finding) -> Option<Finding> {
        let mut course = Course::begin(candidate);
        let placement = anchor::place(&mut course, diff, &self.around, candidate);
        skeptic::rule(&mut course, candidate);
        atomic::rule(&mut course, candidate);
        let Course { kind, severity, held, steps } = course;
        let anew = Finding { placement, kind, severity, held, steps, ..was.clone() };
        (anew != *was).then_some(anew)
    }

    /// Judges one candidate. The finding is always returned, with the steps that led there; when it is held back,
    /// `held` says why, and for a twin the second value names the finding that it joins as evidence. Which of twins
    /// is shown in the end is for synthesis to say, when all are there.
    pub fn judge(&mut self, diff: &Diff, candidate: &Candidate) -> (Finding, Option<FindingId>) {
        let mut course = Course::begin(candidate);
        let placement = anchor::place(&mut course, diff, &self.around, candidate);
        skeptic::rule(&mut course, candidate);
        atomic::rule(&mut course, candidate);
        let id = self.next_id(candidate.lens);
        let print = fingerprint(candidate);
        let joins = self.twin(&mut course, candidate, &print, &id);
        let noise = Noise::of(course.kind, candidate.lens, &print, candidate.weight.confidence);
        let finding = Finding {
            id,
            candidates: vec![candidate.id.clone()],
            placement,
            fingerprint: print,
            kind: course.kind,
            severity: course.severity,
            lens: candidate.lens,
            wording: wording(candidate),
            priority: priority(course.severity, &candidate.weight, noise),
            held: course.held,
            steps: course.steps,
        };
        (finding, joins)
    }

    /// `<lens>-NNN`, stable in the run (FACTS 33).
    fn next_id(&mut self, lens: Lens) -> FindingId {
        let number = self.numbers.entry(lens).or_default();
        *number += 1;
        FindingId::new(format!("{}-{number:03}", lens.as_str()))
    }

    /// The earlier finding of the same kind with the same fingerprint in the same file. An empty invariant and sink
    /// say too little to merge on (REVIEW "Duplicates"), and what is held back neither joins nor is joined.
    fn twin(&mut self, course: &mut Course, candidate: &Candidate, print: &str, id: &FindingId) -> Option<FindingId> {
        let path = candidate.place.as_ref()?.path.clone();
        if course.held.is_some() || !is_telling(print) {
            return None;
        }
        match self.seen.entry((path, course.kind, print.to_owned())) {
            std::collections::hash_map::Entry::Occupied(first) => {
                let first = first.get().clone();
                let details = format!("says the same as {first}, which keeps it as evidence");
                course.hold(JudgeRule::Twin, held(HeldReason::DuplicateInRun, details));
                Some(first)
            }
            std::collections::hash_map::Entry::Vacant(free) => {
                free.insert(id.clone());
                None
            }
        }
    }
}

/// The words a person sees and edits: title, then summary, evidence and the way out as one body.
pub fn wording(candidate: &Candidate) -> Wording {
    let claim = &candidate.claim;
    let parts = [claim.summary.as_str(), claim.why_now.as_str(), claim.suggested_fix.as_deref().unwrap_or("")];
    let body: Vec<&str> = parts.into_iter().map(str::trim).filter(|part| !part.is_empty()).collect();
    Wording { title: claim.title.clone(), body: body.join("\n\n"), suggestion: claim.suggestion.clone() }
}

/// What the logbook keeps of the machine's belief (deep's record `decision`); the code under it is the caller's to add.
pub fn verdict(finding: &Finding) -> Option<Verdict> {
    let candidate = finding.candidates.first()?.clone();
    let (detection_state, surfacing_state) = match (&finding.held, finding.kind) {
        (Some(held), _) => (detection_state(held.reason), "suppressed"),
        (None, Kind::Question) => ("selected", "question-only"),
        (None, _) => ("selected", "posted"),
    };
    Some(Verdict {
        candidate,
        finding: finding.id.clone(),
        detection_state,
        surfacing_state,
        drop_reason: finding.held.as_ref().map(drop_reason),
        priority: finding.priority,
        fingerprint: finding.fingerprint.clone(),
        code: None,
    })
}

/// The reason in words; of a comment on the pull request as deep §7 writes it.
fn drop_reason(held: &Held) -> String {
    match held.reason {
        HeldReason::AlreadyOnPr => format!("PR comment dup: {}", held.details),
        reason => format!("{}: {}", reason.as_str(), held.details),
    }
}

/// Budgets, modes and rules suppress what was selected; the others drop it (REVIEW "States").
fn detection_state(reason: HeldReason) -> &'static str {
    match reason {
        HeldReason::DuplicateInRun => "duplicate-in-run",
        HeldReason::AlreadyOnPr => "already-on-pr",
        HeldReason::Suppressed
        | HeldReason::NitBudget
        | HeldReason::Budget
        | HeldReason::Mode
        | HeldReason::AlwaysDropped => "selected",
        HeldReason::NoSuchPath
        | HeldReason::OutOfScope
        | HeldReason::Skeptic
        | HeldReason::Actionability
        | HeldReason::FalsePositive
        | HeldReason::BelowConfidence
        | HeldReason::BelowThreshold
        | HeldReason::Unconfirmed
        | HeldReason::Rejected
        | HeldReason::DroppedBefore => "dropped",
    }
}

#[cfg(test)]
mod tests;
