//! The past of a target, folded from its logbook's records: what a session needs to go on where it stopped.
//! Not here: reading records (`edge::logbook`) and what an older decision still means after the change moved on
//! (the session's affair; this gives it the facts). Called by `edge::logbook` on opening and by replay.

use std::collections::{BTreeMap, BTreeSet, HashMap, HashSet};

use super::{Look, LookKind, last_look};
use crate::core::model::{
    Anchor, Candidate, CandidateId, CommentDedup, Decision, Draft, DraftKey, FindingId, Opinion, PublishReceipt,
    Record, RepoPath, Request, RunFacts, RunId, TaskEnd, TaskId, TaskReport, Time, Verdict, Viewed,
};

/// What the records of one target come to.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Past {
    /// Every run, oldest first. The newest is the one that was begun last.
    pub runs: Vec<RunFacts>,
    /// Candidates of the newest run, in the order they came; each id once, as it was said first.
    pub candidates: Vec<Candidate>,
    /// How the newest run's tasks ended, each task once, its last end. A task of the plan that is missing here
    /// was cut off: it is not clean.
    pub task_ends: Vec<(TaskId, TaskEnd)>,
    /// Whether the newest run ended, and complete or not.
    pub ended: Option<bool>,
    /// All decisions of all runs, oldest first. Finding ids count within their run only.
    pub decisions: Vec<(RunId, Decision)>,
    /// What the machine said in all runs, oldest first: finding ids and fingerprints of older runs stand here.
    pub verdicts: Vec<(RunId, Verdict)>,
    /// What is remembered of older runs beside that.
    pub memory: Memory,
    /// Drafts that are still open, with the run they were last touched in, the latest last.
    pub drafts: Vec<(RunId, Draft)>,
    /// Marks of files, last one each; `viewed: false` marks are gone.
    pub viewed: BTreeMap<RepoPath, Viewed>,
    /// Where the person was; `None` = the top, or never left.
    pub place: Option<Anchor>,
    /// What became of attempts to publish, oldest first.
    pub receipts: Vec<PublishReceipt>,
    /// The highest decision number used so far; 0 = none. The next decision takes the one after it.
    pub last_seq: u64,
}

/// What a target's records say across its runs.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Memory {
    /// Runs that a person took note of: published, or left a place, a mark, a decision or a draft in.
    pub looks: BTreeMap<RunId, LookKind>,
    /// Claims of runs before the newest: those that were decided or are being written about, and of the last run of
    /// another diff all.
    pub claims: BTreeMap<(RunId, FindingId), Candidate>,
    /// The review that was posted of a run, the last one: its address and when.
    pub posted: BTreeMap<RunId, (String, Time)>,
    /// How the newest run's findings compare with the comments on the pull request.
    pub comments: Option<CommentDedup>,
    /// What models say of the newest run's findings, oldest first.
    pub opinions: Vec<Opinion>,
    /// What the newest run's agents came to, as it was told last.
    pub reports: Vec<(TaskId, TaskReport)>,
}

impl Past {
    /// Folds records, in the order of the logbook.
    pub fn from_records<'a>(records: impl IntoIterator<Item = &'a Record>) -> Self {
        Self::of(records.into_iter().cloned().collect())
    }

    /// The same of records that nobody else needs.
    pub fn of(records: Vec<Record>) -> Self {
        let newest = records.iter().rev().find_map(|record| match record {
            Record::Run(facts) => Some(facts.id.clone()),
            _ => None,
        });
        let mut fold = Fold { newest, ..Fold::default() };
        records.into_iter().for_each(|record| fold.take(record));
        fold.finish()
    }

    /// The earlier look that a change is compared with.
    pub fn last_look(&self, now: &Request) -> Option<Look> {
        last_look(&self.runs, |run| self.memory.looks.get(run).copied(), now)
    }

    /// What models say of a claim of the newest run.
    pub fn opinions_of(&self, candidate: &CandidateId) -> Vec<Opinion> {
        self.memory.opinions.iter().filter(|opinion| opinion.candidate == *candidate).cloned().collect()
    }

    /// The newest run, when there is one.
    pub fn newest(&self) -> Option<&RunFacts> {
        self.runs.last()
    }
}

/// A draft's identity: an edit belongs to a finding, thus to a run; a comment belongs to a place, a reply to
/// its thread.
#[derive(PartialEq, Eq, PartialOrd, Ord)]
struct DraftSlot(Option<RunId>, DraftKey);

impl DraftSlot {
    fn of(run: &RunId, key: &DraftKey) -> Self {
        match key {
            DraftKey::Edit(_) | DraftKey::DropReason(_) => Self(Some(run.clone()), key.clone()),
            DraftKey::Comment(_) | DraftKey::Reply(_) => Self(None, key.clone()),
        }
    }
}

/// The state of the fold.
#[derive(Default)]
struct Fold {
    newest: Option<RunId>,
    past: Past,
    /// Ids of the newest run's candidates.
    seen: HashSet<CandidateId>,
    /// Claims of older runs.
    older: HashMap<RunId, HashMap<CandidateId, Candidate>>,
    drafts: BTreeMap<DraftSlot, (usize, RunId, Draft)>,
    drafts_touched: usize,
}

impl Fold {
    fn is_newest(&self, run: &RunId) -> bool {
        self.newest.as_ref() == Some(run)
    }

