//! Events of the scanners -> candidates, notes and the state of the answer. Called by `mod`.

use serde_json::{Map, Value};

use super::{
    Answer, Ending, block,
    entries::{Entries, Fate},
    envelope::{self, Inside},
    event::{Event, Limits},
    json::{Listed, Out, Repairs, Root},
    layers::{Level, Sink},
    overview::Overview,
    shape,
    signs::Signs,
};
use crate::{
    core::{
        model::{Candidate, TaskId},
        text::one_line,
    },
    edge::claims::{self, Notes},
};

type Fields = Map<String, Value>;

/// Collects one answer.
#[derive(Debug)]
pub(super) struct Collector {
    limits: Limits,
    entries: Entries,
    notes: Notes,
    signs: Signs,
    /// Those of what came before the message that is being read.
    before: Option<Signs>,
    overview: Overview,
}

impl Sink for Collector {
    fn take(&mut self, event: Event, level: Level) -> Vec<Inside> {
        match event {
            Event::Json(Out::Element { value, repairs }) => return self.element(value, repairs, level),
            Event::Json(Out::Root(root)) => return self.root(root, true, level),
            Event::Empty { root, stands } => return self.root(root, stands, level),
            Event::Block(text) => return self.block(text),
            Event::Json(Out::Large) | Event::LargeBlock => {
                self.left_out(&format!("it is larger than {} KiB", self.limits.object >> 10));
            }
            Event::NoFindings => self.answered(),
            Event::HalfBlock { .. } | Event::Broken | Event::Unfinished => self.broken(&event),
            Event::ThoughtBefore => {
                let signs = &mut self.signs;
                (signs.answered, signs.damage, signs.recovering) = (self.entries.made() > 0, None, false);
                self.notes.add(|| "thinking without a beginning: what stands before its end was read too".to_owned());
            }
            Event::OpenThought => {
                self.notes.add(|| "its thinking has no end: what stands in it was read".to_owned());
            }
        }
        Vec::new()
    }

    fn value(&mut self, value: Value) {
        match value {
            Value::Object(fields) => {
                let (listed, repairs) = (None, Repairs::default());
                self.root(Root { fields, is_array: false, listed, repairs, over: false }, true, Level::Inner);
            }
            Value::Array(items) => self.list(items, Level::Inner),
            _ => {}
        }
    }

    fn told(&mut self, word: Inside) {
        match word {
            Inside::Failed(words) => {
                let begin: String = words.chars().take(400).collect();
                self.signs.failed = Some(one_line(&begin, 160));
            }
            Inside::Cut => {
                self.signs.cut = true;
                self.notes.add(|| "the tool says that the model was cut off".to_owned());
            }
            Inside::Text(_) | Inside::Piece(_) | Inside::Value(_) => {}
        }
    }

    fn too_long(&mut self) {
        self.signs.cut = true;
        let mib = self.limits.text >> 20;
        self.notes.add(|| format!("only the first {mib} MiB of the answer were read"));
    }

    fn begin_message(&mut self) {
        self.before = Some(std::mem::take(&mut self.signs));
    }

    fn end_message(&mut self) {
        if let Some(before) = self.before.take() {
            self.signs = before.followed_by(std::mem::take(&mut self.signs));
        }
    }
}

impl Collector {
    pub fn new(task: &TaskId, limits: Limits) -> Self {
        Self {
            limits,
            entries: Entries::new(task, limits.entries),
            notes: Notes::default(),
            signs: Signs::default(),
            before: None,
            overview: Overview::default(),
        }
    }

    /// Candidates that are ready.
    pub fn found(&mut self) -> Vec<Candidate> {
        self.entries.found()
    }

    /// The answer. `head` are the first words of the text.
    pub fn end(mut self, ending: Ending, head: &str) -> Answer {
        let met = self.entries.met();
        let candidates = self.entries.end(&mut self.notes);
        let state = self.signs.state(ending, head, met);
        Answer { candidates, notes: self.notes.finish(), state, overview: self.overview.given() }
    }

    /// There is an answer: an error that the tool told of before was none that ended it.
    fn answered(&mut self) {
        self.signs.answered = true;
        let before = self.before.as_mut().and_then(|signs| signs.failed.take());
        if let Some(words) = self.signs.failed.take().or(before) {
            self.notes.add(|| format!("the tool told of an error and went on: {words}"));
        }
    }

    fn left_out(&mut self, why: &str) {
        self.entries.leave_out(why, &mut self.notes);
    }

