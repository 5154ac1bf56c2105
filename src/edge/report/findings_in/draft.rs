//! One entry of a file on its way to a candidate: the fields that `claims` reads, and what they cannot say. Made by the
//! readers of formats, used up by `read`.

use serde_json::{Map, Value};

/// Fields as an agent writes them, and what is surer than they are.
#[derive(Debug, Default)]
pub(super) struct Entry {
    /// Names of `claims`.
    pub fields: Map<String, Value>,
    /// The path, byte by byte; `None` = what the fields say.
    pub path: Option<Vec<u8>>,
    /// What was repaired.
    pub notes: Vec<String>,
}

/// What became of an entry.
#[derive(Debug)]
pub(super) enum Draft {
    /// It says something.
    Entry(Box<Entry>),
    /// It cannot be used, and why.
    LeftOut(String),
    /// It is none by its own word (a check that passed, a finding that its tool suppresses); counted under these words.
    Passed(&'static str),
}

/// First and last line.
pub(super) type Lines = (u64, u64);

impl Entry {
    /// Sets a text, unless it is empty.
    pub fn say(&mut self, name: &str, text: &str) {
        if !text.trim().is_empty() {
            self.fields.insert(name.to_owned(), Value::from(text));
        }
    }

    /// Sets the lines.
    pub fn lines(&mut self, lines: Option<Lines>) {
        if let Some((start, end)) = lines {
            self.fields.insert("line_start".to_owned(), start.into());
            self.fields.insert("line_end".to_owned(), end.into());
        }
    }
}

impl From<Entry> for Draft {
    fn from(entry: Entry) -> Self {
        Self::Entry(Box::new(entry))
    }
}

/// A text inside a value; '' when there is none.
pub(super) fn text<'v>(value: &'v Value, at: &str) -> &'v str {
    value.pointer(at).and_then(Value::as_str).unwrap_or("")
}

/// The first text that says something.
pub(super) fn first<'t>(texts: impl IntoIterator<Item = &'t str>) -> &'t str {
    texts.into_iter().find(|text| !text.trim().is_empty()).unwrap_or("")
}

/// A list; empty when it is none.
pub(super) fn list(value: Option<&Value>) -> &[Value] {
    value.and_then(Value::as_array).map_or(&[], Vec::as_slice)
}

/// Title and body of a message: its first line and the rest. A long only line has no title: one is made of its beginning.
pub(super) fn titled(message: &str) -> (&str, &str) {
    const LINE: usize = 120;
    let message = message.trim();
    match message.split_once('\n') {
        Some((title, body)) => (title.trim_end(), body.trim()),
        None if message.chars().count() > LINE => ("", message),
        None => (message, ""),
    }
}

/// Lines from the ends of a region. An end in front of the first character of a line is the end of the line before.
pub(super) fn region(start: Option<u64>, end: Option<u64>, end_column: Option<u64>) -> Option<Lines> {
    let start = start.filter(|start| *start > 0)?;
    let end = end.unwrap_or(start);
    let end = if end_column == Some(1) && end > start { end - 1 } else { end };
    Some((start, end.max(start)))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_message_is_its_first_line_and_the_rest() {
        assert_eq!(titled("Short\n\nlong\n"), ("Short", "long"));
        assert_eq!(titled(" Short "), ("Short", ""));
        let long = "word ".repeat(40);
        assert_eq!(titled(&long), ("", long.trim()));
    }

    #[test]
    fn a_region_that_ends_before_a_line_ends_on_the_one_before() {
        assert_eq!(region(Some(3), Some(5), Some(1)), Some((3, 4)));
        assert_eq!(region(Some(3), Some(3), Some(1)), Some((3, 3)));
        assert_eq!(region(Some(3), None, Some(9)), Some((3, 3)));
        assert_eq!(region(Some(5), Some(3), None), Some((5, 5)));
        assert_eq!((region(Some(0), Some(3), None), region(None, Some(3), None)), (None, None));
    }
}
