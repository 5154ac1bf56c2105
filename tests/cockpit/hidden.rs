//! What is not in sight is not acted on: in every view but the diff, no key and no name in the palette moves the diff,
//! selects in it, marks its file or speaks at its line; ways through it show it first.

use prr::{
    core::{
        gate::Stance,
        model::{FindingId, Record},
    },
    ui::{ACTIONS, Deed, Filter, Mode, Turn, View},
};

use super::every_action::{found, named, pulled};
use crate::support::desk::Desk;

/// Views of rows, and the keys that show them.
const VIEWS: [(&str, View); 5] =
    [("gt", View::Triage), ("ga", View::Agents), ("gr", View::Review), ("gl", View::Logbook), ("gi", View::Inbox)];

/// What looks at the diff from elsewhere: how it is laid out, and decisions that are gone back to.
pub const MAY: [&str; 5] = ["wrap", "layout", "line-numbers", "undo", "redo"];

/// Where the diff is, and what is under way in it.
fn place(desk: &Desk) -> String {
    let diff = &desk.ui.diff;
    let viewed: Vec<_> = desk.session.viewed.iter().filter(|(_, mark)| mark.viewed).map(|(path, _)| path).collect();
    let under_way = (&diff.select, &diff.picking, diff.since.on, &diff.cards, &diff.folds, diff.side);
    format!("{:?} {:?} {under_way:?} {viewed:?} {}", diff.top, diff.cursor.slot, desk.ui.tree.focus)
}

/// A desk in the midst of its diff, away from its findings.
fn desk(make: fn() -> Desk, view: &str) -> Desk {
    let mut desk = make();
    desk.keys("/user\nn<Esc>");
    desk.keys(view);
    desk
}

