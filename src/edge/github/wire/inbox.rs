//! Lists of pull requests that wait for somebody: GraphQL's search, and REST's where that does not answer.

use serde::Deserialize;

use super::{
    pull::UserWire,
    threads::{ActorNode, Connection, NamedNode},
};

/// Three searches at once.
#[derive(Debug, Deserialize)]
pub(in crate::edge::github) struct InboxData {
    pub(in crate::edge::github) requested: Option<Connection<FoundNode>>,
    pub(in crate::edge::github) assigned: Option<Connection<FoundNode>>,
    pub(in crate::edge::github) mentioned: Option<Connection<FoundNode>>,
}

/// A pull request that was found by GraphQL; an issue would be empty.
#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
pub(in crate::edge::github) struct FoundNode {
    pub(in crate::edge::github) number: Option<u64>,
    pub(in crate::edge::github) title: Option<String>,
    pub(in crate::edge::github) url: Option<String>,
    pub(in crate::edge::github) is_draft: Option<bool>,
    pub(in crate::edge::github) updated_at: Option<String>,
    pub(in crate::edge::github) head_ref_oid: Option<String>,
    pub(in crate::edge::github) changed_files: Option<u32>,
    pub(in crate::edge::github) additions: Option<u64>,
    pub(in crate::edge::github) deletions: Option<u64>,
    pub(in crate::edge::github) author: Option<ActorNode>,
    pub(in crate::edge::github) repository: Option<NamedNode>,
    pub(in crate::edge::github) commits: Option<Connection<LastCommit>>,
}

/// The newest commit of a pull request.
#[derive(Debug, Deserialize)]
pub(in crate::edge::github) struct LastCommit {
    pub(in crate::edge::github) commit: Option<Rollup>,
}

/// Its checks.
#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
pub(in crate::edge::github) struct Rollup {
    pub(in crate::edge::github) status_check_rollup: Option<RollupState>,
}

/// Its checks in one word.
#[derive(Debug, Deserialize)]
pub(in crate::edge::github) struct RollupState {
    /// `SUCCESS`, `FAILURE`, `ERROR`, `PENDING`, `EXPECTED`.
    pub(in crate::edge::github) state: Option<String>,
}

/// A page of REST's search.
#[derive(Debug, Deserialize)]
pub(in crate::edge::github) struct SearchPage {
    pub(in crate::edge::github) items: Option<Vec<Found>>,
}

/// A pull request that was found by REST.
#[derive(Debug, Deserialize)]
pub(in crate::edge::github) struct Found {
    pub(in crate::edge::github) number: Option<u64>,
    pub(in crate::edge::github) title: Option<String>,
    pub(in crate::edge::github) html_url: Option<String>,
    /// Ends in `/repos/OWNER/REPO`.
    pub(in crate::edge::github) repository_url: Option<String>,
    pub(in crate::edge::github) draft: Option<bool>,
    pub(in crate::edge::github) updated_at: Option<String>,
    pub(in crate::edge::github) user: Option<UserWire>,
}
