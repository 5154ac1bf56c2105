//! The five outcomes, through the program.

use serde_json::json;

use super::scene::{Scene, settle};
use crate::support::github::{Fault, Route};

#[test]
fn a_stored_review_is_posted_once_with_a_receipt_and_then_skipped() {
    let scene = Scene::reviewed();
    let dry = scene.publish(&["--dry-run", "--output", "json"]);
    assert_eq!(dry.code, Some(0), "{dry:#?}");
    let seen = dry.json();
    assert!(seen["gates"].as_array().unwrap().iter().all(|gate| gate["passed"] == true), "{seen:#}");
    assert_eq!((scene.posts(), scene.ledger().len()), (0, 0));

    let done = scene.publish(&["--output", "json"]);
    assert_eq!(done.code, Some(0), "{done:#?}");
    assert_eq!(done.json()["outcome"], "posted");
    let posted = scene.hub.calls(Route::PostReview)[0].request.json();
    assert_eq!(posted, seen["payload"], "what was looked at is what was posted");
    assert_eq!(posted["comments"].as_array().unwrap().len(), 2);
    assert!(posted["body"].as_str().unwrap().lines().last().unwrap().starts_with("<!-- prr-cockpit: {\"schema\":1,"));
    let receipts = scene.receipts();
    assert_eq!((receipts.len(), &receipts[0]["outcome"]), (1, &json!("posted")));
    assert_eq!(receipts[0]["review_id"], done.json()["receipt"]["review_id"]);

    let again = scene.publish(&["--output", "json"]);
    assert_eq!((again.code, again.json()["outcome"].clone()), (Some(0), json!("skipped-duplicate")), "{again:#?}");
    assert_eq!(scene.posts(), 1);
}

#[test]
fn without_the_list_of_files_the_review_is_posted_degraded() {
    let scene = Scene::reviewed();
    scene.hub.fault(Route::Files, crate::support::github::Nth::From(1), Fault::Status(500));
    let done = scene.publish(&["--output", "json"]);
    assert_eq!((done.code, &done.json()["outcome"]), (Some(0), &json!("posted-degraded")), "{done:#?}");
    assert_eq!(done.json()["payload"]["comments"], json!([]));
    assert_eq!(done.json()["moved"].as_array().unwrap().len(), 2);
    assert!(done.err.contains("everything stands in the body"), "{}", done.err);
}

#[test]
fn a_refused_review_has_failed_in_words() {
    let scene = Scene::reviewed();
    scene.hub.fault(Route::PostReview, 1, Fault::Unprocessable(vec!["Line could not be resolved"]));
    let failed = scene.publish(&["--output", "json"]);
    assert_eq!((failed.code, &failed.json()["outcome"]), (Some(6), &json!("failed")), "{failed:#?}");
    assert!(failed.err.contains("a comment's line is not in the diff") && !failed.err.contains('{'), "{}", failed.err);
    assert_eq!((scene.posts(), scene.receipts()[0]["outcome"].clone()), (1, json!("failed")));
    assert_eq!(scene.publish(&[]).code, Some(0), "a certain failure may be tried again");
    assert_eq!(scene.posts(), 2);
}

/// GITHUB "Errors", in both shapes, and the statuses that mean something by themselves.
fn refusals() -> Vec<(Fault, &'static str, &'static str)> {
    let words = |text: &'static str| Fault::Unprocessable(vec![text]);
    vec![
        (words("Pull request review thread line must be part of the diff"), "not in the diff", "publish anew"),
        (words("Line could not be resolved"), "not in the diff", "publish anew"),
        (Fault::Invalid(vec![("line", "must be part of the diff")]), "not in the diff", "publish anew"),
        (Fault::Invalid(vec![("start_line", "must be part of the same hunk as the line.")]), "not in the diff", "anew"),
        (Fault::Invalid(vec![("diff_hunk", "can't be blank")]), "not in the diff", "publish anew"),
        (words("start line must precede the end line."), "first line is not before its last", "report this"),
        (words("User can only have one pending review per pull request"), "you have a pending review", "`prr tui`"),
        (words("Can not approve your own pull request"), "no APPROVE on your own", "COMMENT"),
        (words("Can not request changes on your own pull request"), "no REQUEST_CHANGES on your own", "COMMENT"),
        (words("commitOID is not part of the pull request"), "the head of the pull request moved", "move the review"),
        (Fault::Invalid(vec![("commit_id", "is not part of the pull request")]), "the head of the pull", "move"),
        (words("Body is too long (maximum is 65536 characters)"), "a text is too long", "shorten"),
        (words("GitHub Actions is not permitted to approve pull requests."), "not permitted to approve", "settings"),
        (Fault::Status(403), "may not write reviews", "write access to pull requests"),
        (Fault::Status(404), "not there for this token", "check the name"),
        (Fault::Status(401), "does not know the token", "gh auth login"),
        (Fault::SecondaryLimit(403, None), "wants fewer requests", "wait a few minutes"),
        (Fault::PrimaryLimit(3600), "wants fewer requests", "wait a few minutes"),
    ]
}

