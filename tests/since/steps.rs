//! Hundreds of findings of an earlier run are taken in by steps, and keys, reviewers and decisions go between.

use prr::core::{
    gate::{Past, Stance},
    model::{FindingId, Record},
};

use super::{all_records, file};
use crate::support::desk::{Desk, candidate};

/// More than three steps' worth.
const ALL: u32 = 200;
/// The most that a step takes in.
const STEP: usize = 64;

fn path(number: u32) -> String {
    format!("f{number:03}.rs")
}

fn text() -> String {
    (1..=ALL).map(|number| file(&path(number), &format!("let one = {number};"), "")).collect()
}

fn id(number: u32) -> FindingId {
    FindingId::new(format!("security-{number:03}"))
}

/// A look at which all are accepted.
fn looked() -> Desk {
    let mut desk = super::desk("abc1234def", &text(), None);
    (1..=ALL).for_each(|number| desk.find(candidate(number, &path(number), 13)));
    desk.end();
    desk.keys("J");
    for _ in 1..=ALL {
        desk.keys("a");
    }
    assert_eq!(accepted(&desk), ALL as usize);
    desk
}

/// The same change at another head, where each step waits to be taken.
fn pushed(before: &Desk) -> Desk {
    let mut desk = Desk::new(100, 40);
    desk.holds_steps = true;
    desk.head = Some("fff0000000".to_owned());
    desk.kept = before.kept.clone();
    desk.read(&text());
    desk.open(Past::from_records(&before.records), false);
    desk.map();
    desk
}

fn accepted(desk: &Desk) -> usize {
    (1..=ALL).filter(|number| *desk.session.gate.stance(&id(*number)) == Stance::Accepted).count()
}

fn ends(desk: &Desk) -> usize {
    desk.records.iter().filter(|record| matches!(record, Record::RunEnded { .. })).count()
}

/// Takes all steps; none takes in more than it may.
fn to_the_end(desk: &mut Desk) -> usize {
    let (mut steps, mut known, mut brought) = (0, desk.session.past_findings().len(), desk.session.findings.len());
    while desk.step() {
        steps += 1;
        assert!(desk.steps <= 1, "one step is ordered at a time");
        let (now, here) = (desk.session.past_findings().len(), desk.session.findings.len());
        assert!(now - known <= STEP && here - brought <= STEP, "{now} {here}");
        (known, brought) = (now, here);
    }
    steps
}

#[test]
fn a_step_takes_in_so_many_and_the_run_ends_behind_the_last() {
    let before = looked();
    let mut after = pushed(&before);
    assert_eq!((after.session.past_findings().len(), after.steps), (STEP, 1));
    assert_eq!(after.session.findings.len(), 0);
    after.end();
    assert_eq!((ends(&after), after.session.is_settled()), (0, false), "something is left to bring back");
    assert!(to_the_end(&mut after) >= (2 * ALL as usize - STEP) / STEP);
    assert_eq!((after.session.past_findings().len(), accepted(&after)), (ALL as usize, ALL as usize));
    assert_eq!((ends(&after), after.session.is_settled()), (1, true));
}

#[test]
fn what_is_said_between_two_steps_is_recognised_whether_its_past_is_taken_in_or_not() {
    let before = looked();
    let mut after = pushed(&before);
    for number in [1, STEP as u32, STEP as u32 + 1, ALL] {
        after.find(candidate(number, &path(number), 13));
    }
    let at = |desk: &Desk, number| desk.session.gate.stance(&id(number)).clone();
    assert_eq!(at(&after, 1), Stance::Accepted, "it is known at once");
    assert_eq!(at(&after, ALL), Stance::Undecided, "it is known when its past is");
    to_the_end(&mut after);
    assert_eq!(accepted(&after), 4);
    after.end();
    to_the_end(&mut after);
    assert_eq!((accepted(&after), after.session.findings.len()), (ALL as usize, ALL as usize), "each is there once");
    assert!(after.session.past_findings().iter().all(|past| past.now.is_some()));
}

#[test]
fn what_is_decided_between_two_steps_is_not_decided_over() {
    let before = looked();
    let mut after = pushed(&before);
    after.find(candidate(ALL, &path(ALL), 13));
    after.keys("Jd\nnot this time\n");
    let dropped = |desk: &Desk| matches!(desk.session.gate.stance(&id(1)), Stance::Dropped(_));
    let there = after.session.findings.iter().next().map(|finding| finding.id.clone());
    assert_eq!(there, Some(id(1)), "it is the first of this run");
    assert!(dropped(&after), "{}", after.screen());
    after.end();
    to_the_end(&mut after);
    assert!(dropped(&after) && after.session.findings.len() == ALL as usize, "{}", after.session.findings.len());
}

#[test]
fn what_was_left_between_two_steps_is_whole_when_it_is_opened_again() {
    let before = looked();
    for steps in [0, 2, 5] {
        let mut after = pushed(&before);
        after.end();
        for _ in 0..steps {
            assert!(after.step());
        }
        let (left, brought) = (after.session.findings.len(), accepted(&after));
        assert_eq!(left, brought, "what is brought back is decided with it");
        all_records(&before, &mut after);
        let mut again = pushed(&after);
        again.end();
        to_the_end(&mut again);
        assert_eq!((accepted(&again), again.session.findings.len()), (ALL as usize, ALL as usize), "{steps} steps");
    }
}
