//! What a scanner meets in a text, and how much it reads. Called by all of this room.

use super::json::{Out, Root};

/// What was met.
#[derive(Debug)]
pub(super) enum Event {
    /// From the reader of JSON: an element or a document.
    Json(Out),
    /// A document whose lists are all empty. `stands`: as an answer, not in the middle of a sentence.
    Empty { root: Root, stands: bool },
    /// JSON that ended too early or is none, and was an answer.
    Broken,
    /// The same at the end of the text.
    Unfinished,
    /// What stood between the marks.
    Block(String),
    /// A block that another one, or the end, interrupts.
    HalfBlock { at_end: bool },
    /// A block that is too large.
    LargeBlock,
    /// A line that says that there are no findings.
    NoFindings,
    /// Thinking ended that never began: what came before was thinking.
    ThoughtBefore,
    /// Thinking that never ended: what was met in it comes now.
    OpenThought,
}

/// Limits, in bytes and numbers.
#[derive(Debug, Clone, Copy)]
pub(super) struct Limits {
    /// Of one object or block.
    pub object: usize,
    /// Of all text.
    pub text: usize,
    /// Of entries.
    pub entries: usize,
}
