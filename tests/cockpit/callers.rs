//! `gs`: who uses the symbol under the cursor.

use std::sync::Arc;

use prr::{
    core::{
        change::{
            Language,
            index::{Indexed, SymbolIndex, names_of},
        },
        model::RepoPath,
        risk::{Facts, with_index},
    },
    session::Msg,
};

use crate::support::desk::Desk;

const CHANGE: &str = "diff --git a/src/bank.rs b/src/bank.rs
--- a/src/bank.rs
+++ b/src/bank.rs
@@ -10,3 +10,3 @@
 pub fn transfer_money(a: u8) -> u8 {
-    a
+    a + 1
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

fn indexed(desk: &mut Desk) {
    let file = |path: &str, text: &str| {
        let path = RepoPath::new(path);
        let names = names_of(Language::of(&path), text.as_bytes());
        Indexed::new(path, names)
    };
    let files = vec![
        file("src/bank.rs", &format!("{}pub fn transfer_money(a: u8) -> u8 {{\n", "\n".repeat(9))),
        file("src/loan.rs", "fn lend() {\n    transfer_money(3);\n}\n"),
        file("src/shop.rs", "fn buy() {\n    transfer_money(2);\n}\n"),
    ];
    let index = Arc::new(SymbolIndex { files, notes: Vec::new() });
    let map = desk.session.map.clone().unwrap();
    let map = with_index(&desk.session.diff, &map, &index, &Facts::default());
    desk.tell(Msg::Indexed(Some((index, Arc::new(map)))));
}

#[test]
fn the_places_that_name_a_symbol_are_told_and_the_first_in_the_diff_is_gone_to() {
    let mut desk = Desk::with(120, 40, CHANGE);
    desk.keys("]3jgs");
    assert!(desk.message().contains("the symbol index is not there"), "{}", desk.message());
    indexed(&mut desk);
    desk.keys("gs");
    let said = desk.message().to_owned();
    assert!(said.starts_with("transfer_money: 2 places in other files (1 outside this change)"), "{said}");
    assert!(said.contains("src/loan.rs:2") && said.contains("src/shop.rs:2"), "{said}");
    assert_eq!(desk.under(), "    transfer_money(2);");
    desk.keys("<C-o>");
    assert_eq!(desk.under(), "    a + 1");
}

#[test]
fn the_index_changes_no_hotspot_and_no_place() {
    let mut desk = Desk::with(120, 40, CHANGE);
    desk.keys("]3j");
    let before: Vec<String> = desk.session.map.as_ref().unwrap().hotspots.iter().map(|h| h.key.clone()).collect();
    let here = desk.under();
    indexed(&mut desk);
    let map = desk.session.map.as_ref().unwrap();
    assert_eq!(map.hotspots.iter().map(|h| h.key.clone()).collect::<Vec<_>>(), before);
    assert_eq!(map.units[0].detail.reach.as_ref().unwrap().files, 1);
    assert!(map.score.as_ref().unwrap().factors[0].details.starts_with("1 files import or reference"));
    assert_eq!(desk.under(), here);
}
