//! Before / keys / after: deciding.

use prr::core::{
    gate::Stance,
    model::{Act, FindingId, Record, Severity},
};

use crate::support::desk::{Desk, candidate};

fn desk() -> Desk {
    let mut desk = Desk::small();
    for (number, line) in [(1, 12), (2, 44)] {
        desk.find(candidate(number, "src/auth.rs", line));
    }
    desk.find(candidate(3, "README.md", 4));
    desk
}

fn stance(desk: &Desk, id: &str) -> Stance {
    desk.session.gate.stance(&FindingId::new(id)).clone()
}

fn acts(desk: &Desk) -> Vec<&'static str> {
    let acts = desk.records.iter().filter_map(|record| match record {
        Record::Decision { decision, .. } => Some(match &decision.act {
            Act::Accept => "accept",
            Act::Drop { .. } => "drop",
            Act::Recast { .. } => "recast",
            Act::Restore => "restore",
            Act::Edit { .. } => "edit",
            Act::Add(_) => "add",
            Act::Undo { .. } => "undo",
            Act::Redo { .. } => "redo",
        }),
        _ => None,
    });
    acts.collect()
}

#[test]
fn accept_goes_on_to_the_next_undecided_and_is_recorded() {
    let mut desk = desk();
    desk.keys("Ja");
    assert_eq!(stance(&desk, "security-001"), Stance::Accepted);
    assert_eq!(desk.card(), Some("security-002"));
    assert!(desk.message().contains("2 undecided"), "{}", desk.message());
    assert_eq!(acts(&desk), ["accept"]);
}

#[test]
fn drop_without_a_usual_and_with_a_typed_reason() {
    let mut desk = desk();
    desk.keys("Jdd");
    assert_eq!(stance(&desk, "security-001"), Stance::Dropped(String::new()));
    desk.keys("df");
    assert_eq!(stance(&desk, "security-002"), Stance::Dropped("false positive".into()));
    desk.keys("d\nbecause I say so\n");
    assert_eq!(stance(&desk, "security-003"), Stance::Dropped("because I say so".into()));
    assert_eq!(acts(&desk), ["drop", "drop", "drop"]);
}

#[test]
fn a_drop_reason_left_with_esc_is_a_draft_that_comes_back() {
    let mut desk = desk();
    desk.keys("Jd\nhalf a rea<Esc>");
    assert_eq!(stance(&desk, "security-001"), Stance::Undecided);
    desk.keys("d");
    assert!(desk.screen().contains("half a rea"), "{}", desk.screen());
    desk.keys("son\n");
    assert_eq!(stance(&desk, "security-001"), Stance::Dropped("half a reason".into()));
    assert!(desk.session.drafts.is_empty());
}

#[test]
fn undo_and_redo_move_to_the_finding_and_name_it() {
    let mut desk = desk();
    desk.keys("Jadd");
    desk.keys("ggu");
    assert_eq!(desk.card(), Some("security-002"));
    assert!(desk.message().contains("undone: drop security-002"), "{}", desk.message());
    assert_eq!(stance(&desk, "security-002"), Stance::Undecided);
    desk.keys("u");
    assert_eq!(stance(&desk, "security-001"), Stance::Undecided);
    desk.keys("u");
    assert_eq!(desk.message(), "nothing to undo");
    desk.keys("<C-r><C-r>");
    assert_eq!(stance(&desk, "security-001"), Stance::Accepted);
    assert_eq!(stance(&desk, "security-002"), Stance::Dropped(String::new()));
    assert_eq!(acts(&desk), ["accept", "drop", "undo", "undo", "redo", "redo"]);
}

#[test]
fn deciding_twice_alike_is_one_decision() {
    let mut desk = desk();
    desk.keys("Ja");
    desk.keys("ggJ{");
    assert_eq!(desk.card(), Some("security-001"));
    desk.keys("a");
    assert_eq!(acts(&desk), ["accept"]);
    let id = FindingId::new("security-001");
    assert_eq!(desk.session.gate.decisions().iter().filter(|d| d.finding == id).count(), 1);
}

#[test]
fn severity_is_set_by_a_letter_and_can_be_undone() {
    let mut desk = desk();
    desk.keys("Jsb");
    let edited =
        |desk: &Desk| desk.session.gate.standing(&FindingId::new("security-001")).and_then(|s| s.edited.clone());
    assert_eq!(edited(&desk).unwrap().1, Severity::Blocker);
    assert!(desk.screen().contains("blocker Title 1"));
    desk.keys("u");
    assert_eq!(edited(&desk), None);
    desk.keys("s<Esc>");
    assert_eq!(edited(&desk), None);
}

