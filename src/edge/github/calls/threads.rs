//! Threads of review comments: by GraphQL, which knows what is resolved; by REST where GraphQL does not answer
//! (`threads_rest`). Called by `read_all`.

use serde_json::json;

use super::{
    super::{
        Client, GithubError,
        wire::{CommentNode, Connection, IssueNode, MoreComments, PullNode, ThreadNode, ThreadsData},
    },
    nouns::{lines, named, time},
};
use crate::core::model::{LinkedIssue, PullName, Remark, RepoPath, Resolution, Side, Thread, ThreadId, ThreadPlace};

/// Most pages of threads, and of comments in one thread.
const MOST: usize = 100;

/// Threads, and the issues that will be closed where GraphQL told them.
#[derive(Debug, Clone, PartialEq)]
pub struct Threads {
    /// In the host's order.
    pub threads: Vec<Thread>,
    /// `None` when only REST answered, or GraphQL did not tell.
    pub closes: Option<Vec<LinkedIssue>>,
    /// Why nobody knows which threads are resolved; `None` when it is known.
    pub unresolved: Option<GithubError>,
}

const COMMENTS: &str = "pageInfo { hasNextPage endCursor } nodes { databaseId state body createdAt url diffHunk \
    author { __typename login } originalCommit { oid } }";

const THREAD: &str = "id isResolved isOutdated path line startLine originalLine originalStartLine diffSide subjectType";

fn first_query() -> String {
    format!(
        "query($owner: String!, $repo: String!, $number: Int!, $after: String) {{ repository(owner: $owner, name: $repo) \
         {{ pullRequest(number: $number) {{ reviewThreads(first: 100, after: $after) {{ pageInfo {{ hasNextPage endCursor }} \
         nodes {{ {THREAD} comments(first: 50) {{ {COMMENTS} }} }} }} closingIssuesReferences(first: 20) {{ nodes \
         {{ number title body state repository {{ nameWithOwner }} }} }} }} }} }}"
    )
}

fn more_query() -> String {
    format!(
        "query($id: ID!, $after: String) {{ node(id: $id) {{ ... on PullRequestReviewThread \
         {{ comments(first: 100, after: $after) {{ {COMMENTS} }} }} }} }}"
    )
}

impl Client {
    /// Every thread. Without a token REST is asked at once: GraphQL answers nobody.
    ///
    /// # Errors
    /// When REST does not answer either.
    pub async fn threads(&self, name: &PullName) -> Result<Threads, GithubError> {
        let error = match self.threads_by_graphql(name).await {
            Ok(threads) => return Ok(threads),
            Err(GithubError::Stopped) => return Err(GithubError::Stopped),
            Err(error) => error,
        };
        tracing::debug!(%error, "threads are read by REST");
        Ok(Threads { threads: self.threads_by_rest(name).await?, closes: None, unresolved: Some(error) })
    }

    async fn threads_by_graphql(&self, name: &PullName) -> Result<Threads, GithubError> {
        if self.is_anonymous() {
            return Err(self.nobody());
        }
        let (mut threads, mut closes, mut after) = (Vec::new(), None, None);
        for _ in 0..MOST {
            let pull = self.page_of_threads(name, after.take()).await?;
            let issues = pull.closing_issues_references.map(|issues| own_issues(issues, name));
            closes = closes.or(issues);
            let Some(page) = pull.review_threads else {
                return Err(self.malformed("the review threads", "it holds none"));
            };
            after = page.next();
            for node in page.items() {
                threads.extend(self.thread(node).await?);
            }
            if after.is_none() {
                return Ok(Threads { threads, closes, unresolved: None });
            }
        }
        Err(GithubError::TooLarge { what: "the list of review threads".into(), host: self.api().name() })
    }

