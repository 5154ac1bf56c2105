//! The run as a pure state machine: facts in as messages, orders out as effects.
//! Not here: I/O, clock, drawing. Called by app (which carries out the effects) and read by ui.

mod agents;
mod carried;
mod digest;
mod earlier;
mod effect;
mod findings;
mod gathered;
mod hosted;
mod left_out;
mod log;
mod msg;
mod page;
mod planning;
mod publication;
mod settle;
mod skip;
mod slot;
mod state;
mod tally;
mod threads;
mod update;
mod waves;

pub use agents::{Voice, Voices};
pub use carried::Carried;
pub use digest::{Digest, Material, digest};
pub use effect::{About, Asking, Change, Earlier, Effect, Known};
pub use findings::{Findings, Standing};
pub use gathered::Gathered;
pub use hosted::Inbox;
pub use left_out::{LeftOut, WhyNot};
pub use log::Log;
pub use msg::{Choice, Configured, LogOpened, Manner, Msg, ThreadAct};
pub use page::{Block, Lead, Tone, check_words};
pub use planning::{GraphWish, Planning};
pub use publication::{Look, Publication, PublishChoice, PublishOrder, Publishing};
pub use slot::{Slot, Spot};
pub use state::{Consent, LastLook, Note, PastFinding, Phase, Plan, Session, Skips};
pub use threads::{PlacedThread, ThreadCounts, Threads};
pub use update::update;
pub(crate) use update::{ruling, snapshot, task_facts};
pub use waves::{Again, Elaboration};
