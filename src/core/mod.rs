//! What a review is: nouns and pure functions. No I/O, no clock, no async, no serde.
//! Not here: anything that touches a file, a terminal or a network. Called by every other room.
//! The order of the modules below is the law: a room may use those above it.

pub mod brief;
pub mod change;
pub mod checks;
pub mod diff;
pub mod gate;
pub mod history;
pub mod judge;
pub mod model;
pub mod plan;
pub mod publish;
pub mod risk;
pub mod synthesis;
pub mod talk;
pub mod text;
