//! A text and the texts inside its envelopes, each read by a scanner of its own; all events go to one sink. Called by
//! `mod` and `verdicts`.

use serde_json::Value;

use super::{
    envelope::Inside,
    event::{Event, Limits},
    scan::Scanner,
};

/// How deep in envelopes a text lies.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Level {
    /// What the agent printed.
    Outer,
    /// A text inside an envelope.
    Inner,
}

/// Who takes the events.
pub(super) trait Sink {
    /// Takes an event; what an envelope holds is handed back to be read.
    fn take(&mut self, event: Event, level: Level) -> Vec<Inside>;
    /// JSON inside an envelope.
    fn value(&mut self, value: Value);
    /// The tool's own word of how it went: [`Inside::Failed`] or [`Inside::Cut`].
    fn told(&mut self, word: Inside);
    /// More text than is read.
    fn too_long(&mut self);
    /// A message inside an envelope begins.
    fn begin_message(&mut self) {}
    /// It ended.
    fn end_message(&mut self) {}
}

/// The scanners of one answer.
#[derive(Debug)]
pub(super) struct Layers<S> {
    pub sink: S,
    limits: Limits,
    outer: Scanner,
    /// A message inside envelopes that comes in pieces.
    inner: Option<Scanner>,
    bytes: usize,
    /// The first words of what the last envelope held.
    inner_head: Option<String>,
}

impl<S: Sink> Layers<S> {
    pub fn new(sink: S, limits: Limits) -> Self {
        Self { sink, limits, outer: Scanner::new(limits), inner: None, bytes: 0, inner_head: None }
    }

    /// Takes the next part of the text, cut anywhere.
    pub fn feed(&mut self, text: &str) {
        for c in text.chars() {
            if self.bytes > self.limits.text {
                break;
            }
            self.bytes += c.len_utf8();
            if self.bytes > self.limits.text {
                self.sink.too_long();
            } else if self.outer.push(c) {
                let events = self.outer.events();
                self.take(events);
            }
        }
    }

    /// The end of the text: the sink, and the first words of what was said.
    pub fn end(mut self) -> (S, String) {
        let events = self.outer.end();
        self.take(events);
        self.end_of_pieces();
        let head = self.inner_head.unwrap_or_else(|| self.outer.head().to_owned());
        (self.sink, head)
    }

    fn take(&mut self, events: Vec<Event>) {
        for event in events {
            for inside in self.sink.take(event, Level::Outer) {
                match inside {
                    Inside::Text(text) => self.message(&text),
                    Inside::Piece(text) => {
                        let mut scanner = self.inner.take().unwrap_or_else(|| self.begin());
                        self.read(&mut scanner, &text);
                        self.inner = Some(scanner);
                    }
                    Inside::Value(value) => self.sink.value(value),
                    word @ (Inside::Failed(_) | Inside::Cut) => self.sink.told(word),
                }
            }
        }
    }

    /// A whole message; pieces before it end here.
    fn message(&mut self, text: &str) {
        self.end_of_pieces();
        let mut scanner = self.begin();
        self.read(&mut scanner, text);
        self.end_of(scanner);
    }

    fn begin(&mut self) -> Scanner {
        self.sink.begin_message();
        Scanner::new(self.limits)
    }

    fn read(&mut self, scanner: &mut Scanner, text: &str) {
        for c in text.chars() {
            if scanner.push(c) {
                for event in scanner.events() {
                    self.sink.take(event, Level::Inner);
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
            self.sink.take(event, Level::Inner);
        }
        self.sink.end_message();
        if self.inner_head.is_none() || !scanner.head().is_empty() {
            self.inner_head = Some(scanner.head().to_owned());
        }
    }
}
