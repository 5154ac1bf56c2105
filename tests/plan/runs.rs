//! What a run does with a plan: without a model its tasks are skipped, and nothing counts as failed.

use super::{added, change, deleted, json, prr, text};
use crate::support::dirs::Home;

#[test]
fn without_a_model_the_tasks_are_a_coverage_note_and_nothing_failed() {
    let home = Home::new();
    let name = change(&home, &[added("src/auth/login.rs", 60)]);
    for strategy in ["hotspots", "swarm", "passes"] {
        let output = prr(&home, &["review", name, "--strategy", strategy, "--output", "json"]);
        let (document, said) = (json(&output), text(&output.stderr));
        assert_eq!(output.status.code(), Some(0), "{said}");
        let metadata = &document["metadata"];
        assert_eq!(metadata["failedAgents"].as_array().unwrap().len(), 0, "{strategy}: {metadata}");
        assert_eq!(metadata["totalAgents"], metadata["completedAgents"], "{strategy}");
        assert!(said.contains("for models skipped: no model") && said.contains("Risk Score: "), "{said}");
        assert!(!said.contains("Dispatching"), "nobody is dispatched: {said}");
        let plain = text(&prr(&home, &["review", name, "--strategy", strategy]).stdout);
        assert!(plain.contains("COMMENT_ONLY: built-in checks only"), "{plain}");
        assert!(
            plain.contains("built-in checks only, no model was asked") && plain.contains("): no model."),
            "{plain}"
        );
        assert!(!plain.contains("Partial"), "{plain}");
    }
    let markdown = text(&prr(&home, &["review", name, "--output", "markdown"]).stdout);
    assert!(markdown.contains("was skipped: no model"), "{markdown}");
}

#[test]
fn a_stored_review_shows_the_same_as_its_run() {
    let home = Home::new();
    let name = change(&home, &[added("src/auth/login.rs", 60)]);
    let shown = |args: &[&str]| text(&prr(&home, args).stdout);
    let run = shown(&["review", name, "--strategy", "swarm"]);
    let stored = shown(&["show", name]);
    let skipped = |text: &str| text.lines().find(|line| line.starts_with("Skipped: ")).map(str::to_owned);
    assert_eq!(skipped(&run), skipped(&stored), "{run}\n----\n{stored}");
    assert!(skipped(&run).is_some());
}

#[test]
fn a_trivial_change_in_which_nobody_finds_anything_says_so_in_its_exact_words() {
    let home = Home::new();
    let name = change(&home, &[added("src/a.rs", 2)]);
    let plain = prr(&home, &["review", name]);
    let line = |text: &str| text.lines().find(|line| line.starts_with("Trivial change. Risk: ")).map(str::to_owned);
    let words = line(&text(&plain.stdout)).unwrap();
    assert!(words.ends_with("/100. No findings."), "{words}");
    let markdown = text(&prr(&home, &["review", name, "--output", "markdown"]).stdout);
    assert!(markdown.starts_with(&words), "{markdown}");
    let machine = prr(&home, &["review", name, "--output", "json"]);
    assert_eq!(line(&text(&machine.stderr)), Some(words));
    assert_eq!(json(&machine)["findings"].as_array().unwrap().len(), 0);
    let found = change(
        &home,
        &["diff --git a/a.py b/a.py\n--- a/a.py\n+++ b/a.py\n@@ -1 +1,2 @@\n a\n+<<<<<<< HEAD\n".to_owned()],
    );
    let found = text(&prr(&home, &["review", found]).stdout);
    assert_eq!(line(&found), None, "something was found: {found}");
}

