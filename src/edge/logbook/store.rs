//! The SQLite database beside the JSONL: derived from it, checked at opening, moved aside when it cannot be trusted,
//! caught up in transactions. Not here: tables (`schema`), rows (`apply`). Called by `open`, `Logbook`, `rebuild`.

use std::{
    fs, io,
    path::{Path, PathBuf},
    time::Duration,
};

use rusqlite::{Connection, ErrorCode, OpenFlags, Transaction, TransactionBehavior, config::DbConfig};

use super::{
    apply,
    fault::Boundaries,
    files,
    jsonl::Line,
    schema::{self, Header},
};

/// How long another program's lock is waited for at opening.
const PATIENCE: Duration = Duration::from_secs(2);

/// Why a database cannot be used, by what to do about it.
#[derive(Debug)]
pub(super) enum Trouble {
    /// Of a newer version: must not be touched.
    Newer(i64),
    /// Another program has it locked: try again later.
    Locked,
    /// Not what it should be, in words: to be moved aside and built again.
    Inconsistent(String),
    /// The system refuses, in words: go on without.
    Unusable(String),
}

impl Trouble {
    /// Why, in words for a note.
    pub(super) fn words(&self) -> String {
        match self {
            Self::Locked => "another program has it locked".to_owned(),
            Self::Newer(version) => format!("it is from a newer prr, version {version}"),
            Self::Inconsistent(why) | Self::Unusable(why) => why.clone(),
        }
    }
}

impl From<rusqlite::Error> for Trouble {
    fn from(e: rusqlite::Error) -> Self {
        match e.sqlite_error_code() {
            Some(ErrorCode::DatabaseBusy | ErrorCode::DatabaseLocked) => Self::Locked,
            Some(ErrorCode::NotADatabase | ErrorCode::DatabaseCorrupt) => {
                Self::Inconsistent("it is damaged".to_owned())
            }
            _ => Self::Unusable(e.to_string()),
        }
    }
}

/// The open database.
#[derive(Debug)]
pub(super) struct Store {
    db: Connection,
    path: PathBuf,
    /// Bytes of the JSONL that are in here.
    applied: u64,
    cuts: Boundaries,
}

/// How the database compares with the JSONL's complete lines.
#[derive(Debug, PartialEq, Eq)]
pub(super) enum Agreement {
    /// The same as far as the database goes.
    Agrees,
    /// The JSONL lacks these lines at its end.
    Ahead(Vec<u8>),
    /// Not the same file.
    Differs,
}

impl Store {
    /// Opens the database at a path, made when missing, brought up to date when older (with a note that names the
    /// copy that is kept).
    pub(super) fn open(path: &Path, cuts: &Boundaries, notes: &mut Vec<String>) -> Result<Self, Trouble> {
        let there = files::regular(path).map_err(|e| Trouble::Inconsistent(e.to_string()))?;
        if there.is_some() {
            check_header(path)?;
        }
        let db = connect(path)?;
        let version = schema::version(&db)?;
        if version > schema::VERSION {
            // Nothing of a newer version's log may be played into its file by our closing it.
            let _ = db.set_db_config(DbConfig::SQLITE_DBCONFIG_NO_CKPT_ON_CLOSE, true);
            return Err(Trouble::Newer(version));
        }
        settle(&db)?;
        if version < schema::VERSION {
            upgrade(&db, path, version, cuts, notes)?;
        }
        if let Some(what) = schema::fault(&db)? {
            return Err(Trouble::Inconsistent(what));
        }
        Self::on(db, path, cuts)
    }

    /// A database in memory, for a replay that keeps none.
    pub(super) fn in_memory(cuts: &Boundaries) -> Result<Self, Trouble> {
        let db = Connection::open_in_memory()?;
        settle(&db)?;
        schema::migrate(&db, 0, || ())?;
        Self::on(db, Path::new(":memory:"), cuts)
    }

    fn on(db: Connection, path: &Path, cuts: &Boundaries) -> Result<Self, Trouble> {
        let applied: i64 = db.query_row("SELECT jsonl_bytes FROM logbook_state", [], |row| row.get(0))?;
        let applied = u64::try_from(applied).unwrap_or(0);
        Ok(Self { db, path: path.to_owned(), applied, cuts: cuts.clone() })
    }

