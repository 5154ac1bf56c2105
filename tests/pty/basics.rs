//! Start, move, leave.

use super::{acknowledged, after_leaving, body, cockpit, footer, header, home, launch, marked};
use crate::support::pty::Cockpit;

#[test]
fn the_first_frame_shows_the_diff_and_keys_move_in_it() {
    let home = home();
    let mut cockpit = launch(&home).start();
    // The first frame that has something of the change: a busy machine may show that it reads before.
    cockpit.wait_for(|screen| screen.contents().contains("Cargo"));
    let first = cockpit.screen().contents();
    assert!(first.contains("Cargo.lock") && first.contains("+version = \"0.15.0\""), "{first}");
    assert!(cockpit.screen().alternate_screen() && cockpit.screen().hide_cursor());
    cockpit.keys("j");
    cockpit.wait_for(|screen| marked(screen) == Some(1));
    cockpit.keys("5j");
    cockpit.wait_for(|screen| marked(screen) == Some(6));
    cockpit.keys("k<Down><C-d>");
    cockpit.wait_for(|screen| footer(screen).contains("Cargo.lock:24"));
    cockpit.keys("gg");
    cockpit.wait_for(|screen| marked(screen) == Some(0));
    cockpit.keys("G");
    cockpit.wait_for(|screen| footer(screen).contains("100%"));
}

#[test]
fn leaving_gives_the_terminal_back_and_says_its_last_words_behind_it() {
    let home = home();
    let mut cockpit = cockpit(&home);
    cockpit.keys("Ja");
    acknowledged(&mut cockpit, "accepted ");
    let before = cockpit.raw().len();
    cockpit.keys("q");
    let (ended, raw) = cockpit.exit_with_bytes();
    assert_eq!((ended.code, ended.settings_restored), (Some(0), Some(true)));
    assert!(ended.modes_left_on.is_empty(), "{:?}", ended.modes_left_on);
    let words = after_leaving(&raw[before..]);
    let decided = format!("1 decided, {} undecided; logbook: ", super::all() - 1);
    assert!(words.starts_with(&decided) && words.ends_with(".jsonl\r\n"), "{words:?}");
}

#[test]
fn a_session_without_a_decision_leaves_no_words_and_a_quick_q_is_no_failure() {
    let home = home();
    for early in [true, false] {
        let mut cockpit = launch(&home).start();
        if !early {
            super::reviewed(&mut cockpit);
        }
        // Early: typed before the program is up.
        cockpit.keys("q");
        let (ended, raw) = cockpit.exit_with_bytes();
        assert_eq!((ended.code, ended.settings_restored), (Some(0), Some(true)), "early {early}");
        assert_eq!(after_leaving(&raw), "", "early {early}");
    }
}

#[test]
fn many_keys_at_once_are_all_taken() {
    let home = home();
    let mut cockpit = cockpit(&home);
    cockpit.keys("gg");
    cockpit.wait_for(|screen| marked(screen) == Some(0));
    let frames = |cockpit: &Cockpit| cockpit.raw().windows(8).filter(|bytes| bytes == b"\x1b[?2026h").count();
    let before = frames(&cockpit);
    // More than one read, more than any buffer of a reader; the last key tells that all before were taken.
    cockpit.keys(&format!("{}j", "j<Down>k<Up>".repeat(900)));
    cockpit.wait_for(|screen| marked(screen) == Some(1));
    assert!(header(cockpit.screen()).contains("findings"));
    let bodies = body(cockpit.screen());
    assert_eq!(bodies.iter().filter(|row| row.starts_with('▶')).count(), 1, "{bodies:#?}");
    // What is queued is taken together: far fewer frames than keys.
    let drawn = frames(&cockpit) - before;
    assert!((1..900).contains(&drawn), "{drawn} frames for 3601 keys");
}

#[test]
fn half_an_escape_sequence_does_not_stop_the_screen() {
    let home = home();
    let mut cockpit = cockpit(&home);
    cockpit.send(b"\x1b[");
    cockpit.wait_until_read();
    cockpit.resize(90, 20);
    cockpit.wait_for(|screen| footer(screen).contains("top"));
    cockpit.send(b"B");
    cockpit.keys("q");
    assert_eq!(cockpit.exit().code, Some(0));
}
