//! What a person always drops: findings of one lens and class of which they dropped the last [`LEAST`] or more, and
//! accepted none since. Of severities and confidences nothing is learned. Pure. Not here: whether that is obeyed
//! (settings), what is exempt (`synthesis`). Called by the runner when a run is configured.

use std::collections::BTreeMap;

use super::Told;
use crate::core::model::{Habit, Kind, Lens, Time};

/// From fewer decisions nothing is held back.
pub const LEAST: usize = 8;

/// The habits of these findings, each of which is to stand here once. Praise and claims without a class teach nothing.
/// Nor does it count that a blocking one was dropped, for those are never held back; that one was accepted does.
pub fn habits<'r>(findings: impl IntoIterator<Item = &'r Told<'r>>) -> Vec<Habit> {
    let mut acts: BTreeMap<(Lens, &str), Vec<(Time, bool)>> = BTreeMap::new();
    for told in findings {
        let claim = &told.claim.claim;
        let counts = matches!(claim.kind, Kind::Finding | Kind::Question) && !claim.issue_class.trim().is_empty();
        let Some(at) = told.decided.filter(|_| counts) else { continue };
        if told.is_accepted() || !told.claim.weight.severity.is_blocking() {
            acts.entry((told.claim.lens, &claim.issue_class)).or_default().push((at, told.is_accepted()));
        }
    }
    let habit = |((lens, class), mut acts): ((Lens, &str), Vec<(Time, bool)>)| {
        // Of one moment the acceptance counts last: in doubt nothing is held back.
        acts.sort_unstable();
        let dropped = acts.iter().rev().take_while(|(_, accepted)| !accepted).count();
        let accepted_before = dropped < acts.len();
        (dropped >= LEAST).then(|| Habit { lens, class: class.to_owned(), dropped, accepted_before })
    };
    acts.into_iter().filter_map(habit).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::core::{
        history::{
            findings, once,
            samples::{Made, made, run},
        },
        model::{Act, Record, Severity},
    };

    /// `numbers` findings, each dropped, and then what else is said.
    fn dropped(numbers: std::ops::RangeInclusive<u32>, more: &[Record]) -> Vec<Habit> {
        let mut records = vec![run("a", 0)];
        records.extend((1..=20).flat_map(|number| made("a", number).records()));
        records.extend(numbers.map(|number| made("a", number).dropped(u64::from(number), "")));
        records.extend(more.iter().cloned());
        habits(&once(findings(&records)))
    }

    #[test]
    fn eight_drops_are_a_habit_and_seven_are_none() {
        let found = dropped(1..=8, &[]);
        let habit = Habit { lens: Lens::Correctness, class: "class-a".into(), dropped: 8, accepted_before: false };
        assert_eq!(found, [habit]);
        assert_eq!(found[0].words(), "dropped 8 of 8 by you: lens correctness, class class-a");
        assert_eq!(dropped(1..=7, &[]), []);
    }

    #[test]
    fn accepting_one_ends_it_and_only_as_many_drops_again_begin_it_anew() {
        assert_eq!(dropped(1..=12, &[made("a", 13).accepted(50)]), []);
        let after: Vec<Record> =
            (13..=20).map(|number| made("a", number).dropped(u64::from(number) + 50, "")).collect();
        let with = |after: &[Record]| dropped(1..=11, &[&[made("a", 12).accepted(50)], after].concat());
        assert_eq!(with(&after[1..]), []);
        let found = with(&after);
        assert_eq!((found[0].dropped, found[0].accepted_before), (8, true));
        assert!(found[0].words().starts_with("dropped 8 of 8 by you since you last accepted one: "));
    }

    #[test]
    fn a_drop_that_was_taken_back_does_not_count() {
        assert_eq!(dropped(1..=8, &[made("a", 8).decided(60, Act::Undo { of: 8 })]), []);
    }

    #[test]
    fn dropped_blockers_praise_and_claims_without_a_class_teach_nothing() {
        let with = |change: fn(&mut crate::core::model::Candidate)| {
            let all: Vec<Made> = (1..=9).map(|number| made("a", number).with(change)).collect();
            let mut records = vec![run("a", 0)];
            records.extend(all.iter().flat_map(Made::records));
            records.extend(all.iter().map(|made| made.dropped(u64::from(made.number), "")));
            habits(&once(findings(&records))).len()
        };
        assert_eq!(with(|_| {}), 1);
        assert_eq!(with(|claim| claim.weight.severity = Severity::Blocker), 0);
        assert_eq!(with(|claim| claim.weight.severity = Severity::Critical), 0);
        assert_eq!(with(|claim| claim.claim.kind = Kind::Praise), 0);
        assert_eq!(with(|claim| claim.claim.issue_class = " ".into()), 0);
    }

    #[test]
    fn an_accepted_blocker_of_the_class_ends_it_too() {
        let blocker = made("a", 30).with(|claim| claim.weight.severity = Severity::Blocker);
        let more = [&blocker.records()[..], &[blocker.accepted(70)]].concat();
        assert_eq!(dropped(1..=9, &more), []);
    }

    #[test]
    fn a_drop_that_later_runs_remember_counts_once() {
        let mut records = vec![run("a", 0)];
        records.extend((1..=7).flat_map(|number| made("a", number).records()));
        records.extend((1..=7).map(|number| made("a", number).dropped(u64::from(number), "")));
        records.push(run("b", 5));
        let again = |number| Made { held: Some("dropped-before: you dropped it at x"), ..made("b", number) };
        records.extend((1..=7).flat_map(|number| again(number).records()));
        assert_eq!(habits(&once(findings(&records))), []);
    }
}
