//! Before / keys / after: moving about.

use crate::support::desk::{DIFF, Desk, candidate};

fn after(keys: &str) -> String {
    let mut desk = Desk::small();
    desk.keys(keys).under()
}

#[test]
fn lines_hunks_files_and_ends() {
    let cases = [
        ("", "top"),
        ("j", "file src/auth.rs"),
        ("jj", "@@ 0"),
        ("3j", "    let stored = store.find(user);".trim_start_matches("")),
        ("3jk", "@@ 0"),
        ("]", "@@ 0"),
        ("]]", "@@ 1"),
        ("]][", "@@ 0"),
        ("]]jj[", "@@ 1"),
        (".", "file src/auth.rs"),
        ("..", "file Cargo.lock"),
        ("..jj,", "file Cargo.lock"),
        ("4.", "file README.md"),
        ("G", " The end.".trim_start()),
        ("Ggg", "top"),
        ("]]<C-o>", "@@ 0"),
        ("]]<C-o><Backspace>", "@@ 1"),
        ("2.999k", "top"),
    ];
    for (keys, line) in cases {
        assert_eq!(after(keys), line, "after {keys:?}");
    }
}

#[test]
fn a_line_number_goes_to_that_line_or_the_nearest_hunk() {
    assert_eq!(after("]:43\n"), "    token.set_time(now);");
    assert_eq!(after("]:1000\n"), "@@ 1");
    let mut desk = Desk::small();
    desk.keys("]:1000\n");
    assert!(desk.message().contains("line 1000 is not in the diff"), "{}", desk.message());
}

#[test]
fn search_finds_steps_round_and_says_when_there_is_none() {
    let mut desk = Desk::small();
    desk.keys("/token\n");
    assert_eq!(desk.under(), "    let token = issue(user, now);");
    assert!(desk.message().starts_with("match 1 of"), "{}", desk.message());
    desk.keys("n");
    assert_eq!(desk.under(), "    if token.is_empty() {");
    desk.keys("NN");
    assert!(desk.message().contains("round the end"), "{}", desk.message());
    desk.keys("/nowhere to be found\n");
    assert!(desk.message().contains("no line has"), "{}", desk.message());
}

#[test]
fn search_opens_the_fold_that_hides_the_match() {
    let mut desk = Desk::with(100, 16, DIFF);
    // Cargo.lock is folded: it was not on this small screen when its class came.
    assert!(!desk.screen().contains("checksum"));
    desk.keys("/checksum\n");
    assert_eq!(desk.under(), "checksum = \"x\"");
    assert!(desk.screen().contains("checksum"));
}

#[test]
fn cards_are_stops_and_undecided_ones_are_found_round_the_end() {
    let mut desk = Desk::with(100, 12, DIFF);
    desk.find(candidate(1, "src/auth.rs", 44));
    desk.find(candidate(2, "README.md", 4));
    desk.keys("}");
    assert_eq!(desk.card(), Some("security-001"));
    desk.keys("}");
    assert_eq!(desk.card(), Some("security-002"));
    desk.keys("}");
    assert!(desk.message().contains("no finding, thread or comment below"));
    desk.keys("J");
    assert_eq!(desk.card(), Some("security-001"));
    desk.keys("k");
    assert_eq!((desk.card(), desk.under().as_str()), (None, "    token.set_scope(\"all\");"));
    desk.keys("jj");
    assert_eq!((desk.card(), desk.under().as_str()), (None, "    token"));
}

#[test]
fn hotspots_by_place_and_by_risk_say_why() {
    let mut desk = Desk::small();
    desk.keys(")");
    assert!(desk.message().starts_with("hotspot "), "{}", desk.message());
    assert_ne!(desk.under(), "top");
    desk.keys("gg>");
    assert!(desk.message().starts_with("hotspot 1 of"), "{}", desk.message());
    desk.keys("<");
    assert!(desk.message().contains("riskiest"), "{}", desk.message());
}

