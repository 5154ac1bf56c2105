//! Holding back what a person always drops: off unless they want it, told with its evidence, ended by one acceptance,
//! only in this repository and never by its own files.

use std::fmt::Write;

use prr::{
    core::model::{Act, Decision, FindingId, Record, Request, RunId, TargetKind, Time},
    edge::logbook::{Fault, Logbook, Places, Repository},
};
use serde_json::Value;

use super::settings;
use crate::support::{dirs::Home, repo::Repo};

struct Desk {
    home: Home,
    repo: Repo,
    clock: i64,
}

impl Desk {
    fn new() -> Self {
        Self { home: Home::new(), repo: Repo::with_history(), clock: 1_700_000_000_000 }
    }

    fn run(&self, args: &[&str]) -> Value {
        let output = self.home.prr(args).current_dir(self.repo.root()).output().unwrap();
        assert!(output.status.success(), "{args:?}: {}", String::from_utf8_lossy(&output.stderr));
        serde_json::from_slice(&output.stdout).unwrap()
    }

    /// A commit with a file of a hundred lines, reviewed by an agent that says nits of one class at these lines.
    fn review(&self, file: &str, nits: &[(u32, &str)]) -> Vec<(String, String, String)> {
        let text = (1..=100).fold(String::new(), |mut text, n| {
            writeln!(text, "{file} line {n}").unwrap();
            text
        });
        self.repo.write(file, &text);
        self.repo.commit(file);
        self.again(file, nits)
    }

    /// Id, title and why it is held back ('' = it is not) of each finding of the newest commit.
    fn again(&self, file: &str, nits: &[(u32, &str)]) -> Vec<(String, String, String)> {
        let claims: Vec<Value> = nits
            .iter()
            .map(|(line, severity)| {
                serde_json::json!({
                    "output_type": "finding", "issue_class": "naming", "title": format!("{file}{line} says little"),
                    "summary": format!("Name {line} of {file} could say more."), "evidence": format!("line {line}"),
                    "why_now": "It is new.", "file_path": file, "line_start": line, "line_end": line,
                    "severity": severity, "confidence_local": 0.95, "confidence_context": 0.95,
                    "actionability": "high", "blast_radius": "module", "lens": "maintainability",
                    "invariant": format!("{file} {line}"), "sink": ""
                })
            })
            .collect();
        let path = self.home.work().join("nits.json");
        std::fs::write(&path, serde_json::to_string(&claims).unwrap()).unwrap();
        let findings = path.to_str().unwrap();
        let json = self.run(&[
            "review",
            "HEAD~1..HEAD",
            "--no-builtin",
            "--full",
            "--findings",
            findings,
            "--output",
            "r3",
            "--all",
        ]);
        let text = |value: &Value| value.as_str().unwrap_or_default().to_owned();
        let findings = json["findings"].as_array().unwrap().iter();
        let one = |finding: &Value| {
            let held = &finding["held_back"];
            let why = if held.is_null() {
                String::new()
            } else {
                format!("{}: {}", text(&held["reason"]), text(&held["details"]))
            };
            (text(&finding["id"]), text(&finding["title"]), why)
        };
        findings.map(one).filter(|(_, title, _)| title.contains("says little")).collect()
    }

    /// Acts of the person on the newest run.
    fn decide(&mut self, acts: &[(&str, Act)]) {
        let log = self.run(&["log", "--output", "json"]);
        let targets = log["targets"].as_array().unwrap();
        let newest =
            |target: &&Value| target["runs"].as_array().unwrap().last().unwrap()["run_id"].as_str().unwrap().to_owned();
        let head = self.repo.git(&["rev-parse", "--short=7", "HEAD"]);
        let target = targets.iter().find(|target| newest(target).contains(head.trim())).unwrap();
        let run = RunId::new(newest(&target));
        let request = Request {
            kind: TargetKind::Range,
            pr_ref: target["pr_ref"].as_str().unwrap().to_owned(),
            repo_slug: String::new(),
            title: String::new(),
            base_sha: None,
            head_sha: None,
            diff_hash: String::new(),
            notes: Vec::new(),
            pull: None,
            stack: None,
        };
        let root = self.repo.root().to_owned();
        let repository =
            Repository { common_dir: root.join(".git"), main_worktree: Some(root), logbooks_tracked: false };
        let places = Places { repository: Some(repository), ..Places::default() };
        let mut opened = Logbook::open(&places, &request, Fault::Never).unwrap();
        for (finding, act) in acts {
            self.clock += 1000;
            let seq = opened.past.last_seq + 1;
            opened.past.last_seq = seq;
            let decision = Decision {
                seq,
                at: Time(self.clock),
                finding: FindingId::new(*finding),
                act: act.clone(),
                batch: None,
            };
            opened.logbook.append(&[Record::Decision { run: run.clone(), decision }]).unwrap();
        }
        opened.logbook.sync().unwrap();
    }
}

