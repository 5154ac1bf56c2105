//! Pull requests, their files and commits, issues, people, blobs, limits.

use serde::Deserialize;

/// A person or bot.
#[derive(Debug, Default, Deserialize)]
pub(in crate::edge::github) struct UserWire {
    pub(in crate::edge::github) login: Option<String>,
    /// `User`, `Bot`, `Organization`, …
    #[serde(rename = "type")]
    pub(in crate::edge::github) kind: Option<String>,
}

/// A label.
#[derive(Debug, Deserialize)]
pub(in crate::edge::github) struct LabelWire {
    pub(in crate::edge::github) name: Option<String>,
}

/// A repository.
#[derive(Debug, Deserialize)]
pub(in crate::edge::github) struct RepoWire {
    pub(in crate::edge::github) full_name: Option<String>,
}

/// One end of a pull request.
#[derive(Debug, Default, Deserialize)]
pub(in crate::edge::github) struct TipWire {
    pub(in crate::edge::github) sha: Option<String>,
    #[serde(rename = "ref")]
    pub(in crate::edge::github) branch: Option<String>,
    /// Null for a deleted fork.
    pub(in crate::edge::github) repo: Option<RepoWire>,
}

/// A pull request.
#[derive(Debug, Default, Deserialize)]
pub(in crate::edge::github) struct PullWire {
    pub(in crate::edge::github) number: Option<u64>,
    pub(in crate::edge::github) html_url: Option<String>,
    pub(in crate::edge::github) title: Option<String>,
    pub(in crate::edge::github) body: Option<String>,
    pub(in crate::edge::github) state: Option<String>,
    pub(in crate::edge::github) draft: Option<bool>,
    pub(in crate::edge::github) merged: Option<bool>,
    pub(in crate::edge::github) merged_at: Option<String>,
    pub(in crate::edge::github) user: Option<UserWire>,
    pub(in crate::edge::github) labels: Option<Vec<LabelWire>>,
    pub(in crate::edge::github) head: Option<TipWire>,
    pub(in crate::edge::github) base: Option<TipWire>,
    pub(in crate::edge::github) changed_files: Option<u32>,
    pub(in crate::edge::github) additions: Option<u64>,
    pub(in crate::edge::github) deletions: Option<u64>,
}

/// A file of a pull request or comparison.
#[derive(Debug, Deserialize)]
pub(in crate::edge::github) struct FileWire {
    pub(in crate::edge::github) filename: Option<String>,
    pub(in crate::edge::github) previous_filename: Option<String>,
    pub(in crate::edge::github) status: Option<String>,
    pub(in crate::edge::github) additions: Option<u64>,
    pub(in crate::edge::github) deletions: Option<u64>,
    pub(in crate::edge::github) sha: Option<String>,
    pub(in crate::edge::github) patch: Option<String>,
}

/// A commit in a list.
#[derive(Debug, Deserialize)]
pub(in crate::edge::github) struct CommitWire {
    pub(in crate::edge::github) sha: Option<String>,
    pub(in crate::edge::github) commit: Option<CommitTextWire>,
}

/// What a commit says.
#[derive(Debug, Default, Deserialize)]
pub(in crate::edge::github) struct CommitTextWire {
    pub(in crate::edge::github) message: Option<String>,
    pub(in crate::edge::github) author: Option<SignatureWire>,
}

/// Who a commit says wrote it.
#[derive(Debug, Deserialize)]
pub(in crate::edge::github) struct SignatureWire {
    pub(in crate::edge::github) name: Option<String>,
}

/// An issue.
#[derive(Debug, Deserialize)]
pub(in crate::edge::github) struct IssueWire {
    pub(in crate::edge::github) number: Option<u64>,
    pub(in crate::edge::github) title: Option<String>,
    pub(in crate::edge::github) body: Option<String>,
    pub(in crate::edge::github) state: Option<String>,
    /// There for pull requests, which are issues too.
    pub(in crate::edge::github) pull_request: Option<serde_json::Value>,
}

/// Two commits compared.
#[derive(Debug, Deserialize)]
pub(in crate::edge::github) struct CompareWire {
    pub(in crate::edge::github) status: Option<String>,
    pub(in crate::edge::github) ahead_by: Option<u64>,
    pub(in crate::edge::github) behind_by: Option<u64>,
    pub(in crate::edge::github) merge_base_commit: Option<CommitWire>,
}

/// `GET rate_limit`.
#[derive(Debug, Deserialize)]
pub(in crate::edge::github) struct LimitsWire {
    pub(in crate::edge::github) resources: Option<ResourcesWire>,
}

/// Limits by door.
#[derive(Debug, Deserialize)]
pub(in crate::edge::github) struct ResourcesWire {
    pub(in crate::edge::github) core: Option<LimitWire>,
}

/// One limit.
#[derive(Debug, Deserialize)]
pub(in crate::edge::github) struct LimitWire {
    pub(in crate::edge::github) limit: Option<u32>,
    pub(in crate::edge::github) remaining: Option<u32>,
    /// Seconds since 1970.
    pub(in crate::edge::github) reset: Option<i64>,
}
