//! Diffs that were looked at, kept beside the logbook of their target so that a later one can be compared with them:
//! `diffs/<stem>/<diff_hash>.diff`, the bytes as they were indexed. Kept while the record of a look names them, up
//! to a size; what is read back is checked against its hash. Not here: comparing (`core::diff::since`), when
//! (`app::runner`). The JSONL stays the truth: without these files nothing is lost but the comparison.

use std::{
    fs,
    io::{self, Read},
    path::{Path, PathBuf},
    sync::Arc,
};

use sha2::{Digest, Sha256};

use super::{
    fault::{Boundaries, Fault},
    files,
    wire::to_hex,
};
use crate::core::model::Text;

/// Diffs above this are not kept: comparing holds both in memory. In bytes.
pub const LARGEST: usize = 16 << 20;

/// Why a diff was not kept, or cannot be had back.
#[derive(Debug, thiserror::Error)]
pub enum DiffError {
    /// Over [`LARGEST`].
    #[error("the diff has {} MB and is not kept (the most is {} MB)", size >> 20, LARGEST >> 20)]
    TooLarge {
        /// Its bytes.
        size: usize,
    },
    /// Its bytes are not those of its hash.
    #[error("{} is not the diff that its name says", path.display())]
    Damaged {
        /// The file it is, or would be, kept in.
        path: PathBuf,
    },
    /// There is none.
    #[error("{} is not there", path.display())]
    NotKept {
        /// Where it would be.
        path: PathBuf,
    },
    /// The system refuses.
    #[error("{} cannot be used ({source})", path.display())]
    Unusable {
        /// The file.
        path: PathBuf,
        /// What the system said.
        source: io::Error,
    },
}

/// Keeps a diff beside its logbook, and forgets those of the same target that `others` does not name.
///
/// # Errors
/// See [`DiffError`]; the logbook itself is as it was.
pub fn keep_diff(jsonl: &Path, hash: &str, text: &Text, others: &[String]) -> Result<(), DiffError> {
    let path = path_of(jsonl, hash)?;
    let folder = path.parent().unwrap_or(Path::new(""));
    prepare(folder).map_err(|source| DiffError::Unusable { path: folder.to_owned(), source })?;
    forget(folder, |name| name == hash || others.iter().any(|other| other == name));
    if text.len() > LARGEST {
        return Err(DiffError::TooLarge { size: text.len() });
    }
    let unusable = |source| DiffError::Unusable { path: path.clone(), source };
    if files::regular(&path).map_err(unusable)?.is_some_and(|length| length == text.len() as u64) {
        return Ok(());
    }
    let bytes: Vec<u8> = text.segments().flat_map(|(_, bytes)| bytes.iter().copied()).collect();
    if hash_of(&bytes) != hash {
        return Err(DiffError::Damaged { path });
    }
    match fs::remove_file(&path) {
        Err(e) if e.kind() != io::ErrorKind::NotFound => return Err(unusable(e)),
        _ => {}
    }
    files::write_new(&path, &bytes, &Boundaries::new(Fault::Never)).map_err(unusable)
}

/// A kept diff's bytes.
///
/// # Errors
/// `NotKept`, `Damaged` and `Unusable`.
pub fn kept_diff(jsonl: &Path, hash: &str) -> Result<Arc<[u8]>, DiffError> {
    let path = path_of(jsonl, hash)?;
    let unusable = |source| DiffError::Unusable { path: path.clone(), source };
    let folder = path.parent().unwrap_or(Path::new(""));
    check(folder).map_err(unusable)?;
    match files::regular(&path).map_err(unusable)? {
        None => return Err(DiffError::NotKept { path }),
        Some(length) if length > LARGEST as u64 => return Err(DiffError::Damaged { path }),
        Some(_) => {}
    }
    let mut bytes = Vec::new();
    fs::File::open(&path).and_then(|mut file| file.read_to_end(&mut bytes)).map_err(unusable)?;
    if hash_of(&bytes) == hash { Ok(bytes.into()) } else { Err(DiffError::Damaged { path }) }
}

/// Where a diff is kept. A logbook that stands in for one that is in use (`stem~2`) shares its diffs.
fn path_of(jsonl: &Path, hash: &str) -> Result<PathBuf, DiffError> {
    let stem = jsonl.file_stem().unwrap_or_default().to_string_lossy();
    let stem = stem.split('~').next().unwrap_or_default().to_owned();
    let folder = jsonl.parent().unwrap_or(Path::new("")).join("diffs").join(stem);
    // Only a whole hash is a file name: a record says nothing else about where to write.
    let whole = hash.len() == 64 && hash.bytes().all(|b| b.is_ascii_digit() || (b'a'..=b'f').contains(&b));
    let path = folder.join(format!("{}.diff", if whole { hash } else { "unnamed" }));
    if whole { Ok(path) } else { Err(DiffError::NotKept { path }) }
}

