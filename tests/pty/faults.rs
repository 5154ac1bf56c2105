//! Panics (D09): the terminal is usable afterwards, the message can be read, the work is kept.

use super::{after_leaving, cockpit, footer, header, home, launch, marked};
use crate::support::pty::Cockpit;

/// Ended by a panic, with everything that was written.
#[track_caller]
fn broke(cockpit: Cockpit) -> String {
    let (ended, raw) = cockpit.exit_with_bytes();
    assert_eq!((ended.code, ended.settings_restored), (Some(101), Some(true)));
    assert!(ended.modes_left_on.is_empty(), "{:?}", ended.modes_left_on);
    let words = after_leaving(&raw);
    let all = String::from_utf8_lossy(&raw);
    for words_of_it in ["PRR_FAULT=panic", "Please report"] {
        assert_eq!(words.matches(words_of_it).count(), 1, "{words}");
        assert_eq!(all.matches(words_of_it).count(), 1, "{all}");
    }
    assert!(!words.contains("stack backtrace") && !words.contains("0: "), "{words}");
    words
}

#[test]
fn a_panic_before_the_first_frame_leaves_a_usable_terminal() {
    let home = home();
    broke(launch(&home).env("PRR_FAULT", "panic:start").start());
}

#[test]
fn a_panic_while_drawing_keeps_the_half_written_comment() {
    let home = home();
    // An earlier session, so that the comment can be begun in the frames before the fault.
    let mut before = cockpit(&home);
    before.keys("Jchalf");
    super::acknowledged(&mut before, "half");
    before.keys("<Esc>q");
    assert_eq!(before.exit().code, Some(0));
    let mut cockpit = launch(&home).env("PRR_FAULT", "panic:draw").start();
    // All in one read: the frame that would show it is the third.
    cockpit.keys("c and a half");
    let words = broke(cockpit);
    assert!(words.contains("panic:draw"), "{words}");
    let mut again = super::cockpit(&home);
    again.keys("c");
    again.wait_for_text("half");
}

#[test]
fn a_backtrace_comes_when_it_is_asked_for() {
    let home = home();
    let mut cockpit = launch(&home).env("PRR_FAULT", "panic:draw").env("RUST_BACKTRACE", "1").start();
    cockpit.keys("jjj");
    let (ended, raw) = cockpit.exit_with_bytes();
    assert_eq!(ended.code, Some(101));
    assert!(after_leaving(&raw).contains("0: "), "{}", after_leaving(&raw));
}

#[test]
fn a_panic_of_a_reviewer_leaves_the_cockpit_up_and_is_told() {
    let home = home();
    let mut cockpit = launch(&home).env("PRR_FAULT", "panic:worker").start();
    cockpit.wait_for(|screen| header(screen).contains("partial: 1 of"));
    assert!(!cockpit.screen().contents().contains("panicked"));
    cockpit.keys("j");
    cockpit.wait_for(|screen| marked(screen) == Some(1));
    cockpit.keys(":notes<Enter>");
    cockpit.wait_for_text("PRR_FAULT=panic:worker");
    cockpit.keys("qq");
    assert_eq!(cockpit.exit().code, Some(0));
}

#[test]
fn under_a_shell_the_prompt_comes_after_the_message_and_echoes() {
    let home = home();
    let launch = Cockpit::program(&home, "bash", &["--norc", "--noprofile", "-i"]).size(100, 30);
    let mut shell = launch.env("PRR", env!("CARGO_BIN_EXE_prr")).env("PS1", "ready> ").start();
    shell.wait_for_text("ready> ");
    shell.keys("PRR_FAULT=panic:draw \"$PRR\" tui change.diff<Enter>");
    shell.wait_for(vt100::Screen::alternate_screen);
    shell.keys("jjj");
    shell.wait_for(|screen| !screen.alternate_screen() && screen.contents().trim_end().ends_with("ready>"));
    let contents = shell.screen().contents();
    assert!(contents.contains("panic:draw") && contents.contains("Please report"), "{contents}");
    shell.keys("echo hello $((40+2))<Enter>");
    shell.wait_for_text("hello 42");
    assert!(shell.screen().contents().contains("ready> echo hello $((40+2))"), "{}", shell.screen().contents());
    assert!(footer(shell.screen()).is_empty());
}
