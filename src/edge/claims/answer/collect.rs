//! Events of the scanner -> candidates, notes and the state of the answer. Called by `mod`.

use std::collections::HashMap;

use serde_json::{Map, Value};
use sha2::{Digest, Sha256};

use super::{
    Ending, State, block,
    envelope::{self, Inside},
    json::{Listed, Out, Repairs, Root},
    overview::Overview,
    scan::{Event, Limits},
    shape,
};
use crate::{
    core::{
        model::{Candidate, TaskId, Vocabulary},
        text::one_line,
    },
    edge::claims::{self, Notes},
};

type Fields = Map<String, Value>;

/// How deep in envelopes a text lies.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Level {
    /// What the agent printed.
    Outer,
    /// A text inside an envelope.
    Inner,
}

/// An entry whose `critical` is not decided yet.
#[derive(Debug)]
struct Held {
    fields: Fields,
    number: usize,
    id: usize,
}

/// What tells how an answer ended.
#[derive(Debug, Default)]
struct Signs {
    /// An entry was read, or a list that says that there are none.
    answered: bool,
    /// Why a part of the answer is unreadable.
    damage: Option<String>,
    /// What was found in place of findings.
    foreign: Option<String>,
    /// What the tool says went wrong.
    failed: Option<String>,
    /// The answer ends too early, or is more than is read.
    cut: bool,
    /// A list broke: entries that follow may stand alone.
    recovering: bool,
}

/// Collects one answer.
#[derive(Debug)]
pub(super) struct Collector {
    task: TaskId,
    limits: Limits,
    found: Vec<Candidate>,
    held: Vec<Held>,
    is_deep: bool,
    /// Entries that were met, and candidates that were made.
    entries: usize,
    made: usize,
    seen: HashMap<[u8; 16], usize>,
    notes: Notes,
    counts: Counts,
    signs: Signs,
    overview: Overview,
}

#[derive(Debug, Default)]
struct Counts {
    repeated: usize,
    beyond: usize,
}

impl Collector {
    pub fn new(task: &TaskId, limits: Limits) -> Self {
        Self {
            task: task.clone(),
            limits,
            found: Vec::new(),
            held: Vec::new(),
            is_deep: false,
            entries: 0,
            made: 0,
            seen: HashMap::new(),
            notes: Notes::default(),
            counts: Counts::default(),
            signs: Signs::default(),
            overview: Overview::default(),
        }
    }

    /// Candidates that are ready.
    pub fn found(&mut self) -> Vec<Candidate> {
        std::mem::take(&mut self.found)
    }

    /// More text than is read.
    pub fn too_long(&mut self) {
        self.signs.cut = true;
        let mib = self.limits.text >> 20;
        self.notes.add(|| format!("only the first {mib} MiB of the answer were read"));
    }

    /// Takes an event; texts inside an envelope are handed back to be read.
    pub fn take(&mut self, event: Event, level: Level) -> Vec<Inside> {
        match event {
            Event::Json(Out::Element { value, repairs }) => return self.element(value, repairs, level),
            Event::Json(Out::Root(root)) => return self.root(root, true, level),
            Event::Empty { root, stands } => return self.root(root, stands, level),
            Event::Json(Out::Large) | Event::LargeBlock => {
                let kib = self.limits.object >> 10;
                self.left_out(&format!("it is larger than {kib} KiB"));
            }
            Event::Block(text) => return self.block(text),
            Event::HalfBlock { at_end } => {
                self.left_out("its FINDING_END is missing");
                self.signs.cut |= at_end;
                if !at_end {
                    self.damaged("a block has no FINDING_END".to_owned());
                }
            }
            Event::NoFindings => self.answered(),
            Event::Broken => {
                self.left_out("it is no JSON");
                self.damaged(format!("entry {} is no JSON", self.entries));
                self.signs.recovering = true;
            }
            Event::Unfinished => {
                self.signs.cut = true;
                self.notes.add(|| "the answer ends too early: what was not complete was left out".to_owned());
            }
            Event::ThoughtBefore => {
                let signs = &mut self.signs;
                (signs.answered, signs.damage, signs.recovering) = (self.made > 0, None, false);
                self.notes.add(|| "thinking without a beginning: what stands before its end was read too".to_owned());
            }
            Event::OpenThought => {
                self.notes.add(|| "its thinking has no end: what stands in it was read".to_owned());
            }
        }
        Vec::new()
    }

