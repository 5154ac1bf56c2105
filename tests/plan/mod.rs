//! Planning by the built program and by the library: golden plans of published versions, `prr plan`, what a run does with
//! tasks that nobody answers, tier 0, briefs. Not here: the planners rule by rule (`src/core/plan/tests.rs`).

mod bad_input;
mod briefs;
mod command;
mod golden;
mod graph;
mod runs;
mod sarif;
mod sides;
mod spec;
mod tier0;

use std::process::Output;

use serde_json::Value;

use crate::support::{dirs::Home, repo::Repo};

fn text(bytes: &[u8]) -> String {
    String::from_utf8_lossy(bytes).into_owned()
}

/// Runs it in the working folder.
fn prr(home: &Home, args: &[&str]) -> Output {
    home.prr(args).output().unwrap()
}

/// Runs it in a repository.
fn prr_in(repo: &Repo, home: &Home, args: &[&str]) -> Output {
    home.prr(args).current_dir(repo.root()).output().unwrap()
}

fn json(output: &Output) -> Value {
    serde_json::from_slice(&output.stdout).unwrap_or_else(|error| {
        panic!("{error}: {}\n{}", text(&output.stdout), text(&output.stderr));
    })
}

/// A diff of one added file with so many lines.
fn added(path: &str, lines: usize) -> String {
    let body: String = (0..lines).map(|n| format!("+let value_{n} = compute({n});\n")).collect();
    format!(
        "diff --git a/{path} b/{path}\nnew file mode 100644\n--- /dev/null\n+++ b/{path}\n@@ -0,0 +1,{lines} @@\n{body}"
    )
}

/// A diff of one deleted file.
fn deleted(path: &str, lines: usize) -> String {
    let body: String = (0..lines).map(|n| format!("-let value_{n} = compute({n});\n")).collect();
    format!(
        "diff --git a/{path} b/{path}\ndeleted file mode 100644\n--- a/{path}\n+++ /dev/null\n@@ -1,{lines} +0,0 @@\n{body}"
    )
}

/// Writes `change.diff` and gives its name.
fn change(home: &Home, parts: &[String]) -> &'static str {
    std::fs::write(home.work().join("change.diff"), parts.concat()).unwrap();
    "change.diff"
}