/// Makes the folder, never through a link.
fn prepare(folder: &Path) -> io::Result<()> {
    check(folder)?;
    fs::create_dir_all(folder)?;
    check(folder)
}

/// Refuses links where the reviewed change could have planted them.
fn check(folder: &Path) -> io::Result<()> {
    for part in [folder.parent(), Some(folder)].into_iter().flatten() {
        if fs::symlink_metadata(part).is_ok_and(|meta| meta.is_symlink()) {
            return Err(io::Error::other(format!("{} is a link", part.display())));
        }
    }
    Ok(())
}

/// Removes kept diffs that are not wanted any more. Best effort: one that stays costs room, nothing else.
fn forget(folder: &Path, wanted: impl Fn(&str) -> bool) {
    for entry in fs::read_dir(folder).into_iter().flatten().flatten() {
        let name = entry.file_name();
        let hash = name.to_str().and_then(|name| name.strip_suffix(".diff"));
        if hash.is_some_and(|hash| !wanted(hash)) && files::regular(&entry.path()).is_ok() {
            let _ = fs::remove_file(entry.path());
        }
    }
}

fn hash_of(bytes: &[u8]) -> String {
    to_hex(&Sha256::digest(bytes))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn text(bytes: &[u8]) -> (Text, String) {
        let mut text = Text::default();
        bytes.chunks(5).for_each(|chunk| text.push(chunk.into()));
        (text, hash_of(bytes))
    }

    #[test]
    fn a_diff_comes_back_as_it_was_and_only_the_wanted_ones_stay() {
        let home = tempfile::tempdir().unwrap();
        let jsonl = home.path().join("pr-1.jsonl");
        let ((one, first), (two, second), (three, third)) = (text(b"one\n"), text(b"two\n"), text(b"three\n"));
        keep_diff(&jsonl, &first, &one, &[]).unwrap();
        keep_diff(&jsonl, &second, &two, std::slice::from_ref(&first)).unwrap();
        assert_eq!(&*kept_diff(&jsonl, &first).unwrap(), b"one\n");
        keep_diff(&jsonl, &third, &three, std::slice::from_ref(&second)).unwrap();
        assert!(matches!(kept_diff(&jsonl, &first), Err(DiffError::NotKept { .. })));
        assert_eq!(&*kept_diff(&home.path().join("pr-1~2.jsonl"), &second).unwrap(), b"two\n");
        assert!(matches!(kept_diff(&home.path().join("pr-2.jsonl"), &second), Err(DiffError::NotKept { .. })));
    }

    #[test]
    fn bytes_that_are_not_those_of_the_name_are_no_diff() {
        let home = tempfile::tempdir().unwrap();
        let jsonl = home.path().join("pr-1.jsonl");
        let (one, hash) = text(b"one\n");
        assert!(matches!(keep_diff(&jsonl, &hash_of(b"two\n"), &one, &[]), Err(DiffError::Damaged { .. })));
        keep_diff(&jsonl, &hash, &one, &[]).unwrap();
        fs::write(home.path().join("diffs/pr-1").join(format!("{hash}.diff")), "0ne\n").unwrap();
        assert!(matches!(kept_diff(&jsonl, &hash), Err(DiffError::Damaged { .. })));
        fs::write(home.path().join("diffs/pr-1").join(format!("{hash}.diff")), "cut").unwrap();
        keep_diff(&jsonl, &hash, &one, &[]).unwrap();
        assert_eq!(&*kept_diff(&jsonl, &hash).unwrap(), b"one\n");
    }

    #[test]
    fn a_name_that_is_no_hash_and_a_planted_link_are_refused() {
        let home = tempfile::tempdir().unwrap();
        let jsonl = home.path().join("pr-1.jsonl");
        let (one, hash) = text(b"one\n");
        for name in ["../../x", "", &hash[1..], &hash.to_uppercase()] {
            assert!(keep_diff(&jsonl, name, &one, &[]).is_err(), "{name}");
        }
        let elsewhere = tempfile::tempdir().unwrap();
        std::os::unix::fs::symlink(elsewhere.path(), home.path().join("diffs")).unwrap();
        assert!(matches!(keep_diff(&jsonl, &hash, &one, &[]), Err(DiffError::Unusable { .. })));
        assert_eq!(fs::read_dir(elsewhere.path()).unwrap().count(), 0);
    }

    #[test]
    fn a_diff_that_is_too_large_is_told_and_not_kept() {
        let home = tempfile::tempdir().unwrap();
        let (large, hash) = text(&vec![b'\n'; LARGEST + 1]);
        let error = keep_diff(&home.path().join("x.jsonl"), &hash, &large, &[]).unwrap_err();
        assert_eq!(error.to_string(), "the diff has 16 MB and is not kept (the most is 16 MB)");
    }
}
