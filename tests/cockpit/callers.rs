//! `gs`: who uses the symbol under the cursor.

use std::sync::Arc;

use prr::{
    core::{
        change::index::{Indexed, SymbolIndex, names_in},
        judge::Surroundings,
        model::RepoPath,
        risk::{Facts, with_index},
    },
    session::Msg,
    ui::Mode,
};

use crate::support::desk::Desk;

const CHANGE: &str = "diff --git a/src/bank.rs b/src/bank.rs
--- a/src/bank.rs
+++ b/src/bank.rs
@@ -10,3 +10,3 @@
 pub fn transfer_money(a: u8) -> u8 {
-    a
+    round_half(a) + 1
 }
diff --git a/src/shop.rs b/src/shop.rs
--- a/src/shop.rs
+++ b/src/shop.rs
@@ -1,3 +1,3 @@
 fn buy() {
-    transfer_money(1);
+    transfer_money(2);
 }
";

const FILES: [(&str, &str); 4] = [
    ("src/loan.rs", "fn lend() {\n    transfer_money(3);\n}\n"),
    ("src/shop.rs", "fn buy() {\n    transfer_money(2);\n}\n"),
    ("src/maths.rs", "pub fn round_half(a: u8) -> u8 {\n    a\n}\n\nfn twice() {\n\tround_half(1)\u{1b}[2J\n}\n"),
    ("tests/bank.rs", "#[test]\nfn moves() {\n    transfer_money(1);\n}\n"),
];

pub fn indexed(desk: &mut Desk) {
    let bank = format!("{}pub fn transfer_money(a: u8) -> u8 {{\n    round_half(a) + 1\n}}\n", "\n".repeat(9));
    let all = FILES.iter().map(|(path, text)| (*path, (*text).to_owned()));
    let mut files = Vec::new();
    for (path, text) in all.chain([("src/bank.rs", bank)]) {
        let named = RepoPath::new(path);
        files.push(Indexed::new(named.clone(), names_in(&named, text.as_bytes())));
        desk.texts.insert(path.to_owned(), Ok(text.into_bytes()));
    }
    let index = Arc::new(SymbolIndex { files, ..SymbolIndex::default() });
    let map = desk.session.map.clone().unwrap();
    let map = with_index(&desk.session.diff, &map, &index, &Facts::default());
    desk.tell(Msg::Indexed(Some((index, Arc::new(map), Surroundings::default()))));
}

pub fn at_the_symbol() -> Desk {
    let mut desk = Desk::with(120, 20, CHANGE);
    desk.keys("]3j");
    desk
}

#[test]
fn who_uses_the_symbol_is_listed_and_a_place_in_the_diff_is_gone_to() {
    let mut desk = at_the_symbol();
    indexed(&mut desk);
    assert_eq!(desk.under(), "    round_half(a) + 1");
    desk.keys("gs");
    let screen = desk.screen();
    assert!(screen.contains("3 places use transfer_money · Tab: round_half"), "{screen}");
    assert!(screen.contains("▶ src/loan.rs:2"), "{screen}");
    assert!(screen.contains("transfer_money(3);"), "{screen}");
    assert!(screen.contains("test transfer_money(1);"), "{screen}");
    desk.keys("j<Enter>");
    assert_eq!(desk.under(), "    transfer_money(2);");
    assert!(matches!(desk.ui.mode, Mode::Normal));
    desk.keys("<C-o>");
    assert_eq!(desk.under(), "    round_half(a) + 1");
}

#[test]
fn a_place_beyond_the_diff_opens_its_file_and_q_goes_back_to_the_list() {
    let mut desk = at_the_symbol();
    indexed(&mut desk);
    desk.keys("gs<Enter>");
    let screen = desk.screen();
    assert!(screen.contains("src/loan.rs:2 · not in the diff"), "{screen}");
    assert!(screen.contains("▶2     transfer_money(3);"), "{screen}");
    desk.keys("q");
    assert!(desk.screen().contains("3 places use transfer_money"));
    desk.keys("q");
    assert_eq!(desk.under(), "    round_half(a) + 1");
}

#[test]
fn tab_looks_up_another_name_of_the_line_and_what_files_say_reaches_no_terminal_raw() {
    let mut desk = at_the_symbol();
    indexed(&mut desk);
    desk.keys("gs<Tab>");
    let screen = desk.screen();
    // Once in the change, once beyond it.
    assert!(screen.contains("2 places use round_half"), "{screen}");
    assert!(screen.contains("src/maths.rs:6") && screen.contains("± "), "{screen}");
    desk.keys("<Enter>");
    let screen = desk.screen();
    assert!(screen.contains("▶6     round_half(1)"), "{screen}");
    assert!(!screen.contains('\u{1b}'), "{screen}");
}

#[test]
fn without_an_index_or_a_symbol_it_says_so_and_opens_nothing() {
    let mut desk = at_the_symbol();
    desk.keys("gs");
    assert!(desk.message().contains("symbol index"), "{}", desk.message());
    indexed(&mut desk);
    desk.keys("gggs");
    // The first row is the file's: its first changed symbol.
    assert!(desk.screen().contains("places use transfer_money"), "{}", desk.screen());
    let mut desk = Desk::with(120, 20, "--- a/x.txt\n+++ b/x.txt\n@@ -1 +1 @@\n-1\n+2\n");
    indexed(&mut desk);
    desk.keys("]2jgs");
    assert_eq!(desk.message(), "no symbol stands here that could be looked up");
}

#[test]
fn an_answer_that_comes_after_the_person_went_on_changes_nothing() {
    let mut desk = at_the_symbol();
    indexed(&mut desk);
    let before = desk.screen();
    let uses = prr::ui::Uses::default();
    prr::ui::update(&mut desk.ui, &desk.session, prr::ui::Msg::Callers("transfer_money".into(), Arc::new(uses)));
    assert_eq!(desk.screen(), before);
}

#[test]
fn the_index_changes_no_hotspot_and_no_place() {
    let mut desk = at_the_symbol();
    let keys = |desk: &Desk| -> Vec<String> {
        desk.session.map.as_ref().unwrap().hotspots.iter().map(|hotspot| hotspot.key.clone()).collect()
    };
    let (before, here) = (keys(&desk), desk.under());
    indexed(&mut desk);
    assert_eq!((keys(&desk), desk.under()), (before, here));
}