#[test]
fn every_refusal_of_githubs_table_is_told_in_words_with_what_to_do() {
    let reviewed = Scene::reviewed();
    for (nth, (fault, cause, remedy)) in refusals().into_iter().enumerate() {
        let scene = reviewed.twin();
        scene.hub.fault(Route::PostReview, 1, fault);
        let failed = scene.publish(&["--yes"]);
        assert_eq!((failed.code, scene.posts()), (Some(6), 1), "{nth}: never again by itself: {failed:#?}");
        assert!(failed.err.contains(cause) && failed.err.contains(remedy), "{nth}: {}", failed.err);
        assert!(!failed.err.contains('{'), "{nth}: no raw answer: {}", failed.err);
        assert_eq!(scene.receipts()[0]["outcome"], "failed", "{nth}");
    }
}

#[test]
fn an_error_after_the_write_is_reconciled_and_never_posted_twice() {
    for fault in [Fault::StatusAfter(502), Fault::SilenceAfter, Fault::Cut(10), Fault::StatusAfter(500)] {
        let scene = Scene::reviewed();
        scene.hub.fault(Route::PostReview, 1, fault);
        let done = scene.publish(&["--output", "json"]);
        assert_eq!((done.code, &done.json()["outcome"]), (Some(0), &json!("posted-degraded")), "{done:#?}");
        assert_eq!((scene.posts(), scene.receipts().len(), &scene.receipts()[0]["reconciled"]), (1, 1, &json!(true)));
        assert_eq!(scene.publish(&[]).code, Some(0));
        assert_eq!(scene.posts(), 1);
    }
}

#[test]
fn an_unknown_end_is_indeterminate_until_a_person_looks() {
    let scene = Scene::reviewed();
    scene.hub.fault(Route::PostReview, 1, Fault::Silence);
    let lost = scene.publish(&["--output", "json"]);
    assert_eq!((lost.code, &lost.json()["outcome"]), (Some(7), &json!("indeterminate")), "{lost:#?}");
    assert!(lost.err.contains("--reconcile"), "{}", lost.err);
    let refused = scene.publish(&["--yes"]);
    assert_eq!((refused.code, scene.posts()), (Some(7), 1), "{refused:#?}");
    let looked = scene.publish(&["--reconcile"]);
    assert_eq!(looked.code, Some(0), "{looked:#?}");
    assert!(looked.err.contains("is not on the pull request"), "{}", looked.err);
    assert_eq!((scene.publish(&[]).code, scene.posts()), (Some(0), 2));
    assert!(scene.publish(&["--reconcile"]).err.contains("every attempt has its receipt"));
}

#[test]
fn a_review_without_a_screen_publishes_when_it_was_asked_to() {
    let scene = Scene::seven();
    let findings = scene.home.work().join("findings.json");
    std::fs::write(&findings, json!({"findings": [super::scene::finding("src/lib.rs", 4, "alpha beta")]}).to_string())
        .unwrap();
    let file = findings.to_str().unwrap();
    let review =
        ["review", "o/r#7", "--no-builtin", "--strategy", "passes", "--full", "--threshold", "0", "--findings", file];
    assert_eq!(scene.prr(&review).code, Some(0));
    assert_eq!(scene.posts(), 0, "nothing is posted unasked");
    settle(&scene.home, "publish.auto = true\n");
    let kept = scene.prr(&[&review[..], &["--no-comment"]].concat());
    assert_eq!((kept.code, scene.posts()), (Some(0), 0), "{kept:#?}");
    let done = scene.prr(&review);
    assert_eq!((done.code, scene.posts()), (Some(0), 1), "{done:#?}");
    assert!(done.err.contains("Posted: "), "{}", done.err);
    let wrong = scene.prr(&["review", "--wip", "--comment"]);
    assert_eq!(wrong.code, Some(2), "{wrong:#?}");
}
