//! The confidence threshold of strategy or settings (FACTS 17), behind R3's own filter. At or above keeps.

use super::{
    board::Board,
    snapshot::{Snapshot, Tier0},
};
use crate::core::model::{HeldReason, Strategy};

/// Soliton's default.
const SWARM: f64 = 0.85;
/// What models need when the checks found minor things only.
const ADVISORY: f64 = 0.90;
/// Parts are combined in binary: a value computed from .80 and .80 is still .80.
const ROUNDING: f64 = 1e-9;

pub(super) fn run(board: &mut Board<'_>) {
    let threshold = threshold(board.facts);
    board.hold_where(|item| {
        let single = item.single().filter(|_| item.is_weighed())?;
        let why =
            || (HeldReason::BelowConfidence, format!("confidence {single:.2} is under the threshold {threshold:.2}"));
        (!reaches(single, threshold)).then(why)
    });
}

/// The one that holds. A value that is no number counts as not given; 85 is read as .85.
fn threshold(facts: &Snapshot) -> f64 {
    let strategy = facts.settings.strategy;
    let own = if strategy == Strategy::Swarm { SWARM } else { 0.0 };
    let given = facts.settings.threshold.filter(|value| value.is_finite());
    let given = given.map(|value| if value > 1.0 { value / 100.0 } else { value });
    let raised = strategy == Strategy::Swarm && facts.tier0 == Tier0::AdvisoryOnly;
    given.unwrap_or(own).max(if raised { ADVISORY } else { 0.0 })
}

/// Whether a confidence is at or above a bar.
pub(super) fn reaches(single: f64, bar: f64) -> bool {
    single + ROUNDING >= bar
}
