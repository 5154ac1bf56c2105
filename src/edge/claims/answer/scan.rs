//! The text around JSON, character by character: prose, fences, thinking, blocks between `FINDING_START` and
//! `FINDING_END`. Gives events; what they mean is `collect`'s. Called by `mod`.

use super::{
    again::Again,
    event::{Event, Limits},
    json::{Machine, Out, Root, Taken},
    line::{self, Line, Marker, Sequence},
};

#[derive(Debug)]
enum Mode {
    Prose,
    Json(Box<Machine>),
    Block(String),
}

/// A document without findings, until the rest of its line tells whether it is an answer.
#[derive(Debug)]
struct Pending {
    root: Root,
    began: Began,
}

/// What stood before a document in its line.
#[derive(Debug, Clone, Copy, Default)]
struct Began {
    /// Nothing, or a fence.
    open: bool,
    /// A quote.
    quoted: bool,
}

/// Thinking: its events count only if it never ends.
#[derive(Debug, Default)]
struct Thought {
    events: Vec<Event>,
    tag: Option<String>,
}

/// Reads one text.
#[derive(Debug)]
pub(super) struct Scanner {
    limits: Limits,
    mode: Mode,
    line: Line,
    /// How the document began that is being read.
    began: Began,
    pending: Option<Pending>,
    tag: Option<String>,
    thought: Option<Thought>,
    events: Vec<Event>,
    outs: Vec<Out>,
    head: String,
    again: Again,
    sequence: Sequence,
}

/// How much of a text is quoted when it is no answer.
const HEAD: usize = 200;

impl Scanner {
    pub fn new(limits: Limits) -> Self {
        Self {
            limits,
            mode: Mode::Prose,
            line: Line::default(),
            began: Began::default(),
            pending: None,
            tag: None,
            thought: None,
            events: Vec::new(),
            outs: Vec::new(),
            head: String::new(),
            again: Again::default(),
            sequence: Sequence::None,
        }
    }

    /// The first words of the text; thinking is left out.
    pub fn head(&self) -> &str {
        self.head.trim_end()
    }

    /// Takes a character; whether it completed something.
    pub fn push(&mut self, c: char) -> bool {
        if self.thought.is_none() && self.head.len() < HEAD && !(self.head.is_empty() && is_blank(c)) {
            self.head.push(c);
        }
        let thinks = self.thought.is_some();
        self.again.earn();
        self.step(c);
        self.go_on();
        if thinks {
            self.shelve();
        }
        !self.events.is_empty()
    }

    /// What was completed.
    pub fn events(&mut self) -> Vec<Event> {
        std::mem::take(&mut self.events)
    }

    /// While the agent thinks, events are kept aside.
    fn shelve(&mut self) {
        if let Some(thought) = &mut self.thought {
            let room = self.limits.entries.saturating_sub(thought.events.len());
            thought.events.extend(self.events.drain(..).take(room));
        }
    }

    /// The end of the text; what it completed.
    pub fn end(&mut self) -> Vec<Event> {
        let is_open = self.end_of_json();
        if !matches!(self.mode, Mode::Block(_)) || self.line.marker() == Some(Marker::End) {
            self.end_of_line();
        }
        if matches!(self.mode, Mode::Block(_)) {
            self.events.push(Event::HalfBlock { at_end: true });
        }
        self.settle(true);
        if is_open && self.events.is_empty() {
            self.events.push(Event::Unfinished);
        }
        let mut events = Vec::new();
        if let Some(thought) = self.thought.take() {
            events.push(Event::OpenThought);
            events.extend(thought.events);
        }
        events.append(&mut self.events);
        events
    }

    /// The end in the middle of a document. Whether one is left that is no answer but begins as answers do.
    fn end_of_json(&mut self) -> bool {
        let mut is_open = false;
        while let Mode::Json(machine) = &mut self.mode {
            let whole = machine.end(&mut self.outs);
            let is_answer = machine.is_answer();
            self.give_out();
            self.mode = Mode::Prose;
            if whole {
                self.line.fill();
            } else if is_answer {
                self.events.push(Event::Unfinished);
            } else {
                is_open |= self.began.open;
                if let Some(bracket) = self.again.rewind(None) {
                    self.line.push(bracket);
                    self.go_on();
                }
            }
        }
        is_open
    }

    /// Reads again what is to be.
    fn go_on(&mut self) {
        while let Some(c) = self.again.next() {
            self.step(c);
        }
    }

