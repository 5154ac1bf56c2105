//! Agents through the built program: commands, model APIs on a scripted server, what they come to. Not here: reading what
//! they say (`tests/answers`), planning (`tests/plan`).

mod answers;
mod hostile;
pub mod models;
mod presets;
mod processes;
mod replay;
mod supervision;
mod tools;
mod waves;
mod waves_more;

use std::path::{Path, PathBuf};

use serde_json::Value;

use crate::support::dirs::Home;

/// A person with a change and with settings.
struct Scene {
    home: Home,
    env: Vec<(String, String)>,
}

/// What a run gave.
struct Ran {
    code: Option<i32>,
    out: String,
    err: String,
}

impl Ran {
    fn json(&self) -> Value {
        serde_json::from_str(&self.out).unwrap_or_else(|error| panic!("{error}: {}\n{}", self.out, self.err))
    }

    /// Every finding, held back or not.
    fn findings(&self) -> Vec<Value> {
        self.json()["findings"].as_array().cloned().unwrap_or_default()
    }

    /// Why agents failed, as it was told on the way; '' = none did.
    fn failed(&self) -> String {
        let is_failed = |line: &&str| line.contains(": failed: ");
        let told: Vec<&str> = self.err.lines().filter(is_failed).collect();
        let names = self.json()["metadata"]["failedAgents"].as_array().map_or(0, Vec::len);
        assert_eq!(told.len(), names, "{}\n{}", self.out, self.err);
        told.join("\n")
    }

    fn titles(&self) -> Vec<String> {
        self.findings().iter().map(|finding| finding["title"].as_str().unwrap_or_default().to_owned()).collect()
    }
}

fn fixture(name: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("fixtures/agents").join(name)
}

impl Scene {
    /// With the corpus' change and these settings.
    fn new(settings: &str) -> Self {
        let home = Home::new();
        std::fs::copy(fixture("pr.diff"), home.work().join("pr.diff")).unwrap();
        std::fs::create_dir_all(home.path().join(".config/prr")).unwrap();
        std::fs::write(home.path().join(".config/prr/config.toml"), settings).unwrap();
        Self { home, env: Vec::new() }
    }

    /// One command over the whole change.
    fn command(argv: &[&str], more: &str) -> Self {
        let argv: Vec<String> = argv.iter().map(|part| format!("{part:?}")).collect();
        Self::new(&format!("[[agents]]\nname = \"one\"\nargv = [{}]\nscope = \"whole\"\n{more}\n", argv.join(", ")))
    }

    fn with(mut self, name: &str, value: &str) -> Self {
        self.env.push((name.to_owned(), value.to_owned()));
        self
    }

    /// A review without built-in reviewers, with all that was held back.
    fn review(&self, more: &[&str]) -> Ran {
        let args = ["review", "pr.diff", "--strategy", "passes", "--full", "--threshold", "0", "--no-builtin", "--all"];
        self.run(&[&args[..], more, &["--output", "json"]].concat())
    }

    fn run(&self, args: &[&str]) -> Ran {
        let output = self.home.prr(args).envs(self.env.iter().cloned()).output().unwrap();
        let text = |bytes: &[u8]| String::from_utf8_lossy(bytes).into_owned();
        Ran { code: output.status.code(), out: text(&output.stdout), err: text(&output.stderr) }
    }
}
