//! The bytes of a file of findings -> candidates and notes. Entries are read one at a time, so that memory is bounded
//! by the file. Called by `mod`.

use serde_json::{Map, Value, value::RawValue};

use crate::{
    core::model::{Candidate, TaskId, Vocabulary},
    edge::claims::{self, Notes},
};

use super::{
    FindingsError, Imported, sarif,
    shape::{self, Parts, Shape},
    spots::{Spot, spot_of},
    strict,
};

/// The largest file, in bytes.
pub const LARGEST: usize = 64 << 20;
/// The most entries of one file.
pub const MOST: usize = 10_000;

/// What was expected, in every refusal.
pub(super) const EXPECTED: &str =
    "an array of findings, an object with `findings` (Soliton's format B), SARIF or rdjson";

/// Reads a file that is called `name` in messages; its candidates belong to the task.
pub(super) fn read(name: &str, task: &TaskId, bytes: &[u8]) -> Result<Imported, FindingsError> {
    let name = || crate::core::text::one_line(name, 200);
    if bytes.len() > LARGEST {
        return Err(FindingsError::TooLarge { name: name(), mib: LARGEST >> 20 });
    }
    let text = std::str::from_utf8(bytes).map_err(|_| FindingsError::NotText { name: name() })?;
    let text = text.strip_prefix('\u{feff}').unwrap_or(text);
    if text.trim().is_empty() {
        return Err(FindingsError::WrongShape { name: name(), at: Spot::FIRST, found: "nothing".to_owned() });
    }
    let (text, repaired) = strict::text(text);
    let malformed = |error: &serde_json::Error| FindingsError::malformed(name(), error);
    let root: &RawValue = serde_json::from_str(&text).map_err(|e| malformed(&e))?;
    let wrong = |found: &str, at: &str| FindingsError::WrongShape {
        name: name(),
        at: spot_of(&text, at),
        found: found.to_owned(),
    };
    let (shape, list) = match root.get().as_bytes().first() {
        Some(b'[') => (Shape::Candidates, root),
        Some(b'{') => {
            let parts: Parts<'_> = serde_json::from_str(root.get()).map_err(|e| malformed(&e))?;
            let found =
                shape::of_object(&parts).map_err(|other| FindingsError::Other { name: name(), what: other.name() })?;
            let foreign = match found {
                Some(Shape::Sarif) => sarif::sarif(&parts).map(|entries| (Shape::Sarif, entries)),
                Some(Shape::Rdjson) => sarif::rdjson(&parts).map(|entries| (Shape::Rdjson, entries)),
                Some(Shape::Candidates | Shape::SolitonB) | None => None,
            };
            if let Some((shape, entries)) = foreign {
                return Ok(translated(&entries, shape, task));
            }
            let list = parts.get("findings").or_else(|| parts.get("candidates"));
            match (found, list) {
                (Some(shape), Some(list)) if list.get().starts_with('[') => (shape, *list),
                (Some(_), Some(list)) => return Err(wrong(kind_of(list.get()), list.get())),
                _ => return Err(wrong("an object without `findings`", root.get())),
            }
        }
        _ => return Err(wrong(kind_of(root.get()), root.get())),
    };
    let entries: Vec<&RawValue> = serde_json::from_str(list.get()).map_err(|e| malformed(&e))?;
    let mut imported = take(&entries, shape, task, &text);
    if imported.candidates.is_empty() && !entries.is_empty() {
        let first = entries.first().map_or("", |entry| entry.get());
        return Err(wrong(&format!("an array of {} that are no findings", plural(first)), first));
    }
    imported.notes.splice(0..0, repaired);
    Ok(imported)
}

/// Entries that were made of another format. Numbers in notes are those of its results.
fn translated(entries: &[Value], shape: Shape, task: &TaskId) -> Imported {
    let text = serde_json::to_string(entries).unwrap_or_default();
    let entries: Vec<&RawValue> = serde_json::from_str(&text).unwrap_or_default();
    take(&entries, shape, task, &text)
}

/// The kind of a JSON value, by its first character.
fn kind_of(json: &str) -> &'static str {
    match json.as_bytes().first() {
        Some(b'[') => "an array",
        Some(b'{') => "an object",
        Some(b'"') => "text",
        Some(b't' | b'f') => "true or false",
        Some(b'n') => "null",
        _ => "a number",
    }
}

fn plural(json: &str) -> &'static str {
    match json.as_bytes().first() {
        Some(b'[') => "arrays",
        Some(b'{') => "objects",
        Some(b'"') => "texts",
        _ => "values",
    }
}

/// The candidates of the entries. What `critical` means is decided by all of them, before the first is read.
fn take(entries: &[&RawValue], shape: Shape, task: &TaskId, text: &str) -> Imported {
    let vocabulary = vocabulary(entries, shape);
    let (mut candidates, mut notes): (Vec<Candidate>, Notes) = (Vec::new(), Notes::default());
    for (nth, raw) in entries.iter().enumerate().take(MOST) {
        let mut tell =
            |what: &str| notes.add(|| format!("entry {} (line {}): {what}", nth + 1, spot_of(text, raw.get()).line));
        match fields(raw) {
            Some(fields) if claims::says_something(&fields) => {
                let (candidate, repairs) = claims::candidate(&fields, task, candidates.len() + 1, vocabulary);
                repairs.iter().for_each(|repair| tell(repair));
                candidates.push(candidate);
            }
            Some(_) => tell("left out: it has neither title nor body"),
            None => tell(&format!("left out: it cannot be read as an object ({})", kind_of(raw.get()))),
        }
    }
    let mut notes = notes.finish();
    if entries.len() > MOST {
        notes.push(format!("only the first {MOST} of {} entries were read", entries.len()));
    }
    Imported { shape, candidates, notes }
}

fn fields(raw: &RawValue) -> Option<Map<String, Value>> {
    serde_json::from_str(raw.get()).ok()
}

fn vocabulary(entries: &[&RawValue], shape: Shape) -> Vocabulary {
    let (mut deep, mut words) = (false, Vec::new());
    for raw in entries.iter().take(MOST) {
        let Some(fields) = fields(raw) else { continue };
        deep |= shape == Shape::Candidates && claims::is_deep(&fields);
        words.push(claims::severity_word(&fields).chars().take(20).collect::<String>());
    }
    Vocabulary::of(deep, words.iter().map(String::as_str))
}
