//! Labelled pairs and groups of findings, run through the real synthesis, and how often it agrees with the label.
//! Called by the test `dedup_quality` and by the bench of that name.

use std::{fmt, sync::Arc};

use prr::core::{
    model::{
        Actionability, Anchor, BlastRadius, CandidateId, ClaimedPlace, Finding, FindingId, Kind, Lens, LineRange,
        Placement, RepoPath, Settings, Severity, Side, Strategy, TaskId, Weight, Wording,
    },
    synthesis::{Evidence, Fate, Judged, Origin, Place, Said, Snapshot, TaskFacts, synthesise},
};
use serde_json::Value;

/// What came out for one pair of findings.
pub struct Outcome {
    pub id: String,
    pub origin: String,
    /// Both findings have lines.
    pub is_placed: bool,
    pub wanted: bool,
    pub got: bool,
    pub why: String,
}

/// How often merging was right.
#[derive(Default, Clone, Copy)]
pub struct Score {
    pub right: u32,
    pub wrong: u32,
    pub missed: u32,
    pub apart: u32,
}

impl Score {
    pub fn of<'o>(outcomes: impl Iterator<Item = &'o Outcome>) -> Self {
        let mut score = Self::default();
        for outcome in outcomes {
            match (outcome.wanted, outcome.got) {
                (true, true) => score.right += 1,
                (false, true) => score.wrong += 1,
                (true, false) => score.missed += 1,
                (false, false) => score.apart += 1,
            }
        }
        score
    }

    pub fn precision(&self) -> f64 {
        share(self.right, self.right + self.wrong)
    }

    pub fn recall(&self) -> f64 {
        share(self.right, self.right + self.missed)
    }

    pub fn f1(&self) -> f64 {
        share(2 * self.right, 2 * self.right + self.wrong + self.missed)
    }
}

impl fmt::Display for Score {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (same, different) = (self.right + self.missed, self.wrong + self.apart);
        write!(f, "{same:>5} {different:>9} {:>6} {:>6}", self.right, self.wrong)?;
        write!(f, "   {:.3}     {:.3}  {:.3}", self.precision(), self.recall(), self.f1())
    }
}

fn share(part: u32, whole: u32) -> f64 {
    if whole == 0 { f64::NAN } else { f64::from(part) / f64::from(whole) }
}

/// Whose findings they are taken for.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Agents {
    /// Of the agents that the labels name: what one of them says twice, it means twice.
    AsNamed,
    /// Each of an agent of its own: the rule about words and places alone.
    EachItsOwn,
}

/// What became of every counted pair of one file of pairs or groups.
pub fn outcomes(text: &str, agents: Agents) -> Vec<Outcome> {
    let mut all: Vec<Value> = serde_json::from_str(text).unwrap();
    if agents == Agents::EachItsOwn {
        all.iter_mut().for_each(part);
    }
    all.iter().flat_map(|entry| if entry["group"].is_array() { group(entry) } else { pair(entry) }).collect()
}

fn part(entry: &mut Value) {
    let names = ["x", "y", "z"].map(|name| Value::String(name.into()));
    match entry["group"].as_array_mut() {
        Some(group) => group.iter_mut().zip(names).for_each(|(finding, name)| finding["agent"] = name),
        None => ["a", "b"].iter().zip(names).for_each(|(side, name)| entry[side]["agent"] = name),
    }
}

fn pair(entry: &Value) -> Vec<Outcome> {
    let wanted = match entry["label"].as_str() {
        Some("same") => true,
        Some("different") => false,
        _ => return Vec::new(),
    };
    let found = [&entry["a"], &entry["b"]];
    vec![outcome(entry, &found, (0, 1), wanted, &places(&found))]
}

fn group(entry: &Value) -> Vec<Outcome> {
    let found: Vec<&Value> = entry["group"].as_array().unwrap().iter().collect();
    let places = places(&found);
    let same = entry["same"].as_array().unwrap();
    let is_same =
        |a: usize, b: usize| same.iter().any(|pair| pair[0] == a && pair[1] == b || pair[0] == b && pair[1] == a);
    let pairs = (0..found.len()).flat_map(|a| (a + 1..found.len()).map(move |b| (a, b)));
    pairs.map(|(a, b)| outcome(entry, &found, (a, b), is_same(a, b), &places)).collect()
}

