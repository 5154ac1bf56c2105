//! The logbook's wire form: one JSON object a line, `record_type` first. Names follow deep §0, §2, §5, §9 where
//! deep has them; ours stand beside them. Only this folder knows serde. Called by `jsonl`.
//!
//! Reading is lenient where deep's own files lack what is ours (`schema`, `at`, `task_id` …), and exact for what
//! this version wrote. What it does not know is reported, never guessed.

mod agent;
mod candidate;
mod comments;
mod decision;
mod detail;
mod draft;
mod hotspot;
mod opinion;
mod place;
mod publication;
mod run;
#[cfg(test)]
pub(super) mod samples;
mod words;

use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};

use crate::core::model::Record;

pub use candidate::{output_type, whole_change};
pub use words::{stamp, to_hex};

/// The version of the record shapes. Records of a higher one are never touched.
pub const SCHEMA: u64 = 1;

/// Fields of a line that this version does not know: kept in the file, told in a note.
type Rest = Map<String, Value>;

/// Any line of the logbook.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(tag = "record_type", rename_all = "snake_case")]
enum Wire {
    Run(run::RunLine),
    Hotspot(hotspot::HotspotLine),
    Candidate(candidate::CandidateLine),
    Decision(decision::VerdictLine),
    PrCommentDedup(comments::CommentsLine),
    Opinion(opinion::OpinionLine),
    TaskReport(agent::TaskReportLine),
    TaskEnd(run::TaskEndLine),
    GateDecision(decision::GateLine),
    Draft(draft::DraftLine),
    Viewed(draft::ViewedLine),
    Place(draft::PlaceLine),
    PublicationIntent(publication::IntentLine),
    PublicationReceipt(publication::ReceiptLine),
    RunEnd(run::RunEndLine),
}

/// The record types that [`decode`] reads.
const KNOWN: [&str; 15] = [
    "run",
    "hotspot",
    "candidate",
    "decision",
    "pr_comment_dedup",
    "opinion",
    "task_report",
    "task_end",
    "gate_decision",
    "draft",
    "viewed",
    "place",
    "publication_intent",
    "publication_receipt",
    "run_end",
];

/// What every line says first.
#[derive(Deserialize)]
struct Head {
    record_type: String,
    /// Absent in files that deep itself wrote.
    #[serde(default)]
    schema: u64,
}

/// Why a line is no record for this version.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Unread {
    /// Not a JSON object, or not of the shape its type has. In words.
    Damaged(String),
    /// A type or word that this version does not know. In words.
    Unknown(String),
    /// Written by a newer version: its schema.
    Newer(u64),
}

/// A line that was read.
#[derive(Debug, Clone, PartialEq)]
pub struct Decoded {
    /// The record.
    pub record: Record,
    /// Names of fields that this version does not know.
    pub unknown_fields: Vec<String>,
}

/// The line of a record, line feed included. Never holds a line feed inside.
///
/// # Errors
/// When JSON cannot say it (no record of ours does that).
pub fn encode(record: &Record) -> Result<Vec<u8>, serde_json::Error> {
    let mut line = serde_json::to_vec(&Wire::from_record(record))?;
    line.push(b'\n');
    Ok(line)
}

/// Reads a line without its line feed.
///
/// # Errors
/// See [`Unread`]; none of them is fatal.
pub fn decode(line: &[u8]) -> Result<Decoded, Unread> {
    let head: Head = serde_json::from_slice(line).map_err(|e| Unread::Damaged(e.to_string()))?;
    if head.schema > SCHEMA {
        return Err(Unread::Newer(head.schema));
    }
    if !KNOWN.contains(&head.record_type.as_str()) {
        return Err(Unread::Unknown(format!("record type '{}'", head.record_type)));
    }
    let wire: Wire = serde_json::from_slice(line).map_err(|e| Unread::Damaged(e.to_string()))?;
    let unknown_fields = wire.rest().keys().cloned().collect();
    let record = wire.into_record().map_err(|words::Unknown(what)| Unread::Unknown(what))?;
    Ok(Decoded { record, unknown_fields })
}

