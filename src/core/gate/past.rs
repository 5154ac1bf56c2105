//! The past of a target, folded from its logbook's records: what a session needs to go on where it stopped.
//! Not here: reading records (`edge::logbook`) and what an older decision still means after the change moved on
//! (the session's affair; this gives it the facts). Called by `edge::logbook` on opening and by replay.

use std::collections::{BTreeMap, BTreeSet};

use crate::core::model::{
    Anchor, Candidate, CandidateId, Decision, Draft, DraftKey, FindingId, Record, RepoPath, RunFacts, RunId, TaskEnd,
    TaskId, Time, Verdict, Viewed,
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
    /// For every decision of an older run that is on a machine's finding: the claim it was about.
    pub earlier: BTreeMap<(RunId, FindingId), Candidate>,
    /// Drafts that are still open, with the run they were last touched in, the latest last.
    pub drafts: Vec<(RunId, Draft)>,
    /// Marks of files, last one each; `viewed: false` marks are gone.
    pub viewed: BTreeMap<RepoPath, Viewed>,
    /// Where the person was; `None` = the top, or never left.
    pub place: Option<Anchor>,
    /// The highest decision number used so far; 0 = none. The next decision takes the one after it.
    pub last_seq: u64,
}

impl Past {
    /// Folds records, in the order of the logbook.
    pub fn from_records(records: &[Record]) -> Self {
        let newest = records.iter().rev().find_map(|record| match record {
            Record::Run(facts) => Some(facts.id.clone()),
            _ => None,
        });
        let mut fold = Fold { newest, ..Fold::default() };
        records.iter().for_each(|record| fold.take(record));
        fold.finish()
    }

    /// The newest run, when there is one.
    pub fn newest(&self) -> Option<&RunFacts> {
        self.runs.last()
    }
}

/// A draft's identity: an edit belongs to a finding, thus to a run; a comment belongs to a place.
#[derive(PartialEq, Eq, PartialOrd, Ord)]
struct DraftSlot(Option<RunId>, DraftKey);

impl DraftSlot {
    fn of(run: &RunId, key: &DraftKey) -> Self {
        match key {
            DraftKey::Edit(_) | DraftKey::DropReason(_) => Self(Some(run.clone()), key.clone()),
            DraftKey::Comment(_) => Self(None, key.clone()),
        }
    }
}

/// The state of the fold.
#[derive(Default)]
struct Fold<'a> {
    newest: Option<RunId>,
    past: Past,
    /// Ids of the newest run's candidates.
    seen: BTreeSet<&'a CandidateId>,
    /// Claims of older runs.
    older: BTreeMap<(&'a RunId, &'a CandidateId), &'a Candidate>,
    drafts: BTreeMap<DraftSlot, (usize, RunId, Draft)>,
    drafts_touched: usize,
}

impl<'a> Fold<'a> {
    fn is_newest(&self, run: &RunId) -> bool {
        self.newest.as_ref() == Some(run)
    }

    fn take(&mut self, record: &'a Record) {
        match record {
            Record::Run(facts) => self.begin(facts),
            Record::Hotspot { run: _, path: _, hotspot: _, at: _ } => {}
            Record::Candidate { run, candidate, at: _ } => self.candidate(run, candidate),
            Record::Verdict { run, verdict, at: _ } => self.past.verdicts.push((run.clone(), verdict.clone())),
            Record::TaskEnded { run, task, end, at: _ } => self.task_end(run, task, end),
            Record::Decision { run, decision } => self.decision(run, decision),
            Record::Draft { run, draft } => self.draft(run, draft),
            Record::Viewed { run: _, viewed } => self.viewed(viewed),
            Record::Place { run: _, anchor, at: _ } => self.past.place = anchor.clone(),
            Record::RunEnded { run, complete, at: _ } => self.run_end(run, *complete),
        }
    }

    /// A run that is recorded again (resumed) stands where it was recorded last, so that the newest is the last.
    fn begin(&mut self, facts: &RunFacts) {
        self.past.runs.retain(|known| known.id != facts.id);
        self.past.runs.push(facts.clone());
    }

    fn candidate(&mut self, run: &'a RunId, candidate: &'a Candidate) {
        if !self.is_newest(run) {
            self.older.entry((run, &candidate.id)).or_insert(candidate);
        } else if self.seen.insert(&candidate.id) {
            self.past.candidates.push(candidate.clone());
        }
    }

    fn task_end(&mut self, run: &RunId, task: &TaskId, end: &TaskEnd) {
        if self.is_newest(run) {
            self.past.task_ends.retain(|(known, _)| known != task);
            self.past.task_ends.push((task.clone(), end.clone()));
        }
    }

