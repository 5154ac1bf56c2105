//! The run as a pure state machine: facts in as messages, orders out as effects.
//! Not here: I/O, clock, drawing. Called by app (which carries out the effects) and read by ui.

mod effect;
mod findings;
mod msg;
mod state;
mod update;

pub use effect::{Change, Effect};
pub use findings::{Findings, Slot, Spot, Standing};
pub use msg::{Choice, Configured, LogOpened, Msg, ThreadAct};
pub use state::{LastLook, Log, Note, Phase, Plan, Session};
pub use update::update;
pub(crate) use update::{ruling, snapshot, task_facts};
