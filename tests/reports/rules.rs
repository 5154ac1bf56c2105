//! Custom rules of the settings, in a run.

use super::{SMALL, home, run, settings};
use crate::support::dirs::Home;

const RULE: &str = "[[rules]]\nid = \"no-console\"\npattern = 'console_log\\('\nseverity = \"major\"\nmessage = \"No logging to the console\"\n";

fn with(rules: &str) -> Home {
    let home = home(&[("small.diff", SMALL)]);
    settings(&home, rules);
    home
}

/// Findings of rules as `path:line label title`.
fn found(home: &Home) -> Vec<String> {
    let document = run(home, &["review", "small.diff", "--output", "json"]).json();
    let of_rules = |f: &&serde_json::Value| f["agent"] == "builtin:rules";
    let line = |f: &serde_json::Value| {
        let word = |key: &str| f[key].as_str().unwrap_or("").to_owned();
        format!("{}:{} {} {}", word("file"), f["lineStart"], word("label"), word("title"))
    };
    document["findings"].as_array().unwrap().iter().filter(of_rules).map(line).collect()
}

#[test]
fn a_rule_finds_added_lines_and_carries_its_severity_and_message() {
    assert_eq!(found(&with(RULE)), ["src/pay.py:8 major No logging to the console"]);
    assert_eq!(found(&with(&RULE.replace("console_log", "console\\.log"))), Vec::<String>::new());
    // A removed line is no news.
    assert_eq!(found(&with(&RULE.replace("console_log\\(", "check\\(card\\)"))), Vec::<String>::new());
}

#[test]
fn include_and_exclude_limit_it() {
    assert_eq!(found(&with(&format!("{RULE}include = [\"web/**\"]\n"))), Vec::<String>::new());
    assert_eq!(found(&with(&format!("{RULE}include = [\"src/*.py\"]\n"))).len(), 1);
    assert_eq!(found(&with(&format!("{RULE}exclude = [\"src/**\"]\n"))), Vec::<String>::new());
}

#[test]
fn its_id_suppresses_it() {
    let suppressed = with(&format!("{RULE}[[suppressions]]\nid = \"no-console\"\n"));
    assert_eq!(found(&suppressed), Vec::<String>::new());
    let all = run(&suppressed, &["review", "small.diff", "--output", "json", "--all"]);
    assert!(all.out.contains("\"reason\": \"suppressed\""), "{}", all.out);
}

#[test]
fn without_rules_there_is_no_such_task_and_without_built_in_reviewers_neither() {
    let tasks = |home: &Home, more: &[&str]| {
        run(home, &[&["review", "small.diff", "--output", "json"], more].concat()).json()["metadata"]["totalAgents"]
            .clone()
    };
    let none = tasks(&home(&[("small.diff", SMALL)]), &[]).as_u64().unwrap();
    assert_eq!(tasks(&with(RULE), &[]), none + 1);
    assert_eq!(tasks(&with(RULE), &["--no-builtin"]), 0);
}

#[test]
fn a_pattern_that_explodes_is_a_note_in_the_review_and_the_run_goes_on() {
    let text = format!(
        "diff --git a/a.txt b/a.txt\n--- a/a.txt\n+++ b/a.txt\n@@ -0,0 +1,2 @@\n+{}\n+console_log(1)\n",
        "a".repeat(44) + "!"
    );
    let home = home(&[("small.diff", &text)]);
    settings(
        &home,
        &format!(
            "{RULE}[[rules]]\nid = \"bomb\"\npattern = '^(?=(a|aa)+(?<=a)$)a'\nmessage = \"boom\"\nseverity = \"minor\"\n"
        ),
    );
    assert_eq!(found(&home).len(), 1);
    let ran = run(&home, &["review", "small.diff", "--output", "markdown"]);
    assert_eq!(ran.out.matches("`bomb` is invalid").count(), 1, "{}", ran.out);
    assert_eq!(ran.code, 0);
}

#[test]
fn the_reviewer_of_rules_can_be_switched_off_like_every_other() {
    let off = with(&format!("{RULE}[checks.rules]\nenabled = false\n"));
    let ran = run(&off, &["review", "small.diff"]);
    assert_eq!((ran.code, found(&off)), (0, Vec::<String>::new()), "{}", ran.err);
}
