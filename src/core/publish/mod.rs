//! From the effective review to one checked payload, and the way of that payload to the host as a state machine. Pure.
//! Not here: calls (edge::github), files (edge::logbook), screens. Called by session and app.

mod artifact;
mod body;
mod compose;
pub mod course;
mod event;
mod gates;
mod marker;
mod payload;
mod place;
mod receipt;
mod refusal;
pub mod safe;
#[cfg(test)]
pub(crate) mod sample;
mod shorten;
mod words;

pub use artifact::{Artifact, Binding, Coverage, Disposition, ReviewHash, Statement};
pub use compose::{Composed, How, compose};
pub use event::{Event, Rights, Standing, Wish};
pub use gates::{Check, Choice, Cleared, Gate, Gates};
pub use marker::{Earlier, Marker, earlier, markers};
pub use payload::{LineComment, MOST_PAYLOAD, Payload};
pub use place::{Lines, Moved, Room, Spot};
pub use receipt::{Intent, Known, Outcome, Receipt};
pub use refusal::{PostFailure, explain};
pub use words::{MOST_BYTES, place};
