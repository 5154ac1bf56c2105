//! What is remembered across runs beyond the same words: a finding said again in other words, one that was posted, one
//! that was refuted.

use proptest::prelude::*;
use prr::core::{
    gate::Stance,
    model::{
        Candidate, FindingId, HeldReason, PastState, PublishIntent, PublishOutcome, PublishReceipt, Record,
        ReviewEvent, ReviewHash, Severity, Time,
    },
    synthesis::{Claimed, Repeat},
};

use super::{all_records, desk, file};
use crate::support::{
    desk::{Desk, candidate},
    pull,
};

/// Issues, each in two wordings.
const ISSUES: [[(&str, &str); 2]; 3] = [
    [
        ("Torn entry", "A crash between writing the entry and syncing the temp handle leaves half an entry on disk."),
        ("Sync comes late", "Half an entry stays on disk when a crash hits between write and sync of the temp handle."),
    ],
    [
        ("Retries forever", "The retry loop has no upper bound and spins for as long as the broker is down."),
        ("No upper bound", "While the broker is down the loop retries without any upper bound."),
    ],
    [
        ("Token in the log", "The debug line prints the bearer token of every caller."),
        ("Secret printed", "Every caller's bearer token stands in the debug output."),
    ],
];

/// A claim about an issue in one of its wordings; nothing but words and place tells it.
fn says(number: u32, (issue, wording): (usize, usize), path: &str, line: u32) -> Candidate {
    let mut claim = candidate(number, path, line);
    let (title, summary) = ISSUES[issue][wording];
    (claim.claim.title, claim.claim.summary) = (title.into(), summary.into());
    (claim.claim.issue_class, claim.claim.invariant) = (String::new(), format!("{issue}-{wording}"));
    claim
}

/// One file with a line at 13 and one at 53.
fn first() -> String {
    file("a.rs", "let one = 1;", "let two = 2;")
}

/// The same, everything ten lines further down.
fn moved() -> String {
    first().replace("+10,7", "+20,7").replace("+50,7", "+60,7")
}

/// The line at 13 is another one.
fn edited() -> String {
    file("a.rs", "let one = checked(1);", "let two = 2;")
}

fn looked(claims: impl IntoIterator<Item = Candidate>) -> Desk {
    let mut desk = desk("abc1234def", &first(), None);
    claims.into_iter().for_each(|claim| desk.find(claim));
    desk.end();
    desk
}

fn pushed(before: &Desk, text: &str, claims: impl IntoIterator<Item = Candidate>) -> Desk {
    let mut desk = desk("fff0000000", text, Some(before));
    claims.into_iter().for_each(|claim| desk.find(claim));
    desk.end();
    desk
}

fn id(text: &str) -> FindingId {
    FindingId::new(text)
}

fn state(desk: &Desk) -> Option<PastState> {
    desk.session.past_state(&desk.session.past_findings()[0])
}

fn held(desk: &Desk, name: &str) -> Option<(HeldReason, String)> {
    desk.session.findings.held(&id(name)).map(|held| (held.reason, held.details.clone()))
}

#[test]
fn each_way_to_repeat_has_claims_that_do_and_claims_that_nearly_do() {
    let spot = |line| prr::core::model::LineRange::one(line).map(|lines| (prr::core::model::Side::Right, lines));
    for repeat in Repeat::ALL {
        let (there, near, far) = match repeat {
            Repeat::Here => (spot(13), spot(17), spot(30)),
            Repeat::InWords => (None, spot(30), spot(30)),
        };
        let before = Claimed::before(&says(1, (0, 0), "a.rs", 13), there);
        let again = Claimed::now(&says(2, (0, 1), "a.rs", 13), near);
        assert_eq!(again.repeats(&before), Some(repeat));
        assert_eq!(before.repeats(&again), Some(repeat));
        let other = Claimed::now(&says(2, (1, 1), "a.rs", 13), near);
        assert_eq!(other.repeats(&before), None, "{repeat:?}: another issue");
        if there.is_some() {
            let elsewhere = Claimed::now(&says(2, (0, 1), "a.rs", 13), far);
            assert_eq!(elsewhere.repeats(&before), None, "the same fault at another place");
        }
    }
}

