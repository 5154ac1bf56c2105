//! The keys to begin with: shown once, after the first frame, and never in the way of a key.

use super::{footer, header, reviewed};
use crate::support::{dirs::Home, pty::Cockpit};

fn first_run(home: &Home) -> Cockpit {
    super::launch(home).unset("PRR_GUIDE").start()
}

#[test]
fn the_first_run_shows_the_keys_once_and_the_first_key_does_its_work() {
    let home = super::home();
    let mut cockpit = first_run(&home);
    cockpit.wait_for_text("Twelve keys to begin with");
    assert!(header(cockpit.screen()).contains("change.diff"), "the change is there under them");
    cockpit.keys("]");
    cockpit.wait_for(|screen| !screen.contents().contains("Twelve keys") && !footer(screen).contains(" top "));
    let seen = home.path().join(".local/state/prr/guide-seen");
    cockpit.keys(":guide<Enter>");
    cockpit.wait_for_text("Twelve keys to begin with");
    cockpit.keys("<Esc>");
    cockpit.wait_for(|screen| !screen.contents().contains("Twelve keys"));
    reviewed(&mut cockpit);
    cockpit.keys("q");
    assert_eq!(cockpit.exit().code, Some(0));
    assert!(seen.exists());
    let mut again = first_run(&home);
    reviewed(&mut again);
    again.keys("j");
    again.wait_for(|screen| !footer(screen).contains(" top "));
    assert!(!again.screen().contents().contains("Twelve keys"));
    again.keys("q");
    assert_eq!(again.exit().code, Some(0));
}

#[test]
fn the_demo_shows_the_keys_and_keeps_nothing_of_it() {
    let home = Home::new();
    let mut demo = Cockpit::prr(&home, &["demo"]).size(100, 30).unset("PRR_GUIDE").start();
    demo.wait_for_text("Twelve keys to begin with");
    demo.keys("q");
    assert_eq!(demo.exit().code, Some(0));
    assert!(!home.path().join(".local/state/prr").exists());
}