impl Wire {
    fn from_record(record: &Record) -> Self {
        match record {
            Record::Run(facts) => Self::Run(run::RunLine::from_core(facts)),
            Record::Hotspot { run, path, hotspot, at } => {
                Self::Hotspot(hotspot::HotspotLine::from_core(run, path, hotspot, *at))
            }
            Record::Candidate { run, candidate, at } => {
                Self::Candidate(candidate::CandidateLine::from_core(run, candidate, *at))
            }
            Record::Verdict { run, verdict, at } => Self::Decision(decision::VerdictLine::from_core(run, verdict, *at)),
            Record::Comments { run, dedup, at } => {
                Self::PrCommentDedup(comments::CommentsLine::from_core(run, dedup, *at))
            }
            Record::Opinion { run, opinion, at } => Self::Opinion(opinion::OpinionLine::from_core(run, opinion, *at)),
            Record::TaskReported { run, task, report, at } => {
                Self::TaskReport(agent::TaskReportLine::from_core(run, task, report, *at))
            }
            Record::TaskEnded { run, task, end, at } => Self::TaskEnd(run::TaskEndLine::from_core(run, task, end, *at)),
            Record::Decision { run, decision } => Self::GateDecision(decision::GateLine::from_core(run, decision)),
            Record::Draft { run, draft } => Self::Draft(draft::DraftLine::from_core(run, draft)),
            Record::Viewed { run, viewed } => Self::Viewed(draft::ViewedLine::from_core(run, viewed)),
            Record::Place { run, anchor, at } => Self::Place(draft::PlaceLine::from_core(run, anchor.as_ref(), *at)),
            Record::PublicationIntent { run, intent } => {
                Self::PublicationIntent(publication::IntentLine::from_core(run, intent))
            }
            Record::PublicationReceipt { run, receipt } => {
                Self::PublicationReceipt(publication::ReceiptLine::from_core(run, receipt))
            }
            Record::RunEnded { run, complete, at } => Self::RunEnd(run::RunEndLine::from_core(run, *complete, *at)),
        }
    }

    fn into_record(self) -> Result<Record, words::Unknown> {
        match self {
            Self::Run(line) => line.into_core(),
            Self::Hotspot(line) => line.into_core(),
            Self::Candidate(line) => line.into_core(),
            Self::Decision(line) => line.into_core(),
            Self::PrCommentDedup(line) => line.into_core(),
            Self::Opinion(line) => line.into_core(),
            Self::TaskReport(line) => line.into_core(),
            Self::TaskEnd(line) => line.into_core(),
            Self::GateDecision(line) => line.into_core(),
            Self::Draft(line) => line.into_core(),
            Self::Viewed(line) => line.into_core(),
            Self::Place(line) => line.into_core(),
            Self::PublicationIntent(line) => line.into_core(),
            Self::PublicationReceipt(line) => line.into_core(),
            Self::RunEnd(line) => line.into_core(),
        }
    }

    fn rest(&self) -> &Rest {
        match self {
            Self::Run(line) => &line.rest,
            Self::Hotspot(line) => &line.rest,
            Self::Candidate(line) => &line.rest,
            Self::Decision(line) => &line.rest,
            Self::PrCommentDedup(line) => &line.rest,
            Self::Opinion(line) => &line.rest,
            Self::TaskReport(line) => &line.rest,
            Self::TaskEnd(line) => &line.rest,
            Self::GateDecision(line) => &line.rest,
            Self::Draft(line) => &line.rest,
            Self::Viewed(line) => &line.rest,
            Self::Place(line) => &line.rest,
            Self::PublicationIntent(line) => &line.rest,
            Self::PublicationReceipt(line) => &line.rest,
            Self::RunEnd(line) => &line.rest,
        }
    }
}
