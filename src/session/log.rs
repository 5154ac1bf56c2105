//! How far the logbook is behind the session: what was handed over, what is on disk. Not writing (`app::runner`). Part of
//! `Session`; changed by `update::logbook`.

use std::{collections::VecDeque, path::PathBuf};

use crate::core::model::Record;

/// What is written down and what is not yet.
#[derive(Debug, Clone, Default)]
pub struct Log {
    /// Records made before the logbook was open.
    pub waiting: Vec<Record>,
    /// Whether the logbook is open.
    pub open: bool,
    /// Records handed over.
    pub sent: u64,
    /// Records known to be on disk.
    pub written: u64,
    /// Numbers, as of `sent`, of the person's own records that are not yet known to be on disk.
    pub(super) work: VecDeque<u64>,
    /// Records that could not be written.
    pub lost: u64,
    /// Where it lies.
    pub path: Option<PathBuf>,
}

impl Log {
    /// Acts and drafts of the person that are not known to be on disk.
    pub fn unsaved_work(&self) -> usize {
        self.work.len() + self.waiting.iter().filter(|record| record.is_work()).count()
    }

    /// Records that are not known to be on disk.
    pub fn unsaved(&self) -> u64 {
        self.waiting.len() as u64 + self.sent - self.written
    }
}
