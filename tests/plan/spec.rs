//! Spec alignment by the built program: where specifications are read from, and what a review says of them.

use serde_json::Value;

use super::{json, prr_in, text};
use crate::support::{dirs::Home, repo::Repo};

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
