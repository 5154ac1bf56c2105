//! How long synthesis takes: 2,000 findings (target 50 ms), 10,000 (200 ms), and the shapes that would show quadratic
//! behaviour: one line, one title, one file, twins only, no place, confidences that are no numbers, no titles; a
//! hundred bodies of 1 MB. `cargo bench --bench synthesis`; numbers mean something on a
//! quiet machine only.
#![allow(clippy::unwrap_used, missing_docs)]

use std::sync::Arc;

use divan::Bencher;
use prr::core::{
    diff,
    model::{
        Actionability, Anchor, BlastRadius, CandidateId, ClaimedPlace, Confidence, Finding, FindingId, Kind, Lens,
        LineRange, Placement, RepoPath, Settings, Severity, Side, Strategy, Suppression, TaskId, Weight, Wording,
    },
    synthesis::{Evidence, Fate, Judged, Origin, Said, Snapshot, TaskFacts, synthesise},
};

/// As in the program itself.
#[global_allocator]
static ALLOCATOR: mimalloc::MiMalloc = mimalloc::MiMalloc;

fn main() {
    divan::main();
}

const FILES: u32 = 200;
const LINES: u32 = 500;
const TASKS: u32 = 12;
const WORDS: [&str; 40] = [
    "missing",
    "null",
    "check",
    "unbounded",
    "loop",
    "secret",
    "token",
    "logged",
    "query",
    "inside",
    "handler",
    "lock",
    "held",
    "across",
    "await",
    "index",
    "range",
    "cast",
    "overflow",
    "unused",
    "import",
    "panic",
    "input",
    "path",
    "escape",
    "shell",
    "cache",
    "stale",
    "key",
    "retry",
    "forever",
    "error",
    "swallowed",
    "test",
    "removed",
    "flag",
    "unsafe",
    "block",
    "thread",
    "leak",
];

/// Numbers that look random and are the same everywhere.
struct Dice(u64);

impl Dice {
    fn roll(&mut self, below: u32) -> u32 {
        self.0 = self.0.wrapping_mul(6364136223846793005).wrapping_add(1442695040888963407);
        ((self.0 >> 33) % u64::from(below)) as u32
    }
}

/// What is alike in a flood of findings.
#[derive(Clone, Copy, PartialEq, Debug)]
enum Shape {
    Spread,
    OneFile,
    OneLine,
    OneTitle,
    Twins,
    NoPlace,
    NotANumber,
    NoTitle,
    Megabyte,
}

fn sentence(words: u32, dice: &mut Dice) -> String {
    (0..words).map(|_| WORDS[dice.roll(40) as usize]).collect::<Vec<_>>().join(" ")
}

fn judged(n: u32, shape: Shape, dice: &mut Dice) -> Judged {
    let file = if shape == Shape::Spread { dice.roll(FILES) } else { 0 };
    let line = if matches!(shape, Shape::OneLine | Shape::Twins) { 7 } else { 1 + dice.roll(LINES - 10) };
    let lines = LineRange::new(line, line + dice.roll(4));
    let path = RepoPath::new(format!("src/file{file}.rs"));
    let title = match shape {
        Shape::OneTitle | Shape::Twins => "missing null check".to_owned(),
        Shape::NoTitle => String::new(),
        _ => sentence(5, dice),
    };
    let body = match shape {
        Shape::Twins => "Two sentences of a body. They say why it matters.".to_owned(),
        Shape::Megabyte => sentence(150_000, dice),
        _ => sentence(30, dice),
    };
    let sure = if shape == Shape::NotANumber { f64::NAN } else { 0.5 + f64::from(dice.roll(50)) / 100.0 };
    let placed = shape != Shape::NoPlace;
    let weight = Weight {
        severity: Severity::ALL[dice.roll(5) as usize],
        confidence: Some(Confidence { local: sure, context: sure }),
        actionability: Actionability::High,
        blast_radius: BlastRadius::Module,
    };
    let class = if dice.roll(3) == 0 { WORDS[dice.roll(40) as usize] } else { "" };
    let own = Evidence {
        task: TaskId::new(format!("t{}", dice.roll(TASKS))),
        issue_class: class.into(),
        weight,
        place: placed.then(|| ClaimedPlace { path: path.clone(), symbol: None, side: Some(Side::Right), lines }),
    };
    let finding = Finding {
        id: FindingId::new(format!("correctness-{n:05}")),
        candidates: vec![CandidateId::new(format!("c{n}"))],
        placement: match placed {
            true => Placement::Inline(Anchor { path, side: Side::Right, lines }),
            false => Placement::Body,
        },
        fingerprint: format!("{class}|file{file}||"),
        kind: Kind::Finding,
        severity: weight.severity,
        lens: Lens::Correctness,
        wording: Wording { title, body, suggestion: None },
        priority: 50,
        held: None,
        steps: Vec::new(),
    };
    Judged { finding, own: Some(own), ruling: None, opinions: Vec::new(), said: Said::default() }
}

