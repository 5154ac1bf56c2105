//! The text of one side of one file, or why it cannot be had: from the repository by blob id, else from the working tree
//! when that still has the same content. Reads only; bounded. Not here: whether it fits the diff (`core::diff`). Called by
//! `app::runner` for lines beyond the diff and for editors, and by `texts`.

use std::{
    ffi::OsStr,
    fs::{self, File},
    io::Read,
    os::unix::{ffi::OsStrExt, fs::OpenOptionsExt},
    path::{Component, Path, PathBuf},
    sync::atomic::AtomicBool,
};

use rustix::fs::OFlags;

use super::Options;
use crate::edge::git::{Asked, Blob, Blobs, Git};

/// Bytes of a text; larger ones are not read.
pub const MOST: usize = 4 << 20;

/// Why there is no text.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum NoText {
    /// Outside a repository.
    #[error("there is no repository here to read the file from")]
    NoRepository,
    /// Neither git nor the working tree has it.
    #[error("the file is neither in git's objects here nor in the working tree: fetch its branch")]
    Missing,
    /// In the working tree stands something else: a folder, a link out of it, a device.
    #[error("what stands there in the working tree is no file inside the repository")]
    NotAFile,
    /// Larger than 4 MiB: so many bytes.
    #[error("the file is too large to be shown whole: {} kB, and 4096 are the most", .0 / 1024)]
    TooLarge(u64),
    /// It is there and differs from what the diff is about.
    #[error("the file in the working tree is not what the diff shows: it changed since")]
    Changed,
    /// It cannot be read; in words.
    #[error("the file cannot be read: {0}")]
    Unreadable(String),
}

/// Which text.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Wanted {
    /// Path from the root of the repository, as the diff has it. Untrusted.
    pub path: Vec<u8>,
    /// Its blob id as the diff says it, whole or cut; anything that is none counts as none.
    pub blob: Vec<u8>,
}

impl Wanted {
    /// Whether the diff tells an id: then the text is certain.
    pub fn has_id(&self) -> bool {
        self.id().is_some()
    }

    /// The id, when it is one. Only zeros say that git did not know it.
    fn id(&self) -> Option<&str> {
        let id = std::str::from_utf8(&self.blob).ok().filter(|id| (4..=64).contains(&id.len()))?;
        (id.bytes().all(|byte| byte.is_ascii_hexdigit()) && id.bytes().any(|byte| byte != b'0')).then_some(id)
    }
}

/// Where texts are read from.
#[derive(Debug, Clone)]
pub struct Sides {
    options: Options,
}

impl Sides {
    /// From the repository that a target is read from. Missing objects of a partial clone are never fetched.
    pub fn new(options: &Options) -> Self {
        Self { options: Options { offline: true, ..options.clone() } }
    }

    /// A text. Without an id in the diff it is that of the working tree, and only the diff can tell whether it fits.
    ///
    /// # Errors
    /// Why it cannot be had.
    pub fn read(&self, wanted: &Wanted, stop: &AtomicBool) -> Result<Vec<u8>, NoText> {
        let git = self.options.git(stop);
        if let Some(found) = wanted.id().and_then(|id| by_id(&git, id)) {
            return found;
        }
        let top = self.top(stop)?;
        let (file, text) = in_tree(&top, &wanted.path, MOST)?;
        match wanted.id() {
            Some(id) if !is_blob(&git, id, &file) => Err(NoText::Changed),
            Some(_) | None => Ok(text),
        }
    }

    /// The file of the working tree, when it has exactly this content.
    pub fn same_in_tree(&self, path: &[u8], text: &[u8], stop: &AtomicBool) -> Option<PathBuf> {
        let (file, there) = in_tree(&self.top(stop).ok()?, path, MOST).ok()?;
        (there == text).then_some(file)
    }

    /// The root of the working tree.
    ///
    /// # Errors
    /// When there is none.
    pub fn top(&self, stop: &AtomicBool) -> Result<PathBuf, NoText> {
        let about = self.options.git(stop).about(&[]).and_then(Asked::get).map_err(|_| NoText::NoRepository)?;
        about.0.top.ok_or(NoText::NoRepository)
    }
}

/// A remote-tracking branch that has a commit, as `REMOTE/BRANCH`: then its host has it too, as far as is known here.
pub fn remote_branch_with(options: &Options, commit: &str, stop: &AtomicBool) -> Option<String> {
    if commit.is_empty() || !commit.bytes().all(|byte| byte.is_ascii_hexdigit()) {
        return None;
    }
    let git = options.git(stop);
    let contains = format!("--contains={commit}");
    let args = ["for-each-ref", "--count=1", "--format=%(refname)", contains.as_str(), "refs/remotes/"];
    let answer = git.start("for-each-ref", args).ok()?.collect(1 << 12).ok()?;
    String::from_utf8_lossy(&answer).trim().strip_prefix("refs/remotes/").map(str::to_owned)
}

