//! Lines about a run: `run` (deep §0), `task_end`, `run_end` (ours).

use serde::{Deserialize, Serialize};

use super::{
    Rest, SCHEMA,
    words::{self, Unknown, stamp},
};
use crate::core::model::{
    Host, PullName, Record, RepoName, Request, RunFacts, RunId, StackParent, TargetKind, TaskEnd, TaskId, Time,
};

/// `run`.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct RunLine {
    #[serde(default)]
    schema: u64,
    #[serde(default)]
    at: String,
    run_id: String,
    repo_slug: String,
    pr_ref: String,
    review_target_type: String,
    diff_hash: String,
    current_model: String,
    skill_version: String,
    started_at: String,
    #[serde(default)]
    title: String,
    #[serde(default)]
    base_sha: Option<String>,
    #[serde(default)]
    head_sha: Option<String>,
    #[serde(default)]
    notes: Vec<String>,
    /// Lines of other targets, and of earlier versions, have none.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pull: Option<PullPart>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    stack_parent: Option<StackPart>,
    /// Settings of the command line: pairs of key and value.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    said: Vec<(String, String)>,
    #[serde(flatten)]
    pub(super) rest: Rest,
}

/// How a pull request is called.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub(super) struct PullPart {
    host: String,
    owner: String,
    repo: String,
    number: u64,
}

impl PullPart {
    pub(super) fn from_core(name: PullName) -> Self {
        let PullName { repo: RepoName { host, owner, repo }, number } = name;
        Self { host: host.as_str().to_owned(), owner, repo, number }
    }

    pub(super) fn into_core(self) -> PullName {
        let Self { host, owner, repo, number } = self;
        PullName { repo: RepoName { host: Host::new(&host), owner, repo }, number }
    }
}

/// What a stacked pull request lies on.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
struct StackPart {
    #[serde(default)]
    number: Option<u64>,
    head_sha: String,
    #[serde(default)]
    title: String,
}

impl StackPart {
    fn from_core(parent: StackParent) -> Self {
        let StackParent { number, head_sha, title } = parent;
        Self { number, head_sha, title }
    }

    fn into_core(self) -> StackParent {
        let Self { number, head_sha, title } = self;
        StackParent { number, head_sha, title }
    }
}

impl RunLine {
    pub fn from_core(facts: &RunFacts) -> Self {
        let RunFacts { id, request, started, version, model, said } = facts.clone();
        let Request { kind, pr_ref, repo_slug, title, base_sha, head_sha, diff_hash, notes, pull, stack } = request;
        Self {
            schema: SCHEMA,
            at: stamp(started),
            run_id: id.to_string(),
            repo_slug,
            pr_ref,
            review_target_type: kind.as_str().to_owned(),
            diff_hash,
            current_model: model,
            skill_version: version,
            started_at: stamp(started),
            title,
            base_sha,
            head_sha,
            notes,
            pull: pull.map(PullPart::from_core),
            stack_parent: stack.map(StackPart::from_core),
            said,
            rest: Rest::new(),
        }
    }

    pub fn into_core(self) -> Result<Record, Unknown> {
        let Self {
            schema: _,
            at: _,
            run_id,
            repo_slug,
            pr_ref,
            review_target_type,
            diff_hash,
            current_model: model,
            skill_version: version,
            started_at,
            title,
            base_sha,
            head_sha,
            notes,
            pull,
            stack_parent,
            said,
            rest: _,
        } = self;
        let kind = words::word("target type", &review_target_type, TargetKind::parse(&review_target_type))?;
        let started = words::time(&started_at)?;
        let (pull, stack) = (pull.map(PullPart::into_core), stack_parent.map(StackPart::into_core));
        let request = Request { kind, pr_ref, repo_slug, title, base_sha, head_sha, diff_hash, notes, pull, stack };
        Ok(Record::Run(RunFacts { id: RunId::new(run_id), request, started, version, model, said }))
    }
}

/// `task_end`.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct TaskEndLine {
    schema: u64,
    at: String,
    run_id: String,
    task_id: String,
    /// `completed`, `stopped` or `failed`.
    how: String,
    /// Why it failed or was skipped; only then.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    error: Option<String>,
    #[serde(flatten)]
    pub(super) rest: Rest,
}

impl TaskEndLine {
    pub fn from_core(run: &RunId, task: &TaskId, end: &TaskEnd, at: Time) -> Self {
        let error = match end {
            TaskEnd::Completed | TaskEnd::Stopped => None,
            TaskEnd::Failed(why) | TaskEnd::Skipped(why) => Some(why.clone()),
        };
        let how = end.as_str().to_owned();
        let (run_id, task_id) = (run.to_string(), task.to_string());
        Self { schema: SCHEMA, at: stamp(at), run_id, task_id, how, error, rest: Rest::new() }
    }

    pub fn into_core(self) -> Result<Record, Unknown> {
        let Self { schema: _, at, run_id, task_id, how, error, rest: _ } = self;
        let end = match how.as_str() {
            "completed" => TaskEnd::Completed,
            "stopped" => TaskEnd::Stopped,
            "failed" => TaskEnd::Failed(error.unwrap_or_default()),
            "skipped" => TaskEnd::Skipped(error.unwrap_or_default()),
            _ => return Err(Unknown(format!("task end '{how}'"))),
        };
        let at = words::time(&at)?;
        Ok(Record::TaskEnded { run: RunId::new(run_id), task: TaskId::new(task_id), end, at })
    }
}

/// `run_end`.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct RunEndLine {
    schema: u64,
    at: String,
    run_id: String,
    complete: bool,
    #[serde(flatten)]
    pub(super) rest: Rest,
}

impl RunEndLine {
    pub fn from_core(run: &RunId, complete: bool, at: Time) -> Self {
        Self { schema: SCHEMA, at: stamp(at), run_id: run.to_string(), complete, rest: Rest::new() }
    }

    pub fn into_core(self) -> Result<Record, Unknown> {
        let Self { schema: _, at, run_id, complete, rest: _ } = self;
        Ok(Record::RunEnded { run: RunId::new(run_id), complete, at: words::time(&at)? })
    }
}
