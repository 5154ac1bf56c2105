//! Findings, tasks and a diff for the tests of synthesis, in few words.

use std::sync::Arc;

use prr::core::{
    diff,
    model::{
        Actionability, Anchor, BlastRadius, CandidateId, ClaimedPlace, Comment, Confidence, Diff, Finding, FindingId,
        Held, HeldReason, Kind, Lens, LineRange, Placement, RepoPath, Settings, Severity, Side, Strategy, TaskId,
        Weight, Wording,
    },
    synthesis::{
        self, Decided, Effective, Evidence, Fate, Judged, Origin, Place, RequestFacts, Ruling, Snapshot, Synthesis,
        TaskFacts, Undecided,
    },
};

/// Files of [`diff`], in its order. Each has one hunk: lines 1 to 400 are on the right, of which 100 to 199 are new;
/// lines 1 to 300 are on the left.
pub const FILES: [&str; 4] = ["a.rs", "b.rs", "c.rs", "docs/d.md"];

/// A diff of [`FILES`].
pub fn diff() -> Arc<Diff> {
    let body: String =
        (1..=400).map(|n| format!("{}line {n}\n", if (100..200).contains(&n) { '+' } else { ' ' })).collect();
    let file =
        |path: &&str| format!("diff --git a/{path} b/{path}\n--- a/{path}\n+++ b/{path}\n@@ -1,300 +1,400 @@\n{body}");
    Arc::new(diff::parse(FILES.iter().map(file).collect::<String>().into_bytes()))
}

/// One finding, to be changed before it is put into a scene.
#[derive(Clone, Debug)]
pub struct Made {
    pub judged: Judged,
}

/// A major finding of the agent `pass`, confidence .9, on a line of `a.rs`, with a title that overlaps with no other.
pub fn found(id: &str, line: u32) -> Made {
    let lines = LineRange::one(line);
    let path = RepoPath::new("a.rs");
    let own = Evidence {
        task: TaskId::new("agent"),
        issue_class: String::new(),
        weight: Weight {
            severity: Severity::Major,
            confidence: Some(Confidence { local: 0.9, context: 0.9 }),
            actionability: Actionability::High,
            blast_radius: BlastRadius::Module,
        },
        place: Some(ClaimedPlace { path: path.clone(), symbol: None, side: Some(Side::Right), lines }),
    };
    let finding = Finding {
        id: FindingId::new(id),
        candidates: vec![CandidateId::new(format!("{id}-c"))],
        placement: Placement::Inline(Anchor { path, side: Side::Right, lines }),
        fingerprint: "|a.rs||".into(),
        kind: Kind::Finding,
        severity: Severity::Major,
        lens: Lens::Correctness,
        wording: Wording { title: format!("title{id}"), body: format!("body of {id}"), suggestion: None },
        priority: 70,
        held: None,
        steps: Vec::new(),
    };
    Made { judged: Judged { finding, own: Some(own), ruling: None, opinions: Vec::new(), said: Default::default() } }
}

impl Made {
    fn own(&mut self) -> &mut Evidence {
        self.judged.own.as_mut().expect("a machine's finding")
    }

    pub fn severity(mut self, severity: Severity) -> Self {
        self.own().weight.severity = severity;
        self.judged.finding.severity = severity;
        self
    }

    /// The severity alone, for what has no candidate.
    pub fn severity_of(mut self, severity: Severity) -> Self {
        self.judged.finding.severity = severity;
        self
    }

    /// The same under another id.
    pub fn judged_as(mut self, id: &str) -> Self {
        self.judged.finding.id = FindingId::new(id);
        self
    }

    /// `None`: not given.
    pub fn sure(mut self, single: impl Into<Option<f64>>) -> Self {
        self.own().weight.confidence = single.into().map(|c| Confidence { local: c, context: c });
        self
    }

    pub fn kind(mut self, kind: Kind) -> Self {
        self.judged.finding.kind = kind;
        self
    }

    pub fn lens(mut self, lens: Lens) -> Self {
        self.judged.finding.lens = lens;
        self
    }

    pub fn task(mut self, task: &str) -> Self {
        self.own().task = TaskId::new(task);
        self
    }

    pub fn title(mut self, title: &str) -> Self {
        self.judged.finding.wording.title = title.into();
        self
    }

    pub fn body(mut self, body: &str) -> Self {
        self.judged.finding.wording.body = body.into();
        self
    }

    pub fn suggestion(mut self, text: &str) -> Self {
        self.judged.finding.wording.suggestion = Some(text.into());
        self
    }

    pub fn class(mut self, class: &str) -> Self {
        self.own().issue_class = class.into();
        self
    }

    pub fn print(mut self, fingerprint: &str) -> Self {
        self.judged.finding.fingerprint = fingerprint.into();
        self
    }

    pub fn symbol(mut self, symbol: &str) -> Self {
        self.own().place.as_mut().expect("a place").symbol = Some(symbol.into());
        self
    }

    pub fn priority(mut self, priority: u8) -> Self {
        self.judged.finding.priority = priority;
        self
    }

