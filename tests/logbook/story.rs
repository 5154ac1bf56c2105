//! A realistic review as records: what the tests here write down and expect back.

use std::path::{Path, PathBuf};

use prr::{
    core::model::{
        Act, Actionability, Anchor, BlastRadius, Candidate, CandidateId, Claim, ClaimedPlace, Comment, Confidence,
        Decision, Draft, DraftKey, FileIx, FindingId, Hotspot, HotspotId, HunkIx, Kind, Lens, LineRange, Record,
        RepoPath, Request, RunFacts, RunId, Severity, Side, TargetKind, TaskEnd, TaskId, Time, Unit, Verdict, Viewed,
        Weight, Wording,
    },
    edge::logbook::{Fault, Logbook, Opened, Places, Repository},
};

/// 2025-03-01T09:00:00Z and a second for each step.
pub fn at(second: i64) -> Time {
    Time(1_740_819_600_000 + second * 1000)
}

pub fn request(pr_ref: &str) -> Request {
    Request {
        kind: TargetKind::Branch,
        pr_ref: pr_ref.into(),
        repo_slug: "shop".into(),
        title: "Basket: count items".into(),
        base_sha: Some("1111111111111111111111111111111111111111".into()),
        head_sha: Some("2222222222222222222222222222222222222222".into()),
        diff_hash: "ab".repeat(32),
        notes: vec!["base: main (no origin/HEAD)".into()],
        pull: None,
        stack: None,
    }
}

/// A repository folder with a git dir in it, and a data folder beside it.
pub fn places(dir: &Path) -> Places {
    let top = dir.join("shop");
    std::fs::create_dir_all(top.join(".git")).unwrap();
    let repository = Repository { common_dir: top.join(".git"), main_worktree: Some(top), logbooks_tracked: false };
    Places { repository: Some(repository), pull: None, data_dir: Some(dir.join("data")), ..Places::default() }
}

pub fn folder(dir: &Path) -> PathBuf {
    dir.join("shop/.logbooks/code-review")
}

pub fn open(places: &Places, pr_ref: &str) -> Opened {
    Logbook::open(places, &request(pr_ref), Fault::Never).unwrap()
}

pub fn run(id: &str) -> Record {
    run_at(id, 0)
}

pub fn run_at(id: &str, second: i64) -> Record {
    let (version, model, started) = ("0.1.0".into(), "none".into(), at(second));
    Record::Run(RunFacts {
        id: RunId::new(id),
        request: request("branch-basket"),
        started,
        version,
        model,
        said: Vec::new(),
    })
}

pub fn hotspot(run: &str) -> Record {
    let unit = Unit {
        file: FileIx(1),
        symbol: "fn login".into(),
        hunks: (HunkIx(2), HunkIx(3)),
        lines: (Side::Right, LineRange::new(10, 42).unwrap()),
        added: 12,
        removed: 3,
        tags: vec![(Lens::Security, "token = ".into())],
        detail: prr::core::model::UnitDetail::default(),
    };
    let hotspot = Hotspot {
        id: HotspotId::new(format!("{run}-hs-1")),
        key: "src/login.rs::fn login".into(),
        unit,
        summary: "Login".into(),
        why: "It touches 'token'.".into(),
        lenses: vec![Lens::Correctness, Lens::Maintainability, Lens::Security],
        risk: 80,
    };
    let path = RepoPath::new("src/login.rs");
    Record::Hotspot { run: RunId::new(run), path, hotspot: Box::new(hotspot), at: at(1) }
}

pub fn candidate(run: &str, number: u32, path: &[u8]) -> Record {
    let claim = Claim {
        kind: if number.is_multiple_of(3) { Kind::Question } else { Kind::Finding },
        issue_class: "hardcoded-secret".into(),
        title: format!("Secret number {number}"),
        summary: "It's a \"secret\"; rotate it.\nThen remove it.".into(),
        evidence: "token = \"…\"".into(),
        why_now: "The line is new.".into(),
        suggested_fix: (number == 1).then(|| "Read it from the environment".into()),
        suggestion: (number == 1).then(|| "let token = env(\"TOKEN\");".into()),
        invariant: "no secrets in the tree".into(),
        sink: String::new(),
        depends_on_unseen: false,
    };
    let weight = Weight {
        severity: Severity::Critical,
        confidence: (number != 2).then_some(Confidence { local: 0.9, context: 0.85 }),
        actionability: Actionability::High,
        blast_radius: BlastRadius::Service,
    };
    let place = ClaimedPlace {
        path: RepoPath::new(path),
        symbol: None,
        side: Some(Side::Right),
        lines: LineRange::new(10 + number, 11 + number),
    };
    let candidate = Candidate {
        id: CandidateId::new(format!("secrets-c{number}")),
        task: TaskId::new("secrets"),
        hotspot: (number == 1).then(|| HotspotId::new(format!("{run}-hs-1"))),
        lens: Lens::Security,
        claim,
        place: (number != 4).then_some(place),
        weight,
    };
    Record::Candidate { run: RunId::new(run), candidate: Box::new(candidate), at: at(2) }
}

