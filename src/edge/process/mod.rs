//! Programs of the person's, and what programs that we start need beside themselves. Not the programs (`git`, `editor`,
//! `tier0`, `agents`).

mod run;
mod scratch;

pub use run::{Bounds, Ended, Order, ProcessError, converse, run};
pub use scratch::Scratch;
