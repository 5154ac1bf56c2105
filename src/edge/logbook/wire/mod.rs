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
#[derive(Debug, Clone, PartialEq, Serialize)]
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

/// What every line says first.
#[derive(Deserialize)]
struct Head {
    record_type: String,
    /// Absent in files that deep itself wrote.
    #[serde(default)]
    schema: u64,
}

/// The field that tells the type.
const TYPE: &str = "record_type";

impl Head {
    /// Our own lines say type and schema first: the rest of them is read once, for the record.
    fn of(line: &[u8]) -> Result<Self, serde_json::Error> {
        Self::first(line).map_or_else(|| serde_json::from_slice(line), Ok)
    }

    fn first(line: &[u8]) -> Option<Self> {
        let rest = line.strip_prefix(b"{\"record_type\":\"")?;
        let (name, rest) = rest.split_at(memchr::memchr(b'"', rest)?);
        let digits = rest.strip_prefix(b"\",\"schema\":")?;
        let digits = digits.split(|b| *b == b',').next()?;
        let is_word = name.iter().all(|b| b.is_ascii_lowercase() || *b == b'_');
        let schema = std::str::from_utf8(digits).ok().filter(|digits| digits.len() < 10)?.parse().ok()?;
        // Twice the same field is a damaged line, as anywhere.
        let twice = memchr::memmem::find(rest, b"\"record_type\":").is_some();
        let record_type = std::str::from_utf8(name).ok().filter(|_| is_word && !twice)?.to_owned();
        Some(Self { record_type, schema })
    }
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
    let head = Head::of(line).map_err(|e| Unread::Damaged(e.to_string()))?;
    if head.schema > SCHEMA {
        return Err(Unread::Newer(head.schema));
    }
    let Some(wire) = Wire::of(&head.record_type, line) else {
        return Err(Unread::Unknown(format!("record type '{}'", head.record_type)));
    };
    let wire = wire.map_err(|e| Unread::Damaged(e.to_string()))?;
    let unknown_fields = wire.rest().keys().filter(|key| *key != TYPE).cloned().collect();
    let record = wire.into_record().map_err(|words::Unknown(what)| Unread::Unknown(what))?;
    Ok(Decoded { record, unknown_fields })
}

impl Wire {
    /// A line of a type; `None` for a type that this version does not know. The shape is read right away: read as a
    /// tagged enum, each line would be taken apart into values first.
    fn of(record_type: &str, line: &[u8]) -> Option<Result<Self, serde_json::Error>> {
        use serde_json::from_slice as read;
        Some(match record_type {
            "run" => read(line).map(Self::Run),
            "hotspot" => read(line).map(Self::Hotspot),
            "candidate" => read(line).map(Self::Candidate),
            "decision" => read(line).map(Self::Decision),
            "pr_comment_dedup" => read(line).map(Self::PrCommentDedup),
            "opinion" => read(line).map(Self::Opinion),
            "task_report" => read(line).map(Self::TaskReport),
            "task_end" => read(line).map(Self::TaskEnd),
            "gate_decision" => read(line).map(Self::GateDecision),
            "draft" => read(line).map(Self::Draft),
            "viewed" => read(line).map(Self::Viewed),
            "place" => read(line).map(Self::Place),
            "publication_intent" => read(line).map(Self::PublicationIntent),
            "publication_receipt" => read(line).map(Self::PublicationReceipt),
            "run_end" => read(line).map(Self::RunEnd),
            _ => return None,
        })
    }

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
