//! `prr demo`: a recorded run, streamed; a whole story; nothing is left of it.

use std::path::PathBuf;

use super::{body, files, footer, header, marked, undecided};
use crate::support::{dirs::Home, pty::Cockpit};

fn demo(home: &Home) -> Cockpit {
    Cockpit::prr(home, &["demo"]).size(100, 30).start()
}

/// Everything in the home but the temporary folder.
fn kept(home: &Home) -> Vec<PathBuf> {
    files(home.path()).into_iter().filter(|path| !path.starts_with(home.path().join("tmp"))).collect()
}

#[test]
fn candidates_stream_in_and_move_nothing() {
    let home = Home::new();
    let mut demo = demo(&home);
    demo.wait_for(|screen| header(screen).contains("Courier") || header(screen).contains("reviewing"));
    demo.keys("4j");
    demo.wait_for(|screen| marked(screen) == Some(4));
    let before = body(demo.screen());
    for count in ["1 finding,", "2 findings,", "3 findings,"] {
        demo.wait_for(|screen| header(screen).contains(count));
        assert!(header(demo.screen()).contains("reviewing"), "{}", header(demo.screen()));
        let rows = body(demo.screen());
        assert_eq!(rows[4], before[4], "the line being read moved");
        // The header of a file may tell what came; its lines stay.
        let changed = rows.iter().zip(&before).filter(|(now, then)| now != then).count();
        assert!(changed <= 2, "{rows:#?}\n{before:#?}");
    }
    demo.keys("q");
    assert_eq!(demo.exit().code, Some(0));
}

#[test]
fn a_whole_story_from_the_first_finding_to_the_last_words() {
    let home = Home::new();
    let mut demo = demo(&home);
    demo.wait_for(|screen| header(screen).contains("reviewed · "));
    let all = undecided(demo.screen()).unwrap();
    demo.keys("Ja");
    demo.wait_for(|screen| footer(screen).contains("accepted "));
    demo.keys("d<Enter>made up, see the page<Enter>");
    demo.wait_for(|screen| footer(screen).contains(": made up, see the page"));
    demo.keys("e now with my words<C-s>");
    demo.wait_for_text("now with my words");
    demo.keys("a");
    demo.wait_for(|screen| undecided(screen) == Some(all - 3));
    demo.keys("gg5jcA question of mine<C-s>");
    demo.wait_for_text("A question of mine");
    demo.keys("u");
    demo.wait_for(|screen| !screen.contents().contains("A question of mine"));
    demo.keys("<C-r>");
    demo.wait_for_text("A question of mine");
    demo.wait_for(|screen| !footer(screen).contains("unsaved"));
    assert_eq!(kept(&home), Vec::<PathBuf>::new());
    assert!(!files(&home.path().join("tmp")).is_empty(), "its logbook is in the temporary folder");
    demo.keys("q");
    let (ended, raw) = demo.exit_with_bytes();
    assert_eq!((ended.code, ended.settings_restored), (Some(0), Some(true)));
    assert!(ended.modes_left_on.is_empty());
    let words = super::after_leaving(&raw);
    assert!(!words.contains("logbook:"), "the last words name a folder that is gone: {words}");
    nothing_is_left(&home);
}

#[test]
fn the_scoreboard_counts_what_is_decided_in_the_demo() {
    let home = Home::new();
    let mut demo = demo(&home);
    demo.wait_for(|screen| header(screen).contains("reviewed · "));
    demo.keys("Ja");
    demo.wait_for(|screen| footer(screen).contains("accepted "));
    demo.keys("ddu");
    demo.wait_for(|screen| footer(screen).contains("undone") && !footer(screen).contains("unsaved"));
    demo.keys(":scoreboard<Enter>");
    // Its logbook lies in a temporary folder and not where those of the repository are.
    demo.wait_for_text(" findings: 1 accepted (0 in your words), 0 dropped, ");
    demo.keys("Q");
    assert_eq!(demo.exit().code, Some(0));
    nothing_is_left(&home);
}

#[track_caller]
fn nothing_is_left(home: &Home) {
    assert_eq!(kept(home), Vec::<PathBuf>::new());
    let left: Vec<_> = std::fs::read_dir(home.path().join("tmp")).unwrap().flatten().map(|e| e.path()).collect();
    assert!(left.is_empty(), "{left:?}");
}

#[test]
fn nothing_is_left_after_signals_and_a_vanished_terminal_either() {
    use rustix::process::Signal;
    let home = Home::new();
    for signal in [Some(Signal::TERM), Some(Signal::INT), None] {
        let mut demo = demo(&home);
        demo.wait_for(|screen| header(screen).contains("1 finding,"));
        match signal {
            Some(signal) => demo.signal(signal),
            None => demo.hangup(),
        }
        assert!(demo.exit().code.is_some_and(|code| code > 128));
        nothing_is_left(&home);
    }
}

#[test]
fn it_needs_a_temporary_folder_and_says_so() {
    let home = Home::new();
    let gone = home.path().join("gone");
    let launch = Cockpit::prr(&home, &["demo"]).env("TMPDIR", gone.to_str().unwrap());
    let (ended, raw) = launch.start().exit_with_bytes();
    let words = String::from_utf8(raw).unwrap();
    assert_eq!(ended.code, Some(2), "{words}");
    assert!(words.contains("temporary folder") && words.contains("gone") && words.contains("TMPDIR="), "{words}");
}
