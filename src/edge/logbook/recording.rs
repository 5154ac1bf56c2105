//! A recorded run: logbook lines of one run in a file of their own (`--record`), read back for replay agents.
//! Called by `app::runner`.

use std::{
    fs::File,
    io::Write,
    path::{Path, PathBuf},
};

use super::{LogbookError, wire};
use crate::core::model::Record;

/// Writes a run down as it goes. The file is new or emptied.
#[derive(Debug)]
pub struct Recorder {
    path: PathBuf,
    file: File,
}

impl Recorder {
    /// Creates the file.
    ///
    /// # Errors
    /// `NotWritten` when it cannot be created.
    pub fn create(path: &Path) -> Result<Self, LogbookError> {
        let file = File::create(path).map_err(|source| failed(path, source))?;
        Ok(Self { path: path.to_owned(), file })
    }

    /// Adds records.
    ///
    /// # Errors
    /// `NotWritten` when the file cannot take them.
    pub fn add(&mut self, records: &[Record]) -> Result<(), LogbookError> {
        let mut bytes = Vec::new();
        for record in records {
            let line = wire::encode(record).map_err(|e| failed(&self.path, std::io::Error::other(e)))?;
            bytes.extend_from_slice(line.strip_suffix(b"\n").unwrap_or(&line));
            bytes.push(b'\n');
        }
        self.file.write_all(&bytes).map_err(|source| failed(&self.path, source))
    }
}

fn failed(path: &Path, source: std::io::Error) -> LogbookError {
    LogbookError::NotWritten { path: path.to_owned(), written: 0, source }
}

/// Reads a recording. Lines that cannot be used are left out and told, one sentence each.
pub fn read_recording(bytes: &[u8]) -> (Vec<Record>, Vec<String>) {
    let mut records = Vec::new();
    let mut notes = Vec::new();
    for (number, line) in bytes.split(|b| *b == b'\n').enumerate().filter(|(_, line)| !line.trim_ascii().is_empty()) {
        match wire::decode(line) {
            Ok(decoded) => records.push(decoded.record),
            Err(_) => notes.push(format!("line {} of the recording is not a record this version knows", number + 1)),
        }
    }
    (records, notes)
}
