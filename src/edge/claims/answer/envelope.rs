//! What command-line tools and model servers put around an agent's text, told by its shape: claude, codex, gemini,
//! opencode, and the answers of the common APIs. The text inside is read in turn, one level deep. Called by `collect`.

use serde_json::{Map, Value};

use super::shape;

/// What an envelope holds.
#[derive(Debug, PartialEq)]
pub(super) enum Inside {
    /// A whole message.
    Text(String),
    /// A piece of one: the next goes on with it.
    Piece(String),
    /// JSON that needs no reading.
    Value(Value),
    /// The tool's own word that it failed.
    Failed(String),
    /// The tool's own word that the model was cut off.
    Cut,
}

/// Texts that stand alone in an object that nobody knows.
const GENERIC: &[&str] =
    &["result", "response", "output", "output_text", "text", "content", "answer", "completion", "arguments"];
/// Keys of events that hold nothing for us.
const EVENTS: &[&str] =
    &["session_id", "sessionID", "thread_id", "uuid", "timestamp", "usage", "part", "item", "event"];

type Fields = Map<String, Value>;

/// What an object holds when it is an envelope; nothing when it is an event without text.
pub(super) fn open(fields: &Fields) -> Option<Vec<Inside>> {
    if shape::is_entry(fields) {
        return None;
    }
    let mut inside = match text(fields, "type") {
        Some(kind) => typed(kind, fields)?,
        None => untyped(fields)?,
    };
    let message = fields.get("message").and_then(Value::as_object);
    if is_cut(fields) || message.is_some_and(is_cut) {
        inside.push(Inside::Cut);
    }
    Some(inside)
}

fn text<'f>(fields: &'f Fields, key: &str) -> Option<&'f str> {
    fields.get(key)?.as_str()
}

fn is_cut(fields: &Fields) -> bool {
    const REASONS: &[&str] = &["stop_reason", "finish_reason", "finishReason", "done_reason"];
    let reason = REASONS.iter().find_map(|key| text(fields, key)).unwrap_or("");
    ["max_tokens", "length", "max_output_tokens"].iter().any(|word| word.eq_ignore_ascii_case(reason))
}

/// An object with a type.
fn typed(kind: &str, fields: &Fields) -> Option<Vec<Inside>> {
    let below = |key: &str| fields.get(key).and_then(Value::as_object);
    let whole = |words: Option<&str>| words.map(|words| Inside::Text(words.to_owned())).into_iter().collect();
    Some(match kind {
        "result" => result(fields),
        "assistant" | "message" => match fields.get("content").or_else(|| below("message")?.get("content")) {
            Some(_) if text(fields, "role").is_some_and(|role| role == "user") => Vec::new(),
            Some(content) => of_content(content, fields.get("delta") == Some(&Value::Bool(true))),
            None => Vec::new(),
        },
        "stream_event" => delta(below("event")?),
        "content_block_delta" => delta(fields),
        "item.completed" => match below("item") {
            Some(item) if text(item, "type").is_some_and(|kind| kind.ends_with("_message")) => {
                whole(text(item, "text"))
            }
            _ => Vec::new(),
        },
        "text" => whole(below("part").and_then(|part| text(part, "text")).or_else(|| text(fields, "text"))),
        "error" | "turn.failed" => vec![Inside::Failed(error_of(fields))],
        _ if EVENTS.iter().any(|key| fields.contains_key(*key)) => Vec::new(),
        _ => return None,
    })
}

/// The end of a run of claude or gemini: its text, its structured answer, or its failure.
fn result(fields: &Fields) -> Vec<Inside> {
    let subtype = text(fields, "subtype").unwrap_or("");
    if fields.get("is_error") == Some(&Value::Bool(true)) || subtype.starts_with("error") {
        let words = text(fields, "result").filter(|words| !words.is_empty()).unwrap_or(subtype);
        return vec![Inside::Failed(words.to_owned())];
    }
    if let Some(words) = failure(fields) {
        return vec![Inside::Failed(words)];
    }
    match (fields.get("structured_output"), fields.get("result")) {
        (Some(value), _) if !value.is_null() => vec![Inside::Value(value.clone())],
        (_, Some(Value::String(words))) => vec![Inside::Text(words.clone())],
        (_, Some(value)) => vec![Inside::Value(value.clone())],
        (_, None) => Vec::new(),
    }
}

