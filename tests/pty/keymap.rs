//! The person's own keys in the real program: used, shown, and told when they are wrong.

use super::{footer, reviewed, undecided};
use crate::support::dirs::Home;

const SETTINGS: &str = r#"[ui]
keymap = "gentle"

[ui.keys]
accept = ["Space a", "U"]
undo = ["C-k"]
viewed = ["m"]
wrap = ["a"]
acept = ["Z"]
drop = ["x"]
layout = ["F7"]
"#;

/// A home with these settings.
fn home() -> (Home, String) {
    let home = super::home();
    let path = home.work().join("mine.toml");
    std::fs::write(&path, SETTINGS).unwrap();
    (home, path.to_str().unwrap().to_owned())
}

#[test]
fn the_persons_keys_are_used_and_mistakes_are_told_in_the_notes() {
    let (home, path) = home();
    let mut cockpit = super::launch(&home).env("PRR_CONFIG", &path).start();
    // Wider than the bottom line: told whole, in rows above it too.
    cockpit.wait_for_text(" keys: ");
    cockpit.wait_for_text("mine.toml:9");
    reviewed(&mut cockpit);
    let all = undecided(cockpit.screen()).unwrap();
    // The next finding by a letter of `gentle`, accepted by a chord of their own.
    cockpit.keys("n a");
    cockpit.wait_for(|screen| footer(screen).contains("C-k undoes"));
    cockpit.keys("<C-k>");
    cockpit.wait_for(|screen| undecided(screen) == Some(all) && footer(screen).contains("undone"));
    cockpit.keys("U");
    cockpit.wait_for(|screen| undecided(screen) == Some(all - 1));
    cockpit.keys("Anotes<Enter>");
    cockpit.wait_for(|screen| {
        let text = screen.contents();
        text.contains("did you mean accept?") && text.contains("x is for drop and for drawer") && text.contains("F7")
    });
    cockpit.keys("qq");
    assert_eq!(cockpit.exit().code, Some(0));
}

#[test]
fn a_value_of_the_wrong_kind_stops_nothing_either() {
    let home = super::home();
    let path = home.work().join("mine.toml");
    std::fs::write(&path, "[ui]\nkeymap = \"emacs\"\n[ui.keys]\naccept = 5\ndrop = [\"x\", 7]\n").unwrap();
    let output = home.prr(&["config", "check"]).env("PRR_CONFIG", &path).output().unwrap();
    let said = String::from_utf8_lossy(&output.stdout).into_owned();
    assert_eq!(output.status.code(), Some(0), "{said}");
    assert!(said.contains("mine.toml:2:") && said.contains("mine.toml:4:") && said.contains("mine.toml:5:"), "{said}");
    let mut cockpit = super::launch(&home).env("PRR_CONFIG", path.to_str().unwrap()).start();
    reviewed(&mut cockpit);
    let all = undecided(cockpit.screen()).unwrap();
    cockpit.keys("Ja");
    cockpit.wait_for(|screen| undecided(screen) == Some(all - 1));
    cockpit.keys("q");
    assert_eq!(cockpit.exit().code, Some(0));
}

#[test]
fn the_check_and_the_doctor_tell_each_mistake_with_its_line() {
    let (home, path) = home();
    let ran = |words: &[&str]| {
        let output = home.prr(words).env("PRR_CONFIG", &path).output().unwrap();
        (String::from_utf8_lossy(&output.stdout).into_owned(), output.status.code())
    };
    let (check, code) = ran(&["config", "check"]);
    assert_eq!(code, Some(0), "no mistake in keys stops anything: {check}");
    for line in [
        "mine.toml:9:1: ui.keys.acept: there is no action `acept`",
        "did you mean accept?",
        "mine.toml:10:1: ui.keys.drop: x is for drop and for drawer",
        "drawer = [\"…\"], or [] for none",
        "mine.toml:11:1: ui.keys.layout: `F7` cannot be typed in every terminal",
    ] {
        assert!(check.contains(line), "{line}\n{check}");
    }
    let (doctor, _) = ran(&["doctor", "--offline"]);
    let line = doctor.lines().find(|line| line.contains("keys ")).unwrap_or_else(|| panic!("{doctor}"));
    assert!(line.contains("gentle, 7 of your own") && line.contains("(and 2 more)"), "{line}");
}

#[test]
fn the_check_tells_a_theme_that_cannot_be_used() {
    let home = super::home();
    let path = home.work().join("mine.toml");
    for (theme, told) in [("nosuch", Some("mine.toml:2:1: ui.theme: `nosuch`")), ("dark", None), ("plain", None)] {
        std::fs::write(&path, format!("[ui]\ntheme = \"{theme}\"\n")).unwrap();
        let output = home.prr(&["config", "check"]).env("PRR_CONFIG", &path).output().unwrap();
        let check = String::from_utf8_lossy(&output.stdout).into_owned();
        assert_eq!(output.status.code(), Some(0), "{check}");
        assert_eq!(check.contains("ui.theme"), told.is_some(), "{check}");
        assert!(told.is_none_or(|told| check.contains(told)), "{check}");
    }
}
