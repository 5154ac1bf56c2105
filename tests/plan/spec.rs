//! Spec alignment by the built program: where specifications are read from, and what a review says of them.

use std::sync::Arc;

use prr::{
    core::{
        gate::Past,
        model::{Pass, PullNews, RunId, Task, TaskEnd, TaskId, TaskState, Time},
        risk,
    },
    session::{self, Effect, Msg},
};
use serde_json::Value;

use super::{json, prr_in, text};
use crate::support::{desk::Desk, dirs::Home, repo::Repo};

fn home() -> Home {
    let home = Home::new();
    std::fs::create_dir_all(home.path().join(".config/prr")).unwrap();
    let settings = "[spec_alignment]\nenabled = true\n";
    std::fs::write(home.path().join(".config/prr/config.toml"), settings).unwrap();
    home
}

/// A repository whose first commit has these files, and whose second changes `src/routes.rs` with that message.
fn repo(files: &[(&str, &str)], message: &str) -> Repo {
    let repo = Repo::empty();
    repo.write("src/routes.rs", "fn routes() {\n    get(home);\n}\n");
    for (path, text) in files {
        repo.write(path, text);
    }
    repo.commit("first");
    repo.write("src/routes.rs", "fn routes() {\n    get(home);\n    post(sign_up);\n    post(sign_off);\n}\n");
    // A change cannot rewrite what it is held against.
    repo.write("REVIEW.md", "nothing is asked\n");
    repo.commit(message);
    repo
}

fn said(repo: &Repo, home: &Home) -> (Value, Vec<String>) {
    let review = json(&prr_in(repo, home, &["review", "HEAD~1..HEAD", "--output", "json", "--rerun"]));
    let findings = review["findings"].as_array().unwrap_or_else(|| panic!("{review:#}")).clone();
    let titles = findings.iter().filter_map(|one| one["title"].as_str().map(str::to_owned)).collect();
    (review, titles)
}

#[test]
fn wiring_of_the_base_side_is_checked_and_a_change_cannot_rewrite_it() {
    let review =
        "## Wiring Verification\n- `src/routes.rs` MUST contain `log_in`\n- `src/routes.rs` MUST contain `sign_up`\n";
    let (repo, home) = (repo(&[("REVIEW.md", review)], "second"), home());
    let (document, titles) = said(&repo, &home);
    assert!(titles.iter().any(|title| title == "src/routes.rs must contain `log_in`, and does not"), "{document:#}");
    assert!(!titles.iter().any(|title| title.contains("`sign_up`")), "{titles:?}");
    let output = prr_in(&repo, &home, &["review", "HEAD~1..HEAD", "--fail-on", "blocker", "--rerun"]);
    assert_eq!(output.status.code(), Some(1), "{}", text(&output.stdout));
}

#[test]
fn its_settings_are_those_of_any_built_in_reviewer() {
    let review = "## Wiring Verification\n- `src/routes.rs` MUST contain `log_in`\n";
    let with = |settings: &str| {
        // What an earlier run found is brought back: each has a place of its own.
        let (repo, home) = (repo(&[("REVIEW.md", review)], "second"), home());
        let settings = format!("[spec_alignment]\nenabled = true\n[checks.spec-alignment]\n{settings}\n");
        std::fs::write(home.path().join(".config/prr/config.toml"), settings).unwrap();
        let (document, _) = said(&repo, &home);
        let findings = document["findings"].as_array().unwrap().iter();
        findings
            .filter(|one| one["title"].as_str().unwrap().contains("log_in"))
            .map(|one| one["severity"].as_str().unwrap().to_owned())
            .collect::<Vec<_>>()
    };
    assert_eq!(with(""), ["critical"]);
    assert_eq!(with("severity = \"minor\""), ["improvement"]);
    assert_eq!(with("enabled = false"), Vec::<String>::new());
    assert_eq!(with("paths = [\"docs/**\"]"), Vec::<String>::new());
}

