//! `opinion`: what a model says of a finding that another made (ours).

use serde::{Deserialize, Serialize};

use super::{
    Rest, SCHEMA,
    words::{self, Unknown, stamp},
};
use crate::core::model::{FindingId, Opinion, Record, RunId, Severity, TaskId, Time, Wave, Word};

/// `opinion`.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct OpinionLine {
    schema: u64,
    at: String,
    run_id: String,
    task_id: String,
    candidate_id: String,
    finding_id: String,
    /// The wave: `skeptic`, `pr-comment-dedup`, `validation`, `realist-check`.
    wave: String,
    word: String,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    severity: Option<String>,
    #[serde(default, skip_serializing_if = "String::is_empty")]
    cited: String,
    #[serde(default, skip_serializing_if = "String::is_empty")]
    reason: String,
    #[serde(flatten)]
    pub(super) rest: Rest,
}

impl OpinionLine {
    pub fn from_core(run: &RunId, opinion: &Opinion, at: Time) -> Self {
        let Opinion { wave, task, candidate, finding, word, severity, cited, reason } = opinion.clone();
        Self {
            schema: SCHEMA,
            at: stamp(at),
            run_id: run.to_string(),
            task_id: task.to_string(),
            candidate_id: words::global_id(run, &candidate),
            finding_id: finding.to_string(),
            wave: wave.as_str().to_owned(),
            word: word.as_str().to_owned(),
            severity: severity.map(|severity| severity.as_deep().to_owned()),
            cited,
            reason,
            rest: Rest::new(),
        }
    }

    pub fn into_core(self) -> Result<Record, Unknown> {
        let Self {
            schema: _,
            at,
            run_id,
            task_id,
            candidate_id,
            finding_id,
            wave,
            word,
            severity,
            cited,
            reason,
            rest: _,
        } = self;
        let level = |text: String| {
            let read = Severity::ALL.into_iter().find(|level| level.as_deep() == text);
            words::word("severity", &text, read)
        };
        let opinion = Opinion {
            wave: words::word("wave", &wave, Wave::parse(&wave))?,
            task: TaskId::new(task_id),
            candidate: words::local_id(&run_id, &candidate_id),
            finding: FindingId::new(finding_id),
            word: words::word("opinion", &word, Word::parse(&word))?,
            severity: severity.map(level).transpose()?,
            cited,
            reason,
        };
        Ok(Record::Opinion { run: RunId::new(run_id), opinion: Box::new(opinion), at: words::time(&at)? })
    }
}
