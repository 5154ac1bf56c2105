//! The ledger of one pull request in the user's state folder: intents and receipts of its reviews, and the lock that
//! only one publisher holds. It survives whatever happens to a clone. An intent or receipt that was written is on the
//! disk; what cannot be read closes the gate. Not here: when to write (`core::publish`). Called by `app`.

use std::{
    fs::File,
    io::{self, Read, Seek, Write},
    path::{Path, PathBuf},
};

use rustix::{
    fs::{FlockOperation, flock},
    io::Errno,
};

use super::{
    LogbookError, files,
    jsonl::{self, Reading},
    place, wire,
};
use crate::core::{
    model::{PullName, Record, Time},
    publish::Known,
};

/// The folder of a pull request below the user's state folder.
pub fn pull_folder(state: &Path, pull: &PullName) -> PathBuf {
    let part = |text: &str| place::stem(&text.to_ascii_lowercase());
    let repo = &pull.repo;
    let folder = state.join("publications").join(part(repo.host.as_str()));
    folder.join(part(&repo.owner)).join(part(&repo.repo)).join(pull.number.to_string())
}

/// Why there is no ledger.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum NoLedger {
    /// Another publisher has it, in words.
    #[error("{holder} publishes to it (lock {path}): wait for it, or end it")]
    Held {
        /// Process, machine, since when.
        holder: String,
        /// The lock file.
        path: String,
    },
    /// It cannot be read, written or locked.
    #[error("{path} cannot be used ({why}): without it nothing is posted. PRR_STATE_DIR names another folder")]
    Unusable {
        /// The file.
        path: String,
        /// In words.
        why: String,
    },
}

/// The ledger, locked by this process until it is dropped.
#[derive(Debug)]
pub struct Ledger {
    file: File,
    path: PathBuf,
    known: Known,
    _lock: Lock,
}

#[derive(Debug)]
struct Lock(File);

/// Closing the file would not do: a child process that is just being started has it open too, for a moment.
impl Drop for Lock {
    fn drop(&mut self) {
        let _ = flock(&self.0, FlockOperation::Unlock);
    }
}

impl Ledger {
    /// Takes the lock without waiting, and reads what is known.
    ///
    /// # Errors
    /// See [`NoLedger`].
    pub fn take(state: &Path, pull: &PullName, at: Time) -> Result<Self, NoLedger> {
        let folder = pull_folder(state, pull);
        let (lock_path, path) = (folder.join("lock"), folder.join("ledger.jsonl"));
        std::fs::create_dir_all(&folder).map_err(|error| unusable(&folder, &error))?;
        let lock = lock(&lock_path, at)?;
        let mut file = files::open_append(&path).map_err(|error| unusable(&path, &error))?;
        let mut bytes = Vec::new();
        file.read_to_end(&mut bytes).map_err(|error| unusable(&path, &error))?;
        let reading = jsonl::read(bytes, 0);
        let known = known(&path, &reading)?;
        if !reading.torn.is_empty() {
            // A line that was cut off while it was written was never relied on.
            file.set_len(reading.end).map_err(|error| unusable(&path, &error))?;
        }
        Ok(Self { file, path, known, _lock: lock })
    }

    /// Intents without a receipt, and receipts.
    pub fn known(&self) -> &Known {
        &self.known
    }

    /// Writes an intent or receipt down. With `Ok` it is on the disk.
    ///
    /// # Errors
    /// It is not, or nobody knows.
    pub fn write(&mut self, record: &Record) -> Result<(), LogbookError> {
        let failed = |source: io::Error| LogbookError::NotWritten { path: self.path.clone(), written: 0, source };
        let line = wire::encode(record).map_err(|error| failed(error.into()))?;
        self.file.write_all(&line).and_then(|()| self.file.sync_all()).map_err(failed)?;
        files::sync_folder(&self.path);
        Ok(())
    }
}

