//! Reports of runs: every format whole, what programs rely on, stored reviews, custom rules.
//! Not here: what is said in a review (`tests/synthesis`).

mod edges;
mod exports;
mod goldens;
mod imports;
mod learning;
mod logs;
mod round_trip;
mod rules;
mod sarif;
mod several;
mod stored;
mod tools;

use std::fs;

use serde_json::Value;

use crate::support::dirs::Home;

/// A change that was made for these tests.
const SMALL: &str = include_str!("../../fixtures/reports/small.diff");
/// What an agent says about it, as deep's array.
const FINDINGS: &str = include_str!("../../fixtures/reports/findings.json");

/// What a program gave.
struct Ran {
    code: i32,
    out: String,
    err: String,
}

impl Ran {
    #[track_caller]
    fn json(&self) -> Value {
        serde_json::from_str(&self.out).unwrap_or_else(|error| panic!("{error}: {}{}", self.out, self.err))
    }
}

fn run(home: &Home, args: &[&str]) -> Ran {
    let output = home.prr(args).output().unwrap();
    let text = |bytes: Vec<u8>| String::from_utf8(bytes).unwrap();
    Ran { code: output.status.code().unwrap(), out: text(output.stdout), err: text(output.stderr) }
}

/// A home with files in its work folder.
fn home(files: &[(&str, &str)]) -> Home {
    let home = Home::new();
    for (name, text) in files {
        let path = home.work().join(name);
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(path, text).unwrap();
    }
    home
}

/// The home with the small change and its findings.
fn small() -> Home {
    home(&[("small.diff", SMALL), ("agent.json", FINDINGS)])
}

/// Arguments of its review, without built-in reviewers: they grow, and these tests are about form.
const REVIEW: [&str; 5] = ["review", "small.diff", "--no-builtin", "--findings", "agent.json"];

fn review(home: &Home, more: &[&str]) -> Ran {
    run(home, &[&REVIEW, more].concat())
}

/// The person's settings.
fn settings(home: &Home, text: &str) {
    let folder = home.path().join(".config/prr");
    fs::create_dir_all(&folder).unwrap();
    fs::write(folder.join("config.toml"), text).unwrap();
}

/// Compares with the golden file, times and ids of the run made equal.
fn golden(name: &str, text: &str) {
    let mut settings = insta::Settings::clone_current();
    settings.set_omit_expression(true);
    settings.add_filter(r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?Z(-[0-9a-f]{7})?", "[time]");
    settings.add_filter(r"\d{8}-\d{6}-[0-9a-f]{7}(-\d\b)?", "[run]");
    settings.add_filter(r#""reviewDurationMs": \d+"#, r#""reviewDurationMs": 0"#);
    settings.add_filter(r"(small|demo)-diff-[0-9a-f]{8}", "$1-diff-[hash]");
    settings.add_filter(r"/[^ \n\x22]*/prr/logbooks/", "[data]/");
    settings.add_filter(r"held back, \d+\.\d s", "held back, [took]");
    settings.bind(|| insta::assert_snapshot!(name, text));
}