    /// A part of the answer that is not whole.
    fn broken(&mut self, event: &Event) {
        match event {
            Event::HalfBlock { at_end } => {
                self.left_out("its FINDING_END is missing");
                self.signs.cut |= *at_end;
                if !at_end {
                    self.signs.damaged("a block has no FINDING_END".to_owned());
                }
            }
            Event::Broken => {
                self.left_out("it is no JSON");
                self.signs.damaged(format!("entry {} is no JSON", self.entries.met()));
                self.signs.recovering = true;
            }
            _ => {
                self.signs.cut = true;
                self.notes.add(|| "the answer ends too early: what was not complete was left out".to_owned());
            }
        }
    }

    fn block(&mut self, text: String) -> Vec<Inside> {
        let fields = block::fields(&text);
        if fields.is_empty() && text.contains(['{', '[']) {
            return vec![Inside::Text(text)];
        }
        self.entry(fields, Repairs::default());
        Vec::new()
    }

    fn entry(&mut self, fields: Fields, repairs: Repairs) {
        for claim in shape::claims_of(fields) {
            match self.entries.add(claim, repairs, &mut self.notes) {
                Fate::Taken => self.answered(),
                Fate::LeftOut => {}
                Fate::Beyond => self.signs.cut = true,
            }
        }
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
                let inside = if level == Level::Outer { envelope::open(&fields) } else { None };
                if let Some(inside) = inside {
                    return inside;
                }
                self.entry(fields, repairs);
            }
            other => self.left_out(&format!("it is no object ({})", kind_of(&other))),
        }
        Vec::new()
    }

    fn root(&mut self, root: Root, stands: bool, level: Level) -> Vec<Inside> {
        if root.over {
            self.notes.add(|| "fields beside the entries were too large and left out".to_owned());
        }
        let (fields, repairs) = (root.fields, root.repairs);
        match root.listed {
            None => return self.object(fields, repairs, level),
            Some(listed) if listed.elements == 0 && shape::is_entry(&fields) => {
                self.entry(fields, repairs);
                return Vec::new();
            }
            Some(listed) if root.is_array => self.array(listed, stands),
            Some(listed) if listed.elements > 0 => self.beside(fields),
            Some(_) => self.empty(fields, stands),
        }
        repairs.iter().for_each(|repair| self.notes.add(|| format!("beside the entries: {}", repair.words())));
        Vec::new()
    }

    fn array(&mut self, listed: Listed, stands: bool) {
        if listed.elements == 0 && stands {
            self.answered();
        } else if listed.elements > 0 && listed.objects == 0 {
            self.signs.foreign.get_or_insert_with(|| "a list without objects".to_owned());
        }
    }

    /// What stands beside a list.
    fn beside(&mut self, mut fields: Fields) {
        self.overview.read(&fields);
        if fields.contains_key("title") && shape::is_entry(&fields) {
            self.left_out("it stands beside the list, not in it");
        }
        shape::lists_in(&mut fields).into_iter().for_each(|list| self.list(list, Level::Inner));
    }

    /// An object whose lists are empty. When it tells of an error, or that nothing was reviewed, nothing was found out.
    fn empty(&mut self, fields: Fields, stands: bool) {
        if let Some(words) = envelope::failure(&fields) {
            self.told(Inside::Failed(words));
        } else if stands {
            self.answered();
        }
        self.beside(fields);
    }

    /// An object without a list that was given out.
    fn object(&mut self, mut fields: Fields, repairs: Repairs, level: Level) -> Vec<Inside> {
        let inside = if level == Level::Outer { envelope::open(&fields) } else { None };
        if let Some(inside) = inside {
            return inside;
        }
        let stands_alone = shape::is_entry(&fields) || self.signs.recovering && claims::says_something(&fields);
        if stands_alone && !shape::holds_list(&fields) {
            self.entry(fields, repairs);
            return Vec::new();
        }
        self.overview.read(&fields);
        let mut lists = shape::lists_in(&mut fields);
        if lists.is_empty() {
            lists = shape::lists_below(&mut fields);
        }
        if lists.is_empty() {
            self.foreign(&fields);
            return if level == Level::Outer { shape::texts_in(&fields) } else { Vec::new() };
        }
        lists.into_iter().for_each(|list| self.list(list, Level::Inner));
        Vec::new()
    }

    fn foreign(&mut self, fields: &Fields) {
        let says = claims::says_something(fields);
        let mut keys: Vec<&str> = fields.keys().map(String::as_str).collect();
        keys.sort_unstable();
        keys.truncate(4);
        let what = match keys.as_slice() {
            [] => "an empty object".to_owned(),
            keys => format!("an object of {}", one_line(&keys.join(", "), 80)),
        };
        if says && !fields.contains_key("summary") {
            self.notes.add(|| format!("{what} is no entry: it says neither where nor how bad"));
        }
        self.signs.foreign.get_or_insert(what);
    }
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