#[test]
fn the_cursor_is_on_screen_after_any_motion() {
    let mut desk = Desk::with(80, 16, DIFF);
    desk.find(candidate(1, "src/auth.rs", 44));
    for keys in ["j", "}", "G", "<C-u>", "<C-d>", "<C-b>", "<C-f>", "]", "[", "zz", "zt", "zb", "gg", "J", ".", ","] {
        desk.keys(keys);
        assert!(desk.screen().contains('▶'), "no cursor after {keys}\n{}", desk.screen());
    }
}

#[test]
fn a_hundred_page_downs_are_a_hundred_single_ones() {
    let long = long_diff(500);
    let mut once = Desk::with(80, 24, &long);
    once.keys("100<C-f>");
    let mut single = Desk::with(80, 24, &long);
    for _ in 0..100 {
        single.keys("<C-f>");
    }
    assert_eq!(once.under(), single.under());
}

#[test]
fn the_end_fills_the_screen_and_page_down_there_moves_to_the_last_line() {
    let mut desk = Desk::with(80, 24, &long_diff(100));
    desk.keys("G");
    assert_eq!(desk.under(), "line 99");
    assert_eq!(desk.row("line 99"), Some(22));
    desk.keys("<C-b><C-f><C-f>");
    assert_eq!(desk.under(), "line 99");
}

#[test]
fn the_tree_has_its_own_cursor_and_opens_a_file() {
    let mut desk = Desk::small();
    // Cargo.lock, README.md, logo.png, src/, auth.rs; its cursor begins on the file that is read.
    desk.keys("hggj\n");
    assert_eq!(desk.under(), "file README.md");
    assert!(!desk.ui.tree.focus);
}

#[test]
fn sideways_scrolling_marks_both_cuts() {
    let long = format!("diff --git a/x b/x\n--- a/x\n+++ b/x\n@@ -1 +1 @@\n-{0}\n+{0}END\n", "abcdefgh".repeat(40));
    let mut desk = Desk::with(80, 16, &long);
    assert!(desk.screen().contains('…'));
    desk.keys("G39zl");
    assert!(desk.screen().contains("END"), "{}", desk.screen());
    desk.keys("99zh");
    assert!(!desk.screen().contains("END"));
}

#[test]
fn unknown_keys_say_so_and_do_nothing() {
    let mut desk = Desk::small();
    desk.keys("]");
    let before = desk.under();
    desk.keys("~");
    assert_eq!(desk.under(), before);
    assert!(desk.message().contains("does nothing here"), "{}", desk.message());
}

pub fn long_diff(lines: usize) -> String {
    let body: String = (0..lines).map(|n| format!("+line {n}\n")).collect();
    format!("diff --git a/x b/x\nnew file mode 100644\n--- /dev/null\n+++ b/x\n@@ -0,0 +1,{lines} @@\n{body}")
}

#[test]
fn keys_for_sideways_really_scroll_and_come_back() {
    let mut desk = Desk::with(70, 24, &wide());
    desk.keys("]jj");
    let left = |desk: &Desk| desk.ui.diff.look.left;
    let shown = |desk: &mut Desk| desk.row("0123456789").is_some();
    assert!(shown(&mut desk));
    desk.keys("<S-Right>");
    let half = left(&desk);
    assert!(half >= 8, "{half}");
    desk.keys("<S-Right>");
    assert_eq!(left(&desk), 2 * half);
    desk.keys("<S-Left>");
    assert_eq!(left(&desk), half);
    desk.keys("$");
    assert!(left(&desk) > half && desk.row("the end").is_some(), "{}", desk.screen());
    assert!(!shown(&mut desk));
    desk.keys("^");
    assert_eq!(left(&desk), 0);
    assert!(shown(&mut desk));
    desk.keys("2zl");
    assert_eq!(left(&desk), 16);
    desk.keys("zh");
    assert_eq!(left(&desk), 8);
}

fn wide() -> String {
    let line = format!("0123456789{}the end", "word ".repeat(60));
    format!("diff --git a/a.txt b/a.txt\n--- a/a.txt\n+++ b/a.txt\n@@ -1 +1 @@\n-old\n+{line}\n")
}
