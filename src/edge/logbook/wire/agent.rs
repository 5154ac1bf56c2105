//! `task_report`: what an agent's task came to (ours).

use serde::{Deserialize, Serialize};

use super::{
    Rest, SCHEMA,
    words::{self, Unknown, stamp},
};
use crate::core::model::{Record, RunId, TaskId, TaskReport, Tier, Time, Usage};

/// `task_report`.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct TaskReportLine {
    schema: u64,
    at: String,
    run_id: String,
    task_id: String,
    /// `provider::model` or `cmd:NAME`.
    who: String,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    tier: Option<String>,
    attempts: u32,
    millis: u64,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    usage: Option<UsagePart>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    cost_usd: Option<f64>,
    #[serde(default, skip_serializing_if = "String::is_empty")]
    overview: String,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    notes: Vec<String>,
    /// The end of what the agent said.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    text: String,
    /// Calls of its tools, in order.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    tools: Option<Vec<String>>,
    #[serde(flatten)]
    pub(super) rest: Rest,
}

/// Tokens.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
struct UsagePart {
    input: u64,
    output: u64,
    #[serde(default)]
    cache_read: u64,
    #[serde(default)]
    cache_write: u64,
    #[serde(default)]
    estimated: bool,
}

impl UsagePart {
    fn from_core(usage: Usage) -> Self {
        let Usage { input, output, cache_read, cache_write, is_estimated: estimated } = usage;
        Self { input, output, cache_read, cache_write, estimated }
    }

    fn into_core(self) -> Usage {
        let Self { input, output, cache_read, cache_write, estimated: is_estimated } = self;
        Usage { input, output, cache_read, cache_write, is_estimated }
    }
}

impl TaskReportLine {
    pub fn from_core(run: &RunId, task: &TaskId, report: &TaskReport, at: Time) -> Self {
        let TaskReport { who, tier, attempts, millis, usage, cost_usd, overview, notes, text, tools } = report.clone();
        Self {
            schema: SCHEMA,
            at: stamp(at),
            run_id: run.to_string(),
            task_id: task.to_string(),
            who,
            tier: tier.map(|tier| tier.as_str().to_owned()),
            attempts,
            millis,
            usage: usage.map(UsagePart::from_core),
            cost_usd,
            overview,
            notes,
            text,
            tools,
            rest: Rest::new(),
        }
    }

    pub fn into_core(self) -> Result<Record, Unknown> {
        let Self {
            schema: _,
            at,
            run_id,
            task_id,
            who,
            tier,
            attempts,
            millis,
            usage,
            cost_usd,
            overview,
            notes,
            text,
            tools,
            rest: _,
        } = self;
        let known = |word: String| Tier::parse(&word).ok_or_else(|| Unknown(format!("tier '{word}'")));
        let tier = tier.map(known).transpose()?;
        let usage = usage.map(UsagePart::into_core);
        let report = TaskReport { who, tier, attempts, millis, usage, cost_usd, overview, notes, text, tools };
        let report = Box::new(report);
        let at = words::time(&at)?;
        Ok(Record::TaskReported { run: RunId::new(run_id), task: TaskId::new(task_id), report, at })
    }
}
