//! The bytes of a file of findings -> candidates and notes. Entries are read one at a time, so that memory is bounded
//! by the file. Called by `mod`.

use serde_json::{Map, Value, value::RawValue};

use crate::{
    core::model::{TaskId, Vocabulary},
    edge::claims,
};

use super::{
    FindingsError, Imported, decode,
    draft::{Draft, Entry},
    pi, rdjson, sarif,
    shape::{self, Parts, Shape},
    spots::{Spot, spot_of},
    strict,
    take::Taker,
};

/// The largest file, in bytes.
pub const LARGEST: usize = 64 << 20;
/// The most entries of one file.
pub const MOST: usize = 10_000;

/// What was expected, in every refusal.
pub(super) const EXPECTED: &str =
    "an array of findings, an object with `findings` (Soliton's format B, r3, pr-json), SARIF, rdjson or rdjsonl";

/// Reads a file that is called `name` in messages; its candidates belong to the task.
pub(super) fn read(name: &str, task: &TaskId, bytes: &[u8]) -> Result<Imported, FindingsError> {
    let name = crate::core::text::one_line(name, 200);
    if bytes.len() > LARGEST {
        return Err(FindingsError::TooLarge { name, mib: LARGEST >> 20 });
    }
    let (text, decoded) = decode::text(&name, bytes)?;
    if text.trim().is_empty() {
        return Err(FindingsError::WrongShape { name, at: Spot::FIRST, found: "nothing".to_owned() });
    }
    let (text, repaired) = strict::text(&text);
    let mut reader = Reader { text: &text, task, taker: Taker::default(), bases: Vec::new() };
    let shape = reader.whole().map_err(|refused| refused.named(name, &text))?;
    let mut imported = reader.taker.finish(shape);
    imported.bases = reader.bases;
    imported.notes.splice(0..0, decoded.into_iter().chain(repaired));
    Ok(imported)
}

/// Why a text was refused; its name and the place in words come later.
enum Refused<'t> {
    Json(serde_json::Error),
    Wrong(String, &'t str),
    Other(shape::Other),
}

impl Refused<'_> {
    fn named(self, name: String, text: &str) -> FindingsError {
        match self {
            Self::Json(error) => FindingsError::malformed(name, &error),
            Self::Wrong(found, at) => FindingsError::WrongShape { name, at: spot_of(text, at), found },
            Self::Other(other) => FindingsError::Other { name, what: other.name() },
        }
    }
}

struct Reader<'t> {
    text: &'t str,
    task: &'t TaskId,
    taker: Taker,
    bases: Vec<Vec<u8>>,
}

