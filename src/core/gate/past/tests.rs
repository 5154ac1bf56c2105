//! Tests of the fold. Not built into the product.

use super::*;
use crate::core::model::{
    Act, Actionability, BlastRadius, Claim, Kind, Lens, Request, Severity, TargetKind, Time, Weight, Wording,
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
        pull: None,
        stack: None,
    };
    let (version, model) = ("0.1.0".into(), "none".into());
    Record::Run(RunFacts { id: RunId::new(id), request, started: Time(1), version, model, said: Vec::new() })
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
        depends_on_unseen: false,
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
    let decision = Decision { seq, at: Time(4), finding: FindingId::new(finding), act, batch: None };
    Record::Decision { run: RunId::new(run), decision }
}

fn draft(run: &str, key: DraftKey, text: &str) -> Record {
    Record::Draft { run: RunId::new(run), draft: Draft { key, text: text.into(), at: Time(5) } }
}

#[test]
fn candidates_and_task_ends_are_those_of_the_newest_run() {
    let ended = |run: &str, end| Record::TaskEnded { run: RunId::new(run), task: TaskId::new("t"), end, at: Time(3) };
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
    let act = Act::Edit { before: (Wording::default(), Severity::Minor), after: (Wording::default(), Severity::Major) };
    let past = Past::from_records(&[decided("lost", 3, "security-001", act)]);
    assert_eq!((past.decisions.len(), past.last_seq, past.newest()), (1, 3, None));
}
