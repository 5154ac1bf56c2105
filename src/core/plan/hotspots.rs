//! The planner of the strategy `hotspots` (deep §2 and §3): one task a hotspot, through its lenses. Called by `mod`.

use crate::core::model::{Hotspot, Lens, Pass, Strategy, Task, TaskId, Tier};

use super::{
    Ground, passes,
    task::{Asks, Dropped, Plan, Planned, Scope, ToolPolicy, is_cut},
};

/// Lenses of every hotspot.
const ALWAYS: [Lens; 2] = [Lens::Correctness, Lens::Maintainability];
/// Lenses besides those, and of a hotspot of high risk.
const SPECIAL: usize = 2;
const SPECIAL_HIGH: usize = 3;

pub(super) fn plan(ground: &Ground<'_>) -> Plan {
    let mut plan = Plan { strategy: Strategy::Hotspots, parts: 1, ..Plan::default() };
    for (nth, hotspot) in ground.map.hotspots.iter().enumerate() {
        match lenses(ground, hotspot) {
            lenses if lenses.is_empty() => plan
                .dropped
                .push(Dropped { name: hotspot.key.clone(), why: "none of its lenses is asked for".to_owned() }),
            lenses => plan.tasks.push(task(ground, nth, hotspot, lenses)),
        }
    }
    if !plan.tasks.is_empty() {
        for lens in Lens::ALL {
            plan.dropped.extend(
                ground.wish.leaves_out(lens.as_str()).map(|why| Dropped { name: lens.as_str().to_owned(), why }),
            );
        }
    }
    forced(ground, &mut plan);
    plan.parallel = ground.wish.at_once(plan.tasks.len());
    plan
}

/// The lenses of a hotspot within their caps, without those that are left out; with `--agents`, those it names.
fn lenses(ground: &Ground<'_>, hotspot: &Hotspot) -> Vec<Lens> {
    let wish = ground.wish;
    if let Some(names) = &wish.agents {
        let forced = Lens::ALL.into_iter().filter(|lens| wish.forces(lens.as_str()));
        let forced: Vec<Lens> = forced.filter(|lens| wish.leaves_out(lens.as_str()).is_none()).collect();
        // `builtin` alone asks for no model at all.
        return if names.is_empty() { Vec::new() } else { forced };
    }
    let mut special = 0;
    let cap = if is_high(hotspot) { SPECIAL_HIGH } else { SPECIAL };
    let within = |lens: &Lens| {
        if ALWAYS.contains(lens) {
            return true;
        }
        special += 1;
        special <= cap
    };
    let kept: Vec<Lens> = hotspot.lenses.iter().copied().filter(within).collect();
    kept.into_iter().filter(|lens| wish.leaves_out(lens.as_str()).is_none()).collect()
}

/// Authentication, public interfaces and migrations (deep §3).
fn is_high(hotspot: &Hotspot) -> bool {
    let high = [Lens::Security, Lens::ApiContract, Lens::DataIntegrity];
    hotspot.unit.tags.iter().any(|(tag, _)| high.contains(tag))
}

fn task(ground: &Ground<'_>, nth: usize, hotspot: &Hotspot, lenses: Vec<Lens>) -> Planned {
    let files = vec![hotspot.unit.file];
    Planned {
        task: Task { id: TaskId::new(format!("hotspot-{}", nth + 1)), pass: Pass::Agent("hotspot".to_owned()) },
        lenses,
        tier: Tier::Heavy,
        scope: Scope::Hotspot(nth),
        tools: if is_cut(ground.diff, &files) { ToolPolicy::Configured } else { ToolPolicy::None },
        files,
        hunks: Some(hotspot.unit.hunks),
        asks: Asks::Everything,
        why: hotspot.why.clone(),
        focus: String::new(),
        who: ground.wish.who.answers("hotspot", Tier::Heavy),
    }
}

/// Agents of other strategies that `--agents` names, over the whole change; lenses are already in the hotspots.
fn forced(ground: &Ground<'_>, plan: &mut Plan) {
    let mut beside = ground.wish.clone();
    let is_lens = |name: &String| Lens::ALL.iter().any(|lens| super::wish::same(lens.as_str(), name));
    let none = plan.tasks.is_empty();
    if let Some(names) = &mut beside.agents {
        names.retain(|name| none || !is_lens(name));
    }
    let beside = Ground { wish: &beside, diff: ground.diff, map: ground.map, case: ground.case };
    passes::forced_lenses(&beside, plan);
}