/// A blob; `None`: there is none with this id here.
fn by_id(git: &Git<'_>, id: &str) -> Option<Result<Vec<u8>, NoText>> {
    match Blobs::new(git.clone(), MOST).blob(id).ok()? {
        Blob::Bytes(bytes) => Some(Ok(bytes)),
        Blob::TooLarge(size) => Some(Err(NoText::TooLarge(size))),
        Blob::Missing => None,
    }
}

/// Whether a file's bytes, or what git would make of them, have this id.
fn is_blob(git: &Git<'_>, id: &str, file: &Path) -> bool {
    let hash = |args: &[&OsStr]| {
        let running =
            git.start("hash-object", args.iter().copied().chain([OsStr::new("--"), file.as_os_str()])).ok()?;
        let hash = running.collect(128).ok()?;
        Some(hash.starts_with(id.to_ascii_lowercase().as_bytes()))
    };
    hash(&[OsStr::new("hash-object"), OsStr::new("--no-filters")]) == Some(true)
}

/// A regular file below `top` of at most so many bytes, reached without links out of it; and where it really is.
pub(super) fn in_tree(top: &Path, path: &[u8], most: usize) -> Result<(PathBuf, Vec<u8>), NoText> {
    let path = Path::new(OsStr::from_bytes(path));
    if path.as_os_str().is_empty() || !path.components().all(|part| matches!(part, Component::Normal(_))) {
        return Err(NoText::NotAFile);
    }
    let real = |path: &Path| fs::canonicalize(path).map_err(|error| unreadable(&error));
    let (top, file) = (real(top)?, real(&top.join(path))?);
    if !file.starts_with(&top) {
        return Err(NoText::NotAFile);
    }
    // A pipe in its place must not be waited for.
    let flags = (OFlags::NONBLOCK | OFlags::NOFOLLOW | OFlags::CLOEXEC).bits();
    let flags = i32::try_from(flags).map_err(|_| NoText::NotAFile)?;
    let opened = File::options().read(true).custom_flags(flags).open(&file).map_err(|error| unreadable(&error))?;
    let about = opened.metadata().map_err(|error| unreadable(&error))?;
    if !about.is_file() {
        return Err(NoText::NotAFile);
    }
    if about.len() > most as u64 {
        return Err(NoText::TooLarge(about.len()));
    }
    let mut text = Vec::with_capacity(usize::try_from(about.len()).unwrap_or(0));
    opened.take(most as u64).read_to_end(&mut text).map_err(|error| unreadable(&error))?;
    Ok((file, text))
}

fn unreadable(error: &std::io::Error) -> NoText {
    match error.kind() {
        std::io::ErrorKind::NotFound | std::io::ErrorKind::NotADirectory => NoText::Missing,
        _ => NoText::Unreadable(error.to_string()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_regular_files_inside_are_read_and_each_reason_is_told() {
        let dir = tempfile::tempdir().unwrap();
        let top = dir.path().join("top");
        fs::create_dir_all(top.join("src")).unwrap();
        fs::write(top.join("src/a"), "text").unwrap();
        fs::write(top.join("-flag"), "dash").unwrap();
        fs::write(dir.path().join("secret"), "no").unwrap();
        std::os::unix::fs::symlink("../secret", top.join("link")).unwrap();
        std::os::unix::fs::symlink("src", top.join("inside")).unwrap();
        let text = |path: &[u8]| in_tree(&top, path, 10).map(|(_, text)| text);
        assert_eq!(text(b"src/a"), Ok(b"text".to_vec()));
        assert_eq!(text(b"inside/a"), Ok(b"text".to_vec()));
        assert_eq!(text(b"-flag"), Ok(b"dash".to_vec()));
        for path in [&b"../secret"[..], b"link", b"src", b"/etc/passwd", b"src/../../secret", b""] {
            assert_eq!(text(path), Err(NoText::NotAFile), "{}", String::from_utf8_lossy(path));
        }
        assert_eq!(text(b"missing"), Err(NoText::Missing));
        assert_eq!(text(b"src/a/b"), Err(NoText::Missing));
        assert_eq!(in_tree(&top, b"src/a", 3), Err(NoText::TooLarge(4)));
    }

    #[test]
    fn what_is_no_id_counts_as_none() {
        let id = |blob: &str| Wanted { path: Vec::new(), blob: blob.into() }.id().map(str::to_owned);
        assert_eq!(id("12af"), Some("12af".into()));
        for none in ["", "0000000", "12g4", "--batch", "abc", "HEAD"] {
            assert_eq!(id(none), None, "{none}");
        }
    }
}
