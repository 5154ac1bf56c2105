//! After a push: what became of each finding of the last look, and which decisions stand.

use prr::core::{
    gate::{Past, Stance},
    model::{Act, Candidate, DraftKey, FindingId, HeldReason, PastState, Record, RepoPath},
};

use super::{all_records, desk, file};
use crate::support::desk::{Desk, candidate};

/// Four files; each has a line at 13 and one at 53.
fn first() -> String {
    ["a.rs", "b.rs", "c.rs", "d.rs"].map(|path| file(path, "let one = 1;", "let two = 2;")).concat()
}

fn said(number: u32, path: &str) -> Candidate {
    candidate(number, path, 13)
}

/// A finding on each file, in that order.
fn looked() -> Desk {
    let mut desk = desk("abc1234def", &first(), None);
    for (number, path) in (1..).zip(["a.rs", "b.rs", "c.rs", "d.rs"]) {
        desk.find(said(number, path));
    }
    desk.end();
    desk
}

/// After the push: a is as it was, b moved down, c was edited, d is not in the change any more.
fn second() -> String {
    let b = file("b.rs", "let one = 1;", "let two = 2;").replace("-10,6 +10,7", "-14,6 +14,7");
    [file("a.rs", "let one = 1;", "let two = 3;"), b, file("c.rs", "let one = 100;", "let two = 2;")].concat()
}

fn pushed(before: &Desk) -> Desk {
    desk("fff0000000", &second(), Some(before))
}

fn states(desk: &Desk) -> Vec<(String, Option<PastState>)> {
    let past = desk.session.past_findings().iter();
    past.map(|past| (past.was.finding.to_string(), desk.session.past_state(past))).collect()
}

fn id(text: &str) -> FindingId {
    FindingId::new(text)
}

#[test]
fn each_past_finding_is_told_by_what_became_of_it_and_stands_first_in_the_queue() {
    let before = looked();
    let mut after = pushed(&before);
    let state = |desk: &Desk, nth: usize| states(desk)[nth].1;
    assert_eq!(state(&after, 2), None, "the reviewer may still say it again");
    after.find(said(1, "a.rs"));
    after.find(Candidate { ..candidate(2, "b.rs", 17) });
    after.find(candidate(9, "a.rs", 53));
    after.end();
    let all: Vec<_> = (0..4).map(|nth| state(&after, nth).unwrap()).collect();
    assert_eq!(all, [PastState::StillThere, PastState::Moved, PastState::Fixed, PastState::Obsolete]);
    after.keys("gt");
    let screen = after.screen();
    insta::assert_snapshot!("past_findings_first", screen);
    let rows = ["since abc1234d · 1 still there · 1 moved · 1 fixed · 1 obsolete", "still there: Title 1"];
    let rows = rows.iter().chain(&["moved: Title 2", "✔ fixed", "∅ obsolete", "new · 1 finding", "Title 9"]);
    let at: Vec<usize> = rows.map(|row| screen.lines().position(|line| line.contains(row)).expect(row)).collect();
    assert!(at.windows(2).all(|pair| pair[0] < pair[1]), "{at:?}\n{screen}");
}

#[test]
fn the_card_says_what_became_of_it() {
    let before = looked();
    let mut after = pushed(&before);
    after.find(candidate(2, "b.rs", 17));
    after.end();
    after.keys("J");
    assert!(after.screen().contains("moved from line 13 since abc1234d"), "{}", after.screen());
}

#[test]
fn decisions_stand_where_the_code_survived_and_the_rest_is_undecided() {
    let mut before = looked();
    before.keys("JaaaJa");
    let mut after = pushed(&before);
    after.find(said(1, "a.rs"));
    after.find(candidate(2, "b.rs", 17));
    // Said again about code that is another one now.
    after.find(said(3, "c.rs"));
    after.end();
    let stance = |name: &str| after.session.gate.stance(&id(name)).clone();
    assert_eq!(stance("security-001"), Stance::Accepted);
    assert_eq!(stance("security-002"), Stance::Accepted);
    assert_eq!(stance("security-003"), Stance::Undecided);
    assert_eq!(states(&after)[2].1, Some(PastState::StillThere), "it was found again");
}

