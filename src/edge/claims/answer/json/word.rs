//! A word without quotes -> the value that is meant. Called by the reader of JSON.

use serde_json::{Number, Value};

use super::repair::Repair;

/// The longest word, in bytes.
pub(super) const LONGEST: usize = 300;

/// Whether a character can begin a word that stands for a value.
pub(super) fn begins(c: char) -> bool {
    c.is_alphanumeric() || matches!(c, '-' | '+' | '.' | '_' | '\u{2026}')
}

/// Whether a character belongs to a word that stands for a value: also paths and ranges.
pub(super) fn goes_on(c: char) -> bool {
    begins(c) || matches!(c, '/' | ':' | '%' | '#' | '@' | '\u{2013}')
}

/// Whether a character belongs to a key without quotes.
pub(super) fn in_key(c: char) -> bool {
    c.is_alphanumeric() || matches!(c, '_' | '$' | '-')
}

/// Whether the word stands for entries that were left out.
pub(super) fn is_elision(word: &str) -> bool {
    matches!(word, "..." | "\u{2026}")
}

/// The value and what was repaired.
pub(super) fn value(word: &str) -> (Value, Option<Repair>) {
    match word {
        "true" => return (Value::Bool(true), None),
        "false" => return (Value::Bool(false), None),
        "null" => return (Value::Null, None),
        _ => {}
    }
    if let Ok(number) = word.parse::<Number>() {
        return (Value::Number(number), None);
    }
    match word.to_ascii_lowercase().trim_start_matches(['+', '-']) {
        "true" => (Value::Bool(true), Some(Repair::ForeignWord)),
        "false" => (Value::Bool(false), Some(Repair::ForeignWord)),
        "null" | "none" | "nil" | "undefined" => (Value::Null, Some(Repair::ForeignWord)),
        "nan" | "infinity" | "inf" => (Value::Null, Some(Repair::NoNumber)),
        _ => match odd(word) {
            Some(number) => (Value::Number(number), Some(Repair::OddNumber)),
            None => (Value::String(word.to_owned()), Some(Repair::BareText)),
        },
    }
}

/// `+4`, `.5`, `5.`, `1_000`, `007`.
fn odd(word: &str) -> Option<Number> {
    let (sign, digits) = match word.strip_prefix('-') {
        Some(rest) => ("-", rest),
        None => ("", word.strip_prefix('+').unwrap_or(word)),
    };
    let digits = digits.replace('_', "");
    let whole = digits.trim_start_matches('0');
    let whole = if whole.is_empty() && !digits.is_empty() { "0" } else { whole };
    let lead = if whole.starts_with(['.', 'e', 'E']) { "0" } else { "" };
    format!("{sign}{lead}{}", whole.strip_suffix('.').unwrap_or(whole)).parse().ok()
}
