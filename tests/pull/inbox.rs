//! `prr inbox`: the list as text and JSON, what the logbooks know of it, and the list to choose from on a terminal.

use super::Scene;
use crate::support::{
    github::{Fault, Nth, Route, sample},
    pty::Cockpit,
};

fn cockpit(scene: &Scene, args: &[&str]) -> Cockpit {
    let mut launch = Cockpit::prr(&scene.home, args).size(120, 40);
    for (name, value) in scene.hub.env() {
        launch = launch.env(name, value.to_str().unwrap());
    }
    launch.start()
}

#[test]
fn what_waits_is_listed_with_what_was_looked_at_here() {
    let scene = Scene::new(sample::world());
    let before = scene.json(&["inbox", "--output", "json"]);
    let of = |list: &serde_json::Value, number: u64| {
        let all = list["pull_requests"].as_array().unwrap();
        all.iter().find(|one| one["number"] == number).unwrap().clone()
    };
    assert_eq!(before["pull_requests"].as_array().unwrap().len(), 4);
    let seven = of(&before, 7);
    assert_eq!((seven["repo"].as_str(), seven["checks"].as_str()), (Some("o/r"), Some("failed")));
    assert_eq!((seven["review"]["state"].as_str(), seven["files"].as_u64()), (Some("none"), Some(7)));
    assert_eq!(of(&before, 12)["why"], serde_json::json!(["review requested", "assigned"]));
    assert_eq!(scene.run(&["review", "o/r#7"]).code, 0);
    let after = of(&scene.json(&["inbox", "--output", "json"]), 7);
    assert_eq!(after["review"]["state"], "current");
    assert_eq!(after["review"]["head_sha"], after["head_sha"]);
    scene.hub.world(|world| {
        let change = world.seven().change().clone();
        world.seven().push(&"f".repeat(40), change);
    });
    assert_eq!(of(&scene.json(&["inbox", "--output", "json"]), 7)["review"]["state"], "stale");
    let text = scene.run(&["inbox"]);
    assert!(text.code == 0 && text.out.contains("o/r#7") && text.out.contains("pushed since"), "{}", text.out);
    assert!(text.out.contains("checks failed") && text.out.contains("review requested"), "{}", text.out);
}

#[test]
fn an_inbox_that_cannot_be_had_says_why_and_what_to_do() {
    let scene = Scene::new(sample::world());
    let anonymous = scene.command(&["inbox"]).env_remove("GH_TOKEN").output().unwrap();
    let ran = super::Ran::of(&anonymous);
    assert!(ran.code == 4 && ran.err.contains("token"), "{} {}", ran.code, ran.err);
    scene.hub.fault(Route::Graphql, Nth::From(1), Fault::Status(500));
    scene.hub.fault(Route::Search, Nth::From(1), Fault::Status(500));
    let ran = scene.run(&["inbox"]);
    assert!(ran.code == 4 && ran.out.is_empty(), "{} {}", ran.code, ran.err);
}

#[test]
fn on_a_terminal_enter_opens_and_gi_comes_back_to_open_another() {
    let scene = Scene::new(sample::world());
    let mut cockpit = cockpit(&scene, &["inbox"]);
    cockpit.wait_for(|screen| screen.contents().contains("4 pull requests wait for you"));
    while !cockpit.screen().contents().lines().any(|line| line.starts_with('▶') && line.contains("o/r#7 ")) {
        let before = cockpit.screen().contents();
        cockpit.keys("j");
        cockpit.wait_for(|screen| screen.contents() != before);
    }
    cockpit.keys("<Enter>");
    cockpit.wait_for(|screen| screen.contents().contains("#7") && screen.contents().contains("reviewed"));
    cockpit.keys("ccomment of mine<C-s>");
    cockpit.wait_for_text("saved");
    cockpit.keys("gi");
    cockpit.wait_for(|screen| screen.contents().contains("4 pull requests wait for you"));
    cockpit.keys("gg");
    let chosen = |screen: &vt100::Screen| {
        let line = screen.contents().lines().find(|line| line.starts_with('▶')).map(str::to_owned);
        line.filter(|line| !line.contains("o/r#7 "))
    };
    if chosen(cockpit.screen()).is_none() {
        cockpit.keys("j");
    }
    cockpit.wait_for(|screen| chosen(screen).is_some());
    cockpit.keys("<Enter>");
    cockpit.wait_for(|screen| !screen.contents().contains("wait for you") && screen.contents().contains("review"));
    cockpit.keys("q");
    assert_eq!(cockpit.exit().code, Some(0));
    let kept = scene.logbook(&format!("{}/pr-7.jsonl", super::OUTSIDE));
    assert!(kept.iter().any(|line| line.to_string().contains("comment of mine")), "what was left is saved");
}

#[test]
fn one_that_cannot_be_opened_leads_back_to_the_inbox() {
    let scene = Scene::new(sample::world());
    let mut cockpit = cockpit(&scene, &["inbox"]);
    cockpit.wait_for(|screen| screen.contents().contains("4 pull requests wait for you"));
    for route in [Route::Pull, Route::Diff, Route::Files] {
        scene.hub.fault(route, Nth::From(1), Fault::Status(404));
    }
    cockpit.keys("<Enter>");
    cockpit.wait_for(|screen| screen.contents().contains("no pull request") || screen.contents().contains("404"));
    cockpit.wait_for(|screen| screen.contents().contains("4 pull requests wait for you"));
    cockpit.keys("q");
    assert_eq!(cockpit.exit().code, Some(0));
}