    fn run_end(&mut self, run: &RunId, complete: bool) {
        if self.is_newest(run) {
            self.past.ended = Some(complete);
        }
    }

    fn decision(&mut self, run: &RunId, decision: &Decision) {
        self.past.last_seq = self.past.last_seq.max(decision.seq);
        self.past.decisions.push((run.clone(), decision.clone()));
    }

    fn draft(&mut self, run: &RunId, draft: &Draft) {
        let slot = DraftSlot::of(run, &draft.key);
        self.drafts_touched += 1;
        if draft.text.is_empty() {
            self.drafts.remove(&slot);
        } else {
            self.drafts.insert(slot, (self.drafts_touched, run.clone(), draft.clone()));
        }
    }

    fn viewed(&mut self, mark: &Viewed) {
        if mark.viewed {
            self.past.viewed.insert(mark.path.clone(), mark.clone());
        } else {
            self.past.viewed.remove(&mark.path);
        }
    }

    fn finish(mut self) -> Past {
        let mut drafts: Vec<_> = std::mem::take(&mut self.drafts).into_values().collect();
        drafts.sort_by_key(|(touched, _, _)| *touched);
        self.past.drafts = drafts.into_iter().map(|(_, run, draft)| (run, draft)).collect();
        self.past.earlier = self.earlier();
        self.past
    }

