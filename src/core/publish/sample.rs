//! A review and a pull request for tests of this room. Compiled for tests only.

use crate::core::{
    model::{
        Actionability, Anchor, Author as Person, BlastRadius, Candidate, CandidateId, Claim, ClaimedPlace, Confidence,
        Finding, FindingId, ForeignReview, Host, Kind, Lens, LineRange, Placement, Pull, PullFile, PullFileStatus,
        PullName, PullState, Remark, RepoName, RepoPath, ReviewAction, ReviewState, Severity, Side, TaskId, Tip,
        Weight, Wording,
    },
    publish::{Artifact, Binding, Disposition, Looked, Statement},
    synthesis::{Author, Sections},
};

pub(crate) const HEAD: &str = "1111111111111111111111111111111111111111";
pub(crate) const PATCH: &str = "@@ -1,6 +1,8 @@\n let v1 = 1;\n let v2 = 2;\n-let v3 = 3;\n+let v3 = 30;\n+let extra_a = 1;\n+let extra_b = 2;\n let v4 = 4;\n let v5 = 5;\n let v6 = 6;\n@@ -39,3 +41,2 @@ let v38 = 38;\n let v39 = 39;\n-let v40 = 40;\n let v41 = 41;";

pub(crate) fn name() -> PullName {
    PullName { repo: RepoName { host: Host::github(), owner: "o".into(), repo: "r".into() }, number: 7 }
}

pub(crate) fn anchor(path: &str, side: Side, start: u32, end: u32) -> Anchor {
    Anchor { path: RepoPath::new(path), side, lines: LineRange::new(start, end) }
}

pub(crate) fn statement(id: &str, anchor: Option<Anchor>) -> Statement {
    Statement {
        id: FindingId::new(id),
        kind: Kind::Finding,
        severity: Severity::Major,
        pass: "overview".into(),
        wording: Wording { title: format!("Title of {id}"), body: format!("Body of {id}."), suggestion: None },
        author: Author::Agent,
        about: anchor.as_ref().map(|anchor| (anchor.path.clone(), anchor.lines)),
        anchor,
        marked: false,
    }
}

pub(crate) fn own(id: &str, body: &str, anchor: Option<Anchor>) -> Statement {
    let wording = Wording { body: body.into(), ..Wording::default() };
    Statement { kind: Kind::Comment, wording, author: Author::Person, marked: true, ..statement(id, anchor) }
}

pub(crate) fn artifact() -> Artifact {
    Artifact {
        binding: Binding { pull: name(), head: HEAD.into(), login: Some("reviewer".into()) },
        disposition: Disposition::Reviewed,
        verdict: ReviewAction::CommentOnly,
        is_complete: true,
        statements: vec![
            statement("a-001", Some(anchor("src/lib.rs", Side::Right, 3, 3))),
            statement("a-002", Some(anchor("src/lib.rs", Side::Left, 40, 40))),
            own("own-001", "Thanks, two things.", None),
        ],
        sections: Sections { statement: "Two things to look at.".into(), ..Sections::default() },
        looked: Looked { files: 1, by_agents: 1, ..Looked::default() },
    }
}

fn person(login: &str) -> Person {
    Person { login: login.into(), is_bot: false }
}

pub(crate) fn pull() -> Pull {
    let tip = |sha: &str| Tip { branch: "b".into(), sha: sha.into(), repo: Some("o/r".into()) };
    Pull {
        name: name(),
        url: "https://github.com/o/r/pull/7".into(),
        title: "T".into(),
        body: String::new(),
        state: PullState::Open,
        is_draft: false,
        author: person("author"),
        labels: Vec::new(),
        base: tip("2222222222222222222222222222222222222222"),
        head: tip(HEAD),
        counts: None,
    }
}

pub(crate) fn file(path: &str, patch: Option<&str>) -> PullFile {
    PullFile {
        path: RepoPath::new(path),
        old_path: None,
        status: PullFileStatus::Modified,
        additions: 1,
        deletions: 1,
        patch: patch.map(str::to_owned),
        blob: None,
    }
}

pub(crate) fn files() -> Vec<PullFile> {
    vec![file("src/lib.rs", Some(PATCH)), file("logo.png", None)]
}

pub(crate) fn foreign(id: u64, login: &str, body: &str) -> ForeignReview {
    ForeignReview {
        id,
        author: person(login),
        state: ReviewState::Commented,
        body: body.into(),
        commit: Some(HEAD.into()),
        submitted: None,
        url: format!("https://github.com/o/r/pull/7#r{id}"),
    }
}

pub(crate) fn remark(id: u64, login: &str, body: &str) -> Remark {
    Remark { id, author: person(login), body: body.into(), written: None, url: format!("u{id}") }
}

/// A claim on line 3, right.
pub(crate) fn candidate() -> Candidate {
    Candidate {
        id: CandidateId::new("t-c1"),
        task: TaskId::new("t"),
        hotspot: None,
        lens: Lens::Correctness,
        claim: Claim {
            kind: Kind::Finding,
            issue_class: "x".into(),
            title: "Title".into(),
            summary: "The value is lost when the list is empty.".into(),
            evidence: "let v3 = 30;".into(),
            why_now: "changed".into(),
            suggested_fix: None,
            suggestion: None,
            invariant: String::new(),
            sink: String::new(),
            depends_on_unseen: false,
        },
        place: Some(ClaimedPlace {
            path: RepoPath::new("src/lib.rs"),
            symbol: None,
            side: None,
            lines: LineRange::one(3),
        }),
        weight: Weight {
            severity: Severity::Major,
            confidence: Some(Confidence { local: 0.9, context: 0.9 }),
            actionability: Actionability::High,
            blast_radius: BlastRadius::Module,
        },
    }
}

/// The finding it became.
pub(crate) fn finding(candidate: &Candidate) -> Finding {
    Finding {
        id: FindingId::new("correctness-001"),
        candidates: vec![candidate.id.clone()],
        placement: Placement::Inline(anchor("src/lib.rs", Side::Right, 3, 3)),
        fingerprint: "x|src/lib.rs||".into(),
        kind: candidate.claim.kind,
        severity: candidate.weight.severity,
        lens: candidate.lens,
        wording: Wording {
            title: candidate.claim.title.clone(),
            body: candidate.claim.summary.clone(),
            suggestion: None,
        },
        priority: 50,
        held: None,
        steps: Vec::new(),
    }
}
