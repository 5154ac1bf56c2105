//! What a person decided: applying, undoing, and what stands. Pure.
//! Not here: what the machine believes (judge), storing (edge::logbook). Called by session, ui and reports.

mod look;
mod past;
mod remember;
mod standing;
mod wording;

pub use look::{Look, LookKind, last_look};
pub use past::{Memory, Past};
pub use remember::{Remembered, code_of, key_of, remember};
pub use standing::{Gate, Stance, Standing};
pub use wording::{compose, parse};