fn delta(event: &Fields) -> Vec<Inside> {
    let words = event.get("delta").and_then(Value::as_object).and_then(|delta| text(delta, "text"));
    words.map(|words| Inside::Piece(words.to_owned())).into_iter().collect()
}

/// An object without a type.
fn untyped(fields: &Fields) -> Option<Vec<Inside>> {
    if let Some(Value::Object(event)) = fields.get("msg") {
        return Some(match (text(event, "type"), text(event, "message"), text(event, "delta")) {
            (Some("agent_message"), Some(words), _) => vec![Inside::Text(words.to_owned())],
            (Some("agent_message_delta"), _, Some(words)) => vec![Inside::Piece(words.to_owned())],
            (Some("error"), Some(words), _) => vec![Inside::Failed(words.to_owned())],
            _ => Vec::new(),
        });
    }
    let list = |key: &str| fields.get(key).and_then(Value::as_array);
    if let Some(choices) = list("choices") {
        return Some(choices.iter().filter_map(Value::as_object).flat_map(choice).collect());
    }
    if let Some(parts) = fields.get("content").and_then(|content| content.get("parts")).or_else(|| fields.get("parts"))
    {
        return Some(of_content(parts, false));
    }
    if let Some(items) = list("output").filter(|items| items.iter().any(|item| item.get("content").is_some())) {
        let contents = items.iter().filter_map(|item| item.get("content"));
        return Some(contents.flat_map(|content| of_content(content, false)).collect());
    }
    let is_stream = fields.contains_key("done");
    if let Some(content) = fields.get("message").and_then(|message| message.get("content")) {
        return Some(of_content(content, is_stream));
    }
    if let Some(content @ Value::Array(_)) = fields.get("content") {
        return Some(of_content(content, false)).filter(|inside| !inside.is_empty());
    }
    if let Some(words) = GENERIC.iter().find_map(|key| text(fields, key)) {
        let words = words.to_owned();
        return Some(vec![if is_stream { Inside::Piece(words) } else { Inside::Text(words) }]);
    }
    failure(fields).map(|words| vec![Inside::Failed(words)])
}

/// One choice of a chat API.
fn choice(choice: &Fields) -> Vec<Inside> {
    let content = |key: &str| choice.get(key).and_then(|message| message.get("content"));
    let mut inside = match (content("message"), content("delta"), choice.get("text")) {
        (Some(content), _, _) => of_content(content, false),
        (_, Some(content), _) => of_content(content, true),
        (_, _, Some(words)) => of_content(words, false),
        (None, None, None) => Vec::new(),
    };
    if is_cut(choice) {
        inside.push(Inside::Cut);
    }
    inside
}

/// The texts of a message; thinking and tools are passed over.
fn of_content(content: &Value, is_piece: bool) -> Vec<Inside> {
    let words = match content {
        Value::String(words) => words.clone(),
        Value::Array(parts) => parts.iter().filter_map(part).collect::<Vec<_>>().join("\n"),
        _ => return Vec::new(),
    };
    match words {
        words if words.is_empty() => Vec::new(),
        words if is_piece => vec![Inside::Piece(words)],
        words => vec![Inside::Text(words)],
    }
}

fn part(part: &Value) -> Option<&str> {
    let is_text = match part.get("type").and_then(Value::as_str) {
        None => part.get("thought") != Some(&Value::Bool(true)),
        Some(kind) => matches!(kind, "text" | "output_text"),
    };
    part.get("text").and_then(Value::as_str).filter(|_| is_text)
}

/// Why an object says that nothing was done: an `error` that is one, a review that was skipped.
pub(super) fn failure(fields: &Fields) -> Option<String> {
    if text(fields, "disposition").is_some_and(|word| !word.eq_ignore_ascii_case("reviewed")) {
        return Some("it reviewed nothing".to_owned());
    }
    match fields.get("error")? {
        Value::Null | Value::Bool(false) => None,
        Value::String(words) if words.trim().is_empty() => None,
        _ => Some(error_of(fields)),
    }
}

fn error_of(fields: &Fields) -> String {
    let error = fields.get("error");
    let words = error.and_then(|error| error.get("message")).or(error).or_else(|| fields.get("message"));
    match words {
        Some(Value::String(words)) => words.clone(),
        Some(other) => other.to_string(),
        None => "it gives no reason".to_owned(),
    }
}
