//! A tolerant reader of JSON that is fed one character at a time: what it gives cannot depend on how a text was cut.
//! Elements of a list of findings are given as soon as each is complete.
//!
//! It looks at no character twice but for the few behind a bracket it doubts. A text ends at a quote; if what follows
//! cannot follow a text, the quote was a part of it and the text is opened again. Valid JSON never comes there.
//! Not here: prose and fences around (`scan`), what an element means (`collect`). Called by `scan`.

mod doubt;
mod frames;
mod quoted;
mod repair;
mod word;

use serde_json::{Map, Value};

use doubt::{Back, SINCE};
pub(super) use frames::Listed;
use frames::Stack;
use quoted::{Quoted, Quotes, Role};
pub(super) use repair::{Repair, Repairs};

/// What came out.
#[derive(Debug)]
pub(super) enum Out {
    /// An element of a list of findings.
    Element {
        /// The element.
        value: Value,
        /// What was repaired since the element before.
        repairs: Repairs,
    },
    /// An element that is too large to be kept.
    Large,
    /// All of it.
    Root(Root),
}

/// A whole document.
#[derive(Debug)]
pub(super) struct Root {
    /// Its fields but for the elements that were given before; empty when it is an array.
    pub fields: Map<String, Value>,
    /// Whether it is an array.
    pub is_array: bool,
    /// Its lists of findings; `None` when it has none.
    pub listed: Option<Listed>,
    /// Repairs beside the elements.
    pub repairs: Repairs,
    /// Whether something was too large to be kept.
    pub over: bool,
}

/// What became of a character.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Taken {
    /// It was taken, more may come.
    More,
    /// It was taken, and the document is whole.
    Done,
    /// It was not taken: the document was whole before it.
    Before,
    /// It was not taken: this is no JSON.
    Failed,
}

/// What is expected next.
#[derive(Debug)]
enum At {
    Value,
    Key,
    Colon,
    After,
    Text(Quoted),
    Word(Role, String),
    /// A bracket behind a text whose end is in doubt, at this place of what came since.
    Doubt(usize),
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Comment {
    Maybe,
    Line,
    Block,
    BlockStar,
}

/// One document that is being read.
#[derive(Debug)]
pub(super) struct Machine {
    stack: Stack,
    at: At,
    comment: Option<Comment>,
    back: Option<Back>,
    comma: bool,
    /// Whether a key was read: then a text may go on over lines, as no valid one does.
    has_keys: bool,
}

impl Machine {
    /// Begins with the bracket that was met, if it is one. `most` bytes are kept of one element.
    pub fn begin(bracket: char, most: usize) -> Option<Self> {
        let stack = Stack::new(bracket, most)?;
        let at = if bracket == '{' { At::Key } else { At::Value };
        Some(Self { stack, at, comment: None, back: None, comma: false, has_keys: false })
    }

    /// Whether what was read so far is an answer, or a part of one, rather than a bracket in prose.
    pub fn is_answer(&self) -> bool {
        self.stack.is_answer()
    }

    /// Whether an element of a list is being read.
    pub fn in_list(&self) -> bool {
        self.stack.in_list()
    }

    /// Takes a character.
    pub fn push(&mut self, c: char, out: &mut Vec<Out>) -> Taken {
        let taken = self.step(c, out);
        let taken = if taken == Taken::Failed && self.reopen(c) { self.step(c, out) } else { taken };
        if taken == Taken::More
            && let Some(back) = &mut self.back
        {
            back.since.push(c);
            if back.since.len() > SINCE && !matches!(self.at, At::Doubt(_)) {
                self.back = None;
            }
        }
        taken
    }

    /// The end of the text. Whether the document was whole.
    pub fn end(&mut self, out: &mut Vec<Out>) -> bool {
        match self.at {
            At::Doubt(from) => self.trust(from, out) == Taken::Done,
            _ => false,
        }
    }

