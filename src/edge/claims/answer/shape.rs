//! Which objects of an answer are claims, which hold claims, and which are something else. Called by the reader of
//! JSON, by `collect` and by `envelope`.

use serde_json::{Map, Value};

use super::envelope::Inside;
use crate::edge::claims::says_something;

/// Keys under which agents put their list.
const LISTS: &[&str] = &["findings", "candidates", "issues", "comments", "results"];
/// Keys of a path, as in an entry.
const PATHS: &[&str] = &["file", "file_path", "filePath", "path", "filename", "file_name"];
/// What a claim has beside its text, by which one that stands alone is told from any other object.
const SIGNS: &[&str] = &[
    "severity",
    "label",
    "priority",
    "line",
    "lines",
    "line_start",
    "lineStart",
    "start_line",
    "startLine",
    "line_number",
    "confidence",
    "confidence_score",
    "confidence_local",
    "issue_class",
    "output_type",
    "suggestion",
    "suggested_fix",
    "code_location",
    "location",
];
/// What no claim has: an object that has it speaks about the whole, or about a claim of another.
const NO_ENTRY: &[&str] = &["overview", "strengths", "verdict", "disposition", "overall_correctness"];
/// More keys by which an answer is known that was broken or cut.
const OTHERS: &[&str] = &[
    "title",
    "headline",
    "body",
    "description",
    "message",
    "evidence",
    "type",
    "result",
    "response",
    "session_id",
    "overview",
    "strengths",
];
/// Where an object may stand that says where the claim is.
const PLACES: &[&str] = &["code_location", "location", "position", "place"];

/// Whether a key holds a list of findings.
pub(super) fn is_list(key: &str) -> bool {
    LISTS.contains(&key) || key == "Findings"
}

/// Whether a list in an object that begins so has to wait for the whole: it may be an event of a command-line tool, or
/// a claim that stands alone.
pub(super) fn waits(fields: &Map<String, Value>) -> bool {
    fields.get("type").is_some_and(Value::is_string) || is_entry(fields)
}

/// Whether an object holds a list of claims, under a key of ours.
pub(super) fn holds_list(fields: &Map<String, Value>) -> bool {
    let says = |item: &Value| item.as_object().is_some_and(says_something);
    fields.iter().any(|(key, value)| is_list(key) && value.as_array().is_some_and(|items| items.iter().any(says)))
}

/// Whether a key is one of an answer.
pub(super) fn is_known(key: &str) -> bool {
    [LISTS, PATHS, SIGNS, OTHERS].iter().any(|keys| keys.contains(&key))
}

/// Whether an object that stands alone is a claim.
pub(super) fn is_entry(fields: &Map<String, Value>) -> bool {
    let has = |key: &&str| fields.get(*key).is_some_and(|value| !value.is_null());
    if NO_ENTRY.iter().any(has) {
        return false;
    }
    says_something(fields) && PATHS.iter().chain(SIGNS).any(has)
}

/// Whether all that is said is a place to fill in, as in an example: `<title>`, `...`.
pub(super) fn is_template(fields: &Map<String, Value>) -> bool {
    let text = |key: &&str| fields.get(*key).and_then(Value::as_str).map(str::trim).filter(|text| !text.is_empty());
    let mut said = ["title", "body", "description", "summary", "message"].iter().filter_map(text).peekable();
    said.peek().is_some() && said.all(is_to_fill_in)
}

fn is_to_fill_in(text: &str) -> bool {
    let inside = text.strip_prefix('<').and_then(|text| text.strip_suffix('>'));
    matches!(text, "..." | "\u{2026}" | "string" | "text") || inside.is_some_and(|text| !text.contains(['<', '>']))
}

/// The lists of findings that an object holds; lists that were given out before are no longer in it.
pub(super) fn lists_in(fields: &mut Map<String, Value>) -> Vec<Vec<Value>> {
    let mut found = Vec::new();
    let keys: Vec<String> = fields.keys().filter(|key| is_list(key)).cloned().collect();
    for key in keys {
        match fields.remove(&key) {
            Some(Value::Array(items)) => found.push(items),
            Some(Value::Object(one)) if says_something(&one) => found.push(vec![Value::Object(one)]),
            Some(other) => {
                fields.insert(key, other);
            }
            None => {}
        }
    }
    found
}

/// The lists inside the objects of an object: `{"review": {"findings": […]}}`; also lists of claims under a key that
/// nobody expects, which may be their path.
pub(super) fn lists_below(fields: &mut Map<String, Value>) -> Vec<Vec<Value>> {
    let mut found = Vec::new();
    for (key, value) in fields.iter_mut() {
        match value {
            Value::Object(inner) => found.extend(lists_in(inner)),
            Value::Array(items) if items.iter().any(holds_claims) => {
                let path = Value::from(key.as_str());
                let is_path = key.contains(['/', '.']);
                let placed = std::mem::take(items).into_iter().map(|item| match item {
                    Value::Object(claim) if is_path => Value::Object(with_path(claim, Some(&path))),
                    item => item,
                });
                found.push(placed.collect());
            }
            _ => {}
        }
    }
    found
}

fn holds_claims(value: &Value) -> bool {
    let is_group = |fields: &Map<String, Value>| {
        PATHS.iter().any(|key| fields.contains_key(*key)) && fields.keys().any(|key| is_list(key))
    };
    value.as_object().is_some_and(|fields| is_entry(fields) || is_group(fields))
}

/// Lists that were written as a text.
pub(super) fn texts_in(fields: &Map<String, Value>) -> Vec<Inside> {
    let texts = fields.iter().filter(|(key, _)| is_list(key)).filter_map(|(_, value)| value.as_str());
    texts.map(|text| Inside::Text(text.to_owned())).collect()
}

/// The claims of an element: itself, or those it groups under a path of its own. Places that are objects of their own
/// are laid open.
pub(super) fn claims_of(mut fields: Map<String, Value>) -> Vec<Map<String, Value>> {
    if holds_list(&fields) {
        let lists = lists_in(&mut fields);
        let path = PATHS.iter().find_map(|key| fields.get(*key)).cloned();
        let inside: Vec<Map<String, Value>> = lists.into_iter().flatten().filter_map(object).collect();
        if !inside.is_empty() {
            return inside.into_iter().map(|claim| opened(with_path(claim, path.as_ref()))).collect();
        }
    }
    vec![opened(fields)]
}

fn object(value: Value) -> Option<Map<String, Value>> {
    match value {
        Value::Object(fields) => Some(fields),
        _ => None,
    }
}

fn with_path(mut claim: Map<String, Value>, path: Option<&Value>) -> Map<String, Value> {
    if let Some(path) = path
        && !PATHS.iter().any(|key| claim.contains_key(*key))
    {
        claim.insert("file".to_owned(), path.clone());
    }
    claim
}

fn opened(mut fields: Map<String, Value>) -> Map<String, Value> {
    for key in PLACES {
        match fields.get(*key) {
            Some(Value::Object(_)) => {}
            Some(Value::String(_)) if !PATHS.iter().any(|path| fields.contains_key(*path)) => {
                if let Some(text) = fields.remove(*key) {
                    fields.insert("file".to_owned(), text);
                }
                continue;
            }
            _ => continue,
        }
        for (name, value) in fields.remove(*key).and_then(object).into_iter().flatten() {
            let name = if name == "absolute_file_path" { "file".to_owned() } else { name };
            fields.entry(name).or_insert(value);
        }
    }
    fields
}
