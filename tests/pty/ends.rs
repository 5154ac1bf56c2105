//! Signals, and the terminal that goes away (D10).

use std::time::{Duration, Instant};

use rustix::process::Signal;

use super::{cockpit, home, launch, no_process_is_left, place, reviewed};
use crate::support::{dirs::Home, pty::Cockpit};

/// A cockpit with half a comment typed.
fn writing(home: &Home) -> Cockpit {
    let mut cockpit = cockpit(home);
    cockpit.keys("Jchalf a thought");
    cockpit.wait_for_text("half a thought");
    cockpit
}

/// The half comment is there again.
#[track_caller]
fn has_draft(home: &Home) {
    let mut again = cockpit(home);
    again.wait_for(|screen| place(screen).starts_with("install-relay.bat:7 "));
    again.keys("c");
    again.wait_for_text("✎ draft kept");
    again.wait_for_text("half a thought");
}

#[test]
fn signals_end_with_the_terminal_restored_the_right_code_and_the_draft_kept() {
    for (signal, code) in [(Signal::TERM, 143), (Signal::HUP, 129), (Signal::INT, 130), (Signal::QUIT, 131)] {
        let home = home();
        let mut cockpit = writing(&home);
        let began = Instant::now();
        cockpit.signal(signal);
        let ended = cockpit.exit();
        let took = began.elapsed();
        println!("{signal:?}: ended in {took:?}");
        assert!(took < Duration::from_secs(30), "{signal:?}: {took:?}");
        assert_eq!((ended.code, ended.settings_restored), (Some(code), Some(true)), "{signal:?}");
        assert!(ended.modes_left_on.is_empty(), "{signal:?}: {:?}", ended.modes_left_on);
        has_draft(&home);
    }
}

#[test]
fn signals_while_it_still_reads_end_it_too() {
    let home = home();
    for (signal, code) in [(Signal::TERM, 143), (Signal::HUP, 129), (Signal::INT, 130)] {
        let script = "mkfifo slow.diff 2>/dev/null; exec \"$PRR\" tui slow.diff";
        let mut cockpit = Cockpit::program(&home, "sh", &["-c", script]).env("PRR", env!("CARGO_BIN_EXE_prr")).start();
        cockpit.wait_for_text("reading");
        cockpit.signal(signal);
        let ended = cockpit.exit();
        assert_eq!((ended.code, ended.settings_restored), (Some(code), Some(true)), "{signal:?}");
    }
}

/// Hangs up and measures.
#[track_caller]
fn hangs_up(mut cockpit: Cockpit) -> (Duration, Option<u32>) {
    let pid = cockpit.pid();
    let used = cockpit.cpu();
    let began = Instant::now();
    cockpit.hangup();
    // Measured to the end of the process; its last processor time is gone with it, so the time itself is the bound.
    let ended = cockpit.exit();
    let took = began.elapsed();
    println!("hung up: ended in {took:?} (used {used:?} before)");
    assert!(took < Duration::from_secs(30), "{took:?}");
    no_process_is_left(pid);
    (took, ended.code)
}

#[test]
fn a_vanished_terminal_ends_it_and_keeps_the_draft() {
    let home = home();
    let (_, code) = hangs_up(writing(&home));
    assert_eq!(code, Some(129));
    has_draft(&home);
}

#[test]
fn a_vanished_terminal_ends_it_with_the_signal_ignored_too() {
    let home = home();
    let script = "trap '' HUP; exec \"$PRR\" tui change.diff";
    let launch = Cockpit::program(&home, "sh", &["-c", script]).env("PRR", env!("CARGO_BIN_EXE_prr"));
    let mut cockpit = launch.size(100, 30).start();
    reviewed(&mut cockpit);
    cockpit.keys("Jchalf a thought");
    cockpit.wait_for_text("half a thought");
    let (_, code) = hangs_up(cockpit);
    assert_eq!(code, Some(129));
    has_draft(&home);
}

#[test]
fn a_terminal_that_vanishes_at_any_moment_of_the_start_leaves_no_process() {
    let home = home();
    // From before the first byte to well inside the run: as many moments as turns of this loop.
    for turn in 0..24 {
        let mut cockpit = launch(&home).start();
        let wanted = turn * 400;
        while turn > 0 && cockpit.raw().len() < wanted && !cockpit.screen().contents().contains("reviewed ·") {
            cockpit.wait_for_quiet(Duration::from_millis(1));
        }
        hangs_up(cockpit);
    }
}
