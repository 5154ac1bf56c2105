//! What a person decided: applying, undoing, and what stands. Pure.
//! Not here: what the machine believes (judge), storing (edge::logbook). Called by session, ui and reports.

mod look;
mod past;
mod standing;
mod wording;

pub use look::{Look, LookKind, last_look};
pub use past::Past;
pub use standing::{Gate, Stance, Standing};
pub use wording::{compose, parse};
