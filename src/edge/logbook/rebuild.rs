//! The way back: from a JSONL file alone to a database and a past (`prr log replay FILE`). Changes no existing
//! file. Called by `app` for the command, and by tests.

use std::path::{Path, PathBuf};

use super::{
    LogbookError,
    fault::{Boundaries, Fault},
    files,
    jsonl::{self, Reading},
    open::line_notes,
    store::{Store, Trouble},
    wire,
};
use crate::core::{gate::Past, model::Record};

/// What was found, for a printed summary.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Counts {
    /// Lines in all, blank ones included, a torn one not.
    pub lines: usize,
    /// Runs begun.
    pub runs: usize,
    /// Claims of agents, all runs.
    pub candidates: usize,
    /// A person's acts, undo and redo included.
    pub decisions: usize,
    /// Drafts that are still open.
    pub drafts: usize,
    /// Files that are marked viewed.
    pub viewed: usize,
    /// Lines that could not be used, the torn one included.
    pub skipped: usize,
}

/// What a replay came to.
#[derive(Debug, Clone, PartialEq)]
pub struct Replayed {
    /// The past, as a session would get it.
    pub past: Past,
    /// Numbers for a summary.
    pub counts: Counts,
    /// Lines that could not be used, one sentence each.
    pub notes: Vec<String>,
    /// The database, when one was asked for.
    pub sqlite: Option<PathBuf>,
}

/// Replays a JSONL file. With `into`, the database is built there (whole or not at all); without, in memory, so that
/// the same faults come to light.
///
/// # Errors
/// `Unreadable`, `Newer`, and `NotBuilt` when `into` exists or cannot be written.
pub fn rebuild(jsonl: &Path, into: Option<&Path>) -> Result<Replayed, LogbookError> {
    let reading =
        jsonl::read_file(jsonl).map_err(|source| LogbookError::Unreadable { path: jsonl.to_owned(), source })?;
    if let Some(found) = reading.newer {
        return Err(LogbookError::Newer { path: jsonl.to_owned(), found, known: wire::SCHEMA });
    }
    build(&reading, into)?;
    let records = reading.records();
    let past = Past::from_records(&records);
    let mut notes = line_notes(jsonl, &reading);
    if !reading.torn.is_empty() {
        notes.push(format!("{} ends in the middle of a line, which is left out", jsonl.display()));
    }
    Ok(Replayed { counts: count(&reading, &records, &past), past, notes, sqlite: into.map(Path::to_owned) })
}

fn build(reading: &Reading, into: Option<&Path>) -> Result<(), LogbookError> {
    let cuts = Boundaries::new(Fault::Never);
    let path = into.unwrap_or(Path::new(":memory:"));
    let failed = |why: String| LogbookError::NotBuilt { path: path.to_owned(), why };
    if into.is_some() && std::fs::symlink_metadata(path).is_ok() {
        return Err(failed("it exists".to_owned()));
    }
    let unfinished = files::free_name(path, "unfinished");
    let build = || -> Result<(), Trouble> {
        let mut store = match into {
            Some(_) => Store::open(&unfinished, &cuts, &mut Vec::new())?,
            None => Store::in_memory(&cuts)?,
        };
        store.catch_up(&reading.lines, reading.end)
    };
    build().map_err(|trouble| failed(trouble.words()))?;
    match into {
        Some(path) => files::put(&unfinished, path).map_err(|e| failed(e.to_string())),
        None => Ok(()),
    }
}

fn count(reading: &Reading, records: &[Record], past: &Past) -> Counts {
    let candidates = records.iter().filter(|record| matches!(record, Record::Candidate { .. })).count();
    Counts {
        lines: reading.lines.len(),
        runs: past.runs.len(),
        candidates,
        decisions: past.decisions.len(),
        drafts: past.drafts.len(),
        viewed: past.viewed.len(),
        skipped: reading.skipped.len() + usize::from(!reading.torn.is_empty()),
    }
}