    async fn page_of_threads(&self, name: &PullName, after: Option<String>) -> Result<PullNode, GithubError> {
        let what = format!("the review threads of {name}");
        let variables = json!({
            "owner": name.repo.owner, "repo": name.repo.repo, "number": name.number, "after": after,
        });
        let told = self.graphql::<ThreadsData>(&first_query(), variables, &what).await?;
        let pull = told.repository.and_then(|repository| repository.pull_request);
        pull.ok_or_else(|| self.malformed(&what, "it does not know the pull request"))
    }

    /// A thread with all its comments; `None` when it has none that others see.
    async fn thread(&self, mut node: ThreadNode) -> Result<Option<Thread>, GithubError> {
        let mut comments = node.comments.take();
        let mut all = Vec::new();
        for _ in 0..MOST {
            let Some(page) = comments.take() else { break };
            let after = page.next();
            all.extend(page.items());
            if let (Some(after), Some(id)) = (after, &node.id) {
                let variables = json!({ "id": id, "after": after });
                let told = self.graphql::<MoreComments>(&more_query(), variables, "more comments of a thread").await?;
                comments = told.node.and_then(|node| node.comments);
            }
        }
        Ok(thread_of(node, all))
    }
}

fn thread_of(node: ThreadNode, comments: Vec<CommentNode>) -> Option<Thread> {
    // A pending comment is its author's own draft, which others do not see yet.
    let comments: Vec<CommentNode> =
        comments.into_iter().filter(|comment| comment.state.as_deref() != Some("PENDING")).collect();
    let first = comments.first()?;
    let hunk = first.diff_hunk.clone().unwrap_or_default();
    let original_commit = first.original_commit.as_ref().and_then(|commit| commit.oid.clone()).unwrap_or_default();
    let is_file = node.subject_type.as_deref() == Some("FILE");
    let side = node.diff_side.as_deref().and_then(|word| word.parse().ok()).unwrap_or(Side::Right);
    let now = lines(node.start_line, node.line);
    let place = ThreadPlace {
        path: RepoPath::new(node.path?),
        side,
        lines: now.filter(|_| !is_file),
        original: lines(node.original_start_line, node.original_line).filter(|_| !is_file),
        original_commit,
        is_file,
        hunk,
    };
    let remarks: Vec<Remark> = comments.into_iter().filter_map(remark_of).collect();
    let resolution = match node.is_resolved {
        Some(true) => Resolution::Resolved,
        Some(false) => Resolution::Open,
        None => Resolution::Unknown,
    };
    Some(Thread {
        id: ThreadId(remarks.first()?.id),
        node: node.id,
        place,
        resolution,
        is_outdated: node.is_outdated.unwrap_or(now.is_none() && !is_file),
        remarks,
    })
}

fn remark_of(node: CommentNode) -> Option<Remark> {
    let url = node.url.unwrap_or_default();
    // GraphQL's whole numbers end at 2^31; the address holds the number in any case.
    let in_url = || url.rsplit_once("discussion_r").and_then(|(_, number)| number.parse().ok());
    let author = node.author.map_or_else(|| named(None, None), |who| named(who.login, who.kind.as_deref()));
    Some(Remark {
        id: node.database_id.or_else(in_url)?,
        author,
        body: node.body.unwrap_or_default(),
        written: time(node.created_at.as_deref()),
        url,
    })
}

/// Issues of this repository only: the others may be closed to whoever reads the review.
fn own_issues(issues: Connection<IssueNode>, name: &PullName) -> Vec<LinkedIssue> {
    let own = format!("{}/{}", name.repo.owner, name.repo.repo);
    let is_own = |issue: &IssueNode| {
        let place = issue.repository.as_ref().and_then(|repository| repository.name_with_owner.as_deref());
        place.is_none_or(|place| place.eq_ignore_ascii_case(&own))
    };
    let issue = |issue: IssueNode| {
        Some(LinkedIssue {
            number: issue.number?,
            title: issue.title.unwrap_or_default(),
            body: issue.body.unwrap_or_default(),
            is_open: issue.state.as_deref() != Some("CLOSED"),
        })
    };
    issues.items().filter(is_own).filter_map(issue).collect()
}
