//! A change and its map -> who is to look at what, and why (REVIEW stage 3). Pure: the same input gives the same plan.
//! One planner a strategy, one output type. Not here: what a task is sent (`brief`), who answers (edge::agents).
//! Called by app::runner once the map is there, and by `prr plan`.

mod case;
mod chunk;
mod display;
mod estimate;
mod hotspots;
mod names;
mod passes;
mod shard;
mod spec;
mod swarm;
mod task;
mod tier0;
mod triggers;
mod waves;
mod wish;

#[cfg(test)]
mod sample;
#[cfg(test)]
mod tests;

use super::model::{ChangeMap, Diff, Strategy};

pub use case::{Case, meaningful_lines};
pub use chunk::{Chunk, chunks};
pub use estimate::{Estimate, Price, Prices, estimate};
pub use passes::{PASSES, PassKind};
pub use shard::{shard_count, shards};
pub use swarm::AGENTS;
pub use task::{Asks, Dropped, NO_MODEL, Plan, Planned, Scope, ToolPolicy};
pub use tier0::{Tier0Facts, Verdict, tier0};
pub use waves::{Wanted, elaborating, judging, summing_up, wanted};
pub use wish::{Command, Who, Wish};

/// The plan of a change.
pub fn plan(diff: &Diff, map: &ChangeMap, wish: &Wish) -> Plan {
    let case = case::of(diff, map);
    let ground = Ground { diff, map, wish, case };
    let mut plan = match wish.strategy {
        Strategy::Hotspots => hotspots::plan(&ground),
        Strategy::Swarm => swarm::plan(&ground),
        Strategy::Passes(mode) => passes::plan(&ground, mode),
    };
    wish::commands(&ground, &mut plan);
    spec::add(&ground, &mut plan);
    case::apply(&ground, &mut plan);
    plan.builtin = names::skipped_builtin(wish);
    plan.case = case;
    plan.meaningful = meaningful_lines(diff, &task::reviewed(diff, map));
    plan
}

/// What every planner looks at.
struct Ground<'g> {
    diff: &'g Diff,
    map: &'g ChangeMap,
    wish: &'g Wish,
    case: Case,
}
