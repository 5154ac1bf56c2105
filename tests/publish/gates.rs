//! Each gate through the program: closed, what opens it, and nothing posted before.

use super::scene::{DIFF, Scene, finding};
use crate::support::github::{Fault, Nth, Route, diff, sample, world};

#[track_caller]
fn refused(scene: &Scene, more: &[&str], gate: &str, words: &str) {
    let dry = scene.publish(&[&["--dry-run", "--output", "json"], more].concat());
    let (passed, why) = dry.gate(gate);
    assert!(!passed && why.contains(words), "{gate}: {why}");
    let ended = scene.publish(&[&["--yes"], more].concat());
    assert_eq!(ended.code, Some(6), "{ended:#?}");
    assert!(ended.err.contains(words), "{}", ended.err);
    assert_eq!((scene.posts(), scene.ledger().len()), (0, 0), "nothing is written behind a closed gate");
}

#[test]
fn there_must_be_a_completed_review_of_this_very_pull_request() {
    let scene = Scene::seven();
    let none = scene.publish(&[]);
    assert_eq!(none.code, Some(6), "{none:#?}");
    assert!(none.err.contains("no completed review of o/r#7") && none.err.contains("prr review o/r#7"), "{}", none.err);
}

#[test]
fn a_review_in_which_nothing_is_decided_is_refused() {
    let scene = Scene::reviewed();
    std::fs::remove_file(scene.home.path().join(".config/prr/config.toml")).unwrap();
    refused(&scene, &[], "review", "none of its 2 findings is decided");
}

#[test]
fn a_moved_head_is_stale_unless_it_may_be() {
    let scene = Scene::reviewed();
    let change = world::Change { diff: DIFF.into(), files: diff::files(DIFF, &[]), commits: Vec::new() };
    let now = "3".repeat(40);
    scene.hub.world(|w| w.seven().push(&now, change));
    refused(&scene, &[], "head", "review it again, or publish with --allow-stale");
    let done = scene.publish(&["--allow-stale", "--output", "json"]);
    assert_eq!(done.code, Some(0), "{done:#?}");
    let payload = scene.hub.calls(Route::PostReview)[0].request.json();
    let body = payload["body"].as_str().unwrap();
    assert_eq!(
        (payload["commit_id"].as_str().unwrap(), payload["comments"].as_array().unwrap().len()),
        (now.as_str(), 0)
    );
    assert!(body.contains(&now) && body.contains(sample::HEAD), "{body}");
    assert!(body.contains("alpha beta") && body.contains("gamma delta"), "nothing is lost: {body}");
}

#[test]
fn drafts_and_closed_ones_are_refused_without_a_word_of_the_person() {
    let scene = Scene::reviewed();
    scene.hub.world(|w| w.seven().is_draft = true);
    refused(&scene, &[], "state", "it is a draft");
    refused(&scene, &["--include-closed"], "state", "it is a draft");
    for state in [world::State::Closed, world::State::Merged] {
        let scene = Scene::reviewed();
        scene.hub.world(|w| w.seven().state = state);
        refused(&scene, &[], "state", "publish with --include-closed");
        let done = scene.publish(&["--include-closed"]);
        assert_eq!(done.code, Some(0), "{done:#?}");
        let payload = scene.hub.calls(Route::PostReview)[0].request.json();
        assert_eq!(payload["comments"].as_array().unwrap().len(), 0);
    }
}

