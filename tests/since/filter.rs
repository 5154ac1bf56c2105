//! The key `i`.

use prr::core::model::{DraftKey, FileIx};

use super::{all_records, desk, file, sized};
use crate::support::desk::{Desk, candidate};

const HEAD: &str = "abc1234def5678";

/// Five files, looked at at [`HEAD`].
fn first() -> String {
    ["a.rs", "b.rs", "c.rs", "d.rs", "e.rs"].map(|path| file(path, "let one = 1;", "let two = 2;")).concat()
}

/// The third has a new line in its second hunk, and the last one is new.
fn second() -> String {
    let mut files = ["a.rs", "b.rs", "c.rs", "d.rs"].map(|path| file(path, "let one = 1;", "let two = 2;"));
    files[2] = file("c.rs", "let one = 1;", "let two = 2;\nlet three = 3;");
    files.concat() + &file("f.rs", "let four = 4;", "")
}

fn looked() -> Desk {
    let mut desk = desk(HEAD, &first(), None);
    desk.keys("jjjq");
    desk
}

fn pushed() -> Desk {
    desk("fff0000", &second(), Some(&looked()))
}

#[test]
fn i_shows_only_what_is_new_and_i_again_shows_all() {
    let mut desk = pushed();
    assert_eq!(
        desk.message(),
        "new since abc1234d (2 files, +2 −0), 2 lines taken back, 1 file left the change · i shows only that"
    );
    desk.keys("i");
    let screen = desk.screen();
    insta::assert_snapshot!("only_what_is_new", screen);
    assert!(!screen.contains("let one") && screen.contains("let three = 3;"));
    assert!(screen.contains("2 files unchanged since your last look"), "{screen}");
    assert!(screen.contains("1 hunk (7 lines) unchanged since your last look"), "{screen}");
    desk.keys("i");
    assert!(desk.screen().contains("let one"));
    assert_eq!(desk.message(), "the whole change");
}

#[test]
fn steps_and_jumps_walk_what_is_new_only() {
    let mut desk = pushed();
    desk.keys("i");
    let mut hunks = Vec::new();
    for _ in 0..3 {
        desk.keys("]");
        hunks.push(desk.under());
    }
    assert_eq!(hunks, ["@@ 5", "@@ 8", "@@ 8"]);
    assert_eq!(desk.message(), "no hunk below among what is new · i shows the whole change");
    desk.keys("[");
    assert_eq!(desk.under(), "@@ 5");
    desk.keys("gg..");
    assert_eq!(desk.under(), "file f.rs");
    desk.keys(",");
    assert_eq!(desk.under(), "file c.rs");
    let down: Vec<String> = (0..30).map(|_| desk.keys("j").under()).collect();
    assert!(!down.iter().any(|line| line.contains("one")), "{down:?}");
    let up: Vec<String> = (0..40).map(|_| desk.keys("k").under()).collect();
    assert_eq!(up.last().unwrap(), "top");
    let mut back: Vec<String> = up.into_iter().rev().collect();
    back.dedup();
    let mut forth = vec!["top".to_owned()];
    desk.keys("gg");
    forth.extend((0..40).map(|_| desk.keys("j").under()));
    forth.dedup();
    assert_eq!(back, forth[..back.len()], "up is the way down backwards");
}

#[test]
fn a_fold_opens_by_hand_and_nothing_is_done_to_what_it_hides() {
    let mut desk = pushed();
    desk.keys("iggj");
    assert_eq!(desk.under(), "file a.rs");
    for key in ["c", "C", "<Space>", "a", "d", "v"] {
        desk.keys(key);
        assert_eq!(desk.message(), "this row stands for what is hidden · Enter opens it", "{key}");
    }
    assert!(!desk.session.is_viewed(FileIx(0)) && desk.session.drafts.is_empty());
    desk.keys("\n");
    assert!(desk.screen().contains("a.rs line 10"));
    assert!(desk.screen().contains("b.rs"));
}

#[test]
fn findings_outside_are_counted_by_their_fold_and_undecided_ones_inside_come_first() {
    let mut desk = pushed();
    desk.find(candidate(1, "a.rs", 13));
    desk.find(candidate(2, "c.rs", 54));
    desk.find(candidate(3, "d.rs", 13));
    desk.end();
    desk.keys("i");
    let screen = desk.screen();
    assert!(screen.contains("2 files unchanged since your last look · 1 finding undecided ·"), "{screen}");
    desk.keys("J");
    assert_eq!(desk.card(), Some("security-002"));
    desk.keys("J");
    assert_eq!(desk.card(), Some("security-002"), "the others are not among what is new");
    desk.keys("i}");
    assert_eq!(desk.card(), Some("security-003"));
}