    pub(super) fn path(&self) -> &Path {
        &self.path
    }

    pub(super) fn applied(&self) -> u64 {
        self.applied
    }

    /// From now on a lock of another program is hardly waited for: a person's act must be acknowledged at once, and
    /// what the database misses it gets at the next append.
    pub(super) fn be_brisk(&self) {
        let _ = self.db.busy_timeout(Duration::from_millis(20));
    }

    /// From now on a lock of another program is not waited for.
    pub(super) fn be_impatient(&self) {
        let _ = self.db.busy_timeout(Duration::ZERO);
    }

    /// Compares the lines in here with those of the file.
    pub(super) fn compare(&self, lines: &[Line]) -> Result<Agreement, Trouble> {
        let mut events = self.db.prepare("SELECT line_offset, body FROM events ORDER BY line_offset")?;
        let mut rows = events.query([])?;
        let mut lines = lines.iter();
        let mut ahead = Vec::new();
        let mut end = 0;
        while let Some(row) = rows.next()? {
            let (start, body): (i64, Vec<u8>) = (row.get(0)?, row.get(1)?);
            let follows = u64::try_from(start) == Ok(end);
            end += body.len() as u64;
            match lines.next() {
                Some(line) if follows && line.body() == body => {}
                None if follows => ahead.extend(body),
                _ => return Ok(Agreement::Differs),
            }
        }
        // After an upgrade everything is applied again.
        match self.applied == 0 || end == self.applied {
            false => Ok(Agreement::Differs),
            true if ahead.is_empty() => Ok(Agreement::Agrees),
            true => Ok(Agreement::Ahead(ahead)),
        }
    }

    /// Brings in all lines that are not in here yet, in one transaction: all or none.
    pub(super) fn catch_up(&mut self, lines: &[Line], end: u64) -> Result<(), Trouble> {
        if end == self.applied {
            return Ok(());
        }
        let transaction = Transaction::new_unchecked(&self.db, TransactionBehavior::Immediate)?;
        self.cuts.pass();
        for line in lines.iter().filter(|line| line.start >= self.applied) {
            apply::apply(&transaction, line)?;
            self.cuts.pass();
        }
        let bytes = i64::try_from(end).unwrap_or(i64::MAX);
        transaction.execute("UPDATE logbook_state SET jsonl_bytes = ?1 WHERE id = 1", [bytes])?;
        self.cuts.pass();
        transaction.commit()?;
        self.cuts.pass();
        self.applied = end;
        Ok(())
    }
}

/// How many bytes of the JSONL a database of this version says it has, without a look at whether that is true; `None` =
/// it says nothing. Nothing is written.
pub(super) fn claims(path: &Path) -> Option<u64> {
    files::regular(path).ok()??;
    if !matches!(schema::header(path), Ok(Header::Version(version)) if version == schema::VERSION) {
        return None;
    }
    let db =
        Connection::open_with_flags(path, OpenFlags::SQLITE_OPEN_READ_ONLY | OpenFlags::SQLITE_OPEN_NO_MUTEX).ok()?;
    db.pragma_update(None, "trusted_schema", false).ok()?;
    let applied: i64 = db.query_row("SELECT jsonl_bytes FROM logbook_state", [], |row| row.get(0)).ok()?;
    u64::try_from(applied).ok()
}

/// What can be seen without SQLite, which might write.
fn check_header(path: &Path) -> Result<(), Trouble> {
    match schema::header(path) {
        Ok(Header::Empty) => Ok(()),
        Ok(Header::Foreign) => Err(Trouble::Inconsistent("it is no SQLite database".to_owned())),
        Ok(Header::Version(version)) if version > schema::VERSION => Err(Trouble::Newer(version)),
        Ok(Header::Version(version)) if version < 0 => Err(Trouble::Inconsistent(format!("its version is {version}"))),
        Ok(Header::Version(_)) => Ok(()),
        Err(e) => Err(Trouble::Unusable(e.to_string())),
    }
}