pub fn verdict(run: &str, number: u32) -> Record {
    let is_double = number == 2;
    let verdict = Verdict {
        candidate: CandidateId::new(format!("secrets-c{number}")),
        finding: FindingId::new(format!("security-{:03}", if is_double { 1 } else { number })),
        detection_state: if is_double { "duplicate-in-run" } else { "selected" },
        surfacing_state: if is_double { "suppressed" } else { "posted" },
        drop_reason: is_double.then(|| "same as security-001".into()),
        priority: 78,
        fingerprint: format!("hardcoded-secret|src/login.rs|{number}|"),
        code: None,
    };
    Record::Verdict { run: RunId::new(run), verdict, at: at(3) }
}

pub fn decision(run: &str, seq: u64, finding: &str, act: Act) -> Record {
    let at = at(10 + i64::try_from(seq).unwrap());
    Record::Decision {
        run: RunId::new(run),
        decision: Decision { seq, at, finding: FindingId::new(finding), act, batch: None },
    }
}

pub fn draft(run: &str, key: DraftKey, text: &str) -> Record {
    Record::Draft { run: RunId::new(run), draft: Draft { key, text: text.into(), at: at(60) } }
}

pub fn anchor(path: &[u8], line: u32) -> Anchor {
    Anchor { path: RepoPath::new(path), side: Side::Right, lines: LineRange::one(line) }
}

fn words(title: &str, body: &str) -> Wording {
    Wording { title: title.into(), body: body.into(), suggestion: None }
}

/// Every kind of record, two runs, every act.
pub fn whole() -> Vec<Record> {
    let (a, b) = ("20250301-090000-2222222", "20250301-100000-2222222");
    let odd = b"src/caf\xe9.rs";
    let viewed = |path: &[u8], viewed| Record::Viewed {
        run: RunId::new(b),
        viewed: Viewed { path: RepoPath::new(path), text_hash: u64::MAX - 7, viewed, at: at(70) },
    };
    let task_end = |run: &str, task: &str, end| Record::TaskEnded {
        run: RunId::new(run),
        task: TaskId::new(task),
        end,
        at: at(5),
    };
    let comment =
        Comment { anchor: Some(anchor(odd, 7)), quoted: "let x = 1;".into(), wording: words("", "Why **1**?") };
    let own = Comment { anchor: None, quoted: String::new(), wording: words("", "Thank you.\n\nTwo things below.") };
    let before = (words("Secret number 1", "old"), Severity::Critical);
    let after = (words("A secret in the tree", "new\nwords"), Severity::Blocker);
    let mut records = vec![run(a), hotspot(a)];
    records.extend((1..=4).map(|n| candidate(a, n, b"src/login.rs")));
    records.extend((1..=4).map(|n| verdict(a, n)));
    records.extend([
        task_end(a, "secrets", TaskEnd::Completed),
        task_end(a, "removed-tests", TaskEnd::Failed("a file could not be read".into())),
        Record::RunEnded { run: RunId::new(a), complete: false, at: at(6) },
        decision(a, 1, "security-001", Act::Accept),
        decision(a, 2, "security-003", Act::Drop { reason: "a test value".into() }),
        decision(a, 3, "security-003", Act::Undo { of: 2 }),
        decision(a, 4, "security-003", Act::Redo { of: 2 }),
        decision(a, 5, "security-001", Act::Edit { before, after }),
        decision(a, 6, "security-002", Act::Restore),
        decision(a, 7, "own-001", Act::Add(own)),
        draft(a, DraftKey::Edit(FindingId::new("security-001")), "half a sen"),
        run(b),
        candidate(b, 1, odd),
        verdict(b, 1),
        candidate(b, 2, b"src/login.rs"),
        verdict(b, 2),
        task_end(b, "secrets", TaskEnd::Stopped),
        decision(b, 8, "own-001", Act::Add(comment)),
        decision(b, 9, "security-001", Act::Accept),
        draft(b, DraftKey::Comment(Some(anchor(odd, 9))), "this"),
        draft(b, DraftKey::Comment(Some(anchor(odd, 9))), "this\nis\nlonger"),
        draft(b, DraftKey::DropReason(FindingId::new("security-001")), "no"),
        draft(b, DraftKey::DropReason(FindingId::new("security-001")), ""),
        viewed(b"README.md", true),
        viewed(odd, true),
        viewed(b"README.md", false),
        Record::Place { run: RunId::new(b), anchor: Some(anchor(b"src/login.rs", 11)), at: at(80) },
    ]);
    records
}
