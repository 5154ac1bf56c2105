//! A loose JSON object, as agents and tools write them, -> a candidate, with a note per repair. `answer` reads an
//! agent's whole text, as it streams.
//!
//! Nothing is judged here: places are unchecked, severities are as given. No claim is lost for want of a line, a title,
//! a severity or a confidence. Not here: files of findings and their formats (`edge::report`), the agents themselves
//! (`edge::agents`); both call this room.

pub mod answer;
mod entry;
mod lines;
mod notes;
mod numbers;
mod paths;
mod text;

pub(crate) use entry::{candidate, is_deep, says_something, severity_word};
pub(crate) use notes::Notes;
