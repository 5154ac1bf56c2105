//! What archetypes mean for risk: the tag that each calls for, how hot it makes a unit, the words for a summary. Not here:
//! finding them (core::change). Called by `mod`, `heat` and `hotspots`.

use crate::core::model::{Archetype, Boundary, Evidence, FileClass, RiskTag, Side, Sign, Unit};

/// The tag that an archetype of a unit calls for; `None`: a matter of correctness, which is always looked at.
pub(super) fn tag(sign: &Sign, unit: &Unit, class: FileClass) -> Option<RiskTag> {
    let is_auth = unit.detail.boundaries.contains(&Boundary::Auth);
    // An instruction file is told by its path.
    let instructs = unit.tags.iter().any(|(tag, _)| *tag == RiskTag::AiInstructions);
    match sign.archetype {
        Archetype::AuthBoundaryMoved => Some(RiskTag::Security),
        Archetype::GuardRemoved | Archetype::GuardWeakened | Archetype::GuardMoved => {
            is_auth.then_some(RiskTag::Security)
        }
        Archetype::PublicContractChanged => Some(RiskTag::ApiContract),
        Archetype::PersistenceSchemaChanged => Some(RiskTag::DataIntegrity),
        Archetype::StateMutationMoved => Some(RiskTag::DataIntegrity),
        Archetype::AsyncBoundaryIntroduced | Archetype::ResourceLifetimeChanged => Some(RiskTag::ConcurrencyLifecycle),
        Archetype::CacheInvalidationChanged => Some(RiskTag::Caching),
        Archetype::LoggingSensitivityChanged => Some(RiskTag::ObservabilityPrivacy),
        Archetype::DependencyVersionChanged => Some(RiskTag::DependencyRisk),
        Archetype::DocsInstructionsChanged if class == FileClass::Docs && !instructs => Some(RiskTag::DocsQuality),
        Archetype::DocsInstructionsChanged => Some(RiskTag::AiInstructions),
        Archetype::TestGapIntroduced => Some(RiskTag::TestGap),
        // Missing and moved validation is what the lens of correctness looks for.
        Archetype::ValidationMoved | Archetype::ValidationRemoved | Archetype::ErrorPathChanged => None,
    }
}

/// The least risk of a unit with such an edit, 0..=100, whatever its words say; 0 = its tag decides. Deep's order of
/// selection names boundaries; an edit that takes a protection away stands with them.
fn least(archetype: Archetype) -> u8 {
    match archetype {
        Archetype::AuthBoundaryMoved => 92,
        Archetype::GuardRemoved | Archetype::GuardWeakened => 70,
        Archetype::ValidationRemoved => 76,
        Archetype::GuardMoved | Archetype::ValidationMoved => 60,
        Archetype::StateMutationMoved => 54,
        Archetype::ErrorPathChanged => 42,
        Archetype::PublicContractChanged
        | Archetype::PersistenceSchemaChanged
        | Archetype::AsyncBoundaryIntroduced
        | Archetype::ResourceLifetimeChanged
        | Archetype::CacheInvalidationChanged
        | Archetype::LoggingSensitivityChanged
        | Archetype::DependencyVersionChanged
        | Archetype::DocsInstructionsChanged
        | Archetype::TestGapIntroduced => 0,
    }
}

/// The least risk by all archetypes of a unit; `None` = none of them makes it risky by itself.
pub(super) fn floor(unit: &Unit) -> Option<u8> {
    let is_auth = unit.detail.boundaries.contains(&Boundary::Auth);
    let of = |sign: &Sign| match sign.archetype {
        Archetype::GuardRemoved | Archetype::GuardWeakened if is_auth => 94,
        archetype => least(archetype),
    };
    unit.detail.signs.iter().map(of).max().filter(|least| *least > 0)
}

/// Adds the tags of a unit's archetypes before those of its words. A unit that is set aside has none.
pub(super) fn add_tags(unit: &mut Unit, class: FileClass) {
    if unit.detail.aside.is_some() {
        unit.tags.clear();
        return;
    }
    let mut tags: Vec<(RiskTag, String)> = Vec::new();
    for sign in &unit.detail.signs {
        let Some(tag) = tag(sign, unit, class) else { continue };
        let text = format!("{}: {}", place(sign.evidence.first()), sign.archetype);
        match tags.iter_mut().find(|(known, _)| *known == tag) {
            Some((_, evidence)) => *evidence = format!("{evidence}, {text}"),
            None => tags.push((tag, text)),
        }
    }
    for (tag, words) in std::mem::take(&mut unit.tags) {
        match tags.iter_mut().find(|(known, _)| *known == tag) {
            Some((_, evidence)) => *evidence = format!("{evidence}, {words}"),
            None => tags.push((tag, words)),
        }
    }
    unit.tags = tags;
}

/// Whether an archetype speaks for a tag, not words alone.
pub(super) fn shows(unit: &Unit, wanted: RiskTag, class: FileClass) -> bool {
    unit.detail.signs.iter().any(|sign| tag(sign, unit, class) == Some(wanted))
}

fn place(evidence: Option<&Evidence>) -> String {
    match evidence {
        Some(Evidence { side: Side::Left, line, .. }) => format!("old line {line}"),
        Some(Evidence { line, .. }) => format!("line {line}"),
        None => "somewhere".to_owned(),
    }
}

/// What an edit is, for a summary.
pub(super) fn about(archetype: Archetype) -> &'static str {
    match archetype {
        Archetype::GuardRemoved => "a check is gone",
        Archetype::GuardWeakened => "a check lets more through",
        Archetype::GuardMoved => "a check stands elsewhere",
        Archetype::ValidationMoved => "input is checked elsewhere",
        Archetype::ValidationRemoved => "input is no longer checked",
        Archetype::AuthBoundaryMoved => "rights are checked elsewhere",
        Archetype::PublicContractChanged => "what others rely on changed",
        Archetype::PersistenceSchemaChanged => "what is stored has another form",
        Archetype::StateMutationMoved => "state changes at another time",
        Archetype::ErrorPathChanged => "failures take another way",
        Archetype::AsyncBoundaryIntroduced => "work became concurrent",
        Archetype::ResourceLifetimeChanged => "a resource lives another time",
        Archetype::CacheInvalidationChanged => "cached values end otherwise",
        Archetype::LoggingSensitivityChanged => "logs show other sensitive things",
        Archetype::DependencyVersionChanged => "dependencies changed",
        Archetype::DocsInstructionsChanged => "instructions changed",
        Archetype::TestGapIntroduced => "behaviour changed without its test",
    }
}

/// The edit that a summary speaks of: what makes it hottest, else the first.
pub(super) fn foremost(unit: &Unit) -> Option<&Sign> {
    let signs = unit.detail.signs.iter().filter(|sign| sign.archetype != Archetype::TestGapIntroduced);
    signs.max_by_key(|sign| (least(sign.archetype), std::cmp::Reverse(sign.archetype)))
}

/// The reasons of a unit by its archetypes, with the lines.
pub(super) fn reasons(unit: &Unit) -> Vec<String> {
    let reason = |sign: &Sign| {
        let places: Vec<String> = sign.evidence.iter().take(3).map(|e| place(Some(e))).collect();
        format!("{}: {} ({})", sign.archetype, sign.what, places.join(", "))
    };
    unit.detail.signs.iter().map(reason).collect()
}
