//! What streams in never moves what is read; nothing decided vanishes.

use std::sync::Arc;

use proptest::prelude::*;
use prr::{
    core::{
        diff,
        gate::Stance,
        model::{FindingId, TaskEnd, TaskId, TaskState},
    },
    session::{Msg, Phase},
};

use super::moving::long_diff;
use crate::support::desk::{DIFF, Desk, candidate};

/// The rows of the diff without gutter marks.
fn text_of(screen: &str) -> Vec<String> {
    let body = screen.lines().skip(1);
    let count = screen.lines().count().saturating_sub(2);
    body.take(count).map(|line| line.replace(['◆', '▶', '▌'], " ").trim_end().to_owned()).collect()
}

#[test]
fn a_finding_on_a_line_on_screen_shows_a_mark_and_moves_nothing() {
    let mut desk = Desk::with(80, 24, &long_diff(200));
    desk.keys("20j");
    let before = text_of(&desk.screen());
    desk.find(candidate(1, "x", 8));
    desk.find(candidate(2, "x", 120));
    let screen = desk.screen();
    assert_eq!(text_of(&screen)[1..], before[1..]);
    assert!(screen.lines().any(|line| line.contains('◆') && line.contains("line 7")), "{screen}");
    assert!(screen.contains("2 findings"));
}

#[test]
fn a_waiting_card_opens_on_request_and_when_its_line_was_off_screen() {
    let mut desk = Desk::with(80, 24, &long_diff(200));
    desk.find(candidate(1, "x", 8));
    assert!(!desk.screen().contains("Title 1"));
    desk.keys("}");
    assert!(desk.screen().contains("Title 1"), "{}", desk.screen());
    let mut desk = Desk::with(80, 24, &long_diff(200));
    desk.find(candidate(1, "x", 8));
    desk.keys("Ggg");
    assert!(desk.screen().contains("Title 1"), "{}", desk.screen());
}

#[test]
fn a_finding_above_the_screen_moves_nothing() {
    let mut desk = Desk::with(80, 24, &long_diff(400));
    desk.keys("200j");
    let before = text_of(&desk.screen());
    for number in 1..50 {
        desk.find(candidate(number, "x", number * 2));
    }
    // The first row is the file's header, which counts them.
    assert_eq!(text_of(&desk.screen())[1..], before[1..]);
}

#[test]
fn the_diff_grows_under_a_reader_who_does_not_move() {
    let long = long_diff(1000);
    let mut desk = Desk::new(80, 24);
    let mut indexer = diff::Indexer::default();
    let cut = long.find("line 100\n").unwrap() - 1;
    indexer.push(Arc::from(&long.as_bytes()[..cut]));
    desk.tell(Msg::DiffGrew(Arc::new(indexer.snapshot())));
    desk.keys("50j");
    let before = text_of(&desk.screen());
    indexer.push(Arc::from(&long.as_bytes()[cut..]));
    desk.tell(Msg::DiffGrew(Arc::new(indexer.finish())));
    assert_eq!(text_of(&desk.screen())[1..], before[1..]);
    assert_eq!(desk.under(), "line 47");
}

#[test]
fn generated_files_on_screen_stay_open_when_their_class_comes() {
    let mut desk = Desk::new(100, 40);
    desk.read(DIFF);
    desk.screen();
    let before = text_of(&desk.screen());
    desk.open(prr::core::gate::Past::default(), false);
    desk.map();
    let after = text_of(&desk.screen());
    // Heat and hotspot words may be added to headers; lines do not move.
    for (a, b) in before.iter().zip(&after) {
        assert!(b.starts_with(a.trim_end()) || b.contains("hotspot") || a == b, "{a:?} became {b:?}");
    }
    assert!(desk.screen().contains("checksum"));
}

#[test]
fn late_findings_of_a_stopped_run_are_dropped() {
    let mut desk = Desk::small();
    let at = desk.at();
    desk.tell(Msg::TaskEnded(TaskId::new("builtin:test"), TaskEnd::Stopped, at));
    assert!(matches!(desk.session.phase, Phase::Done(_)));
    desk.find(candidate(1, "README.md", 4));
    assert!(desk.session.findings.is_empty());
    assert!(desk.screen().contains("partial"), "{}", desk.screen());
}

