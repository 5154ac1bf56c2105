//! The open brackets of a document, what is kept of each, and how much. Called by the reader of JSON.

use serde_json::{Map, Value};

use super::{
    Out, Root,
    repair::{Repair, Repairs},
};
use crate::edge::claims::answer::shape;

/// The deepest nesting that is followed.
const DEEPEST: usize = 64;
/// What a value costs beside its text, in bytes.
const COST: usize = 16;

/// How many elements lists of findings had, and how many of them were objects.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub(in super::super) struct Listed {
    pub elements: usize,
    pub objects: usize,
}

#[derive(Debug)]
pub(super) enum Frame {
    Object {
        fields: Map<String, Value>,
        key: String,
    },
    Array(Vec<Value>),
    /// Its elements are given out one by one. `named` when it is the value of a key.
    List {
        listed: Listed,
        named: bool,
    },
}

/// The open brackets.
#[derive(Debug)]
pub(super) struct Stack {
    open: Vec<Frame>,
    most: usize,
    kept: usize,
    over: bool,
    /// Repairs since the last element.
    pub repairs: Repairs,
    /// What was kept and repaired before the first list began, and beside elements.
    beside: (usize, bool, Repairs),
    listed: Option<Listed>,
    known_keys: usize,
}

impl Stack {
    pub fn new(bracket: char, most: usize) -> Option<Self> {
        let first = match bracket {
            '{' => Frame::Object { fields: Map::new(), key: String::new() },
            '[' => Frame::List { listed: Listed::default(), named: false },
            _ => return None,
        };
        let repairs = Repairs::default();
        let beside = (0, false, repairs);
        Some(Self { open: vec![first], most, kept: 0, over: false, repairs, beside, listed: None, known_keys: 0 })
    }

    pub fn in_object(&self) -> bool {
        matches!(self.open.last(), Some(Frame::Object { .. }))
    }

    /// Whether this is more than a bracket in prose.
    pub fn is_answer(&self) -> bool {
        let named = self.open.iter().any(|frame| matches!(frame, Frame::List { named: true, .. }));
        named || self.listed.is_some_and(|l| l.objects > 0) || self.known_keys > 1 || self.open.iter().any(has_objects)
    }

    /// Whether so many more bytes are kept; they are counted.
    pub fn has_room(&mut self, bytes: usize) -> bool {
        self.kept = self.kept.saturating_add(bytes);
        self.over |= self.kept > self.most;
        !self.over
    }

    pub fn key(&mut self, name: String, quoted: bool) {
        if quoted && shape::is_known(&name) {
            self.known_keys += 1;
        }
        if let Some(Frame::Object { key, .. }) = self.open.last_mut() {
            *key = name;
        }
    }

    pub fn current_key(&self) -> String {
        match self.open.last() {
            Some(Frame::Object { key, .. }) => key.clone(),
            _ => String::new(),
        }
    }

    /// Opens a bracket; false when it is too deep.
    pub fn open(&mut self, bracket: char) -> bool {
        if self.open.len() >= DEEPEST {
            return false;
        }
        let frame = match (bracket, self.open.last()) {
            ('{', _) => Frame::Object { fields: Map::new(), key: String::new() },
            (_, Some(Frame::Object { fields, key }))
                if self.open.len() == 1 && shape::is_list(key) && !shape::waits(fields) =>
            {
                Frame::List { listed: Listed::default(), named: true }
            }
            (_, Some(Frame::List { named, .. })) => Frame::List { listed: Listed::default(), named: *named },
            _ => Frame::Array(Vec::new()),
        };
        if matches!(frame, Frame::List { .. }) && !self.in_list() {
            self.beside = (self.kept, self.over, self.repairs);
            (self.kept, self.over, self.repairs) = (0, false, Repairs::default());
        }
        self.open.push(frame);
        true
    }

    /// Whether the object that is open is an element of a list.
    pub fn in_element(&self) -> bool {
        matches!(self.open.as_slice(), [.., Frame::List { .. }, Frame::Object { .. }])
    }

    pub fn in_list(&self) -> bool {
        self.open.iter().any(|frame| matches!(frame, Frame::List { .. }))
    }

