//! Check runs and commit statuses.

use serde::Deserialize;

/// A page of check runs.
#[derive(Debug, Deserialize)]
pub(in crate::edge::github) struct CheckRuns {
    pub(in crate::edge::github) check_runs: Option<Vec<CheckRunWire>>,
}

/// A check run.
#[derive(Debug, Deserialize)]
pub(in crate::edge::github) struct CheckRunWire {
    pub(in crate::edge::github) name: Option<String>,
    /// `queued`, `in_progress`, `completed`, …
    pub(in crate::edge::github) status: Option<String>,
    /// `success`, `failure`, …; null while it is not completed.
    pub(in crate::edge::github) conclusion: Option<String>,
}

/// The newest status of each context.
#[derive(Debug, Deserialize)]
pub(in crate::edge::github) struct StatusWire {
    pub(in crate::edge::github) statuses: Option<Vec<ContextWire>>,
}

/// A commit status.
#[derive(Debug, Deserialize)]
pub(in crate::edge::github) struct ContextWire {
    pub(in crate::edge::github) context: Option<String>,
    /// `error`, `failure`, `pending`, `success`.
    pub(in crate::edge::github) state: Option<String>,
}
