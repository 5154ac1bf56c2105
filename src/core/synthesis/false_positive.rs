//! R3 step 2: findings that are likely wrong are held back, by confidence and severity.
//! Exempt: praise, thoughts and notes; a confidence that was not given (REVIEW "Confidence").

use super::{
    board::{Board, Item},
    threshold::reaches,
};
use crate::core::model::{HeldReason, Lens, Severity};

/// Kept at this or above, whatever the severity.
const SURE: f64 = 0.7;
/// Kept when major or worse, or when there is a suggestion.
const LIKELY: f64 = 0.5;
/// Security findings are kept.
const SECURITY: f64 = 0.4;
/// Kept when critical or worse.
const POSSIBLE: f64 = 0.3;

pub(super) fn run(board: &mut Board<'_>) {
    board.hold_where(|item| {
        let single = item.single().filter(|_| item.is_weighed())?;
        let bar = bar(item);
        let why = || {
            let severity = item.finding.severity;
            (HeldReason::FalsePositive, format!("confidence {single:.2}, and {severity} needs {bar:.2} here"))
        };
        (!reaches(single, bar)).then(why)
    });
}

/// The confidence that keeps it. The exceptions only ever keep more (FACTS 8).
fn bar(item: &Item) -> f64 {
    let by_severity = match item.finding.severity {
        Severity::Blocker | Severity::Critical => POSSIBLE,
        Severity::Major => LIKELY,
        Severity::Minor | Severity::Nitpick => SURE,
    };
    let by_lens = if is_security(item) { SECURITY } else { SURE };
    let by_suggestion = if item.finding.wording.suggestion.is_some() { LIKELY } else { SURE };
    by_severity.min(by_lens).min(by_suggestion)
}

/// Lens or agent security, or the pass of that work (FACTS 33).
fn is_security(item: &Item) -> bool {
    item.finding.lens == Lens::Security || matches!(&*item.pass, "security" | "security-performance")
}
