//! `prr log`: runs, decisions with undo, drafts.

use super::{golden, home, review, run, small, stored};

#[test]
fn runs_and_decisions_are_listed_with_what_was_taken_back() {
    let home = small();
    review(&home, &[]);
    stored::decide(&home, stored::acts());
    let text = run(&home, &["log"]);
    assert_eq!(text.code, 0, "{}", text.err);
    golden("log_text", &text.out);
    assert_eq!(text.out.matches("(undone)").count(), 1);
    let json = run(&home, &["log", "small.diff", "--output", "json"]);
    golden("log_json", &json.out);
    assert_eq!(json.json()["schema"], 1);
}

#[test]
fn where_nothing_is_recorded_that_is_said_and_is_no_failure() {
    let ran = run(&home(&[]), &["log"]);
    assert_eq!((ran.code, ran.out.as_str()), (0, "No runs are recorded here.\n"));
    let json = run(&home(&[]), &["log", "--output", "json"]);
    assert_eq!(json.json(), serde_json::json!({"schema": 1, "targets": []}));
}

#[test]
fn a_target_that_cannot_be_read_is_refused() {
    let ran = run(&home(&[]), &["log", "nosuch.diff"]);
    assert_eq!((ran.code, ran.out.as_str()), (3, ""), "{}", ran.err);
    assert!(ran.err.contains("`nosuch.diff`"), "{}", ran.err);
}
