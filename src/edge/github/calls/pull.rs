//! The pull request itself. Called by `read_all` and by whoever looks whether it moved.

use super::{
    super::{
        Client, GithubError, Missing,
        client::Question,
        wire::{IssueWire, PullWire},
    },
    nouns::author,
};
use crate::{
    core::model::{Pull, PullName, PullState, RepoName, Tip},
    edge::http::segment,
};

impl Client {
    /// State, title, both ends.
    ///
    /// # Errors
    /// As for every call; what is not there is told apart: the repository, the number, or an issue of that number.
    pub async fn pull(&self, name: &PullName) -> Result<Pull, GithubError> {
        let question = Question::json(self.in_pull(name, "")?, format!("pull request {name}"));
        match self.one::<PullWire>(&question).await {
            Ok(wire) => self.pull_of(name, wire),
            Err(GithubError::NotFound { .. }) => Err(self.what_is_missing(name).await),
            Err(error) => Err(error),
        }
    }

    /// The number of the open pull request whose head is that branch of the repository itself; `None` = there is none.
    ///
    /// # Errors
    /// As for every call.
    pub async fn pull_of_branch(&self, repo: &RepoName, branch: &str) -> Result<Option<u64>, GithubError> {
        let head = segment(&format!("{}:{branch}", repo.owner));
        let url = self.in_repo(repo, &format!("/pulls?state=open&head={head}&per_page=2"))?;
        let what = format!("the pull request of branch {}", crate::core::text::one_line(branch, 120));
        let wires: Vec<PullWire> = self.one(&Question::json(url, what)).await?;
        // A server that does not know the filter answers with all of them.
        let is_it = |wire: &PullWire| wire.head.as_ref().is_some_and(|head| head.branch.as_deref() == Some(branch));
        Ok(wires.into_iter().find(is_it).and_then(|wire| wire.number))
    }

    /// An address below a pull request.
    pub(super) fn in_pull(&self, name: &PullName, rest: &str) -> Result<String, GithubError> {
        self.in_repo(&name.repo, &format!("/pulls/{}{rest}", name.number))
    }

    /// Looks why a pull request is not there.
    async fn what_is_missing(&self, name: &PullName) -> GithubError {
        let repo = match self.in_repo(&name.repo, "") {
            Ok(url) => self.whole(&Question::json(url, format!("repository {}", name.repo))).await,
            Err(error) => return error,
        };
        match repo {
            Err(GithubError::NotFound { .. }) => self.not_found(Missing::Repository(name.repo.to_string())),
            Err(error) => error,
            Ok(_) if self.is_issue(name).await => self.not_found(Missing::IsIssue(name.to_string())),
            Ok(_) => self.not_found(Missing::Pull(name.to_string())),
        }
    }

    async fn is_issue(&self, name: &PullName) -> bool {
        let Ok(url) = self.in_repo(&name.repo, &format!("/issues/{}", name.number)) else { return false };
        let issue = self.one::<IssueWire>(&Question::json(url, format!("issue {name}"))).await;
        issue.is_ok_and(|issue| issue.number == Some(name.number) && issue.pull_request.is_none())
    }

    fn pull_of(&self, name: &PullName, wire: PullWire) -> Result<Pull, GithubError> {
        let malformed = |why: &str| self.malformed(&format!("pull request {name}"), why);
        let (Some(head), Some(base)) = (wire.head, wire.base) else { return Err(malformed("it names no commits")) };
        let state = match (wire.state.as_deref(), wire.merged == Some(true) || wire.merged_at.is_some()) {
            (_, true) => PullState::Merged,
            (Some("open"), false) => PullState::Open,
            (Some("closed"), false) => PullState::Closed,
            _ => return Err(malformed("it says neither open nor closed")),
        };
        let tip = |tip: super::super::wire::TipWire| Tip {
            branch: tip.branch.unwrap_or_default(),
            sha: tip.sha.unwrap_or_default(),
            repo: tip.repo.and_then(|repo| repo.full_name),
        };
        let (head, base) = (tip(head), tip(base));
        if !is_commit(&head.sha) || !is_commit(&base.sha) {
            return Err(malformed("it names no commits"));
        }
        let counts = wire.changed_files.map(|files| (files, wire.additions, wire.deletions));
        Ok(Pull {
            name: name.clone(),
            url: wire.html_url.unwrap_or_default(),
            title: wire.title.unwrap_or_default(),
            body: wire.body.unwrap_or_default(),
            state,
            is_draft: wire.draft.unwrap_or(false),
            author: author(wire.user),
            labels: wire.labels.into_iter().flatten().filter_map(|label| label.name).collect(),
            base,
            head,
            counts: counts.map(|(files, added, removed)| (files, added.unwrap_or(0), removed.unwrap_or(0))),
        })
    }

    /// An answer that cannot be right.
    pub(super) fn malformed(&self, what: &str, why: &str) -> GithubError {
        GithubError::Malformed { host: self.api().name(), what: what.to_owned(), why: why.to_owned() }
    }
}

/// A full id in hex (SHA-1 or SHA-256): it becomes part of addresses and of arguments of git.
fn is_commit(sha: &str) -> bool {
    matches!(sha.len(), 40 | 64) && sha.bytes().all(|byte| byte.is_ascii_hexdigit())
}
