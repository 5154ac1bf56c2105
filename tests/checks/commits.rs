//! Reviewers that ask a repository, through the program: two commits, and what is said of the second.

use serde_json::Value;

use crate::support::{dirs::Home, repo::Repo};

/// What it shows, files before, what is written or taken away, and what is said: each a title with its place.
pub type Case =
    (&'static str, Vec<(&'static str, String)>, Vec<(&'static str, Option<String>)>, &'static [&'static str]);

/// Files with their texts.
pub fn files<const N: usize>(all: [(&'static str, &str); N]) -> Vec<(&'static str, String)> {
    all.map(|(path, text)| (path, text.to_owned())).into()
}

/// Files that are written.
pub fn written<const N: usize>(all: [(&'static str, &str); N]) -> Vec<(&'static str, Option<String>)> {
    all.map(|(path, text)| (path, Some(text.to_owned()))).into()
}

/// Each case is said what it expects, and nothing else.
pub fn hold(id: &str, cases: Vec<Case>) {
    let mut wrong = Vec::new();
    for (why, before, after, expected) in cases {
        let said = said(id, &committed(&before, &after));
        if said != expected {
            wrong.push(format!("{why}: {said:#?} instead of {expected:#?}"));
        }
    }
    assert!(wrong.is_empty(), "{id}\n{}", wrong.join("\n"));
}

/// A home whose settings say this of a reviewer.
pub fn with_settings_of(id: &str, settings: &str) -> Home {
    let home = Home::new();
    let folder = home.path().join(".config/prr");
    std::fs::create_dir_all(&folder).unwrap();
    std::fs::write(folder.join("config.toml"), format!("[checks.{id}]\n{settings}\n")).unwrap();
    home
}

/// What a reviewer says about the last commit, as the report has it.
fn findings(id: &str, repo: &Repo) -> Vec<Value> {
    // Off unless it is asked for.
    let home = with_settings_of(id, "enabled = true");
    let args = ["review", "HEAD~1..HEAD", "--output", "json", "--all"];
    let output = home.prr(&args).current_dir(repo.root()).output().unwrap();
    let document: Value = serde_json::from_slice(&output.stdout)
        .unwrap_or_else(|error| panic!("{error}: {}", String::from_utf8_lossy(&output.stderr)));
    let findings = document["findings"].as_array().unwrap().iter();
    let agent = format!("builtin:{id}");
    findings.filter(|finding| finding["agent"] == agent.as_str()).cloned().collect()
}

/// Titles and places.
fn said(id: &str, repo: &Repo) -> Vec<String> {
    let text = |finding: &Value, field: &str| finding[field].as_str().unwrap().to_owned();
    let told =
        |finding: &Value| format!("{} @{}:{}", text(finding, "title"), text(finding, "file"), finding["lineStart"]);
    findings(id, repo).iter().map(told).collect()
}

/// What a reviewer says of a change, as the report has it.
pub fn texts(id: &str, before: &[(&'static str, String)], after: &[(&'static str, Option<String>)]) -> Vec<String> {
    findings(id, &committed(before, after)).iter().map(Value::to_string).collect()
}

fn committed(before: &[(&'static str, String)], after: &[(&'static str, Option<String>)]) -> Repo {
    let repo = Repo::empty();
    before.iter().for_each(|(path, text)| repo.write(path, text));
    repo.commit("before");
    for (path, text) in after {
        match text {
            Some(text) => repo.write(path, text),
            None => std::fs::remove_file(repo.root().join(path)).unwrap(),
        }
    }
    repo.commit("after");
    repo
}
