//! The keys that the footer names work where it names them, and help tells what keys mean where the person is.

use std::sync::Arc;

use prr::{
    core::model::{Failure, FailureKind},
    session::Msg,
    ui::{ACTIONS, Deed, Mode, Turn, View},
};

use super::{
    agents,
    every_action::{found, named, pulled, reviewed},
    inbox,
};
use crate::support::desk::{DIFF, Desk};

/// A change in which nothing was found and nothing looks risky.
fn calm() -> Desk {
    let text = "diff --git a/a.md b/a.md\n--- a/a.md\n+++ b/a.md\n@@ -1,3 +1,3 @@\n one\n-two\n+too\n three\n";
    let mut desk = Desk::with(110, 40, text);
    desk.end();
    desk
}

/// Nothing is read yet.
fn reading() -> Desk {
    Desk::new(110, 40)
}

/// The change cannot be read.
fn failed() -> Desk {
    let mut desk = Desk::new(110, 40);
    desk.tell(Msg::DiffFailed(Failure::new(FailureKind::Target, "there is no such file")));
    desk
}

fn waiting() -> Desk {
    let mut desk = found();
    desk.keys("gi");
    inbox::told(&mut desk, Ok(inbox::rows()));
    desk
}

fn home() -> Desk {
    let mut desk = Desk::new(110, 40);
    desk.ui.show_inbox_only();
    inbox::told(&mut desk, Ok(inbox::rows()));
    desk
}

fn ended_agents() -> Desk {
    let mut desk = agents::desk(120, 40);
    desk.end();
    agents::end(&mut desk, "pass:security", prr::core::model::TaskEnd::Completed);
    desk
}

type Make = fn() -> Desk;

/// Desks, and keys that lead to where their footer is read.
const PLACES: &[(&str, Make, &[&str])] = &[
    ("found", found, &["", "J", "Ja", "G", "3jv", "/user\n", "h", "hj", "hgg", "gt", "gtG", "gt*", "gtaa", "gtaaa"]),
    ("found, views", found, &["gtx", "ga", "gr", "gl", "gll", "glll", "gllll", "gi", "JaglG", "gtfd", "Jgm"]),
    ("pulled", pulled, &["", "gg}}", "gt", "gr", "gi", "h"]),
    ("reviewed", reviewed, &["gr", "gt", "J"]),
    ("calm", calm, &["", "G", "gt", "gtx", "ga", "gr", "gl", "h"]),
    ("reading", reading, &["", "gt", "ga", "gl", "h"]),
    ("failed", failed, &["", "gt"]),
    ("waiting", waiting, &["", "j"]),
    ("home", home, &["", "G"]),
    ("agents", ended_agents, &["ga", "gaj", "ga*"]),
];

fn footer(desk: &mut Desk) -> String {
    desk.ui.message = None;
    desk.screen().lines().last().unwrap_or_default().trim().to_owned()
}

/// Keys in a footer with what they are said to do, those that the map knows.
fn hints(footer: &str) -> Vec<(String, String)> {
    let known = |key: &str| {
        let is_action = ACTIONS.iter().any(|row| row.keys.split(' ').any(|keys| keys == key));
        is_action || key == "Space"
    };
    // What stands between the hints, and before them the place.
    let pieces = footer.split(" · ").flat_map(|piece| piece.split("  ")).map(str::trim);
    let mut found = Vec::new();
    for (nth, piece) in pieces.filter(|piece| !piece.is_empty()).enumerate() {
        let words: Vec<&str> = piece.split(' ').collect();
        let at = if nth == 0 { words.iter().position(|word| known(word)).unwrap_or(words.len()) } else { 0 };
        let Some((key, rest)) = words.get(at..).and_then(<[&str]>::split_first) else { continue };
        if known(key) && !rest.is_empty() {
            found.push(((*key).to_owned(), rest.join(" ")));
        }
    }
    found
}

