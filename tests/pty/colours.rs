//! Colours in a real terminal: which sequences leave at which depth, and that they come without a key.

use vt100::Color;

use super::home;
use crate::support::{dirs::Home, pty::Cockpit, repo::Repo};

const CODE: &str = "\
diff --git a/a.rs b/a.rs
--- a/a.rs
+++ b/a.rs
@@ -1,3 +1,3 @@
 fn main() {
-    let words = \"some\";
+    let words = \"other\";  \n }
";

/// Numbers of each attribute sequence.
fn sequences(raw: &[u8]) -> Vec<Vec<u16>> {
    let starts = memchr::memmem::find_iter(raw, b"\x1b[");
    let bodies = starts.filter_map(|start| {
        let body = &raw[start + 2..];
        let length = body.iter().take_while(|b| b.is_ascii_digit() || matches!(b, b';' | b':')).count();
        (body.get(length) == Some(&b'm')).then(|| std::str::from_utf8(&body[..length]).unwrap())
    });
    bodies.map(|body| body.split([';', ':']).map(|n| n.parse().unwrap_or(0)).collect()).collect()
}

fn raw(variables: &[(&str, &str)], wait: impl FnMut(&vt100::Screen) -> bool) -> Vec<u8> {
    let home = Home::new();
    std::fs::write(home.work().join("code.diff"), CODE).unwrap();
    let mut launch = Cockpit::prr(&home, &["tui", "code.diff"]).size(100, 30).unset("COLORTERM");
    for (name, value) in variables {
        launch = launch.env(name, value);
    }
    let mut cockpit = launch.start();
    cockpit.wait_for(wait);
    cockpit.keys("jt");
    cockpit.wait_for_text("theme: ");
    cockpit.keys("Q");
    let raw = cockpit.raw().to_vec();
    [raw, cockpit.exit_with_bytes().1].concat()
}

/// Whether a cell of the word has a colour of its own.
fn has_colour(screen: &vt100::Screen, word: &str) -> bool {
    let (rows, columns) = screen.size();
    (0..rows).any(|row| {
        let text = screen.contents_between(row, 0, row, columns);
        let at = text.find(word).map(|at| text[..at].chars().count() as u16);
        at.and_then(|column| screen.cell(row, column)).is_some_and(|cell| cell.fgcolor() != Color::Default)
    })
}

#[test]
fn twenty_four_bits_only_where_the_terminal_says_so() {
    let bits = raw(&[("COLORTERM", "truecolor")], |screen| has_colour(screen, "fn main"));
    assert!(sequences(&bits).iter().any(|numbers| numbers.windows(2).any(|pair| pair == [38, 2])));
    let few = raw(&[("TERM", "xterm-256color")], |screen| has_colour(screen, "fn main"));
    assert!(sequences(&few).iter().any(|numbers| numbers.windows(2).any(|pair| pair == [38, 5])));
    assert!(!sequences(&few).iter().any(|numbers| numbers.windows(2).any(|pair| pair == [38, 2] || pair == [48, 2])));
    let names = raw(&[("TERM", "xterm")], |screen| has_colour(screen, "fn main"));
    // crossterm writes names as numbers below 16 of the palette.
    let palette = sequences(&names);
    let above = |numbers: &Vec<u16>| {
        numbers.windows(3).any(|n| (matches!(n[0], 38 | 48) && n[1] == 5 && n[2] >= 16) || n[..2] == [38, 2])
    };
    assert!(!palette.iter().any(above), "{palette:?}");
}

#[test]
fn no_color_lets_no_colour_out_whatever_else_is_set() {
    let home = Home::new();
    std::fs::create_dir_all(home.path().join("config")).unwrap();
    let settings = home.work().join("config.toml");
    std::fs::write(&settings, "[ui]\ntheme = \"contrast-dark\"\ndepth = \"true\"\n").unwrap();
    std::fs::write(home.work().join("code.diff"), CODE).unwrap();
    let mut cockpit = Cockpit::prr(&home, &["tui", "code.diff"])
        .size(100, 30)
        .env("NO_COLOR", "1")
        .env("COLORTERM", "truecolor")
        .env("PRR_CONFIG", settings.to_str().unwrap())
        .start();
    // The words that changed are marked, so the worker has answered.
    cockpit.wait_for(|screen| {
        let found = (0..30).find_map(|row| {
            let text = screen.contents_between(row, 0, row, 100);
            text.find("other").map(|at| screen.cell(row, text[..at].chars().count() as u16).unwrap().underline())
        });
        found == Some(true)
    });
    cockpit.keys("jjtt?qQ");
    let before = cockpit.raw().to_vec();
    let (_, after) = cockpit.exit_with_bytes();
    for numbers in sequences(&before).into_iter().chain(sequences(&after)) {
        let is_attribute = |number: &u16| matches!(number, 0..=9 | 22..=29);
        assert!(numbers.iter().all(is_attribute), "{numbers:?}");
    }
}

#[test]
fn a_theme_that_cannot_be_used_is_told_and_another_is_worn() {
    let home = home();
    let settings = home.work().join("config.toml");
    std::fs::write(&settings, "[ui]\ntheme = \"nothing-like-it\"\n").unwrap();
    let mut cockpit = Cockpit::prr(&home, &["tui", "change.diff"])
        .size(160, 30)
        .env("PRR_CONFIG", settings.to_str().unwrap())
        .start();
    cockpit.wait_for_text("`nothing-like-it` in ui.theme is no theme");
    cockpit.keys("Q");
    assert_eq!(cockpit.exit().code, Some(0));
}

#[test]
fn with_the_repository_at_hand_a_hunk_inside_a_comment_is_seen_as_one() {
    let repo = Repo::empty();
    let body: String = (0..40).map(|line| format!("word number {line} let in the comment\n")).collect();
    repo.write("a.rs", &format!("/* begins\n{body}ends */\nfn main() {{}}\n"));
    repo.commit("base");
    repo.write(
        "a.rs",
        &format!("/* begins\n{}ends */\nfn main() {{}}\n", body.replace("number 20 let", "number 20 for")),
    );
    repo.commit("head");
    let home = Home::new();
    let mut cockpit = Cockpit::prr(&home, &["tui", "HEAD~1..HEAD"])
        .size(100, 30)
        .env("COLORTERM", "truecolor")
        .cwd(repo.root())
        .start();
    // `let` has the colour of the words around it.
    cockpit.wait_for(|screen| {
        (0..30).any(|row| {
            let text = screen.contents_between(row, 0, row, 100);
            let Some(at) = text.find("number 18 let") else { return false };
            let column = text[..at].chars().count() as u16;
            let colour = |column: u16| screen.cell(row, column).unwrap().fgcolor();
            colour(column) != Color::Default && colour(column) == colour(column + 10) && {
                let cell = screen.cell(row, column).unwrap();
                cell.italic()
            }
        })
    });
    cockpit.keys("Q");
    cockpit.exit();
}
