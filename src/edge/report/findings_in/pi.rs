//! pi's contract (pr-json) -> entries: its findings, and what it praises. Called by `read`. Not here: writing it.

use serde_json::{Map, Value, json};

use super::draft::{Draft, Entry, text};
use crate::edge::report::pi_words;

/// Reads one finding.
pub(super) fn draft(fields: Map<String, Value>) -> Draft {
    let one = Value::Object(fields);
    let (title, tagged) = pi_words::untagged(text(&one, "/title"));
    let (title, is_question) = pi_words::unasked(title);
    let (body, suggestion) = pi_words::unfenced(text(&one, "/body"));
    let mut entry = Entry::default();
    if title.trim().is_empty() && body.trim().is_empty() {
        return Draft::LeftOut("it has neither title nor body".to_owned());
    }
    entry.say("title", title);
    entry.say("body", body);
    let own = |name: &str| one.get(name).filter(|value| !value.is_null()).cloned();
    if let Some(severity) = own("severity").or_else(|| tagged.map(|severity| json!(pi_words::tag(severity)))) {
        entry.fields.insert("severity".to_owned(), severity);
    }
    for (name, value) in [
        ("confidence", own("confidence_score")),
        ("suggestion", suggestion.map(Value::from)),
        ("kind", is_question.then(|| "question".into())),
        ("side", one.pointer("/code_location/side").cloned()),
    ] {
        entry.fields.extend(value.map(|value| (name.to_owned(), value)));
    }
    // Its path is as in the diff, whatever its key says. Text is left to `claims`, as every agent's is.
    entry.say("file", text(&one, "/code_location/absolute_file_path"));
    let lines = one.pointer("/code_location/line_range");
    let is_none = |range: &Value| ["start", "end"].iter().all(|end| range.get(*end) == Some(&json!(0)));
    if let Some(lines) = lines.filter(|range| !range.is_null() && !is_none(range)) {
        entry.fields.insert("line_range".to_owned(), lines.clone());
    }
    entry.into()
}

/// Reads one of its strengths.
pub(super) fn strength(words: &str) -> Draft {
    let mut entry = Entry::default();
    entry.say("body", words);
    entry.fields.insert("kind".to_owned(), "praise".into());
    entry.into()
}
