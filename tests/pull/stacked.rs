//! Stacked pull requests: the change above the parent's head, and parents that are none.

use super::{OUTSIDE, Scene};
use crate::support::github::{
    Route, sample,
    story::{Edit, Story},
    world::State,
};

#[test]
fn a_stacked_one_is_compared_with_the_head_of_its_parent() {
    let scene = Scene::new(sample::world());
    let document = scene.json(&["review", "o/r#12", "--parent", "7", "--output", "json"]);
    let parent = &document["metadata"]["stackParent"];
    let head = scene.hub.world(|world| world.seven().head.sha.clone());
    assert_eq!((parent["pr"].as_u64(), parent["headSha"].as_str()), (Some(7), Some(head.as_str())));
    assert_eq!(parent["title"], "Larger numbers");
    let plan = scene.json(&["plan", "o/r#12", "--parent", "7", "--output", "json"]);
    let notes = plan["target"]["notes"].to_string();
    assert!(notes.contains("Stacked PR, reviewed vs parent PR #7: Larger numbers"), "{notes}");
    assert_eq!(plan["files"].as_array().unwrap().len(), 1);
    assert_eq!(scene.hub.calls(Route::Diff).len(), 0);
    let pinned = scene.json(&["plan", "o/r#12", "--parent-sha", &head, "--output", "json"]);
    assert_eq!(pinned["files"], plan["files"]);
}

#[test]
fn a_parent_that_is_none_is_refused_with_both_names_and_the_way_out() {
    let scene = Scene::new(sample::world());
    for (args, words) in [
        (["o/r#8", "7"], "is based on `main`, not on `topic`, the branch of #7"),
        (["o/r#12", "10"], "#10, the parent, was closed without being merged"),
        (["o/r#12", "12"], "cannot be its own parent"),
    ] {
        let ran = scene.run(&["plan", args[0], "--parent", args[1]]);
        assert_eq!(ran.code, 3, "{}", ran.err);
        assert!(ran.err.contains(words) && ran.err.contains("leave --parent out"), "{}", ran.err);
    }
    let ran = scene.run(&["plan", "o/r#12", "--parent", "404"]);
    assert!(ran.err.contains("no pull request o/r#404"), "{}", ran.err);
}

#[test]
fn a_merged_parent_is_told_and_the_ordinary_change_is_taken() {
    let scene = Scene::new(sample::world());
    scene.hub.world(|world| world.seven().state = State::Merged);
    let plan = scene.json(&["plan", "o/r#12", "--parent", "7", "--output", "json"]);
    assert!(plan["target"]["notes"].to_string().contains("#7, the parent, is merged"), "{plan}");
}

#[test]
fn a_parent_that_was_rewritten_since_it_was_seen_wants_to_be_pinned() {
    let world = sample::world();
    let origin = world.origin.as_ref().unwrap();
    let pull = &world.repository("o/r").unwrap().pulls[0];
    let (main, old) = (pull.base.sha.clone(), pull.head.sha.clone());
    let mut story = Story::default();
    let long: String = (0..150).map(|n| format!("line {n}\n")).collect();
    let other = story.commit_on(&main, "rewritten", &[Edit::Put("long.txt", long.as_bytes())]);
    let now = origin.tell(story).sha(other);
    let change = origin.change(&main, &now);
    let scene = Scene::new(world);
    let seen = scene.run(&["review", "o/r#12", "--parent", "7"]);
    assert_eq!(seen.code, 0, "{}", seen.err);
    assert!(
        scene.logbook(&format!("{OUTSIDE}/pr-12.jsonl")).iter().any(|record| record["stack_parent"]["head_sha"] == old)
    );
    scene.hub.world(|world| world.seven().push(&now, change));
    let ran = scene.run(&["review", "o/r#12", "--parent", "7"]);
    assert_eq!(ran.code, 3, "{}", ran.err);
    assert!(ran.err.contains("force-pushed") && ran.err.contains(&format!("--parent-sha {now}")), "{}", ran.err);
}

#[test]
fn the_branch_below_is_asked_of_graphite_and_its_absence_is_told() {
    let scene = Scene::in_clone(sample::world());
    let without = scene.json(&["plan", "12", "--stack-auto", "--output", "json"]);
    assert!(without["target"]["notes"].to_string().contains("`gt` is missing"), "{without}");
    let tools = scene.home.path().join("tools");
    std::fs::create_dir_all(&tools).unwrap();
    std::fs::write(tools.join("gt"), "#!/bin/sh\nprintf '◉  stacked\\n◯  topic\\n◯  main\\n'\n").unwrap();
    crate::support::dirs::executable(&tools.join("gt"));
    let path = format!("{}:{}", tools.display(), std::env::var("PATH").unwrap());
    let output = scene.command(&["plan", "12", "--stack-auto", "--output", "json"]).env("PATH", path).output().unwrap();
    let said = String::from_utf8_lossy(&output.stderr).into_owned();
    let plan: serde_json::Value = serde_json::from_slice(&output.stdout).unwrap_or_else(|_| panic!("{said}"));
    assert!(plan["target"]["notes"].to_string().contains("parent PR #7"), "{plan}");
}
