//! A pull request is read, reviewed, written down, and shown again.

use super::{OUTSIDE, Scene};
use crate::support::github::{
    Fault, Route, sample,
    story::{Edit, Story},
};

#[test]
fn outside_of_a_clone_a_pull_request_is_reviewed_and_written_down_under_its_host() {
    let scene = Scene::new(sample::world());
    let document = scene.json(&["review", "https://github.com/o/r/pull/7/files#diff-1", "--output", "r3"]);
    let body = document["review_body"].as_str().unwrap();
    assert!(body.contains("PR #7") && body.contains("Larger numbers"), "{body}");
    assert!(body.contains("5 of 7 files looked at") || body.contains("looked at"), "{body}");
    let records = scene.logbook(&format!("{OUTSIDE}/pr-7.jsonl"));
    let run = records.iter().find(|record| record["record_type"] == "run").expect("no run was recorded");
    assert_eq!(run["review_target_type"], "pr");
    assert_eq!((run["pull"]["owner"].as_str(), run["pull"]["number"].as_u64()), (Some("o"), Some(7)));
    let head = scene.hub.world(|world| world.seven().head.sha.clone());
    assert_eq!(run["head_sha"].as_str(), Some(head.as_str()));
    assert_eq!(scene.hub.posts().len(), 0, "a review without a word of the person changes nothing on the host");
}

#[test]
fn in_a_clone_a_number_is_enough_and_nothing_of_the_persons_changes() {
    let scene = Scene::in_clone(sample::world());
    let before = (scene.git(&["for-each-ref"]), scene.git(&["rev-parse", "HEAD"]));
    let ran = scene.run(&["review", "7"]);
    assert_eq!(ran.code, 0, "{}", ran.err);
    assert!(ran.out.contains("Larger numbers"), "{}", ran.out);
    assert_eq!(before, (scene.git(&["for-each-ref"]), scene.git(&["rev-parse", "HEAD"])));
    assert_eq!(scene.git(&["status", "--porcelain"]), "");
    assert!(!scene.logbook("work/.logbooks/code-review/pr-7.jsonl").is_empty());
    assert!(!scene.home.work().join(".git/FETCH_HEAD.lock").exists());
}

#[test]
fn plan_show_and_log_take_a_pull_request() {
    let scene = Scene::new(sample::world());
    let plan = scene.json(&["plan", "o/r#7", "--output", "json"]);
    assert_eq!(plan["target"]["kind"], "pr");
    assert_eq!(plan["target"]["pr_ref"], "pr-7");
    assert_eq!(scene.logbook(&format!("{OUTSIDE}/pr-7.jsonl")).len(), 0, "a plan writes nothing");
    let missing = scene.run(&["show", "o/r#7"]);
    assert_eq!(missing.code, 3, "{}", missing.err);
    scene.run(&["review", "o/r#7"]);
    let asked = scene.hub.log().len();
    let shown = scene.run(&["show", "o/r#7", "--output", "markdown"]);
    assert_eq!(shown.code, 0, "{}", shown.err);
    assert!(shown.out.contains("Larger numbers"), "{}", shown.out);
    let log = scene.json(&["log", "o/r#7", "--output", "json"]);
    assert_eq!(log["targets"][0]["pr_ref"], "pr-7");
    let all = scene.json(&["log", "--output", "json"]);
    assert_eq!(all["targets"][0]["pr_ref"], "pr-7", "{all}");
    assert_eq!(scene.hub.log().len(), asked, "looking into a logbook asks nobody");
}

#[test]
fn offline_shows_what_was_read_and_says_what_was_not() {
    let scene = Scene::new(sample::world());
    let never = scene.run(&["review", "o/r#7", "--offline"]);
    assert_eq!(never.code, 4, "{}", never.err);
    assert!(never.err.contains("--offline") && scene.hub.log().is_empty(), "{}", never.err);
    let online = scene.json(&["review", "o/r#7", "--output", "r3"]);
    let asked = scene.hub.log().len();
    let offline = scene.json(&["review", "o/r#7", "--output", "r3", "--offline"]);
    assert_eq!(scene.hub.log().len(), asked);
    assert_eq!(online["review_body"], offline["review_body"]);
}

#[test]
fn settings_come_from_the_base_so_that_a_pull_request_cannot_silence_its_review() {
    let secret = b"key = \"AKIAQ7XWBT5NDLCE2MRS\"\n";
    for is_clone in [false, true] {
        let mut world = sample::world();
        let origin = world.origin.as_ref().unwrap();
        let mut story = Story::default();
        let main = world_main(&world);
        let base = story.commit_on(
            &main,
            "settings",
            &[Edit::Put(".prr.toml", b"[review]\naction_override = \"COMMENT_ONLY\"\n")],
        );
        let silenced = b"[checks.secrets]\nenabled = false\n";
        let head =
            story.commit(Some(base), "silence", &[Edit::Put(".prr.toml", silenced), Edit::Put("app.py", secret)]);
        story.reference("refs/heads/main", base);
        let told = origin.tell(story);
        let (base, head) = (told.sha(base), told.sha(head));
        let change = origin.change(&base, &head);
        world.seven().base.sha = base;
        world.seven().push(&head, change);
        let scene = if is_clone { Scene::in_clone(world) } else { Scene::new(world) };
        let document = scene.json(&["review", "o/r#7", "--output", "r3"]);
        let titles = document["findings"].to_string();
        assert!(titles.contains("app.py"), "clone: {is_clone}: the secret was silenced: {document}");
        assert_eq!(document["action_reasoning"], "The verdict is set by configuration.", "clone: {is_clone}");
        assert_eq!(!scene.hub.calls(Route::Contents).is_empty(), !is_clone, "clone: {is_clone}");
    }
}

