//! The conversation, the reviews that are there already, and the commits: three lists, oldest first.
//! Called by `read_all` and before publishing.

use super::{
    super::{
        Client, GithubError,
        client::Question,
        wire::{CommitWire, RemarkWire, ReviewWire},
    },
    nouns::{author, time},
};
use crate::core::model::{ForeignReview, PullCommit, PullName, Remark, ReviewState};

impl Client {
    /// Remarks of the conversation.
    pub async fn conversation(&self, name: &PullName) -> Result<Vec<Remark>, GithubError> {
        let url = self.in_repo(&name.repo, &format!("/issues/{}/comments?per_page=100", name.number))?;
        let wires = self.list(Question::json(url, format!("the conversation of {name}"))).await?;
        Ok(wires.into_iter().filter_map(remark).collect())
    }

    /// Reviews; a pending one is seen by its author only.
    pub async fn reviews(&self, name: &PullName) -> Result<Vec<ForeignReview>, GithubError> {
        let url = self.in_pull(name, "/reviews?per_page=100")?;
        let wires = self.list(Question::json(url, format!("the reviews of {name}"))).await?;
        Ok(wires.into_iter().filter_map(review).collect())
    }

    /// Commits; the host lists 250 at most.
    pub async fn commits(&self, name: &PullName) -> Result<Vec<PullCommit>, GithubError> {
        let url = self.in_pull(name, "/commits?per_page=100")?;
        let wires = self.list(Question::json(url, format!("the commits of {name}"))).await?;
        Ok(wires.into_iter().filter_map(commit).collect())
    }
}

/// A remark; one without a number cannot be told from others.
pub(super) fn remark(wire: RemarkWire) -> Option<Remark> {
    Some(Remark {
        id: wire.id?,
        author: author(wire.user),
        body: wire.body.unwrap_or_default(),
        written: time(wire.created_at.as_deref()),
        url: wire.html_url.unwrap_or_default(),
    })
}

/// A review; of a state that we do not know it is a comment.
pub(super) fn review(wire: ReviewWire) -> Option<ForeignReview> {
    Some(ForeignReview {
        id: wire.id?,
        author: author(wire.user),
        state: state(wire.state.as_deref()),
        body: wire.body.unwrap_or_default(),
        commit: wire.commit_id,
        submitted: time(wire.submitted_at.as_deref()),
        url: wire.html_url.unwrap_or_default(),
    })
}

/// The state by its word.
pub(super) fn state(word: Option<&str>) -> ReviewState {
    match word.unwrap_or_default().to_ascii_uppercase().as_str() {
        "PENDING" => ReviewState::Pending,
        "APPROVED" => ReviewState::Approved,
        "CHANGES_REQUESTED" => ReviewState::ChangesRequested,
        "DISMISSED" => ReviewState::Dismissed,
        _ => ReviewState::Commented,
    }
}

fn commit(wire: CommitWire) -> Option<PullCommit> {
    let text = wire.commit.unwrap_or_default();
    let author = text.author.and_then(|author| author.name).unwrap_or_default();
    Some(PullCommit { sha: wire.sha?, message: text.message.unwrap_or_default(), author })
}
