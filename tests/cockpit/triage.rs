//! Before / keys / after: the queue, the drawer, bulk acts.

use prr::{
    core::{
        gate::Stance,
        model::{FindingId, Severity, Suppression},
    },
    ui::View,
};

use crate::support::desk::{DIFF, Desk, candidate};

fn desk() -> Desk {
    let mut desk = Desk::new(120, 30);
    desk.settings.suppressions =
        vec![Suppression { message_pattern: Some("Title 3".into()), ..Suppression::default() }];
    desk.read(DIFF);
    desk.open(prr::core::gate::Past::default(), false);
    desk.map();
    let mut mild = candidate(1, "src/auth.rs", 12);
    mild.weight.severity = Severity::Major;
    desk.find(mild);
    desk.find(candidate(2, "src/auth.rs", 44));
    desk.find(candidate(3, "README.md", 4));
    desk.find(candidate(4, "README.md", 4));
    desk
}

fn stance(desk: &Desk, id: &str) -> Stance {
    desk.session.gate.stance(&FindingId::new(id)).clone()
}

fn at(desk: &Desk) -> Option<&str> {
    desk.ui.triage.cursor.as_ref().map(FindingId::as_str)
}

#[test]
fn tab_shows_the_queue_worst_first_and_back() {
    let mut desk = desk();
    desk.keys("<Tab>");
    assert_eq!(desk.ui.view, View::Triage);
    let screen = desk.screen();
    let order: Vec<usize> = ["Title 2", "Title 4", "Title 1"].iter().map(|t| screen.find(t).unwrap()).collect();
    assert!(order.is_sorted(), "{screen}");
    assert!(!screen.contains("Title 3"), "suppressed: {screen}");
    desk.keys("q");
    assert_eq!(desk.ui.view, View::Diff);
    assert!(!desk.quit);
}

#[test]
fn accept_and_drop_work_in_the_queue_and_go_on() {
    let mut desk = desk();
    desk.keys("gtgga");
    assert_eq!(stance(&desk, "security-002"), Stance::Accepted);
    assert_eq!(at(&desk), Some("security-004"));
    desk.keys("dw");
    assert_eq!(stance(&desk, "security-004"), Stance::Dropped("won't fix".into()));
    assert_eq!(at(&desk), Some("security-001"));
    desk.keys("u");
    assert_eq!(at(&desk), Some("security-004"));
    assert_eq!(stance(&desk, "security-004"), Stance::Undecided);
}

#[test]
fn the_drawer_says_why_restores_and_accepts_in_place() {
    let mut desk = desk();
    desk.keys("x");
    let screen = desk.screen();
    assert!(screen.contains("suppressed · 1") && screen.contains("held back, suppressed"), "{screen}");
    assert_eq!((desk.ui.triage.shown_len(), desk.ui.triage.open_len()), (1, 1), "undecided, though no card");
    desk.keys("r");
    assert!(desk.message().contains("restored security-003"), "{}", desk.message());
    assert!(desk.session.findings.is_card(&FindingId::new("security-003")));
    desk.keys("u");
    assert!(!desk.session.findings.is_card(&FindingId::new("security-003")));
    desk.keys("a");
    assert_eq!(stance(&desk, "security-003"), Stance::Accepted);
    assert!(desk.session.findings.is_card(&FindingId::new("security-003")));
    desk.keys("x").keys("x");
    assert_eq!(desk.session.findings.drawer_len(), 0);
}

#[test]
fn x_again_goes_back_to_the_card_it_was_pressed_on() {
    let mut desk = desk();
    desk.keys("J");
    let card = desk.card().map(str::to_owned);
    desk.keys("xx");
    assert_eq!((desk.ui.view, desk.card().map(str::to_owned)), (View::Diff, card));
    desk.keys("x").keys("gt");
    assert!(desk.ui.triage.shown().count() > 1, "gt is the queue, not the drawer");
}

#[test]
fn filters_show_what_they_say() {
    let mut desk = desk();
    desk.keys("gtgga");
    for (keys, ids) in [
        ("fu", vec!["security-004", "security-001"]),
        ("fa", vec!["security-002"]),
        ("fd", vec![]),
        ("fx", vec!["security-003"]),
        ("f\n", vec!["security-002", "security-004", "security-001"]),
    ] {
        desk.keys(keys);
        let shown: Vec<&str> = desk.ui.triage.shown().map(FindingId::as_str).collect();
        assert_eq!(shown, ids, "{keys}");
    }
    desk.keys("G");
    desk.keys("fp");
    assert_eq!(desk.ui.triage.shown().count(), 2, "{}", desk.message());
}

#[test]
fn a_bulk_act_asks_with_the_count_and_is_one_undo() {
    let mut desk = desk();
    desk.keys("gt*a");
    assert!(desk.screen().contains("accept 3 marked findings?"), "{}", desk.screen());
    desk.keys("<Esc>");
    assert_eq!(desk.session.gate.decisions().len(), 0);
    desk.keys("ggj");
    let read = desk.ui.triage.nth();
    desk.keys("ay");
    assert_eq!(desk.session.gate.decisions().len(), 3);
    desk.keys("u");
    assert!(desk.session.gate.standings().next().is_none());
    assert_eq!(desk.ui.triage.nth(), read, "the one that is read is one of them");
    desk.keys("<C-r>");
    assert_eq!(desk.session.gate.standings().count(), 3);
    assert_eq!(desk.ui.triage.nth(), read);
}

#[test]
fn enter_goes_to_the_card_in_the_diff() {
    let mut desk = desk();
    desk.keys("gtgg\n");
    assert_eq!(desk.ui.view, View::Diff);
    assert_eq!(desk.card(), Some("security-002"));
}