    fn step(&mut self, c: char) {
        if self.thought.is_some() && self.ends_thought(c) {
            self.thought = None;
            (self.mode, self.pending) = (Mode::Prose, None);
            return;
        }
        let Mode::Json(machine) = &mut self.mode else {
            return if matches!(self.mode, Mode::Prose) { self.prose(c) } else { self.block(c) };
        };
        let taken = machine.push(c, &mut self.outs);
        let (is_answer, in_list) = (machine.is_answer(), machine.in_list());
        if !self.outs.is_empty() {
            self.give_out();
            self.again.given();
        }
        match taken {
            Taken::More => self.again.keep(c, self.limits.object),
            Taken::Done | Taken::Before => {
                self.mode = Mode::Prose;
                self.line.fill();
                if taken == Taken::Before {
                    self.prose(c);
                }
            }
            Taken::Failed => self.failed(c, is_answer, in_list),
        }
    }

    /// What was read is no JSON: another answer, or the rest of this one, may stand behind the bracket.
    fn failed(&mut self, c: char, is_answer: bool, in_list: bool) {
        self.mode = Mode::Prose;
        if is_answer && matches!(c, '`' | '~') {
            // The fence ends before the answer does.
            self.events.push(Event::Unfinished);
            self.line.fill();
            return self.prose(c);
        }
        if is_answer {
            self.events.push(Event::Broken);
        }
        if is_answer && in_list {
            self.line.fill();
            if self.again.rewind_element(c) {
                return;
            }
        } else if let Some(bracket) = self.again.rewind(Some(c)) {
            return self.line.push(bracket);
        }
        self.line.fill();
        self.prose(c);
    }

    fn give_out(&mut self) {
        for out in self.outs.drain(..) {
            match out {
                Out::Root(root) if root.listed.is_some_and(|listed| listed.elements == 0) => {
                    self.pending = Some(Pending { root, began: self.began });
                }
                out => self.events.push(Event::Json(out)),
            }
        }
    }

    fn prose(&mut self, c: char) {
        if self.sequence.takes(c) {
            return;
        }
        if self.pending.is_some() && !matches!(c, ' ' | '\t' | '\r' | '.') {
            self.settle(matches!(c, '\n' | '`'));
        }
        self.in_tag(c);
        if c == '\n' {
            return self.end_of_line();
        }
        if let Some(machine) = Machine::begin(c, self.limits.object) {
            self.began = Began { open: self.line.is_open(), quoted: self.line.is_quoted() };
            self.mode = Mode::Json(Box::new(machine));
            self.again.begin(c);
            self.tag = None;
            return;
        }
        self.line.push(c);
    }

    /// Whether a document without findings is the answer: an object with an empty list, when its line holds nothing
    /// before or nothing behind it; a bare `[]` only when it has a line of its own.
    fn settle(&mut self, behind: bool) {
        if let Some(Pending { root, began }) = self.pending.take() {
            let stands = if root.is_array { began.open && behind } else { began.open || behind && !began.quoted };
            self.events.push(Event::Empty { root, stands });
        }
    }

    fn end_of_line(&mut self) {
        let marker = self.line.marker();
        self.line.clear();
        match marker {
            Some(Marker::Start) => self.mode = Mode::Block(String::new()),
            Some(Marker::None) => self.events.push(Event::NoFindings),
            Some(Marker::End) => {
                if let Mode::Block(text) = std::mem::replace(&mut self.mode, Mode::Prose) {
                    let is_large = text.len() >= self.limits.object;
                    self.events.push(if is_large { Event::LargeBlock } else { Event::Block(text) });
                }
            }
            None => {}
        }
    }

    fn block(&mut self, c: char) {
        if c != '\n' {
            self.line.push(c);
        }
        let marker = if c == '\n' { self.line.marker() } else { None };
        match marker {
            Some(Marker::End) => return self.end_of_line(),
            Some(Marker::Start) => {
                self.events.push(Event::HalfBlock { at_end: false });
                return self.end_of_line();
            }
            Some(Marker::None) | None => {}
        }
        if c == '\n' {
            self.line.clear();
        }
        if let Mode::Block(text) = &mut self.mode
            && text.len() < self.limits.object
        {
            text.push(c);
        }
    }

    /// Follows tags of thinking in prose.
    fn in_tag(&mut self, c: char) {
        if self.thought.is_some() {
            return;
        }
        let Some(tag) = line::tag(&mut self.tag, c) else { return };
        if line::is_thought(&tag) {
            self.settle(false);
            if let Some(before) = self.head.strip_suffix(&format!("<{tag}>")) {
                self.head.truncate(before.len());
            }
            self.thought = Some(Thought::default());
        } else if tag.strip_prefix('/').is_some_and(line::is_thought) {
            self.events.push(Event::ThoughtBefore);
            self.head.clear();
        }
    }

    /// Whether this character ends the thinking.
    fn ends_thought(&mut self, c: char) -> bool {
        let tag = self.thought.as_mut().and_then(|thought| line::tag(&mut thought.tag, c));
        tag.is_some_and(|tag| tag.strip_prefix('/').is_some_and(line::is_thought))
    }
}

fn is_blank(c: char) -> bool {
    c.is_whitespace() || c == '\u{feff}'
}