    fn step(&mut self, c: char, out: &mut Vec<Out>) -> Taken {
        if let Some(comment) = self.comment {
            return self.in_comment(comment, c);
        }
        match &mut self.at {
            At::Text(text) => {
                if c == '\n' && (text.role == Role::Key || !self.has_keys) {
                    return self.no_text();
                }
                // A list is known by its key, however large its neighbours are.
                let keep = self.stack.has_room(c.len_utf8()) || text.is_short_key();
                if text.push(c, keep, &mut self.stack.repairs) {
                    self.end_of_text(out);
                }
                return Taken::More;
            }
            At::Word(role, word) => {
                let goes_on = if *role == Role::Key { word::in_key(c) } else { word::goes_on(c) };
                if !goes_on {
                    return self.end_of_word(c, out);
                }
                word.push(c);
                return if word.len() > word::LONGEST { Taken::Failed } else { Taken::More };
            }
            At::Doubt(from) => {
                let from = *from;
                return self.doubt(from, c, out);
            }
            At::Value | At::Key | At::Colon | At::After => {}
        }
        if is_blank(c) {
            return Taken::More;
        }
        match c {
            '/' => self.comment = Some(Comment::Maybe),
            '#' => self.comment = Some(Comment::Line),
            _ => return self.between(c, out),
        }
        Taken::More
    }

    /// A line break in a text that cannot have one: a quote in prose that has no end.
    fn no_text(&mut self) -> Taken {
        if !self.has_keys {
            self.back = None;
        }
        Taken::Failed
    }

    fn in_comment(&mut self, comment: Comment, c: char) -> Taken {
        self.comment = match (comment, c) {
            (Comment::Maybe, '/') => Some(Comment::Line),
            (Comment::Maybe, '*') => Some(Comment::Block),
            (Comment::Maybe, _) => {
                self.comment = None;
                return Taken::Failed;
            }
            (Comment::Line, '\n') => None,
            (Comment::BlockStar, '/') => None,
            (Comment::Block | Comment::BlockStar, '*') => Some(Comment::BlockStar),
            (Comment::Block | Comment::BlockStar, _) => Some(Comment::Block),
            (Comment::Line, _) => Some(Comment::Line),
        };
        if self.comment.is_none() {
            self.repair(Repair::Comment);
        }
        Taken::More
    }

    fn repair(&mut self, repair: Repair) {
        self.stack.repairs.add(repair);
    }

    /// A character outside of texts, words, comments and blanks.
    fn between(&mut self, c: char, out: &mut Vec<Out>) -> Taken {
        match self.at {
            At::Value => self.value(c, out),
            At::Key => self.key(c, out),
            At::Colon if c == ':' => {
                self.back = None;
                self.at = At::Value;
                self.has_keys = true;
                Taken::More
            }
            At::After => self.after(c, out),
            At::Colon | At::Text(_) | At::Word(..) | At::Doubt(_) => Taken::Failed,
        }
    }

    fn value(&mut self, c: char, out: &mut Vec<Out>) -> Taken {
        let in_object = self.stack.in_object();
        match c {
            '{' | '[' => return self.open(c),
            ',' | '}' if in_object => {
                self.repair(Repair::MissingValue);
                self.stack.put(Value::Null, out);
                self.at = At::After;
                return self.after(c, out);
            }
            ']' | '}' => return self.close(c, out),
            ',' => self.repair(Repair::ExtraComma),
            _ => {
                if let Some(quotes) = Quotes::opened_by(c) {
                    self.open_text(Role::Value, quotes);
                } else if word::begins(c) {
                    self.at = At::Word(Role::Value, c.into());
                } else {
                    return Taken::Failed;
                }
                self.comma = false;
            }
        }
        Taken::More
    }

    fn key(&mut self, c: char, out: &mut Vec<Out>) -> Taken {
        match c {
            ']' | '}' => return self.close(c, out),
            ',' => self.repair(Repair::ExtraComma),
            '{' if self.begins_next_element() => {
                self.comma = false;
                self.repair(Repair::MissingBracket);
                self.close('}', out);
                return self.open('{');
            }
            _ => {
                if let Some(quotes) = Quotes::opened_by(c) {
                    self.open_text(Role::Key, quotes);
                } else if word::in_key(c) {
                    self.at = At::Word(Role::Key, c.into());
                } else {
                    return Taken::Failed;
                }
                self.comma = false;
            }
        }
        Taken::More
    }

