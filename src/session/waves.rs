//! The second round: what models say of findings, kept by claim, and what each task was asked about. Not here: when a wave
//! begins (`update::waves`), what an opinion does to a finding (`core::synthesis`). Read by ui and `update`.

use std::collections::{BTreeMap, BTreeSet};

use crate::core::{
    model::{CandidateId, FileIx, Finding, FindingId, Opinion, Task, TaskId, TaskState, Usage, Wave},
    plan::{self, Estimate, Planned},
};

use super::{Session, Voice};

/// The waves of a run.
#[derive(Debug, Clone, Default)]
pub(super) struct Waves {
    /// How many of [`Wave::ALL`] had their turn.
    pub had: usize,
    /// Whether there is nothing more to ask: budgets may hold back.
    pub over: bool,
    /// What was said of a claim, oldest first; of a wave one.
    pub opinions: BTreeMap<CandidateId, Vec<Opinion>>,
    /// The claims of which a task has an opinion that stands.
    by_task: BTreeMap<TaskId, BTreeSet<CandidateId>>,
    /// The findings that a task was asked about.
    pub put: BTreeMap<TaskId, Vec<FindingId>>,
}

impl Waves {
    /// Keeps an opinion; the newer one of a wave stands.
    pub fn keep(&mut self, opinion: Opinion) {
        let list = self.opinions.entry(opinion.candidate.clone()).or_default();
        for older in list.extract_if(.., |known| known.wave == opinion.wave) {
            if let Some(claims) = self.by_task.get_mut(&older.task) {
                claims.remove(&older.candidate);
            }
        }
        self.by_task.entry(opinion.task.clone()).or_default().insert(opinion.candidate.clone());
        list.push(opinion);
    }

    /// Whether a wave has spoken of a claim.
    pub fn has(&self, candidate: &CandidateId, wave: Wave) -> bool {
        self.opinions.get(candidate).is_some_and(|list| list.iter().any(|opinion| opinion.wave == wave))
    }

    /// A newer task of the same findings: a run that goes on.
    pub fn begin_again(&mut self) {
        (self.had, self.over) = (0, false);
    }
}

/// More about one finding.
#[derive(Debug, Clone, Copy)]
pub struct Elaboration<'s> {
    /// Where its task is.
    pub state: &'s TaskState,
    /// What was told so far.
    pub voice: Option<&'s Voice>,
}

/// What running tasks again would use up.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Again {
    /// Tokens; estimated for those that did not run yet.
    pub usage: Usage,
    /// US dollars, as far as prices are known.
    pub cost_usd: f64,
    /// Whether they all are.
    pub is_priced: bool,
    /// Commands among them that did not run yet: what they use up is not known.
    pub commands: usize,
}

impl Default for Again {
    fn default() -> Self {
        Self { usage: Usage::default(), cost_usd: 0.0, is_priced: true, commands: 0 }
    }
}

impl Session {
    /// What models say of a finding, oldest first.
    pub fn opinions(&self, id: &FindingId) -> &[Opinion] {
        self.findings.get(id).map_or(&[], |finding| self.opinions_of(finding))
    }

    pub(super) fn opinions_of(&self, finding: &Finding) -> &[Opinion] {
        let candidate = finding.candidates.first();
        candidate.and_then(|id| self.inner.outlook.waves.opinions.get(id)).map_or(&[], Vec::as_slice)
    }

    /// What a task said of findings, in the order of their claims.
    pub fn opinions_by<'s>(&'s self, task: &'s TaskId) -> impl Iterator<Item = &'s Opinion> {
        let waves = &self.inner.outlook.waves;
        let claims = waves.by_task.get(task).into_iter().flatten();
        let said = claims.filter_map(|claim| waves.opinions.get(claim)).flatten();
        said.filter(move |opinion| opinion.task == *task)
    }

    /// How many findings a task has an opinion of.
    pub fn verdicts_by(&self, task: &TaskId) -> usize {
        self.inner.outlook.waves.by_task.get(task).map_or(0, BTreeSet::len)
    }

