//! A home, a made GitHub and the program between them. Shared by the tests beside it.

use std::{
    ffi::OsString,
    path::Path,
    process::{Command, Output},
};

use serde_json::{Value, json};

use crate::support::{
    dirs::Home,
    github::{Hub, Route, sample, world::World},
};

/// The diff of the corpus.
pub const DIFF: &str = include_str!("../../fixtures/github/corpus/B14-suggestion-fences/pr.diff");

pub struct Scene {
    pub home: Home,
    pub hub: Hub,
}

/// How a command ended.
#[derive(Debug)]
pub struct Ended {
    pub code: Option<i32>,
    pub out: String,
    pub err: String,
}

impl Ended {
    fn of(output: Output) -> Self {
        let text = |bytes: &[u8]| String::from_utf8_lossy(bytes).into_owned();
        Self { code: output.status.code(), out: text(&output.stdout), err: text(&output.stderr) }
    }

    #[track_caller]
    pub fn json(&self) -> Value {
        serde_json::from_str(&self.out).unwrap_or_else(|error| panic!("{error}: {self:#?}"))
    }

    /// A gate of the JSON.
    #[track_caller]
    pub fn gate(&self, name: &str) -> (bool, String) {
        let all = self.json()["gates"].clone();
        let gate = all.as_array().unwrap().iter().find(|gate| gate["name"] == name).unwrap().clone();
        (gate["passed"].as_bool().unwrap(), gate["why"].as_str().unwrap().to_owned())
    }
}

/// Runs the program in a home with these variables.
pub fn run(home: &Home, env: &[(&'static str, OsString)], args: &[&str]) -> Ended {
    let mut command: Command = home.prr(args);
    Ended::of(command.envs(env.iter().cloned()).output().unwrap())
}

/// Undecided findings are published, so that no cockpit is needed.
pub fn settle(home: &Home, more: &str) {
    let folder = home.path().join(".config/prr");
    std::fs::create_dir_all(&folder).unwrap();
    std::fs::write(folder.join("config.toml"), format!("gate.undecided = \"publish\"\n{more}")).unwrap();
}

fn copy(from: &Path, to: &Path) {
    std::fs::create_dir_all(to).unwrap();
    for entry in std::fs::read_dir(from).unwrap() {
        let entry = entry.unwrap();
        let target = to.join(entry.file_name());
        match entry.file_type().unwrap().is_dir() {
            true => copy(&entry.path(), &target),
            false => drop(std::fs::copy(entry.path(), target).unwrap()),
        }
    }
}

/// A finding as an agent gives it.
pub fn finding(file: &str, line: u32, title: &str) -> Value {
    json!({"file": file, "line": line, "severity": "medium", "issue_class": title.replace(' ', "-"), "title": title,
        "body": format!("{title}."), "confidence": 0.9})
}

impl Scene {
    pub fn new(world: World) -> Self {
        let scene = Self { home: Home::new(), hub: Hub::start(world) };
        settle(&scene.home, "");
        scene
    }

    /// `o/r#7` with the corpus's diff.
    pub fn seven() -> Self {
        Self::new(sample::of_diff(DIFF))
    }

    /// The same, reviewed with two findings at lines.
    pub fn reviewed() -> Self {
        let scene = Self::seven();
        scene.review(&[finding("src/lib.rs", 4, "alpha beta"), finding("README.md", 2, "gamma delta")]);
        scene
    }

    /// The same at another GitHub that knows nothing yet: its home is a copy of this one, without what was kept of
    /// the host's answers.
    pub fn twin(&self) -> Self {
        let twin = Self { home: Home::new(), hub: Hub::start(sample::of_diff(DIFF)) };
        for place in [".config", ".local"] {
            copy(&self.home.path().join(place), &twin.home.path().join(place));
        }
        twin
    }

    /// The person's settings, and nothing else in them.
    pub fn settings(&self, text: &str) {
        std::fs::write(self.home.path().join(".config/prr/config.toml"), text).unwrap();
    }

    pub fn review(&self, findings: &[Value]) {
        let file = self.home.work().join("findings.json");
        std::fs::write(&file, json!({"findings": findings}).to_string()).unwrap();
        self.review_of(&file);
    }

    #[track_caller]
    pub fn review_of(&self, findings: &Path) {
        let file = findings.to_str().unwrap();
        let mut args = vec!["review", "o/r#7", "--no-builtin", "--strategy", "passes", "--full"];
        args.extend(["--threshold", "0", "--findings", file]);
        let ended = self.prr(&args);
        assert_eq!(ended.code, Some(0), "{ended:#?}");
    }

    pub fn prr(&self, args: &[&str]) -> Ended {
        run(&self.home, &self.hub.env(), args)
    }

    pub fn publish(&self, more: &[&str]) -> Ended {
        self.prr(&[&["publish", "o/r#7"], more].concat())
    }

    /// The one with a test switch.
    pub fn publish_with(&self, fault: &str) -> Ended {
        let mut env = self.hub.env();
        env.push(("PRR_FAULT", fault.into()));
        run(&self.home, &env, &["publish", "o/r#7", "--yes"])
    }

    /// POSTs of reviews so far.
    pub fn posts(&self) -> usize {
        self.hub.calls(Route::PostReview).len()
    }

    /// The ledger's lines.
    pub fn ledger(&self) -> Vec<Value> {
        let path = self.home.path().join(".local/state/prr/publications/github.com/o/r/7/ledger.jsonl");
        let text = std::fs::read_to_string(path).unwrap_or_default();
        text.lines().map(|line| serde_json::from_str(line).unwrap()).collect()
    }

    /// Intents without a receipt.
    pub fn open_intents(&self) -> usize {
        let of = |kind: &str| self.ledger().iter().filter(|line| line["record_type"] == kind).count();
        of("publication_intent") - of("publication_receipt")
    }

    pub fn receipts(&self) -> Vec<Value> {
        self.ledger().into_iter().filter(|line| line["record_type"] == "publication_receipt").collect()
    }
}