const NINE: [(u32, &str); 9] = [
    (5, "low"),
    (15, "low"),
    (25, "low"),
    (35, "low"),
    (45, "low"),
    (55, "low"),
    (65, "low"),
    (75, "low"),
    (85, "low"),
];

fn held(found: &[(String, String, String)]) -> usize {
    found.iter().filter(|(_, _, why)| !why.is_empty()).count()
}

/// Nine nits in a file of the past, of which so many were dropped.
fn dropped(count: usize) -> Desk {
    let mut desk = Desk::new();
    let found = desk.review("a.rs", &NINE);
    assert_eq!((found.len(), held(&found)), (9, 0));
    let no = || Act::Drop { reason: "a matter of taste".into() };
    let acts: Vec<(&str, Act)> = found.iter().take(count).map(|(id, ..)| (id.as_str(), no())).collect();
    desk.decide(&acts);
    desk
}

#[test]
fn what_was_dropped_nine_times_of_nine_is_held_back_when_that_is_wanted_and_a_blocker_never() {
    let mut desk = dropped(9);
    let nits = [(10, "low"), (40, "low"), (70, "high")];
    assert_eq!(held(&desk.review("b.rs", &nits)), 0, "off by default");
    settings(&desk.home, "[learning]\nhold_back = true\n");
    let found = desk.again("b.rs", &nits);
    let why = "always-dropped: dropped 9 of 9 by you: lens maintainability, class naming";
    let mut whys: Vec<&str> = found.iter().map(|(_, _, why)| why.as_str()).collect();
    whys.sort_unstable();
    assert_eq!(whys, ["", why, why]);
    let shown = desk.run(&["show", "HEAD~1..HEAD", "--output", "r3", "--all"]);
    assert!(shown.to_string().contains("dropped 9 of 9 by you"), "{shown}");
    // One of them is accepted: from then on nothing is held back, not even in the run itself.
    let (id, ..) = found.iter().find(|(_, _, reason)| reason == why).unwrap();
    desk.decide(&[(id, Act::Accept)]);
    assert_eq!(held(&desk.again("b.rs", &nits)), 0);
    assert_eq!(held(&desk.review("c.rs", &nits)), 0);
    let stats = desk.run(&["log", "stats", "-o", "json"]);
    let row = &stats["classes"][0];
    assert_eq!((&row["name"], &row["accepted"], &row["dropped"]), (&"naming".into(), &1.into(), &9.into()), "{stats}");
    assert_eq!(row["percent"], 10);
}

#[test]
fn seven_drops_are_too_few() {
    let desk = dropped(7);
    settings(&desk.home, "[learning]\nhold_back = true\n");
    assert_eq!(held(&desk.review("b.rs", &[(10, "low")])), 0);
}

#[test]
fn a_repository_cannot_switch_it_on() {
    let desk = dropped(9);
    desk.repo.write(".prr.toml", "[learning]\nhold_back = true\n");
    desk.repo.commit("settings");
    assert_eq!(held(&desk.review("b.rs", &[(10, "low")])), 0);
}

#[test]
fn what_was_dropped_in_another_repository_teaches_nothing_here() {
    let desk = dropped(9);
    settings(&desk.home, "[learning]\nhold_back = true\n");
    let other = Desk { home: desk.home, repo: Repo::with_history(), clock: 0 };
    assert_eq!(held(&other.review("b.rs", &[(10, "low")])), 0);
}