/// Everything that a key may change or ask for.
fn all(desk: &mut Desk) -> String {
    let asked = (desk.opened.len(), desk.copies.len(), desk.orders.len(), desk.gone.len(), desk.stopped.len());
    let mode = format!("{:?}", desk.ui.mode);
    let acts = (desk.session.gate.decisions().len(), desk.records.len(), desk.log_wishes.len());
    let diff = (desk.ui.diff.cursor.clone(), desk.ui.diff.top, desk.ui.diff.select);
    let screen = desk.screen();
    format!("{asked:?} {acts:?} {} {diff:?} {mode} {:?} {screen}", desk.quit, desk.ui.view)
}

const REFUSED: [&str; 7] =
    ["does nothing here", "not among", "not in the", "not in this", "no finding", "nothing ", "no thread"];

/// What a footer names and the desk does not do.
fn broken(name: &str, make: fn() -> Desk, keys: &str, width: u16) -> Vec<String> {
    let at = || {
        let mut desk = make();
        desk.resize(width, 40);
        desk.keys(keys);
        desk
    };
    let told = footer(&mut at());
    let mut wrong = Vec::new();
    for (key, words) in hints(&told) {
        let mut desk = at();
        footer(&mut desk);
        let before = all(&mut desk);
        desk.keys(&named(&key));
        let said = desk.message().to_owned();
        let refused = REFUSED.iter().any(|no| said.starts_with(no));
        if refused || all(&mut desk) == before {
            wrong.push(format!("{name} {keys:?} {width}: {key} {words}: {said:?}\n  {told}"));
        }
        // `q` says whether it ends the program.
        if key == "q" && desk.quit != (words == "quit") {
            wrong.push(format!("{name} {keys:?} {width}: q is said to {words}, quits: {}\n  {told}", desk.quit));
        }
    }
    wrong
}

