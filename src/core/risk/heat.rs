//! Numbers: the risk of a unit and the heat of a file, 0..=100. Called by `mod` and `hotspots`.

use std::sync::Arc;

use crate::core::model::{Diff, FileClass, RiskTag, Unit};

use super::signs;

/// Lowest and highest risk of a unit by its foremost tag, in deep §2's order of selection; lenses that the order
/// does not name stand before documentation.
const BANDS: &[(RiskTag, u8, u8)] = &[
    (RiskTag::Security, 84, 100),
    (RiskTag::ApiContract, 72, 83),
    (RiskTag::DataIntegrity, 62, 71),
    (RiskTag::ConcurrencyLifecycle, 52, 61),
    (RiskTag::ObservabilityPrivacy, 45, 51),
    (RiskTag::AiInstructions, 39, 44),
    (RiskTag::DependencyRisk, 35, 38),
    (RiskTag::Caching, 32, 37),
    (RiskTag::Performance, 32, 37),
    (RiskTag::Accessibility, 30, 35),
    (RiskTag::DocsQuality, 22, 29),
];

/// Highest heat of a unit without tags.
const CALM: u8 = 20;

/// The tag by which a unit is ranked: the first of [`BANDS`] that it bears.
pub(super) fn foremost(unit: &Unit) -> Option<RiskTag> {
    BANDS.iter().map(|(lens, ..)| *lens).find(|lens| unit.tags.iter().any(|(tag, _)| tag == lens))
}

/// Whether a unit is a test: by its file, or by its name inside a file of code.
pub(super) fn is_test(unit: &Unit, class: FileClass) -> bool {
    let named = |part: &str| part == "tests" || part.starts_with("test_");
    class == FileClass::Test || unit.symbol.split([':', '.']).any(named)
}

/// The risk of a unit: its band, and inside it the size and the number of tags and of evidence. Units of tests
/// and units without tags stay calm.
pub(super) fn of_unit(unit: &Unit, class: FileClass) -> u8 {
    let lines = unit.added.saturating_add(unit.removed);
    // 1, 3, 10, 30, 100 … lines are 0, 2, 4, 6, 8 … steps.
    let size = (lines.max(1).ilog2() * 6 / 10).min(10) as u8;
    let band = foremost(unit).and_then(|tag| BANDS.iter().find(|(lens, ..)| *lens == tag));
    match band {
        _ if is_test(unit, class) => 2 + size,
        None => signs::floor(unit).unwrap_or((2 + size * 2).min(CALM)),
        Some((lens, low, high)) => {
            let evidence = unit.tags.iter().find(|(tag, _)| tag == lens).map_or(0, |(_, e)| e.matches(", ").count());
            let bonus = size + 2 * (evidence.min(3) as u8) + (unit.tags.len().saturating_sub(1).min(3) as u8);
            // Words alone reach half of a band; the other half is for what the code shows.
            let half = (high - low) / 2;
            let shown = signs::shows(unit, *lens, class);
            let risk = if shown { low.saturating_add(half + bonus / 2) } else { low.saturating_add(bonus.min(half)) };
            risk.min(*high).max(signs::floor(unit).unwrap_or(0))
        }
    }
}

/// The heat of each file: that of its riskiest unit; 0 for files that are left out or have no lines.
pub(super) fn of_files(diff: &Diff, classes: &[FileClass], units: &[Arc<Unit>], risks: &[u8]) -> Vec<u8> {
    let mut heat = vec![0u8; diff.files.len()];
    for (unit, risk) in units.iter().zip(risks) {
        let file = unit.file.0 as usize;
        if let (Some(heat), false) = (heat.get_mut(file), classes.get(file).is_some_and(|c| c.is_left_out())) {
            *heat = (*heat).max(*risk);
        }
    }
    heat
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::core::model::{FileIx, HunkIx, Lens, LineRange, Side, UnitDetail};

    fn unit(tag: RiskTag, evidence: usize, lines: u32) -> Unit {
        let words: Vec<String> = (0..evidence).map(|n| format!("line {n}: word")).collect();
        Unit {
            file: FileIx(0),
            symbol: "a".to_owned(),
            hunks: (HunkIx(0), HunkIx(0)),
            lines: (Side::Right, LineRange::one(1).unwrap()),
            added: lines,
            removed: 0,
            tags: vec![(tag, words.join(", "))],
            detail: UnitDetail::default(),
        }
    }

    #[test]
    fn whatever_their_size_units_stand_in_the_order_of_selection() {
        // Deep §2; other lenses stand between the sixth and the seventh.
        let order = [
            Lens::Security,
            Lens::ApiContract,
            Lens::DataIntegrity,
            Lens::ConcurrencyLifecycle,
            Lens::ObservabilityPrivacy,
            Lens::AiInstructions,
            Lens::DocsQuality,
        ];
        for pair in order.windows(2) {
            let least = of_unit(&unit(pair[0], 1, 1), FileClass::Source);
            let most = of_unit(&unit(pair[1], 9, 1_000_000), FileClass::Source);
            assert!(least > most, "{:?} {least}, {:?} {most}", pair[0], pair[1]);
        }
        for (lens, low, high) in BANDS {
            let risks = [(1, 1), (9, 1_000_000)]
                .map(|(evidence, lines)| of_unit(&unit(*lens, evidence, lines), FileClass::Source));
            assert!(risks.iter().all(|risk| (*low..=*high).contains(risk)), "{lens:?}: {risks:?}");
            assert!(*low > CALM, "{lens:?}");
        }
    }
}
