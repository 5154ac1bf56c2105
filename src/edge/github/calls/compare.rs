//! Two commits compared by the host: how they lie to each other, and the diff between them. Called for what changed
//! since the last review.

use super::super::{
    Client, GithubError,
    client::{DIFF, Question, Taker},
    wire::CompareWire,
};
use crate::{core::model::RepoName, edge::http::segment};

/// How the head lies to the base.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Course {
    /// The same commit.
    Identical,
    /// It has all of the base, and more.
    Ahead,
    /// The base has all of it, and more.
    Behind,
    /// Each has something of its own: after a rebase or force push.
    Diverged,
}

/// Two commits compared.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Compared {
    /// How they lie to each other.
    pub course: Course,
    /// Commits that only the head has.
    pub ahead: u64,
    /// Commits that only the base has.
    pub behind: u64,
    /// Their newest common ancestor, full id; `None` when the host did not say.
    pub merge_base: Option<String>,
}

impl Client {
    /// Compares two commits, by full id.
    ///
    /// # Errors
    /// [`GithubError::NotFound`] when the host no longer has one of them.
    pub async fn compare(&self, repo: &RepoName, base: &str, head: &str) -> Result<Compared, GithubError> {
        let what = format!("the comparison {}...{}", short(base), short(head));
        let url = format!("{}?per_page=1", self.compare_url(repo, base, head)?);
        let wire: CompareWire = self.one(&Question::json(url, what.as_str())).await?;
        let course = match wire.status.as_deref() {
            Some("identical") => Course::Identical,
            Some("ahead") => Course::Ahead,
            Some("behind") => Course::Behind,
            Some("diverged") => Course::Diverged,
            _ => return Err(self.malformed(&what, "it does not say how they lie to each other")),
        };
        let merge_base = wire.merge_base_commit.and_then(|commit| commit.sha);
        Ok(Compared { course, ahead: wire.ahead_by.unwrap_or(0), behind: wire.behind_by.unwrap_or(0), merge_base })
    }

    /// The diff from the newest common ancestor of two commits to the second.
    ///
    /// # Errors
    /// As [`Client::diff`].
    pub async fn compare_diff(
        &self,
        repo: &RepoName,
        (base, head): (&str, &str),
        on: Taker<'_>,
    ) -> Result<(), GithubError> {
        let what = format!("the diff {}...{}", short(base), short(head));
        let question = Question { url: self.compare_url(repo, base, head)?, accept: DIFF, what };
        self.stream(&question, on).await
    }

    fn compare_url(&self, repo: &RepoName, base: &str, head: &str) -> Result<String, GithubError> {
        self.in_repo(repo, &format!("/compare/{}...{}", segment(base), segment(head)))
    }
}

fn short(sha: &str) -> &str {
    sha.get(..8).unwrap_or(sha)
}
