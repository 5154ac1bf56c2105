//! Ours, behind the settings' own rules: what the person always drops in this repository is held back when they switched
//! that on (`learning.hold_back`). Never a blocking finding, never one that they decided about, restored or edited; and
//! a habit of which one finding is accepted in this review is over at once. Not here: what a habit is
//! (`core::history`).

use std::collections::{BTreeMap, BTreeSet};

use super::board::{Board, Item, Pin};
use crate::core::model::{Habit, HeldReason, Lens};

pub(super) fn run(board: &mut Board<'_>) {
    let facts = board.facts;
    if facts.settings.habits.is_empty() {
        return;
    }
    let is_accepted = |item: &&Item| matches!(item.pin, Pin::Kept { accepted: true, .. });
    let accepted = board.items.iter().filter(is_accepted).filter_map(key);
    let over: BTreeSet<(Lens, String)> = accepted.map(|(lens, class)| (lens, class.to_owned())).collect();
    let stands = |habit: &&Habit| !over.contains(&(habit.lens, habit.class.clone()));
    let habits = facts.settings.habits.iter().filter(stands);
    let habits: BTreeMap<(Lens, &str), &Habit> =
        habits.map(|habit| ((habit.lens, habit.class.as_str()), habit)).collect();
    board.hold_where(|item| {
        let habit = key(item).and_then(|(lens, class)| habits.get(&(lens, class)))?;
        let is_free = item.pin == Pin::Free && item.is_weighed() && !item.finding.severity.is_blocking();
        is_free.then(|| (HeldReason::AlwaysDropped, habit.words()))
    });
}

/// Lens and class; `None` for what has no class.
fn key(item: &Item) -> Option<(Lens, &str)> {
    let class = item.own.as_ref().map(|own| own.issue_class.as_str()).filter(|class| !class.trim().is_empty());
    class.map(|class| (item.finding.lens, class))
}