    /// Whether a closing bracket closes something, perhaps with others that were forgotten. A list that waits for an
    /// element does not end without its own bracket.
    pub fn can_close(&self, bracket: char, waits: bool) -> bool {
        if bracket == '}'
            && let Some(Frame::List { listed, .. }) = self.open.last()
            && (waits || listed.elements == 0)
        {
            return false;
        }
        self.open.iter().any(|frame| is_closed_by(frame, bracket))
    }

    /// Closes a bracket; true when it was the first.
    pub fn close(&mut self, bracket: char, out: &mut Vec<Out>) -> bool {
        while let Some(frame) = self.open.pop() {
            let fits = is_closed_by(&frame, bracket);
            if !fits {
                self.repairs.add(Repair::MissingBracket);
            }
            self.closed(frame, out);
            if fits {
                break;
            }
        }
        self.open.is_empty()
    }

    fn closed(&mut self, frame: Frame, out: &mut Vec<Out>) {
        match frame {
            Frame::Object { fields, .. } if self.open.is_empty() => self.root(fields, false, out),
            Frame::Object { fields, .. } => {
                self.put(Value::Object(fields), out);
            }
            Frame::Array(items) => {
                self.put(Value::Array(items), out);
            }
            Frame::List { listed, .. } => self.closed_list(listed, out),
        }
    }

    fn closed_list(&mut self, listed: Listed, out: &mut Vec<Out>) {
        if let Some(Frame::List { listed: outer, .. }) = self.open.last_mut() {
            outer.elements += listed.elements;
            outer.objects += listed.objects;
            return;
        }
        let sum = self.listed.get_or_insert_default();
        sum.elements += listed.elements;
        sum.objects += listed.objects;
        let (kept, over, mut repairs) = std::mem::take(&mut self.beside);
        self.repairs.iter().for_each(|repair| repairs.add(repair));
        (self.kept, self.over, self.repairs) = (kept, over, repairs);
        if self.open.is_empty() {
            self.root(Map::new(), true, out);
        }
    }

    fn root(&mut self, fields: Map<String, Value>, is_array: bool, out: &mut Vec<Out>) {
        let (listed, repairs, over) = (self.listed, self.repairs, self.over);
        out.push(Out::Root(Root { fields, is_array, listed, repairs, over }));
    }

    /// Puts a value where it belongs. Whether it was kept, so that it can be taken back.
    pub fn put(&mut self, value: Value, out: &mut Vec<Out>) -> bool {
        let room = self.has_room(COST);
        match self.open.last_mut() {
            Some(Frame::Object { fields, key }) => {
                let key = std::mem::take(key);
                if room {
                    fields.insert(key, value);
                }
                room
            }
            Some(Frame::Array(items)) => {
                if room {
                    items.push(value);
                }
                room
            }
            Some(Frame::List { listed, named }) => {
                listed.elements += 1;
                listed.objects += usize::from(value.is_object());
                let told = *named || listed.objects > 0;
                self.element(value, told, out);
                false
            }
            None => false,
        }
    }

    /// An element is complete. Words and numbers in a bracket of prose are not told.
    fn element(&mut self, value: Value, told: bool, out: &mut Vec<Out>) {
        let (over, repairs) = (self.over, self.repairs);
        (self.kept, self.over, self.repairs) = (0, false, Repairs::default());
        match over {
            true => out.push(Out::Large),
            false if told => out.push(Out::Element { value, repairs }),
            false => {}
        }
    }

    /// The text that was put last, to go on with it.
    pub fn take_back(&mut self, name: &str) -> Option<String> {
        let value = match self.open.last_mut()? {
            Frame::Object { fields, key } => {
                *key = name.to_owned();
                fields.remove(name)?
            }
            Frame::Array(items) => items.pop()?,
            Frame::List { .. } => return None,
        };
        match value {
            Value::String(text) => Some(text),
            _ => None,
        }
    }
}

fn has_objects(frame: &Frame) -> bool {
    matches!(frame, Frame::List { listed, .. } if listed.objects > 0)
}

fn is_closed_by(frame: &Frame, bracket: char) -> bool {
    matches!(frame, Frame::Object { .. }) == (bracket == '}')
}
