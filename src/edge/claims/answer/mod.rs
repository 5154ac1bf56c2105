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
//! One character at a time, none twice but for a few: the result cannot depend on how the text was cut, and time is
//! linear. An entry is given as soon as it is complete, but for one: `critical` means two levels in two vocabularies
//! (REVIEW "Severity"), so such an entry waits for one whose words or keys decide, or for the end.
//!
//! Not here: agents and their processes (`edge::agents`), which call it.

mod block;
mod collect;
mod envelope;
mod json;
mod line;
mod overview;
mod scan;
mod shape;

use crate::core::model::{Candidate, TaskId};

use collect::{Collector, Level};
use envelope::Inside;
pub use overview::Overview;
use scan::{Event, Limits, Scanner};

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
pub struct Reader {
    limits: Limits,
    outer: Scanner,
    /// A message inside envelopes that comes in pieces.
    inner: Option<Scanner>,
    collected: Collector,
    bytes: usize,
    /// The first words of what the last envelope held.
    inner_head: Option<String>,
}

impl Reader {
    /// The candidates belong to the task; their ids are `{task}-c{n}`.
    pub fn new(task: &TaskId) -> Self {
        Self::bounded(task, LIMITS)
    }

    fn bounded(task: &TaskId, limits: Limits) -> Self {
        let (outer, collected) = (Scanner::new(limits), Collector::new(task, limits));
        Self { limits, outer, inner: None, collected, bytes: 0, inner_head: None }
    }

    /// Takes the next part of the text, cut anywhere; the candidates that it completed.
    pub fn feed(&mut self, text: &str) -> Vec<Candidate> {
        for c in text.chars() {
            if self.bytes > self.limits.text {
                break;
            }
            self.bytes += c.len_utf8();
            if self.bytes > self.limits.text {
                self.collected.too_long();
            } else if self.outer.push(c) {
                let events = self.outer.events();
                self.take(events);
            }
        }
        self.collected.found()
    }

    fn take(&mut self, events: Vec<Event>) {
        for event in events {
            for inside in self.collected.take(event, Level::Outer) {
                match inside {
                    Inside::Text(text) => self.message(&text),
                    Inside::Piece(text) => {
                        let mut scanner = self.inner.take().unwrap_or_else(|| Scanner::new(self.limits));
                        self.read(&mut scanner, &text);
                        self.inner = Some(scanner);
                    }
                    Inside::Value(value) => self.collected.value(value),
                    told @ (Inside::Failed(_) | Inside::Cut) => self.collected.told(told),
                }
            }
        }
    }

    /// A whole message; pieces before it end here.
    fn message(&mut self, text: &str) {
        self.end_of_pieces();
        let mut scanner = Scanner::new(self.limits);
        self.read(&mut scanner, text);
        self.end_of(scanner);
    }

    fn read(&mut self, scanner: &mut Scanner, text: &str) {
        for c in text.chars() {
            if scanner.push(c) {
                for event in scanner.events() {
                    self.collected.take(event, Level::Inner);
                }
            }
        }
    }

    fn end_of_pieces(&mut self) {
        if let Some(scanner) = self.inner.take() {
            self.end_of(scanner);
        }
    }

    fn end_of(&mut self, mut scanner: Scanner) {
        for event in scanner.end() {
            self.collected.take(event, Level::Inner);
        }
        if self.inner_head.is_none() || !scanner.head().is_empty() {
            self.inner_head = Some(scanner.head().to_owned());
        }
    }

    /// The text has ended: the last candidates, and how the answer is.
    pub fn end(mut self, ending: Ending) -> Answer {
        let events = self.outer.end();
        self.take(events);
        self.end_of_pieces();
        let head = self.inner_head.as_deref().unwrap_or(self.outer.head());
        let (candidates, notes, state, overview) = self.collected.end(ending, head);
        Answer { candidates, notes, state, overview }
    }
}
