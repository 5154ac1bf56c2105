//! Which tables the database has: our migrations, and whether a database is what its version says.
//! Not here: opening and repairing (`store`), rows (`apply`). Called by `store`.

use std::{fs::File, io::Read, path::Path};

use rusqlite::{Connection, OptionalExtension};

/// The steps, each from its place in the list to the next `user_version`.
const STEPS: [&str; 4] = [
    include_str!("../../../assets/migrations/0001_deep.sql"),
    include_str!("../../../assets/migrations/0002_gate.sql"),
    include_str!("../../../assets/migrations/0003_task_reports.sql"),
    include_str!("../../../assets/migrations/0004_opinions.sql"),
];

/// The `user_version` of this program.
pub(super) const VERSION: i64 = STEPS.len() as i64;

/// What the first bytes of a file say.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Header {
    /// Empty: a database without anything.
    Empty,
    /// No database.
    Foreign,
    /// A database of that `user_version`.
    Version(i64),
}

/// Reads the header without SQLite, so that nothing is written, not even a journal played back.
pub(super) fn header(path: &Path) -> std::io::Result<Header> {
    let mut head = Vec::new();
    File::open(path)?.take(100).read_to_end(&mut head)?;
    if head.is_empty() {
        return Ok(Header::Empty);
    }
    let version = head.get(60..64).and_then(|bytes| <[u8; 4]>::try_from(bytes).ok());
    match version {
        Some(version) if head.starts_with(b"SQLite format 3\0") => {
            Ok(Header::Version(i64::from(i32::from_be_bytes(version))))
        }
        _ => Ok(Header::Foreign),
    }
}

/// The `user_version` as SQLite says it (a write-ahead log may know better than the header).
pub(super) fn version(db: &Connection) -> rusqlite::Result<i64> {
    db.pragma_query_value(None, "user_version", |row| row.get(0))
}

/// Brings a database up to [`VERSION`]. To be called inside a transaction: DDL rolls back with it. The JSONL is to
/// be applied from its beginning again, so that new tables get their rows; that changes nothing in the others.
pub(super) fn migrate(db: &Connection, from: i64, mut between: impl FnMut()) -> rusqlite::Result<()> {
    for step in STEPS.iter().skip(usize::try_from(from).unwrap_or(0)) {
        db.execute_batch(step)?;
        between();
    }
    db.execute("UPDATE logbook_state SET jsonl_bytes = 0", [])?;
    db.pragma_update(None, "user_version", VERSION)
}

/// A column: name, type, whether it must not be null, place in the primary key.
type Column = (String, String, bool, i64);

/// What is wrong with a database that says it is of our version; `None` = nothing.
pub(super) fn fault(db: &Connection) -> rusqlite::Result<Option<String>> {
    let check: String = db.query_row("PRAGMA quick_check(1)", [], |row| row.get(0))?;
    if check != "ok" {
        return Ok(Some(check.replace('\n', " ")));
    }
    let trigger = "SELECT name FROM sqlite_master WHERE type = 'trigger' LIMIT 1";
    if let Some(name) = db.query_row(trigger, [], |row| row.get::<_, String>(0)).optional()? {
        return Ok(Some(format!("it has a trigger '{name}', which is not ours")));
    }
    let model = Connection::open_in_memory()?;
    migrate(&model, 0, || ())?;
    for table in tables(&model)? {
        if let Some(difference) = differs(&table, &columns(&model, &table)?, &columns(db, &table)?) {
            return Ok(Some(difference));
        }
    }
    Ok(None)
}

/// The first thing that a table lacks, or has and must not.
fn differs(table: &str, wanted: &[Column], found: &[Column]) -> Option<String> {
    if found.is_empty() {
        return Some(format!("table {table} is missing"));
    }
    for column in wanted {
        let (name, ..) = column;
        match found.iter().find(|(there, ..)| there == name) {
            None => return Some(format!("table {table} has no column {name}")),
            Some(there) if there != column => {
                return Some(format!("column {name} of table {table} is not as we make it"));
            }
            Some(_) => {}
        }
    }
    let extra =
        found.iter().find(|(name, _, not_null, _)| *not_null && !wanted.iter().any(|(known, ..)| known == name));
    extra.map(|(name, ..)| format!("table {table} has a column {name} that is not ours"))
}

fn tables(db: &Connection) -> rusqlite::Result<Vec<String>> {
    let mut names = db.prepare("SELECT name FROM sqlite_master WHERE type = 'table' ORDER BY name")?;
    names.query_map([], |row| row.get(0))?.collect()
}

fn columns(db: &Connection, table: &str) -> rusqlite::Result<Vec<Column>> {
    let mut info = db.prepare("SELECT name, type, \"notnull\", pk FROM pragma_table_info(?1)")?;
    info.query_map([table], |row| Ok((row.get(0)?, row.get(1)?, row.get(2)?, row.get(3)?)))?.collect()
}
