//! Why the logbook could not do what it was asked, named by what the caller can do.

use std::{io, path::PathBuf};

/// A failure of the logbook. Each message names the file and the next step.
#[derive(Debug, thiserror::Error)]
pub enum LogbookError {
    /// No place can be written: go on without a logbook only if the person agrees.
    #[error("no place for the logbook: {tried}; make one of them writable, or set XDG_DATA_HOME to a folder that is")]
    Nowhere {
        /// Each place with its reason.
        tried: String,
    },
    /// A record could not be written. Nothing of it stands in the file; the ones before it do.
    #[error("{} could not be written ({source}): free space or make it writable, then repeat the last act", path.display())]
    NotWritten {
        /// The JSONL file.
        path: PathBuf,
        /// How many records of the call stand in the file.
        written: usize,
        /// What the system said.
        source: io::Error,
    },
    /// Written, but not known to be on the disk.
    #[error("{} could not be flushed to the disk ({source}): its last records survive this program but perhaps not a power failure", path.display())]
    NotSynced {
        /// The JSONL file.
        path: PathBuf,
        /// What the system said.
        source: io::Error,
    },
    /// A file that was named cannot be read.
    #[error("{} cannot be read ({source}): name a logbook file that ends in .jsonl", path.display())]
    Unreadable {
        /// The file.
        path: PathBuf,
        /// What the system said.
        source: io::Error,
    },
    /// A file of a newer version.
    #[error("{} was written by a newer prr (schema {found}, this one knows up to {known}): use that prr to read it", path.display())]
    Newer {
        /// The file.
        path: PathBuf,
        /// Its schema.
        found: u64,
        /// Ours.
        known: u64,
    },
    /// The database cannot be built there.
    #[error("{} cannot be built ({why}): name a file that does not exist yet, in a folder that can be written", path.display())]
    NotBuilt {
        /// The database file.
        path: PathBuf,
        /// In words.
        why: String,
    },
}
