//! The priority score (deep §8).

use crate::core::model::{Actionability, BlastRadius, Candidate, Confidence, Severity};

/// 0..=100: severity .45, local confidence .25, context .10, actionability .10, blast radius .10. A confidence
/// that was not given counts as 0.5 (REVIEW "Confidence"). The noise penalty belongs to synthesis.
pub fn priority(candidate: &Candidate) -> u8 {
    let weight = &candidate.weight;
    let severity = match weight.severity {
        Severity::Blocker => 1.0,
        Severity::Critical => 0.8,
        Severity::Major => 0.5,
        Severity::Minor => 0.2,
        Severity::Nitpick => 0.05,
    };
    let confidence = weight.confidence.unwrap_or(Confidence { local: 0.5, context: 0.5 });
    let actionability = match weight.actionability {
        Actionability::High => 1.0,
        Actionability::Medium => 0.6,
        Actionability::Low => 0.2,
    };
    let radius = match weight.blast_radius {
        BlastRadius::PublicContract => 1.0,
        BlastRadius::Service => 0.8,
        BlastRadius::Module => 0.6,
        BlastRadius::Local => 0.3,
    };
    let score =
        0.45 * severity + 0.25 * confidence.local + 0.10 * confidence.context + 0.10 * actionability + 0.10 * radius;
    // A NaN confidence casts to 0: the lowest priority, never a panic.
    (100.0 * score).round().clamp(0.0, 100.0) as u8
}