    /// At lines of a file.
    pub fn at(mut self, path: &str, side: Side, from: u32, to: u32) -> Self {
        let (path, lines) = (RepoPath::new(path), LineRange::new(from, to));
        self.own().place = Some(ClaimedPlace { path: path.clone(), symbol: None, side: Some(side), lines });
        self.judged.finding.placement = Placement::Inline(Anchor { path, side, lines });
        self
    }

    pub fn in_file(self, path: &str) -> Self {
        let line = self.judged.finding.placement.anchor().and_then(|anchor| anchor.lines).map_or(1, LineRange::start);
        self.at(path, Side::Right, line, line)
    }

    /// On the file, without a line.
    pub fn on_file(mut self, path: &str) -> Self {
        let path = RepoPath::new(path);
        self.own().place = Some(ClaimedPlace { path: path.clone(), symbol: None, side: None, lines: None });
        self.judged.finding.placement = Placement::File(Anchor { path, side: Side::Right, lines: None });
        self
    }

    /// About the change as a whole.
    pub fn whole(mut self) -> Self {
        self.own().place = None;
        self.judged.finding.placement = Placement::Body;
        self
    }

    pub fn held(mut self, reason: HeldReason) -> Self {
        self.judged.finding.held = Some(Held { reason, details: "said the judge".into() });
        self
    }

    fn ruled(mut self, change: impl FnOnce(&mut Ruling)) -> Self {
        change(self.judged.ruling.get_or_insert_default());
        self
    }

    pub fn accepted(self) -> Self {
        self.ruled(|ruling| (ruling.decided, ruling.restored) = (Decided::Accepted, true))
    }

    pub fn dropped(self, why: &str) -> Self {
        self.ruled(|ruling| ruling.decided = Decided::Dropped(why.into()))
    }

    pub fn restored(self) -> Self {
        self.ruled(|ruling| ruling.restored = true)
    }

    pub fn marked_inline(self) -> Self {
        self.ruled(|ruling| ruling.inline = true)
    }

    pub fn edited(self, title: &str, severity: Severity) -> Self {
        let wording = Wording { title: title.into(), body: "typed".into(), suggestion: None };
        self.ruled(|ruling| ruling.edited = Some((wording, severity)))
    }
}

/// A person's own comment; `None` = the review's own text.
pub fn own(id: &str, line: Option<u32>, body: &str) -> Made {
    let anchor =
        line.map(|line| Anchor { path: RepoPath::new("a.rs"), side: Side::Right, lines: LineRange::one(line) });
    let comment =
        Comment { anchor, quoted: String::new(), wording: Wording { body: body.into(), ..Wording::default() } };
    let mut made = found(id, 1);
    made.judged.own = None;
    made.judged.finding.candidates.clear();
    made.judged.finding.kind = Kind::Comment;
    made.judged.finding.severity = Severity::Nitpick;
    made.judged.finding.wording = comment.wording;
    made.judged.finding.placement = comment.anchor.map_or(Placement::Body, Placement::Inline);
    made
}

/// A snapshot of these findings, closed, strategy `swarm` with threshold 0: no budget but R3's.
pub fn scene(made: impl IntoIterator<Item = Made>) -> Snapshot {
    Snapshot {
        items: made.into_iter().map(|made| std::sync::Arc::new(made.judged)).collect(),
        tasks: vec![
            task("agent", "correctness", Origin::Agent, Fate::Completed),
            task("other", "contracts", Origin::Agent, Fate::Completed),
            task("third", "performance", Origin::Agent, Fate::Completed),
            task("builtin:secrets", "secrets", Origin::BuiltIn, Fate::Completed),
        ],
        request: RequestFacts { title: "Add a basket".into(), number: Some(7), ..RequestFacts::default() },
        diff: diff(),
        settings: Settings { strategy: Strategy::Swarm, threshold: Some(0.0), ..Settings::default() },
        ..Snapshot::default()
    }
}

pub fn task(id: &str, pass: &str, origin: Origin, fate: Fate) -> TaskFacts {
    TaskFacts { id: TaskId::new(id), pass: pass.into(), origin, fate, overview: String::new() }
}

pub fn review(snapshot: &Snapshot) -> Synthesis {
    synthesis::synthesise(snapshot).expect("a valid review")
}

pub fn posted(snapshot: &Snapshot, undecided: Undecided) -> Effective {
    synthesis::effective(snapshot, undecided).expect("a valid review")
}

/// Ids in the order of the document, suppressed ones left out.
pub fn shown(review: &Synthesis) -> Vec<String> {
    let shown = review.document.findings.iter().filter(|entry| !entry.suppressed);
    shown.map(|entry| entry.finding.id.to_string()).collect()
}

pub fn place<'r>(review: &'r Synthesis, id: &str) -> &'r Place {
    &review.places[&FindingId::new(id)]
}

pub fn reason(review: &Synthesis, id: &str) -> Option<HeldReason> {
    match place(review, id) {
        Place::Held(held) => Some(held.reason),
        Place::Surfaced(_) | Place::Merged { .. } | Place::Dropped(_) => None,
    }
}
