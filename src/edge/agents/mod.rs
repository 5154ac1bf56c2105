//! Those who carry out tasks: command-line agents, model APIs, recorded runs; and what all of them have in common. What they say is given on as it comes; nothing of it is
//! judged, obeyed or put into a shell. Not here: what they are asked (core::brief), reading their claims
//! (`edge::claims`), who is asked when and how often (app::runner). Called by app::runner.

mod agent;
mod api;
mod command;
mod environment;
mod fault;
mod key;
mod recorded;
mod shape;
mod tool;

use std::{
    sync::atomic::AtomicBool,
    time::{Duration, Instant},
};

use crate::core::model::{Candidate, Usage};

pub use agent::{Agent, Reach, Work};
pub use api::{Answers, Model};
pub use command::Program;
pub use recorded::Recorded;
pub use shape::Shape;
pub use tool::{Lines, Tool, Wish};

/// Bytes of one answer that are read.
pub const MOST: usize = 64 << 20;

/// What is heard of an agent on its way.
#[derive(Debug, Clone, PartialEq)]
pub enum Heard<'h> {
    /// More of its answer. Untrusted.
    Text(&'h str),
    /// More of what it thinks before it answers. Untrusted.
    Thought(&'h str),
    /// A claim, by one who makes them itself. Untrusted when it was recorded.
    Claim(Box<Candidate>),
    /// A tool that it uses, in words.
    Tool(&'h str),
    /// What a call used up.
    Used(Usage),
}

/// How far one call may go.
#[derive(Debug, Clone, Copy)]
pub struct Limits<'l> {
    /// When it must have ended.
    pub until: Instant,
    /// The whole time it has, for the words.
    pub time: Duration,
    /// Whether it is to stop early.
    pub stop: &'l AtomicBool,
    /// Whether the program ends.
    pub quit: &'l AtomicBool,
}

/// What a request may hold besides the brief, and what not every model takes.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Extra {
    /// Tools.
    Tools,
    /// The form of the answer.
    Shape,
    /// A mark on what is worth keeping there.
    Cache,
}

impl Extra {
    /// In words, behind "it takes no".
    pub fn as_str(self) -> &'static str {
        match self {
            Self::Tools => "tools",
            Self::Shape => "form of the answer",
            Self::Cache => "cache marks",
        }
    }
}

/// Why an answer is not whole. What was heard before it stands, and is partial.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum Fault {
    /// The person stopped it.
    #[error("stopped")]
    Stopped,
    /// It has nothing to do here, for a reason that is no failure.
    #[error("{0}")]
    Idle(String),
    /// It did not end in time.
    #[error("timed out after {0} s")]
    TimedOut(u64),
    /// Overloaded, over a quota or out of reach: another try or another model may help.
    #[error("{what}")]
    Busy {
        /// In words.
        what: String,
        /// When it says to come again.
        after: Option<Duration>,
    },
    /// It will not answer this however often it is asked: no key, no such model, no such program.
    #[error("{0}")]
    Refused(String),
    /// It refuses something that was sent along, and may answer without.
    #[error("it takes no {}{said}", .extra.as_str())]
    Lacks {
        /// What.
        extra: Extra,
        /// Its words, behind a colon; '' = none.
        said: String,
    },
    /// It ended before its answer did.
    #[error("incomplete answer: {0}")]
    Cut(String),
    /// It broke, or gave what is no answer.
    #[error("{0}")]
    Broken(String),
}
