//! Tasks: a pass on a scope, and how it ended.

use super::TaskId;

/// A task of the plan. Today the scope is the whole diff and the agent a built-in reviewer.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Task {
    /// Unique in the run.
    pub id: TaskId,
    /// What it does.
    pub pass: Pass,
}

/// An agent's job.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Pass {
    /// A built-in reviewer, by its check id.
    Builtin(String),
    /// A recorded task played again, by the id it had.
    Replay(String),
    /// What another program found, read from a file of that name.
    Import(String),
}

/// How a task ended. A task that did not finish is never "no findings".
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum TaskEnd {
    /// Everything was looked at.
    Completed,
    /// Stopped on request; what had streamed is kept.
    Stopped,
    /// Failed or panicked, in words.
    Failed(String),
}

impl TaskEnd {
    /// The word in the logbook.
    pub fn as_str(&self) -> &'static str {
        match self {
            Self::Completed => "completed",
            Self::Stopped => "stopped",
            Self::Failed(_) => "failed",
        }
    }
}

/// Where a task is.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum TaskState {
    /// Not begun.
    Queued,
    /// At work.
    Running,
    /// Over.
    Ended(TaskEnd),
}