#[test]
fn what_was_accepted_and_is_not_said_again_comes_back_when_its_reviewer_has_ended() {
    let mut before = looked();
    before.keys("Ja");
    let mut after = pushed(&before);
    assert_eq!(after.session.findings.len(), 0);
    after.end();
    let brought: Vec<_> = after.session.findings.iter().map(|finding| finding.wording.title.clone()).collect();
    assert_eq!(brought, ["Title 1"], "the undecided ones are not brought back");
    assert_eq!(after.session.gate.stance(&id("security-001")), &Stance::Accepted);
    assert_eq!(states(&after)[0].1, Some(PastState::StillThere));
    assert_eq!(states(&after)[1].1, Some(PastState::Moved), "its code is there, nobody said it");
    // Opened again, the same run has it once.
    all_records(&before, &mut after);
    let mut again = Desk::new(100, 40);
    again.head = Some("fff0000000".into());
    again.read(&second());
    again.open(Past::from_records(&after.records), true);
    again.map();
    assert_eq!(again.session.findings.len(), 1);
    assert_eq!(again.session.gate.stance(&id("security-001")), &Stance::Accepted);
    assert!(again.records.iter().all(|record| !matches!(record, Record::Candidate { .. } | Record::Decision { .. })));
}

#[test]
fn what_was_dropped_comes_back_held_back_and_can_be_restored() {
    let mut before = looked();
    before.keys("Jd\nnot ours\n");
    let mut after = pushed(&before);
    after.find(said(1, "a.rs"));
    after.end();
    let held = after.session.findings.held(&id("security-001")).cloned().expect("held back");
    assert_eq!(
        (held.reason, held.details.as_str()),
        (HeldReason::DroppedBefore, "you dropped it at abc1234d: not ours")
    );
    assert!(after.session.gate.decisions().is_empty(), "nobody decided anything in this run");
    after.keys("x");
    assert!(after.screen().contains("dropped-before · 1"), "{}", after.screen());
    after.keys("r");
    assert!(after.session.findings.is_card(&id("security-001")));
    assert!(after.records.iter().any(|record| match record {
        Record::Verdict { verdict, .. } => {
            verdict.detection_state == "dropped"
                && verdict.drop_reason.as_deref().is_some_and(|why| why.starts_with("dropped-before: "))
        }
        _ => false,
    }));
}

#[test]
fn a_drop_is_remembered_over_all_runs_and_forgotten_when_the_code_changed() {
    let mut one = looked();
    one.keys("Jdd");
    let mut two = pushed(&one);
    two.find(said(1, "a.rs"));
    two.end();
    all_records(&one, &mut two);
    let held = |text: &str, past: &Desk| {
        let mut three = desk("eee0000000", text, Some(past));
        three.find(said(1, "a.rs"));
        three.session.findings.get(&id("security-001")).unwrap().held.clone().map(|held| held.reason)
    };
    let more = second() + &file("z.rs", "let z = 1;", "");
    assert_eq!(held(&more, &two), Some(HeldReason::DroppedBefore));
    assert_eq!(held(&more.replacen("+let one = 1;", "+let one = 2;", 1), &two), None);
    // What was restored in between is not dropped any more.
    two.keys("xr");
    assert_eq!(held(&more, &two), None);
}

#[test]
fn an_acceptance_that_was_taken_back_does_not_come_back() {
    let mut one = looked();
    one.keys("Ja");
    let mut two = pushed(&one);
    two.find(said(1, "a.rs"));
    two.end();
    assert_eq!(two.session.gate.stance(&id("security-001")), &Stance::Accepted);
    two.keys("u");
    all_records(&one, &mut two);
    let mut three = desk("eee0000000", &(second() + &file("z.rs", "let z = 1;", "")), Some(&two));
    three.find(said(1, "a.rs"));
    assert_eq!(three.session.gate.stance(&id("security-001")), &Stance::Undecided);
}

#[test]
fn a_renamed_file_keeps_its_decisions() {
    let mut before = looked();
    before.keys("Ja");
    let renamed = file("a.rs", "let one = 1;", "let two = 2;")
        .replace(
            "diff --git a/a.rs b/a.rs\n",
            "diff --git a/a.rs b/n.rs\nsimilarity index 90%\nrename from a.rs\nrename to n.rs\n",
        )
        .replace("+++ b/a.rs", "+++ b/n.rs");
    let mut after = desk("fff0000000", &renamed, Some(&before));
    after.find(said(1, "n.rs"));
    assert_eq!(after.session.gate.stance(&id("security-001")), &Stance::Accepted);
}

