//! A record as JSON with every secret in its texts masked. Called by the files beside it.

use serde_json::Value;

use crate::{
    core::{brief, model::Record},
    edge::logbook::wire,
};

/// The line of a record.
pub(super) fn line(record: &Record) -> Result<Value, serde_json::Error> {
    let mut value = serde_json::from_slice(&wire::encode(record)?)?;
    mask(&mut value);
    Ok(value)
}

fn mask(value: &mut Value) {
    match value {
        Value::String(text) => *text = brief::masked(text),
        Value::Array(items) => items.iter_mut().for_each(mask),
        Value::Object(fields) => fields.values_mut().for_each(mask),
        Value::Null | Value::Bool(_) | Value::Number(_) => {}
    }
}
