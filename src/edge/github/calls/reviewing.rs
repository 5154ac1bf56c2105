//! Everything that changes something on the host, each sent exactly once: replies, resolving, reviews. Not whether it
//! may be (the gates of publishing), not what it says. Called by the runner after a person's yes.

use http::Method;

use super::{
    super::{
        Client, GithubError,
        client::Question,
        wire::{CommentWire, NewComment, NewReview, Reply, ReviewWire, Submit},
    },
    conversation::{review, state},
    threads_rest::{grouped, line_of_hunk},
};
use crate::core::model::{
    ForeignReview, LineRange, PullName, RepoPath, ReviewEvent, ReviewState, Side, Thread, ThreadId,
};

/// A comment on lines.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct LineComment {
    /// The new name of a renamed file, on either side.
    pub path: RepoPath,
    /// The side.
    pub side: Side,
    /// One line, or a range within one hunk.
    pub lines: LineRange,
    /// Markdown.
    pub body: String,
}

/// A review to be made.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ReviewOrder {
    /// Full id of the commit it is about.
    pub commit: String,
    /// Its own text; '' without.
    pub body: String,
    /// `None` leaves it pending.
    pub event: Option<ReviewEvent>,
    /// In order.
    pub comments: Vec<LineComment>,
}

/// A review that was made.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Posted {
    /// The host's number.
    pub id: u64,
    /// Where people read it; '' when the host did not say.
    pub url: String,
    /// What it says now.
    pub state: ReviewState,
}

impl Client {
    /// Makes a review.
    ///
    /// # Errors
    /// [`GithubError::effect`] says whether it may have been made all the same.
    pub async fn create_review(&self, name: &PullName, order: &ReviewOrder) -> Result<Posted, GithubError> {
        let comments: Option<Vec<NewComment<'_>>> = order.comments.iter().map(new_comment).collect();
        let Some(comments) = comments else {
            let texts = vec!["a path that is not UTF-8 cannot be commented on".to_owned()];
            return Err(GithubError::Refused { host: "prr".to_owned(), status: 422, texts });
        };
        let (commit_id, body) = (order.commit.as_str(), order.body.as_str());
        let new = NewReview { commit_id, body, event: order.event.map(ReviewEvent::as_str), comments };
        let url = self.in_pull(name, "/reviews")?;
        self.posted(Method::POST, &url, &new, "the review").await
    }

    /// Submits a pending review.
    ///
    /// # Errors
    /// As [`Client::create_review`].
    pub async fn submit_review(
        &self,
        name: &PullName,
        id: u64,
        event: ReviewEvent,
        body: Option<&str>,
    ) -> Result<Posted, GithubError> {
        let url = self.in_pull(name, &format!("/reviews/{id}/events"))?;
        self.posted(Method::POST, &url, &Submit { event: event.as_str(), body }, "the pending review").await
    }

    /// Deletes a pending review with its comments.
    ///
    /// # Errors
    /// As [`Client::create_review`].
    pub async fn delete_review(&self, name: &PullName, id: u64) -> Result<(), GithubError> {
        let url = self.in_pull(name, &format!("/reviews/{id}"))?;
        self.write(Method::DELETE, &url, None::<&()>, "the pending review").await.map(|_| ())
    }

    /// The pending review of the token's owner, if there is one.
    ///
    /// # Errors
    /// As for every call.
    pub async fn pending_review(&self, name: &PullName) -> Result<Option<ForeignReview>, GithubError> {
        let reviews = self.reviews(name).await?;
        Ok(reviews.into_iter().find(|review| review.state == ReviewState::Pending))
    }

    /// The comments of a pending review, as threads. Of those that the host names no line for, the last line of
    /// their hunk.
    ///
    /// # Errors
    /// As for every call.
    pub async fn review_comments(&self, name: &PullName, id: u64) -> Result<Vec<Thread>, GithubError> {
        let url = self.in_pull(name, &format!("/reviews/{id}/comments?per_page=100"))?;
        let wires: Vec<CommentWire> = self.list(Question::json(url, "the comments of a review")).await?;
        let mut threads = grouped(wires);
        for place in threads.iter_mut().map(|thread| &mut thread.place).filter(|place| place.lines.is_none()) {
            if let Some((side, lines)) = line_of_hunk(&place.hunk).filter(|_| !place.is_file) {
                (place.side, place.lines) = (side, Some(lines));
            }
        }
        Ok(threads)
    }

    /// Replies in a thread. The host refuses while the person has a pending review.
    ///
    /// # Errors
    /// As [`Client::create_review`].
    pub async fn reply(&self, name: &PullName, thread: ThreadId, body: &str) -> Result<u64, GithubError> {
        let url = self.in_pull(name, &format!("/comments/{}/replies", thread.0))?;
        let answer = self.write(Method::POST, &url, Some(&Reply { body }), "the reply").await?;
        let wire: CommentWire = self.parse(&answer, "the reply")?;
        wire.remark.id.ok_or_else(|| self.malformed("the reply", "it has no number"))
    }

    /// Closes a thread, by GraphQL's id of it.
    ///
    /// # Errors
    /// As [`Client::create_review`].
    pub async fn resolve(&self, node: &str) -> Result<(), GithubError> {
        let query = "mutation($id: ID!) { resolveReviewThread(input: { threadId: $id }) { thread { id isResolved } } }";
        self.mutate(query, node, "resolving the thread").await
    }

    /// Opens a thread again, by GraphQL's id of it.
    ///
    /// # Errors
    /// As [`Client::create_review`].
    pub async fn unresolve(&self, node: &str) -> Result<(), GithubError> {
        let query =
            "mutation($id: ID!) { unresolveReviewThread(input: { threadId: $id }) { thread { id isResolved } } }";
        self.mutate(query, node, "opening the thread again").await
    }

    async fn posted(
        &self,
        method: Method,
        url: &str,
        body: &(impl serde::Serialize + Sync),
        what: &str,
    ) -> Result<Posted, GithubError> {
        let answer = self.write(method, url, Some(body), what).await?;
        let wire: ReviewWire = self.parse(&answer, what)?;
        let state = state(wire.state.as_deref());
        let made = review(wire).ok_or_else(|| self.malformed(what, "it has no number"))?;
        Ok(Posted { id: made.id, url: made.url, state })
    }
}

/// A comment in GitHub's form: a single line leaves `start_*` out (GITHUB).
fn new_comment(comment: &LineComment) -> Option<NewComment<'_>> {
    let is_range = comment.lines.start() < comment.lines.end();
    Some(NewComment {
        path: comment.path.as_utf8()?,
        body: &comment.body,
        line: comment.lines.end(),
        side: comment.side.as_str(),
        start_line: is_range.then(|| comment.lines.start()),
        start_side: is_range.then(|| comment.side.as_str()),
    })
}
