//! Spec alignment of a pull request: its description, and issues that the host tells after the change.

use super::Scene;
use crate::support::github::sample;

fn scene(in_clone: bool) -> Scene {
    let mut world = sample::world();
    let repository = world.repo("o/r");
    repository.issues[0].body = Some("## Acceptance criteria\n- `lib/nowhere.rs` MUST contain `bigger`\n".to_owned());
    world.seven().about.body = Some("Closes #3\n\n- [x] tested\n- [ ] documented\n".to_owned());
    let scene = if in_clone { Scene::in_clone(world) } else { Scene::new(world) };
    let folder = scene.home.path().join(".config/prr");
    std::fs::create_dir_all(&folder).unwrap();
    std::fs::write(folder.join("config.toml"), "[spec_alignment]\nenabled = true\n").unwrap();
    scene
}

fn titles(document: &serde_json::Value) -> Vec<String> {
    let all = document["findings"].as_array().unwrap().iter();
    all.filter_map(|one| one["title"].as_str().map(str::to_owned)).collect()
}

#[test]
fn linked_issues_and_open_boxes_are_held_against_a_pull_request() {
    let scene = scene(true);
    let document = scene.json(&["review", "7", "--output", "json"]);
    let said = titles(&document);
    for wanted in ["Left open: documented", "lib/nowhere.rs must contain `bigger`, and does not"] {
        assert!(said.iter().any(|title| title == wanted), "{wanted}: {document:#}");
    }
}

#[test]
fn what_no_clone_can_tell_is_not_claimed() {
    let scene = scene(false);
    let document = scene.json(&["review", "o/r#7", "--output", "json"]);
    assert_eq!(titles(&document), ["Left open: documented"], "{document:#}");
}