#[test]
fn the_queue_renews_itself_while_it_is_shown() {
    let mut desk = desk();
    desk.keys("gt");
    desk.find(candidate(5, "src/auth.rs", 13));
    assert!(desk.screen().contains("Title 5"), "{}", desk.screen());
    assert_eq!(desk.ui.triage.shown().count(), 4);
}

#[test]
fn the_finding_stands_whole_beside_its_code() {
    for (columns, rows) in [(80, 24), (120, 40), (200, 60)] {
        let mut desk = desk();
        desk.resize(columns, rows);
        desk.keys("gtgg");
        insta::assert_snapshot!(format!("triage_{columns}x{rows}"), desk.screen());
        desk.keys("x");
        insta::assert_snapshot!(format!("drawer_{columns}x{rows}"), desk.screen());
    }
}

#[test]
fn a_late_answer_of_synthesis_never_takes_a_decision_back() {
    let mut desk = desk();
    desk.synthesises = false;
    desk.find(candidate(6, "src/auth.rs", 13));
    let (snapshot, revision) = desk.snapshots.pop().unwrap();
    desk.keys("gtgga");
    let result = prr::core::synthesis::synthesise(&snapshot).map(std::sync::Arc::new).map_err(|e| e.to_string());
    let at = desk.at();
    desk.tell(prr::session::Msg::Synthesised(revision, result.clone(), at));
    assert_eq!(stance(&desk, "security-002"), Stance::Accepted);
    assert!(desk.session.findings.is_card(&FindingId::new("security-002")));
    // An old revision is dropped: a new one is in flight already.
    let before = desk.session.findings.cards_len();
    desk.tell(prr::session::Msg::Synthesised(revision, result, at));
    assert_eq!(desk.session.findings.cards_len(), before);
    assert_eq!(desk.snapshots.len(), 1, "what changed meanwhile is asked for once");
}

#[test]
fn the_drawer_names_its_own_keys_and_gives_the_queue_back_as_it_was() {
    let mut desk = Desk::with(100, 30, DIFF);
    for (number, path, line) in [(1, "src/auth.rs", 12), (2, "src/auth.rs", 44)] {
        desk.find(candidate(number, path, line));
    }
    let mut again = candidate(1, "src/auth.rs", 12);
    again.id = prr::core::model::CandidateId::new("builtin:test-c9");
    desk.find(again);
    desk.end();
    desk.keys("gtgg");
    let before = desk.ui.triage.cursor.clone();
    desk.keys("x");
    assert_ne!(desk.ui.triage.cursor, before);
    let footer = desk.screen().lines().last().unwrap().to_owned();
    assert!(footer.contains("r restore · a accept · d drop · e edit · x back"), "{footer}");
    desk.keys("x");
    assert_eq!(desk.ui.triage.cursor, before, "the cursor is where it was");
    assert!(!desk.screen().lines().last().unwrap().contains("restore"));
}

#[test]
fn filters_by_severity_and_lens_are_those_of_the_finding_under_the_cursor() {
    let mut desk = Desk::with(100, 30, DIFF);
    let mut minor = candidate(1, "src/auth.rs", 12);
    minor.weight.severity = Severity::Minor;
    let mut tests = candidate(2, "src/auth.rs", 44);
    tests.lens = prr::core::model::Lens::TestGap;
    desk.find(minor);
    desk.find(tests);
    desk.find(candidate(3, "README.md", 4));
    desk.end();
    let shown = |desk: &Desk| desk.ui.triage.shown().map(ToString::to_string).collect::<Vec<_>>();
    let on = |desk: &mut Desk, id: &str| {
        desk.keys("gtf\n");
        desk.ui.triage.cursor = Some(FindingId::new(id));
    };
    let all = shown(desk.keys("gt"));
    assert_eq!(all.len(), 3, "{all:?}");
    let named = |words: &str| all.iter().find(|id| id.starts_with(words)).unwrap().clone();
    let tested = named("test");
    on(&mut desk, &tested);
    desk.keys("fl");
    assert_eq!(shown(&desk), [tested.as_str()]);
    assert_eq!(desk.message(), "lens test-gap: 1");
    let critical = all
        .iter()
        .find(|id| {
            **id != tested
                && desk.session.findings.get(&FindingId::new(id.as_str())).unwrap().severity == Severity::Critical
        })
        .unwrap()
        .clone();
    on(&mut desk, &critical);
    desk.keys("fs");
    assert_eq!((shown(&desk).len(), desk.message()), (2, "critical and worse: 2"));
    let small = all
        .iter()
        .find(|id| desk.session.findings.get(&FindingId::new(id.as_str())).unwrap().severity == Severity::Minor)
        .unwrap()
        .clone();
    on(&mut desk, &small);
    desk.keys("fs");
    assert_eq!((shown(&desk).len(), desk.message()), (3, "minor and worse: 3"));
}

#[test]
fn a_title_has_room_in_the_narrowest_window() {
    let title = "Returns the cached session of another person";
    for (columns, least) in [(60, 26), (80, 36)] {
        let mut desk = desk();
        desk.resize(columns, 24);
        let mut long = candidate(6, "src/auth.rs", 13);
        long.claim.title = title.to_owned();
        desk.find(long);
        desk.keys("gtfu");
        let row = desk.row("Returns").unwrap_or_default();
        let screen = desk.screen();
        let words = screen.lines().nth(row).unwrap_or_default();
        let part = &title[..least - 1];
        assert!(words.contains(part) && words.contains("src/auth.rs:13"), "{columns}\n{screen}");
        // Its state is a glyph there, and the heading has the word.
        assert!(words.contains('·') && screen.contains("undecided, by priority"), "{columns}\n{screen}");
    }
}