impl<'t> Reader<'t> {
    fn whole(&mut self) -> Result<Shape, Refused<'t>> {
        let root: &RawValue = match serde_json::from_str(self.text) {
            Ok(root) => root,
            Err(error) => return self.lines().ok_or(Refused::Json(error)),
        };
        match root.get().as_bytes().first() {
            Some(b'[') => self.native(root, Shape::Candidates),
            Some(b'{') => self.object(root),
            _ => Err(Refused::Wrong(kind_of(root.get()).to_owned(), root.get())),
        }
    }

    fn object(&mut self, root: &'t RawValue) -> Result<Shape, Refused<'t>> {
        let parts: Parts<'t> = serde_json::from_str(root.get()).map_err(Refused::Json)?;
        let shape = shape::of_object(&parts).map_err(Refused::Other)?;
        match shape {
            Some(Shape::Sarif) => self.sarif(&parts),
            Some(Shape::Rdjson) => self.rdjson(&parts),
            Some(Shape::Rdjsonl) => {
                self.lines().ok_or_else(|| Refused::Wrong("a diagnostic that is none".to_owned(), root.get()))
            }
            Some(shape @ (Shape::Pi | Shape::R3 | Shape::SolitonB | Shape::Candidates)) => {
                let list = parts.get("findings").or_else(|| parts.get("candidates"));
                let missing = || Refused::Wrong("an object without `findings`".to_owned(), root.get());
                let list = *list.ok_or_else(missing)?;
                if shape == Shape::Pi { self.pi(&parts, list) } else { self.native(list, shape) }
            }
            None => Err(Refused::Wrong("an object without `findings`".to_owned(), root.get())),
        }
    }

    /// Entries as agents write them. What `critical` means is decided by all of them, before the first is read.
    fn native(&mut self, list: &'t RawValue, shape: Shape) -> Result<Shape, Refused<'t>> {
        let entries = list_of(list)?;
        self.taker.vocabulary = vocabulary(&entries, shape);
        self.taker.count(entries.len());
        for raw in &entries {
            let draft = match fields(raw) {
                Some(fields) if claims::says_something(&fields) => {
                    let path = exact_path(&fields);
                    Draft::from(Entry { fields, path, notes: Vec::new() })
                }
                Some(_) => Draft::LeftOut("it has neither title nor body".to_owned()),
                None => Draft::LeftOut(format!("it cannot be read as an object ({})", kind_of(raw.get()))),
            };
            if !self.take(raw.get(), draft) {
                break;
            }
        }
        match entries.first() {
            Some(first) if self.taker.candidates.is_empty() => {
                Err(Refused::Wrong(format!("an array of {} that are no findings", plural(first.get())), first.get()))
            }
            _ => Ok(shape),
        }
    }

    fn pi(&mut self, parts: &Parts<'t>, list: &'t RawValue) -> Result<Shape, Refused<'t>> {
        let entries = list_of(list)?;
        let strengths: Vec<String> =
            parts.get("strengths").and_then(|raw| serde_json::from_str(raw.get()).ok()).unwrap_or_default();
        let praise: Vec<String> = strengths.into_iter().filter(|words| !words.trim().is_empty()).collect();
        self.taker.count(entries.len() + praise.len());
        for raw in &entries {
            let draft = fields(raw).map_or_else(
                || Draft::LeftOut(format!("it cannot be read as an object ({})", kind_of(raw.get()))),
                pi::draft,
            );
            if !self.take(raw.get(), draft) {
                break;
            }
        }
        let at = parts.get("strengths").map_or("", |raw| raw.get());
        for words in praise {
            if !self.take(at, pi::strength(&words)) {
                break;
            }
        }
        Ok(Shape::Pi)
    }

    fn sarif(&mut self, parts: &Parts<'t>) -> Result<Shape, Refused<'t>> {
        let runs = sarif::runs(parts)
            .map_err(|wrong| Refused::Wrong(format!("{} as the `runs` of a SARIF log", kind_of(wrong)), wrong))?;
        self.taker.says.extend(sarif::version_note(parts));
        let mut bases = std::mem::take(&mut self.bases);
        for raw in runs {
            let notes = sarif::run(raw, &mut bases, &mut |at, draft| self.take(at, draft));
            // A log of a million empty runs says little.
            self.taker.says.extend(notes.into_iter().take(20usize.saturating_sub(self.taker.says.len())));
            if self.taker.is_full() {
                break;
            }
        }
        self.bases = bases;
        Ok(Shape::Sarif)
    }

    fn rdjson(&mut self, parts: &Parts<'t>) -> Result<Shape, Refused<'t>> {
        let value =
            |name: &str| parts.get(name).and_then(|raw| serde_json::from_str(raw.get()).ok()).unwrap_or(Value::Null);
        let usual = rdjson::Usual { source: value("source"), severity: value("severity") };
        let entries = match parts.get("diagnostics") {
            Some(list) => list_of(list)?,
            None => Vec::new(),
        };
        self.taker.count(entries.len());
        for raw in &entries {
            let draft = diagnostic(raw.get(), &usual);
            if !self.take(raw.get(), draft) {
                break;
            }
        }
        Ok(Shape::Rdjson)
    }

    /// A diagnostic on each line. `None`: it is something else. A line that is broken or cut off loses no other.
    fn lines(&mut self) -> Option<Shape> {
        let lines = || self.text.lines().map(str::trim).filter(|line| !line.is_empty());
        let begins = |line: &str| line.starts_with('{') && rdjson_parts(line).is_some();
        if !begins(lines().next()?) {
            return None;
        }
        let usual = rdjson::Usual::default();
        let text = self.text;
        self.taker.count(lines().count());
        for line in text.lines().map(str::trim).filter(|line| !line.is_empty()) {
            let draft = diagnostic(line, &usual);
            if !self.take(line, draft) {
                break;
            }
        }
        Some(Shape::Rdjsonl)
    }

    fn take(&mut self, at: &str, draft: Draft) -> bool {
        self.taker.take(self.task, draft, &|| spot_of(self.text, at).line)
    }
}

/// The parts of a line that is a diagnostic.
fn rdjson_parts(line: &str) -> Option<Parts<'_>> {
    let parts: Parts<'_> = serde_json::from_str(line).ok()?;
    (shape::of_object(&parts) == Ok(Some(Shape::Rdjsonl))).then_some(parts)
}

fn diagnostic(json: &str, usual: &rdjson::Usual) -> Draft {
    match serde_json::from_str::<Value>(json) {
        Ok(value @ Value::Object(_)) => rdjson::draft(&value, usual),
        Ok(_) => Draft::LeftOut(format!("it cannot be read as an object ({})", kind_of(json))),
        Err(error) if error.is_eof() => Draft::LeftOut("it ends too early: it may be cut off".to_owned()),
        Err(_) => Draft::LeftOut("it is no JSON".to_owned()),
    }
}

fn list_of<'t>(list: &'t RawValue) -> Result<Vec<&'t RawValue>, Refused<'t>> {
    if !list.get().starts_with('[') {
        return Err(Refused::Wrong(kind_of(list.get()).to_owned(), list.get()));
    }
    serde_json::from_str(list.get()).map_err(Refused::Json)
}

/// The exact bytes of a path that is no text, as our own formats write them.
fn exact_path(fields: &Map<String, Value>) -> Option<Vec<u8>> {
    let hex = ["file_hex", "file_path_hex"].iter().find_map(|name| fields.get(*name)?.as_str())?;
    let digits = hex.as_bytes();
    if digits.is_empty() || digits.len() % 2 != 0 || !digits.iter().all(u8::is_ascii_hexdigit) {
        return None;
    }
    let byte = |two: &[u8]| u8::from_str_radix(std::str::from_utf8(two).ok()?, 16).ok();
    digits.chunks(2).map(byte).collect()
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
