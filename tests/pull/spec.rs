//! Spec alignment of a pull request: its description, and issues that the host tells after the change.

use super::Scene;
use crate::support::github::sample;

fn scene(in_clone: bool) -> Scene {
    let mut world = sample::world();
    let repository = world.repo("o/r");
    repository.issues[0].body = Some(
        "## Acceptance criteria\n- `src/gone.rs` MUST contain `bigger`\n- `lib/nowhere.rs` MUST contain `bigger`\n"
            .to_owned(),
    );
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
    for in_clone in [true, false] {
        let scene = scene(in_clone);
        let document = scene.json(&["review", "o/r#7", "--output", "json"]);
        let said = titles(&document);
        // The diff itself shows that the file is gone.
        for wanted in ["Left open: documented", "src/gone.rs must contain `bigger`, and does not"] {
            assert!(said.iter().any(|title| title == wanted), "{wanted}: {document:#}");
        }
        assert!(!said.iter().any(|title| title.contains("tested")), "{said:?}");
        // What no clone can tell is not claimed.
        assert!(in_clone || !said.iter().any(|title| title.contains("nowhere")), "{said:?}");
    }
}
