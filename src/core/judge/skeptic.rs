//! The skeptic gates that need no model (deep §6), in REVIEW's order: first actionability on the severity as given,
//! then the cascade blocker → critical → major by local confidence, then questions by context confidence.
//! Not here: the six questions put to a model. Called by the judge.

use super::course::{Course, held};
use crate::core::model::{Actionability, Candidate, Confidence, HeldReason, JudgeRule, Kind, Severity};

/// Local confidence that a blocker needs.
const BLOCKER: f64 = 0.85;
/// Local confidence that a critical finding needs.
const CRITICAL: f64 = 0.70;
/// Context confidence under which a claim about unseen code is a question.
const CONTEXT: f64 = 0.50;

/// Runs every gate. Praise, thoughts, notes and a person's comments carry no severity and pass.
pub(super) fn rule(course: &mut Course, candidate: &Candidate) {
    if !matches!(course.kind, Kind::Finding | Kind::Question) {
        return;
    }
    substance(course, candidate);
    actionability(course, candidate);
    if let Some(sure) = candidate.weight.confidence.and_then(Confidence::usable) {
        cascade(course, JudgeRule::BlockerConfidence, (Severity::Blocker, Severity::Critical), sure.local, BLOCKER);
        cascade(course, JudgeRule::CriticalConfidence, (Severity::Critical, Severity::Major), sure.local, CRITICAL);
        unseen(course, candidate, sure.context);
    }
}

/// A claim without title, summary and evidence cannot be supported by anything.
fn substance(course: &mut Course, candidate: &Candidate) {
    let claim = &candidate.claim;
    if [&claim.title, &claim.summary, &claim.evidence].iter().all(|text| text.trim().is_empty()) {
        let why = "it has neither title nor summary nor evidence, so nothing can support it";
        course.hold(JudgeRule::Substance, held(HeldReason::Skeptic, why));
    }
}

/// deep: "low and not critical → drop", on the severity as the agent gave it.
fn actionability(course: &mut Course, candidate: &Candidate) {
    if candidate.weight.actionability != Actionability::Low {
        return;
    }
    match candidate.weight.severity {
        Severity::Blocker => course.keep(JudgeRule::Actionability, "hard to act on, but a blocker"),
        severity => {
            let why = format!("hard to act on, and only {severity}");
            course.hold(JudgeRule::Actionability, held(HeldReason::Actionability, why));
        }
    }
}

fn cascade(course: &mut Course, rule: JudgeRule, (from, to): (Severity, Severity), local: f64, bar: f64) {
    if course.severity != from {
        return;
    }
    if local >= bar {
        course.keep(rule, format!("local confidence {local:.2} is enough for {from}"));
    } else {
        course.downgrade(rule, to, format!("local confidence {local:.2}, {from} needs {bar:.2}"));
    }
}

fn unseen(course: &mut Course, candidate: &Candidate, context: f64) {
    if !candidate.claim.depends_on_unseen || course.kind != Kind::Finding {
        return;
    }
    if context < CONTEXT {
        let why = format!("it depends on code that was not looked at, and context confidence is {context:.2}");
        course.ask(JudgeRule::UnseenContext, why);
    } else {
        course.keep(JudgeRule::UnseenContext, "it depends on code that was not looked at, but context is sure enough");
    }
}
