//! Results that prr wrote: what SARIF has no word for is in `properties.prr`, and comes back as it was. What was held
//! back then is judged anew. Called by `mod`.

use serde_json::{Map, Value};

use super::{fix, place, run::Run};
use crate::edge::report::findings_in::draft::{Draft, Entry, text};

/// Fields that are taken as they are.
const FIELDS: &[&str] = &[
    "kind",
    "severity",
    "lens",
    "title",
    "issue_class",
    "evidence",
    "invariant",
    "sink",
    "depends_on_unseen",
    "confidence_local",
    "confidence_context",
    "actionability",
    "blast_radius",
    "side",
    "line_start",
    "line_end",
    "suggestion",
];

/// Our own properties, when the run is ours.
pub(super) fn of<'v>(run: &Run, result: &'v Value) -> Option<&'v Map<String, Value>> {
    result.pointer("/properties/prr").and_then(Value::as_object).filter(|_| run.tool() == "prr")
}

pub(super) fn draft(run: &Run, result: &Value, own: &Map<String, Value>) -> Draft {
    let mut entry = Entry::default();
    place::locate(run, result, &mut entry);
    // Further places are other findings, which come back by themselves.
    entry.fields.remove("evidence");
    for name in FIELDS {
        if let Some(value) = own.get(*name).filter(|value| !value.is_null()) {
            entry.fields.insert((*name).to_owned(), value.clone());
        }
    }
    if own.get("kind").and_then(Value::as_str) == Some("comment") {
        // A person's own words; what is read is nobody's.
        entry.fields.insert("kind".to_owned(), "note".into());
    }
    let title = own.get("title").and_then(Value::as_str).unwrap_or("").to_owned();
    let said = text(result, "/message/text");
    let body = said.strip_prefix(title.as_str()).filter(|rest| rest.is_empty() || rest.starts_with('\n'));
    entry.say("body", body.map_or(said, |rest| rest.trim_start_matches('\n')));
    if !own.contains_key("suggestion") {
        fix::propose(run, result, &mut entry);
        entry.fields.remove("suggested_fix");
    }
    entry.into()
}
