//! One writer a logbook: an advisory lock on `<name>.lock`, freed by the system when the process ends, however it
//! ends. The file stays; only the lock counts. It holds the process number for the note of the next one.
//! Called by `open`.

use std::{
    fs::File,
    io::{self, Read, Seek, Write},
    path::{Path, PathBuf},
};

use rustix::{
    fs::{FlockOperation, flock},
    io::Errno,
};

use super::files;

/// What taking the lock came to.
#[derive(Debug)]
pub(super) enum Taken {
    /// Ours until dropped. `None` = this file system knows no locks; the note says so.
    Ours(Option<Lock>),
    /// Another process has it, in words.
    Held(String),
}

/// The lock; dropped, it is free.
#[derive(Debug)]
pub(super) struct Lock {
    file: File,
    path: PathBuf,
}

impl Lock {
    /// Where it lies.
    pub(super) fn path(&self) -> &Path {
        &self.path
    }

    /// Whether its file was removed or replaced: then others do not see it any more.
    pub(super) fn is_gone(&self) -> bool {
        files::is_gone(&self.file, &self.path)
    }
}

/// Closing the file would not do: a child process that is just being started has it open too, for a moment.
impl Drop for Lock {
    fn drop(&mut self) {
        let _ = flock(&self.file, FlockOperation::Unlock);
    }
}

/// Tries the lock without waiting.
///
/// # Errors
/// When the lock file cannot be opened: the folder cannot be written.
pub(super) fn take(path: &Path) -> io::Result<Taken> {
    let mut file = files::open_rw(path)?;
    match flock(&file, FlockOperation::NonBlockingLockExclusive) {
        // Somebody cleaned the folder in between: a lock on a file that nobody finds is none.
        Ok(()) if files::is_gone(&file, path) => take(path),
        Ok(()) => {
            sign(&mut file)?;
            Ok(Taken::Ours(Some(Lock { file, path: path.to_owned() })))
        }
        Err(Errno::WOULDBLOCK) => Ok(Taken::Held(holder(&mut file))),
        Err(Errno::INTR) => take(path),
        Err(_) => Ok(Taken::Ours(None)),
    }
}

fn sign(file: &mut File) -> io::Result<()> {
    file.set_len(0)?;
    file.rewind()?;
    writeln!(file, "{}", std::process::id())
}

fn holder(file: &mut File) -> String {
    let mut text = String::new();
    let read = file.take(32).read_to_string(&mut text);
    match (read, text.trim().parse::<u32>()) {
        (Ok(_), Ok(process)) => format!("process {process}"),
        _ => "another process".to_owned(),
    }
}