#[test]
fn no_key_and_no_name_moves_a_diff_that_stays_hidden() {
    let mut wrong = Vec::new();
    for make in [found as fn() -> Desk, pulled] {
        let is_pull = make().session.pull().pull.is_some();
        for (open, view) in
            VIEWS.into_iter().filter(|(_, view)| !is_pull || matches!(view, View::Triage | View::Review))
        {
            let mut at = desk(make, open);
            for row in ACTIONS.iter().filter(|row| !MAY.contains(&row.id)) {
                let keys = row.keys.split(' ').filter(|keys| !keys.is_empty()).map(named);
                for keys in keys.chain([format!(":{}\n", row.id)]) {
                    if at.ui.view != view || at.quit || !matches!(at.ui.mode, Mode::Normal) {
                        at = desk(make, open);
                    }
                    let before = place(&at);
                    at.keys(&keys);
                    let after = place(&at);
                    // The queue's finding has a file, and `m` is about that.
                    let is_mark = view == View::Triage && row.id == "viewed";
                    if at.ui.view == view && before != after && !is_mark {
                        wrong.push(format!("{keys} in {view:?}:\n  {before}\n  {after}\n"));
                    }
                }
            }
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn ways_through_the_diff_show_it_and_go_on_from_the_finding_that_is_read() {
    for keys in ["]", "[", ".", ")", "(", ">", "n", "<C-o>", "/", "h", "i", "zs", ":44\n"] {
        let mut desk = desk(found, "gt");
        desk.keys("G");
        desk.keys(keys);
        assert_eq!(desk.ui.view, View::Diff, "{keys}");
    }
    let mut desk = desk(found, "gt");
    let id = FindingId::new("security-002");
    while desk.ui.triage.cursor.as_ref() != Some(&id) {
        desk.keys("j");
    }
    desk.keys(".");
    assert_ne!(desk.under(), "file src/auth.rs");
    assert!(desk.under().starts_with("file "), "{}", desk.under());
    // A list of what waits for the person has nothing behind it yet.
    let mut home = found();
    home.ui.show_inbox_only();
    for keys in ["]", "/", ":12\n", ":next-hunk\n", "J"] {
        home.keys(keys);
        assert_eq!(home.ui.view, View::Inbox, "{keys}");
        assert!(!home.message().is_empty(), "{keys}");
    }
}

#[test]
fn in_the_queue_a_comment_a_mark_and_a_selection_are_at_the_finding() {
    let on_the_second = |keys: &str| {
        let mut desk = desk(found, "gt");
        while desk.ui.triage.cursor.as_ref().map(|id| id.as_str()) != Some("security-003") {
            desk.keys("j");
        }
        desk.keys(keys);
        desk
    };
    let heading = |desk: &Desk| match &desk.ui.mode {
        Mode::Edit(editor) => editor.heading.clone(),
        other => format!("{other:?}"),
    };
    assert!(heading(&on_the_second("c")).contains("comment on README.md:4"), "{}", heading(&on_the_second("c")));
    assert!(heading(&on_the_second("C")).ends_with("comment on README.md"), "{}", heading(&on_the_second("C")));
    let desk = on_the_second("m");
    let marked: Vec<String> = desk
        .records
        .iter()
        .filter_map(|record| match record {
            Record::Viewed { viewed, .. } => Some(viewed.path.lossy().into_owned()),
            _ => None,
        })
        .collect();
    assert_eq!((marked, desk.ui.view), (vec!["README.md".to_owned()], View::Triage));
    let desk = on_the_second("v");
    assert_eq!((desk.ui.view, desk.ui.diff.select), (View::Diff, Some(desk.ui.diff.cursor.slot)));
    assert!(desk.under().contains("Another line"), "{}", desk.under());
}

#[test]
fn undo_and_redo_lead_the_diff_to_the_decision_from_any_view() {
    for (open, view) in VIEWS.into_iter().filter(|(_, view)| !matches!(view, View::Triage | View::Inbox)) {
        for (keys, stance) in [("u", Stance::Undecided), ("u<C-r>", Stance::Accepted)] {
            let mut desk = found();
            desk.keys("gt");
            while desk.ui.triage.cursor.as_ref().map(|id| id.as_str()) != Some("security-003") {
                desk.keys("j");
            }
            desk.keys("agdgg");
            desk.keys(open);
            desk.keys(keys);
            let id = FindingId::new("security-003");
            assert_eq!((desk.ui.view, desk.session.gate.stance(&id)), (view, &stance));
            assert!(desk.message().contains("security-003"), "{}", desk.message());
            desk.keys("gd");
            assert_eq!(desk.card(), Some("security-003"), "{open}{keys}");
        }
    }
}

#[test]
fn counts_repeat_in_the_queue_over_matches_and_over_jumps() {
    let mut once = desk(found, "gt");
    let mut twice = desk(found, "gt");
    once.keys("ggJJ");
    twice.keys("gg2J");
    assert_eq!(once.ui.triage.cursor, twice.ui.triage.cursor);
    assert_ne!(twice.ui.triage.cursor, desk(found, "gtgg").ui.triage.cursor);
    for (one_by_one, at_once) in [
        ("nnn", "3n"),
        ("NN", "2N"),
        ("NNNN", "4N"),
        ("nn<C-o><C-o>", "nn2<C-o>"),
        ("nnn<C-o><C-o><C-o><Backspace><Backspace>", "nnn3<C-o>2<Backspace>"),
    ] {
        let (mut slow, mut quick) = (found(), found());
        slow.keys("/e\n").keys(one_by_one);
        quick.keys("/e\n").keys(at_once);
        assert_eq!(slow.ui.diff.cursor, quick.ui.diff.cursor, "{one_by_one} {at_once}");
        if at_once.ends_with(['n', 'N']) {
            assert_eq!(slow.message().split(" · ").next(), quick.message().split(" · ").next());
        }
    }
    // More than there are goes round, and ends.
    let mut desk = found();
    desk.keys("/e\n999999n");
    assert!(desk.message().contains("match "), "{}", desk.message());
    desk.keys("999999<C-o>");
    desk.keys("<C-o>");
    assert_eq!(desk.message(), "no jump to go to");
}

#[test]
fn a_sequence_that_has_begun_is_not_cut_by_a_key_that_means_something_alone() {
    let mut desk = found();
    desk.keys("hgl");
    assert_eq!(desk.ui.view, View::Logbook, "{:?}", desk.message());
    for (keys, id) in [("zl", "scroll-right"), ("zh", "scroll-left"), ("z+", "whole-file"), ("z-", "whole-file")] {
        let mut desk = found();
        desk.keys("h");
        let cursor = desk.ui.tree.cursor;
        desk.keys(keys);
        assert!(desk.ui.chord.shown().is_empty(), "{id}: {:?}", desk.ui.chord.shown());
        assert_eq!(desk.ui.tree.cursor, cursor, "{id}");
    }
    // A count before a key that the tree takes for itself is not kept for the next one.
    let mut desk = found();
    desk.keys("h5lgd");
    assert!(desk.ui.chord.shown().is_empty());
    for keys in ["gtg<Space>", "gtz\n", "giz\n"] {
        let mut desk = found();
        desk.keys(keys);
        assert!(desk.ui.chord.shown().is_empty() && desk.gone.is_empty(), "{keys}");
        assert!(desk.message().contains("does nothing here"), "{keys}: {}", desk.message());
        assert!(desk.ui.triage.marks.is_empty() && desk.ui.view != View::Diff, "{keys}");
    }
    // With the gentle preset too.
    let mut desk = found();
    let (map, faults) = prr::ui::Keymap::with(prr::ui::Preset::Gentle, &[]);
    assert!(faults.is_empty());
    prr::ui::update(&mut desk.ui, &desk.session, prr::ui::Msg::Keyed(std::sync::Arc::new(map)));
    desk.keys("G").keys("h");
    desk.keys("gh");
    assert!(!desk.ui.tree.focus && desk.ui.chord.shown().is_empty(), "{}", desk.message());
}

#[test]
fn the_wheel_moves_what_a_list_shows_and_neither_its_cursor_nor_a_sequence() {
    let mut desk = found();
    prr::ui::update(&mut desk.ui, &desk.session, prr::ui::Msg::MouseIs(true));
    for (open, _) in VIEWS {
        desk.keys(open);
        desk.keys("gg2");
        let before = (desk.ui.noted.agents.cursor.clone(), desk.ui.noted.talk.inbox, desk.ui.noted.logbook.list().0);
        let queue = desk.ui.triage.cursor.clone();
        desk.mouse(Deed::Wheel(Turn::Down), (4, 4)).mouse(Deed::Wheel(Turn::Up), (4, 4));
        desk.mouse(Deed::Wheel(Turn::Down), (4, 30));
        let after = (desk.ui.noted.agents.cursor.clone(), desk.ui.noted.talk.inbox, desk.ui.noted.logbook.list().0);
        assert_eq!((before, &queue), (after, &desk.ui.triage.cursor), "{open}");
        assert_eq!(desk.ui.chord.shown(), "2", "{open}");
        desk.keys("<Esc>");
        desk.screen();
    }
    assert_eq!(desk.ui.triage.filter, Filter::All);
}

#[test]
fn a_selection_in_the_diff_outlasts_escape_in_every_other_view() {
    for (open, view) in VIEWS {
        let mut desk = found();
        desk.keys("3jv").keys(open);
        assert_eq!(desk.ui.view, view);
        let before = desk.ui.diff.select;
        desk.keys("<Esc>");
        assert_eq!((before.is_some(), desk.ui.diff.select), (true, before), "{view:?}");
        desk.keys("gd<Esc>");
        assert_eq!(desk.ui.diff.select, None, "{view:?}");
    }
}
