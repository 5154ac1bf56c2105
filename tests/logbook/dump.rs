//! A database as text, table by table, for comparison.

use std::{fmt::Write, path::Path};

use rusqlite::{Connection, OpenFlags, types::ValueRef};

/// Tables in the order of the dump. `events` is the JSONL itself and would only repeat it.
const TABLES: [&str; 12] = [
    "logbook_state",
    "runs",
    "hotspots",
    "candidate_findings",
    "candidate_details",
    "verdicts",
    "tasks",
    "task_reports",
    "decisions",
    "drafts",
    "viewed",
    "places",
];

pub fn read_only(path: &Path) -> Connection {
    Connection::open_with_flags(path, OpenFlags::SQLITE_OPEN_READ_ONLY).unwrap()
}

/// Every row, `column=value` with NULLs left out.
pub fn dump(path: &Path) -> String {
    let db = read_only(path);
    let version: i64 = db.pragma_query_value(None, "user_version", |row| row.get(0)).unwrap();
    let mut out = format!("user_version {version}\n");
    for table in TABLES {
        let mut rows = db.prepare(&format!("SELECT * FROM {table} ORDER BY 1, 2")).unwrap();
        let names: Vec<String> = rows.column_names().map(str::to_owned).collect();
        let mut rows = rows.query([]).unwrap();
        while let Some(row) = rows.next().unwrap() {
            write!(out, "{table}").unwrap();
            for (index, name) in names.iter().enumerate() {
                match row.get_ref(index).unwrap() {
                    ValueRef::Null => {}
                    ValueRef::Integer(value) => write!(out, " {name}={value}").unwrap(),
                    ValueRef::Real(value) => write!(out, " {name}={value}").unwrap(),
                    ValueRef::Text(text) => write!(out, " {name}={:?}", String::from_utf8_lossy(text)).unwrap(),
                    ValueRef::Blob(bytes) => write!(out, " {name}=x{:?}", bytes.escape_ascii().to_string()).unwrap(),
                }
            }
            out.push('\n');
        }
    }
    out
}

pub fn count(path: &Path, table: &str) -> i64 {
    read_only(path).query_row(&format!("SELECT count(*) FROM {table}"), [], |row| row.get(0)).unwrap()
}
