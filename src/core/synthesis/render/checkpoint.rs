//! R3's state checkpoint. It goes to standard error; scripts read it, so its form is R3's to the letter. What R3 does
//! not know (thresholds of confidence, budgets, modes, the judge) follows only when there is some.

use crate::core::{model::HeldReason, synthesis::outcome::Document};

/// Three lines.
pub fn checkpoint(document: &Document) -> String {
    let stats = &document.stats;
    let count = |reason: HeldReason, word: &str| format!("{} {word}", stats.held(reason));
    let mut filtered = vec![
        count(HeldReason::FalsePositive, "false-positive"),
        count(HeldReason::BelowThreshold, "below-threshold"),
        count(HeldReason::NitBudget, "nit-budget"),
        count(HeldReason::Suppressed, "suppressed"),
    ];
    let known = [HeldReason::FalsePositive, HeldReason::BelowThreshold, HeldReason::NitBudget, HeldReason::Suppressed];
    let more = stats.held.iter().filter(|(reason, n)| !known.contains(reason) && **n > 0);
    filtered.extend(more.map(|(reason, n)| format!("{n} {}", reason.as_str().replace('_', "-"))));
    format!(
        "[R3 COMPLETE] Action: {} | Findings: {} total ({} inline)\nDedup: {} merged | Filtered: {}\n→ Proceeding to R4 (User Gate)",
        document.action.action.as_str(),
        stats.surfaced(),
        document.inline_comments.len(),
        stats.merged,
        filtered.join(", "),
    )
}
