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

/// Whether two words of one row have text of the same colour; `None` while they are not there, or plain.
fn alike(screen: &vt100::Screen, row_has: &str, (one, other): (&str, &str)) -> Option<bool> {
    let (rows, columns) = screen.size();
    (0..rows).find_map(|row| {
        let text = screen.contents_between(row, 0, row, columns);
        let start = text.find(row_has)?;
        let column = |word: &str| text[..start + text[start..].find(word)?].chars().count().try_into().ok();
        let colour = |word: &str| screen.cell(row, column(word)?).map(|cell| cell.fgcolor());
        let (one, other) = (colour(one)?, colour(other)?);
        (one != Color::Default && other != Color::Default).then_some(one == other)
    })
}

/// A change in the middle of a comment of Rust, and one in the middle of a long string of Python that reads like code.
fn inside_repo() -> (Repo, [&'static str; 2]) {
    let repo = Repo::empty();
    let comment: String = (0..60).map(|line| format!("word number {line} let in the comment\n")).collect();
    let string: String = (0..60).map(|line| format!("value = number_{line} if True else None\n")).collect();
    let write = |comment: &str, string: &str| {
        repo.write("a.rs", &format!("/* begins\n{comment}*/\nfn main() {{}}\n"));
        repo.write("b.py", &format!("TEXT = \"\"\"begins\n{string}\"\"\"\n"));
    };
    write(&comment, &string);
    repo.commit("base");
    write(&comment.replace("number 20 let", "number 20 for"), &string.replace("number_20 if", "number_twenty if"));
    repo.commit("head");
    (repo, ["number 18 let", "number_18 if"])
}

fn inside(home: &Home, args: &[&str], folder: &std::path::Path) -> Cockpit {
    Cockpit::prr(home, args).size(100, 40).env("COLORTERM", "truecolor").cwd(folder).start()
}

/// Waits until a comment and a string are seen as such, or as code.
fn wait_until_seen(cockpit: &mut Cockpit, [comment, string]: [&str; 2], as_text: bool) {
    cockpit.wait_for(|screen| {
        alike(screen, comment, ("let", "number")) == Some(as_text)
            && alike(screen, string, ("if True", "number")) == Some(as_text)
    });
}

#[test]
fn with_the_repository_at_hand_a_hunk_inside_a_comment_or_a_string_is_seen_as_one() {
    let (repo, places) = inside_repo();
    let home = Home::new();
    let mut cockpit = inside(&home, &["tui", "HEAD~1..HEAD"], repo.root());
    wait_until_seen(&mut cockpit, places, true);
    cockpit.keys("Q");
    cockpit.exit();
}

#[test]
fn without_a_repository_it_is_taken_for_code_and_stays_so() {
    let (repo, places) = inside_repo();
    let home = Home::new();
    std::fs::write(home.work().join("inside.diff"), repo.git(&["diff", "HEAD~1", "HEAD"]) + "\n").unwrap();
    let mut cockpit = inside(&home, &["tui", "inside.diff"], &home.work());
    wait_until_seen(&mut cockpit, places, false);
    cockpit.keys("Q");
    cockpit.exit();
}

#[test]
fn the_old_side_is_enough_when_the_new_one_is_nowhere() {
    let (repo, places) = inside_repo();
    let home = Home::new();
    let patch = home.work().join("inside.diff");
    std::fs::write(&patch, repo.git(&["diff", "--full-index", "HEAD~1", "HEAD"]) + "\n").unwrap();
    // A clone that has the base and nothing newer, as of a pull request that was not fetched.
    let clone = repo.outside().join("clone");
    repo.git(&["branch", "-q", "base", "HEAD~1"]);
    let (from, to) = (format!("file://{}", repo.root().display()), clone.display().to_string());
    repo.git(&["clone", "-q", "--single-branch", "--branch", "base", &from, &to]);
    let mut cockpit = inside(&home, &["tui", patch.to_str().unwrap()], &clone);
    wait_until_seen(&mut cockpit, places, true);
    cockpit.keys("Q");
    cockpit.exit();
}

#[test]
fn a_working_tree_that_was_changed_since_gives_no_colours() {
    let (repo, places) = inside_repo();
    let home = Home::new();
    let patch = home.work().join("inside.diff");
    // Without blob ids the working tree is all there is; its lines are no longer those of the diff.
    let text: String = repo
        .git(&["diff", "HEAD~1", "HEAD"])
        .lines()
        .filter(|l| !l.starts_with("index "))
        .fold(String::new(), |text, line| text + line + "\n");
    std::fs::write(&patch, text).unwrap();
    let start = |repo: &Repo| inside(&home, &["tui", patch.to_str().unwrap()], repo.root());
    let mut cockpit = start(&repo);
    wait_until_seen(&mut cockpit, places, true);
    cockpit.keys("Q");
    cockpit.exit();
    for file in ["a.rs", "b.py"] {
        let now = std::fs::read_to_string(repo.root().join(file)).unwrap();
        repo.write(file, &now.replace("number 19", "number nineteen").replace("number_19", "number_nineteen"));
    }
    let mut cockpit = start(&repo);
    wait_until_seen(&mut cockpit, places, false);
    cockpit.keys("Q");
    cockpit.exit();
}
