//! The change by the ladder: the host's diff, git in a clone, the host's list; never less than there is without a word.

use std::path::Path;

use serde_json::Value;

use super::{Ran, Scene};
use crate::support::{
    dirs::Home,
    github::{Fault, Nth, Route, mock::Mock, sample},
};

fn notes(plan: &Value) -> String {
    plan["target"]["notes"].to_string()
}

fn file<'p>(plan: &'p Value, path: &str) -> &'p Value {
    let files = plan["files"].as_array().unwrap();
    files.iter().find(|file| file["path"] == path).unwrap_or_else(|| panic!("no {path} in {plan}"))
}

#[test]
fn files_without_a_patch_are_listed_counted_and_said_to_be_missing() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("fixtures/github/corpus/A16-github-omits-patches");
    let mock = Mock::start(&folder, "mock.json");
    let home = Home::new();
    let run = |args: &[&str]| Ran::of(&home.prr(args).envs(mock.env("")).output().unwrap());
    let ran = run(&["plan", "o/r#7", "--output", "json"]);
    assert_eq!(ran.code, 0, "{}", ran.err);
    let plan: Value = serde_json::from_str(&ran.out).unwrap();
    assert_eq!(plan["files"].as_array().unwrap().len(), 7);
    for (path, status, counts, given) in [
        ("src/main.rs", "modified", Some((1, 1)), true),
        ("web/app.min.js", "added", Some((1, 0)), false),
        ("data/big.sql", "modified", Some((5200, 90)), false),
        ("img/logo.png", "added", None, true),
        ("docs/new.md", "renamed", Some((0, 0)), true),
        ("legacy.c", "deleted", Some((0, 7000)), false),
        ("bin/run", "type-changed", Some((0, 0)), true),
    ] {
        let file = file(&plan, path);
        assert_eq!(file["status"], status, "{path}");
        let told = file["additions"].as_u64().zip(file["deletions"].as_u64());
        assert_eq!(told, counts, "{path}");
        assert_eq!(file["content_given"], given, "{path}");
    }
    assert_eq!(file(&plan, "docs/new.md")["old_path"], "docs/old.md");
    assert!(notes(&plan).contains("3 come without their change"), "{}", notes(&plan));
    let asked =
        mock.log().iter().filter(|one| one.request.header("accept").is_some_and(|a| a.contains("diff"))).count();
    assert_eq!(asked, 1, "a diff that is too large is not asked for again");
    let ran = run(&["review", "o/r#7", "--output", "r3"]);
    let document: Value = serde_json::from_str(&ran.out).unwrap();
    let body = document["review_body"].as_str().unwrap();
    assert!(
        body.contains("3 of 7 files looked at, 1 collapsed (generated, vendored or binary), 3 not available"),
        "{body}"
    );
    assert_eq!(document["action"], "COMMENT_ONLY");
}

#[test]
fn a_change_past_the_limits_is_read_by_git_in_a_clone() {
    let scene = Scene::in_clone(sample::large(320, 20));
    let before = (
        scene.git(&["for-each-ref", "refs/heads", "refs/remotes", "refs/tags"]),
        scene.git(&["status", "--porcelain"]),
    );
    let plan = scene.json(&["plan", "7", "--output", "json"]);
    assert_eq!(plan["files"].as_array().unwrap().len(), 320);
    assert!(plan["files"].as_array().unwrap().iter().all(|file| file["content_given"] == true));
    assert!(notes(&plan).contains("read by git"), "{}", notes(&plan));
    assert_eq!(scene.hub.calls(Route::Diff).len(), 1);
    let after = (
        scene.git(&["for-each-ref", "refs/heads", "refs/remotes", "refs/tags"]),
        scene.git(&["status", "--porcelain"]),
    );
    assert_eq!(before, after);
    let ours = scene.git(&["for-each-ref", "--format=%(refname)", "refs/prr"]);
    assert_eq!(ours, "refs/prr/pull/7/head");
    assert!(
        !scene.home.work().join(".git/FETCH_HEAD").exists()
            || scene.git(&["log", "-1", "--format=%s", "FETCH_HEAD"]) == "base"
    );
}

#[test]
fn what_git_cannot_fetch_comes_from_the_list_and_the_reason_is_told() {
    let scene = Scene::in_clone(sample::large(320, 20));
    scene.git(&["config", "core.sshCommand", "false"]);
    let plan = scene.json(&["plan", "7", "--output", "json"]);
    assert_eq!(plan["files"].as_array().unwrap().len(), 320);
    assert!(notes(&plan).contains("git could not read it"), "{}", notes(&plan));
    assert!(notes(&plan).contains("its list of 320 files"), "{}", notes(&plan));
}

#[test]
fn a_list_of_thousands_is_whole_and_what_it_leaves_out_is_counted() {
    let scene = Scene::new(sample::large(3000, 2));
    let plan = scene.json(&["plan", "o/r#7", "--output", "json"]);
    assert_eq!(plan["files"].as_array().unwrap().len(), 3000);
    assert!(!notes(&plan).contains("not part of this review"), "{}", notes(&plan));
    let beyond = Scene::new(sample::large(3100, 2));
    let document = beyond.json(&["review", "o/r#7", "--output", "r3"]);
    let body = document["review_body"].as_str().unwrap();
    assert!(body.contains("3000 of 3100 files looked at, 100 not available"), "{body}");
    assert_eq!(document["action"], "COMMENT_ONLY");
    let plan = beyond.json(&["plan", "o/r#7", "--output", "json"]);
    assert!(notes(&plan).contains("3000 of 3100 files: 100 are not part of this review"), "{}", notes(&plan));
}

#[test]
fn a_list_whose_head_moves_is_read_again() {
    let scene = Scene::new(sample::large(320, 2));
    let gone = scene.hub.world(|world| world.seven().head.sha.clone());
    // Pushed to between the pages: the files are those of the new head, and so must be the head that is told.
    let now = "3".repeat(40);
    let pushed = now.clone();
    scene.hub.fault(
        Route::Files,
        2,
        Fault::Change(Box::new(move |world| {
            let mut change = world.seven().change().clone();
            change.files.truncate(310);
            world.seven().push(&pushed, change);
        })),
    );
    let plan = scene.json(&["plan", "o/r#7", "--output", "json"]);
    assert_ne!(plan["head_sha"].as_str(), Some(gone.as_str()));
    assert_eq!(plan["head_sha"].as_str(), Some(now.as_str()));
    assert_eq!(plan["files"].as_array().unwrap().len(), 310);
}

#[test]
fn a_diff_that_breaks_off_is_taken_up_again_and_never_shown_as_whole() {
    let scene = Scene::new(sample::world());
    scene.hub.fault(Route::Diff, 1, Fault::Cut(200));
    let plan = scene.json(&["plan", "o/r#7", "--output", "json"]);
    assert_eq!(plan["files"].as_array().unwrap().len(), 7, "{plan}");
    let scene = Scene::new(sample::world());
    scene.hub.fault(Route::Diff, Nth::From(1), Fault::Cut(200));
    let plan = scene.json(&["plan", "o/r#7", "--output", "json"]);
    assert!(notes(&plan).contains("its list of 7 files"), "{}", notes(&plan));
}
