//! `prr log`: runs, decisions with undo, drafts.

use prr::core::model::{Draft, DraftKey, FindingId, Record, Time};

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

#[test]
fn open_drafts_are_listed_and_finished_ones_are_not() {
    let home = small();
    review(&home, &[]);
    let draft = |key: DraftKey, text: &str| Draft { key, text: text.into(), at: Time(1_700_000_000_000) };
    let edit = || DraftKey::Edit(FindingId::new("security-001"));
    stored::write(&home, |run| {
        let record = |draft| Record::Draft { run: run.clone(), draft };
        vec![record(draft(edit(), "half a\nsen")), record(draft(DraftKey::Comment(None), "All in all"))]
    });
    let text = run(&home, &["log", "small.diff"]).out;
    assert!(text.contains("draft  2023-11-14T22:13:20Z  edit of security-001"), "{text}");
    assert!(text.contains("text of the review") && text.contains("All in all"), "{text}");
    let json = run(&home, &["log", "--output", "json"]).json();
    assert_eq!(json["targets"][0]["drafts"][0]["text"], "half a\nsen");
    stored::write(&home, |run| vec![Record::Draft { run: run.clone(), draft: draft(edit(), "") }]);
    let text = run(&home, &["log"]).out;
    assert!(!text.contains("edit of") && text.contains("All in all"), "{text}");
}

#[test]
fn a_branch_that_is_gone_still_names_its_logbook() {
    let repo = crate::support::repo::Repo::with_history();
    let home = home(&[]);
    let at = |args: &[&str]| home.prr(args).current_dir(repo.root()).output().unwrap();
    repo.git(&["checkout", "-q", "-b", "topic"]);
    repo.write("a.txt", "other\n");
    repo.commit("other");
    assert!(at(&["review"]).status.success());
    repo.git(&["checkout", "-q", "main"]);
    repo.git(&["branch", "-q", "-D", "topic"]);
    let listed = String::from_utf8(at(&["log", "topic"]).stdout).unwrap();
    assert!(listed.starts_with("branch-topic  "), "{listed}");
    assert_eq!(at(&["log", "another"]).status.code(), Some(3));
}