    /// JSON inside an envelope.
    pub fn value(&mut self, value: Value) {
        match value {
            Value::Object(fields) => {
                self.root(
                    Root { fields, is_array: false, listed: None, repairs: Repairs::default(), over: false },
                    true,
                    Level::Inner,
                );
            }
            Value::Array(items) => self.list(items, Level::Inner),
            _ => {}
        }
    }

    /// The tool's own word.
    pub fn told(&mut self, inside: Inside) {
        match inside {
            Inside::Failed(words) => self.signs.failed = Some(one_line(&beginning(&words, 400), 160)),
            Inside::Cut => {
                self.signs.cut = true;
                self.notes.add(|| "the tool says that the model was cut off".to_owned());
            }
            Inside::Text(_) | Inside::Piece(_) | Inside::Value(_) => {}
        }
    }

    fn damaged(&mut self, why: String) {
        self.signs.damage.get_or_insert(why);
    }

    /// There is an answer: an error that the tool told of before was none that ended it.
    fn answered(&mut self) {
        self.signs.answered = true;
        if let Some(words) = self.signs.failed.take() {
            self.notes.add(|| format!("the tool told of an error and went on: {words}"));
        }
    }

    fn left_out(&mut self, why: &str) {
        self.entries += 1;
        self.note(self.entries, &format!("left out: {why}"));
    }

    fn note(&mut self, number: usize, what: &str) {
        self.notes.add(|| format!("entry {number}: {what}"));
    }

    fn block(&mut self, text: String) -> Vec<Inside> {
        let fields = block::fields(&text);
        if fields.is_empty() {
            return vec![Inside::Text(text)];
        }
        self.entry(fields, Repairs::default());
        Vec::new()
    }

    fn list(&mut self, items: Vec<Value>, level: Level) {
        if items.is_empty() {
            self.answered();
        }
        for item in items {
            self.element(item, Repairs::default(), level);
        }
    }

    fn element(&mut self, value: Value, repairs: Repairs, level: Level) -> Vec<Inside> {
        match value {
            Value::Object(fields) => {
                if level == Level::Outer
                    && let Some(inside) = envelope::open(&fields)
                {
                    return inside;
                }
                for claim in shape::claims_of(fields) {
                    self.entry(claim, repairs);
                }
            }
            other => self.left_out(&format!("it is no object ({})", kind_of(&other))),
        }
        Vec::new()
    }

    fn root(&mut self, mut root: Root, stands: bool, level: Level) -> Vec<Inside> {
        root.repairs.iter().for_each(|repair| self.notes.add(|| format!("beside the entries: {}", repair.words())));
        if root.over {
            self.notes.add(|| "fields beside the entries were too large and left out".to_owned());
        }
        if root.is_array {
            self.array(root.listed.unwrap_or_default(), stands);
            return Vec::new();
        }
        if level == Level::Outer
            && let Some(inside) = envelope::open(&root.fields)
            && root.listed.is_none_or(|listed| listed.elements == 0)
        {
            return inside;
        }
        let is_bare = root.listed.is_none_or(|listed| listed.elements == 0);
        let stands_alone = shape::is_entry(&root.fields)
            || self.signs.recovering && root.listed.is_none() && claims::says_something(&root.fields);
        if is_bare && stands_alone {
            self.entry_of(root.fields, root.repairs);
            return Vec::new();
        }
        self.overview.read(&root.fields);
        if stands && root.listed.is_some_and(|listed| listed.elements == 0) {
            self.answered();
        }
        let mut lists = shape::lists_in(&mut root.fields);
        if lists.is_empty() && root.listed.is_none() {
            lists = shape::lists_below(&mut root.fields);
            if lists.is_empty() {
                self.foreign(&root.fields);
                return text_in(&root.fields, level);
            }
        }
        lists.into_iter().for_each(|list| self.list(list, level));
        Vec::new()
    }

    fn entry_of(&mut self, fields: Fields, repairs: Repairs) {
        for claim in shape::claims_of(fields) {
            self.entry(claim, repairs);
        }
    }

    fn array(&mut self, listed: Listed, stands: bool) {
        if listed.elements == 0 {
            if stands {
                self.answered();
            }
        } else if listed.objects == 0 {
            self.signs.foreign.get_or_insert_with(|| "a list without objects".to_owned());
        }
    }

    fn foreign(&mut self, fields: &Fields) {
        let keys: Vec<&str> = fields.keys().take(4).map(String::as_str).collect();
        let what = match keys.as_slice() {
            [] => "an empty object".to_owned(),
            keys => format!("an object of {}", one_line(&keys.join(", "), 80)),
        };
        self.signs.foreign.get_or_insert(what);
    }

