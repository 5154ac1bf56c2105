//! Text behind a bracket that proved to be none, to be read again: prose may hold a bracket or a quote that never ends,
//! and the answer behind it. Called by `scan`.

use std::collections::VecDeque;

/// How many characters may be read again for each that is read: it keeps time linear.
const SHARE: usize = 3;

/// What is read again, and what may be.
#[derive(Debug, Default)]
pub(super) struct Again {
    bracket: Option<char>,
    since: String,
    over: bool,
    fuel: usize,
    queue: VecDeque<char>,
}

impl Again {
    /// A new character was read.
    pub fn earn(&mut self) {
        self.fuel = self.fuel.saturating_add(SHARE);
    }

    /// A document begins.
    pub fn begin(&mut self, bracket: char) {
        self.bracket = Some(bracket);
        self.since.clear();
        self.over = false;
    }

    /// It goes on; at most so many bytes are kept.
    pub fn keep(&mut self, c: char, most: usize) {
        if self.since.len() < most { self.since.push(c) } else { self.over = true }
    }

    /// An element was given out: what stood before is not read again.
    pub fn given(&mut self) {
        self.since.clear();
        self.over = false;
    }

    /// The element that is being read is broken: what came behind its bracket is read again.
    pub fn rewind_element(&mut self, shown_by: char) -> bool {
        if let Some((_, inside)) = self.since.split_once('{') {
            self.since = inside.to_owned();
        }
        self.rewind(Some(shown_by)).is_some()
    }

    /// The document was none: what came behind its bracket is read again, before the character that showed it. Its
    /// bracket, when that is affordable.
    pub fn rewind(&mut self, shown_by: Option<char>) -> Option<char> {
        let cost = self.since.len();
        if self.over || cost > self.fuel {
            return None;
        }
        self.fuel -= cost;
        if let Some(c) = shown_by {
            self.queue.push_front(c);
        }
        for c in std::mem::take(&mut self.since).chars().rev() {
            self.queue.push_front(c);
        }
        self.bracket.take()
    }

    /// The next character to be read again.
    pub fn next(&mut self) -> Option<char> {
        self.queue.pop_front()
    }
}
