//! Layouts: unified and side by side, wrapped and cut. What is read never moves when they change.

use proptest::prelude::*;

use crate::support::desk::{DIFF, Desk, candidate};

const SIZES: [(u16, u16); 4] = [(80, 24), (120, 40), (200, 60), (60, 16)];

/// A change with long lines, wide characters and runs of unequal lengths.
const MIXED: &str = include_str!("../../fixtures/cockpit/layouts.diff");

fn desk(columns: u16, rows: u16) -> Desk {
    let mut desk = Desk::with(columns, rows, MIXED);
    desk.find(candidate(1, "src/wide.rs", 12));
    desk.end();
    desk
}

#[test]
fn each_layout_at_four_sizes() {
    for (name, keys) in [("unified", "="), ("split", "=="), ("unified_wrapped", "=w"), ("split_wrapped", "==w")] {
        for (columns, rows) in SIZES {
            let mut desk = desk(columns, rows);
            desk.keys(keys).keys("8j");
            insta::assert_snapshot!(format!("{name}_{columns}x{rows}"), desk.screen());
        }
    }
}

#[test]
fn width_chooses_the_layout_and_equals_overrides_it() {
    let is_split = |desk: &mut Desk| desk.screen().lines().skip(4).any(|line| line.matches('│').count() == 2);
    assert!(!is_split(&mut desk(120, 40)));
    let mut wide = desk(200, 40);
    assert!(is_split(&mut wide));
    wide.keys("=");
    assert!(wide.message().contains("unified"), "{}", wide.message());
    assert!(!is_split(&mut wide));
    wide.keys("=");
    assert!(is_split(&mut wide));
    wide.keys("=");
    assert!(wide.message().contains("by width"), "{}", wide.message());
}

/// The row of the screen with the cursor's mark.
fn cursor_row(desk: &mut Desk) -> Option<usize> {
    desk.screen().lines().position(|line| line.contains('▶'))
}

#[test]
fn flipping_layouts_wrapping_and_numbers_keep_the_line_and_its_row() {
    for there in ["3]5j", "G", "14j", "}", "]]]2j", "20j"] {
        for flips in ["=", "==", "===", "w", "ww", "L", "=w=w", "wL=Lw=="] {
            let mut desk = desk(150, 30);
            desk.keys(there);
            let line = desk.under();
            for flip in flips.chars() {
                let row = cursor_row(&mut desk);
                desk.keys(&flip.to_string());
                assert_eq!(desk.under(), line, "{there} {flips}");
                let now = cursor_row(&mut desk).expect("the cursor is on screen");
                // Near both ends there may be fewer rows above or below it than there were.
                let at_an_end = there == "G" || desk.screen().contains("4 files, ");
                assert!(row == Some(now) || at_an_end, "{there} {flips}: {row:?} {now}");
            }
        }
    }
}

#[test]
fn side_by_side_the_cursor_keeps_its_side_and_h_and_l_change_it() {
    let text = "diff --git a/x b/x\n--- a/x\n+++ b/x\n@@ -1,5 +1,6 @@\n one\n-two\n-three\n+2\n+3\n+4\n five\n six\n";
    let mut desk = Desk::with(200, 30, text);
    desk.keys("]jj");
    assert_eq!(desk.under(), "2");
    desk.keys("h");
    assert_eq!(desk.under(), "two");
    desk.keys("j");
    assert_eq!(desk.under(), "three");
    // Nothing stands on the old side here: the cursor goes over, and comes back.
    desk.keys("j");
    assert_eq!(desk.under(), "4");
    desk.keys("j");
    assert_eq!(desk.under(), "five");
    desk.keys("kk");
    assert_eq!(desk.under(), "three");
    desk.keys("l");
    assert_eq!(desk.under(), "3");
    desk.keys("hh");
    assert!(desk.ui.tree.focus);
    desk.keys("<Esc>ll");
    assert_eq!(desk.under(), "3");
}

#[test]
fn a_huge_line_is_wrapped_searched_and_left_at_once() {
    let long = format!("{}needle{}", "abc ".repeat(400_000), "xyz ".repeat(100_000));
    let text = format!("diff --git a/x b/x\n--- a/x\n+++ b/x\n@@ -1,3 +1,3 @@\n one\n-{long}\n+{long}!\n three\n");
    for keys in ["=", "=="] {
        let mut desk = Desk::with(200, 50, &text);
        let started = std::time::Instant::now();
        desk.keys(keys).keys("w");
        desk.keys("/needle\n");
        assert!(desk.screen().contains("needle"), "{}", desk.screen());
        desk.keys("<C-d><C-d><C-u>jjk<C-b>G<C-b>gg");
        desk.keys("w/needle\n");
        assert!(desk.screen().contains("needle"), "{}", desk.screen());
        desk.keys("$^");
        // Debug build on a busy machine; the release figures are in benches/view.rs.
        assert!(started.elapsed().as_secs() < 60, "{:?}", started.elapsed());
    }
}

#[test]
fn the_header_stays_with_its_place_in_the_file() {
    let mut desk = Desk::with(80, 16, DIFF);
    desk.keys("14j");
    let screen = desk.screen();
    let first = screen.lines().nth(1).unwrap();
    assert!(first.contains("src/auth.rs"), "{screen}");
    assert!(first.contains("pub fn login"), "{screen}");
    desk.keys("zt");
    assert_eq!(cursor_row(&mut desk), Some(2));
    desk.keys("<C-f>");
    assert!(cursor_row(&mut desk).is_some_and(|row| row > 1), "{}", desk.screen());
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(24))]
    #[test]
    fn any_bytes_draw_in_every_layout_and_size(
        bytes in prop::collection::vec(any::<u8>(), 0..600),
        marks in "[-+ \\\\]{1,30}",
        (columns, rows) in (1u16..220, 1u16..60),
    ) {
        let count = |kinds: &str| marks.chars().filter(|c| kinds.contains(*c)).count();
        let mut text = format!("diff --git a/x b/x\n--- a/x\n+++ b/x\n@@ -1,{} +1,{} @@\n", count(" -"), count(" +"));
        let noise = String::from_utf8_lossy(&bytes).replace('\n', " ");
        for mark in marks.chars() {
            text += &format!("{mark} {noise}\n");
        }
        let mut desk = Desk::with(columns, rows, &text);
        for keys in ["", "=", "=", "w", "=", "L", "=", "4j", "G", "<C-b>", "w", "$", "=", "h", "l", "gg"] {
            desk.keys(keys);
            desk.screen();
        }
        desk.resize(rows, columns);
        desk.screen();
    }

    #[test]
    fn a_layout_flipped_twice_is_the_screen_it_was(steps in 0usize..60, wide in any::<bool>(), wrap in any::<bool>()) {
        // Without a finding: one that waits shows its card when its line was off the screen.
        let mut desk = Desk::with(if wide { 160 } else { 90 }, 24, MIXED);
        desk.keys(if wrap { "==w" } else { "==" });
        desk.keys(&format!("{}j", steps + 1)).keys("zz");
        let before = (desk.under(), desk.screen());
        for flips in ["===", "ww", "LL"] {
            desk.keys(flips).keys("<Esc>");
            prop_assert_eq!(&desk.under(), &before.0);
        }
        // Nothing but the footer's words may differ.
        let body = |screen: &str| screen.lines().take(23).map(str::to_owned).collect::<Vec<_>>();
        prop_assert_eq!(body(&desk.screen()), body(&before.1));
    }
}
