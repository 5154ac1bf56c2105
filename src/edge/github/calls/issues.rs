//! Issues that the description links by closing words, each asked for. Called by `read_all`.

use std::sync::LazyLock;

use futures::future::join_all;
use regex::Regex;

use super::super::{Client, GithubError, client::Question, wire::IssueWire};
use crate::core::model::{LinkedIssue, RepoName};

/// Most issues that are asked for.
const MOST: usize = 10;

/// GitHub's closing words, then `#N`, `owner/repo#N` or the issue's address.
static CLOSING: LazyLock<Option<Regex>> = LazyLock::new(|| {
    let place = r"(?:(?P<repo>[\w.-]+/[\w.-]+)?#|https?://(?P<host>[^/\s]+)/(?P<path>[\w.-]+/[\w.-]+)/issues/)";
    Regex::new(&format!(r"(?i)\b(?:close[sd]?|fix(?:e[sd])?|resolve[sd]?):?\s+{place}(?P<number>[1-9]\d{{0,18}})\b"))
        .ok()
});

/// Numbers of issues of this repository that a description says it closes, in order, each once. Those of other
/// repositories are left out.
pub(super) fn closed_by(body: &str, repo: &RepoName) -> Vec<u64> {
    let Some(closing) = CLOSING.as_ref() else { return Vec::new() };
    let own = format!("{}/{}", repo.owner, repo.repo);
    let mut numbers = Vec::new();
    for found in closing.captures_iter(body) {
        let named = found.name("repo").or_else(|| found.name("path"));
        let is_here = named.is_none_or(|name| name.as_str().eq_ignore_ascii_case(&own))
            && found.name("host").is_none_or(|host| host.as_str().eq_ignore_ascii_case(repo.host.as_str()));
        let number = found.name("number").and_then(|number| number.as_str().parse().ok());
        if let Some(number) = number.filter(|number| is_here && !numbers.contains(number)) {
            numbers.push(number);
        }
    }
    numbers.truncate(MOST);
    numbers
}

impl Client {
    /// The issues that a description says it closes, without those that are known already. One that is not there is
    /// left out; it may be a pull request, or a number of something else.
    ///
    /// # Errors
    /// When one could not be asked for.
    pub async fn linked_issues(
        &self,
        repo: &RepoName,
        body: &str,
        known: &[LinkedIssue],
    ) -> Result<Vec<LinkedIssue>, GithubError> {
        let is_known = |number: &u64| known.iter().any(|issue| issue.number == *number);
        let numbers = closed_by(body, repo).into_iter().filter(|number| !is_known(number));
        let asked = join_all(numbers.map(|number| self.issue(repo, number))).await;
        let found: Result<Vec<Option<LinkedIssue>>, GithubError> = asked.into_iter().collect();
        Ok(known.iter().cloned().chain(found?.into_iter().flatten()).collect())
    }

    async fn issue(&self, repo: &RepoName, number: u64) -> Result<Option<LinkedIssue>, GithubError> {
        let url = self.in_repo(repo, &format!("/issues/{number}"))?;
        match self.one::<IssueWire>(&Question::json(url, format!("issue #{number}"))).await {
            Ok(wire) if wire.pull_request.is_some() => Ok(None),
            Ok(wire) => Ok(Some(LinkedIssue {
                number,
                title: wire.title.unwrap_or_default(),
                body: wire.body.unwrap_or_default(),
                is_open: wire.state.as_deref() != Some("closed"),
            })),
            Err(GithubError::NotFound { .. }) => Ok(None),
            Err(error) => Err(error),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::core::model::Host;

    fn closed(body: &str) -> Vec<u64> {
        let repo = RepoName { host: Host::github(), owner: "O".into(), repo: "r.x".into() };
        closed_by(body, &repo)
    }

    #[test]
    fn closing_words_in_every_form_name_issues_of_this_repository() {
        assert_eq!(closed("Closes #1, fixes: #2\nRESOLVED o/R.x#3 and closes #1"), [1, 2, 3]);
        assert_eq!(closed("fix https://github.com/o/r.x/issues/7."), [7]);
    }

    #[test]
    fn other_repositories_and_other_words_name_none() {
        for body in [
            "see #1",
            "closes other/r.x#1",
            "closes https://ghe.example/o/r.x/issues/7",
            "prefixes #4",
            "closes #0",
            "closes#1",
            "closes # 1",
            "fixes #99999999999999999999999",
        ] {
            assert_eq!(closed(body), Vec::<u64>::new(), "{body}");
        }
    }
}
