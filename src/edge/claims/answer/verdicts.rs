//! What passes answer that judge the findings of others (skeptic, validation, realist): verdicts by id, read with the
//! same tolerance as findings. Called by `opinions`.

use std::collections::HashMap;

use serde_json::{Map, Value};

use super::{
    LIMITS,
    envelope::{self, Inside},
    event::Event,
    json::Out,
    layers::{Layers, Level, Sink},
};
use crate::core::text::one_line;

const IDS: &[&str] = &["id", "finding_id", "findingId", "candidate_id", "candidateId"];
const WORDS: &[&str] = &["verdict", "outcome", "decision", "status", "judgement", "judgment"];
const REASONS: &[&str] = &["reason", "reasoning", "rationale", "explanation", "justification", "why"];
/// Switches that stand for a word, when they are on and off.
const FLAGS: &[(&str, &str, &str)] = &[
    ("confirmed", "confirmed", "rejected"),
    ("already_on_pr", "already-on-pr", "not-on-pr"),
    ("alreadyOnPr", "already-on-pr", "not-on-pr"),
    ("duplicate", "already-on-pr", "not-on-pr"),
];
/// The longest id and verdict, in characters.
const WORD: usize = 200;
/// The longest reason, in characters.
const REASON: usize = 4_000;

/// What was said of one finding. Untrusted text.
#[derive(Debug, Clone, PartialEq)]
pub struct Verdict {
    /// Whose; at most 200 characters.
    pub id: String,
    /// The word as it was said; at most 200 characters. `confirmed: false` alone is `rejected`.
    pub verdict: String,
    /// Why; '' when not given. At most 4,000 characters.
    pub reason: String,
    /// Every other field.
    pub rest: Map<String, Value>,
}

/// The verdicts of a whole text, in its order; of two for one id the later stands. What is cut or broken is left out:
/// who has no verdict was not judged.
///
/// # Errors
/// There is neither a verdict nor an empty list, or the tool says that it failed: why, for people.
pub fn verdicts(text: &str) -> Result<Vec<Verdict>, String> {
    let mut layers = Layers::new(Verdicts::default(), LIMITS);
    layers.feed(text);
    let (read, head) = layers.end();
    match (read.failed, read.answered) {
        (Some(words), _) => Err(format!("the tool says that it failed: {}", one_line(&capped(&words, 400), 160))),
        (None, true) => Ok(read.found),
        (None, false) if head.is_empty() => Err("it said nothing".to_owned()),
        (None, false) => Err(format!("it holds no verdicts; it begins \"{}\"", one_line(&head, 80))),
    }
}

#[derive(Debug, Default)]
struct Verdicts {
    found: Vec<Verdict>,
    /// Where the verdict on an id stands in `found`.
    places: HashMap<String, usize>,
    answered: bool,
    failed: Option<String>,
}

impl Sink for Verdicts {
    fn take(&mut self, event: Event, level: Level) -> Vec<Inside> {
        match event {
            Event::Json(Out::Element { value: Value::Object(fields), .. }) => self.object(fields, level),
            Event::Json(Out::Root(root)) => self.object(root.fields, level),
            Event::Empty { stands, .. } => {
                self.answered |= stands;
                Vec::new()
            }
            Event::ThoughtBefore => {
                *self = Self::default();
                Vec::new()
            }
            _ => Vec::new(),
        }
    }

    fn value(&mut self, value: Value) {
        self.inside(value);
    }

    fn told(&mut self, word: Inside) {
        match word {
            Inside::Failed(words) => self.failed = Some(words),
            Inside::Cut => self.failed = Some("the model was cut off".to_owned()),
            Inside::Text(_) | Inside::Piece(_) | Inside::Value(_) => {}
        }
    }

    fn too_long(&mut self) {}
}

impl Verdicts {
    fn object(&mut self, fields: Map<String, Value>, level: Level) -> Vec<Inside> {
        if is_verdict(&fields) {
            self.add(fields);
            return Vec::new();
        }
        if level == Level::Outer
            && let Some(inside) = envelope::open(&fields)
        {
            return inside;
        }
        fields.into_iter().for_each(|(key, value)| self.below(&key, value));
        Vec::new()
    }

    /// A field of an object that is no verdict: a list of them, or a map by id.
    fn below(&mut self, key: &str, value: Value) {
        match value {
            Value::Object(mut fields) if word_of(&fields).is_some() => {
                fields.entry("id").or_insert_with(|| Value::from(key));
                self.add(fields);
            }
            Value::Object(fields) if key == "verdicts" => {
                for (id, value) in fields {
                    match value {
                        Value::Object(_) => self.below(&id, value),
                        word => self.add(Map::from_iter([("id".to_owned(), id.into()), ("verdict".to_owned(), word)])),
                    }
                }
            }
            Value::Array(items) => {
                self.answered |= items.is_empty() && key == "verdicts";
                items.into_iter().for_each(|item| self.inside(item));
            }
            _ => {}
        }
    }

    fn inside(&mut self, value: Value) {
        match value {
            Value::Object(fields) if is_verdict(&fields) => self.add(fields),
            Value::Object(fields) => fields.into_iter().for_each(|(key, value)| self.below(&key, value)),
            Value::Array(items) => items.into_iter().for_each(|item| self.inside(item)),
            _ => {}
        }
    }

    fn add(&mut self, mut fields: Map<String, Value>) {
        let (Some(id), Some(verdict)) = (id_of(&fields), word_of(&fields)) else { return };
        let reason = REASONS.iter().find_map(|key| plain(fields.get(*key)?)).unwrap_or_default();
        [IDS, WORDS, REASONS].iter().flat_map(|keys| keys.iter()).for_each(|key| drop(fields.remove(*key)));
        let verdict = Verdict { id, verdict, reason: capped(reason.trim(), REASON), rest: fields };
        (self.answered, self.failed) = (true, None);
        let at = *self.places.entry(verdict.id.clone()).or_insert(self.found.len());
        match self.found.get_mut(at) {
            Some(known) => *known = verdict,
            None if at < LIMITS.entries => self.found.push(verdict),
            None => {}
        }
    }
}

fn is_verdict(fields: &Map<String, Value>) -> bool {
    id_of(fields).is_some() && word_of(fields).is_some()
}

fn id_of(fields: &Map<String, Value>) -> Option<String> {
    IDS.iter().find_map(|key| plain(fields.get(*key)?)).map(|id| capped(id.trim(), WORD)).filter(|id| !id.is_empty())
}

/// The word of a verdict; `confirmed: true` and `already_on_pr: false` are ones too.
fn word_of(fields: &Map<String, Value>) -> Option<String> {
    let said = WORDS.iter().find_map(|key| plain(fields.get(*key)?)).map(|word| capped(word.trim(), WORD));
    let flag = || {
        FLAGS.iter().find_map(|(key, yes, no)| match fields.get(*key)? {
            Value::Bool(true) => Some((*yes).to_owned()),
            Value::Bool(false) => Some((*no).to_owned()),
            _ => None,
        })
    };
    said.filter(|word| !word.is_empty()).or_else(flag)
}

fn plain(value: &Value) -> Option<String> {
    match value {
        Value::String(text) => Some(text.clone()),
        Value::Number(number) => Some(number.to_string()),
        _ => None,
    }
}

fn capped(text: &str, most: usize) -> String {
    text.chars().take(most).collect()
}
