//! Logbooks as one JSON document. Called by `mod`.

use std::collections::BTreeMap;

use serde::Serialize;
use serde_json::Value;

use super::{SCHEMA, masked, row::Row};
use crate::{
    core::{
        brief,
        history::{self, Told},
        model::{Record, RunId},
        text,
    },
    edge::logbook::{Stored, kept_diff},
};

#[derive(Serialize)]
struct Document {
    schema: u32,
    logbooks: Vec<LogbookOut>,
}

#[derive(Serialize)]
struct LogbookOut {
    pr_ref: String,
    repo_slug: String,
    target_type: String,
    runs: Vec<RunOut>,
    #[serde(skip_serializing_if = "Option::is_none")]
    diffs: Option<BTreeMap<String, String>>,
}

#[derive(Serialize)]
struct RunOut {
    run_id: String,
    /// null: its own line is missing.
    run: Value,
    /// null: it did not end.
    run_end: Value,
    findings: Vec<Row>,
    #[serde(flatten)]
    lists: BTreeMap<&'static str, Vec<Value>>,
}

/// The lists of a run, all of which are always there.
const LISTS: [&str; 13] = [
    "candidates",
    "drafts",
    "gate_decisions",
    "hotspots",
    "opinions",
    "places",
    "pr_comment_dedups",
    "publication_intents",
    "publication_receipts",
    "task_ends",
    "task_reports",
    "verdicts",
    "viewed",
];

pub(super) fn document(
    stored: &[Stored],
    with_diffs: bool,
    notes: &mut Vec<String>,
) -> Result<String, serde_json::Error> {
    let mut logbooks = Vec::new();
    for stored in stored {
        logbooks.push(logbook(stored, with_diffs, notes)?);
    }
    let text = serde_json::to_string_pretty(&Document { schema: SCHEMA, logbooks })?;
    Ok(text::json_escaped(text) + "\n")
}

fn logbook(stored: &Stored, with_diffs: bool, notes: &mut Vec<String>) -> Result<LogbookOut, serde_json::Error> {
    let request = history::runs(&stored.records).last().map(|run| run.request.clone());
    let mut findings: BTreeMap<&RunId, Vec<Told<'_>>> = BTreeMap::new();
    for told in history::findings(&stored.records) {
        findings.entry(&told.run.id).or_default().push(told);
    }
    let mut runs = Vec::new();
    for id in run_ids(&stored.records) {
        runs.push(run(&stored.records, id, findings.remove(id).unwrap_or_default())?);
    }
    Ok(LogbookOut {
        pr_ref: request.as_ref().map_or_else(String::new, |request| request.pr_ref.clone()),
        repo_slug: request.as_ref().map_or_else(String::new, |request| request.repo_slug.clone()),
        target_type: request.as_ref().map_or_else(String::new, |request| request.kind.as_str().to_owned()),
        runs,
        diffs: with_diffs.then(|| diffs(stored, notes)),
    })
}

/// Runs, oldest first, then those of which only other lines are there.
fn run_ids(records: &[Record]) -> Vec<&RunId> {
    let mut ids: Vec<&RunId> = history::runs(records).into_iter().map(|run| &run.id).collect();
    for record in records {
        if !ids.contains(&record.run()) {
            ids.push(record.run());
        }
    }
    ids
}

fn run(records: &[Record], id: &RunId, findings: Vec<Told<'_>>) -> Result<RunOut, serde_json::Error> {
    let mut lists: BTreeMap<&'static str, Vec<Value>> = LISTS.iter().map(|name| (*name, Vec::new())).collect();
    let (mut begun, mut ended) = (Value::Null, Value::Null);
    for record in records.iter().filter(|record| record.run() == id) {
        let line = without_head(masked::line(record)?);
        match record {
            // The last word counts: a run that goes on is recorded again.
            Record::Run(_) => begun = line,
            Record::RunEnded { .. } => ended = line,
            other => lists.entry(list_of(other)).or_default().push(line),
        }
    }
    let findings = findings.iter().map(Row::of).collect();
    Ok(RunOut { run_id: id.to_string(), run: begun, run_end: ended, findings, lists })
}

fn list_of(record: &Record) -> &'static str {
    match record {
        Record::Hotspot { .. } => "hotspots",
        Record::Candidate { .. } => "candidates",
        Record::Verdict { .. } => "verdicts",
        Record::Comments { .. } => "pr_comment_dedups",
        Record::Opinion { .. } => "opinions",
        Record::TaskReported { .. } => "task_reports",
        Record::TaskEnded { .. } => "task_ends",
        Record::Decision { .. } => "gate_decisions",
        Record::Draft { .. } => "drafts",
        Record::Viewed { .. } => "viewed",
        Record::Place { .. } => "places",
        Record::PublicationIntent { .. } => "publication_intents",
        Record::PublicationReceipt { .. } => "publication_receipts",
        Record::Run(_) => "runs",
        Record::RunEnded { .. } => "run_ends",
    }
}

/// The list says the type, the run stands above, the document has the schema.
fn without_head(line: Value) -> Value {
    let Value::Object(fields) = line else { return line };
    let is_head = |name: &str| ["record_type", "run_id", "schema"].contains(&name);
    Value::Object(fields.into_iter().filter(|(name, _)| !is_head(name)).collect())
}

/// The kept diffs of the runs, by hash.
fn diffs(stored: &Stored, notes: &mut Vec<String>) -> BTreeMap<String, String> {
    let mut diffs = BTreeMap::new();
    for run in history::runs(&stored.records) {
        let hash = &run.request.diff_hash;
        if diffs.contains_key(hash) {
            continue;
        }
        match kept_diff(&stored.path, hash) {
            Ok(bytes) => drop(diffs.insert(hash.clone(), brief::masked(&String::from_utf8_lossy(&bytes)))),
            Err(error) => notes.push(format!("the diff of run {} is not in the export: {error}", run.id)),
        }
    }
    diffs
}
