//! The terminal's background: asked for, answered in every way, never typed into the cockpit.

use super::{header, home, launch, marked, place};
use crate::support::{dirs::Home, pty::Cockpit};

const QUERY: &[u8] = b"\x1b]11;?\x1b\\";

/// Ground of the header in 256 colours: dark, light.
const DARK: vt100::Color = vt100::Color::Idx(235);
const LIGHT: vt100::Color = vt100::Color::Idx(254);

fn ground(screen: &vt100::Screen) -> vt100::Color {
    screen.cell(0, 20).unwrap().bgcolor()
}

/// A cockpit that has asked and got no answer so far.
fn asked(home: &Home) -> Cockpit {
    let mut cockpit = launch(home).start();
    cockpit.wait_for_bytes(QUERY);
    cockpit
}

fn answer(light: bool, end: &str) -> Vec<u8> {
    let colour = if light { "ffff/fafa/f0f0" } else { "1e1e/1e1e/2e2e" };
    format!("\x1b]11;rgb:{colour}{end}").into_bytes()
}

#[test]
fn an_answer_cut_anywhere_sets_the_theme_and_types_nothing() {
    let home = home();
    for end in ["\x07", "\x1b\\"] {
        let length = answer(true, end).len();
        // The first bytes of an answer are awaited only for a while: a program of its own for each.
        for cut in 1..=3 {
            let mut cockpit = asked(&home);
            parts(&mut cockpit, &answer(true, end), cut);
            cockpit.wait_for(|screen| ground(screen) == LIGHT);
            untouched(&mut cockpit);
        }
        let mut cockpit = asked(&home);
        for (turn, cut) in (3..length).enumerate() {
            let light = turn % 2 == 0;
            parts(&mut cockpit, &answer(light, end), cut);
            cockpit.wait_for(|screen| ground(screen) == if light { LIGHT } else { DARK });
        }
        untouched(&mut cockpit);
    }
}

/// Sends in two reads.
fn parts(cockpit: &mut Cockpit, bytes: &[u8], cut: usize) {
    cockpit.send(&bytes[..cut]);
    cockpit.wait_until_read();
    cockpit.send(&bytes[cut..]);
}

/// No key was taken: the cursor is where it was, and no word tells of an unknown key.
#[track_caller]
fn untouched(cockpit: &mut Cockpit) {
    super::reviewed(cockpit);
    assert!(place(cockpit.screen()).starts_with("top"), "{}", place(cockpit.screen()));
    assert!(!cockpit.screen().contents().contains("does nothing here"));
    cockpit.keys("j");
    cockpit.wait_for(|screen| marked(screen) == Some(1));
}

#[test]
fn no_answer_changes_nothing() {
    let home = home();
    let mut cockpit = asked(&home);
    super::reviewed(&mut cockpit);
    assert_eq!(ground(cockpit.screen()), DARK);
    untouched(&mut cockpit);
}

#[test]
fn keys_around_and_within_an_answer_are_all_taken() {
    let home = home();
    for end in ["\x07", "\x1b\\"] {
        let mut cockpit = asked(&home);
        super::reviewed(&mut cockpit);
        let bytes = answer(true, end);
        cockpit.send(&[b"jj", &bytes[..9], b"j", &bytes[9..14], b"\x1b[B", &bytes[14..], b"j"].concat());
        cockpit.wait_for(|screen| ground(screen) == LIGHT && marked(screen) == Some(5));
    }
}

#[test]
fn an_answer_in_the_editor_is_not_text() {
    let home = home();
    let mut cockpit = asked(&home);
    super::reviewed(&mut cockpit);
    cockpit.keys("5jcbefore ");
    cockpit.wait_for_text("before");
    parts(&mut cockpit, &answer(true, "\x1b\\"), 8);
    cockpit.wait_for(|screen| ground(screen) == LIGHT);
    cockpit.keys("after");
    cockpit.wait_for_text("before after");
    assert!(!cockpit.screen().contents().contains("rgb"), "{}", header(cockpit.screen()));
}

#[test]
fn an_answer_that_comes_after_the_end_was_asked_for_is_not_typed_into_the_shell() {
    let home = home();
    let launch = Cockpit::program(&home, "bash", &["--norc", "--noprofile", "-i"]).size(100, 30);
    let mut shell = launch.env("PRR", env!("CARGO_BIN_EXE_prr")).env("PS1", "ready> ").start();
    shell.wait_for_text("ready> ");
    shell.answer_queries((0xff, 0xff, 0xff));
    shell.keys("\"$PRR\" tui change.diff<Enter>");
    shell.wait_for(vt100::Screen::alternate_screen);
    shell.keys("q");
    shell.wait_for(|screen| !screen.alternate_screen() && screen.contents().trim_end().ends_with("ready>"));
    shell.keys("echo clean-$((40+2))<Enter>");
    shell.wait_for_text("clean-42");
    assert!(!shell.screen().contents().contains("rgb"), "{}", shell.screen().contents());
}
