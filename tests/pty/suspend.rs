//! Ctrl-Z and back, under a shell with job control; stops from outside (D11).

use rustix::process::Signal;

use super::{acknowledged, body, cockpit, footer, header, home, marked};
use crate::support::{dirs::Home, pty::Cockpit};

/// A shell with job control and a prompt that cannot be mistaken.
fn shell(home: &Home) -> Cockpit {
    let launch = Cockpit::program(home, "bash", &["--norc", "--noprofile", "-i"]).size(100, 30);
    let mut shell = launch.env("PRR", env!("CARGO_BIN_EXE_prr")).env("PS1", "ready> ").start();
    shell.wait_for_text("ready> ");
    shell
}

/// The cockpit in the shell, reviewed.
fn in_shell(home: &Home, command: &str) -> Cockpit {
    let mut shell = shell(home);
    shell.keys(&format!("{command}<Enter>"));
    super::reviewed(&mut shell);
    shell
}

#[track_caller]
fn stops(shell: &mut Cockpit) {
    shell.keys("<C-z>");
    shell.wait_for(|screen| !screen.alternate_screen() && screen.contents().trim_end().ends_with("ready>"));
    assert!(shell.screen().contents().contains("Stopped"), "{}", shell.screen().contents());
    assert!(!shell.screen().hide_cursor());
}

#[track_caller]
fn comes_back(shell: &mut Cockpit) {
    shell.keys("fg<Enter>");
    // No key is needed for the whole frame.
    shell.wait_for(|screen| screen.alternate_screen() && header(screen).contains("prr") && full(screen));
}

/// Header, body and footer are drawn: no row of the body is left blank.
fn full(screen: &vt100::Screen) -> bool {
    (footer(screen).contains('%') || footer(screen).contains("top"))
        && body(screen).iter().filter(|row| !row.trim().is_empty()).count() > 10
}

#[test]
fn the_shell_is_usable_while_it_is_stopped_and_fg_draws_the_whole_frame() {
    let home = home();
    let mut shell = in_shell(&home, "\"$PRR\" tui change.diff");
    shell.keys("6j");
    shell.wait_for(|screen| marked(screen) == Some(6));
    let before = body(shell.screen());
    stops(&mut shell);
    shell.keys("stty -a; echo MARK-$((40+2)) jjj<Enter>");
    shell.wait_for_text("MARK-42 jjj");
    let contents = shell.screen().contents();
    let has = |word: &str| contents.split_whitespace().any(|w| w.trim_end_matches(';') == word);
    assert!(has("icanon") && has("echo") && has("isig") && has("icrnl"), "{contents}");
    assert!(contents.contains("echo MARK-$((40+2)) jjj"), "typed text is echoed: {contents}");
    comes_back(&mut shell);
    assert_eq!(body(shell.screen()), before, "keys of the shell reached the cockpit, or the frame is not the same");
    shell.keys("q");
    shell.wait_for(|screen| !screen.alternate_screen() && screen.contents().trim_end().ends_with("ready>"));
    shell.keys("echo code-$?<Enter>");
    shell.wait_for_text("code-0");
    shell.keys("exit<Enter>");
    let ended = shell.exit();
    assert_eq!((ended.code, ended.settings_restored), (Some(0), Some(true)));
    assert!(ended.modes_left_on.is_empty(), "{:?}", ended.modes_left_on);
}

#[test]
fn text_in_the_editor_is_still_there_and_more_can_be_typed() {
    let home = home();
    let mut shell = in_shell(&home, "\"$PRR\" tui change.diff");
    shell.keys("Jchalf");
    shell.wait_for_text("half");
    stops(&mut shell);
    comes_back(&mut shell);
    shell.wait_for_text("half");
    shell.keys(" and more<C-s>");
    acknowledged(&mut shell, "half and more");
    shell.keys("q");
    shell.wait_for(|screen| !screen.alternate_screen());
}

