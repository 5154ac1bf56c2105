//! One file of a repository at a commit, for what has no clone. Called by intake for configuration on the base side.

use super::super::{Client, GithubError, client::Question};
use crate::{
    core::model::{RepoName, RepoPath},
    edge::http::segment,
};

/// The bytes of a file as they are.
const RAW: &str = "application/vnd.github.raw+json";

impl Client {
    /// The bytes of a file at a commit; `None` when it is not there or is no file.
    ///
    /// # Errors
    /// As for every call.
    pub async fn content(&self, repo: &RepoName, path: &RepoPath, sha: &str) -> Result<Option<Vec<u8>>, GithubError> {
        let Some(text) = path.as_utf8() else { return Ok(None) };
        let parts: Vec<String> = text.split('/').map(segment).collect();
        if text.split('/').any(|part| matches!(part, "" | "." | "..")) {
            return Ok(None);
        }
        let url = self.in_repo(repo, &format!("/contents/{}?ref={}", parts.join("/"), segment(sha)))?;
        let question =
            Question { url, accept: RAW, what: format!("the file {}", crate::core::text::one_line(text, 120)) };
        match self.whole(&question).await {
            Ok(whole) => Ok(Some(whole.body)),
            Err(GithubError::NotFound { .. }) => {
                self.keep_absence(&question);
                Ok(None)
            }
            Err(GithubError::Offline { .. }) if self.is_known_absent(&question) => Ok(None),
            Err(error) => Err(error),
        }
    }
}