#[test]
fn keys_of_decisions_away_from_findings_say_where_they_are() {
    for key in ["a", "d", "s"] {
        let mut desk = desk();
        desk.keys("..").keys(key);
        assert!(desk.message().contains("no finding here"), "{key}: {}", desk.message());
        assert!(acts(&desk).is_empty());
    }
}

#[test]
fn viewed_marks_fold_the_file_and_go_to_the_next() {
    let mut desk = desk();
    desk.keys(".<Space>");
    assert!(desk.session.is_viewed(prr::core::model::FileIx(0)));
    assert_eq!(desk.under(), "file Cargo.lock");
    desk.keys("gg");
    let screen = desk.screen();
    assert!(screen.contains("✓ viewed") && screen.contains("viewed: hides"), "{screen}");
    desk.keys(".m");
    assert!(!desk.session.is_viewed(prr::core::model::FileIx(0)));
}

#[test]
fn an_own_comment_is_deleted_without_a_reason() {
    let mut desk = desk();
    desk.keys("gg]4jcmine<C-s>");
    desk.keys("jd");
    assert_eq!(stance(&desk, "own-001"), Stance::Dropped(String::new()));
}

#[test]
fn the_place_goes_with_each_decision() {
    let mut desk = desk();
    desk.keys("Ja");
    assert!(desk.records.iter().any(|record| matches!(record, Record::Place { anchor: Some(_), .. })));
}

#[test]
fn the_footer_tells_what_is_not_saved() {
    let mut desk = desk();
    desk.acknowledge = false;
    desk.keys("Ja");
    assert!(desk.screen().contains("● 1 unsaved"), "{}", desk.screen());
    desk.tell(prr::session::Msg::Written(1));
    assert!(!desk.screen().contains("unsaved"));
}

#[test]
fn quitting_notes_the_place() {
    let mut desk = desk();
    desk.keys("]jjq");
    assert!(desk.quit);
    let place = desk.records.iter().find_map(|record| match record {
        Record::Place { anchor, .. } => anchor.clone(),
        _ => None,
    });
    assert_eq!(place.unwrap().lines.unwrap().start(), 11);
}

#[test]
fn a_file_that_is_viewed_or_folded_names_what_nobody_decided_in_it() {
    let mut desk = Desk::small();
    desk.find(candidate(1, "src/auth.rs", 12));
    desk.find(candidate(2, "src/auth.rs", 44));
    desk.end();
    desk.keys("Ja.,za");
    assert!(desk.screen().contains("hides 17 lines in 2 hunks · 2 findings, 1 undecided"), "{}", desk.screen());
    desk.keys("za<Space>");
    assert!(desk.message().contains("viewed src/auth.rs · 1 undecided finding in it"), "{}", desk.message());
}

#[test]
fn a_reason_of_several_lines_is_shown_and_kept_whole() {
    let mut desk = super::every_action::found();
    desk.keys("Jd\n");
    desk.keys("typed, ");
    let screen = desk.screen();
    let last = screen.lines().last().unwrap();
    assert!(last.contains("reason: typed,") && last.contains("Enter drops with it"), "in the footer: {screen}");
    desk.paste("first line\nsecond line\r\nthird");
    let screen = desk.screen();
    for words in ["typed, first line", "second line", "third", "reason: Enter drops with it"] {
        assert!(screen.contains(words), "{words}: {screen}");
    }
    // It is a draft until it is given, and comes back as it was.
    desk.keys("<Esc>");
    assert!(desk.session.drafts.values().any(|draft| draft.text == "typed, first line\nsecond line\nthird"));
    desk.keys("d");
    assert!(desk.screen().contains("second line"), "{}", desk.screen());
    desk.keys("<C-s>");
    let stance = desk.session.gate.stance(&prr::core::model::FindingId::new("security-001")).clone();
    assert_eq!(stance, prr::core::gate::Stance::Dropped("typed, first line\nsecond line\nthird".into()));
    assert!(desk.session.drafts.is_empty());
    // More lines than there are rows: the window stays usable.
    desk.keys("Jd\n");
    desk.paste(&"line\n".repeat(200));
    for (columns, rows) in [(60, 16), (80, 24), (1, 1), (110, 40)] {
        desk.resize(columns, rows);
        desk.screen();
    }
}