#[test]
fn a_window_that_changed_while_it_was_stopped_is_drawn_at_its_new_size() {
    let home = home();
    let mut shell = in_shell(&home, "\"$PRR\" tui change.diff");
    stops(&mut shell);
    shell.resize(72, 18);
    shell.keys("<Enter>");
    comes_back(&mut shell);
    assert_eq!(shell.screen().size(), (18, 72));
    assert!(footer(shell.screen()).contains('%') || footer(shell.screen()).contains("top"));
}

#[test]
fn it_can_be_stopped_many_times_and_in_the_background() {
    let home = home();
    let mut shell = in_shell(&home, "\"$PRR\" tui change.diff");
    for _ in 0..4 {
        stops(&mut shell);
        comes_back(&mut shell);
        shell.keys("<C-l>");
    }
    stops(&mut shell);
    // In the background it may not touch the terminal: the shell still has it.
    shell.keys("clear; bg; echo still-$((40+2))<Enter>");
    shell.wait_for_text("still-42");
    assert!(!shell.screen().alternate_screen());
    shell.keys("echo mine-$((50+2))<Enter>");
    shell.wait_for_text("mine-52");
    // It stops when it would touch the terminal. `fg` continues only what the shell has seen to be stopped.
    for turn in 100.. {
        shell.keys(&format!("clear; jobs; echo seen-$(({turn}+1))<Enter>"));
        shell.wait_for_text(&format!("seen-{}", turn + 1));
        if shell.screen().contents().contains("Stopped") {
            break;
        }
        assert!(turn < 1000, "it goes on in the background");
    }
    comes_back(&mut shell);
    shell.keys("q");
    shell.wait_for(|screen| !screen.alternate_screen() && screen.contents().trim_end().ends_with("ready>"));
}

#[test]
fn a_whole_pipeline_stops_and_comes_back() {
    let home = home();
    // The writer is not done: it sleeps in a read of a terminal's child, as `git log` does when the pipe is full.
    std::fs::write(home.work().join("feed.sh"), "cat change.diff; exec tail -f /dev/null\n").unwrap();
    let mut shell = shell(&home);
    shell.keys("sh feed.sh | \"$PRR\" tui -<Enter>");
    shell.wait_for(|screen| header(screen).contains("reading") && screen.contents().contains("Cargo.lock"));
    stops(&mut shell);
    shell.keys("echo mine-$((50+2))<Enter>");
    shell.wait_for_text("mine-52");
    comes_back(&mut shell);
    shell.keys("j");
    shell.wait_for(|screen| marked(screen) == Some(1));
    shell.keys("Q");
    shell.wait_for(|screen| !screen.alternate_screen());
    // The writer has nothing to write and does not see that nobody reads.
    shell.keys("<C-c>");
    shell.wait_for(|screen| screen.contents().trim_end().ends_with("ready>"));
}

#[test]
fn a_stop_from_outside_is_followed_by_a_whole_frame() {
    let home = home();
    let mut cockpit = cockpit(&home);
    cockpit.keys("6j");
    cockpit.wait_for(|screen| marked(screen) == Some(6));
    let before = body(cockpit.screen());
    cockpit.signal(Signal::STOP);
    cockpit.wait_until_stopped();
    let written = cockpit.raw().len();
    cockpit.signal(Signal::CONT);
    cockpit.wait_for_new_bytes(written + 1000);
    cockpit.wait_for(|screen| body(screen) == before);
    cockpit.signal(Signal::STOP);
    cockpit.wait_until_stopped();
    cockpit.resize(80, 20);
    cockpit.signal(Signal::CONT);
    cockpit.wait_for(|screen| footer(screen).contains("Cargo.lock:7"));
}

#[test]
fn without_a_shell_to_go_back_to_it_does_not_stop() {
    let home = home();
    let mut cockpit = cockpit(&home);
    cockpit.keys("<C-z>");
    cockpit.wait_for_text("no shell to go back to");
    cockpit.keys("j");
    cockpit.wait_for(|screen| marked(screen) == Some(1));
}
