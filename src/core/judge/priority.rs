//! The priority score and its noise penalty (deep §8, FACTS 34). Called by the judge and, when severity or overlap
//! changed, by synthesis.

use crate::core::model::{Actionability, BlastRadius, Confidence, Kind, Lens, Severity, Weight};

/// Why a finding is worth less attention than its numbers say. Only the largest counts (FACTS 34).
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default)]
pub enum Noise {
    /// Nothing speaks against it.
    #[default]
    None,
    /// Nominated as a duplicate of a kept one, but not merged.
    Overlap,
    /// A matter of taste: maintainability without a broken condition or an affected output.
    Preference,
    /// A question whose context confidence is under .50.
    Speculation,
}

impl Noise {
    /// What is taken off, 0.0..=0.40.
    pub fn penalty(self) -> f64 {
        match self {
            Self::None => 0.0,
            Self::Overlap => 0.10,
            Self::Preference => 0.25,
            Self::Speculation => 0.40,
        }
    }

    /// What can be told from the finding alone. `fingerprint` as [`super::fingerprint`] makes it.
    pub fn of(kind: Kind, lens: Lens, fingerprint: &str, confidence: Option<Confidence>) -> Self {
        let doubtful = confidence.and_then(Confidence::usable).is_some_and(|c| c.context < 0.50);
        match kind {
            Kind::Question if doubtful => Self::Speculation,
            _ if lens == Lens::Maintainability && !super::fingerprint::is_telling(fingerprint) => Self::Preference,
            _ => Self::None,
        }
    }
}

/// 0..=100: severity .45, local confidence .25, context .10, actionability .10, blast radius .10, less the noise.
/// A confidence that was not given, or is no number, counts as 0.5 (REVIEW "Confidence"). `severity` is the one that
/// stands, `weight` as the agent gave it.
pub fn priority(severity: Severity, weight: &Weight, noise: Noise) -> u8 {
    let severity = match severity {
        Severity::Blocker => 1.0,
        Severity::Critical => 0.8,
        Severity::Major => 0.5,
        Severity::Minor => 0.2,
        Severity::Nitpick => 0.05,
    };
    let confidence = weight.confidence.and_then(Confidence::usable).unwrap_or(Confidence { local: 0.5, context: 0.5 });
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
        0.45 * severity + 0.25 * confidence.local + 0.10 * confidence.context + 0.10 * actionability + 0.10 * radius
            - noise.penalty();
    (100.0 * score).round().clamp(0.0, 100.0) as u8
}
