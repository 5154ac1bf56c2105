//! Acts without a key (COCKPIT "Actions without a row"): each is found in the palette by the words of the design, and does
//! what it says.

use prr::{
    core::{
        gate::Stance,
        model::{Act, FindingId, LineRef},
    },
    session::{Session, Slot, Spot},
    ui::{self, Mode, View},
};

use crate::support::desk::{DIFF, Desk, candidate};

fn found() -> Desk {
    let mut desk = Desk::with(100, 40, DIFF);
    desk.find(candidate(1, "src/auth.rs", 12));
    desk.find(candidate(2, "src/auth.rs", 44));
    desk.end();
    desk
}

fn stance(session: &Session, id: &str) -> Stance {
    session.gate.stance(&FindingId::new(id)).clone()
}

fn typed(desk: &Desk) -> String {
    match &desk.ui.mode {
        Mode::Edit(editor) => editor.field.text(),
        Mode::Drop(_, Some(field)) => field.text(),
        other => panic!("nothing is typed: {other:?}"),
    }
}

#[test]
fn the_words_of_the_design_find_each_act_that_has_no_key() {
    for (words, id) in [
        ("sort", "sort"),
        ("delete own comment", "delete-comment"),
        ("add a reason", "add-reason"),
        ("history", "history"),
        ("compare runs", "compare-runs"),
        ("whole-review question", "review-question"),
        ("save and leave", "quit"),
    ] {
        let mut desk = found();
        desk.keys(":").keys(words);
        let screen = desk.screen();
        // The best one is marked.
        let rows = screen.lines().filter_map(|line| line.strip_prefix("▶ ")?.split_whitespace().next());
        let best = rows.into_iter().find(|word| ui::ACTIONS.iter().any(|row| row.id == *word));
        assert_eq!(best, Some(id), "{words}\n{screen}");
        let keys = ui::Keymap::usual().all(id);
        assert!(id == "quit" || keys.is_empty(), "{id} has {keys}");
        desk.keys("<Esc>?");
        let help: String = (0..12).map(|_| desk.keys("<PgDn>").screen()).collect();
        assert!(help.contains(&format!(":{id}")) || help.contains(&keys), "{id} stands in help");
    }
}

#[test]
fn a_drop_is_given_its_reason_later_at_its_place() {
    let mut desk = found();
    desk.keys("Jdd");
    assert_eq!(desk.card(), Some("security-002"), "it went on");
    desk.keys(":add-reason\n");
    assert_eq!(desk.card(), Some("security-001"), "back to what was dropped last");
    desk.keys("not reachable\n");
    assert_eq!(stance(&desk.session, "security-001"), Stance::Dropped("not reachable".into()));
    // On what is dropped the reason that stands is offered, and undo gives the one before.
    desk.keys("K");
    desk.keys("{:add-reason\n");
    assert_eq!(typed(&desk), "not reachable");
    desk.keys(" from outside\n");
    assert_eq!(stance(&desk.session, "security-001"), Stance::Dropped("not reachable from outside".into()));
    desk.keys("uu");
    assert_eq!(stance(&desk.session, "security-001"), Stance::Dropped(String::new()));
    // In the queue it is the one under the cursor.
    desk.keys("gtgg:add-reason\n");
    assert_eq!(desk.ui.view, View::Triage);
    assert!(matches!(&desk.ui.mode, Mode::Drop(id, Some(_)) if id.as_str() == "security-001"), "{:?}", desk.ui.mode);
    // Where nothing is dropped it says so.
    let mut desk = found();
    desk.keys("J:add-reason\n");
    assert!(desk.message().starts_with("nothing is dropped · d drops"), "{}", desk.message());
}

#[test]
fn a_comment_of_ones_own_is_deleted_and_undo_brings_it_back() {
    let mut desk = found();
    desk.keys("]4jcWhy?<C-s>:delete-comment\n");
    assert_eq!(stance(&desk.session, "own-001"), Stance::Dropped(String::new()));
    assert!(desk.message().starts_with("deleted your comment own-001"), "{}", desk.message());
    desk.keys("u");
    assert_eq!(stance(&desk.session, "own-001"), Stance::Accepted);
    desk.keys("ggJ:delete-comment\n");
    assert!(desk.message().contains("is no comment of yours · d drops a finding"), "{}", desk.message());
    assert_eq!(desk.session.gate.decisions().iter().filter(|d| matches!(d.act, Act::Drop { .. })).count(), 1);
}

#[test]
fn a_question_about_the_whole_review_stands_in_its_own_text() {
    let mut desk = found();
    desk.keys(":review-question\nIs all of this needed?<C-s>");
    let Act::Add(comment) = &desk.session.gate.decisions()[0].act else { panic!("no comment") };
    assert_eq!((comment.anchor.clone(), comment.wording.body.as_str()), (None, "**question**: Is all of this needed?"));
    // The label alone says nothing, and nothing is saved.
    desk.keys(":review-question\n<C-s>");
    assert!(desk.message().contains("empty"), "{}", desk.message());
    assert_eq!(desk.session.gate.decisions().len(), 1);
    // What was begun of the review's own text stays in front of it.
    desk.keys("gcAll in all good.<Esc>:review-question\n");
    assert_eq!(typed(&desk), "All in all good.\n\n**question**: ");
}