#[test]
fn specifications_and_open_boxes_of_the_messages_count() {
    let spec = "## Acceptance criteria\n- Sign-off MUST call `audit_log`\n- Sign-up MUST call `sign_up`\n";
    let template = "- [ ] I ran the linter\n";
    let files = [(".claude/specs/sign-off.md", spec), (".github/pull_request_template.md", template)];
    let message = "Sign-off\n\n- [ ] I ran the linter\n- [ ] documented\n- [x] tested\n";
    let (document, titles) = said(&repo(&files, message), &home());
    for wanted in ["Not done: Sign-off MUST call `audit_log`", "Left open: documented"] {
        assert!(titles.iter().any(|title| title == wanted), "{wanted}: {document:#}");
    }
    assert!(!titles.iter().any(|title| title.contains("linter") || title.contains("tested")), "{titles:?}");
}

#[test]
fn it_is_off_by_default_and_skipped_where_nothing_is_asked() {
    let review = "- `src/routes.rs` MUST contain `log_in`\n";
    let (_, titles) = said(&repo(&[("REVIEW.md", review)], "second"), &Home::new());
    assert_eq!(titles, Vec::<String>::new());
    let bare = Repo::empty();
    bare.write("a.rs", "fn a() {}\n");
    bare.commit("first");
    bare.write("a.rs", "fn a() {}\n\nfn b() {}\nfn c() {}\nfn d() {}\nfn e() {}\nfn f() {}\n");
    bare.commit("second");
    let (_, titles) = said(&bare, &home());
    assert_eq!(titles, Vec::<String>::new());
    let plan = json(&prr_in(&bare, &home(), &["plan", "HEAD~1..HEAD", "--output", "json"]));
    let tasks: Vec<&str> = plan["tasks"].as_array().unwrap().iter().filter_map(|task| task["id"].as_str()).collect();
    assert!(tasks.contains(&"builtin:spec-alignment"), "{tasks:?}");
}

/// Tasks that are to begin, each with how many issues it is told.
fn begun(effects: &[Effect]) -> Vec<(String, usize)> {
    let of = |effect: &Effect| match effect {
        Effect::Run(tasks, change) => {
            tasks.iter().map(|task| (task.id.as_str().to_owned(), change.about.issues.len())).collect()
        }
        _ => Vec::new(),
    };
    effects.iter().flat_map(of).collect()
}

#[test]
fn it_waits_for_linked_issues_and_a_stop_ends_it_at_once() {
    let waiting = || {
        let mut desk = Desk::new(100, 30);
        desk.is_pull = true;
        let id = TaskId::new("builtin:spec-alignment");
        let pass = Pass::Builtin("spec-alignment".to_owned());
        desk.session.tasks.push((Task { id, pass }, TaskState::Queued));
        desk.read("--- a/x.rs\n+++ b/x.rs\n@@ -1 +1 @@\n-a\n+b\n");
        desk.open(Past::default(), false);
        let map = Arc::new(risk::change_map(&desk.session.diff, &RunId::new("run")));
        let effects = session::update(&mut desk.session, Msg::Mapped(map, Arc::from([0]), Time(5)));
        assert_eq!(begun(&effects), [("builtin:test".to_owned(), 0)]);
        desk
    };
    let complete = |desk: &mut Desk| begun(&session::update(&mut desk.session, Msg::PullTold(PullNews::Complete)));
    let mut desk = waiting();
    assert_eq!(complete(&mut desk), [("builtin:spec-alignment".to_owned(), 0)]);
    assert_eq!(complete(&mut desk), [], "once");
    let mut desk = waiting();
    session::update(&mut desk.session, Msg::Stop);
    let state = desk.session.tasks.iter().find(|(task, _)| task.id.as_str() == "builtin:spec-alignment").unwrap();
    assert_eq!(state.1, TaskState::Ended(TaskEnd::Stopped));
    assert_eq!(complete(&mut desk), []);
}
