//! How the places for logbooks are, without making anything: where the next one would be written, and whether those
//! that are there are sound. Called by `app` for `prr doctor`.

use std::{
    fs,
    path::{Path, PathBuf},
};

use rusqlite::{Connection, OpenFlags};
use rustix::fs::{Access, access};

use super::{Places, Stored, files, place};

/// What was found.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Inspected {
    /// The folder that the next logbook would be written to; `None` when no place can be written.
    pub folder: Option<PathBuf>,
    /// Why better places are passed over.
    pub passed_over: Vec<String>,
}

/// Looks.
pub fn inspect(places: &Places) -> Inspected {
    let mut passed_over = Vec::new();
    let mut folder = None;
    for candidate in place::folders(places, &mut passed_over) {
        match unusable(&candidate) {
            None => {
                folder = Some(candidate.path);
                break;
            }
            Some(why) => passed_over.push(why),
        }
    }
    Inspected { folder, passed_over }
}

/// What is wrong with a logbook and its database, one sentence each.
pub fn wrong_with(stored: &Stored) -> Vec<String> {
    stored.notes.iter().cloned().chain(database(&stored.path)).collect()
}

/// Why nothing can be written there; `None` when it can.
fn unusable(folder: &place::Folder) -> Option<String> {
    if let Some(link) = folder.link() {
        return Some(format!("{} is a link, which is not followed", link.display()));
    }
    let nearest = folder.path.ancestors().find(|path| fs::symlink_metadata(path).is_ok())?;
    let there = || nearest.display();
    if !nearest.is_dir() {
        return Some(format!("{} is no folder", there()));
    }
    let error = access(nearest, Access::WRITE_OK | Access::EXEC_OK).err()?;
    Some(format!("{} cannot be written ({})", there(), std::io::Error::from(error)))
}

/// What is wrong with the database beside a logbook. One that is missing or in use is not wrong.
fn database(jsonl: &Path) -> Option<String> {
    let path = jsonl.with_extension("sqlite");
    files::regular(&path).ok().flatten()?;
    let wrong = match checked(&path) {
        Ok(said) if said == "ok" => return None,
        Ok(said) => said,
        Err(error) => match error.sqlite_error_code() {
            Some(rusqlite::ErrorCode::DatabaseBusy | rusqlite::ErrorCode::DatabaseLocked) => return None,
            _ => error.to_string(),
        },
    };
    Some(format!("{} is damaged ({wrong}); it is made again from its .jsonl when it is opened next", path.display()))
}

/// What SQLite says of its pages: `ok`, or the first thing that is not.
fn checked(path: &Path) -> rusqlite::Result<String> {
    let flags = OpenFlags::SQLITE_OPEN_READ_ONLY | OpenFlags::SQLITE_OPEN_NO_MUTEX;
    let connection = Connection::open_with_flags(path, flags)?;
    connection.query_row("PRAGMA quick_check(1)", [], |row| row.get(0))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn places(dir: &Path) -> Places {
        Places { data_dir: Some(dir.to_owned()), ..Places::default() }
    }

    #[test]
    fn the_place_of_the_next_logbook_is_told_and_not_made() {
        let dir = tempfile::tempdir().unwrap();
        let found = inspect(&places(dir.path()));
        assert!(found.folder.unwrap().starts_with(dir.path()));
        assert_eq!(fs::read_dir(dir.path()).unwrap().count(), 0);
    }

    #[test]
    fn a_file_in_the_way_is_said() {
        let dir = tempfile::tempdir().unwrap();
        fs::write(dir.path().join("prr"), "").unwrap();
        let found = inspect(&places(dir.path()));
        assert_eq!(found.folder, None);
        assert!(found.passed_over[0].ends_with("prr is no folder"), "{:?}", found.passed_over);
    }

    #[test]
    fn a_damaged_database_is_told_with_what_becomes_of_it() {
        let dir = tempfile::tempdir().unwrap();
        let folder = inspect(&places(dir.path())).folder.unwrap();
        fs::create_dir_all(&folder).unwrap();
        fs::write(folder.join("x.jsonl"), "").unwrap();
        fs::write(folder.join("x.sqlite"), "no database at all, but long enough to be looked at as one").unwrap();
        let all = super::super::all_stored(&places(dir.path()));
        let wrong = wrong_with(all.first().unwrap());
        assert!(wrong.iter().any(|one| one.contains("made again from its .jsonl")), "{wrong:?}");
    }
}
