//! The host's list of files, whole: it also names files whose text it does not give. Called by `read_all` and by the
//! runner when the diff is too large.

use super::super::{Client, GithubError, client::Question, wire::FileWire};
use crate::core::model::{PullFile, PullFileStatus, PullName, RepoPath};

/// Most files the host lists (GITHUB).
pub const MOST_FILES: usize = 3000;

impl Client {
    /// Every file the host lists: at most 3,000, so compare with `Pull::counts`.
    pub async fn files(&self, name: &PullName) -> Result<Vec<PullFile>, GithubError> {
        self.files_by_page(name, &mut |_| {}).await
    }

    /// The same, each page told as soon as it is there: thirty of them take their time.
    pub async fn files_by_page(
        &self,
        name: &PullName,
        on: &mut (dyn FnMut(&[PullFile]) + Send),
    ) -> Result<Vec<PullFile>, GithubError> {
        let url = self.in_pull(name, "/files?per_page=100")?;
        let mut all = Vec::new();
        let mut take = |page: Vec<FileWire>| {
            let page: Vec<PullFile> = page.into_iter().filter_map(file).collect();
            on(&page);
            all.extend(page);
        };
        self.each_page(Question::json(url, format!("the files of {name}")), &mut take).await?;
        Ok(all)
    }
}

/// A file; one without a name is none.
pub(super) fn file(wire: FileWire) -> Option<PullFile> {
    let path = wire.filename.filter(|name| !name.is_empty())?;
    // A word that we do not know still names a file that is in the change.
    let status = wire.status.as_deref().and_then(PullFileStatus::parse).unwrap_or(PullFileStatus::Changed);
    let moved = matches!(status, PullFileStatus::Renamed | PullFileStatus::Copied);
    Some(PullFile {
        path: RepoPath::new(path),
        old_path: wire.previous_filename.filter(|_| moved).map(RepoPath::new),
        status,
        additions: wire.additions.unwrap_or(0),
        deletions: wire.deletions.unwrap_or(0),
        blob: wire.sha,
        patch: wire.patch,
    })
}
