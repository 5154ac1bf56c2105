//! The configuration as text and as JSON, each value with its origin. Called by `prr config show`.

use serde::Serialize;

use crate::core::text;

use super::{
    keys::KEYS,
    layer::{Origin, Sourced},
    mistake::Mistake,
    read::Reading,
    value::{Item, Value},
};

/// Version of the JSON document.
const SCHEMA: u32 = 1;

/// A line to be shown.
struct Row<'r> {
    key: String,
    /// `None` = not set.
    value: Option<&'r Value>,
    origin: Option<&'r Origin>,
}

/// Every key, its value and its origin; then the mistakes.
pub fn show_text(reading: &Reading) -> String {
    let rows = rows(reading);
    let shown = |row: &Row<'_>| match row.value {
        Some(value) => format!("{} = {value}", row.key),
        None => format!("{} is not set", row.key),
    };
    let lines: Vec<(String, String)> = rows
        .iter()
        .map(|row| (text::one_line(&shown(row), 400), row.origin.map_or(String::new(), Origin::to_string)))
        .collect();
    let wide = lines.iter().map(|(line, _)| text::width(line)).filter(|w| *w <= 60).max().unwrap_or(0);
    let mut out = String::new();
    for (line, origin) in lines {
        let gap = " ".repeat(wide.saturating_sub(text::width(&line)));
        let comment =
            if origin.is_empty() { String::new() } else { format!("{gap}  # {}", text::one_line(&origin, 300)) };
        out.push_str(&format!("{line}{comment}\n"));
    }
    out
}

fn rows(reading: &Reading) -> Vec<Row<'_>> {
    let values = &reading.config.values;
    let mut rows = Vec::new();
    for key in KEYS {
        let before = rows.len();
        let under = values.iter().filter(|(path, _)| super::keys::fits(key.path, path));
        under.for_each(|(path, sourced)| add(&mut rows, path, sourced));
        if rows.len() == before && !key.path.contains('*') {
            rows.push(Row { key: key.path.to_owned(), value: None, origin: None });
        }
    }
    rows
}

fn add<'r>(rows: &mut Vec<Row<'r>>, path: &str, sourced: &'r Sourced<Value>) {
    let Value::Items(items) = &sourced.value else {
        rows.push(Row { key: path.to_owned(), value: Some(&sourced.value), origin: Some(&sourced.origin) });
        return;
    };
    for (nth, Item { fields, origin }) in items.iter().enumerate() {
        for (name, value) in fields {
            rows.push(Row { key: format!("{path}[{nth}].{name}"), value: Some(value), origin: Some(origin) });
        }
    }
}

#[derive(Serialize)]
struct Document<'r> {
    schema: u32,
    values: Vec<ValueOut<'r>>,
    mistakes: Vec<MistakeOut<'r>>,
}

#[derive(Serialize)]
struct ValueOut<'r> {
    key: String,
    value: serde_json::Value,
    layer: Option<&'static str>,
    source: Option<&'r str>,
    line: Option<u32>,
    column: Option<u32>,
}

#[derive(Serialize)]
struct MistakeOut<'r> {
    layer: &'static str,
    source: &'r str,
    line: Option<u32>,
    column: Option<u32>,
    key: &'r str,
    what: String,
    remedy: &'r str,
    stops: bool,
}

/// The same as a JSON document; keys that are not set have the value null.
///
/// # Errors
/// None in practice: the shape holds only text and finite numbers.
pub fn show_json(reading: &Reading) -> Result<String, serde_json::Error> {
    let document = Document {
        schema: SCHEMA,
        values: rows(reading).into_iter().map(value_out).collect(),
        mistakes: reading.mistakes.iter().map(mistake_out).collect(),
    };
    serde_json::to_string_pretty(&document).map(|text| crate::core::text::json_escaped(text) + "\n")
}

fn value_out(row: Row<'_>) -> ValueOut<'_> {
    let spot = row.origin.and_then(|origin| origin.spot);
    ValueOut {
        key: row.key,
        value: row.value.map_or(serde_json::Value::Null, json),
        layer: row.origin.map(|origin| origin.layer.as_str()),
        source: row.origin.map(|origin| origin.source.as_str()).filter(|source| !source.is_empty()),
        line: spot.map(|spot| spot.line),
        column: spot.map(|spot| spot.column),
    }
}

fn json(value: &Value) -> serde_json::Value {
    match value {
        Value::Off => "off".into(),
        Value::Switch(on) => (*on).into(),
        Value::Whole(number) => (*number).into(),
        Value::Number(number) => (*number).into(),
        Value::Text(text) => text.as_str().into(),
        Value::Texts(texts) => texts.as_slice().into(),
        Value::Items(items) => items.len().into(),
    }
}

fn mistake_out(mistake: &Mistake) -> MistakeOut<'_> {
    MistakeOut {
        layer: mistake.origin.layer.as_str(),
        source: &mistake.origin.source,
        line: mistake.origin.spot.map(|spot| spot.line),
        column: mistake.origin.spot.map(|spot| spot.column),
        key: &mistake.key,
        what: mistake.sentence(),
        remedy: &mistake.remedy,
        stops: mistake.stops(),
    }
}
