//! `prr tui --plain`: over a pipe and at a terminal; saved in the same logbook as by keys.

use std::{io::Write, process::Stdio};

use super::all;
use crate::support::{dirs::Home, pty::Cockpit};

/// What it says to these lines, and its exit code.
fn piped(home: &Home, input: &str) -> (String, Option<i32>) {
    let mut command = home.prr(&["tui", "--plain", "change.diff"]);
    let mut child = command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
    child.stdin.take().unwrap().write_all(input.as_bytes()).unwrap();
    let output = child.wait_with_output().unwrap();
    let said = String::from_utf8(output.stdout).unwrap();
    assert!(!said.contains('\u{1b}'), "no escape sequence is written: {said:?}");
    (said, output.status.code())
}

#[test]
fn over_a_pipe_decisions_are_made_saved_and_there_the_next_time() {
    let home = super::home();
    let all = all();
    let (said, code) = piped(&home, "a\nd no\n");
    assert_eq!(code, Some(0), "the end of the input saves and ends well: {said}");
    assert!(said.contains("16 files, 296 lines added, 78 lines removed; 0 viewed."), "{said}");
    assert!(said.contains(&format!("{} undecided.", all - 2)), "{said}");
    let (said, code) = piped(&home, "l\nq\n");
    assert_eq!(code, Some(0));
    assert!(said.contains(&format!("{all} findings, {} undecided", all - 2)), "{said}");
    assert!(said.contains("accepted: ") && said.contains("dropped: no: "), "{said}");
    // And on the screen.
    let mut cockpit = super::cockpit(&home);
    cockpit.wait_for(|screen| super::undecided(screen) == Some(all - 2));
    cockpit.keys("q");
    assert_eq!(cockpit.exit().code, Some(0));
}

#[test]
fn at_a_terminal_lines_are_typed_and_no_cursor_is_moved() {
    let home = super::home();
    let mut plain = Cockpit::prr(&home, &["tui", "--plain", "change.diff"]).size(100, 50).start();
    plain.wait_for_text("a accept, d drop");
    plain.keys("c src/delivery/worker.rs<Enter>");
    plain.wait_for_text("A comment on src/delivery/worker.rs.");
    plain.keys("From a plain line.<Enter>.<Enter>");
    plain.wait_for_text("Saved.");
    plain.keys("q<Enter>");
    let (ended, raw) = plain.exit_with_bytes();
    assert_eq!((ended.code, ended.settings_restored), (Some(0), Some(true)));
    assert!(!raw.contains(&0x1b), "{}", String::from_utf8_lossy(&raw));
    let log = home.prr(&["log", "change.diff"]).output().unwrap();
    assert!(String::from_utf8_lossy(&log.stdout).contains("add"), "{}", String::from_utf8_lossy(&log.stdout));
}

#[test]
fn what_cannot_be_read_fails_as_it_does_on_the_screen() {
    let home = super::home();
    let output = home.prr(&["tui", "--plain", "nowhere.diff"]).output().unwrap();
    assert_eq!(output.status.code(), Some(3));
    assert!(String::from_utf8_lossy(&output.stderr).contains("nowhere.diff"));
}
