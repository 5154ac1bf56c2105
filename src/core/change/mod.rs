//! What changed: the class of each file and the units (symbols, sections) that the change touches. Pure.
//! Not here: how risky a unit is (core::risk). Called by risk, checks, plan and the tree of the cockpit.

mod boundaries;
mod by_sections;
mod class;
mod contents;
mod coverage;
mod detail;
mod file;
mod globs;
pub mod graph;
pub mod index;
mod join;
mod language;
mod marks;
mod outlines;
mod parts;
mod scope;
mod section_text;
mod sections;
mod signs;
mod symbol;
pub mod syntax;
mod units;
mod whole;
mod whole_path;

pub(in crate::core) use class::is_left_out_by_name;
pub use class::{class_of, is_binary_name, is_test_path};
pub use contents::{Contents, Sides};
pub use coverage::coverage;
pub use file::{FileMap, read_file};
pub use join::{Joined, join, last as symbol_name};
pub use language::Language;
pub(in crate::core) use parts::{condition_key, without_brackets};
pub use sections::sections as sections_of;
pub use symbol::{definition, section_symbol};
pub(crate) use units::changed;
pub use units::{unit_at, units_of};
pub use whole_path::{PathGlobs, glob_fault};
