//! Texts of an entry: whatever type they have, bounded, without NUL; a title that is one line. Called by `entry`.

use serde_json::{Map, Value};

/// The longest text, in bytes. What is cut is told.
const LONGEST: usize = 256 << 10;
/// The longest title, in characters; the rest goes into the body.
const TITLE: usize = 200;
/// A title made of the body is shorter.
const MADE: usize = 80;

/// The fields of an entry, and what had to be repaired.
pub(super) struct Texts<'f> {
    pub fields: &'f Map<String, Value>,
    pub notes: Vec<String>,
}

impl<'f> Texts<'f> {
    pub fn new(fields: &'f Map<String, Value>) -> Self {
        Self { fields, notes: Vec::new() }
    }

    /// The first of these fields that says something, as text; '' when none does.
    pub fn first(&mut self, names: &[&str]) -> String {
        let fields = self.fields;
        let found = names.iter().filter_map(|name| Some((*name, fields.get(*name)?)));
        for (name, value) in found {
            let text = self.text(name, value);
            if !text.trim().is_empty() {
                return text;
            }
        }
        String::new()
    }

    /// A value as text: numbers and lists of texts are texts too.
    fn text(&mut self, name: &str, value: &Value) -> String {
        let text = match value {
            Value::Null => return String::new(),
            Value::String(text) => text.clone(),
            Value::Array(items) if items.iter().all(|item| item.is_string() || item.is_number()) => {
                let line = |item: &Value| item.as_str().map_or_else(|| item.to_string(), str::to_owned);
                items.iter().map(line).collect::<Vec<_>>().join("\n")
            }
            Value::Bool(_) | Value::Number(_) | Value::Array(_) | Value::Object(_) => {
                self.notes.push(format!("its {name} is no text and is kept as it stands"));
                value.to_string()
            }
        };
        self.bounded(name, text)
    }

    fn bounded(&mut self, name: &str, text: String) -> String {
        let text = if text.contains('\0') {
            self.notes.push(format!("its {name} holds a NUL, which was replaced"));
            text.replace('\0', "\u{fffd}")
        } else {
            text
        };
        if text.len() <= LONGEST {
            return text;
        }
        self.notes.push(format!("its {name} of {} bytes was cut to {LONGEST}", text.len()));
        let end = (0..=LONGEST).rev().find(|at| text.is_char_boundary(*at)).unwrap_or(0);
        format!("{}…", text.get(..end).unwrap_or(""))
    }

    /// One line of at most so many characters.
    pub fn line(&mut self, names: &[&str], most: usize) -> String {
        let text = self.first(names);
        text.split_whitespace().collect::<Vec<_>>().join(" ").chars().take(most).collect()
    }

    /// Title and body. A missing title is the beginning of the body, a long one is told again in the body, and every
    /// text that stands beside the first is kept below it.
    pub fn title_and_body(&mut self, titles: &[&str], bodies: &[&str]) -> (String, String) {
        let given = self.first(titles);
        let mut body = self.bodies(bodies);
        let flat = given.split_whitespace().collect::<Vec<_>>().join(" ");
        let title: String = flat.chars().take(TITLE).collect();
        if title.len() < flat.len() {
            self.notes.push("its title is very long and was moved into the body".to_owned());
            body = if body.is_empty() { given } else { format!("{given}\n\n{body}") };
            return (format!("{title}…"), self.bounded("body", body));
        }
        if !title.is_empty() {
            return (title, body);
        }
        if titles.iter().any(|name| self.fields.contains_key(*name)) {
            self.notes.push("its title is empty and was made of its text".to_owned());
        }
        (beginning(&body), body)
    }

    fn bodies(&mut self, names: &[&str]) -> String {
        let mut parts: Vec<String> = Vec::new();
        for name in names {
            let text = self.first(&[*name]);
            if !text.trim().is_empty() && !parts.iter().any(|part| part.contains(text.trim())) {
                parts.push(text);
            }
        }
        parts.join("\n\n")
    }

