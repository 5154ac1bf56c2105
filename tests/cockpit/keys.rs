//! Every row of the move keys (COCKPIT "Keys"): before / keys / after, in a table that a test walks, so that no key of the
//! action table is left out.

use std::collections::BTreeSet;

use prr::ui::{ACTIONS, ActionRow, View};

use super::{beyond, every_action::named};
use crate::support::desk::{DIFF, Desk, candidate};

/// One file of 200 lines in three hunks, on a screen of 16 rows: most of it is off the screen.
fn long() -> Desk {
    beyond::desk(100, 16)
}

/// Four files, a finding in the first and in the last.
fn small() -> Desk {
    let mut desk = Desk::with(100, 30, DIFF);
    desk.find(candidate(1, "src/auth.rs", 44));
    desk.find(candidate(2, "README.md", 4));
    desk.end();
    desk
}

/// Where the cursor is: the line, the row of the screen, and the card if it is on one.
fn place(desk: &mut Desk) -> String {
    let row = desk.screen().lines().position(|line| line.contains('▶'));
    let card = desk.card().map_or(String::new(), |card| format!(" {card}"));
    format!("{} @{}{card}", desk.under().trim(), row.map_or("-".to_owned(), |row| row.to_string()))
}

type Case = (fn() -> Desk, &'static str, &'static str, &'static str);

/// Which desk, keys before, the keys that are shown, where the cursor is after them.
const CASES: &[Case] = &[
    (long, "", "j", "file src/x.rs @2"),
    (long, "", "<Down>", "file src/x.rs @2"),
    (long, "", "3j", "n 47 @4"),
    (long, "5j", "k", "n 48 @5"),
    (long, "5j", "<Up>", "n 48 @5"),
    (long, "5j", "2k", "n 47 @4"),
    (long, "", "<C-d>", "n 51 @2"),
    (long, "<C-d>", "<C-u>", "file src/x.rs @2"),
    (long, "", "<C-f>", "n 58 @2"),
    (long, "", "<PgDn>", "n 58 @2"),
    (long, "<C-f>", "<C-b>", "file src/x.rs @2"),
    (long, "<C-f>", "<PgUp>", "file src/x.rs @2"),
    (long, "", "G", "n 153 @14"),
    (long, "", "<End>", "n 153 @14"),
    (long, "G", "gg", "top @1"),
    (long, "G", "<Home>", "top @1"),
    (long, "14j", "zz", "n 59 @8"),
    (long, "14j", "zt", "n 59 @2"),
    (long, "14j", "zb", "n 59 @14"),
    (small, "3j", "zl", "let stored = store.find(user); @5"),
    (small, "3j", "<Right>", "let stored = store.find(user); @5"),
    (small, "3jzl", "zh", "let stored = store.find(user); @5"),
    (small, "3jzl", "<Left>", "let stored = store.find(user); @5"),
    (small, "3j", "<S-Right>", "let stored = store.find(user); @5"),
    (small, "3jzl", "<S-Left>", "let stored = store.find(user); @5"),
    (small, "3jzl", "^", "let stored = store.find(user); @5"),
    (small, "3j", "$", "let stored = store.find(user); @5"),
    (long, "", "]", "@@ 0 @3"),
    (long, "", "2]", "@@ 1 @12"),
    (long, "6j", "[", "@@ 0 @3"),
    (small, "", "}", "token.set_scope(\"all\"); @20 security-001"),
    (small, "G", "{", "Another line. @25 security-002"),
    (small, "", ".", "file src/auth.rs @3"),
    (small, "", "2.", "file Cargo.lock @23"),
    (small, "2.", ",", "file src/auth.rs @3"),
    (small, "", ")", "let token = issue(user, now); @9"),
    (small, "G", "(", "Another line. @24"),
    (small, "", ">", "let token = issue(user, now); @9"),
    (small, ">>", "<", "let token = issue(user, now); @9"),
    (small, "", "J", "token.set_scope(\"all\"); @20 security-001"),
    (small, "", "K", "Another line. @25 security-002"),
    (long, "]]", "<C-o>", "@@ 0 @3"),
    (long, "]]<C-o>", "<Backspace>", "@@ 1 @12"),
    (small, "3j", "h", "let stored = store.find(user); @5"),
    (small, "3jh", "l", "file src/auth.rs @3"),
    // What else COCKPIT's rows move by.
    (small, ".", "<Space>", "file Cargo.lock @2"),
    (small, ".", "m", "file Cargo.lock @2"),
    (long, "", "/new 150\n", "new 150 @11"),
    (long, "/new\n", "n", "new 60 @5"),
    (long, "/new\n", "N", "new 150 @11"),
    (long, "]", ":150\n", "new 150 @11"),
    (long, "]", "5+", "@@ 0 @3"),
    (long, "]5+", "-", "@@ 0 @3"),
    (long, "]", "za", "@@ 0 @3"),
    (long, "]4j", "<Enter>", "@@ 0 @3"),
    (long, "]", "z+", "line 1 @3"),
];

#[test]
fn every_case_of_the_table_ends_where_it_says() {
    let mut wrong = Vec::new();
    for (desk, before, keys, after) in CASES {
        let mut desk = desk();
        desk.keys(before).keys(keys);
        let now = place(&mut desk);
        if now != *after {
            wrong.push(format!("{before:?} {keys:?}: {now:?}, not {after:?}"));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

/// The keys of an action, as a desk types them.
fn keys_of(row: &ActionRow) -> impl Iterator<Item = String> {
    row.keys.split(' ').filter(|keys| !keys.is_empty()).map(named)
}

/// Actions with a key, each of whose keys has a case here.
pub fn shown() -> BTreeSet<&'static str> {
    let typed: BTreeSet<&str> =
        CASES.iter().map(|(_, _, keys, _)| keys.trim_start_matches(|c: char| c.is_ascii_digit())).collect();
    let is_shown = |row: &&ActionRow| !row.keys.is_empty() && keys_of(row).all(|keys| typed.contains(keys.as_str()));
    ACTIONS.iter().filter(is_shown).map(|row| row.id).collect()
}

#[test]
fn each_move_does_the_same_by_its_name_in_the_palette() {
    let mut wrong = Vec::new();
    let mut tried = BTreeSet::new();
    for (desk, before, keys, after) in CASES {
        let moves = |row: &&ActionRow| format!("{:?}", row.group) == "Move";
        let Some(row) = ACTIONS.iter().filter(moves).find(|row| keys_of(row).any(|of| of == *keys)) else { continue };
        let mut desk = desk();
        desk.keys(before).keys(&format!(":{}\n", row.id));
        let now = place(&mut desk);
        tried.insert(row.id);
        if now != *after {
            wrong.push(format!("{before:?} :{}: {now:?}, not {after:?}", row.id));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
    let moves: Vec<&str> =
        ACTIONS.iter().filter(|row| format!("{:?}", row.group) == "Move").map(|row| row.id).collect();
    let left: Vec<&&str> = moves.iter().filter(|id| !tried.contains(**id)).collect();
    assert!(left.is_empty(), "by name: no case of {left:?}");
}

#[test]
fn views_are_gone_round_and_each_keeps_its_place() {
    let mut desk = small();
    let views = |desk: &mut Desk, keys: &str| {
        desk.keys(keys);
        desk.ui.view
    };
    desk.keys("3j");
    let line = desk.under();
    assert_eq!(views(&mut desk, "<Tab>"), View::Triage);
    let chosen = desk.ui.triage.cursor.clone();
    assert_eq!(views(&mut desk, "<S-Tab>"), View::Diff);
    assert_eq!(desk.under(), line);
    assert_eq!(views(&mut desk, "gt"), View::Triage);
    assert_eq!(desk.ui.triage.cursor, chosen);
    assert_eq!(views(&mut desk, "gr"), View::Review);
    assert_eq!(views(&mut desk, "gd"), View::Diff);
    assert_eq!(desk.under(), line);
    // J and K in any view.
    assert_eq!(views(&mut desk, "gtJ"), View::Triage);
}

#[test]
fn jumps_go_back_through_all_that_jumped_and_forward_again() {
    let mut desk = small();
    desk.keys("3j]..}/Title\n:1\n");
    let there = place(&mut desk);
    let mut stops = Vec::new();
    while {
        desk.keys("<C-o>");
        !desk.message().contains("no jump")
    } {
        stops.push(desk.under());
    }
    assert!(stops.len() >= 4, "{stops:?}");
    assert_eq!(stops.last().unwrap(), "    let stored = store.find(user);");
    for _ in 0..stops.len() {
        desk.keys("<Backspace>");
    }
    assert_eq!(place(&mut desk), there);
    desk.keys("<Backspace>");
    assert!(desk.message().contains("no jump"), "{}", desk.message());
}
