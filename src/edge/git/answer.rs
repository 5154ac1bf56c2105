//! Reading git's answers: bytes to what they say. Not the asking (see `ask`).

use std::{
    ffi::OsStr,
    os::unix::ffi::OsStrExt,
    path::{Path, PathBuf},
};

use super::{About, Commit, GitError, Reference, Running, ask::SHORT};

/// A question whose answer is being worked out.
pub struct Asked<'a, T> {
    running: Running<'a>,
    limit: usize,
    read: Reader<'a, T>,
}

/// What makes an answer of the bytes.
type Reader<'a, T> = Box<dyn FnOnce(Result<Vec<u8>, GitError>) -> Result<T, GitError> + 'a>;

impl<T> Asked<'_, T> {
    /// Waits for the answer.
    ///
    /// # Errors
    /// Those of git and of the system.
    pub fn get(self) -> Result<T, GitError> {
        (self.read)(self.running.collect(self.limit))
    }
}

pub(super) fn asked<'a, T>(
    running: Running<'a>,
    limit: usize,
    read: impl FnOnce(Result<Vec<u8>, GitError>) -> Result<T, GitError> + 'a,
) -> Asked<'a, T> {
    Asked { running, limit, read: Box::new(read) }
}

pub(super) fn about_of(dir: &Path, answer: &[u8], ids: usize) -> Result<(About, Vec<String>), GitError> {
    let answer = answer.strip_suffix(b"\n").unwrap_or(answer);
    let mut lines: Vec<&[u8]> = answer.split(|b| *b == b'\n').collect();
    let shas = lines.split_off(lines.len().saturating_sub(ids));
    let [bare, inside, up, common @ ..] = lines.as_slice() else {
        return Err(odd("rev-parse"));
    };
    // What is left is one path, which may itself hold line feeds.
    let common_dir = absolute(dir, &common.join(&b'\n'));
    let top = (*inside == b"true").then(|| absolute(dir, up));
    let about = About { bare: *bare == b"true", top, common_dir };
    Ok((about, shas.into_iter().map(|sha| String::from_utf8_lossy(sha).into_owned()).collect()))
}

/// A path of git's answer, which is relative to where it was asked.
fn absolute(dir: &Path, path: &[u8]) -> PathBuf {
    let joined = Path::new(".").join(dir).join(OsStr::from_bytes(path));
    joined.canonicalize().unwrap_or(joined)
}

/// `commit ID`, the parents, the subject. Nothing at all: the name is that of a file or folder in a commit.
pub(super) fn commit_of(text: &str) -> Result<Commit, GitError> {
    let mut lines = text.lines();
    let first = lines.next().and_then(|line| line.strip_prefix("commit "));
    let none = || GitError::Refused { what: "rev-list".to_owned(), code: None, stderr: String::new() };
    let sha = first.ok_or_else(none)?.to_owned();
    let parents = lines.next().unwrap_or("").split_whitespace().map(str::to_owned).collect();
    Ok(Commit { sha, parents, subject: lines.next().unwrap_or("").to_owned() })
}

/// Parts of a `-z` answer.
pub(super) fn entries(answer: &[u8]) -> impl Iterator<Item = &[u8]> {
    answer.split(|b| *b == 0).filter(|e| !e.is_empty())
}

fn odd(what: &str) -> GitError {
    GitError::Os { what: what.to_owned(), source: std::io::Error::other("the answer could not be understood") }
}

pub(super) fn reference(line: &str) -> Option<Reference> {
    let mut parts = line.split('\0');
    let (name, own, peeled, target) = (parts.next()?, parts.next()?, parts.next()?, parts.next()?);
    let sha = if peeled.is_empty() { own } else { peeled };
    let target = (!target.is_empty()).then(|| target.to_owned());
    Some(Reference { name: name.to_owned(), sha: sha.to_owned(), target })
}

/// A one-line answer.
pub(super) fn line(running: Running<'_>) -> Result<String, GitError> {
    let answer = running.collect(SHORT)?;
    Ok(String::from_utf8_lossy(&answer).trim_end_matches(['\n', '\r']).to_owned())
}

/// Exit code 1 without a word is git's way of saying "none".
pub(super) fn quiet<T>(answer: Result<T, GitError>) -> Result<Option<T>, GitError> {
    match answer {
        Ok(answer) => Ok(Some(answer)),
        Err(GitError::Refused { code: Some(1), stderr, .. }) if stderr.is_empty() => Ok(None),
        Err(e) => Err(e),
    }
}