#[test]
fn a_failed_reviewer_is_told_and_never_reads_as_nothing_found() {
    let mut desk = Desk::small();
    let at = desk.at();
    desk.tell(Msg::TaskEnded(TaskId::new("builtin:test"), TaskEnd::Failed("it broke".into()), at));
    assert!(desk.screen().contains("partial: 1 of 1 reviewers did not finish"), "{}", desk.screen());
    desk.keys(":notes\n");
    assert!(desk.screen().contains("it broke"), "{}", desk.screen());
}

#[test]
fn a_duplicate_joins_the_first_as_evidence_and_is_held_back() {
    let mut desk = Desk::small();
    desk.find(candidate(1, "README.md", 4));
    let mut again = candidate(1, "README.md", 4);
    again.id = prr::core::model::CandidateId::new("builtin:test-c9");
    desk.find(again);
    let first = desk.session.findings.get(&FindingId::new("security-001")).unwrap();
    assert_eq!(first.candidates.len(), 2);
    assert_eq!(desk.session.findings.drawer_len(), 1);
    assert!(desk.screen().contains("1 held back"), "{}", desk.screen());
}

#[derive(Debug, Clone)]
enum Step {
    Find(u32),
    Keys(&'static str),
    End,
}

fn step() -> impl Strategy<Value = Step> {
    let keys = prop_oneof![
        Just("a"),
        Just("dd"),
        Just("df"),
        Just("u"),
        Just("<C-r>"),
        Just("J"),
        Just("K"),
        Just("}"),
        Just("{"),
        Just("cword<C-s>"),
        Just("cdraft<Esc>"),
        Just("ewords<C-s>"),
        Just("sb"),
        Just("<Space>"),
        Just("G"),
        Just("gg"),
        Just("<C-d>"),
        Just("zz"),
        Just("h"),
        Just("v"),
        Just("<Esc>"),
        Just("?"),
        Just("/token\n"),
        Just("d\nwhy\n"),
        Just("<C-p>"),
        Just("\n"),
        Just("]"),
        Just("."),
        Just("t"),
        Just("L"),
        Just("gcok<C-s>"),
    ];
    prop_oneof![3 => (1u32..12).prop_map(Step::Find), 8 => keys.prop_map(Step::Keys), 1 => Just(Step::End)]
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(200))]

    #[test]
    fn whatever_the_order_no_decided_finding_vanishes_and_every_screen_draws(
        steps in proptest::collection::vec(step(), 1..40),
        (columns, rows) in (1u16..120, 1u16..40),
    ) {
        let mut desk = Desk::with(columns, rows, DIFF);
        let mut found = std::collections::BTreeSet::new();
        let mut ended = false;
        for step in steps {
            match step {
                Step::Find(number) => {
                    let lines = [12, 44, 4, 99];
                    let path = if number % 3 == 0 { "README.md" } else { "src/auth.rs" };
                    desk.find(candidate(number, path, lines[number as usize % 4]));
                    if !ended { found.insert(number); }
                }
                Step::Keys(keys) => drop(desk.keys(keys)),
                Step::End => { desk.end(); ended = true; }
            }
            desk.screen();
        }
        let machine = desk.session.findings.iter().filter(|f| !f.candidates.is_empty()).count();
        prop_assert_eq!(machine, found.len(), "every candidate ends in exactly one place");
        for (id, standing) in desk.session.gate.standings() {
            prop_assert!(desk.session.findings.get(id).is_some(), "{} vanished", id);
            if standing.stance != Stance::Undecided {
                let slot = desk.session.findings.slot(id).unwrap();
                prop_assert!(desk.session.findings.at(slot).contains(id), "{} has no card", id);
            }
        }
        // Only what moved is placed: it must come to the same as placing everything.
        for (id, place) in &desk.session.together.synthesis.as_ref().unwrap().places {
            let pinned = desk.session.gate.standing(id).is_some_and(|s| s.restored || s.stance != Stance::Undecided);
            let is_card = desk.session.findings.is_card(id);
            prop_assert_eq!(is_card, pinned || place.held_reason().is_none(), "{} is {:?}", id, place);
        }
        prop_assert!(desk.session.tasks.iter().all(|(_, state)| *state != TaskState::Queued || !ended));
        prop_assert_eq!(desk.session.log.unsaved(), 0);
    }
}
