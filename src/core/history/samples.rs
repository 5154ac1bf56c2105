//! Records that the tests of this room are made of.

use std::sync::Arc;

use crate::core::model::{
    Act, Actionability, BlastRadius, Candidate, CandidateId, Claim, ClaimedPlace, CodePrint, Decision, FindingId, Kind,
    Lens, LineRange, Record, RepoPath, Request, RunFacts, RunId, Severity, Side, TargetKind, TaskId, TaskReport, Time,
    Verdict, Weight,
};

/// A run of a target.
pub(super) fn run(id: &str, started: i64) -> Record {
    let request = Request {
        kind: TargetKind::Branch,
        pr_ref: "branch-x".into(),
        repo_slug: "r".into(),
        title: "t".into(),
        base_sha: None,
        head_sha: None,
        diff_hash: String::new(),
        notes: Vec::new(),
        pull: None,
        stack: None,
    };
    let (version, model) = ("1".into(), "none".into());
    Record::Run(RunFacts { id: RunId::new(id), request, started: Time(started), version, model, said: Vec::new() })
}

/// A finding of a run: its claim, and what the machine says of it.
#[derive(Clone)]
pub(super) struct Made {
    pub run: &'static str,
    pub number: u32,
    pub claim: Candidate,
    pub code: u64,
    pub held: Option<&'static str>,
}

pub(super) fn made(run: &'static str, number: u32) -> Made {
    let text = |word: &str| format!("{word} {number}");
    let claim = Claim {
        kind: Kind::Finding,
        issue_class: "class-a".into(),
        title: text("Title"),
        summary: text("Summary"),
        evidence: String::new(),
        why_now: String::new(),
        suggested_fix: None,
        suggestion: None,
        invariant: text("invariant"),
        sink: String::new(),
        depends_on_unseen: false,
    };
    let place = ClaimedPlace {
        path: RepoPath::new("src/a.rs"),
        symbol: None,
        side: Some(Side::Right),
        lines: LineRange::one(100 * number),
    };
    let weight = Weight {
        severity: Severity::Minor,
        confidence: None,
        actionability: Actionability::High,
        blast_radius: BlastRadius::Local,
    };
    let claim = Candidate {
        id: CandidateId::new(format!("c{number}")),
        task: TaskId::new("builtin:one"),
        hotspot: None,
        lens: Lens::Correctness,
        claim,
        place: Some(place),
        weight,
    };
    Made { run, number, claim, code: u64::from(number), held: None }
}

impl Made {
    pub(super) fn with(mut self, change: impl FnOnce(&mut Candidate)) -> Self {
        change(&mut self.claim);
        self
    }

    pub(super) fn id(&self) -> FindingId {
        FindingId::new(format!("correctness-{:03}", self.number))
    }

    pub(super) fn records(&self) -> [Record; 2] {
        let code = CodePrint { side: Side::Right, start: 1, lines: 1, first: self.code, all: self.code, touched: true };
        let verdict = Verdict {
            candidate: self.claim.id.clone(),
            finding: self.id(),
            detection_state: "selected",
            surfacing_state: if self.held.is_some() { "suppressed" } else { "posted" },
            drop_reason: self.held.map(str::to_owned),
            priority: 50,
            fingerprint: String::new(),
            code: Some(code),
        };
        let run = RunId::new(self.run);
        [
            Record::Candidate { run: run.clone(), candidate: Box::new(self.claim.clone()), at: Time(1) },
            Record::Verdict { run, verdict, at: Time(1) },
        ]
    }

    /// A decision about it; its number is also its time.
    pub(super) fn decided(&self, seq: u64, act: Act) -> Record {
        let at = Time(i64::try_from(seq).unwrap());
        let decision = Decision { seq, at, finding: self.id(), act, batch: None };
        Record::Decision { run: RunId::new(self.run), decision }
    }

    pub(super) fn accepted(&self, seq: u64) -> Record {
        self.decided(seq, Act::Accept)
    }

    pub(super) fn dropped(&self, seq: u64, reason: &str) -> Record {
        self.decided(seq, Act::Drop { reason: reason.to_owned() })
    }
}

/// A task's report.
pub(super) fn report(run: &str, task: &str, who: &str, usd: Option<f64>) -> Record {
    let report = TaskReport { who: who.into(), cost_usd: usd, ..TaskReport::default() };
    Record::TaskReported { run: RunId::new(run), task: TaskId::new(task), report: Box::new(report), at: Time(2) }
}

/// All records of a list, in order.
pub(super) fn all<const N: usize>(parts: [Vec<Record>; N]) -> Arc<[Record]> {
    parts.into_iter().flatten().collect()
}
