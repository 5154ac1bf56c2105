//! Results for people and programs, as text on standard output. Wire shapes live here and nowhere else.
//! Not here: what is said (core), where it goes (cli). Called by cli; filled by app.

mod checks;
mod escape;
pub mod findings_in;
mod plan_json;
mod plan_text;
mod review_json;
mod review_text;

use std::sync::Arc;

use crate::core::{
    model::{Candidate, ChangeMap, Diff, Finding, Request, RunId, Severity, Task, TaskState},
    synthesis::Synthesis,
};

pub use checks::list_checks;
pub use plan_json::plan_json;
pub use plan_text::plan_text;
pub use review_json::review_json;
pub use review_text::{review_markdown, review_text};

/// A target and what is risky in it, before any agent.
#[derive(Debug, Clone)]
pub struct Plan {
    /// The target.
    pub request: Request,
    /// Its diff.
    pub diff: Arc<Diff>,
    /// Units and hotspots.
    pub map: Arc<ChangeMap>,
    /// The tasks a review would run.
    pub tasks: Vec<Task>,
}

/// A run that is over.
#[derive(Debug, Clone)]
pub struct Review {
    /// The target, its diff, its map, and the tasks.
    pub plan: Plan,
    /// Findings that surfaced, in the order of the diff, with the first candidate behind each.
    pub findings: Vec<(Finding, Option<Candidate>)>,
    /// Findings that are held back.
    pub held: Vec<Finding>,
    /// What they come to together: the document with both logs; `None` when it is not valid.
    pub synthesis: Option<Arc<Synthesis>>,
    /// Findings at least so bad make the run fail.
    pub fail_on: Option<Severity>,
    /// The run.
    pub run: RunId,
    /// How the tasks ended.
    pub states: Vec<TaskState>,
    /// What is to be told beside the result.
    pub notes: Vec<String>,
    /// Milliseconds from start to end.
    pub duration_ms: u64,
}

impl Review {
    /// Whether every task completed.
    pub fn is_complete(&self) -> bool {
        self.states.iter().all(|state| *state == TaskState::Ended(crate::core::model::TaskEnd::Completed))
    }
}
