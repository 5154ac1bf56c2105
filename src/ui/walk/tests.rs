//! Every slot in exactly one row, down and up alike, in every layout.

use std::sync::Arc;

use proptest::prelude::*;

use super::*;
use crate::{
    core::{diff, text::RowAt},
    session::Plan,
    ui::{
        Columns, Long, Ui,
        state::{At, Top},
    },
};

fn session(text: &[u8]) -> Session {
    let mut session = Session::new("x", Plan::default());
    session.diff = Arc::new(diff::parse(text));
    session
}

fn screen(columns: Columns, long: Long, width: u16) -> Ui {
    let mut ui = Ui::new(width, 24);
    ui.diff.look.columns = columns;
    ui.diff.look.long = long;
    ui
}

const LOOKS: [(Columns, Long); 4] = [
    (Columns::Unified, Long::Cut),
    (Columns::Unified, Long::Wrapped),
    (Columns::Split, Long::Cut),
    (Columns::Split, Long::Wrapped),
];

/// All rows from the first to the last.
fn rows(session: &Session, ui: &Ui) -> Vec<Top> {
    let mut walk = Walk::new(session, ui);
    let mut rows = vec![Top::of(Slot::TOP)];
    while let Some(below) = rows.last().and_then(|top| walk.step(*top)) {
        rows.push(below);
        assert!(rows.len() < 100_000, "it never ends");
    }
    rows
}

/// A change of files with runs of all kinds.
fn change() -> impl Strategy<Value = String> {
    let line = prop::sample::select(vec![" ", "-", "+", "\\"]);
    let text =
        prop::sample::select(vec!["", "x", "世界", "\tlong long long long long long long long long line", "a\u{202e}"]);
    let hunk = prop::collection::vec((line, text), 1..40);
    prop::collection::vec(hunk, 1..5).prop_map(|hunks| {
        let mut out = "diff --git a/x b/x\n--- a/x\n+++ b/x\n".to_owned();
        for (nth, lines) in hunks.into_iter().enumerate() {
            let count = |kinds: &str| lines.iter().filter(|(mark, _)| kinds.contains(mark)).count();
            let start = nth * 100 + 1;
            out += &format!("@@ -{start},{} +{start},{} @@\n", count(" -"), count(" +"));
            for (mark, text) in &lines {
                let blank = if *mark == "\\" { " " } else { "" };
                out += &format!("{mark}{blank}{text}\n");
            }
        }
        out
    })
}

/// Every slot of the diff in its order.
fn slots(session: &Session, ui: &Ui) -> Vec<Slot> {
    std::iter::successors(Some(Slot::TOP), |slot| next(session, ui, *slot)).collect()
}

fn check(text: &[u8]) {
    let session = session(text);
    for (columns, long) in LOOKS {
        for width in [60, 75] {
            let ui = screen(columns, long, width);
            let down = rows(&session, &ui);
            let mut walk = Walk::new(&session, &ui);
            let mut up = vec![*down.last().unwrap()];
            while let Some(above) = up.last().and_then(|top| walk.back(*top)) {
                up.push(above);
                assert!(up.len() <= down.len(), "more rows up than down");
            }
            up.reverse();
            assert_eq!(down, up, "{columns:?} {long:?}");
            assert!(down.is_sorted_by_key(|top| (top.slot, top.at)));
            let first = At::Own(RowAt::default());
            let leads = down.iter().filter(|top| top.at == first).map(|top| top.slot);
            let mut seen: Vec<Slot> = leads.flat_map(|slot| walk.band(slot).slots().collect::<Vec<_>>()).collect();
            seen.sort_unstable();
            assert_eq!(seen, slots(&session, &ui), "{columns:?} {long:?}");
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(48))]
    #[test]
    fn every_slot_stands_in_exactly_one_row(text in change()) {
        check(text.as_bytes());
    }

    #[test]
    fn the_same_holds_for_damaged_hunks(text in change(), at in any::<prop::sample::Index>(), with in "[0-9 +@-]{0,12}") {
        let mut bytes = text.into_bytes();
        let at = at.index(bytes.len());
        bytes.splice(at..at, with.bytes());
        check(&bytes);
    }
}

#[test]
fn numbers_at_the_end_of_32_bits_and_merges_stand_alone() {
    check(b"--- a/x\n+++ b/x\n@@ -4294967290,9 +4294967290,9 @@\n a\n-b\n-c\n+d\n+e\n f\n g\n-h\n+i\n j\n k\n");
    check(b"diff --cc x\nindex 1,2..3\n--- a/x\n+++ b/x\n@@@ -1,2 -1,2 +1,3 @@@\n  a\n- b\n -c\n++d\n");
}