fn snapshot(n: u32, shape: Shape) -> Snapshot {
    let mut dice = Dice(42);
    let items = (0..n).map(|n| Arc::new(judged(n, shape, &mut dice))).collect();
    let body: String = (0..LINES).map(|n| format!("+line {n}\n")).collect();
    let file = |n| {
        format!(
            "diff --git a/src/file{n}.rs b/src/file{n}.rs\n--- /dev/null\n+++ b/src/file{n}.rs\n@@ -0,0 +1,{LINES} @@\n{body}"
        )
    };
    let text: String = (0..FILES).map(file).collect();
    let task = |n| TaskFacts {
        id: TaskId::new(format!("t{n}")),
        pass: format!("pass{n}"),
        origin: Origin::Agent,
        fate: Fate::Completed,
        overview: String::new(),
    };
    let suppressions = ["unused import", "(?i)todo(?! later)", "^leak.*$"];
    let suppressions =
        suppressions.map(|p| Suppression { message_pattern: Some(p.into()), ..Suppression::default() }).to_vec();
    Snapshot {
        items,
        tasks: (0..TASKS).map(task).collect(),
        diff: Arc::new(diff::parse(text.into_bytes())),
        // No budget: everything is ordered and rendered.
        settings: Settings {
            strategy: Strategy::Swarm,
            threshold: Some(0.0),
            max_nits: Some(u32::MAX),
            suppressions,
            ..Settings::default()
        },
        ..Snapshot::default()
    }
}

/// As they are reviewed again and again while a run goes on.
#[divan::bench(args = [2_000, 10_000])]
fn findings_over_200_files(bencher: Bencher, n: u32) {
    let snapshot = snapshot(n, Shape::Spread);
    bencher.bench(|| synthesise(&snapshot).unwrap());
}

/// All of them new: none was read before.
#[divan::bench(args = [2_000, 10_000])]
fn new_findings_over_200_files(bencher: Bencher, n: u32) {
    bencher.with_inputs(|| snapshot(n, Shape::Spread)).bench_refs(|snapshot| synthesise(snapshot).unwrap());
}

#[divan::bench]
fn a_hundred_bodies_of_a_megabyte(bencher: Bencher) {
    let snapshot = snapshot(100, Shape::Megabyte);
    bencher.bench(|| synthesise(&snapshot).unwrap());
}

const ALIKE: [Shape; 7] =
    [Shape::OneFile, Shape::OneLine, Shape::OneTitle, Shape::Twins, Shape::NoPlace, Shape::NotANumber, Shape::NoTitle];

#[divan::bench(args = ALIKE)]
fn ten_thousand_alike(bencher: Bencher, shape: Shape) {
    let snapshot = snapshot(10_000, shape);
    bencher.bench(|| synthesise(&snapshot).unwrap());
}