#[test]
fn a_finding_said_in_other_words_is_told_by_what_became_of_it() {
    let again = |text: &str, wording: (usize, usize), line: u32| {
        let before = looked([says(1, (0, 0), "a.rs", 13)]);
        let path = if text.contains("a/a.rs") { "a.rs" } else { "z.rs" };
        let after = pushed(&before, text, [says(1, wording, path, line)]);
        (state(&after).unwrap(), after.session.past_of(&id("security-001")).is_some())
    };
    let more = first() + &file("z.rs", "let z = 1;", "");
    let gone = file("z.rs", "let z = 1;", "");
    // Every state, with the wording that yields it; and near it the words of another issue.
    for wanted in PastState::ALL {
        let (text, line) = match wanted {
            PastState::StillThere => (more.clone(), 13),
            PastState::Moved => (moved(), 23),
            PastState::Fixed => (edited(), 13),
            PastState::Obsolete => (gone.clone(), 13),
        };
        let words = if matches!(wanted, PastState::Fixed | PastState::Obsolete) { (1, 0) } else { (0, 1) };
        let recognised = !matches!(wanted, PastState::Fixed | PastState::Obsolete);
        assert_eq!(again(&text, words, line), (wanted, recognised), "{wanted:?}");
    }
    assert_eq!(
        again(&edited(), (0, 1), 13),
        (PastState::StillThere, true),
        "fixed it would be, were it not said again"
    );
    assert_eq!(again(&more, (1, 1), 13), (PastState::StillThere, false), "its code is there, another issue is said");
}

#[test]
fn what_was_dropped_is_held_back_in_other_words_too_and_returns_when_its_code_changed() {
    let mut before = looked([says(1, (0, 0), "a.rs", 13)]);
    before.keys("Jdr");
    assert!(before.screen().contains("what refutes it: refuted:"), "{}", before.screen());
    before.keys("\n");
    assert!(before.screen().contains("what refutes it: refuted:"), "{}", before.screen());
    before.keys("fsync in close(), line 40\n");
    let reason = "refuted: fsync in close(), line 40";
    assert_eq!(before.session.gate.stance(&id("security-001")), &Stance::Dropped(reason.into()));
    let mut same = pushed(&before, &moved(), [says(1, (0, 1), "a.rs", 23)]);
    let expected = (HeldReason::DroppedBefore, format!("you dropped it at abc1234d: {reason}"));
    assert_eq!(held(&same, "security-001"), Some(expected));
    same.keys("x");
    assert!(same.screen().contains("fsync in close(), line 40"), "{}", same.screen());
    let mut changed = pushed(&before, &edited(), [says(1, (0, 1), "a.rs", 13)]);
    assert!(changed.session.findings.is_card(&id("security-001")));
    changed.keys("J");
    let screen = changed.screen();
    assert!(screen.contains("you dropped it at abc1234d: refuted: fsync in close(), line 40"), "{screen}");
    assert!(screen.contains("its code has changed since"), "{screen}");
    let other = pushed(&before, &moved(), [says(1, (1, 0), "a.rs", 23)]);
    assert!(other.session.findings.is_card(&id("security-001")), "another issue at the same line");
}

#[test]
fn the_very_same_is_held_back_too_when_other_words_came_first() {
    let mut before = looked([says(1, (0, 0), "a.rs", 13)]);
    before.keys("Jdd");
    let after = pushed(&before, &moved(), [says(1, (0, 1), "a.rs", 23), says(2, (0, 0), "a.rs", 23)]);
    for name in ["security-001", "security-002"] {
        assert_eq!(held(&after, name).map(|(reason, _)| reason), Some(HeldReason::DroppedBefore), "{name}");
    }
}

#[test]
fn a_drop_of_a_mild_one_holds_back_no_blocking_one_in_other_words() {
    let rated = |claim: Candidate, severity| {
        let mut claim = claim;
        claim.weight.severity = severity;
        claim
    };
    let mut before = looked([rated(says(1, (0, 0), "a.rs", 13), Severity::Minor)]);
    before.keys("Jdd");
    let after = |severity| pushed(&before, &moved(), [rated(says(1, (0, 1), "a.rs", 23), severity)]);
    assert_eq!(held(&after(Severity::Blocker), "security-001"), None);
    let mild = held(&after(Severity::Major), "security-001").map(|(reason, _)| reason);
    assert_eq!(mild, Some(HeldReason::DroppedBefore));
}

#[test]
fn an_acceptance_goes_on_in_other_words_once() {
    let mut before = looked([says(1, (0, 0), "a.rs", 13)]);
    before.keys("Ja");
    let claims = || [says(1, (0, 1), "a.rs", 23), says(2, (1, 0), "a.rs", 23)];
    let after = pushed(&before, &moved(), claims());
    assert_eq!(after.session.gate.stance(&id("security-001")), &Stance::Accepted);
    assert_eq!(after.session.gate.stance(&id("security-002")), &Stance::Undecided);
    assert_eq!(after.session.findings.len(), 2, "it is not brought back beside");
}

fn receipt(outcome: PublishOutcome, at: Time) -> PublishReceipt {
    let intent = PublishIntent {
        pull: pull::name(),
        head: "a".repeat(40),
        review: ReviewHash::of([0; 32]),
        payload: "p".into(),
        login: "me".into(),
        event: ReviewEvent::Comment,
        at,
    };
    PublishReceipt {
        intent,
        outcome,
        id: Some(77),
        url: "https://host/r/77".into(),
        inline: 1,
        moved: 0,
        diagnostics: Vec::new(),
        keys: Vec::new(),
        reconciled: false,
        at,
    }
}

