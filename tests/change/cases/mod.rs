//! Small changes, each with an archetype that it yields or that it must not. Read by `archetypes`.

mod checks;
mod contracts;
mod further;
mod state;
mod words;

use prr::core::model::Archetype;

use super::build::Change;

/// A change and what it is a case of.
pub struct Case {
    pub archetype: Archetype,
    pub name: &'static str,
    pub files: &'static [Change<'static>],
    /// Whether the archetype is to be found; else it is a near miss.
    pub yields: bool,
}

pub const fn yields(archetype: Archetype, name: &'static str, files: &'static [Change<'static>]) -> Case {
    Case { archetype, name, files, yields: true }
}

pub const fn misses(archetype: Archetype, name: &'static str, files: &'static [Change<'static>]) -> Case {
    Case { archetype, name, files, yields: false }
}

/// Every case.
pub fn all() -> impl Iterator<Item = &'static Case> {
    checks::CASES.iter().chain(contracts::CASES).chain(state::CASES).chain(words::CASES).chain(further::CASES)
}
