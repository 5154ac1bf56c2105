//! What a person always drops is held back, and what ends that.

use prr::core::{
    model::{Habit, HeldReason, Kind, Lens, Mode, Settings, Severity, Strategy},
    synthesis::Snapshot,
};

use super::scene::{Made, found, own, place, reason, review, scene};

pub fn habit() -> Habit {
    Habit { lens: Lens::Correctness, class: "nit-a".into(), dropped: 9, accepted_before: false }
}

fn made(id: &str, line: u32) -> Made {
    found(id, line).severity(Severity::Minor).class("nit-a")
}

fn with_habit(made: impl IntoIterator<Item = Made>) -> Snapshot {
    let mut scene = scene(made);
    scene.settings = Settings { strategy: Strategy::Passes(Mode::Full), habits: vec![habit()], ..Settings::default() };
    scene
}

fn held(made: Made) -> Option<HeldReason> {
    let id = made.judged.finding.id.to_string();
    reason(&review(&with_habit([made])), &id)
}

#[test]
fn the_reason_names_the_evidence() {
    let review = review(&with_habit([made("x-001", 20)]));
    let words = format!("{:?}", place(&review, "x-001"));
    assert!(words.contains("dropped 9 of 9 by you: lens correctness, class nit-a"), "{words}");
}

#[test]
fn another_lens_or_class_and_what_blocks_is_not_touched() {
    assert_eq!(held(made("x-001", 20)), Some(HeldReason::AlwaysDropped));
    assert_eq!(held(made("x-001", 20).kind(Kind::Question)), Some(HeldReason::AlwaysDropped));
    assert_eq!(held(made("x-001", 20).lens(Lens::Security)), None);
    assert_eq!(held(made("x-001", 20).class("nit-ab")), None);
    assert_eq!(held(made("x-001", 20).class("")), None);
    assert_eq!(held(made("x-001", 20).severity(Severity::Blocker)), None);
    assert_eq!(held(made("x-001", 20).severity(Severity::Critical)), None);
    assert_eq!(held(made("x-001", 20).kind(Kind::Praise)), None);
    assert_eq!(held(own("own-001", Some(20), "mine")), None);
}

#[test]
fn what_the_person_restored_edited_or_decided_stays_and_accepting_one_brings_the_others_back() {
    let outcome = |first: Made| {
        let review = review(&with_habit([first, made("x-002", 60)]));
        (reason(&review, "x-001"), reason(&review, "x-002"))
    };
    let always = Some(HeldReason::AlwaysDropped);
    assert_eq!(outcome(made("x-001", 20)), (always, always));
    assert_eq!(outcome(made("x-001", 20).restored()), (None, always));
    assert_eq!(outcome(made("x-001", 20).edited("other words", Severity::Minor)), (None, always));
    assert_eq!(outcome(made("x-001", 20).dropped("again")), (None, always));
    assert_eq!(outcome(made("x-001", 20).accepted()), (None, None));
    // One of another class that is accepted ends nothing.
    assert_eq!(outcome(made("x-001", 20).class("nit-b").accepted()), (None, always));
}

#[test]
fn without_a_habit_nothing_is_held_back() {
    let mut scene = with_habit([made("x-001", 20)]);
    scene.settings.habits.clear();
    assert_eq!(reason(&review(&scene), "x-001"), None);
}
