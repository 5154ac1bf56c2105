//! What changed: the class of each file and the units (symbols, sections) that the change touches. Pure.
//! Not here: how risky a unit is (core::risk). Called by risk, checks, plan and the tree of the cockpit.

mod class;
mod coverage;
mod globs;
mod language;
mod outlines;
mod scope;
mod symbol;
pub mod syntax;
mod units;
mod whole_path;

pub use class::{class_of, is_binary_name, is_test_path};
pub use coverage::coverage;
pub use language::Language;
pub use symbol::{definition, section_symbol};
pub(crate) use units::changed;
pub use units::{unit_at, units, units_of};
pub use whole_path::{PathGlobs, glob_fault};