/// Two findings, of which the first is accepted; then this came of publishing; then the second is accepted.
fn posted(outcome: PublishOutcome) -> Desk {
    let mut before = looked([says(1, (0, 0), "a.rs", 13), says(2, (1, 0), "a.rs", 53)]);
    before.keys("Ja");
    let run = before.session.run_id();
    let at = before.at();
    before.records.push(Record::PublicationReceipt { run, receipt: Box::new(receipt(outcome, at)) });
    before.keys("ggJJa");
    assert_eq!(before.session.gate.stance(&id("security-002")), &Stance::Accepted);
    before
}

#[test]
fn what_was_posted_is_already_on_the_pull_request_and_not_accepted_again() {
    let before = posted(PublishOutcome::Posted);
    for wording in 0..2 {
        let after = pushed(&before, &moved(), [says(1, (0, wording), "a.rs", 23), says(2, (1, wording), "a.rs", 63)]);
        let expected = (HeldReason::AlreadyOnPr, "you posted it at abc1234d: https://host/r/77".to_owned());
        assert_eq!(held(&after, "security-001"), Some(expected));
        assert_eq!(after.session.gate.stance(&id("security-001")), &Stance::Undecided);
        assert_eq!(after.session.gate.stance(&id("security-002")), &Stance::Accepted, "accepted later, so not posted");
    }
    let silent = pushed(&before, &moved(), []);
    let brought: Vec<_> = silent.session.findings.iter().map(|finding| finding.wording.title.as_str()).collect();
    assert_eq!(brought, ["Retries forever"], "what is posted is not brought back");
    let changed = pushed(&before, &edited(), [says(1, (0, 0), "a.rs", 13)]);
    assert!(changed.session.findings.is_card(&id("security-001")), "other code");
}

#[test]
fn what_could_not_be_posted_is_accepted_as_before() {
    let before = posted(PublishOutcome::Failed);
    let after = pushed(&before, &moved(), [says(1, (0, 0), "a.rs", 23)]);
    assert_eq!(held(&after, "security-001"), None);
    assert_eq!(after.session.gate.stance(&id("security-001")), &Stance::Accepted);
}

#[test]
fn what_was_posted_stays_known_over_further_pushes() {
    let before = posted(PublishOutcome::PostedDegraded);
    let mut second = pushed(&before, &moved(), [says(1, (0, 0), "a.rs", 23)]);
    all_records(&before, &mut second);
    let third = moved() + &file("z.rs", "let z = 1;", "");
    let third = pushed(&second, &third, [says(1, (0, 1), "a.rs", 23)]);
    assert_eq!(held(&third, "security-001").map(|(reason, _)| reason), Some(HeldReason::AlreadyOnPr));
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 24, failure_persistence: None, ..ProptestConfig::default() })]

    /// Whatever order reviewers speak in, in which words and how far the code moved: what was dropped stays dropped, and
    /// what was not is not.
    #[test]
    fn what_was_dropped_stays_dropped_in_any_order_and_any_words(
        dropped in proptest::collection::vec(any::<bool>(), 3),
        wordings in proptest::collection::vec(0usize..2, 3),
        turn in 0usize..3,
        down in 0u32..30,
    ) {
        let issues = || (0usize..3).zip([13u32, 53, 53]);
        let mut before = looked((1u32..).zip(issues()).map(|(n, (issue, line))| says(n, (issue, 0), "a.rs", line)));
        let ids: Vec<FindingId> = (1..4).map(|n| id(&format!("security-{n:03}"))).collect();
        for (nth, name) in ids.iter().enumerate().filter(|(nth, _)| dropped[*nth]) {
            let at = before.at();
            let choice = prr::session::Choice::Drop(format!("no {nth}"));
            before.tell(prr::session::Msg::Chosen(name.clone(), choice, at));
        }
        let text = first().replace("+10,7", &format!("+{},7", 10 + down)).replace("+50,7", &format!("+{},7", 50 + down));
        let text = text + &file("z.rs", "let z = 1;", "");
        let mut claims: Vec<Candidate> = (1u32..)
            .zip(issues())
            .map(|(n, (issue, line))| says(n, (issue, wordings[issue]), "a.rs", line + down))
            .collect();
        claims.rotate_left(turn);
        let order: Vec<usize> = (0..3).map(|nth| (nth + turn) % 3).collect();
        let after = pushed(&before, &text, claims);
        for (nth, issue) in order.into_iter().enumerate() {
            let reason = held(&after, &format!("security-{:03}", nth + 1)).map(|(reason, _)| reason);
            let expected = dropped[issue].then_some(HeldReason::DroppedBefore);
            prop_assert_eq!(reason, expected, "issue {}", issue);
        }
    }
}
