//! Each outcome, and what comes after it.

use super::world::{Fault, World, chose, failure, headless, person};
use crate::core::model::{ForeignReview, PullState, ReviewState, Side};
use crate::core::publish::{
    Choice, Event, Gate, Outcome, Wish,
    course::{Answer, Choices, Order, Reconcile, Seat, Will},
    sample,
};
use crate::core::synthesis::Style;

fn outcome(world: &mut World) -> Option<Outcome> {
    world.publish(&sample::artifact(), &headless()).and_then(|report| report.outcome)
}

#[test]
fn a_review_is_posted_once_and_then_skipped() {
    let mut world = World::new();
    let report = world.publish(&sample::artifact(), &headless()).unwrap();
    assert_eq!(report.outcome, Some(Outcome::Posted));
    let receipt = report.receipt.unwrap();
    assert_eq!((receipt.id, receipt.inline, receipt.moved, receipt.keys.len()), (Some(1001), 2, 0, 3));
    assert_eq!(outcome(&mut world), Some(Outcome::SkippedDuplicate));
    assert_eq!((world.posts, world.receipts.len()), (1, 1));
}

#[test]
fn without_the_files_everything_stands_in_the_body_and_it_says_so() {
    let mut world = World::new();
    world.files = Err(failure("502"));
    let report = world.publish(&sample::artifact(), &headless()).unwrap();
    assert_eq!(report.outcome, Some(Outcome::PostedDegraded));
    assert_eq!(report.receipt.unwrap().moved, 2);
    assert_eq!(report.diagnostics.len(), 1);
}

#[test]
fn a_refused_post_has_failed_with_cause_and_remedy_and_may_be_tried_again() {
    let mut world = World::new().fault("post", Fault::Refused);
    let report = world.publish(&sample::artifact(), &headless()).unwrap();
    assert_eq!(report.outcome, Some(Outcome::Failed));
    assert!(
        report.sentence().contains("not in the diff") && report.sentence().contains("publish anew"),
        "{}",
        report.sentence()
    );
    assert_eq!(outcome(&mut world), Some(Outcome::Posted));
    assert_eq!(world.posts, 2);
}

#[test]
fn an_error_after_the_write_is_reconciled_by_the_marker() {
    let mut world = World::new().fault("post", Fault::BrokenAfter);
    let report = world.publish(&sample::artifact(), &headless()).unwrap();
    assert_eq!(report.outcome, Some(Outcome::PostedDegraded));
    let receipt = report.receipt.unwrap();
    assert!(receipt.reconciled && receipt.id == Some(1001) && receipt.inline == 2);
    assert_eq!(world.posts, 1);
}

#[test]
fn an_unknown_end_refuses_every_further_post_until_a_person_looked() {
    let mut world = World::new().fault("post", Fault::BrokenBefore);
    assert_eq!(outcome(&mut world), Some(Outcome::Indeterminate));
    for will in [headless(), person()] {
        let report = world.publish(&sample::artifact(), &will).unwrap();
        assert_eq!(report.outcome, Some(Outcome::Indeterminate));
        assert!(report.sentence().contains("--reconcile"), "{}", report.sentence());
    }
    assert_eq!(world.posts, 1);
    assert_eq!(reconcile(&mut world), [Outcome::Failed]);
    assert_eq!(outcome(&mut world), Some(Outcome::Posted));
    assert_eq!(world.posts, 2);
}

#[test]
fn a_review_that_appears_late_gets_its_receipt_and_no_second_post() {
    for looks in [true, false] {
        let mut world = World::new().fault("post", Fault::Late);
        assert_eq!(outcome(&mut world), Some(Outcome::Indeterminate));
        let late = std::mem::take(&mut world.late);
        world.reviews.extend(late);
        // A look says that it is there, and offers to write its receipt down; it writes nothing.
        let preview = Will::preview(Seat::Person, Style::default());
        let look = world.publish(&sample::artifact(), &preview).unwrap();
        let check = look.gates.check(Gate::Duplicate).unwrap();
        assert_eq!((check.passed, check.choice.as_ref()), (false, Some(&Choice::Reconcile)), "{check:?}");
        assert!(look.gates.check(Gate::Lock).unwrap().passed && world.receipts.is_empty());
        if looks {
            assert_eq!(reconcile(&mut world), [Outcome::Posted]);
        }
        assert_eq!(outcome(&mut world), Some(Outcome::SkippedDuplicate));
        assert_eq!((world.posts, world.receipts.len(), world.receipts[0].id), (1, 1, Some(1001)));
    }
}

fn reconcile(world: &mut World) -> Vec<Outcome> {
    let (mut look, first) = Reconcile::begin(sample::name());
    let mut order = Some(first);
    while let Some(now) = order {
        let answer: Answer = world.carry_out(&now).unwrap();
        let at = world.now();
        order = look.answer(answer, at);
    }
    look.settled.iter().map(|settled| settled.receipt.outcome).collect()
}

#[test]
fn a_crash_between_intent_and_receipt_is_reconciled_first() {
    for (step, posted) in [("post", true), ("write-receipt", true)] {
        let fault = if step == "post" { Fault::KilledAfter } else { Fault::KilledBefore };
        let mut world = World::new().fault(step, fault);
        assert_eq!(outcome(&mut world), None);
        assert_eq!(outcome(&mut world), Some(Outcome::SkippedDuplicate), "{step} {posted}");
        assert_eq!((world.posts, world.receipts.len()), (1, 1));
        assert!(world.receipts[0].reconciled && world.receipts[0].keys.len() == 3);
    }
    let mut world = World::new().fault("post", Fault::KilledBefore);
    assert_eq!(outcome(&mut world), None);
    assert_eq!(outcome(&mut world), Some(Outcome::Indeterminate));
    assert_eq!(world.posts, 0);
}