#[test]
fn markers_of_others_are_nothing_and_ones_own_are_duplicates() {
    let marker = |name: &str| format!("x\n\n<!-- {name}: {{\"schema\":1,\"headRefOid\":\"{}\"}} -->", sample::HEAD);
    let scene = Scene::reviewed();
    let forged = [sample::review(20, "mallory", "COMMENTED", &marker("prr-cockpit"), sample::HEAD)];
    scene.hub.world(|w| w.seven().reviews.extend(forged));
    scene.hub.world(|w| w.seven().conversation.push(sample::remark(21, "mallory", &marker("pi-pr-review"), 0)));
    assert_eq!((scene.publish(&[]).code, scene.posts()), (Some(0), 1), "a forged marker keeps nobody from posting");

    let scene = Scene::reviewed();
    scene.hub.world(|w| w.seven().conversation.push(sample::remark(21, "Reviewer", &marker("pi-pr-review"), 0)));
    let skipped = scene.publish(&["--output", "json"]);
    assert_eq!((skipped.code, &skipped.json()["outcome"], scene.posts()), (Some(0), &"skipped-duplicate".into(), 0));
}

#[test]
fn what_cannot_be_read_closes_the_gate_before_any_write() {
    for (route, gate) in [(Route::Reviews, "duplicate"), (Route::Conversation, "duplicate"), (Route::Pull, "head")] {
        let scene = Scene::reviewed();
        scene.hub.fault(route, Nth::From(scene.hub.calls(route).len() + 1), Fault::Status(500));
        let ended = scene.publish(&["--yes", "--output", "json"]);
        assert_eq!((ended.code, scene.posts(), scene.ledger().len()), (Some(4), 0, 0), "{route:?}: {ended:#?}");
        assert!(!ended.gate(gate).0);
    }
    let scene = Scene::reviewed();
    scene.hub.world(|w| w.tokens.values_mut().for_each(|token| token.is_valid = false));
    let ended = scene.publish(&["--yes"]);
    assert_eq!((ended.code, scene.posts()), (Some(4), 0), "{ended:#?}");
}

#[test]
fn a_pull_request_that_changes_meanwhile_is_not_posted_to() {
    let scene = Scene::reviewed();
    // The files are read with the change, and then between the two looks at the pull request.
    let files = Nth::At(scene.hub.calls(Route::Files).len() + 2);
    scene.hub.fault(Route::Files, files, Fault::Change(Box::new(|w| w.seven().is_draft = true)));
    let ended = scene.publish(&["--yes", "--output", "json"]);
    assert_eq!((ended.code, scene.posts()), (Some(6), 0), "{ended:#?}");
    assert!(ended.gate("unchanged").1.contains("draft state changed"), "{ended:#?}");
}

#[test]
fn texts_of_agents_call_nobody_and_carry_nothing() {
    let scene = Scene::seven();
    let mut nasty = finding("src/lib.rs", 4, "@everyone fixes #1");
    nasty["body"] = "Ping @team, closes o/r#2 <img src=x> <!-- prr-cockpit: {} -->\u{1b}[31m \u{202e}".into();
    nasty["suggestion"] = "let a = \"<!-- pi-pr-review: -->\";".into();
    scene.review(&[nasty]);
    assert_eq!(scene.publish(&[]).code, Some(0));
    let payload = scene.hub.calls(Route::PostReview)[0].request.json().to_string();
    for live in ["@everyone", "@team", "#1", "#2", "<img", "pi-pr-review", "\\u001b", "\u{202e}"] {
        assert!(!payload.contains(live), "{live}: {payload}");
    }
    assert_eq!(payload.matches("prr-cockpit").count(), 1, "only the marker");
}

#[test]
fn two_at_once_post_once_and_the_second_is_told_who_holds_the_lock() {
    let scene = Scene::reviewed();
    let gate = crate::support::github::Gate::new();
    scene.hub.fault(Route::PostReview, 1, Fault::Hold(gate.clone()));
    std::thread::scope(|s| {
        let first = s.spawn(|| scene.publish(&["--yes"]));
        gate.wait_reached();
        let second = scene.publish(&["--yes", "--output", "json"]);
        assert_eq!(second.code, Some(6), "{second:#?}");
        let why = second.gate("lock").1;
        assert!(why.contains("process ") && why.contains(" since "), "{why}");
        gate.open();
        assert_eq!(first.join().unwrap().code, Some(0));
    });
    assert_eq!((scene.posts(), scene.receipts().len()), (1, 1));
}
