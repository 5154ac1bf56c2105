//! The few file operations that must be careful: nothing here follows a link that a reviewed repository may have
//! planted, and nothing overwrites a file that exists. Called by the files beside it.

use std::{
    fs::{self, File, OpenOptions},
    io::{self, Write},
    os::unix::fs::{MetadataExt, OpenOptionsExt},
    path::{Path, PathBuf},
};

use rustix::fs::OFlags;

use super::fault::Boundaries;

/// Length of a regular file, `None` when nothing is there.
///
/// # Errors
/// When something else is there: a link, a folder, a pipe.
pub(super) fn regular(path: &Path) -> io::Result<Option<u64>> {
    match fs::symlink_metadata(path) {
        Ok(meta) if meta.is_file() => Ok(Some(meta.len())),
        Ok(meta) if meta.is_dir() => Err(io::Error::other("a folder is in the way")),
        Ok(_) => Err(io::Error::other("it is a link or no regular file")),
        Err(e) if e.kind() == io::ErrorKind::NotFound => Ok(None),
        Err(e) => Err(e),
    }
}

/// Opens for reading and writing, made when missing.
pub(super) fn open_rw(path: &Path) -> io::Result<File> {
    regular(path)?;
    OpenOptions::new().read(true).write(true).create(true).truncate(false).custom_flags(no_follow()).open(path)
}

/// Opens for reading and appending, made when missing.
pub(super) fn open_append(path: &Path) -> io::Result<File> {
    regular(path)?;
    OpenOptions::new().read(true).append(true).create(true).custom_flags(no_follow()).open(path)
}

fn no_follow() -> i32 {
    i32::try_from(OFlags::NOFOLLOW.bits()).unwrap_or(0)
}

/// Whether the file at the path is not the one that is open: removed or replaced behind our back.
pub(super) fn is_gone(file: &File, path: &Path) -> bool {
    match (file.metadata(), fs::symlink_metadata(path)) {
        (Ok(open), Ok(there)) => (open.dev(), open.ino()) != (there.dev(), there.ino()),
        (Ok(_), Err(e)) => e.kind() == io::ErrorKind::NotFound,
        (Err(_), _) => false,
    }
}

/// The path with something appended to its last component.
pub(super) fn beside(path: &Path, suffix: &str) -> PathBuf {
    let mut name = path.as_os_str().to_owned();
    name.push(suffix);
    PathBuf::from(name)
}

/// The first of `path.<word>-1`, `path.<word>-2` … that does not exist.
pub(super) fn free_name(path: &Path, word: &str) -> PathBuf {
    let mut number = 1u32;
    loop {
        let name = beside(path, &format!(".{word}-{number}"));
        if fs::symlink_metadata(&name).is_err() || number == u32::MAX {
            return name;
        }
        number += 1;
    }
}

/// Renames a database away, with the journals that belong to it: a journal left behind would be played into
/// whatever comes next under that name. Journals go first, so that a crash in between leaves a database
/// without its journal, not a journal without its database.
pub(super) fn move_aside(path: &Path, word: &str, cuts: &Boundaries) -> io::Result<PathBuf> {
    let target = free_name(path, word);
    for tail in ["-journal", "-wal", "-shm"] {
        let journal = beside(path, tail);
        if fs::symlink_metadata(&journal).is_ok() {
            cuts.pass();
            fs::rename(&journal, beside(&target, tail))?;
        }
    }
    cuts.pass();
    fs::rename(path, &target)?;
    cuts.pass();
    Ok(target)
}

/// Writes a file that must not exist yet, whole or not at all: under another name first.
pub(super) fn write_new(path: &Path, bytes: &[u8], cuts: &Boundaries) -> io::Result<()> {
    let unfinished = beside(path, ".unfinished");
    // Removed, not emptied: after a crash in `put` it is a second name of a file that is in use.
    match fs::remove_file(&unfinished) {
        Err(e) if e.kind() != io::ErrorKind::NotFound => return Err(e),
        _ => {}
    }
    let mut file = OpenOptions::new().write(true).create_new(true).open(&unfinished)?;
    let (first, second) = bytes.split_at(bytes.len() / 2);
    file.write_all(first)?;
    cuts.pass();
    file.write_all(second)?;
    file.sync_all()?;
    cuts.pass();
    put(&unfinished, path)
}

/// Gives a finished file its name. A link refuses to overwrite; where there are none, a look must do.
pub(super) fn put(unfinished: &Path, path: &Path) -> io::Result<()> {
    match fs::hard_link(unfinished, path) {
        Ok(()) => fs::remove_file(unfinished),
        Err(e) if e.kind() == io::ErrorKind::AlreadyExists => fs::remove_file(unfinished).and(Err(e)),
        Err(_) if fs::symlink_metadata(path).is_err() => fs::rename(unfinished, path),
        Err(e) => Err(e),
    }
}

/// Makes a new directory entry last through a power failure. Best effort: not every file system can.
pub(super) fn sync_folder(path: &Path) {
    if let Some(folder) = path.parent()
        && let Ok(folder) = File::open(folder)
    {
        let _ = folder.sync_all();
    }
}
