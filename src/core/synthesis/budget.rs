//! The strategy's budget behind R3 (deep §8, REVIEW "Strategy budget"): `hotspots` surfaces few, the weightiest.
//! A blocker is never held back: it stretches the cap. Praise, thoughts and notes do not count.

use std::cmp::Reverse;

use super::{
    board::{Board, Item},
    snapshot::Budget,
};
use crate::core::model::{HeldReason, Kind, Severity, Strategy};

/// Most that surfaces when something is critical or worse.
const GRAVE: u32 = 5;
/// Most that surfaces when nothing is.
const CALM: u32 = 3;
/// Questions among them, unless there is nothing else.
const QUESTIONS: u32 = 2;

pub(super) fn run(board: &mut Board<'_>) {
    let mut order: Vec<usize> = board.in_play().filter(|(_, item)| item.is_weighed()).map(|(at, _)| at).collect();
    let Some((cap, questions)) = limits(board, &order) else { return };
    order.sort_by_cached_key(|at| board.items.get(*at).map(weight));
    let mut shown = (0, 0);
    for at in order {
        let Some(item) = board.items.get(at) else { continue };
        let asks = item.finding.kind == Kind::Question;
        let why = match item.finding.severity {
            Severity::Blocker => None,
            _ if asks && shown.1 >= questions => {
                Some(format!("{questions} questions are shown beside findings at most"))
            }
            _ if shown.0 >= cap => Some(format!("{cap} findings are shown at most, and these weigh more")),
            _ => None,
        };
        match why {
            Some(why) => board.hold(at, HeldReason::Budget, why),
            None => shown = (shown.0 + 1, shown.1 + u32::from(asks)),
        }
    }
}

/// How many may surface, and how many questions among them; `None` = no budget.
fn limits(board: &Board<'_>, order: &[usize]) -> Option<(u32, u32)> {
    let items = || order.iter().filter_map(|at| board.items.get(*at));
    let hotspots = board.facts.settings.strategy == Strategy::Hotspots;
    let cap = match board.facts.budget {
        Budget::Off => return None,
        Budget::Cap(cap) => cap,
        Budget::Strategy if !hotspots => return None,
        Budget::Strategy if items().any(|item| item.finding.severity.is_blocking()) => GRAVE,
        Budget::Strategy => CALM,
    };
    let findings = items().any(|item| item.finding.kind == Kind::Finding);
    Some((cap, if findings && hotspots { QUESTIONS } else { u32::MAX }))
}

/// Severity, then priority, then place.
fn weight(item: &Item) -> impl Ord + use<> {
    let line = item.lines().map_or(0, |lines| lines.start());
    (
        Reverse(item.finding.severity),
        Reverse(item.finding.priority),
        item.finding.kind == Kind::Question,
        item.file,
        line,
        item.finding.id.clone(),
    )
}
