//! rdjson and rdjsonl (reviewdog) -> entries. Called by `read`. Not here: writing it.

use serde_json::Value;

use super::{
    address::path_of,
    draft::{Draft, Entry, first, list, region, text},
    tool::About,
};
use crate::{core::model::Lens, edge::report::pi_words};

/// What a whole document says for all of its diagnostics.
#[derive(Debug, Default)]
pub(super) struct Usual {
    pub source: Value,
    pub severity: Value,
}

/// Reads one diagnostic.
pub(super) fn draft(one: &Value, usual: &Usual) -> Draft {
    let message = text(one, "/message");
    let id = text(one, "/code/value");
    if message.trim().is_empty() && id.is_empty() {
        return Draft::LeftOut("it has no message".to_owned());
    }
    let tool = first([text(one, "/source/name"), text(&usual.source, "/name"), "a tool"]);
    let level = level(one.get("severity")).or_else(|| level(Some(&usual.severity))).unwrap_or("warning");
    let mut entry = match tool {
        "prr" => own(message, id, level),
        tool => About { tool, id, tags: &[], score: None }.entry(message, level, ""),
    };
    entry.say("references", text(one, "/code/url"));
    let path = path_of(text(one, "/location/path"));
    if !path.is_empty() {
        entry.say("file", &String::from_utf8_lossy(&path));
        entry.lines(range(one.pointer("/location/range")));
        entry.path = Some(path);
    }
    propose(one, &mut entry);
    entry.into()
}

/// Words and numbers of the format's own enumeration.
fn level(value: Option<&Value>) -> Option<&'static str> {
    let word = match value? {
        Value::String(word) => word.to_ascii_uppercase(),
        Value::Number(number) => number.to_string(),
        _ => return None,
    };
    match word.as_str() {
        "ERROR" | "1" => Some("error"),
        "WARNING" | "2" => Some("warning"),
        "INFO" | "3" => Some("note"),
        _ => None,
    }
}

/// A diagnostic that prr wrote: the lens stands in the code, severities are its own, and how sure it was is not told.
fn own(message: &str, code: &str, level: &str) -> Entry {
    let mut entry = Entry::default();
    let (message, is_question) = pi_words::unasked(message);
    let (title, body) = message.split_once("\n\n").unwrap_or((message, ""));
    entry.say("title", title);
    entry.say("body", body);
    let (lens, class) = code.split_once('/').unwrap_or((code, ""));
    match Lens::parse(lens) {
        Some(lens) => {
            entry.say("lens", lens.as_str());
            entry.say("issue_class", class);
        }
        None => entry.say("issue_class", code),
    }
    let severity = match level {
        "error" => "critical",
        "warning" => "major",
        _ => "minor",
    };
    entry.say("severity", severity);
    entry.say("kind", if is_question { "question" } else { "finding" });
    entry
}

fn range(range: Option<&Value>) -> Option<(u64, u64)> {
    let number = |at: &str| range.and_then(|range| range.pointer(at)).and_then(Value::as_u64);
    region(number("/start/line"), number("/end/line"), number("/end/column"))
}

/// A suggestion of whole lines of the diagnostic's own place is one; any other is told in words.
fn propose(one: &Value, entry: &mut Entry) {
    let Some(suggestion) = list(one.get("suggestions")).first() else { return };
    let words = text(suggestion, "/text");
    let number = |at: &str| suggestion.pointer(at).and_then(Value::as_u64);
    let whole = match (number("/range/start/column"), number("/range/end/column")) {
        (None, None) => Some(words),
        // From the beginning of a line to that of another.
        (Some(1), Some(1)) if number("/range/end/line") > number("/range/start/line") => {
            Some(words).filter(|words| words.is_empty() || words.ends_with('\n'))
        }
        _ => None,
    };
    let of_entry = |name: &str| entry.fields.get(name).and_then(Value::as_u64);
    let is_here = range(suggestion.get("range")) == of_entry("line_start").zip(of_entry("line_end"));
    match whole.filter(|_| is_here && of_entry("line_start").is_some()) {
        Some(lines) => {
            entry.fields.insert("suggestion".to_owned(), lines.into());
        }
        None if !words.trim().is_empty() && words.len() <= 2_000 && !words.contains("```") => {
            entry.say("suggested_fix", &format!("Its tool would write here:\n```\n{}\n```", words.trim_end()));
        }
        None => {}
    }
}
