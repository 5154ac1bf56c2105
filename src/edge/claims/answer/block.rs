//! A block between `FINDING_START` and `FINDING_END` -> the fields of a claim: lines of `key: value`, where a value goes
//! on until the next key that is known. Called by `collect`.

use serde_json::{Map, Value};

use super::shape;

/// Keys beside those of every answer.
const KEYS: &[&str] =
    &["agent", "category", "lens", "id", "side", "kind", "references", "symbol", "lineend", "line_end"];

/// The fields of a block. Nothing when no line has a key.
pub(super) fn fields(block: &str) -> Map<String, Value> {
    let mut fields = Map::new();
    let mut open: Option<(String, String)> = None;
    let mut in_code = false;
    for line in block.lines() {
        if line.trim_matches(|c: char| !c.is_ascii_alphanumeric()).starts_with("FINDING_END") {
            break;
        }
        let is_taken = |key: &str| fields.contains_key(key) || open.as_ref().is_some_and(|(open, _)| open == key);
        let found = key_of(line).filter(|(key, _)| !in_code && !is_taken(key));
        in_code ^= line.trim_start().starts_with("```");
        match (found, &mut open) {
            (Some((key, value)), _) => {
                keep(&mut fields, open.replace((key, value.to_owned())));
            }
            (None, Some((_, text))) => {
                text.push('\n');
                text.push_str(line);
            }
            (None, None) => {}
        }
    }
    keep(&mut fields, open);
    fields
}

/// A key at the beginning of a line: `title: …`, `- **Title:** …`.
fn key_of(line: &str) -> Option<(String, &str)> {
    if line.starts_with("  ") || line.starts_with('\t') {
        return None;
    }
    let (key, value) = line.trim_start_matches(['-', '*', ' ', '#']).split_once(':')?;
    let key = key.trim_matches(['*', '`', '"', ' ']);
    let lower = key.to_ascii_lowercase().replace(' ', "_");
    let name = [key, lower.as_str()].into_iter().find(|key| shape::is_known(key) || KEYS.contains(key))?;
    let name = match name {
        "lineend" => "line_end",
        name => name,
    };
    Some((name.to_owned(), value.trim_start_matches(['*', '`']).trim()))
}

fn keep(fields: &mut Map<String, Value>, found: Option<(String, String)>) {
    let Some((key, text)) = found else { return };
    // `|` and `>` begin a text of many lines, as YAML writes it.
    let text = match text.split_once('\n') {
        Some((first, rest)) if matches!(first.trim(), "|" | ">" | "|-" | ">-" | "") => outdented(rest),
        _ => text,
    };
    let text = text.trim_end();
    let text = if text.contains('\n') { text } else { text.trim() };
    if !text.is_empty() {
        fields.insert(key, Value::String(text.to_owned()));
    }
}

/// Lines without the blanks that all of them begin with.
fn outdented(text: &str) -> String {
    let indent = |line: &str| line.len() - line.trim_start_matches(' ').len();
    let least = text.lines().filter(|line| !line.trim().is_empty()).map(indent).min().unwrap_or(0);
    text.lines().map(|line| line.get(least..).unwrap_or("")).collect::<Vec<_>>().join("\n")
}