/// What is known, and whether the lock is free, without taking or making anything.
///
/// # Errors
/// See [`NoLedger`].
pub fn peek(state: &Path, pull: &PullName) -> Result<Known, NoLedger> {
    let folder = pull_folder(state, pull);
    let (lock_path, path) = (folder.join("lock"), folder.join("ledger.jsonl"));
    if let Ok(mut file) = File::open(&lock_path) {
        match flock(&file, FlockOperation::NonBlockingLockShared) {
            Err(Errno::WOULDBLOCK) => return Err(held(&lock_path, &mut file)),
            Ok(()) => drop(Lock(file)),
            Err(_) => {}
        }
    }
    match files::regular(&path) {
        Ok(None) => Ok(Known::default()),
        Ok(Some(_)) => {
            let reading = jsonl::read_file(&path).map_err(|error| unusable(&path, &error))?;
            known(&path, &reading)
        }
        Err(error) => Err(unusable(&path, &error)),
    }
}

fn known(path: &Path, reading: &Reading) -> Result<Known, NoLedger> {
    if let Some((line, why)) = reading.skipped.first() {
        let path = path.display().to_string();
        return Err(NoLedger::Unusable { path, why: format!("line {line}: {why}") });
    }
    let mut known = Known::default();
    for record in reading.records() {
        match record {
            Record::PublicationIntent { run: _, intent } => known.open.push(*intent),
            Record::PublicationReceipt { run: _, receipt } => {
                known.open.retain(|intent| *intent != receipt.intent);
                known.receipts.push(*receipt);
            }
            _ => {}
        }
    }
    Ok(known)
}

fn lock(path: &Path, at: Time) -> Result<Lock, NoLedger> {
    let mut file = files::open_rw(path).map_err(|error| unusable(path, &error))?;
    match flock(&file, FlockOperation::NonBlockingLockExclusive) {
        Ok(()) => {
            sign(&mut file, at).map_err(|error| unusable(path, &error))?;
            Ok(Lock(file))
        }
        Err(Errno::WOULDBLOCK) => Err(held(path, &mut file)),
        Err(Errno::INTR) => lock(path, at),
        Err(errno) => Err(unusable(path, &errno.into())),
    }
}

/// Who holds it: process, machine, since when.
fn sign(file: &mut File, at: Time) -> io::Result<()> {
    let name = rustix::system::uname();
    let machine = name.nodename().to_string_lossy().into_owned();
    file.set_len(0)?;
    file.rewind()?;
    write!(file, "process {} on {machine} since {}", std::process::id(), wire::stamp(at))
}

fn held(path: &Path, file: &mut File) -> NoLedger {
    let mut text = String::new();
    let read = file.take(300).read_to_string(&mut text);
    let holder = if read.is_ok() && !text.is_empty() { text } else { "another process".to_owned() };
    NoLedger::Held { holder, path: path.display().to_string() }
}

