//! Checks of a commit: check runs and commit statuses, joined. Called by `read_all`.

use super::super::{
    Client, GithubError,
    client::Question,
    wire::{CheckRuns, StatusWire},
};
use crate::{
    core::model::{Check, CheckState, RepoName},
    edge::http::segment,
};

impl Client {
    /// Checks of a commit, failed ones first.
    ///
    /// # Errors
    /// When neither list could be had; one of them is enough.
    pub async fn checks(&self, repo: &RepoName, sha: &str) -> Result<Vec<Check>, GithubError> {
        let (runs, statuses) = futures::join!(self.check_runs(repo, sha), self.statuses(repo, sha));
        let mut checks = match (runs, statuses) {
            (Err(error), Err(_)) => return Err(error),
            (runs, statuses) => {
                let both = runs.into_iter().chain(statuses).flatten();
                both.collect::<Vec<Check>>()
            }
        };
        checks.sort_by(|a, b| (a.state, &a.name).cmp(&(b.state, &b.name)));
        Ok(checks)
    }

    async fn check_runs(&self, repo: &RepoName, sha: &str) -> Result<Vec<Check>, GithubError> {
        let url = self.in_repo(repo, &format!("/commits/{}/check-runs?per_page=100", segment(sha)))?;
        let pages = self.pages::<CheckRuns>(Question::json(url, "the check runs")).await?;
        let runs = pages.into_iter().filter_map(|page| page.check_runs).flatten();
        let check = |run: super::super::wire::CheckRunWire| {
            let state = run_state(run.status.as_deref(), run.conclusion.as_deref());
            Some(Check { name: run.name?, state })
        };
        Ok(runs.filter_map(check).collect())
    }

    async fn statuses(&self, repo: &RepoName, sha: &str) -> Result<Vec<Check>, GithubError> {
        let url = self.in_repo(repo, &format!("/commits/{}/status?per_page=100", segment(sha)))?;
        let pages = self.pages::<StatusWire>(Question::json(url, "the commit's status")).await?;
        let contexts = pages.into_iter().filter_map(|page| page.statuses).flatten();
        Ok(contexts
            .filter_map(|context| Some(Check { name: context.context?, state: word_state(context.state.as_deref()) }))
            .collect())
    }
}

/// How a check run stands, by its status and conclusion.
fn run_state(status: Option<&str>, conclusion: Option<&str>) -> CheckState {
    match (status, conclusion) {
        (Some("completed") | None, Some(word)) => word_state(Some(word)),
        (Some("completed"), None) => CheckState::Neutral,
        _ => CheckState::Running,
    }
}

/// How a check stands, by the words of check runs, statuses and GraphQL's rollups.
pub(super) fn word_state(word: Option<&str>) -> CheckState {
    match word.unwrap_or_default().to_ascii_lowercase().as_str() {
        "success" => CheckState::Passed,
        "failure" | "error" | "cancelled" | "timed_out" | "action_required" | "startup_failure" => CheckState::Failed,
        "pending" | "expected" | "queued" | "in_progress" | "waiting" | "requested" => CheckState::Running,
        _ => CheckState::Neutral,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_word_of_a_check_has_a_meaning_and_an_unknown_one_says_nothing() {
        assert_eq!(run_state(Some("completed"), Some("success")), CheckState::Passed);
        assert_eq!(run_state(Some("completed"), Some("startup_failure")), CheckState::Failed);
        assert_eq!(run_state(Some("completed"), Some("skipped")), CheckState::Neutral);
        assert_eq!(run_state(Some("completed"), Some("someday")), CheckState::Neutral);
        assert_eq!(run_state(Some("completed"), None), CheckState::Neutral);
        assert_eq!(run_state(Some("in_progress"), None), CheckState::Running);
        assert_eq!(run_state(Some("in_progress"), Some("failure")), CheckState::Running);
        assert_eq!(run_state(None, None), CheckState::Running);
        assert_eq!(word_state(Some("EXPECTED")), CheckState::Running);
        assert_eq!(word_state(None), CheckState::Neutral);
    }
}
