//! R3 step 5: no more minor and nitpick findings than allowed, the least valuable go first; and what a mode of the
//! passes does not report at all (REVIEW "Nit budget").

use std::cmp::Reverse;

use super::{
    board::{Board, Item},
    snapshot::{Budget, Origin, Snapshot},
};
use crate::core::model::{HeldReason, Kind, Mode, Severity, Strategy};

/// R3's default, and that of `balanced`.
const NITS: u32 = 3;

/// The pass whose small findings `balanced` reports (pi).
const OVERVIEW: &str = "overview";

pub(super) fn run(board: &mut Board<'_>) {
    by_mode(board);
    let Some(most) = most(board.facts) else { return };
    let mut pool: Vec<usize> = board.in_play().filter(|(_, item)| is_nit(item)).map(|(at, _)| at).collect();
    pool.sort_by_cached_key(|at| board.items.get(*at).map(worth));
    let all = pool.len();
    for at in pool.into_iter().skip(most as usize) {
        board.hold(
            at,
            HeldReason::NitBudget,
            format!("{all} small findings, {most} may stay; this is among the least"),
        );
    }
}

/// Label nitpick or minor. Questions have a label of their own.
fn is_nit(item: &Item) -> bool {
    item.finding.kind == Kind::Finding && item.finding.severity <= Severity::Minor
}

/// The most valuable first; ties by FACTS 1.
fn worth(item: &Item) -> impl Ord + use<> {
    let line = item.lines().map_or(0, |lines| lines.start());
    let path = item.path().map(|path| path.as_bytes().to_vec());
    let sure = Reverse((item.single_or_half() * 1e9) as u64);
    (Reverse(item.finding.severity), sure, path, line, item.finding.id.clone())
}

/// How many may stay; `None` = all.
fn most(facts: &Snapshot) -> Option<u32> {
    let own = match (facts.settings.strategy, facts.budget) {
        (Strategy::Passes(Mode::Full), _) | (_, Budget::Off) => None,
        (Strategy::Hotspots | Strategy::Swarm | Strategy::Passes(_), Budget::Strategy | Budget::Cap(_)) => Some(NITS),
    };
    facts.settings.max_nits.or(own)
}

/// `major-only` has no pool; `balanced` takes small findings from the overview and the built-ins alone.
fn by_mode(board: &mut Board<'_>) {
    let Strategy::Passes(mode) = board.facts.settings.strategy else { return };
    board.hold_where(|item| {
        let why = match mode {
            Mode::MajorOnly => "mode major-only reports nothing milder than major".to_owned(),
            Mode::Balanced if item.origin == Origin::Agent && &*item.pass != OVERVIEW => {
                format!("mode balanced takes small findings from overview and built-ins only, not from {}", item.pass)
            }
            Mode::Balanced | Mode::Full => return None,
        };
        is_nit(item).then_some((HeldReason::Mode, why))
    });
}