#[test]
fn a_stale_review_stands_in_the_body_on_the_current_commit_and_names_both() {
    let mut world = World::new();
    let now = "3".repeat(40);
    world.pull.as_mut().unwrap().head.sha.clone_from(&now);
    let report = world.publish(&sample::artifact(), &chose(Choices { stale: true, ..Choices::default() })).unwrap();
    let payload = report.composed.unwrap().payload;
    assert_eq!((payload.commit, payload.comments.len()), (now.clone(), 0));
    assert!(payload.body.contains(&now) && payload.body.contains(sample::HEAD));
    assert_eq!(crate::core::publish::markers(&payload.body)[0].head, sample::HEAD);
}

#[test]
fn a_closed_pull_request_gets_only_a_body() {
    let mut world = World::new();
    world.pull.as_mut().unwrap().state = PullState::Merged;
    let report = world.publish(&sample::artifact(), &chose(Choices { closed: true, ..Choices::default() })).unwrap();
    let payload = report.composed.unwrap().payload;
    assert!(payload.comments.is_empty() && payload.body.contains("was merged when this was posted"));
}

#[test]
fn a_second_review_says_only_what_is_new_and_links_the_first() {
    let mut world = World::new();
    assert_eq!(outcome(&mut world), Some(Outcome::Posted));
    let mut more = sample::artifact();
    let place = Some(sample::anchor("src/lib.rs", Side::Right, 5, 5));
    more.statements.push(sample::own("own-002", "One more.", place));
    let second = chose(Choices { second: true, ..Choices::default() });
    let payload = world.publish(&more, &second).unwrap().composed.unwrap().payload;
    assert_eq!(payload.comments.iter().map(|c| c.body.as_str()).collect::<Vec<_>>(), ["One more."]);
    assert!(payload.body.contains("[an earlier review](https://github.com/o/r/pull/7#r1001)"), "{}", payload.body);
    assert!(!payload.body.contains("Thanks, two things."));
    assert_eq!(world.posts, 2);
}

#[test]
fn what_an_earlier_review_from_elsewhere_said_is_known_by_its_text() {
    let mut world = World::new();
    assert_eq!(outcome(&mut world), Some(Outcome::Posted));
    world.comments = vec![(
        sample::anchor("src/lib.rs", Side::Right, 3, 3).path,
        "**major** (overview): Title of a-001\r\n\r\nBody of a-001.".into(),
    )];
    (world.intents, world.receipts) = (Vec::new(), Vec::new());
    let mut more = sample::artifact();
    more.is_complete = false;
    let second = chose(Choices { second: true, ..Choices::default() });
    let composed = world.publish(&more, &second).unwrap().composed.unwrap();
    let bodies: Vec<&str> = composed.payload.comments.iter().map(|c| c.body.as_str()).collect();
    assert_eq!(bodies, ["**major** (overview): Title of a-002\n\nBody of a-002."]);
    assert!(!composed.payload.body.contains("Thanks, two things."));
}

#[test]
fn nothing_new_is_no_second_review_unless_its_event_is() {
    let mut more = sample::artifact();
    more.is_complete = false;
    let second = chose(Choices { second: true, ..Choices::default() });
    let mut world = World::new();
    assert_eq!(outcome(&mut world), Some(Outcome::Posted));
    assert_eq!(world.publish(&more, &second).unwrap().outcome, Some(Outcome::SkippedDuplicate));
    let approve = Will { event: Wish::Person(Event::Approve), ..second };
    assert_eq!(world.publish(&more, &approve).unwrap().outcome, Some(Outcome::Posted));
}

#[test]
fn a_pending_review_goes_only_by_a_persons_word_and_before_the_post() {
    let mut world = World::new();
    world.reviews.push(ForeignReview { state: ReviewState::Pending, ..sample::foreign(555, "reviewer", "") });
    let discard = chose(Choices { discard: Some(555), ..Choices::default() });
    let report = world.publish(&sample::artifact(), &discard).unwrap();
    assert_eq!((report.outcome, world.discarded.clone(), world.posts), (Some(Outcome::Posted), vec![555], 1));

    let mut world = World::new().fault("discard", Fault::Refused);
    world.reviews.push(ForeignReview { state: ReviewState::Pending, ..sample::foreign(555, "reviewer", "") });
    let report = world.publish(&sample::artifact(), &discard).unwrap();
    assert_eq!((report.outcome, world.posts, world.intents.len()), (Some(Outcome::Failed), 0, 0));
}

#[test]
fn answers_that_nobody_awaits_change_nothing() {
    use crate::core::publish::course::{Asked, Course, Posted};
    let asked = Asked { pull: sample::name(), review: sample::artifact().hash() };
    let (mut course, order) = Course::begin(asked, sample::artifact(), headless());
    assert_eq!(order, Some(Order::Resolve));
    let posted = Answer::Posted(Ok(Posted { id: 1, url: String::new() }));
    assert_eq!(course.answer(posted, crate::core::model::Time(1)), None);
    assert!(!course.has_ended());
    assert!(course.answer(Answer::Resolved(Ok(Some("reviewer".into()))), crate::core::model::Time(2)).is_some());
}
