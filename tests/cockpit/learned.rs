//! What the person always drops, at the gate: in the drawer with its evidence, restored with a key, and over when one
//! is accepted.

use prr::core::model::{Habit, HeldReason, Lens, Severity};

use crate::{
    since::file,
    support::desk::{Desk, candidate},
};

fn desk() -> Desk {
    let mut desk = Desk::new(100, 30);
    desk.settings.habits =
        vec![Habit { lens: Lens::Security, class: "nit-a".into(), dropped: 9, accepted_before: false }];
    desk.read(&["a.rs", "b.rs"].map(|path| file(path, "let one = 1;", "let two = 2;")).concat());
    desk.open(prr::core::gate::Past::default(), false);
    desk.map();
    for (number, path, line) in [(1, "a.rs", 13), (2, "a.rs", 53), (3, "b.rs", 13)] {
        let mut claim = candidate(number, path, line);
        claim.claim.issue_class = "nit-a".into();
        claim.weight.severity = if number == 3 { Severity::Critical } else { Severity::Minor };
        desk.find(claim);
    }
    desk.end();
    desk
}

fn held(desk: &Desk) -> Vec<Option<HeldReason>> {
    desk.session
        .findings
        .iter()
        .map(|finding| desk.session.findings.held(&finding.id).map(|held| held.reason))
        .collect()
}

const ALWAYS: Option<HeldReason> = Some(HeldReason::AlwaysDropped);

#[test]
fn it_lies_in_the_drawer_with_its_evidence_and_a_blocking_one_is_shown() {
    let mut desk = desk();
    assert_eq!(held(&desk), [ALWAYS, ALWAYS, None]);
    desk.keys("x");
    let screen = desk.screen();
    assert!(screen.contains("always-dropped · 2"), "{screen}");
    assert!(screen.contains("dropped 9 of 9 by you: lens security"), "{screen}");
}

#[test]
fn restored_it_is_a_card_alone_and_accepted_it_brings_its_like_back_until_that_is_undone() {
    let mut desk = desk();
    desk.keys("xr");
    assert_eq!(held(&desk).iter().filter(|held| **held == ALWAYS).count(), 1);
    desk.keys("u");
    assert_eq!(held(&desk), [ALWAYS, ALWAYS, None]);
    let mut desk = self::desk();
    desk.keys("xa");
    assert_eq!(held(&desk), [None, None, None]);
    desk.keys("u");
    assert_eq!(held(&desk), [ALWAYS, ALWAYS, None]);
}
