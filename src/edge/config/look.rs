//! Typed looks at checked values, for `assemble` and `together`. What a key cannot be is as if it were not set.

use crate::core::model::{Severity, Vocabulary};

use super::{
    layer::{Origin, Sourced},
    value::{Item, Value, Values},
};

impl Values {
    pub(super) fn value(&self, key: &str) -> Option<&Value> {
        self.get(key).map(|sourced| &sourced.value)
    }

    pub(super) fn text(&self, key: &str) -> Option<String> {
        match self.value(key) {
            Some(Value::Text(text)) => Some(text.clone()),
            _ => None,
        }
    }

    pub(super) fn is_on(&self, key: &str) -> bool {
        self.value(key) == Some(&Value::Switch(true))
    }

    pub(super) fn texts(&self, key: &str) -> Option<Vec<String>> {
        match self.value(key) {
            Some(Value::Texts(texts)) => Some(texts.clone()),
            _ => None,
        }
    }

    pub(super) fn number(&self, key: &str) -> Option<f64> {
        match self.value(key) {
            Some(Value::Number(number)) => Some(*number),
            _ => None,
        }
    }

    pub(super) fn whole(&self, key: &str) -> Option<u64> {
        match self.value(key) {
            Some(Value::Whole(number)) => Some(*number),
            _ => None,
        }
    }

    pub(super) fn count(&self, key: &str) -> Option<u32> {
        self.whole(key).map(|number| u32::try_from(number).unwrap_or(u32::MAX))
    }

    pub(super) fn level(&self, key: &str) -> Option<Severity> {
        self.text(key).and_then(|text| Severity::read(&text, Vocabulary::Labels))
    }

    pub(super) fn items(&self, key: &str) -> &[Item] {
        match self.value(key) {
            Some(Value::Items(items)) => items,
            _ => &[],
        }
    }

    /// Names below a group, each once, with what stands behind the name.
    pub(super) fn below<'v>(&'v self, group: &'v str) -> impl Iterator<Item = (&'v str, &'v str, &'v Sourced<Value>)> {
        self.iter().filter_map(move |(key, value)| {
            let rest = key.strip_prefix(group)?.strip_prefix('.')?;
            let (name, behind) = rest.split_once('.').unwrap_or((rest, ""));
            Some((name, behind, value))
        })
    }

    pub(super) fn origin(&self, key: &str) -> Option<&Origin> {
        self.get(key).map(|sourced| &sourced.origin)
    }
}