    fn entry(&mut self, fields: Fields, repairs: Repairs) {
        self.entries += 1;
        let number = self.entries;
        if self.made >= self.limits.entries {
            self.counts.beyond += 1;
            self.signs.cut = true;
            return;
        }
        if !claims::says_something(&fields) {
            return self.note(number, "left out: it has neither title nor body");
        }
        if shape::is_template(&fields) {
            return self.note(number, "left out: it is an example with places to fill in");
        }
        if self.seen.insert(digest(&fields), number).is_some() {
            self.counts.repeated += 1;
            return;
        }
        repairs.iter().for_each(|repair| self.note(number, repair.words()));
        self.answered();
        self.made += 1;
        self.decide(Held { fields, number, id: self.made });
    }

    /// `critical` means the highest level in deep's vocabulary only: such an entry waits until another tells.
    fn decide(&mut self, entry: Held) {
        let word = claims::severity_word(&entry.fields).trim().to_ascii_lowercase();
        if claims::is_deep(&entry.fields) || Vocabulary::of(false, [word.as_str()]) == Vocabulary::Deep {
            self.is_deep = true;
            self.release(Vocabulary::Deep);
        }
        match (word.as_str(), self.is_deep) {
            ("critical", false) => self.held.push(entry),
            (_, true) => self.make(entry, Vocabulary::Deep),
            (_, false) => self.make(entry, Vocabulary::Labels),
        }
    }

    fn release(&mut self, vocabulary: Vocabulary) {
        for entry in std::mem::take(&mut self.held) {
            self.make(entry, vocabulary);
        }
    }

    fn make(&mut self, entry: Held, vocabulary: Vocabulary) {
        let (candidate, repairs) = claims::candidate(&entry.fields, &self.task, entry.id, vocabulary);
        repairs.iter().for_each(|repair| self.note(entry.number, repair));
        self.found.push(candidate);
    }

    /// The last candidates, the notes, the state, the overview. `head` are the first words of the text.
    pub fn end(mut self, ending: Ending, head: &str) -> (Vec<Candidate>, Vec<String>, State, Option<Overview>) {
        self.release(Vocabulary::Labels);
        if self.counts.repeated > 0 {
            let n = self.counts.repeated;
            self.notes.add(|| format!("{n} entries were given again and count once"));
        }
        if self.counts.beyond > 0 {
            let (most, n) = (self.limits.entries, self.counts.beyond);
            self.notes.add(|| format!("only the first {most} entries were read, {n} more were not"));
        }
        let state = self.state(ending, head);
        (self.found, self.notes.finish(), state, self.overview.given())
    }

    fn state(&self, ending: Ending, head: &str) -> State {
        let signs = &self.signs;
        if let Some(words) = &signs.failed {
            return State::Malformed(format!("the tool says that it failed: {words}"));
        }
        if let Some(why) = &signs.damage {
            return State::Malformed(why.clone());
        }
        if signs.cut || signs.answered && ending == Ending::Cut {
            return State::Cut;
        }
        if signs.answered {
            return State::Complete;
        }
        let quoted = one_line(head, 80);
        State::Malformed(match &signs.foreign {
            _ if head.is_empty() => "it said nothing".to_owned(),
            _ if self.entries > 0 => format!("none of its {} entries can be read", self.entries),
            Some(what) => format!("it holds no findings but {what}; it begins \"{quoted}\""),
            None => format!("it holds no list of findings; it begins \"{quoted}\""),
        })
    }
}

/// A list that was written as a text.
fn text_in(fields: &Fields, level: Level) -> Vec<Inside> {
    let texts = fields.iter().filter(|(key, value)| shape::is_list(key) && value.is_string());
    let inside = texts.filter_map(|(_, value)| value.as_str().map(|text| Inside::Text(text.to_owned())));
    if level == Level::Outer { inside.collect() } else { Vec::new() }
}

fn digest(fields: &Fields) -> [u8; 16] {
    let hash = Sha256::digest(serde_json::to_vec(fields).unwrap_or_default());
    std::array::from_fn(|at| hash.get(at).copied().unwrap_or_default())
}

fn beginning(text: &str, most: usize) -> String {
    text.chars().take(most).collect()
}

fn kind_of(value: &Value) -> &'static str {
    match value {
        Value::Null => "null",
        Value::Bool(_) => "true or false",
        Value::Number(_) => "a number",
        Value::String(_) => "text",
        Value::Array(_) => "a list",
        Value::Object(_) => "an object",
    }
}
