//! The files of which the symbol index is made, their bytes, and the last messages. Bounded; nothing is fetched. Not here:
//! names (core::change::index), the cache (`names`). Called by app::runner.

use std::{collections::BTreeSet, path::PathBuf, sync::atomic::AtomicBool};

use super::Options;
use crate::{
    core::{
        change::index::{MOST_OF_AN_INDEXED_FILE, is_indexed},
        model::RepoPath,
    },
    edge::git::{Asked, Blobs},
};

pub use crate::edge::git::Tracked;

/// Files that are indexed.
const MOST_FILES: usize = 30_000;

/// Commits whose messages are read.
const COMMITS: u8 = 10;

/// The files of a commit that are worth indexing.
#[derive(Debug, Clone)]
pub struct TrackedFiles {
    /// In order of the tree.
    pub files: Vec<Tracked>,
    /// Every path, those that are not indexed among them.
    pub paths: BTreeSet<RepoPath>,
    /// The directory that all working trees share: what the cache is named by.
    pub repository: PathBuf,
    /// What was left out, in words.
    pub notes: Vec<String>,
}

/// The files of a commit, else of HEAD; `None` outside of a repository.
pub fn tracked(options: &Options, revision: Option<&str>, stop: &AtomicBool) -> Option<TrackedFiles> {
    let git = options.git(stop).offline();
    let (about, _) = git.about(&[]).and_then(Asked::get).ok()?;
    let known = revision.filter(|id| git.has_commit(id)).unwrap_or("HEAD");
    let mut files = git.files_of(known).ok()?;
    let paths = files.iter().map(|file| RepoPath::new(&file.path)).collect();
    files.retain(|file| is_indexed(&RepoPath::new(&file.path)));
    let past = files.len().saturating_sub(MOST_FILES);
    files.truncate(MOST_FILES);
    let notes = match past {
        0 => Vec::new(),
        past => vec![format!("the symbol index leaves out {past} files: it holds {MOST_FILES}")],
    };
    Some(TrackedFiles { files, paths, repository: about.common_dir, notes })
}

/// Messages of the last ten commits up to a revision, newest first; `None` when git has them not.
pub fn messages(options: &Options, revision: Option<&str>, stop: &AtomicBool) -> Option<Vec<String>> {
    options.git(stop).offline().messages(revision?, COMMITS).ok()
}

/// How far a commit is from another one: commits that only the second has, and that only the first has. `None` when git
/// has one of them not.
pub fn distance(options: &Options, from: &str, to: &str, stop: &AtomicBool) -> Option<(u32, u32)> {
    options.git(stop).offline().distance(from, to).ok()
}

/// A reader of what the index holds.
pub fn blobs<'s>(options: &Options, stop: &'s AtomicBool) -> Blobs<'s> {
    Blobs::new(options.git(stop), MOST_OF_AN_INDEXED_FILE)
}
