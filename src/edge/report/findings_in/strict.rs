//! Text that is nearly JSON -> JSON of the same length, so that places stay: `NaN` and `Infinity`, which Python writes,
//! become texts that nobody reads as a number. Called by `read`.

use std::borrow::Cow;

/// The text to parse, and a note when it was changed.
pub(super) fn text(text: &str) -> (Cow<'_, str>, Option<String>) {
    if memchr::memmem::find(text.as_bytes(), b"NaN").is_none()
        && memchr::memmem::find(text.as_bytes(), b"Infinity").is_none()
    {
        return (Cow::Borrowed(text), None);
    }
    let mut out = String::with_capacity(text.len());
    let (mut rest, mut changed) = (text, false);
    while let Some(at) = rest.find(['"', 'N', 'I', '-']) {
        let (before, from) = rest.split_at_checked(at).unwrap_or((rest, ""));
        out.push_str(before);
        let (taken, replaced) = token(from);
        changed |= replaced.is_some();
        let (now, later) = from.split_at_checked(taken.max(1)).unwrap_or((from, ""));
        out.push_str(replaced.unwrap_or(now));
        rest = later;
    }
    out.push_str(rest);
    let note = changed.then(|| "numbers that JSON does not have (NaN, Infinity) count as not given".to_owned());
    if changed { (Cow::Owned(out), note) } else { (Cow::Borrowed(text), None) }
}

/// How many bytes the token at the front has, and what takes its place.
fn token(from: &str) -> (usize, Option<&'static str>) {
    if from.starts_with('"') {
        return (string(from), None);
    }
    for (word, instead) in [("-Infinity", "\"???????\""), ("Infinity", "\"??????\""), ("NaN", "\"?\"")] {
        if from.starts_with(word) {
            return (word.len(), Some(instead));
        }
    }
    (1, None)
}

/// The length of a string with its quotes.
fn string(from: &str) -> usize {
    let bytes = from.as_bytes();
    let mut at = 1;
    while let Some(step) = bytes.get(at..).and_then(|rest| memchr::memchr2(b'"', b'\\', rest)) {
        at += step;
        match bytes.get(at) {
            Some(b'\\') => at = (at + 2).min(bytes.len()),
            _ => return at + 1,
        }
    }
    bytes.len()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_that_json_lacks_are_replaced_outside_of_texts_only_and_length_stays() {
        for (given, read) in [
            (r#"[NaN, -Infinity, Infinity]"#, r#"["?", "???????", "??????"]"#),
            (r#"["NaN \" NaN", 1]"#, r#"["NaN \" NaN", 1]"#),
            (r#"{"a\\": NaN}"#, r#"{"a\\": "?"}"#),
            ("[\"NaN", "[\"NaN"),
            ("NaN\"\\", "\"?\"\"\\"),
            ("ü NaN", "ü \"?\""),
        ] {
            assert_eq!(text(given).0, read);
            assert_eq!(given.len(), read.len());
        }
    }
}
