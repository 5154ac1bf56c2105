//! What the overview pass answers beside findings: what the change does, and what is good about it. Called by
//! `collect`.

use serde_json::{Map, Value};

/// The longest overview, in characters.
const TEXT: usize = 4_000;
/// The most strengths.
const MOST: usize = 5;
/// The longest strength, in characters.
const STRENGTH: usize = 300;

/// An overview of the change, in the agent's words. Untrusted text.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Overview {
    /// What the change does; at most 4,000 characters.
    pub text: String,
    /// What is good about it; at most 5, each of at most 300 characters on one line.
    pub strengths: Vec<String>,
}

impl Overview {
    /// Reads `overview` (or `summary`) and `strengths` of an object. The first text stands; strengths add up.
    pub(super) fn read(&mut self, fields: &Map<String, Value>) {
        let text =
            |key: &&str| lines(fields.get(*key)?).map(|lines| lines.join("\n\n")).filter(|text| !text.is_empty());
        if self.text.is_empty()
            && let Some(text) = ["overview", "summary"].iter().find_map(text)
        {
            self.text = capped(text.trim(), TEXT);
        }
        for strength in fields.get("strengths").and_then(lines).unwrap_or_default() {
            let flat = capped(&strength.split_whitespace().collect::<Vec<_>>().join(" "), STRENGTH);
            if self.strengths.len() < MOST && !flat.is_empty() && !self.strengths.contains(&flat) {
                self.strengths.push(flat);
            }
        }
    }

    /// Nothing when nothing was said.
    pub(super) fn given(self) -> Option<Self> {
        (!self.text.is_empty() || !self.strengths.is_empty()).then_some(self)
    }
}

/// A text, or a list of texts; objects say it under `text`, `title` or `body`.
fn lines(value: &Value) -> Option<Vec<String>> {
    let one = |value: &Value| match value {
        Value::String(text) => Some(text.clone()),
        Value::Object(fields) => ["text", "title", "body", "description"]
            .iter()
            .find_map(|key| fields.get(*key)?.as_str().map(str::to_owned)),
        _ => None,
    };
    match value {
        Value::Array(items) => Some(items.iter().filter_map(one).collect()),
        value => one(value).map(|text| vec![text]),
    }
}

fn capped(text: &str, most: usize) -> String {
    match text.char_indices().nth(most) {
        Some(_) => text.chars().take(most - 1).chain(['\u{2026}']).collect(),
        None => text.to_owned(),
    }
}
