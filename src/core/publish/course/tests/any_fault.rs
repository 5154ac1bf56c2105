//! Under any sequence of faults, kills and restarts: never two reviews of one artifact, never a lost receipt.

use proptest::prelude::*;

use super::world::{Fault, World, headless, person};
use crate::core::publish::{
    Outcome,
    course::{Choices, Reconcile, Seat, Will},
    sample,
};

const ORDERS: [&str; 10] = [
    "resolve",
    "lock",
    "read-pull",
    "read-reviews",
    "read-files",
    "reread-pull",
    "write-intent",
    "post",
    "reconcile",
    "write-receipt",
];

/// One attempt: faults of some orders, and whether a person tries, or looks first.
#[derive(Debug, Clone)]
struct Attempt {
    faults: Vec<(usize, usize)>,
    seat: Seat,
    looks: bool,
}

fn attempts() -> impl Strategy<Value = Vec<Attempt>> {
    let faults = proptest::collection::vec((0..ORDERS.len(), 0..Fault::ALL.len()), 0..4);
    let one = (faults, any::<bool>(), any::<bool>()).prop_map(|(faults, person, looks)| Attempt {
        faults,
        seat: if person { Seat::Person } else { Seat::Empty },
        looks,
    });
    proptest::collection::vec(one, 1..6)
}

fn try_once(world: &mut World, attempt: &Attempt) {
    world.faults = attempt.faults.iter().map(|(order, fault)| (ORDERS[*order], Fault::ALL[*fault])).collect();
    let choices = Choices { second: true, ..Choices::default() };
    let will = Will { seat: attempt.seat, choices, ..person() };
    world.publish(&sample::artifact(), &will);
    world.faults.clear();
}

/// A person looks when the host has come to rest.
fn look(world: &mut World) {
    let late = std::mem::take(&mut world.late);
    world.reviews.extend(late);
    let (mut look, first) = Reconcile::begin(sample::name());
    let mut order = Some(first);
    while let Some(now) = order {
        let Some(answer) = world.carry_out(&now) else { return };
        let at = world.now();
        order = look.answer(answer, at);
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(512))]

    #[test]
    fn never_two_reviews_of_one_artifact_and_never_a_lost_receipt(attempts in attempts()) {
        let review = sample::artifact().hash();
        let mut world = World::new();
        for attempt in &attempts {
            if attempt.looks {
                look(&mut world);
            }
            try_once(&mut world, attempt);
            prop_assert!(world.carrying(&review) <= 1, "two reviews: {attempts:?}");
        }
        look(&mut world);
        let last = world.publish(&sample::artifact(), &headless()).unwrap();
        prop_assert!(matches!(last.outcome, Some(Outcome::Posted | Outcome::SkippedDuplicate)), "{:?}", last.outcome);
        prop_assert_eq!(world.carrying(&review), 1);
        prop_assert_eq!(world.known().open, []);
        let posted: Vec<_> = world.receipts.iter().filter(|receipt| receipt.outcome.is_posted()).collect();
        prop_assert!(!posted.is_empty(), "a lost receipt");
        prop_assert!(posted.iter().all(|receipt| world.reviews.iter().any(|review| Some(review.id) == receipt.id)));
    }
}

#[test]
fn every_fault_at_every_order_leaves_one_review_and_its_receipt() {
    for (order, name) in ORDERS.into_iter().enumerate() {
        for first in 0..Fault::ALL.len() {
            for second in 0..Fault::ALL.len() {
                let mut world = World::new();
                for fault in [first, second] {
                    try_once(&mut world, &Attempt { faults: vec![(order, fault)], seat: Seat::Empty, looks: false });
                    assert!(world.posts <= 2 && world.carrying(&sample::artifact().hash()) <= 1);
                }
                look(&mut world);
                world.publish(&sample::artifact(), &headless()).unwrap();
                assert_eq!(world.carrying(&sample::artifact().hash()), 1, "{name} {first} {second}");
                assert!(world.receipts.iter().any(|receipt| receipt.outcome.is_posted()));
            }
        }
    }
}
