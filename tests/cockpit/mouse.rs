//! Before / mouse / after: the wheel scrolls, clicks select, drags select lines; any event at any place is harmless.

use proptest::prelude::*;
use prr::ui::{self, Deed, Msg, Turn, View};

use super::beyond;
use crate::support::desk::{DIFF, Desk, candidate};

const DOWN: Deed = Deed::Wheel(Turn::Down);
const UP: Deed = Deed::Wheel(Turn::Up);

fn listening(mut desk: Desk) -> Desk {
    ui::update(&mut desk.ui, &desk.session, Msg::MouseIs(true));
    desk
}

/// The place of a text on the screen.
fn place(desk: &mut Desk, text: &str) -> (u16, u16) {
    let screen = desk.screen();
    let (row, line) = screen.lines().enumerate().find(|(_, line)| line.contains(text)).expect("it is on the screen");
    (line.split(text).next().unwrap().chars().count() as u16, row as u16)
}

#[test]
fn the_wheel_scrolls_and_leaves_the_cursor_on_its_line() {
    let mut desk = listening(beyond::desk(100, 16));
    desk.keys("]3j");
    let line = desk.under();
    let before = desk.screen();
    desk.mouse(DOWN, (50, 8)).mouse(DOWN, (50, 8));
    assert_eq!(desk.under(), line);
    assert_ne!(desk.screen(), before);
    desk.mouse(UP, (50, 8)).mouse(UP, (50, 8)).mouse(UP, (50, 8));
    assert_eq!(desk.screen(), before, "up to the start, as it was");
    // A key goes on from the cursor, and shows it.
    desk.mouse(DOWN, (50, 8)).mouse(DOWN, (50, 8)).mouse(DOWN, (50, 8)).keys("j");
    assert!(desk.screen().contains('▶'));
    assert_ne!(desk.under(), line);
}

#[test]
fn a_click_selects_a_line_a_card_a_half_and_a_file() {
    let mut desk = listening(Desk::small());
    desk.find(candidate(1, "src/auth.rs", 44));
    let at = place(&mut desk, "let token = issue");
    desk.mouse(Deed::Press, at).mouse(Deed::Release, at);
    assert_eq!(desk.under(), "    let token = issue(user, now);");
    desk.keys("Jgg");
    let at = place(&mut desk, "Title 1");
    desk.mouse(Deed::Press, at);
    assert_eq!(desk.card(), Some("security-001"));
    // Side by side the half decides.
    let mut desk = listening(Desk::with(200, 40, DIFF));
    let (_, row) = place(&mut desk, "let token = issue");
    desk.mouse(Deed::Press, (60, row));
    assert_eq!(desk.under(), "    if !verify(stored, password) {");
    desk.mouse(Deed::Press, (190, row));
    assert_eq!(desk.under(), "    let token = issue(user, now);");
    // The tree.
    let at = place(&mut desk, "README.md");
    desk.mouse(Deed::Press, at);
    assert_eq!((desk.under().as_str(), desk.ui.tree.focus), ("file README.md", false));
    // The row that the header covers stands for its file.
    let mut desk = listening(beyond::desk(100, 16));
    desk.keys("G");
    desk.mouse(Deed::Press, (40, 1));
    assert_eq!(desk.under(), "file src/x.rs");
}

#[test]
fn a_drag_selects_lines_and_scrolls_past_the_edge() {
    let mut desk = listening(beyond::desk(100, 20));
    desk.keys("]");
    let (from, to) = (place(&mut desk, "n 48"), place(&mut desk, "n 52"));
    desk.mouse(Deed::Press, from).mouse(Deed::Drag, to).mouse(Deed::Release, to);
    assert_eq!(desk.under(), "n 52");
    desk.keys("y");
    let Some(ui::Copy::Text { what, .. }) = desk.copies.last() else { panic!() };
    assert_eq!(what, "6 lines, with their marks");
    desk.mouse(Deed::Press, from);
    for _ in 0..5 {
        desk.mouse(Deed::Drag, (10, 19));
    }
    assert!(desk.ui.diff.select.is_some());
    assert_ne!(desk.row("n 48"), Some(usize::from(from.1)), "it scrolled");
    // A click ends the selection; a drag that began on a card or in the tree selects nothing.
    let at = place(&mut desk, "n 58");
    desk.mouse(Deed::Press, at);
    assert!(desk.ui.diff.select.is_none());
}

