//! The open logbook: appending and flushing. Called by the thread that owns it.

use std::path::{Path, PathBuf};

use super::{
    Acked, LogbookError, Unchecked,
    fault::Boundaries,
    files,
    jsonl::{self, Jsonl},
    lock::{self, Lock, Taken},
    mirror::Mirror,
    store::{Store, Trouble},
    wire,
};
use crate::core::model::Record;

/// How many siblings of a logbook that is taken are tried.
pub(super) const SIBLINGS: u32 = 99;

/// One target's logbook, open for this process alone. Lives on one thread (it is `Send`); dropped, it is free for
/// the next one. Dropping does not flush: call [`Logbook::sync`] first.
#[derive(Debug)]
pub struct Logbook {
    jsonl: Jsonl,
    store: Option<Store>,
    mirror: Option<Mirror>,
    /// The database is behind, and that was told.
    told_behind: bool,
    lock: Option<Lock>,
    cuts: Boundaries,
}

impl Logbook {
    pub(super) fn new(jsonl: Jsonl, store: Option<Store>, lock: Option<Lock>, cuts: Boundaries) -> Self {
        Self { jsonl, store, mirror: None, told_behind: false, lock, cuts }
    }

    /// Does what opening left for later, and says what is not as it should be. Nothing is to be appended before.
    pub fn check(&mut self, unchecked: Unchecked) -> Vec<String> {
        unchecked.0.done(self)
    }

    pub(super) fn follow_with(&mut self, store: Option<Store>) {
        self.store = store;
    }

    pub(super) fn mirror_in(&mut self, mirror: Option<Mirror>) {
        self.mirror = mirror;
    }

    /// Writes records down, in order. When this comes back with `Ok`, they survive the end of this process, however
    /// it ends (a power failure only after [`Logbook::sync`]). The database follows when it can.
    ///
    /// # Errors
    /// `NotWritten` says how many of the records stand in the file; the rest does not, and can be given again.
    pub fn append(&mut self, records: &[Record]) -> Result<Acked, LogbookError> {
        let mut notes = Vec::new();
        if self.jsonl.is_gone() || self.lock.as_ref().is_some_and(Lock::is_gone) {
            notes.push(self.take_back().map_err(|source| self.not_written(0, source))?);
        }
        for (written, record) in records.iter().enumerate() {
            let line = wire::encode(record).map_err(|e| self.not_written(written, e.into()))?;
            self.jsonl.append(&line).map_err(|source| self.not_written(written, source))?;
            notes.extend(self.mirrored(|mirror| mirror.append(&line)));
        }
        notes.extend(self.catch_up());
        Ok(Acked { records: records.len(), notes })
    }

    /// Where its JSONL file lies.
    pub fn path(&self) -> &Path {
        self.jsonl.path()
    }

    /// Flushes what was appended to the disk.
    ///
    /// # Errors
    /// `NotSynced` when the system refuses; the records stand in the file.
    pub fn sync(&mut self) -> Result<(), LogbookError> {
        let path = || self.jsonl.path().to_owned();
        self.jsonl.sync().map_err(|source| LogbookError::NotSynced { path: path(), source })?;
        let Some(mirror) = &self.mirror else { return Ok(()) };
        mirror.sync().map_err(|source| LogbookError::NotSynced { path: mirror.path().to_owned(), source })
    }

    /// Does something with the mirror, which is given up when it fails: the next opening writes it anew.
    fn mirrored(&mut self, act: impl FnOnce(&mut Mirror) -> std::io::Result<()>) -> Option<String> {
        let mirror = self.mirror.as_mut()?;
        let error = act(mirror).err()?;
        let path = mirror.path().display().to_string();
        self.mirror = None;
        Some(format!("{path} cannot be written ({error}): what is decided now stands in the logbook alone"))
    }

    /// The JSONL file.
    pub fn jsonl(&self) -> &Path {
        self.jsonl.path()
    }

