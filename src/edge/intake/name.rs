//! What a bare name is, decided by looking. Called by `read`.
//!
//! In this order: a range (two dots in it), a branch, a remote branch, any other revision, a file. A branch or
//! commit wins over a file of the same name, because a diff file is rarely named without its ending (and the
//! argument parser takes `x.diff`, `x.patch` and anything with `./` for a file before this is asked); the note
//! says how to get the other one.

use std::{fs, path::Path};

use super::{Intake, IntakeError, Taken, branch::Tip, error::shown, range::Range, repository::place};
use crate::edge::git::{About, GitError, Refs};

impl Intake<'_> {
    /// Reviews what a name names.
    pub(super) fn named(&mut self, name: &str) -> Result<Taken, IntakeError> {
        if name.chars().all(|c| c == '.') {
            return self.file(Path::new(name));
        }
        if let Some(range) = Range::parse(name) {
            let taken = self.range(name, range);
            // `a..b` may be the name of a file after all.
            return if matches!(taken, Err(IntakeError::Unknown { .. } | IntakeError::NotARepository { .. }))
                && self.is_file(name)
            {
                self.file(Path::new(name))
            } else {
                taken
            };
        }
        check(name, "revision")?;
        match self.about() {
            Ok(about) => self.in_repository(&about, name),
            Err(IntakeError::NotARepository { .. } | IntakeError::GitMissing) if self.is_file(name) => {
                self.file(Path::new(name))
            }
            Err(e) => Err(e),
        }
    }

    fn in_repository(&mut self, about: &About, name: &str) -> Result<Taken, IntakeError> {
        let asked = ["refs/heads/", "refs/remotes/", "refs/tags/"].map(|space| format!("{space}{name}"));
        let mut refs = self.git.references(&asked)?;
        if let Some(short) = name.strip_prefix("refs/heads/") {
            refs.extend(self.git.references(&[format!("refs/heads/{short}")])?);
        }
        let notes = self.namesakes(name, &refs);
        let branch = refs.iter().find(|r| !r.name.starts_with("refs/tags/"));
        if let Some(tip) = branch.map(Tip::of) {
            return self.review_branch(about, tip, notes);
        }
        match self.git.commit_id(name) {
            Ok(id) => self.commit(about, &id, notes),
            Err(GitError::Refused { .. }) if self.is_file(name) => self.file(Path::new(name)),
            Err(GitError::Refused { stderr, .. }) => Err(self.no_such(about, name, &stderr)),
            Err(e) => Err(e.into()),
        }
    }

    fn no_such(&self, about: &About, name: &str, stderr: &str) -> IntakeError {
        if self.git.dir().join(name).is_dir() {
            return IntakeError::Directory { name: shown(name.as_bytes()) };
        }
        if matches!(self.git.head(), Ok(head) if head.sha.is_none()) && matches!(name, "HEAD" | "@") {
            return IntakeError::NoCommits { dir: place(&about.common_dir) };
        }
        if self.git.object_id(name).is_ok() {
            return self.unknown(name, "it is no commit, but a file or folder inside one", "");
        }
        self.unknown(name, "no branch, tag, commit or file has that name", stderr)
    }

    /// Notes on other things of the same name.
    fn namesakes(&self, name: &str, refs: &Refs) -> Vec<String> {
        let mut notes = Vec::new();
        let has = |space: &str| refs.iter().any(|r| r.name.starts_with(space));
        let name = shown(name.as_bytes());
        if has("refs/heads/") && has("refs/tags/") {
            notes.push(format!("`{name}` is also a tag: refs/tags/{name} names that one"));
        }
        if self.is_file(&name) {
            notes.push(format!("`{name}` is also a file: ./{name} names that one"));
        }
        notes
    }

    fn is_file(&self, name: &str) -> bool {
        fs::metadata(self.git.dir().join(name)).is_ok_and(|m| !m.is_dir())
    }
}

/// Refuses what can be no name, before git could take it for an option.
pub(super) fn check(name: &str, what: &'static str) -> Result<(), IntakeError> {
    let why = if name.is_empty() {
        "it is empty"
    } else if name.starts_with('-') {
        "it begins with a dash"
    } else if name.chars().any(char::is_control) {
        "it holds a control character"
    } else {
        return Ok(());
    };
    Err(IntakeError::BadName { name: shown(name.as_bytes()), what, why })
}