fn connect(path: &Path) -> Result<Connection, Trouble> {
    let flags = OpenFlags::SQLITE_OPEN_READ_WRITE | OpenFlags::SQLITE_OPEN_CREATE | OpenFlags::SQLITE_OPEN_NO_MUTEX;
    let db = Connection::open_with_flags(path, flags)?;
    db.busy_timeout(PATIENCE)?;
    Ok(db)
}

/// What holds for every connection. The file may have come with a reviewed repository: its schema may call
/// nothing. A rollback journal, because it works on every file system and leaves one file to copy. No waiting for
/// the disk: after a power failure the JSONL tells what is missing, and a damaged file is built again from it.
fn settle(db: &Connection) -> Result<(), Trouble> {
    db.pragma_update(None, "trusted_schema", false)?;
    db.pragma_update(None, "foreign_keys", true)?;
    db.pragma_update(None, "synchronous", "OFF")?;
    db.pragma_update_and_check(None, "journal_mode", "DELETE", |_| Ok(()))?;
    Ok(())
}

/// Old to ours in one transaction: killed anywhere, the file is old or new. A copy of a file with content is kept.
fn upgrade(db: &Connection, path: &Path, from: i64, cuts: &Boundaries, notes: &mut Vec<String>) -> Result<(), Trouble> {
    db.pragma_update(None, "synchronous", "FULL")?;
    let transaction = Transaction::new_unchecked(db, TransactionBehavior::Immediate)?;
    let tables: i64 = transaction.query_row("SELECT count(*) FROM sqlite_master", [], |row| row.get(0))?;
    if tables > 0 {
        let copy =
            keep_copy(path, from, cuts).map_err(|e| Trouble::Unusable(format!("no copy of it can be kept: {e}")))?;
        notes.push(format!(
            "{} was brought from version {from} to {}; the old file is kept as {}",
            path.display(),
            schema::VERSION,
            copy.display()
        ));
    }
    cuts.pass();
    schema::migrate(&transaction, from, || cuts.pass()).map_err(|e| match Trouble::from(e) {
        Trouble::Unusable(_) => Trouble::Inconsistent(format!("its tables do not fit version {from}")),
        other => other,
    })?;
    cuts.pass();
    transaction.commit()?;
    cuts.pass();
    db.pragma_update(None, "synchronous", "OFF")?;
    Ok(())
}

/// Copies the file once: an upgrade that was killed and begun again finds its copy.
fn keep_copy(path: &Path, from: i64, cuts: &Boundaries) -> io::Result<PathBuf> {
    let bytes = fs::read(path)?;
    let first = files::beside(path, &format!(".v{from}"));
    if fs::read(&first).is_ok_and(|kept| kept == bytes) {
        return Ok(first);
    }
    let free = if fs::symlink_metadata(&first).is_ok() { files::free_name(&first, "again") } else { first };
    files::write_new(&free, &bytes, cuts)?;
    Ok(free)
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;
    use crate::{
        core::model::Record,
        edge::logbook::{fault::Fault, jsonl, wire},
    };

    proptest! {
        #![proptest_config(ProptestConfig { failure_persistence: None, cases: 64, ..ProptestConfig::default() })]

        #[test]
        fn whatever_the_records_say_every_decision_has_its_row(
            records in prop::collection::vec(wire::samples::record(), 0..12)
        ) {
            let bytes: Vec<u8> = records.iter().flat_map(|record| wire::encode(record).unwrap()).collect();
            let reading = jsonl::read(bytes, 0);
            let mut store = Store::in_memory(&Boundaries::new(Fault::Never)).unwrap();
            store.catch_up(&reading.lines, reading.end).unwrap();
            let rows = |table: &str| -> i64 {
                store.db.query_row(&format!("SELECT count(*) FROM {table}"), [], |row| row.get(0)).unwrap()
            };
            let is_decision = |record: &&Record| matches!(record, Record::Decision { .. });
            prop_assert_eq!(rows("decisions"), records.iter().filter(is_decision).count() as i64);
            prop_assert_eq!(rows("events"), records.len() as i64);
            prop_assert_eq!(store.compare(&reading.lines).unwrap(), Agreement::Agrees);
            let broken = store.db.prepare("PRAGMA foreign_key_check").unwrap().exists([]).unwrap();
            prop_assert!(!broken);
        }
    }
}
