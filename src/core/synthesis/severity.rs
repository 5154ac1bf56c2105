//! R3 step 3: what is milder than the configured severity is held back. Praise, thoughts and notes have none.

use super::board::Board;
use crate::core::model::HeldReason;

pub(super) fn run(board: &mut Board<'_>) {
    let least = board.facts.settings.severity_threshold;
    board.hold_where(|item| {
        let severity = item.finding.severity;
        let why = || {
            let (weight, bar) = (severity.weight(), least.weight());
            (HeldReason::BelowThreshold, format!("{severity} ({weight}) is milder than {least} ({bar})"))
        };
        (item.is_weighed() && severity < least).then(why)
    });
}
