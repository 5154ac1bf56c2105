//! GraphQL's answers: the envelope with its errors, threads with their comments, issues that will be closed.

use serde::Deserialize;

use super::errors::OneError;

/// An answer of GraphQL; errors come with HTTP 200.
#[derive(Debug, Deserialize)]
pub(in crate::edge::github) struct GraphQl<T> {
    pub(in crate::edge::github) data: Option<T>,
    #[serde(default)]
    pub(in crate::edge::github) errors: Option<Vec<GraphQlError>>,
}

/// One error of GraphQL.
#[derive(Debug, Deserialize)]
pub(in crate::edge::github) struct GraphQlError {
    /// `RATE_LIMITED`, `NOT_FOUND`, `FORBIDDEN`, …
    #[serde(rename = "type")]
    pub(in crate::edge::github) kind: Option<String>,
    #[serde(flatten)]
    pub(in crate::edge::github) error: OneError,
}

/// A list with its cursor. Items may be null.
#[derive(Debug, Deserialize)]
pub(in crate::edge::github) struct Connection<T> {
    #[serde(rename = "pageInfo")]
    pub(in crate::edge::github) page: Option<PageInfo>,
    pub(in crate::edge::github) nodes: Option<Vec<Option<T>>>,
}

/// Whether there is more, and behind what.
#[derive(Debug, Clone, Deserialize)]
#[serde(rename_all = "camelCase")]
pub(in crate::edge::github) struct PageInfo {
    pub(in crate::edge::github) has_next_page: Option<bool>,
    pub(in crate::edge::github) end_cursor: Option<String>,
}

impl<T> Connection<T> {
    /// The cursor of the next page.
    pub(in crate::edge::github) fn next(&self) -> Option<String> {
        let page = self.page.as_ref().filter(|page| page.has_next_page == Some(true))?;
        page.end_cursor.clone()
    }

    /// Its items.
    pub(in crate::edge::github) fn items(self) -> impl Iterator<Item = T> {
        self.nodes.into_iter().flatten().flatten()
    }
}

/// Threads of a pull request.
#[derive(Debug, Deserialize)]
pub(in crate::edge::github) struct ThreadsData {
    pub(in crate::edge::github) repository: Option<RepositoryNode>,
}

/// A repository.
#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
pub(in crate::edge::github) struct RepositoryNode {
    pub(in crate::edge::github) pull_request: Option<PullNode>,
}

/// A pull request.
#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
pub(in crate::edge::github) struct PullNode {
    pub(in crate::edge::github) review_threads: Option<Connection<ThreadNode>>,
    pub(in crate::edge::github) closing_issues_references: Option<Connection<IssueNode>>,
}

/// A thread.
#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
pub(in crate::edge::github) struct ThreadNode {
    pub(in crate::edge::github) id: Option<String>,
    pub(in crate::edge::github) is_resolved: Option<bool>,
    pub(in crate::edge::github) is_outdated: Option<bool>,
    pub(in crate::edge::github) path: Option<String>,
    pub(in crate::edge::github) line: Option<u32>,
    pub(in crate::edge::github) start_line: Option<u32>,
    pub(in crate::edge::github) original_line: Option<u32>,
    pub(in crate::edge::github) original_start_line: Option<u32>,
    pub(in crate::edge::github) diff_side: Option<String>,
    /// `LINE` or `FILE`.
    pub(in crate::edge::github) subject_type: Option<String>,
    pub(in crate::edge::github) comments: Option<Connection<CommentNode>>,
}

/// A comment of a thread.
#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
pub(in crate::edge::github) struct CommentNode {
    pub(in crate::edge::github) database_id: Option<u64>,
    /// `PENDING` or `SUBMITTED`.
    pub(in crate::edge::github) state: Option<String>,
    pub(in crate::edge::github) author: Option<ActorNode>,
    pub(in crate::edge::github) body: Option<String>,
    pub(in crate::edge::github) created_at: Option<String>,
    pub(in crate::edge::github) url: Option<String>,
    pub(in crate::edge::github) diff_hunk: Option<String>,
    pub(in crate::edge::github) original_commit: Option<CommitNode>,
}

/// A person or bot.
#[derive(Debug, Deserialize)]
pub(in crate::edge::github) struct ActorNode {
    #[serde(rename = "__typename")]
    pub(in crate::edge::github) kind: Option<String>,
    pub(in crate::edge::github) login: Option<String>,
}

/// A commit.
#[derive(Debug, Deserialize)]
pub(in crate::edge::github) struct CommitNode {
    pub(in crate::edge::github) oid: Option<String>,
}

/// An issue that will be closed.
#[derive(Debug, Deserialize)]
pub(in crate::edge::github) struct IssueNode {
    pub(in crate::edge::github) number: Option<u64>,
    pub(in crate::edge::github) title: Option<String>,
    pub(in crate::edge::github) body: Option<String>,
    /// `OPEN` or `CLOSED`.
    pub(in crate::edge::github) state: Option<String>,
    pub(in crate::edge::github) repository: Option<NamedNode>,
}

/// Something with an owner in its name.
#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
pub(in crate::edge::github) struct NamedNode {
    pub(in crate::edge::github) name_with_owner: Option<String>,
}

/// More comments of one thread.
#[derive(Debug, Deserialize)]
pub(in crate::edge::github) struct MoreComments {
    pub(in crate::edge::github) node: Option<MoreNode>,
}

/// The thread of them.
#[derive(Debug, Deserialize)]
pub(in crate::edge::github) struct MoreNode {
    pub(in crate::edge::github) comments: Option<Connection<CommentNode>>,
}
