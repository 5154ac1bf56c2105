//! The first frame: as soon as the diff is there, whatever else the host keeps back; leaving at once; the question about
//! one that is no longer open.

use crate::support::{
    dirs::Home,
    github::{Fault, Gate, Hub, Nth, Route, sample},
    pty::Cockpit,
};

/// The cockpit on a pull request.
fn cockpit(home: &Home, hub: &Hub, target: &str) -> Cockpit {
    let mut launch = Cockpit::prr(home, &["tui", target]).size(100, 30);
    for (name, value) in hub.env() {
        launch = launch.env(name, value.to_str().unwrap());
    }
    launch.start()
}

/// Everything that is asked beside the diff.
const OTHERS: &[Route] = &[
    Route::Pull,
    Route::Files,
    Route::Conversation,
    Route::Reviews,
    Route::Commits,
    Route::User,
    Route::Graphql,
    Route::CheckRuns,
    Route::Status,
    Route::Contents,
    Route::Issue,
];

#[test]
fn the_diff_is_shown_while_the_host_keeps_everything_else_back() {
    let (home, hub, gate) = (Home::new(), Hub::start(sample::world()), Gate::new());
    for route in OTHERS {
        hub.fault(*route, Nth::From(1), Fault::Hold(gate.clone()));
    }
    let mut cockpit = cockpit(&home, &hub, "o/r#7");
    cockpit.wait_for(|screen| screen.contents().contains("README.md") && screen.contents().contains("there"));
    // The diff was among the first that was asked, and nothing had to be known before it.
    let asked = hub.log();
    let at = asked.iter().position(|one| one.route == Route::Diff).expect("the diff was not asked for");
    assert!(
        asked[..at].iter().all(|one| one.status == 0),
        "{:?}",
        asked.iter().map(|one| one.route).collect::<Vec<_>>()
    );
    gate.open();
    cockpit.wait_for(|screen| screen.contents().contains("#7") && screen.contents().contains("reviewed"));
    cockpit.keys("q");
    assert_eq!(cockpit.exit().code, Some(0));
}

#[test]
fn leaving_does_not_wait_for_a_host_that_says_nothing() {
    let (home, hub, gate) = (Home::new(), Hub::start(sample::world()), Gate::new());
    for route in OTHERS.iter().chain([&Route::Diff]) {
        hub.fault(*route, Nth::From(1), Fault::Hold(gate.clone()));
    }
    let mut cockpit = cockpit(&home, &hub, "o/r#7");
    cockpit.wait_for(|screen| screen.contents().contains("reading"));
    gate.wait_reached();
    cockpit.keys("q");
    assert_eq!(cockpit.exit().code, Some(0));
    gate.open();
}

#[test]
fn one_that_is_no_longer_open_is_asked_about_once_and_no_leaves() {
    let (home, hub) = (Home::new(), Hub::start(sample::world()));
    let mut first = cockpit(&home, &hub, "o/r#9");
    first.wait_for(|screen| screen.contents().contains("PR #9 is MERGED"));
    first.keys("n");
    assert_eq!(first.exit().code, Some(0));
    assert!(!home.path().join(super::OUTSIDE).join("pr-9.jsonl").exists(), "nothing was begun");
    let mut second = cockpit(&home, &hub, "o/r#9");
    second.wait_for(|screen| screen.contents().contains("Review it anyway?"));
    second.keys("y");
    second.wait_for(|screen| screen.contents().contains("reviewed"));
    second.keys("q");
    assert_eq!(second.exit().code, Some(0));
}

#[test]
fn a_host_that_refuses_ends_the_cockpit_with_its_words_behind_it() {
    let (home, hub) = (Home::new(), Hub::start(sample::world()));
    let (ended, raw) = cockpit(&home, &hub, "o/r#404").exit_with_bytes();
    let words = String::from_utf8_lossy(&raw);
    assert_eq!(ended.code, Some(3), "{words}");
    assert!(words.contains("no pull request o/r#404"), "{words}");
}
