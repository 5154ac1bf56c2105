//! From the effective review to one checked payload, and the way of that payload to the host as a state machine. Pure.
//! Not here: calls (edge::github), files (edge::logbook), screens. Called by session and app.

mod artifact;
mod body;
mod compose;
pub mod course;
mod event;
mod freeze;
mod gates;
mod known;
mod marker;
mod payload;
mod place;
mod refusal;
pub mod safe;
#[cfg(test)]
pub(crate) mod sample;
mod shorten;
mod words;

pub use artifact::{Artifact, Binding, Disposition, Looked, Statement};
pub use compose::{Composed, How, compose};
pub use event::{Rights, Standing, Wish};
pub use freeze::{Beside, Blank, Frozen, freeze};
pub use gates::{Check, Choice, Cleared, Gate, Gates};
pub use known::Known;
pub use marker::{Earlier, Marker, earlier, markers};
pub use payload::{LineComment, MOST_PAYLOAD, Payload};
pub use place::{Lines, Moved, Room, Spot};
pub use refusal::{PostFailure, explain};
pub use words::{MOST_BYTES, place};

/// The nouns of `core::model`, by the names that this room calls them.
pub use super::model::{
    PublishIntent as Intent, PublishOutcome as Outcome, PublishReceipt as Receipt, ReviewEvent as Event, ReviewHash,
};