    /// The claims behind the decided findings of older runs: a finding's first verdict names its own claim,
    /// later ones are duplicates that joined it.
    fn earlier(&self) -> BTreeMap<(RunId, FindingId), Candidate> {
        let decided: BTreeSet<(&RunId, &FindingId)> =
            self.past.decisions.iter().map(|(run, decision)| (run, &decision.finding)).collect();
        let mut claims = BTreeMap::new();
        for (run, verdict) in &self.past.verdicts {
            let claim = self.older.get(&(run, &verdict.candidate));
            if let (true, Some(claim)) = (decided.contains(&(run, &verdict.finding)), claim) {
                claims.entry((run.clone(), verdict.finding.clone())).or_insert_with(|| (*claim).clone());
            }
        }
        claims
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::core::model::{
        Act, Actionability, BlastRadius, Claim, Kind, Lens, Request, Severity, TargetKind, Weight, Wording,
    };

    fn run(id: &str) -> Record {
        let request = Request {
            kind: TargetKind::Wip,
            pr_ref: "wip-main".into(),
            repo_slug: "shop".into(),
            title: "work in progress".into(),
            base_sha: None,
            head_sha: None,
            diff_hash: format!("hash of {id}"),
            notes: vec![],
        };
        let (version, model) = ("0.1.0".into(), "none".into());
        Record::Run(RunFacts { id: RunId::new(id), request, started: Time(1), version, model })
    }

    fn claim(id: &str, title: &str) -> Candidate {
        let claim = Claim {
            kind: Kind::Finding,
            issue_class: "x".into(),
            title: title.into(),
            summary: String::new(),
            evidence: String::new(),
            why_now: String::new(),
            suggested_fix: None,
            suggestion: None,
            invariant: String::new(),
            sink: String::new(),
        };
        let weight = Weight {
            severity: Severity::Major,
            confidence: None,
            actionability: Actionability::High,
            blast_radius: BlastRadius::Local,
        };
        let (id, task) = (CandidateId::new(id), TaskId::new("t"));
        Candidate { id, task, hotspot: None, lens: Lens::Security, claim, place: None, weight }
    }

    fn said(run: &str, id: &str, title: &str) -> Record {
        Record::Candidate { run: RunId::new(run), candidate: Box::new(claim(id, title)), at: Time(2) }
    }

    fn judged(run: &str, candidate: &str, finding: &str) -> Record {
        let verdict = Verdict {
            candidate: CandidateId::new(candidate),
            finding: FindingId::new(finding),
            detection_state: "selected",
            surfacing_state: "pending",
            drop_reason: None,
            priority: 50,
            fingerprint: format!("print of {candidate}"),
        };
        Record::Verdict { run: RunId::new(run), verdict, at: Time(3) }
    }

    fn decided(run: &str, seq: u64, finding: &str, act: Act) -> Record {
        let decision = Decision { seq, at: Time(4), finding: FindingId::new(finding), act };
        Record::Decision { run: RunId::new(run), decision }
    }

    fn draft(run: &str, key: DraftKey, text: &str) -> Record {
        Record::Draft { run: RunId::new(run), draft: Draft { key, text: text.into(), at: Time(5) } }
    }

    #[test]
    fn candidates_and_task_ends_are_those_of_the_newest_run() {
        let ended = |run: &str, end| Record::TaskEnded {
            run: RunId::new(run),
            task: TaskId::new("t"),
            end,
            at: Time(3),
        };
        let past = Past::from_records(&[
            run("a"),
            said("a", "t-c1", "old"),
            ended("a", TaskEnd::Completed),
            Record::RunEnded { run: RunId::new("a"), complete: true, at: Time(4) },
            run("b"),
            said("b", "t-c2", "second"),
            said("b", "t-c1", "first"),
            said("b", "t-c2", "said again"),
            ended("b", TaskEnd::Failed("disk".into())),
            ended("b", TaskEnd::Stopped),
            said("a", "t-c9", "a late one of the older run"),
        ]);
        let titles: Vec<_> = past.candidates.iter().map(|c| c.claim.title.as_str()).collect();
        assert_eq!(titles, ["second", "first"]);
        assert_eq!(past.task_ends, [(TaskId::new("t"), TaskEnd::Stopped)]);
        assert_eq!(past.ended, None);
        assert_eq!(past.runs.len(), 2);
    }

    #[test]
    fn decisions_of_older_runs_keep_their_run_and_the_claim_they_were_about() {
        let past = Past::from_records(&[
            run("a"),
            said("a", "t-c1", "the claim"),
            said("a", "t-c2", "a duplicate that joined"),
            said("a", "t-c3", "undecided"),
            judged("a", "t-c1", "security-001"),
            judged("a", "t-c2", "security-001"),
            judged("a", "t-c3", "security-002"),
            decided("a", 7, "security-001", Act::Drop { reason: "known".into() }),
            run("b"),
            said("b", "t-c1", "something else under the same ids"),
            judged("b", "t-c1", "security-001"),
            decided("b", 8, "security-001", Act::Accept),
        ]);
        let of: Vec<_> = past.decisions.iter().map(|(run, d)| (run.as_str(), d.seq)).collect();
        assert_eq!(of, [("a", 7), ("b", 8)]);
        assert_eq!(past.last_seq, 8);
        let earlier: Vec<_> = past.earlier.iter().map(|((run, _), c)| (run.as_str(), &c.claim.title[..])).collect();
        assert_eq!(earlier, [("a", "the claim")]);
        assert_eq!(past.verdicts.len(), 4);
    }

    #[test]
    fn an_empty_text_removes_a_draft_and_drafts_of_findings_belong_to_their_run() {
        let edit = || DraftKey::Edit(FindingId::new("security-001"));
        let comment = || DraftKey::Comment(None);
        let past = Past::from_records(&[
            run("a"),
            draft("a", edit(), "in run a"),
            draft("a", comment(), "one"),
            draft("a", DraftKey::DropReason(FindingId::new("x")), "gone"),
            run("b"),
            draft("b", edit(), "in run b"),
            draft("b", comment(), "one two"),
            draft("a", DraftKey::DropReason(FindingId::new("x")), ""),
        ]);
        let texts: Vec<_> = past.drafts.iter().map(|(run, d)| (run.as_str(), d.text.as_str())).collect();
        assert_eq!(texts, [("a", "in run a"), ("b", "in run b"), ("b", "one two")]);
    }

    #[test]
    fn marks_and_the_place_are_the_last_ones() {
        let mark = |path: &str, viewed| Record::Viewed {
            run: RunId::new("a"),
            viewed: Viewed { path: RepoPath::new(path), text_hash: 3, viewed, at: Time(9) },
        };
        let anchor = Anchor { path: RepoPath::new("b"), side: crate::core::model::Side::Right, lines: None };
        let place = |anchor| Record::Place { run: RunId::new("a"), anchor, at: Time(9) };
        let past = Past::from_records(&[
            run("a"),
            mark("a", true),
            mark("b", true),
            mark("a", false),
            place(None),
            place(Some(anchor.clone())),
        ]);
        assert_eq!(past.viewed.keys().map(RepoPath::as_bytes).collect::<Vec<_>>(), [b"b"]);
        assert_eq!(past.place, Some(anchor));
    }

    #[test]
    fn records_without_a_run_lose_no_decision() {
        let act = Act::Edit {
            before: (Wording::default(), Severity::Minor),
            after: (Wording::default(), Severity::Major),
        };
        let past = Past::from_records(&[decided("lost", 3, "security-001", act)]);
        assert_eq!((past.decisions.len(), past.last_seq, past.newest()), (1, 3, None));
    }
}
