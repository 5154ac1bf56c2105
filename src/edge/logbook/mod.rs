//! The logbook of one target: what cannot be computed again, written down so that nothing is lost.
//!
//! Two files: `<pr_ref>.jsonl`, the truth, appended line by line; `<pr_ref>.sqlite`, derived from it, with deep's
//! tables and ours, built again whenever it cannot be trusted. Beside them `<pr_ref>.lock`.
//!
//! What a pull request's logbook has stands once more in the user's state folder (`mirror`): a logbook that is
//! missing begins with that.
//!
//! Not here: when to write (`app::runner` owns the [`Logbook`] on one thread, groups [`Logbook::sync`] within
//! 100 ms, and coalesces drafts) and what the records mean (`core::gate`).
//!
//! - [`Logbook::open`] with [`Places`] and a request gives [`Opened`]: the logbook, the [`Past`], notes for the
//!   person, and the paths. It fails only when no place at all can be written.
//! - [`Logbook::append`] makes records survive `kill -9`; [`Logbook::sync`] a power failure.
//! - [`rebuild`] replays a JSONL file; [`run_id`] names a run; [`Fault`] is the crash tests' switch.
//!
//! Two processes, one target: the first has the logbook (advisory lock), the second is told so and writes into
//! `<pr_ref>~2.jsonl`, which begins as a copy, so that it sees what was decided before. The next opening of the first
//! joins what the second decided.

mod apply;
mod attach;
mod book;
mod diffs;
mod error;
mod export;
mod fault;
mod files;
mod inspect;
mod join;
mod jsonl;
mod ledger;
mod lock;
mod merge;
mod mirror;
mod names;
mod open;
mod place;
mod rebuild;
mod recording;
mod reports;
mod runid;
mod schema;
mod store;
mod stored;
mod wire;

use std::path::PathBuf;

pub use book::Logbook;
pub use diffs::{DiffError, LARGEST as LARGEST_DIFF, keep_diff, kept_diff};
pub use error::LogbookError;
pub use export::{ExportForm, Exported, SCHEMA as EXPORT_SCHEMA, export};
pub use fault::{Fault, die as kill};
pub use inspect::{Inspected, inspect, wrong_with};
pub use ledger::{Ledger, NoLedger, peek, pull_folder};
pub use place::{Places, Repository};
pub use rebuild::{Counts, Replayed, rebuild};
pub use recording::{Recorder, read_recording};
pub use runid::{number_of, run_id};
pub use stored::{Stored, all_stored, stored, stored_at, stored_on_hosts};

use crate::core::{gate::Past, model::Request};

/// A logbook that was opened.
#[derive(Debug)]
pub struct Opened {
    /// To be moved to its thread.
    pub logbook: Logbook,
    /// What the records come to.
    pub past: Past,
    /// What is not as it should be, one sentence each, with paths.
    pub notes: Vec<String>,
    /// The JSONL file.
    pub jsonl: PathBuf,
    /// The database; `None` when it cannot be used now (a note says why).
    pub sqlite: Option<PathBuf>,
    /// Where a line that was cut off while it was written is kept, when there was one.
    pub torn: Option<PathBuf>,
}

/// What [`Logbook::open_at_once`] leaves for later: the database, where it says that it has all of the file, and the
/// mirror.
#[derive(Debug)]
#[must_use]
pub struct Unchecked(Box<open::Rest>);

/// What was appended.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Acked {
    /// How many records.
    pub records: usize,
    /// What the person should know (the database fell behind), told once each.
    pub notes: Vec<String>,
}

impl Logbook {
    /// Opens the logbook of a request's `pr_ref`, made when missing.
    ///
    /// # Errors
    /// `Nowhere` when no place can be written; `NotWritten` when a repair of the JSONL fails.
    pub fn open(places: &Places, request: &Request, fault: Fault) -> Result<Opened, LogbookError> {
        let (mut opened, unchecked) = Self::open_at_once(places, request, fault)?;
        opened.notes.extend(opened.logbook.check(unchecked));
        opened.sqlite = opened.logbook.sqlite();
        Ok(opened)
    }

    /// Opens it as far as a person waits for it: what the records come to. [`Logbook::check`] does the rest, before
    /// anything is appended.
    ///
    /// # Errors
    /// As [`Logbook::open`].
    pub fn open_at_once(places: &Places, request: &Request, fault: Fault) -> Result<(Opened, Unchecked), LogbookError> {
        open::open(places, request, fault)
    }
}