    /// Replacement lines, without a fence around them.
    pub fn code(&mut self, names: &[&str]) -> Option<String> {
        let text = self.first(names);
        match unfenced(&text) {
            Some(inside) => {
                self.notes.push("the fence around its suggestion was taken off".to_owned());
                Some(inside.to_owned())
            }
            None if !text.is_empty() => Some(text),
            // An empty replacement deletes the lines, a blank one leaves a blank line; only a text that is there is one.
            None => {
                let blank = self.fields.get("suggestion").filter(|value| value.is_string())?;
                Some(self.text("suggestion", blank))
            }
        }
    }
}

/// The first sentence or line.
fn beginning(body: &str) -> String {
    let line = body.lines().map(str::trim).find(|line| !line.is_empty()).unwrap_or("");
    let sentence = line.split_inclusive(". ").next().unwrap_or(line).trim_end().trim_end_matches('.');
    let mut short: String = sentence.chars().take(MADE).collect();
    if short.len() < sentence.len() {
        short.push('…');
    }
    short
}

/// What is inside, when the whole text is one fenced block.
fn unfenced(text: &str) -> Option<&str> {
    let body = text.trim().strip_prefix("```")?;
    let (_, body) = body.split_once('\n')?;
    let inside = body.strip_suffix("```")?;
    (!inside.contains("```")).then(|| inside.strip_suffix('\n').unwrap_or(inside))
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    fn both(fields: Value) -> (String, String, Vec<String>) {
        let mut texts = Texts::new(fields.as_object().unwrap());
        let (title, body) = texts.title_and_body(&["title"], &["body", "summary"]);
        (title, body, texts.notes.clone())
    }

    #[test]
    fn no_text_is_lost() {
        let (title, body, notes) = both(json!({"title": "", "body": "First sentence. Second.\nmore"}));
        assert_eq!(
            (title.as_str(), body.as_str(), notes.len()),
            ("First sentence", "First sentence. Second.\nmore", 1)
        );
        let (title, body, _) = both(json!({"title": "x".repeat(300), "body": "b"}));
        assert!(title.chars().count() == 201 && body.starts_with(&"x".repeat(300)) && body.ends_with("\n\nb"));
        let (_, body, _) = both(json!({"title": "t", "body": "b", "summary": "s"}));
        assert_eq!(body, "b\n\ns");
        assert_eq!(both(json!({"title": "a\n b"})).0, "a b");
        assert_eq!(both(json!({"body": ["a", "b"]})).1, "a\nb");
        let (title, _, notes) = both(json!({"title": 5}));
        assert!(title == "5" && notes.len() == 1);
    }

    #[test]
    fn large_texts_are_cut_on_a_character_and_told() {
        let (_, body, notes) = both(json!({"title": "t", "body": "ü".repeat(1 << 20)}));
        assert!(body.len() <= LONGEST + 3 && body.ends_with("ü…") && notes.len() == 1, "{}", body.len());
    }

    #[test]
    fn an_empty_suggestion_deletes_and_a_blank_one_does_not() {
        let code = |fields: Value| Texts::new(fields.as_object().unwrap()).code(&["suggestion", "replacement"]);
        assert_eq!(code(json!({"suggestion": ""})).as_deref(), Some(""));
        assert_eq!(code(json!({"suggestion": "\n"})).as_deref(), Some("\n"));
        assert_eq!(code(json!({"suggestion": null, "replacement": "x"})).as_deref(), Some("x"));
        assert_eq!(
            (code(json!({"suggestion": null})), code(json!({"replacement": ""})), code(json!({}))),
            (None, None, None)
        );
    }

    #[test]
    fn a_fence_around_all_of_a_suggestion_is_taken_off() {
        assert_eq!(unfenced("```rust\na\nb\n```"), Some("a\nb"));
        assert_eq!(unfenced("```suggestion\n```"), Some(""));
        for no in ["a", "a\n```\nb\n```", "```\na\n```\nb\n```\n```", "```"] {
            assert_eq!(unfenced(no), None, "{no}");
        }
    }
}