    /// Whether a brace in place of a key is that of the next element: on a line of its own, unless a text is surely
    /// over.
    fn begins_next_element(&self) -> bool {
        let is_over = self.back.as_ref().is_none_or(|back| back.since.contains('\n') && !back.doubtful);
        self.comma && is_over && self.stack.in_element()
    }

    fn after(&mut self, c: char, out: &mut Vec<Out>) -> Taken {
        let in_object = self.stack.in_object();
        match c {
            ',' => {
                self.comma = true;
                self.at = if in_object { At::Key } else { At::Value };
                Taken::More
            }
            ']' | '}' if self.back.as_ref().is_some_and(|back| back.doubtful) => {
                self.at = At::Doubt(self.back.as_ref().map_or(0, |back| back.since.len()));
                Taken::More
            }
            ']' | '}' => self.close(c, out),
            '{' if !in_object => {
                self.repair(Repair::MissingComma);
                self.open(c)
            }
            _ => {
                let Some(quotes) = Quotes::opened_by(c) else { return Taken::Failed };
                // Of two quotes side by side the first was a part of the text.
                if self.back.as_ref().is_some_and(|back| back.since.len() == 1) {
                    return Taken::Failed;
                }
                self.repair(Repair::MissingComma);
                self.open_text(if in_object { Role::Key } else { Role::Value }, quotes);
                Taken::More
            }
        }
    }

    fn open_text(&mut self, role: Role, quotes: Quotes) {
        if let Some(repair) = quotes.repair() {
            self.repair(repair);
        }
        self.at = At::Text(Quoted::new(role, quotes));
    }

    fn open(&mut self, bracket: char) -> Taken {
        (self.back, self.comma) = (None, false);
        self.at = if bracket == '{' { At::Key } else { At::Value };
        if self.stack.open(bracket) { Taken::More } else { Taken::Failed }
    }

    fn close(&mut self, bracket: char, out: &mut Vec<Out>) -> Taken {
        if !self.stack.can_close(bracket, self.comma) {
            return Taken::Failed;
        }
        if std::mem::take(&mut self.comma) {
            self.repair(Repair::ExtraComma);
        }
        self.back = None;
        self.at = At::After;
        if self.stack.close(bracket, out) { Taken::Done } else { Taken::More }
    }

    fn end_of_text(&mut self, out: &mut Vec<Out>) {
        let At::Text(text) = std::mem::replace(&mut self.at, At::After) else { return };
        let (role, quotes, doubtful) = (text.role, text.quotes, text.doubtful);
        let repairs = self.stack.repairs;
        let text = text.finish(&mut self.stack.repairs);
        match role {
            Role::Key => {
                self.stack.key(text, true);
                self.at = At::Colon;
            }
            Role::Value => {
                let key = self.stack.current_key();
                let kept = self.stack.put(Value::String(text), out);
                self.back = kept.then(|| Back { key, quotes, doubtful, since: String::new(), repairs });
            }
        }
    }

    fn end_of_word(&mut self, c: char, out: &mut Vec<Out>) -> Taken {
        let At::Word(role, word) = std::mem::replace(&mut self.at, At::After) else { return Taken::Failed };
        if role == Role::Key {
            self.repair(Repair::BareKey);
            self.at = At::Colon;
            self.stack.key(word, false);
        } else if word::is_elision(&word) && !self.stack.in_object() {
            self.repair(Repair::Elided);
        } else {
            let (value, repaired) = word::value(&word);
            repaired.into_iter().for_each(|repair| self.repair(repair));
            self.stack.has_room(word.len());
            self.back = None;
            self.stack.put(value, out);
        }
        self.step(c, out)
    }
}

/// What may stand between the parts of a document: blanks, also those without a width.
fn is_blank(c: char) -> bool {
    c.is_whitespace() || matches!(c, '\u{feff}' | '\u{200b}'..='\u{200d}' | '\u{2060}')
}
