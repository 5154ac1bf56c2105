//! Threads in the built cockpit, over a made GitHub: they are shown, answered and resolved, each once.

use super::Scene;
use crate::support::{
    github::{Fault, Nth, Route, sample},
    pty::Cockpit,
};

fn cockpit(scene: &Scene) -> Cockpit {
    let mut launch = Cockpit::prr(&scene.home, &["tui", "o/r#7"]).size(120, 50);
    for (name, value) in scene.hub.env() {
        launch = launch.env(name, value.to_str().unwrap());
    }
    let mut cockpit = launch.start();
    cockpit.wait_for(|screen| screen.contents().contains("open thread") && screen.contents().contains("reviewed"));
    cockpit
}

fn writes(scene: &Scene, route: Route) -> usize {
    scene.hub.log().iter().filter(|asked| asked.route == route).count()
}

#[test]
fn a_reply_is_posted_once_after_it_was_confirmed() {
    let scene = Scene::new(sample::world());
    let mut cockpit = cockpit(&scene);
    cockpit.keys("}rAgreed, will do.");
    cockpit.wait_for_text("Agreed, will do.");
    cockpit.keys("<C-s>");
    cockpit.wait_for_text("Post this reply to o/r#7 as");
    assert_eq!(writes(&scene, Route::Reply), 0);
    cockpit.keys("y");
    cockpit.wait_for_text("The reply is posted.");
    cockpit.wait_for(|screen| screen.contents().matches("Agreed, will do.").count() == 1);
    assert_eq!(writes(&scene, Route::Reply), 1);
    cockpit.keys("q");
    assert_eq!(cockpit.exit().code, Some(0));
}

#[test]
fn a_reply_that_the_host_refuses_comes_back_after_a_restart() {
    let scene = Scene::new(sample::world());
    scene.hub.fault(Route::Reply, Nth::From(1), Fault::Status(500));
    let mut first = cockpit(&scene);
    first.keys("}rHalf done.<C-s>");
    first.wait_for_text("Post this reply");
    first.keys("y");
    first.wait_for_text("kept as a draft");
    first.keys("Q");
    assert_eq!(first.exit().code, Some(0));
    assert_eq!(writes(&scene, Route::Reply), 1, "never sent twice");
    // Its review is at hand: it opens at the gate, which tells of the draft.
    let mut second = cockpit(&scene);
    second.wait_for_text("1 draft is open");
    second.keys("gd}");
    second.wait_for_text("✎ draft");
    second.keys("r");
    second.wait_for_text("Half done.");
    second.keys("<Esc>Q");
    assert_eq!(second.exit().code, Some(0));
}
