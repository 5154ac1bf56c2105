//! Values that passed their checks, and the pile of layers in which later ones win. Called by `read`, `assemble` and
//! whoever shows settings.

use std::{collections::BTreeMap, fmt};

use super::layer::{Origin, Sourced};

/// A checked value.
#[derive(Debug, Clone, PartialEq)]
pub enum Value {
    /// Explicitly nothing (`"off"`, `null`).
    Off,
    /// On or off.
    Switch(bool),
    /// A count.
    Whole(u64),
    /// A number; shares are 0.0..=1.0.
    Number(f64),
    /// Text, or a word of a closed list in its own spelling.
    Text(String),
    /// Texts, patterns, globs.
    Texts(Vec<String>),
    /// Entries of a `[[list]]`, of all layers.
    Items(Vec<Item>),
}

/// One entry of a `[[list]]`.
#[derive(Debug, Clone, PartialEq)]
pub struct Item {
    /// Its fields.
    pub fields: BTreeMap<&'static str, Value>,
    /// Where it begins.
    pub origin: Origin,
}

impl Item {
    /// A text field.
    pub(super) fn text(&self, field: &str) -> Option<String> {
        match self.fields.get(field) {
            Some(Value::Text(text)) => Some(text.clone()),
            _ => None,
        }
    }

    /// A number field.
    pub(super) fn number(&self, field: &str) -> Option<f64> {
        match self.fields.get(field) {
            Some(Value::Number(number)) => Some(*number),
            _ => None,
        }
    }

    /// A list field; empty when it is not given.
    pub(super) fn texts(&self, field: &str) -> Vec<String> {
        match self.fields.get(field) {
            Some(Value::Texts(texts)) => texts.clone(),
            _ => Vec::new(),
        }
    }
}

/// As in TOML.
impl fmt::Display for Value {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Off => f.write_str("\"off\""),
            Self::Switch(value) => write!(f, "{value}"),
            Self::Whole(value) => write!(f, "{value}"),
            Self::Number(value) => write!(f, "{value:?}"),
            Self::Text(text) => f.write_str(&in_quotes(text)),
            Self::Texts(texts) => {
                write!(f, "[{}]", texts.iter().map(|text| in_quotes(text)).collect::<Vec<_>>().join(", "))
            }
            Self::Items(items) => write!(f, "{} entries", items.len()),
        }
    }
}

/// Text as a TOML string, harmless on a terminal.
fn in_quotes(text: &str) -> String {
    let mut out = String::from("\"");
    for c in text.chars() {
        match c {
            '"' | '\\' => out.extend(['\\', c]),
            '\n' => out.push_str("\\n"),
            '\t' => out.push_str("\\t"),
            c if c.is_control() || is_invisible(c) => out.push_str(&format!("\\u{:04X}", u32::from(c))),
            c => out.push(c),
        }
    }
    out.push('"');
    out
}

/// Characters that reorder or hide text.
fn is_invisible(c: char) -> bool {
    matches!(c, '\u{200b}'..='\u{200f}' | '\u{2028}'..='\u{202e}' | '\u{2060}'..='\u{206f}' | '\u{feff}')
}

/// Values by key, of all layers so far.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Values(BTreeMap<String, Sourced<Value>>);

impl Values {
    /// Puts a value over what is there. Entries of lists are added, so that no layer's rules silence another's.
    pub(super) fn put(&mut self, key: String, value: Value, origin: Origin) {
        if let (Value::Items(new), Some(Sourced { value: Value::Items(old), .. })) = (&value, self.0.get_mut(&key)) {
            old.extend(new.iter().cloned());
            return;
        }
        self.0.insert(key, Sourced { value, origin });
    }

    /// Puts all values of a stronger layer over these.
    pub(super) fn put_all(&mut self, layer: Values) {
        for (key, Sourced { value, origin }) in layer.0 {
            self.put(key, value, origin);
        }
    }

    /// A value with its origin.
    pub fn get(&self, key: &str) -> Option<&Sourced<Value>> {
        self.0.get(key)
    }

    /// All of them, by key.
    pub fn iter(&self) -> impl Iterator<Item = (&str, &Sourced<Value>)> {
        self.0.iter().map(|(key, value)| (key.as_str(), value))
    }

    /// Whether there is none.
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn values_show_as_toml_and_harmless() {
        assert_eq!(Value::Text("a\"b\\\n\u{202e}\x1b".to_owned()).to_string(), r#""a\"b\\\n\u202E\u001B""#);
        assert_eq!(Value::Texts(vec!["x".to_owned()]).to_string(), r#"["x"]"#);
        assert_eq!((Value::Number(1.0).to_string(), Value::Switch(true).to_string()), ("1.0".into(), "true".into()));
    }
}