#[test]
fn what_is_asked_for_by_name_is_opened() {
    let mut desk = pushed();
    desk.find(candidate(1, "a.rs", 13));
    desk.end();
    desk.keys("Jai");
    assert!(!desk.screen().contains("Title 1"));
    desk.keys("u");
    assert_eq!(desk.card(), Some("security-001"));
    assert!(desk.screen().contains("Title 1"));
    desk.keys("ii/line 50\n");
    assert!(desk.under().contains("line 50"), "{}", desk.under());
}

#[test]
fn the_cursor_stays_on_its_line_or_goes_to_the_fold_that_hides_it() {
    let mut desk = pushed();
    desk.keys("/let three\n");
    desk.keys("i");
    assert_eq!(desk.under(), "let three = 3;");
    desk.keys("i/let four\n");
    desk.keys("gg5ji");
    assert_eq!(desk.under(), "file a.rs");
}

#[test]
fn a_rebase_gives_one_fold_and_says_so() {
    let rebased = first().replace("@@ -10,6 +10", "@@ -14,6 +14").replace(" line 12\n", " line twelve\n");
    let mut desk = desk("fff0000", &rebased, Some(&looked()));
    assert_eq!(desk.message(), "");
    desk.keys("i");
    assert!(desk.message().starts_with("nothing is new since abc1234d"));
    assert!(desk.screen().contains("5 files unchanged since your last look"));
    desk.keys("G");
    assert_eq!(desk.under(), "file a.rs");
}

#[test]
fn without_an_earlier_look_or_without_its_diff_the_key_says_why() {
    let mut alone = desk(HEAD, &first(), None);
    alone.keys("i");
    assert_eq!(alone.message(), "no earlier look at this change is known: i works after the next push");
    let mut before = looked();
    before.kept.clear();
    let mut desk = desk("fff0000", &second(), Some(&before));
    desk.keys("i");
    assert_eq!(desk.message(), "what is new since abc1234d cannot be told: it was not kept · look again");
    assert!(desk.screen().contains("let one"));
}

#[test]
fn a_run_that_nobody_looked_at_is_no_look() {
    let before = desk(HEAD, &first(), None);
    let mut after = desk("fff0000", &second(), Some(&before));
    after.keys("i");
    assert!(after.message().starts_with("no earlier look"));
}

#[test]
fn a_look_at_a_third_state_is_compared_with_the_second() {
    let one = looked();
    let mut two = desk("fff0000", &second(), Some(&one));
    two.keys("jq");
    all_records(&one, &mut two);
    let mut three = desk("eee0000", &second().replace("let four = 4;", "let four = 5;"), Some(&two));
    three.keys("i");
    assert!(three.message().starts_with("since fff0000 (1 file, +1 −0), 1 line taken back"), "{}", three.message());
    // Opened again, the same change is still compared with the look before it.
    three.keys("jq");
    all_records(&two, &mut three);
    let mut again = desk("eee0000", &second().replace("let four = 4;", "let four = 5;"), Some(&three));
    again.keys("i");
    assert!(again.message().starts_with("since fff0000 (1 file"), "{}", again.message());
}

#[test]
fn the_header_names_the_look_and_its_numbers_wherever_there_is_room() {
    let before = looked();
    for size in [(80, 24), (120, 40), (200, 60)] {
        let mut desk = sized(size, "fff0000", &second(), Some(&before));
        desk.keys("i");
        let header = desk.screen().lines().next().unwrap().to_owned();
        assert!(header.contains("since abc1234d (2 files, +2 −0"), "{header}");
    }
    for size in [(1, 1), (20, 5), (40, 10)] {
        let mut desk = sized(size, "fff0000", &second(), Some(&before));
        desk.keys("iG");
        desk.screen();
    }
}

#[test]
fn a_comment_on_a_new_line_works_in_the_filter() {
    let mut desk = pushed();
    desk.keys("i/let three\n");
    desk.keys("cwhy three?<C-s>");
    assert!(desk.session.findings.iter().any(|finding| finding.wording.body == "why three?"));
    assert!(!desk.session.drafts.keys().any(|key| matches!(key, DraftKey::Comment(_))));
    assert!(desk.screen().contains("why three?"));
}