#[test]
fn what_is_done_at_a_finding_is_not_done_where_none_is_to_be_seen() {
    for view in ["ga", "gr", "gl"] {
        let mut desk = found();
        desk.keys("J").keys(view).keys(":accept\n");
        assert_eq!(stance(&desk.session, "security-001"), Stance::Undecided, "{view}");
        assert!(desk.message().contains("gd shows the diff"), "{view}: {}", desk.message());
    }
}

#[test]
fn the_next_undecided_finding_is_a_key_away_in_any_view() {
    for view in ["", "gt", "ga", "gr", "gl", "gi"] {
        for (key, id) in [("J", "security-001"), ("K", "security-002")] {
            let mut desk = found();
            desk.keys(view).keys(key);
            let here = if view == "gt" { desk.ui.triage.cursor.as_ref().map(|id| id.as_str()) } else { desk.card() };
            if view == "gt" {
                // The queue begins with one of the two, and goes on to the other.
                assert!(here.is_some(), "{key}");
            } else {
                assert_eq!((desk.ui.view, here), (View::Diff, Some(id)), "{view} {key}");
            }
        }
    }
}

#[test]
fn the_bar_of_reasons_knows_the_key_that_opened_it() {
    let map = |key: &str| {
        let change = ui::KeyChange { id: "drop".into(), keys: vec![key.into()] };
        let (map, faults) = ui::Keymap::with(ui::Preset::Vim, &[change]);
        assert_eq!(faults, []);
        std::sync::Arc::new(map)
    };
    // A key that is no letter of the bar, and one that is: there the letter keeps its meaning.
    for (key, told, reason) in [("D", "D no reason", ""), ("b", "b no reason", ""), ("d", "d no reason", "")] {
        let mut desk = found();
        ui::update(&mut desk.ui, &desk.session, ui::Msg::Keyed(map(key)));
        desk.keys("J").keys(key);
        assert!(desk.screen().contains(told), "{}", desk.screen());
        desk.keys(key);
        assert_eq!(stance(&desk.session, "security-001"), Stance::Dropped(reason.into()), "{key}");
    }
    let mut desk = found();
    ui::update(&mut desk.ui, &desk.session, ui::Msg::Keyed(map("zd")));
    desk.keys("Jzd");
    assert!(desk.screen().contains("d no reason · f false positive · r refuted by …"), "{}", desk.screen());
    desk.keys("d");
    assert_eq!(stance(&desk.session, "security-001"), Stance::Dropped(String::new()));
}

#[test]
fn no_file_is_told_twice_wherever_the_screen_begins() {
    for (columns, rows) in [(80, 16), (80, 24), (200, 16)] {
        let mut desk = Desk::with(columns, rows, DIFF);
        desk.find(candidate(1, "src/auth.rs", 44));
        desk.end();
        ui::update(&mut desk.ui, &desk.session, ui::Msg::MouseIs(true));
        let mut tops = std::collections::BTreeSet::new();
        for _ in 0..80 {
            desk.mouse(ui::Deed::Wheel(ui::Turn::Down), (columns - 2, 5));
            check(&mut desk);
            tops.insert(format!("{:?}", desk.ui.diff.top));
        }
        for _ in 0..80 {
            desk.keys("kzt");
            check(&mut desk);
            tops.insert(format!("{:?}", desk.ui.diff.top));
        }
        assert!(tops.len() > 3, "{tops:?}");
        // And at each line of the diff, where lines stand one below the other.
        let index = desk.session.diff.clone();
        let hunks = index.file_numbers().flat_map(|file| index.hunks_of(file).map(move |hunk| (file, hunk)));
        for (file, hunk) in hunks.filter(|_| columns == 80) {
            for ord in 0..index.hunk(hunk).unwrap().lines {
                desk.ui.diff.top.slot = Slot { file, spot: Spot::Line(LineRef { hunk, ord }) };
                desk.ui.diff.top.at = Default::default();
                check(&mut desk);
            }
        }
    }
}

#[track_caller]
fn check(desk: &mut Desk) {
    let screen = desk.screen();
    let heads: Vec<&str> = screen.lines().filter_map(|line| line.split('▾').nth(1)).map(str::trim).collect();
    let heads: Vec<&str> = heads.into_iter().filter(|head| head.contains('+')).collect();
    for (at, head) in heads.iter().enumerate() {
        let name = head.split("  ").next();
        assert!(!heads.iter().skip(at + 1).any(|other| other.split("  ").next() == name), "{head} twice\n{screen}");
    }
}
