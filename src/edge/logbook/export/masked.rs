//! A record as JSON with every secret in its texts masked, fields in the order of their names. Called by the files beside it.

use std::collections::BTreeMap;

use serde_json::Value;

use crate::{
    core::{brief, model::Record},
    edge::logbook::wire,
};

/// The line of a record.
pub(super) fn line(record: &Record) -> Result<Value, serde_json::Error> {
    serde_json::from_slice(&wire::encode(record)?).map(masked)
}

fn masked(value: Value) -> Value {
    match value {
        Value::String(text) => Value::String(brief::masked(&text)),
        Value::Array(items) => Value::Array(items.into_iter().map(masked).collect()),
        Value::Object(fields) => {
            // Whether a map of serde_json keeps its order depends on who else is in the build.
            let sorted: BTreeMap<String, Value> = fields.into_iter().map(|(name, of)| (name, masked(of))).collect();
            Value::Object(sorted.into_iter().collect())
        }
        value @ (Value::Null | Value::Bool(_) | Value::Number(_)) => value,
    }
}