fn world_main(world: &crate::support::github::world::World) -> String {
    let repository = world.repository("o/r").unwrap();
    repository.pulls.iter().find(|pull| pull.number == 7).unwrap().base.sha.clone()
}

#[test]
fn settings_that_cannot_be_read_are_a_gap_and_the_review_goes_on() {
    let scene = Scene::new(sample::world());
    scene.hub.fault(Route::Contents, crate::support::github::Nth::From(1), Fault::Status(403));
    let document = scene.json(&["review", "o/r#7", "--output", "r3"]);
    let body = document["review_body"].as_str().unwrap();
    assert!(body.contains("could not be read") && body.contains("settings of the repository"), "{body}");
}

#[test]
fn a_part_that_cannot_be_had_is_said_in_the_body_and_stops_nothing() {
    let scene = Scene::new(sample::world());
    scene.hub.fault(Route::CheckRuns, crate::support::github::Nth::From(1), Fault::Status(403));
    scene.hub.fault(Route::Commits, crate::support::github::Nth::From(1), Fault::Status(403));
    let document = scene.json(&["review", "o/r#7", "--output", "r3"]);
    let body = document["review_body"].as_str().unwrap();
    assert!(body.contains("could not be read") && body.contains("commits"), "{body}");
}

#[test]
fn a_head_that_moves_while_it_is_read_is_read_again() {
    let world = sample::world();
    let origin = world.origin.as_ref().unwrap();
    let mut story = Story::default();
    let old = world.repository("o/r").unwrap().pulls[0].head.sha.clone();
    let more = story.commit_on(&old, "one more", &[Edit::Put("later.txt", b"pushed later\n")]);
    story.reference("refs/pull/7/head", more);
    let told = origin.tell(story);
    let now = told.sha(more);
    let from = origin.git(&["merge-base", "main", &now], b"");
    let change = origin.change(String::from_utf8(from).unwrap().trim(), &now);
    let scene = Scene::new(world);
    let pushed = now.clone();
    // The diff is answered at the old head, everything that is asked later at the new one.
    scene.hub.fault(
        Route::Commits,
        1,
        Fault::Change(Box::new(move |world| world.seven().push(&pushed, change.clone()))),
    );
    scene.hub.fault(Route::Diff, 1, Fault::HoldAfter(gate_until_pushed(&scene)));
    let plan = scene.json(&["plan", "o/r#7", "--output", "json"]);
    assert_eq!(plan["head_sha"].as_str(), Some(now.as_str()));
    let files = plan["files"].to_string();
    assert!(files.contains("later.txt"), "the diff is that of an older head: {files}");
}

/// A gate that opens when the push took place.
fn gate_until_pushed(scene: &Scene) -> crate::support::github::Gate {
    let gate = crate::support::github::Gate::new();
    let opened = gate.clone();
    scene.hub.fault(Route::Conversation, 1, Fault::Change(Box::new(move |_| opened.open())));
    gate
}

#[test]
fn several_are_reviewed_in_order_and_the_worst_code_counts() {
    let scene = Scene::new(sample::world());
    let ran = scene.run(&["review", "o/r#12", "o/r#404", "o/r#7", "--output", "r3"]);
    assert_ne!(ran.code, 0);
    let mut documents = serde_json::Deserializer::from_str(&ran.out).into_iter::<serde_json::Value>();
    let body = |document: serde_json::Value| document["review_body"].as_str().unwrap().to_owned();
    let first = body(documents.next().unwrap().unwrap());
    let second = body(documents.next().unwrap().unwrap());
    assert!(first.contains("PR #12") && second.contains("PR #7"), "{first}\n{second}");
    assert!(documents.next().is_none());
    assert!(ran.err.contains("no pull request o/r#404"), "{}", ran.err);
    assert!(ran.err.contains("o/r#7: "), "lines of progress carry the name: {}", ran.err);
    let good = scene.run(&["review", "o/r#12", "o/r#7"]);
    assert_eq!(good.code, 0, "{}", good.err);
}

#[test]
fn drafts_are_reviewed_and_a_deleted_fork_is_no_obstacle() {
    let scene = Scene::new(sample::world());
    let draft = scene.json(&["review", "o/r#8", "--output", "r3"]);
    assert_eq!(draft["action"], "COMMENT_ONLY");
    assert!(draft["action_reasoning"].as_str().unwrap().contains("draft"), "{draft}");
    let gone = scene.run(&["review", "o/r#10", "--include-closed"]);
    assert_eq!(gone.code, 0, "{}", gone.err);
}