fn unusable(path: &Path, error: &io::Error) -> NoLedger {
    NoLedger::Unusable { path: path.display().to_string(), why: error.to_string() }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::core::{
        model::{Host, PublishIntent, PublishOutcome, PublishReceipt, RepoName, ReviewEvent, ReviewHash, RunId},
        publish::Known,
    };

    fn pull() -> PullName {
        PullName { repo: RepoName { host: Host::github(), owner: "O".into(), repo: "r".into() }, number: 7 }
    }

    fn intent() -> PublishIntent {
        PublishIntent {
            pull: pull(),
            head: "1".repeat(40),
            review: ReviewHash::of([7; 32]),
            payload: "p".into(),
            login: "me".into(),
            event: ReviewEvent::Comment,
            at: Time(5),
        }
    }

    fn records() -> [Record; 2] {
        let receipt = PublishReceipt {
            intent: intent(),
            outcome: PublishOutcome::Posted,
            id: Some(1),
            url: "u".into(),
            inline: 1,
            moved: 0,
            diagnostics: Vec::new(),
            keys: vec!["k".into()],
            reconciled: false,
            at: Time(6),
        };
        let run = RunId::new("r");
        [
            Record::PublicationIntent { run: run.clone(), intent: Box::new(intent()) },
            Record::PublicationReceipt { run, receipt: Box::new(receipt) },
        ]
    }

    #[test]
    fn an_intent_is_open_until_its_receipt_is_there() {
        let state = tempfile::tempdir().unwrap();
        let take = || Ledger::take(state.path(), &pull(), Time(1)).unwrap();
        let [intent_line, receipt_line] = records();
        take().write(&intent_line).unwrap();
        assert_eq!(take().known().open, [intent()]);
        assert_eq!(peek(state.path(), &pull()).unwrap().open, [intent()]);
        take().write(&receipt_line).unwrap();
        let known = take().known().clone();
        assert_eq!((known.open.len(), known.receipts.len()), (0, 1));
    }

    #[test]
    fn a_second_publisher_is_told_who_holds_the_lock() {
        let state = tempfile::tempdir().unwrap();
        let first = Ledger::take(state.path(), &pull(), Time(0)).unwrap();
        let other = PullName { number: 8, ..pull() };
        assert!(Ledger::take(state.path(), &other, Time(0)).is_ok());
        for refused in [Ledger::take(state.path(), &pull(), Time(1)).err(), peek(state.path(), &pull()).err()] {
            let words = refused.unwrap().to_string();
            let process = format!("process {} on ", std::process::id());
            assert!(words.contains(&process) && words.contains("since 1970-01-01T00:00:00"), "{words}");
        }
        drop(first);
        assert!(Ledger::take(state.path(), &pull(), Time(1)).is_ok());
    }

    #[test]
    fn a_torn_line_was_never_relied_on_and_a_damaged_one_closes_the_gate() {
        let state = tempfile::tempdir().unwrap();
        let path = pull_folder(state.path(), &pull()).join("ledger.jsonl");
        let [intent_line, receipt_line] = records();
        Ledger::take(state.path(), &pull(), Time(1)).unwrap().write(&intent_line).unwrap();
        let whole = std::fs::read(&path).unwrap();
        let line = wire::encode(&receipt_line).unwrap();
        std::fs::write(&path, [whole.as_slice(), &line[..line.len() / 2]].concat()).unwrap();
        let mut ledger = Ledger::take(state.path(), &pull(), Time(1)).unwrap();
        assert_eq!(ledger.known().open.len(), 1);
        ledger.write(&receipt_line).unwrap();
        drop(ledger);
        assert_eq!(peek(state.path(), &pull()).unwrap().receipts.len(), 1);
        std::fs::write(&path, [b"{\"record_type\":\"publication_intent\"}\n".as_slice(), &line].concat()).unwrap();
        for refused in [Ledger::take(state.path(), &pull(), Time(1)).err(), peek(state.path(), &pull()).err()] {
            assert!(refused.unwrap().to_string().contains("line 1"));
        }
    }

    #[test]
    fn cut_off_at_any_byte_the_ledger_has_what_was_whole_and_goes_on() {
        let lines = records().map(|record| wire::encode(&record).unwrap());
        for cut in 0..=lines.concat().len() {
            let state = tempfile::tempdir().unwrap();
            let folder = pull_folder(state.path(), &pull());
            std::fs::create_dir_all(&folder).unwrap();
            std::fs::write(folder.join("ledger.jsonl"), &lines.concat()[..cut]).unwrap();
            let mut ledger = Ledger::take(state.path(), &pull(), Time(1)).unwrap();
            let has_intent = cut >= lines[0].len();
            let has_receipt = cut == lines.concat().len();
            let (open, receipts) = (ledger.known().open.len(), ledger.known().receipts.len());
            assert_eq!((open, receipts), (usize::from(has_intent && !has_receipt), usize::from(has_receipt)), "{cut}");
            ledger.write(&records()[1]).unwrap();
            drop(ledger);
            assert_eq!(peek(state.path(), &pull()).unwrap().open.len(), 0, "{cut}");
        }
    }

    #[test]
    fn names_of_hosts_and_people_stay_in_the_folder() {
        let mut odd = pull();
        odd.repo.owner = "../../x".into();
        let folder = pull_folder(Path::new("/s"), &odd);
        assert!(folder.starts_with("/s/publications/github.com"));
        assert!(folder.components().all(|part| part != std::path::Component::ParentDir));
        assert_eq!(folder.components().count(), 7);
        assert_eq!(peek(Path::new("/nowhere"), &pull()), Ok(Known::default()));
    }
}