#[test]
fn two_findings_of_one_fingerprint_keep_their_own_decisions() {
    let twins = |line: u32, number: u32| {
        let mut twin = candidate(number, "a.rs", line);
        (twin.claim.issue_class, twin.claim.invariant) = ("secret".into(), String::new());
        twin
    };
    let mut before = desk("abc1234def", &first(), None);
    before.find(twins(13, 1));
    before.find(twins(53, 2));
    before.end();
    before.keys("JaJdd");
    let moved = first().replace("-50,6 +50,7", "-60,6 +60,7");
    let mut after = desk("fff0000000", &moved, Some(&before));
    // In the other order.
    after.find(twins(63, 1));
    after.find(twins(13, 2));
    let held = |name: &str| after.session.findings.get(&id(name)).unwrap().held.clone().map(|held| held.reason);
    assert_eq!((held("security-001"), held("security-002")), (Some(HeldReason::DroppedBefore), None));
    assert_eq!(after.session.gate.stance(&id("security-002")), &Stance::Accepted);
}

#[test]
fn a_draft_goes_on_under_the_new_finding_and_discarded_it_stays_discarded() {
    let mut one = looked();
    one.keys("Je and more<Esc>");
    let mut two = pushed(&one);
    two.find(said(1, "a.rs"));
    two.end();
    let key = DraftKey::Edit(id("security-001"));
    assert!(two.session.drafts.contains_key(&key));
    two.keys("Je<C-x>");
    assert!(two.session.drafts.is_empty(), "{:?}", two.session.drafts);
    all_records(&one, &mut two);
    let mut three = desk("eee0000000", &(second() + &file("z.rs", "let z = 1;", "")), Some(&two));
    three.find(said(1, "a.rs"));
    assert!(three.session.drafts.is_empty());
}

#[test]
fn the_run_that_goes_on_still_knows_what_was_before() {
    let mut before = looked();
    before.keys("Jadd");
    let mut after = pushed(&before);
    after.find(said(1, "a.rs"));
    after.keys("jq");
    all_records(&before, &mut after);
    let mut again = Desk::new(100, 40);
    again.head = Some("fff0000000".into());
    again.read(&second());
    again.open(Past::from_records(&after.records), true);
    again.map();
    again.find(candidate(2, "b.rs", 17));
    again.end();
    assert_eq!(again.session.gate.stance(&id("security-001")), &Stance::Accepted);
    let held = again.session.findings.held(&id("security-002")).map(|held| held.reason);
    assert_eq!(held, Some(HeldReason::DroppedBefore));
    assert_eq!(states(&again)[0].1, Some(PastState::StillThere));
}

#[test]
fn an_edit_is_carried_with_its_words() {
    let mut before = looked();
    before.keys("Je!<C-s>");
    let edited = before.session.gate.standing(&id("security-001")).and_then(|s| s.edited.clone()).expect("edited");
    let mut after = pushed(&before);
    after.find(said(1, "a.rs"));
    let carried = after.session.gate.standing(&id("security-001")).and_then(|s| s.edited.clone());
    assert_eq!(carried, Some(edited));
    assert!(
        after.records.iter().any(
            |record| matches!(record, Record::Decision { decision, .. } if matches!(decision.act, Act::Edit { .. }))
        )
    );
}

#[test]
fn marks_of_viewed_files_outlast_a_base_that_moved() {
    let mut before = desk("abc1234def", &first(), None);
    before.keys("ggj<Space><Space>");
    let viewed = |desk: &Desk| -> Vec<bool> {
        desk.session.diff.file_numbers().map(|file| desk.session.is_viewed(file)).collect()
    };
    assert_eq!(viewed(&before), [true, true, false, false]);
    // The base gave a other numbers and another context; the author gave b another line.
    let next = first().replace("a.rs line 12\n", "a.rs line twelve\n").replace("-10,6 +10,7", "-17,6 +17,7").replacen(
        "+let one = 1;\n b.rs",
        "+let one = 9;\n b.rs",
        1,
    );
    let after = desk("fff0000000", &next, Some(&before));
    assert_eq!(viewed(&after), [true, false, false, false]);
    assert!(after.session.viewed.contains_key(&RepoPath::new("b.rs")));
}