fn outcome(entry: &Value, found: &[&Value], (a, b): (usize, usize), wanted: bool, groups: &[usize]) -> Outcome {
    let text = |name: &str| entry[name].as_str().unwrap_or("").to_owned();
    Outcome {
        id: text("id"),
        origin: text("origin"),
        is_placed: found[a]["line_start"].is_u64() && found[b]["line_start"].is_u64(),
        wanted,
        got: groups[a] == groups[b],
        why: text("why"),
    }
}

/// For each finding the number of the one that stands for it. Findings of one agent are of one task.
fn places(found: &[&Value]) -> Vec<usize> {
    let items = found.iter().enumerate().map(|(nth, finding)| Arc::new(judged(nth, finding))).collect();
    let facts = |finding: &&Value| TaskFacts {
        id: task(finding),
        pass: task(finding).to_string(),
        origin: Origin::Agent,
        fate: Fate::Completed,
        overview: String::new(),
    };
    let snapshot = Snapshot {
        items,
        tasks: found.iter().map(facts).collect(),
        settings: Settings {
            strategy: Strategy::Swarm,
            threshold: Some(0.0),
            max_nits: Some(99),
            ..Settings::default()
        },
        ..Snapshot::default()
    };
    let review = synthesise(&snapshot).unwrap();
    let stands = |nth: usize| match review.places.get(&id(nth)) {
        Some(Place::Merged { into }) => (0..found.len()).find(|other| id(*other) == *into).unwrap_or(nth),
        _ => nth,
    };
    (0..found.len()).map(stands).collect()
}

fn task(told: &Value) -> TaskId {
    TaskId::new(told["agent"].as_str().unwrap_or("unknown"))
}

fn id(nth: usize) -> FindingId {
    FindingId::new(format!("f-{nth:03}"))
}

fn judged(nth: usize, told: &Value) -> Judged {
    let text = |name: &str| told[name].as_str().unwrap_or("").to_owned();
    let line = |name: &str| told[name].as_u64().and_then(|line| u32::try_from(line).ok());
    let start = line("line_start");
    let lines = start.and_then(|start| LineRange::new(start, line("line_end").unwrap_or(start)));
    let path = told["file"].as_str().map(RepoPath::new);
    let severity = severity(&text("severity"));
    let symbol = told["symbol"].as_str().map(str::to_owned);
    let place = path.clone().map(|path| ClaimedPlace { path, symbol, side: Some(Side::Right), lines });
    let weight =
        Weight { severity, confidence: None, actionability: Actionability::High, blast_radius: BlastRadius::Module };
    let anchor = path.map(|path| Anchor { path, side: Side::Right, lines });
    let finding = Finding {
        id: id(nth),
        candidates: vec![CandidateId::new(format!("c{nth}"))],
        placement: match anchor {
            Some(anchor) if lines.is_some() => Placement::Inline(anchor),
            Some(anchor) => Placement::File(anchor),
            None => Placement::Body,
        },
        fingerprint: "|||".into(),
        kind: Kind::Finding,
        severity,
        lens: Lens::Correctness,
        wording: Wording {
            title: text("title"),
            body: text("body"),
            suggestion: told["suggestion"].as_str().map(str::to_owned),
        },
        priority: 50,
        held: None,
        steps: Vec::new(),
    };
    Judged {
        finding,
        own: Some(Evidence { task: task(told), issue_class: text("issue_class"), weight, place }),
        ruling: None,
        opinions: Vec::new(),
        said: Said::default(),
    }
}

/// The reviewers' words for it; major when they say none.
fn severity(word: &str) -> Severity {
    match word.to_lowercase().as_str() {
        "critical" | "blocker" | "p0" => Severity::Critical,
        "minor" | "low" | "info" | "p3" => Severity::Minor,
        "nit" | "nitpick" | "style" => Severity::Nitpick,
        _ => Severity::Major,
    }
}