    fn take(&mut self, record: Record) {
        if record.is_work() || matches!(record, Record::Place { .. }) {
            self.past.memory.looks.entry(record.run().clone()).or_insert(LookKind::Viewed);
        }
        match record {
            Record::Run(facts) => self.begin(facts),
            Record::Hotspot { run: _, path: _, hotspot: _, at: _ } => {}
            Record::Candidate { run, candidate, at: _ } => self.candidate(run, *candidate),
            Record::Verdict { run, verdict, at: _ } => self.past.verdicts.push((run, verdict)),
            Record::Comments { run, dedup, at: _ } => {
                if self.is_newest(&run) {
                    self.past.memory.comments = Some(dedup);
                }
            }
            Record::Opinion { run, opinion, at: _ } => {
                if self.is_newest(&run) {
                    self.past.memory.opinions.push(*opinion);
                }
            }
            Record::TaskReported { run, task, report, at: _ } => {
                if self.is_newest(&run) {
                    self.past.memory.reports.push((task, *report));
                }
            }
            Record::TaskEnded { run, task, end, at: _ } => self.task_end(&run, task, end),
            Record::Decision { run, decision } => self.decision(run, decision),
            Record::Draft { run, draft } => self.draft(run, draft),
            Record::Viewed { run: _, viewed } => self.viewed(viewed),
            Record::Place { run: _, anchor, at: _ } => self.past.place = anchor,
            Record::PublicationIntent { run: _, intent: _ } => {}
            Record::PublicationReceipt { run, receipt } => {
                if receipt.outcome.is_posted() {
                    self.past.memory.looks.insert(run.clone(), LookKind::Published);
                    self.past.memory.posted.insert(run, (receipt.url.clone(), receipt.at));
                }
                self.past.receipts.push(*receipt);
            }
            Record::RunEnded { run, complete, at: _ } => self.run_end(&run, complete),
        }
    }

    /// A run that is recorded again (resumed) stands where it was recorded last, so that the newest is the last.
    fn begin(&mut self, facts: RunFacts) {
        self.past.runs.retain(|known| known.id != facts.id);
        self.past.runs.push(facts);
    }

    fn candidate(&mut self, run: RunId, candidate: Candidate) {
        if !self.is_newest(&run) {
            self.older.entry(run).or_default().entry(candidate.id.clone()).or_insert(candidate);
        } else if self.seen.insert(candidate.id.clone()) {
            self.past.candidates.push(candidate);
        }
    }

    fn task_end(&mut self, run: &RunId, task: TaskId, end: TaskEnd) {
        if self.is_newest(run) {
            self.past.task_ends.retain(|(known, _)| *known != task);
            self.past.task_ends.push((task, end));
        }
    }

    fn run_end(&mut self, run: &RunId, complete: bool) {
        if self.is_newest(run) {
            self.past.ended = Some(complete);
        }
    }

    fn decision(&mut self, run: RunId, decision: Decision) {
        self.past.last_seq = self.past.last_seq.max(decision.seq);
        self.past.decisions.push((run, decision));
    }

    fn draft(&mut self, run: RunId, draft: Draft) {
        let slot = DraftSlot::of(&run, &draft.key);
        self.drafts_touched += 1;
        if draft.text.is_empty() {
            self.drafts.remove(&slot);
        } else {
            self.drafts.insert(slot, (self.drafts_touched, run, draft));
        }
    }

    fn viewed(&mut self, mark: Viewed) {
        if mark.viewed {
            self.past.viewed.insert(mark.path.clone(), mark);
        } else {
            self.past.viewed.remove(&mark.path);
        }
    }

    fn finish(mut self) -> Past {
        let mut drafts: Vec<_> = std::mem::take(&mut self.drafts).into_values().collect();
        drafts.sort_by_key(|(touched, _, _)| *touched);
        self.past.drafts = drafts.into_iter().map(|(_, run, draft)| (run, draft)).collect();
        self.past.memory.claims = self.claims();
        self.past
    }

    /// The claims behind findings of older runs: a finding's first verdict names its own claim, later ones are
    /// duplicates that joined it.
    fn claims(&self) -> BTreeMap<(RunId, FindingId), Candidate> {
        let hash = self.past.newest().map(|run| run.request.diff_hash.as_str());
        let last = self.past.runs.iter().rev().find(|run| Some(run.request.diff_hash.as_str()) != hash);
        let decided = self.past.decisions.iter().map(|(run, decision)| (run, &decision.finding));
        let drafted = self.past.drafts.iter().filter_map(|(run, draft)| match &draft.key {
            DraftKey::Edit(finding) | DraftKey::DropReason(finding) => Some((run, finding)),
            DraftKey::Comment(_) | DraftKey::Reply(_) => None,
        });
        let wanted: BTreeSet<(&RunId, &FindingId)> = decided.chain(drafted).collect();
        let mut claims = BTreeMap::new();
        for (run, verdict) in &self.past.verdicts {
            let is_wanted = wanted.contains(&(run, &verdict.finding)) || last.is_some_and(|last| last.id == *run);
            let claim = self.older.get(run).and_then(|of_run| of_run.get(&verdict.candidate));
            if let (true, Some(claim)) = (is_wanted, claim) {
                claims.entry((run.clone(), verdict.finding.clone())).or_insert_with(|| claim.clone());
            }
        }
        claims
    }
}

#[cfg(test)]
mod tests;