    /// The finding that a task tells more of.
    pub fn told_more_of(&self, task: &Task) -> Option<&FindingId> {
        let put = self.inner.outlook.waves.put.get(&task.id).and_then(|ids| ids.first());
        let is_it = |finding: &&Finding| finding.candidates.first().is_some_and(|id| task.tells_more_of(id));
        // In a run that goes on nobody was asked yet.
        put.or_else(|| self.findings.iter().find(is_it).map(|finding| &finding.id))
    }

    /// What tasks would use up if they ran again: what those took that ran, and for the others what is expected.
    pub fn again_estimate(&self, tasks: &[TaskId]) -> Again {
        let mut again = Again::default();
        let mut new: Vec<(Option<&str>, usize)> = Vec::new();
        for id in tasks {
            let before = self.voices().of(id).and_then(|voice| voice.report.as_ref());
            match before.and_then(|report| Some((report.usage?, report.cost_usd))) {
                Some((usage, cost)) => {
                    again.usage = again.usage.and(usage);
                    again.cost_usd += cost.unwrap_or(0.0);
                    again.is_priced &= cost.is_some();
                }
                None => {
                    let planned = self.plan().and_then(|plan| plan.tasks.iter().find(|one| one.task.id == *id));
                    let Some(planned) = planned else { continue };
                    let who = planned.who.as_deref().filter(|who| !who.starts_with("cmd:"));
                    again.commands += usize::from(who.is_none());
                    new.push((who, planned.bytes(&self.diff)));
                }
            }
        }
        let prices = self.inner.outlook.planning.as_ref().map(|planning| &planning.prices);
        let expected = plan::estimate(new.into_iter(), prices.unwrap_or(&plan::Prices::default()));
        let usage = Usage { input: expected.input, output: expected.output, is_estimated: true, ..Usage::default() };
        if expected.tokens() > 0 {
            again.usage = again.usage.and(usage);
            again.cost_usd += expected.cost_usd.unwrap_or(0.0);
            again.is_priced &= expected.cost_usd.is_some();
        }
        again
    }

    /// More about a finding, when somebody was asked for it.
    pub fn elaboration(&self, id: &FindingId) -> Option<Elaboration<'_>> {
        let wanted = Task::elaboration(self.findings.get(id)?.candidates.first()?);
        let (task, state) = self.tasks.iter().find(|(task, _)| task.id == wanted.id)?;
        Some(Elaboration { state, voice: self.voices().of(&task.id) })
    }

    /// Who would tell more of a finding, and what that would use up.
    ///
    /// # Errors
    /// Why nobody can; in words.
    pub fn elaboration_estimate(&self, id: &FindingId) -> Result<(Planned, Estimate), &'static str> {
        let planning = self.inner.outlook.planning.as_ref().ok_or("nobody can be asked in a recorded run")?;
        let finding = self.findings.get(id).ok_or("there is no finding here")?;
        let candidate = finding.candidates.first().ok_or("this is no finding of an agent")?;
        let file = self.file_of(id);
        let none = "no model and no command is set: [tiers] in your settings names one, `prr doctor` helps";
        let planned = plan::elaborating(&planning.wish, Task::elaboration(candidate), file).ok_or(none)?;
        // The words around it, the remark, and the definition that it stands in.
        let bytes = 6_000 + planned.bytes(&self.diff).min(400_000);
        let who = planned.who.as_deref().filter(|who| !who.starts_with("cmd:"));
        let estimate = plan::estimate(std::iter::once((who, bytes)), &planning.prices);
        Ok((planned, estimate))
    }

    /// The changed file that a finding is in.
    pub(super) fn file_of(&self, id: &FindingId) -> Option<FileIx> {
        let anchor = self.findings.get(id)?.placement.anchor()?;
        crate::core::diff::find_file(&self.diff, &anchor.path)
    }
}
