//! What agents say while they work, bounded, and what each came to. Not their claims (`findings`). Filled by `update`;
//! read by ui and the reports.

use std::collections::BTreeMap;

use crate::core::{
    model::{Finding, TaskEnd, TaskId, TaskReport, TaskState, Time, Usage},
    text::cut_front,
};

use super::{Session, planning::is_agent};

/// Bytes of live text that are kept in all (issue "Agents"); of one task [`TaskReport::TEXT`].
const ALL: usize = 256 * 1024;

/// What one agent said.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Voice {
    /// The end of its text. Untrusted.
    pub text: String,
    /// Bytes before it that are not kept.
    pub dropped: usize,
    /// What it came to, when it has ended.
    pub report: Option<TaskReport>,
}

/// What agents say.
#[derive(Debug, Clone, Default)]
pub struct Voices {
    by_task: BTreeMap<TaskId, Voice>,
    /// When each task was begun last.
    began: BTreeMap<TaskId, Time>,
    bytes: usize,
}

impl Voices {
    /// What a task said.
    pub fn of(&self, task: &TaskId) -> Option<&Voice> {
        self.by_task.get(task)
    }

    /// When a task was begun last.
    pub fn since(&self, task: &TaskId) -> Option<Time> {
        self.began.get(task).copied()
    }

    pub(super) fn began(&mut self, task: &TaskId, at: Time) {
        self.began.insert(task.clone(), at);
    }

    /// Tokens and US dollars of all that was reported.
    pub fn spent(&self) -> (Usage, f64) {
        let reports = || self.by_task.values().filter_map(|voice| voice.report.as_ref());
        let usage = reports().filter_map(|report| report.usage).fold(Usage::default(), Usage::and);
        (usage, reports().filter_map(|report| report.cost_usd).fold(0.0, |all, cost| all + cost))
    }

    /// A task begins anew: what it said before is not shown any more.
    pub(super) fn begin(&mut self, task: &TaskId) {
        if let Some(before) = self.by_task.remove(task) {
            self.bytes = self.bytes.saturating_sub(before.text.len());
        }
    }

    /// Adds to what a task said; the oldest goes when there is too much.
    pub(super) fn said(&mut self, task: &TaskId, more: &str) {
        let voice = self.by_task.entry(task.clone()).or_default();
        let before = voice.text.len();
        voice.text.push_str(more);
        voice.dropped += cut_front(&mut voice.text, TaskReport::TEXT);
        self.bytes = self.bytes + voice.text.len() - before.min(self.bytes + voice.text.len());
        if self.bytes > ALL {
            self.shorten(task);
        }
    }

    /// A task ended; its text is the report's from now on.
    pub(super) fn reported(&mut self, task: &TaskId, mut report: TaskReport) {
        let voice = self.by_task.entry(task.clone()).or_default();
        let text = std::mem::take(&mut report.text);
        if voice.text.is_empty() {
            self.bytes += text.len();
            voice.text = text;
        }
        voice.report = Some(report);
        if self.bytes > ALL {
            self.shorten(task);
        }
    }

    /// Takes from the longest texts, those of tasks that have ended first, until all of them fit.
    fn shorten(&mut self, spared: &TaskId) {
        while self.bytes > ALL {
            let rank = |(id, voice): &(&TaskId, &mut Voice)| (*id != spared, voice.report.is_some(), voice.text.len());
            let Some((_, voice)) = self.by_task.iter_mut().max_by_key(rank) else { return };
            let keep = voice.text.len() / 2;
            let cut = cut_front(&mut voice.text, keep);
            voice.dropped += cut;
            self.bytes = self.bytes.saturating_sub(cut);
            if cut == 0 {
                return;
            }
        }
    }
}

impl Session {
    /// What agents say.
    pub fn voices(&self) -> &Voices {
        &self.inner.voices
    }

    /// Whether a finding rests on agents alone whose answers did not come to their end.
    pub fn is_of_cut_answers(&self, finding: &Finding) -> bool {
        let mut tasks = finding.candidates.iter().filter_map(|id| self.findings.candidate(id)).map(|said| &said.task);
        let is_cut = |id: &TaskId| {
            self.tasks.iter().any(|(task, state)| {
                let cut = matches!(state, TaskState::Ended(TaskEnd::Failed(_) | TaskEnd::Stopped));
                task.id == *id && cut && is_agent(&task.pass)
            })
        };
        !finding.candidates.is_empty() && tasks.all(is_cut)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn texts_are_kept_within_their_bounds_and_whole_characters() {
        let mut voices = Voices::default();
        for round in 0..200 {
            for task in 0..8 {
                voices.said(&TaskId::new(format!("t{task}")), &"\u{e9}x".repeat(100 + round));
                let kept: usize = voices.by_task.values().map(|voice| voice.text.len()).sum();
                assert_eq!(kept, voices.bytes);
                assert!(kept <= ALL && voices.by_task.values().all(|voice| voice.text.len() <= TaskReport::TEXT));
            }
        }
        let last = voices.of(&TaskId::new("t7")).unwrap();
        assert!(last.dropped > 0 && last.text.ends_with("\u{e9}x"));
    }

    #[test]
    fn what_was_spent_is_the_sum_of_the_reports() {
        let mut voices = Voices::default();
        for (task, cost) in [("a", Some(0.25)), ("b", None), ("c", Some(0.5))] {
            let usage = Some(Usage { input: 10, output: 2, ..Usage::default() });
            voices.reported(&TaskId::new(task), TaskReport { cost_usd: cost, usage, ..TaskReport::default() });
        }
        assert_eq!(voices.spent(), (Usage { input: 30, output: 6, ..Usage::default() }, 0.75));
    }
}