    /// The database, when there is one.
    pub fn sqlite(&self) -> Option<PathBuf> {
        self.store.as_ref().map(|store| store.path().to_owned())
    }

    /// How many boundaries of [`super::Fault`] were passed: what a crash test may count up to.
    pub fn boundaries(&self) -> u64 {
        self.cuts.passed()
    }

    /// The files were removed while they were open (`git clean -fdx` does that): they are put back, unless another
    /// program began anew there in the meantime. Then this session goes on beside it.
    fn take_back(&mut self) -> std::io::Result<String> {
        let path = self.jsonl.path().to_owned();
        if let Some(folder) = path.parent() {
            std::fs::create_dir_all(folder)?;
        }
        if let Some(gone) = self.lock.as_ref().filter(|lock| lock.is_gone()) {
            match lock::take(gone.path())? {
                Taken::Ours(lock) => self.lock = lock,
                Taken::Held(_) => return self.go_beside(),
            }
        }
        if !self.jsonl.is_gone() {
            return Ok(format!("the lock of {} was removed while it was held; it is taken again", path.display()));
        }
        match self.jsonl.put_back() {
            Err(error) if error.kind() == std::io::ErrorKind::AlreadyExists => return self.go_beside(),
            put => put?,
        }
        Ok(format!("{} was removed while it was open; it is written again, nothing is lost", path.display()))
    }

    /// On in a file of our own with all that was written so far; the next opening joins it.
    fn go_beside(&mut self) -> std::io::Result<String> {
        let was = self.jsonl.path().to_owned();
        // Names of logbooks are plain ASCII (`place::stem`).
        let name = was.file_stem().unwrap_or_default().to_string_lossy().into_owned();
        let stem = name.split('~').next().unwrap_or_default();
        for number in 2..=SIBLINGS {
            let base = was.with_file_name(format!("{stem}~{number}"));
            let path = files::beside(&base, ".jsonl");
            let Taken::Ours(lock) = lock::take(&files::beside(&base, ".lock"))? else { continue };
            if files::regular(&path)?.is_some() {
                continue;
            }
            self.jsonl.move_to(&path)?;
            self.lock = lock;
            // Those of the path that was ours belong to the other program now.
            (self.store, self.mirror) = (None, None);
            return Ok(format!(
                "{} was removed while it was open, and another prr began it anew: this session goes on in {}, which is \
                 joined later",
                was.display(),
                path.display()
            ));
        }
        Err(std::io::Error::other(format!("{SIBLINGS} sessions have it")))
    }

    /// Brings the database up to the file, from the file: what others appended is not left out.
    fn catch_up(&mut self) -> Option<String> {
        let store = self.store.as_mut()?;
        let result = follow(store, &self.jsonl);
        let path = store.path().display().to_string();
        match result {
            Ok(()) if std::mem::take(&mut self.told_behind) => Some(format!("{path} is caught up")),
            Ok(()) => None,
            Err(Trouble::Locked) => {
                store.be_impatient();
                let is_news = !std::mem::replace(&mut self.told_behind, true);
                is_news.then(|| format!("{path} is locked by another program; everything stands in the .jsonl"))
            }
            Err(Trouble::Newer(_) | Trouble::Inconsistent(_) | Trouble::Unusable(_)) => {
                self.store = None;
                Some(format!(
                    "{path} cannot be written any more; everything stands in the .jsonl, and the next start repairs it"
                ))
            }
        }
    }

    fn not_written(&self, written: usize, source: std::io::Error) -> LogbookError {
        LogbookError::NotWritten { path: self.jsonl.path().to_owned(), written, source }
    }
}

fn follow(store: &mut Store, jsonl: &Jsonl) -> Result<(), Trouble> {
    let from = store.applied();
    let bytes = jsonl.tail(from).map_err(|e| Trouble::Unusable(e.to_string()))?;
    let reading = jsonl::read(bytes, from);
    store.catch_up(&reading.lines, reading.end)
}
