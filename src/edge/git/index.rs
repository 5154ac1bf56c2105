//! A throw-away copy of the index in which untracked files are listed, so that one `git diff` shows tracked and
//! untracked work, sorted, with renames. The user's index and objects are never written: entries are made with
//! `update-index --index-info`, which stores no object (`git add -N` would).

use std::{
    fs::{self, File},
    io,
    os::unix::ffi::OsStrExt,
    path::{Path, PathBuf},
    process::Stdio,
};

use super::{Git, GitError, Running};
use crate::edge::process::Scratch;

/// Untracked files that are shown at most; a forgotten build folder must not become the review.
const MAX_FILES: usize = 2_000;
/// The largest untracked file that is shown, in bytes.
const MAX_FILE: u64 = 8 << 20;
/// All untracked files together, in bytes.
const MAX_ALL: u64 = 64 << 20;

/// Why an untracked file is not shown.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum WhyLeftOut {
    /// Larger than 8 MiB, or past 64 MiB together.
    TooLarge,
    /// Past the 2,000th.
    TooMany,
    /// It cannot be opened, or is neither file nor symbolic link.
    Unreadable,
    /// A repository of its own.
    Repository,
}

/// An untracked file that is not shown.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct LeftOut {
    /// Its path.
    pub path: Vec<u8>,
    /// Why.
    pub why: WhyLeftOut,
}

/// The copy. It lives as long as the diff that reads it.
#[derive(Debug)]
pub struct ScratchIndex {
    scratch: Scratch,
}

impl ScratchIndex {
    /// Copies the index at `from` and lists `untracked` in it. `git` works in the root of the working tree; `id` is
    /// any object's, for its length.
    ///
    /// # Errors
    /// Those of the system (no temporary folder) and of git.
    pub fn with(git: &Git<'_>, from: &Path, untracked: &[Vec<u8>], id: &str) -> Result<(Self, Vec<LeftOut>), GitError> {
        let os = |source| GitError::Os { what: "index copy".to_owned(), source };
        let (shown, left_out) = select(git.dir(), untracked);
        let index = Self { scratch: Scratch::new().map_err(os)? };
        copy(from, &index.path()).map_err(os)?;
        let list = index.scratch.path().join("list");
        fs::write(&list, entries(empty_blob(id), &shown)).map_err(os)?;
        let mut command = index.git(git).command(["-c", "core.splitIndex=false", "update-index", "-z", "--index-info"]);
        command.stdin(Stdio::from(File::open(&list).map_err(os)?));
        Running::spawn(command, "update-index", git.stop)?.collect(1024)?;
        Ok((index, left_out))
    }

    /// git, looking at the copy instead of the user's index.
    pub fn git<'a>(&self, git: &Git<'a>) -> Git<'a> {
        git.with_variable("GIT_INDEX_FILE", self.path())
    }

    fn path(&self) -> PathBuf {
        self.scratch.path().join("index")
    }
}

/// Splits untracked files into those that are shown and those that are not.
fn select<'u>(top: &Path, untracked: &'u [Vec<u8>]) -> (Vec<&'u [u8]>, Vec<LeftOut>) {
    let (mut shown, mut left_out, mut total) = (Vec::new(), Vec::new(), 0);
    for path in untracked {
        if shown.len() >= MAX_FILES && !is_repository(path) {
            left_out.push((path, WhyLeftOut::TooMany));
            continue;
        }
        match measure(top, path) {
            Ok(size) if size > MAX_FILE || total + size > MAX_ALL => left_out.push((path, WhyLeftOut::TooLarge)),
            Ok(size) => {
                total += size;
                shown.push(path.as_slice());
            }
            Err(why) => left_out.push((path, why)),
        }
    }
    let left_out = left_out.into_iter().map(|(path, why)| LeftOut { path: path.clone(), why }).collect();
    (shown, left_out)
}

/// git lists a repository inside ours as a folder.
fn is_repository(path: &[u8]) -> bool {
    path.ends_with(b"/")
}

/// The size of an untracked file that git will be able to read.
fn measure(top: &Path, path: &[u8]) -> Result<u64, WhyLeftOut> {
    if is_repository(path) {
        return Err(WhyLeftOut::Repository);
    }
    let full = top.join(std::ffi::OsStr::from_bytes(path));
    let about = fs::symlink_metadata(&full).map_err(|_| WhyLeftOut::Unreadable)?;
    if about.is_symlink() {
        return Ok(about.len());
    }
    let readable = about.is_file() && File::open(&full).is_ok();
    readable.then_some(about.len()).ok_or(WhyLeftOut::Unreadable)
}

/// Copies the index, time stamp included: git compares it with those of the files to know which entries it must
/// not trust ("racily clean"). No index yet is fine.
fn copy(from: &Path, to: &Path) -> io::Result<()> {
    match fs::copy(from, to) {
        Ok(_) => File::options().write(true).open(to)?.set_modified(fs::metadata(from)?.modified()?),
        Err(e) if e.kind() == io::ErrorKind::NotFound => Ok(()),
        Err(e) => Err(e),
    }
}

/// The id of the empty blob. What stands there is never read, since no entry has the time stamp of its file; but it
/// must look like an id of this repository.
fn empty_blob(id: &str) -> &'static str {
    match id.len() {
        64 => "473a0f4c3be8a93681a267e3b1e9a7dcda1185436fe141f7749120a303721813",
        _ => "e69de29bb2d1d6434b8b29ae775ad8c2e48c5391",
    }
}

/// Input for `update-index -z --index-info`. The mode does not matter: git takes it from the file itself.
fn entries(blob: &str, paths: &[&[u8]]) -> Vec<u8> {
    let mut all = Vec::new();
    for path in paths {
        all.extend_from_slice(b"100644 ");
        all.extend_from_slice(blob.as_bytes());
        all.push(b'\t');
        all.extend_from_slice(path);
        all.push(0);
    }
    all
}
