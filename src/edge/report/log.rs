//! What `prr log` shows of logbooks: runs, decisions, open drafts. Plain data, filled by app; `log_text` and `log_json`
//! write it.

use std::collections::BTreeSet;

use crate::core::model::{Act, Decision, Draft, RunFacts, RunId, Time};

/// Logbooks, by target.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Logs {
    /// One entry a target, in order of `pr_ref`.
    pub targets: Vec<LogEntry>,
}

/// The logbook of one target.
#[derive(Debug, Clone, PartialEq)]
pub struct LogEntry {
    /// Its slug.
    pub pr_ref: String,
    /// Where the logbook lies.
    pub path: String,
    /// Oldest first.
    pub runs: Vec<LogRun>,
    /// Drafts that are open, with the run they were last touched in.
    pub drafts: Vec<(RunId, Draft)>,
}

/// One run.
#[derive(Debug, Clone, PartialEq)]
pub struct LogRun {
    /// What it was.
    pub facts: RunFacts,
    /// Findings that surfaced.
    pub findings: usize,
    /// Findings that were held back.
    pub held: usize,
    /// Whether every task completed; `None` = it did not end.
    pub complete: Option<bool>,
    /// A person's acts, oldest first.
    pub decisions: Vec<Decision>,
}

impl LogRun {
    /// Numbers of decisions that are undone as it stands.
    pub(super) fn undone(&self) -> BTreeSet<u64> {
        let mut undone = BTreeSet::new();
        for decision in &self.decisions {
            match decision.act {
                Act::Undo { of } => drop(undone.insert(of)),
                Act::Redo { of } => drop(undone.remove(&of)),
                Act::Accept | Act::Drop { .. } | Act::Restore | Act::Edit { .. } | Act::Recast { .. } | Act::Add(_) => {
                }
            }
        }
        undone
    }

    /// Whether it is over and whole, in a word.
    pub(super) fn state(&self) -> &'static str {
        match self.complete {
            Some(true) => "complete",
            Some(false) => "partial",
            None => "not ended",
        }
    }
}

/// RFC 3339 in UTC, seconds. A time that the calendar does not have is the beginning of 1970.
pub(super) fn stamp(time: Time) -> String {
    let moment = chrono::DateTime::<chrono::Utc>::from_timestamp_millis(time.0).unwrap_or_default();
    moment.to_rfc3339_opts(chrono::SecondsFormat::Secs, true)
}
