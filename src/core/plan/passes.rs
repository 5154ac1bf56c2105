//! The planner of the strategy `passes` (pi "Reviewer topology" and "Review modes"): five passes, six in `full`, each over
//! every shard. Called by `mod`.

use crate::core::model::{Lens, Mode, Pass, Strategy, Task, TaskId, Tier};

use super::{
    Ground,
    shard::shards,
    swarm,
    task::{Asks, Dropped, Plan, Planned, Scope, ToolPolicy, is_cut, reviewed},
    wish::same,
};

/// A pass of pi's table.
#[derive(Debug)]
pub struct PassKind {
    /// Its id.
    pub id: &'static str,
    /// Which model it wants.
    pub tier: Tier,
    /// What it may use, when nothing of its input is missing.
    pub tools: ToolPolicy,
    /// What it looks for.
    pub lenses: &'static [Lens],
    /// What it is for, in a few words.
    pub about: &'static str,
}

/// The passes, in order.
pub const PASSES: &[PassKind] = &[
    PassKind {
        id: "overview",
        tier: Tier::Light,
        tools: ToolPolicy::None,
        lenses: &[],
        about: "what the change does, its strengths, where the risk is",
    },
    PassKind {
        id: CONVENTIONS,
        tier: Tier::Medium,
        tools: ToolPolicy::Configured,
        lenses: &[Lens::Maintainability, Lens::DocsQuality, Lens::TestGap],
        about: "conventions, readability, maintainability, tests",
    },
    PassKind {
        id: "correctness",
        tier: Tier::Heavy,
        tools: ToolPolicy::Configured,
        lenses: &[Lens::Correctness, Lens::ConcurrencyLifecycle],
        about: "state, order, life cycles, concurrency",
    },
    PassKind {
        id: "correctness-contracts",
        tier: Tier::Heavy,
        tools: ToolPolicy::Configured,
        lenses: &[Lens::ApiContract, Lens::DataIntegrity, Lens::Correctness],
        about: "types, contracts, data, errors, boundaries",
    },
    PassKind {
        id: "security-performance",
        tier: Tier::Heavy,
        tools: ToolPolicy::Configured,
        // pi's id; its task is security alone.
        lenses: &[Lens::Security, Lens::ObservabilityPrivacy],
        about: "security",
    },
    PassKind {
        id: "performance-resources",
        tier: Tier::Heavy,
        tools: ToolPolicy::Configured,
        lenses: &[Lens::Performance, Lens::Caching],
        about: "performance, ownership and cleanup of resources",
    },
];

/// The pass of `full` alone.
const CONVENTIONS: &str = "conventions-maintainability";

/// The pass of that id.
pub(super) fn find(name: &str) -> Option<&'static PassKind> {
    PASSES.iter().find(|pass| same(pass.id, name))
}

pub(super) fn plan(ground: &Ground<'_>, mode: Mode) -> Plan {
    let files = reviewed(ground.diff, ground.map);
    let shards = shards(ground.diff, &files);
    let (chosen, dropped) = choose(ground, mode);
    let mut plan = Plan { strategy: Strategy::Passes(mode), dropped, parts: shards.len(), ..Plan::default() };
    for (pass, why) in &chosen {
        for (nth, files) in shards.iter().enumerate() {
            let mut planned = task(ground, pass, why, files);
            if shards.len() > 1 {
                planned.task.id = TaskId::new(format!("pass:{}#{}", pass.id, nth + 1));
                planned.scope = Scope::Shard(nth + 1, shards.len());
            }
            planned.asks = asks(pass, mode);
            plan.tasks.push(planned);
        }
    }
    forced_lenses(ground, &mut plan);
    plan.parallel = ground.wish.at_once(plan.tasks.len());
    plan
}

fn choose(ground: &Ground<'_>, mode: Mode) -> (Vec<(&'static PassKind, String)>, Vec<Dropped>) {
    let wish = ground.wish;
    let (mut chosen, mut dropped) = (Vec::new(), Vec::new());
    for pass in PASSES {
        let not_named = wish.agents.is_some() && !wish.forces(pass.id);
        let only_full = pass.id == CONVENTIONS && mode != Mode::Full && wish.agents.is_none();
        let why = wish
            .leaves_out(pass.id)
            .or_else(|| not_named.then(|| "not among --agents".to_owned()))
            .or_else(|| only_full.then(|| "only the mode full has it".to_owned()));
        let reason = if wish.agents.is_some() { "asked for by --agents" } else { pass.about };
        match why {
            Some(why) => dropped.push(Dropped { name: pass.id.to_owned(), why }),
            None => chosen.push((pass, reason.to_owned())),
        }
    }
    (chosen, dropped)
}

/// What a pass reports in a mode (pi "Review modes").
fn asks(pass: &PassKind, mode: Mode) -> Asks {
    match (mode, pass.tier) {
        (Mode::Full, _) => Asks::Everything,
        (Mode::Balanced, Tier::Light) => Asks::FewMinors,
        (Mode::MajorOnly, Tier::Light) => Asks::Overview,
        (Mode::Balanced | Mode::MajorOnly, Tier::Medium | Tier::Heavy) => Asks::Majors,
    }
}

pub(super) fn task(ground: &Ground<'_>, pass: &PassKind, why: &str, files: &[crate::core::model::FileIx]) -> Planned {
    Planned {
        task: Task { id: TaskId::new(format!("pass:{}", pass.id)), pass: Pass::Agent(pass.id.to_owned()) },
        lenses: pass.lenses.to_vec(),
        tier: pass.tier,
        scope: Scope::Whole,
        files: files.to_vec(),
        hunks: None,
        // What is missing of its input it may look up (FACTS 38).
        tools: if is_cut(ground.diff, files) { ToolPolicy::Configured } else { pass.tools },
        asks: Asks::Everything,
        why: why.to_owned(),
        focus: String::new(),
        who: ground.wish.who.answers(pass.id, pass.tier),
    }
}

/// Names of `--agents` that are no agents of the present strategy: an agent of the swarm, a pass, a lens. Each is one task
/// over everything that is reviewed.
pub(super) fn forced_lenses(ground: &Ground<'_>, plan: &mut Plan) {
    let files = reviewed(ground.diff, ground.map);
    for name in ground.wish.agents.as_deref().unwrap_or(&[]) {
        let is_there = plan.tasks.iter().any(|task| same(task.pass(), name));
        if is_there || ground.wish.leaves_out(name).is_some() {
            continue;
        }
        let lens = || Lens::ALL.into_iter().find(|lens| same(lens.as_str(), name));
        let known = match (swarm::find(name), find(name), lens()) {
            (Some(agent), _, _) => Some((agent.name, agent.lenses.to_vec(), agent.tier)),
            (None, Some(pass), _) => Some((pass.id, pass.lenses.to_vec(), pass.tier)),
            (None, None, Some(lens)) => Some((lens.as_str(), vec![lens], Tier::Medium)),
            (None, None, None) => None,
        };
        let Some((name, lenses, tier)) = known else { continue };
        plan.dropped.retain(|dropped| dropped.name != name);
        plan.tasks.push(Planned {
            task: Task { id: TaskId::new(format!("asked:{name}")), pass: Pass::Agent(name.to_owned()) },
            lenses,
            tier,
            scope: Scope::Whole,
            files: files.clone(),
            hunks: None,
            tools: ToolPolicy::Configured,
            asks: Asks::Everything,
            why: "asked for by --agents".to_owned(),
            focus: String::new(),
            who: ground.wish.who.answers(name, tier),
        });
    }
}
