//! From the effective review to one checked payload, and the way of that payload to the host as a state machine. Pure.
//! Not here: calls (edge::github), files (edge::logbook), screens. Called by session and app.

mod artifact;
mod body;
mod compose;
mod event;
mod marker;
mod payload;
mod place;
pub mod safe;
#[cfg(test)]
pub(crate) mod sample;
mod shorten;
mod words;

pub use artifact::{Artifact, Binding, Coverage, Disposition, ReviewHash, Statement};
pub use compose::{Composed, How, compose};
pub use event::{Event, Rights, Standing, Wish};
pub use marker::{Earlier, Marker, earlier, markers};
pub use payload::{LineComment, MOST_PAYLOAD, Payload};
pub use place::{Lines, Moved, Room, Spot};
pub use words::{MOST_BYTES, place};