#[test]
fn the_queue_is_clicked_and_scrolled() {
    let mut desk = listening(Desk::with(120, 16, DIFF));
    for n in 1..30 {
        desk.find(candidate(n, "src/auth.rs", 10 + n % 8));
    }
    desk.keys("gt");
    let cursor = desk.ui.triage.cursor.clone();
    let row = |desk: &Desk, nth: usize| desk.ui.triage.shown().nth(desk.ui.triage.top + nth).cloned();
    desk.mouse(DOWN, (5, 5));
    assert_eq!(desk.ui.triage.cursor, cursor);
    assert_eq!(desk.ui.triage.top, 3);
    let expected = row(&desk, 2);
    let top = desk.screen().lines().position(|line| line.contains("findings")).unwrap();
    let heading = desk.screen().lines().position(|line| line.contains("f filters")).unwrap_or(top) as u16;
    desk.mouse(Deed::Press, (5, heading + 3));
    assert_eq!(desk.ui.triage.cursor, expected);
}

#[test]
fn pages_are_scrolled_and_what_is_asked_or_typed_is_not_left_by_a_click() {
    let mut desk = listening(Desk::with(100, 20, DIFF));
    desk.keys("?");
    let before = desk.screen();
    desk.mouse(DOWN, (10, 10));
    assert_ne!(desk.screen(), before);
    desk.mouse(Deed::Press, (10, 10));
    assert!(matches!(desk.ui.mode, ui::Mode::Help(_)));
    desk.keys("q3jctext");
    desk.mouse(Deed::Press, (10, 3)).mouse(DOWN, (10, 3));
    assert!(matches!(desk.ui.mode, ui::Mode::Edit(_)));
    assert!(desk.screen().contains("text"));
}

#[test]
fn the_palette_turns_it_off_and_then_nothing_is_done() {
    let mut desk = listening(Desk::small());
    desk.keys(":mouse\n");
    assert_eq!(desk.mouse, [false]);
    assert!(desk.message().contains("its own selection works"), "{}", desk.message());
    let before = desk.screen();
    for deed in [Deed::Press, Deed::Drag, DOWN] {
        desk.mouse(deed, (20, 10));
    }
    assert_eq!(desk.screen(), before);
    desk.keys(":mouse\n");
    assert_eq!(desk.mouse, [false, true]);
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(32))]
    #[test]
    fn any_events_anywhere_leave_a_view_that_draws_and_a_way_back(
        events in prop::collection::vec((0usize..7, 0u16..300, 0u16..80), 1..60),
        (columns, rows) in (1u16..220, 1u16..60),
        keys in prop::sample::select(vec!["", "]+", "]z+", "gt", "gr", "?", "h", "3jc", "==w", "/x\n", "gi", "]za", "gl", "gll", "ga"]),
    ) {
        let mut desk = listening(beyond::desk(columns, rows));
        desk.find(candidate(1, "src/x.rs", 60));
        desk.keys(keys);
        for (deed, column, row) in events {
            let deeds = [Deed::Press, Deed::Drag, Deed::Release, UP, DOWN, Deed::Wheel(Turn::Left), Deed::Wheel(Turn::Right)];
            desk.mouse(deeds[deed], (column, row));
            desk.screen();
        }
        // Wherever the clicks led (the counters of the header are doors too), the keys lead back.
        desk.keys("<Esc><Esc><Esc><Esc><Esc>");
        prop_assert!(matches!(desk.ui.mode, ui::Mode::Normal), "{:?}", desk.ui.mode);
        desk.keys("gd");
        prop_assert_eq!(desk.ui.view, View::Diff);
        desk.screen();
    }
}
