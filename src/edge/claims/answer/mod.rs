//! An agent's text, as it streams -> candidates, notes, and how it ended.
//!
//! # What counts as the answer
//! - Lists of findings: a bare array, or one under `findings`, `candidates`, `issues`, `comments`, `results`; objects
//!   that stand alone and say both what and where or how bad; blocks between `FINDING_START` and `FINDING_END`. Prose
//!   and fences around are passed over, and nothing inside a text of JSON is looked at.
//! - Of several, all count; an entry that is given again counts once. So a model that repeats its answer, or a tool
//!   that prints it as it comes and once more at the end, adds nothing.
//! - Examples: what stands between `<think>` and `</think>` (also thinking, reasoning and the like) does not count,
//!   unless the thinking never ends; entries whose texts are places to fill in (`<title>`, `...`) never do.
//! - Nothing found must be said so: by an empty list that is not a part of a sentence, or by a line `FINDINGS_NONE`.
//!   Prose ("I found no issues") is no answer, and no text that cannot be read is ever "no findings".
//! - The texts inside the envelopes of command-line tools and model servers are read in turn, one level deep.
//!
//! # How it is read
//! One character at a time: the result cannot depend on how the text was cut. What stood behind a bracket that proved to
//! be none is read again, within a share of what was read: time is linear. An entry is given as soon as it is complete, but for one: `critical` means two levels in two vocabularies
//! (REVIEW "Severity"), so such an entry waits for one whose words or keys decide, or for the end.
//!
//! Not here: agents and their processes (`edge::agents`), which call it.

mod again;
mod block;
mod collect;
mod entries;
mod envelope;
mod event;
mod json;
mod layers;
mod line;
mod opinions;
mod overview;
mod scan;
mod shape;
mod signs;
#[cfg(test)]
mod tests;
mod verdicts;

use crate::core::model::{Candidate, TaskId};

use collect::Collector;
use event::Limits;
use layers::Layers;
pub use opinions::{Asked, opinions};
pub use overview::Overview;
pub use verdicts::{Verdict, verdicts};

/// What is read: 64 MiB in all, 1 MiB of one object, 10,000 entries.
const LIMITS: Limits = Limits { object: 1 << 20, text: 64 << 20, entries: 10_000 };

/// How the source of a text ended.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Ending {
    /// By itself.
    Well,
    /// Too early: a deadline, a cap, a lost connection, a limit of tokens.
    Cut,
}

/// How an answer is.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum State {
    /// Whole.
    Complete,
    /// It ends too early, or is larger than is read. What was complete is kept.
    Cut,
    /// It cannot be read, or a part of it cannot: why, for people. What could be read is kept.
    Malformed(String),
}

/// An answer that ended.
#[derive(Debug, Clone, PartialEq)]
pub struct Answer {
    /// Candidates that [`Reader::feed`] did not give yet.
    pub candidates: Vec<Candidate>,
    /// What was repaired or left out, one sentence each without a full stop.
    pub notes: Vec<String>,
    /// How it is. `Complete` without any candidate means that the agent said that there is nothing.
    pub state: State,
    /// What the overview pass says beside. Given also when there is no list of findings (the state tells that).
    pub overview: Option<Overview>,
}

/// Reads one answer.
#[derive(Debug)]
pub struct Reader(Layers<Collector>);

impl Reader {
    /// The candidates belong to the task; their ids are `{task}-c{n}`.
    pub fn new(task: &TaskId) -> Self {
        Self::bounded(task, LIMITS)
    }

    fn bounded(task: &TaskId, limits: Limits) -> Self {
        Self(Layers::new(Collector::new(task, limits), limits))
    }

    /// Takes the next part of the text, cut anywhere; the candidates that it completed.
    pub fn feed(&mut self, text: &str) -> Vec<Candidate> {
        self.0.feed(text);
        self.0.sink.found()
    }

    /// The text has ended: the last candidates, and how the answer is.
    pub fn end(self, ending: Ending) -> Answer {
        let (collected, head) = self.0.end();
        collected.end(ending, &head)
    }
}
