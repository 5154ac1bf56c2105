//! Tasks: a pass on a scope, and how it ended.

use super::{CandidateId, TaskId, Wave};

/// How ids of tasks begin that judge findings, and of those that tell more of one.
const WAVE: &str = "wave:";
const ELABORATION: &str = "elaborate:";

/// A task of a run: who does it is in its pass, what it looks at in the plan (`core::plan`).
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Task {
    /// Unique in the run.
    pub id: TaskId,
    /// What it does.
    pub pass: Pass,
}

impl Task {
    /// The task of a built-in reviewer.
    pub fn builtin(id: &str) -> Self {
        Self { id: TaskId::new(format!("builtin:{id}")), pass: Pass::Builtin(id.to_owned()) }
    }

    /// The nth task of a wave, from 1.
    pub fn of_wave(wave: Wave, nth: usize) -> Self {
        let name = wave.as_str();
        let id = if nth == 1 { format!("{WAVE}{name}") } else { format!("{WAVE}{name}#{nth}") };
        Self { id: TaskId::new(id), pass: Pass::Agent(name.to_owned()) }
    }

    /// The wave that it belongs to; `None` = it looks at the change itself.
    pub fn wave(&self) -> Option<Wave> {
        let name = self.id.as_str().strip_prefix(WAVE)?;
        Wave::parse(name.split('#').next().unwrap_or(name))
    }

    /// The task that sums the review up.
    pub fn summary() -> Self {
        Self { id: TaskId::new(format!("{WAVE}summary")), pass: Pass::Agent("summary".to_owned()) }
    }

    /// Whether it sums the review up.
    pub fn is_summary(&self) -> bool {
        *self == Self::summary()
    }

    /// Whether it is about the findings of others: a wave, or the summary.
    pub fn is_judging(&self) -> bool {
        self.id.as_str().starts_with(WAVE)
    }

    /// The task that tells more of the finding with this claim.
    pub fn elaboration(candidate: &CandidateId) -> Self {
        Self { id: TaskId::new(format!("{ELABORATION}{candidate}")), pass: Pass::Agent("elaborate".to_owned()) }
    }

    /// Whether it tells more of one finding: no part of the review.
    pub fn is_elaboration(&self) -> bool {
        self.id.as_str().starts_with(ELABORATION)
    }

    /// Whether it tells more of the finding with this claim.
    pub fn tells_more_of(&self, candidate: &CandidateId) -> bool {
        self.id.as_str().strip_prefix(ELABORATION) == Some(candidate.as_str())
    }
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
    /// An external tool of tier 0, by its name.
    Tool(String),
    /// A pass that a model or a command carries out, by its name.
    Agent(String),
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
    /// Not begun, for a reason that is no failure ("no model").
    Skipped(String),
}

impl TaskEnd {
    /// Whether nothing is missing because of it: it completed, or was not to be done.
    pub fn is_well(&self) -> bool {
        matches!(self, Self::Completed | Self::Skipped(_))
    }

    /// The word in the logbook.
    pub fn as_str(&self) -> &'static str {
        match self {
            Self::Completed => "completed",
            Self::Stopped => "stopped",
            Self::Failed(_) => "failed",
            Self::Skipped(_) => "skipped",
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