#[test]
fn left_out_and_deleted_files_are_told_while_a_run_begins() {
    let home = Home::new();
    let name = change(&home, &[added("Cargo.lock", 9), added("a.png", 1), deleted("src/b.rs", 9)]);
    let said = text(&prr(&home, &["review", name]).stderr);
    for line in
        ["Skipped 1 auto-generated files", "Skipped 1 binary files", "1 file is deleted, and nothing else changes."]
    {
        assert!(said.contains(line), "{line} is not in {said}");
    }
    let name = change(&home, &[added("Cargo.lock", 9), added("a.png", 1)]);
    let all = prr(&home, &["review", name, "--output", "markdown"]);
    let words = "All changed files are auto-generated or binary. No review needed.\n";
    assert_eq!((text(&all.stdout).as_str(), all.status.code()), (words, Some(0)));
}

#[test]
fn the_document_of_a_large_swarm_counts_its_chunks() {
    let home = Home::new();
    let parts: Vec<String> = (0..4).map(|n| added(&format!("src/m{n}/a.rs"), 300)).collect();
    let large = change(&home, &parts);
    let document = json(&prr(&home, &["review", large, "--strategy", "swarm", "--output", "json"]));
    assert_eq!(document["metadata"]["chunkCount"], 4, "{document}");
    let other = Home::new();
    let small = change(&other, &[added("src/a.rs", 300)]);
    let document = json(&prr(&other, &["review", small, "--strategy", "swarm", "--output", "json"]));
    assert!(document["metadata"].get("chunkCount").is_none(), "{document}");
}

#[test]
fn agents_that_are_left_out_do_not_run() {
    let home = Home::new();
    let secret = "diff --git a/a.py b/a.py\n--- a/a.py\n+++ b/a.py\n@@ -1 +1,2 @@\n a\n+<<<<<<< HEAD\n".to_owned();
    let name = change(&home, &[secret, added("src/a.rs", 9)]);
    let with = text(&prr(&home, &["review", name]).stdout);
    // A home of its own: the same target opened again goes on with the run it has.
    let other = Home::new();
    let secret = "diff --git a/a.py b/a.py\n--- a/a.py\n+++ b/a.py\n@@ -1 +1,2 @@\n a\n+<<<<<<< HEAD\n".to_owned();
    let there = change(&other, &[secret, added("src/a.rs", 9)]);
    let without = text(&prr(&other, &["review", there, "--skip", "conflict-markers"]).stdout);
    assert!(with.contains("conflict") && without.contains("(conflict-markers): left out by --skip"), "{without}");
    let third = Home::new();
    let there = change(&third, &[added("src/a.rs", 9)]);
    let none = json(&prr(&third, &["review", there, "--skip", "builtin", "--output", "json"]));
    assert_eq!(none["metadata"]["totalAgents"], 0, "{none}");
}

#[test]
fn another_plan_is_another_run_and_the_same_plan_goes_on() {
    let home = Home::new();
    let conflict = "diff --git a/a.py b/a.py\n--- a/a.py\n+++ b/a.py\n@@ -1 +1,2 @@\n a\n+<<<<<<< HEAD\n";
    let name = change(&home, &[conflict.to_owned()]);
    let review = |flags: &[&str]| {
        let output = prr(&home, &[&["review", name, "--output", "json"], flags].concat());
        let count = json(&output)["findings"].as_array().unwrap().len();
        (count, text(&output.stderr))
    };
    let runs =
        || json(&prr(&home, &["log", name, "--output", "json"]))["targets"][0]["runs"].as_array().map_or(0, Vec::len);
    assert_eq!((review(&[]).0, runs()), (1, 1));
    let (count, said) = review(&["--skip", "builtin"]);
    assert_eq!((count, runs()), (0, 2), "{said}");
    assert!(said.contains("the last run of this change was made with no flags about who looks at what"), "{said}");
    let (count, said) = review(&["--skip", "builtin"]);
    assert_eq!((count, runs()), (0, 2), "the same flags go on: {said}");
    assert!(!said.contains("this is a new one"), "{said}");
    assert_eq!((review(&["--strategy", "swarm"]).0, runs()), (1, 3));
    let (count, said) = review(&[]);
    assert_eq!((count, runs()), (1, 4), "{said}");
    // A threshold hides and plans nothing.
    assert_eq!((review(&["--threshold", "10"]).0, runs()), (1, 4));
}
