//! The only room with tasks: it introduces session, ui and edge to each other.
//! Not here: what a review means (core, session), how it looks (ui), arguments (cli).

mod failure;
mod headless;
mod input;
mod interactive;
mod job;
mod replay;
mod runner;
mod signals;
mod terminal;

pub use failure::empty_message;
pub use headless::{Outcome, review};
pub use interactive::{Ending, run as cockpit};
pub use job::{Agents, Fault, Job, plan_builtin};
pub use replay::{replay_file, summary};