#[test]
fn every_key_that_a_footer_names_does_something_there() {
    let mut wrong = Vec::new();
    let mut named = 0;
    for (name, make, all) in PLACES {
        for keys in *all {
            // A narrower window names fewer of them.
            let mut desk = make();
            desk.resize(200, 40);
            desk.keys(keys);
            named += hints(&footer(&mut desk)).len();
            wrong.extend(broken(name, *make, keys, 200));
        }
    }
    assert!(named > 200, "the footers were read: {named}");
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn the_footer_says_what_is_under_way() {
    for (keys, words) in [("3jv", "selecting · "), ("h", "files "), ("Jgm", "picking · ")] {
        let mut desk = found();
        desk.keys(keys);
        assert!(footer(&mut desk).starts_with(words), "{keys}: {}", footer(&mut desk));
    }
}

#[test]
fn nothing_is_offered_that_there_is_nothing_for() {
    for (make, keys, never) in [
        (calm as fn() -> Desk, "", ["next finding", "J undecided", "held back", "undo"]),
        (calm, "gt", ["accept", "drop", "edit", "undecided"]),
        (reading, "", ["comment", "viewed", "next finding", "select"]),
        (failed, "", ["comment", "viewed", "next finding", "hunk"]),
    ] {
        let mut desk = make();
        desk.resize(200, 40);
        desk.keys(keys);
        let told = footer(&mut desk);
        assert!(!never.iter().any(|words| told.contains(words)), "{told}");
    }
}

#[test]
fn help_tells_first_what_keys_mean_in_this_view() {
    let cases: [(Make, &str, &[&str]); 9] = [
        (found, "gt", &["Here, in the queue", "Enter", "the finding in the diff", "Space", "mark its file viewed"]),
        (found, "gtx", &["Here, in the drawer", "restore the finding"]),
        (found, "ga", &["Here, among the agents", "cancel the task", "run the task again", "mark the task"]),
        (found, "gr", &["Here, at the review", "the request as it will be sent", "the next of the inbox"]),
        (found, "gl", &["Here, in the logbook", "page before", "compare the run with the one before it"]),
        (found, "gi", &["Here, in the inbox", "open the pull request; this one is saved"]),
        (home, "", &["Here, in the inbox", "save and quit"]),
        (found, "h", &["Here, in the file tree", "open all folders", "fold all folders", "only files whose path"]),
        (found, "3jv", &["Here, with lines selected", "suggest other lines for them"]),
    ];
    for (make, keys, told) in cases {
        let mut desk = make();
        desk.keys(keys).keys("?");
        let page = desk.screen();
        let end = page.find("Decide and write").unwrap_or(page.len());
        for words in told {
            let at = page.find(words);
            assert!(at.is_some_and(|at| at < end), "{keys}: {words}\n{page}");
        }
    }
    // In the diff the groups tell all.
    let mut desk = found();
    desk.keys("?");
    assert!(!desk.screen().contains("Here,"));
}

#[test]
fn pages_go_to_their_end_and_no_further() {
    for (make, keys) in [(found as fn() -> Desk, "?"), (found, "Jge"), (found, ":notes\n")] {
        let mut desk = make();
        desk.resize(80, 16);
        desk.keys(keys);
        let first = desk.screen();
        desk.keys("G");
        let last = desk.screen();
        let top = |desk: &Desk| match desk.ui.mode {
            Mode::Help(top) | Mode::Notes(top) | Mode::Evidence(_, top) => top,
            _ => panic!("no page"),
        };
        let end = top(&desk);
        desk.keys("jjj<PgDn> G<End>");
        assert_eq!((top(&desk), desk.screen()), (end, last.clone()), "{keys}");
        // One step back is one row, not as many as were asked for too much.
        if end > 0 {
            desk.keys("k");
            assert_eq!(top(&desk), end - 1, "{keys}");
            assert_ne!(desk.screen(), last, "{keys}");
        }
        desk.keys("gg");
        assert_eq!((top(&desk), desk.screen()), (0, first), "{keys}");
        // A window that grows leaves no page behind its end.
        desk.keys("G");
        desk.resize(80, 200);
        desk.keys("k");
        assert_eq!(top(&desk), 0, "{keys}");
        desk.keys("q");
        assert_eq!(desk.ui.view, View::Diff);
    }
}

#[test]
fn the_wheel_scrolls_long_lists_and_their_cursors_stay() {
    let mut desk = Desk::new(100, 20);
    desk.read(DIFF);
    desk.ui.show_inbox_only();
    let one = inbox::rows()[0].clone();
    let rows: Vec<_> = (0..60)
        .map(|number| {
            let mut row = one.clone();
            row.entry.name.number = 1000 + number;
            row
        })
        .collect();
    inbox::told(&mut desk, Ok(Arc::from(rows)));
    prr::ui::update(&mut desk.ui, &desk.session, prr::ui::Msg::MouseIs(true));
    for _ in 0..3 {
        desk.mouse(Deed::Wheel(Turn::Down), (5, 5));
    }
    assert_eq!(desk.ui.noted.talk.inbox, 0);
    assert!(desk.row("#1009").is_some() && desk.row("#1003").is_none(), "{}", desk.screen());
    // A click is on what is shown; a key goes back to the cursor.
    let y = desk.row("#1012").unwrap() as u16;
    desk.mouse(Deed::Press, (5, y));
    assert_eq!(desk.ui.noted.talk.inbox, 12);
    desk.keys("k");
    assert_eq!(desk.ui.noted.talk.inbox, 11);
    for _ in 0..50 {
        desk.mouse(Deed::Wheel(Turn::Down), (5, 5));
    }
    assert!(desk.row("#1059").is_some(), "{}", desk.screen());
}

#[test]
fn help_tells_the_signs_of_the_screen_in_words() {
    let mut desk = Desk::with(100, 40, DIFF);
    let help = desk.keys("?G").screen();
    let signs = help.lines().skip_while(|line| line.trim() != "Signs").collect::<Vec<_>>().join("\n");
    for severity in ["blocker", "critical", "major", "minor", "nitpick"] {
        assert!(signs.contains(severity), "{severity}: {help}");
    }
    for lens in prr::core::model::Lens::ALL {
        assert!(signs.contains(&format!("{} {}", lens.glyph(), lens.as_str())), "{}: {help}", lens.as_str());
    }
    for words in ["accepted, dropped, undecided, held back", "viewed", "failed, running, passed", "risk of a file"] {
        assert!(signs.contains(words), "{words}: {help}");
    }
}
