//! The fix of a result: replacement lines when it replaces whole lines of its own place, else words (SARIF 3.55). Called
//! by `mod`.

use serde_json::Value;

use super::{place::path, run::Run};
use crate::edge::report::findings_in::draft::{Entry, list, region, text};

/// Puts the first fix into the entry.
pub(super) fn propose(run: &Run, result: &Value, entry: &mut Entry) {
    let Some(fix) = list(result.get("fixes")).first() else { return };
    match exact(run, fix, entry) {
        Some(lines) => {
            entry.fields.insert("suggestion".to_owned(), lines.into());
        }
        None => entry.say("suggested_fix", text(fix, "/description/text")),
    }
}

/// One replacement of exactly the lines that the result is about, in its file.
fn exact(run: &Run, fix: &Value, entry: &Entry) -> Option<String> {
    let [change] = list(fix.get("artifactChanges")) else { return None };
    let [replacement] = list(change.get("replacements")) else { return None };
    if path(run, change.get("artifactLocation")?)? != *entry.path.as_ref()? {
        return None;
    }
    let deleted = replacement.get("deletedRegion")?;
    let number = |name: &str| deleted.get(name).and_then(Value::as_u64);
    let (start, end) = (number("startLine")?, number("endLine").or_else(|| number("startLine"))?);
    let inserted = text(replacement, "/insertedContent/text");
    let content = match (number("startColumn"), number("endColumn")) {
        // Whole lines but for the last one's end, which stays: without text an empty line is left.
        (None | Some(1), None) => format!("{inserted}\n"),
        // Whole lines with it.
        (None | Some(1), Some(1)) if end > start && (inserted.is_empty() || inserted.ends_with('\n')) => {
            inserted.to_owned()
        }
        _ => return None,
    };
    let lines = region(Some(start), Some(end), number("endColumn"))?;
    let of_entry = |name: &str| entry.fields.get(name).and_then(Value::as_u64);
    (Some(lines) == of_entry("line_start").zip(of_entry("line_end"))).then_some(content)
}
