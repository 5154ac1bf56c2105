//! Specifications that a repository keeps: REVIEW.md files, `.claude/specs`, templates of descriptions, from the base
//! side, so that a change cannot rewrite what it is held against; and the messages of its commits. Bounded; nothing is
//! fetched. Not here: what they ask for (core::checks). Called by app::runner.

use std::sync::atomic::AtomicBool;

use super::Options;
use crate::{
    core::model::RepoPath,
    edge::git::{Blobs, Git},
};

/// Bytes of one text.
const MOST: usize = 256 << 10;
/// Texts of each kind.
const MOST_FILES: usize = 64;
/// Commits whose messages are read.
const COMMITS: u8 = 50;

/// What a repository says of its changes. Untrusted.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct SpecFiles {
    /// REVIEW.md files.
    pub reviews: Vec<(RepoPath, String)>,
    /// Files of `.claude/specs`, by name.
    pub specs: Vec<(RepoPath, String)>,
    /// Templates of descriptions.
    pub templates: Vec<String>,
}

/// What a commit or tree has of them, else HEAD; `None` = there is no repository, or not that commit.
pub fn spec_files(options: &Options, base: Option<&str>, stop: &AtomicBool) -> Option<SpecFiles> {
    let git = options.git(stop).offline();
    let mut files = git.files_of(base.unwrap_or("HEAD")).ok()?;
    files.sort_by(|a, b| a.path.cmp(&b.path));
    let mut blobs = Blobs::new(options.git(stop), MOST);
    let mut found = SpecFiles::default();
    for file in files {
        let path = RepoPath::new(&file.path);
        let name = path.lossy().into_owned();
        let last = name.rsplit('/').next().unwrap_or("").to_owned();
        let is_spec = name.starts_with(".claude/specs/") && name.ends_with(".md");
        let is_template = last.to_lowercase().starts_with("pull_request_template")
            || name.to_lowercase().starts_with(".github/pull_request_template/");
        let room = (found.reviews.len(), found.specs.len(), found.templates.len());
        let wanted = (last == "REVIEW.md" && room.0 < MOST_FILES)
            || (is_spec && room.1 < MOST_FILES)
            || (is_template && room.2 < MOST_FILES);
        if !wanted {
            continue;
        }
        let Ok(Some(bytes)) = blobs.read(&file.id) else { continue };
        let text = String::from_utf8_lossy(&bytes).into_owned();
        match (is_spec, is_template) {
            (true, _) => found.specs.push((path, text)),
            (_, true) => found.templates.push(text),
            (false, false) => found.reviews.push((path, text)),
        }
    }
    Some(found)
}

/// Messages of the commits of a change, newest first; empty when git has them not.
pub fn messages_of(options: &Options, base: &str, head: &str, stop: &AtomicBool) -> Vec<String> {
    let git: Git<'_> = options.git(stop).offline();
    git.messages_between(base, head, COMMITS).unwrap_or_default()
}
