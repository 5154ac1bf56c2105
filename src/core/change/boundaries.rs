//! The boundaries that a unit touches, from its archetypes and from what kind of file it is in. Called by `join`.

use crate::core::model::{Archetype, Boundary, FileClass, Unit};

/// Sorted, each once.
pub(super) fn of(unit: &Unit, class: FileClass) -> Vec<Boundary> {
    let mut found: Vec<Boundary> = unit.detail.boundaries.clone();
    found.extend(unit.detail.signs.iter().filter_map(|sign| bordering(sign.archetype)));
    if class == FileClass::Docs && unit.detail.has(Archetype::DocsInstructionsChanged) {
        found.push(Boundary::Instructions);
    }
    found.sort();
    found.dedup();
    found
}

/// The boundary that an archetype is about; guards by what they say are told by their words (`signs::guards`).
fn bordering(archetype: Archetype) -> Option<Boundary> {
    match archetype {
        Archetype::AuthBoundaryMoved => Some(Boundary::Auth),
        Archetype::ValidationMoved | Archetype::ValidationRemoved => Some(Boundary::Validation),
        Archetype::PublicContractChanged => Some(Boundary::ApiContract),
        Archetype::PersistenceSchemaChanged => Some(Boundary::Persistence),
        Archetype::AsyncBoundaryIntroduced => Some(Boundary::Concurrency),
        Archetype::ResourceLifetimeChanged => Some(Boundary::ResourceLifetime),
        Archetype::LoggingSensitivityChanged => Some(Boundary::Observability),
        Archetype::DependencyVersionChanged => Some(Boundary::Dependencies),
        Archetype::DocsInstructionsChanged => Some(Boundary::Instructions),
        Archetype::GuardRemoved
        | Archetype::GuardWeakened
        | Archetype::GuardMoved
        | Archetype::StateMutationMoved
        | Archetype::ErrorPathChanged
        | Archetype::CacheInvalidationChanged
        | Archetype::TestGapIntroduced => None,
    }
}
