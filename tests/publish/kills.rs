//! Killed at every step, under every fault: never two reviews of one artifact, never a lost receipt.

use serde_json::json;

use super::scene::Scene;
use crate::support::github::{Fault, Nth, Route};

/// What goes wrong at the host while the program is killed.
fn faults() -> Vec<(Route, fn() -> Fault)> {
    vec![
        (Route::PostReview, || Fault::StatusAfter(502)),
        (Route::PostReview, || Fault::StatusAfter(500)),
        (Route::PostReview, || Fault::SilenceAfter),
        (Route::PostReview, || Fault::Cut(8)),
        (Route::PostReview, || Fault::Garbage("{}")),
        (Route::PostReview, || Fault::Silence),
        (Route::PostReview, || Fault::Status(502)),
        (Route::PostReview, || Fault::Status(403)),
        (Route::PostReview, || Fault::Unprocessable(vec!["Line could not be resolved"])),
        (Route::PostReview, || Fault::Invalid(vec![("line", "must be part of the diff")])),
        (Route::Reviews, || Fault::Silence),
        (Route::Reviews, || Fault::Cut(20)),
        (Route::Conversation, || Fault::Status(500)),
        (Route::Files, || Fault::Status(404)),
        (Route::Files, || Fault::Cut(9)),
        (Route::Pull, || Fault::Garbage("[]")),
        (Route::Pull, || Fault::Status(404)),
        (Route::User, || Fault::Status(403)),
        (Route::User, || Fault::Silence),
        (Route::Reviews, || Fault::Garbage("no json")),
    ]
}

/// Reviews on the pull request that carry our marker.
fn reviews(scene: &Scene) -> usize {
    scene.hub.world(|w| w.seven().reviews.iter().filter(|r| r.body.contains("<!-- prr-cockpit: ")).count())
}

/// Publishes until it is over: a person looks when nobody knows, and tries again when it failed.
#[track_caller]
fn to_the_end(scene: &Scene, case: &str) {
    for _ in 0..4 {
        let ended = scene.publish(&["--yes"]);
        assert!(reviews(scene) <= 1, "{case}: two reviews");
        match ended.code {
            Some(0) => return,
            Some(7) => assert_eq!(scene.publish(&["--reconcile"]).code, Some(0), "{case}"),
            Some(4 | 6) => {}
            _ => panic!("{case}: {ended:#?}"),
        }
    }
    panic!("{case}: it does not end");
}

#[track_caller]
fn one_review_and_its_receipt(scene: &Scene, case: &str) {
    assert_eq!(reviews(scene), 1, "{case}");
    let posted: Vec<_> = scene.receipts().into_iter().filter(|line| line["outcome"] != "failed").collect();
    assert!(!posted.is_empty(), "{case}: the receipt is lost: {:#?}", scene.ledger());
    let id = scene.hub.world(|w| w.seven().reviews.last().unwrap().id);
    assert!(posted.iter().all(|line| line["review_id"] == json!(id)), "{case}");
    let written = |kind: &str| scene.ledger().iter().filter(|line| line["record_type"] == kind).count();
    assert_eq!(written("publication_intent"), written("publication_receipt"), "{case}: every intent has its receipt");
}

#[test]
fn killed_at_any_step_it_posts_once_and_keeps_the_receipt() {
    let reviewed = Scene::reviewed();
    for step in 1..=14 {
        let scene = reviewed.twin();
        let killed = scene.publish_with(&format!("kill-publish:{step}"));
        assert_eq!(killed.code, None, "step {step} kills: {killed:#?}");
        assert_eq!(scene.posts(), usize::from(step >= 13), "step {step}");
        to_the_end(&scene, &format!("step {step}"));
        one_review_and_its_receipt(&scene, &format!("step {step}"));
        assert_eq!(scene.posts(), 1, "step {step}");
    }
}

/// Twenty faults, each with a kill at the steps that it can meet: the others are the same as without it.
#[test]
fn killed_behind_any_fault_it_posts_once_and_keeps_the_receipt() {
    let reviewed = Scene::reviewed();
    let steps = |route: Route| match route {
        Route::PostReview => vec![11, 12, 13, 14],
        Route::User => vec![1, 2, 13],
        Route::Pull => vec![3, 4, 11, 13],
        Route::Reviews | Route::Conversation => vec![5, 6, 12, 13],
        _ => vec![7, 8, 12, 13],
    };
    for (nth, (route, fault)) in faults().into_iter().enumerate() {
        for step in steps(route) {
            let case = format!("fault {nth}, step {step}");
            let scene = reviewed.twin();
            // Each reads the change first, which asks for the pull request and the rest once.
            let next = if route == Route::PostReview { 1 } else { 2 };
            scene.hub.fault(route, Nth::At(next), fault());
            scene.publish_with(&format!("kill-publish:{step}"));
            to_the_end(&scene, &case);
            one_review_and_its_receipt(&scene, &case);
        }
    }
}
