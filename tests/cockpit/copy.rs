//! Before / keys / after: what is copied, and links.

use prr::ui::{Copy, LinkTo};

use super::beyond;
use crate::support::{
    desk::{DIFF, Desk, candidate},
    pull,
};

/// What was copied last: in words, and its bytes.
fn copied(desk: &Desk) -> (String, String) {
    match desk.copies.last().expect("something was copied") {
        Copy::Text { what, bytes } => (what.clone(), String::from_utf8_lossy(bytes).into_owned()),
        Copy::Link(to) => ("a place".to_owned(), to.words()),
    }
}

#[test]
fn y_copies_the_line_the_selection_the_header_the_path_and_the_finding() {
    let both =
        "-    if !verify(stored, password) {\n-        return Session::refused();\n+    let token = issue(user, now);";
    let cases = [
        ("3jy", "the line", "    let stored = store.find(user);"),
        ("3jvjy", "2 lines", "    let stored = store.find(user);\n    let now = clock.now();"),
        ("4jvky", "2 lines", "    let stored = store.find(user);\n    let now = clock.now();"),
        ("5jv2jy", "3 lines, with their marks", both),
        ("7jvjy", "2 lines", "    let token = issue(user, now);\n    if token.is_empty() {"),
        ("jy", "the path", "src/auth.rs"),
        ("]y", "the hunk's header", "@@ -10,7 +10,8 @@ pub fn login(user: &User, password: &str) -> Session {"),
    ];
    for (keys, what, text) in cases {
        let mut desk = Desk::small();
        desk.keys(keys);
        assert_eq!(copied(&desk), (what.to_owned(), text.to_owned()), "after {keys:?}");
        assert!(desk.ui.diff.select.is_none());
    }
    let mut desk = Desk::small();
    desk.find(candidate(1, "src/auth.rs", 12));
    desk.keys("Jy");
    let (what, text) = copied(&desk);
    assert_eq!(what, "security-001");
    assert!(text.starts_with("Title 1\n\n"), "{text}");
    desk.keys("gty");
    assert_eq!(copied(&desk).1, text);
    let mut desk = Desk::small();
    desk.keys("y");
    assert!(desk.copies.is_empty() && desk.message().contains("nothing to copy"), "{}", desk.message());
}

#[test]
fn what_is_copied_is_exact_whatever_it_holds() {
    let text = "diff --git a/x b/x\n--- a/x\n+++ b/x\n@@ -1 +1 @@\n-a\n+\u{1b}[31m\u{202e}tab\t \r\n";
    let mut desk = Desk::with(100, 30, text);
    desk.keys("]jjy");
    assert_eq!(copied(&desk).1, "\u{1b}[31m\u{202e}tab\t \r");
}

#[test]
fn a_line_beyond_the_diff_is_copied_and_linked_like_any_other() {
    let mut desk = beyond::desk(100, 30);
    desk.keys("]5+jy");
    assert_eq!(copied(&desk).1, "n 42");
    desk.keys("Y");
    assert_eq!(copied(&desk), ("a place".to_owned(), "src/x.rs:42".to_owned()));
    desk.keys("v2jY");
    assert_eq!(copied(&desk).1, "src/x.rs:42-44");
}

#[test]
fn a_link_is_an_address_of_the_host_at_the_commit_or_the_place_in_words() {
    let mut desk = Desk::small();
    desk.keys("]jY");
    let place = LinkTo {
        commit: None,
        path: prr::core::model::RepoPath::new("src/auth.rs"),
        lines: prr::core::model::LineRange::one(10),
    };
    assert_eq!(desk.copies, [Copy::Link(place)]);
    desk.keys("jY");
    assert_eq!(copied(&desk).1, "src/auth.rs:11");
    desk.keys("ggjY");
    assert_eq!(copied(&desk).1, "src/auth.rs");

    let mut desk = Desk::new(100, 30);
    desk.is_pull = true;
    desk.read(DIFF);
    desk.open(prr::core::gate::Past::default(), false);
    pull::news().into_iter().for_each(|news| desk.told(news));
    desk.keys("gg]jY");
    let head = "a".repeat(40);
    assert_eq!(copied(&desk).1, format!("https://github.com/acme/shop/blob/{head}/src/auth.rs#L10"));
    desk.keys("vjY");
    assert_eq!(copied(&desk).1, format!("https://github.com/acme/shop/blob/{head}/src/auth.rs#L10-L11"));
    desk.keys("ggY");
    assert_eq!(copied(&desk).1, "https://github.com/acme/shop/pull/123");
}
