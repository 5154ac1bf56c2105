//! Where bytes come from: git, a file, standard input, the program itself; all read without blocking for long,
//! so that a reader can be stopped. Not what they mean. Called by `Intake::stream`.

use std::{
    fs::File,
    io::{self, Read},
    os::fd::AsFd,
    time::Duration,
};

use super::IntakeError;
use crate::edge::git::{Got, Running, readable};

/// A source of bytes.
pub(super) enum Source<'a> {
    /// git's standard output.
    Git(Running<'a>),
    /// An open file, pipe or device, and its name for errors.
    File(File, String),
    /// Standard input. Read unbuffered: the buffered reader of the standard library would hide bytes from `poll`.
    Stdin(File),
    /// Bytes that the program carries.
    Bytes(&'static [u8]),
}

impl Source<'_> {
    /// Standard input.
    pub(super) fn stdin() -> io::Result<Self> {
        Ok(Self::Stdin(File::from(io::stdin().as_fd().try_clone_to_owned()?)))
    }

    /// Reads what there is, waiting at most `wait`.
    pub(super) fn read(&mut self, buffer: &mut [u8], wait: Duration) -> Result<Got, IntakeError> {
        match self {
            Self::Git(running) => running.read(buffer, wait).map_err(IntakeError::from),
            Self::File(file, name) => read_file(file, buffer, wait)
                .map_err(|source| IntakeError::Unreadable { what: format!("`{name}`"), source }),
            Self::Stdin(file) => read_file(file, buffer, wait)
                .map_err(|source| IntakeError::Unreadable { what: "standard input".to_owned(), source }),
            Self::Bytes(bytes) => {
                let (now, later) = bytes.split_at(bytes.len().min(buffer.len()));
                for (to, from) in buffer.iter_mut().zip(now) {
                    *to = *from;
                }
                *bytes = later;
                Ok(if now.is_empty() { Got::End } else { Got::Bytes(now.len()) })
            }
        }
    }

    /// Whether it went well, after the end; what git warned of, for the person.
    pub(super) fn finish(self) -> Result<Vec<String>, IntakeError> {
        match self {
            Self::Git(running) => Ok(warnings(&running.finish()?)),
            Self::File(..) | Self::Stdin(_) | Self::Bytes(_) => Ok(Vec::new()),
        }
    }
}

/// git's warnings as notes. Those about line ends are left out: they tell what a later commit would do.
fn warnings(said: &str) -> Vec<String> {
    let warned = said.lines().filter_map(|line| line.strip_prefix("warning: "));
    let mut notes: Vec<String> =
        warned.filter(|w| !w.contains("will be replaced by")).map(|w| format!("git: {w}")).collect();
    notes.dedup();
    notes
}

fn read_file(file: &mut File, buffer: &mut [u8], wait: Duration) -> io::Result<Got> {
    if !readable(file.as_fd(), wait)? {
        return Ok(Got::Nothing);
    }
    match file.read(buffer) {
        Ok(0) => Ok(Got::End),
        Ok(n) => Ok(Got::Bytes(n)),
        Err(e) if matches!(e.kind(), io::ErrorKind::Interrupted | io::ErrorKind::WouldBlock) => Ok(Got::Nothing),
        Err(e) => Err(e),
    }
}
