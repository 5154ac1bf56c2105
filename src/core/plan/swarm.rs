//! The planner of the strategy `swarm` (Soliton Step 4.1): agents by the level of risk, forced and skipped ones, those
//! that the content asks for. Each chunk has a score of its own, and the agents that it calls for (§2.75). Called by `mod`.

use crate::core::{
    model::{FileIx, FocusArea, Lens, Pass, RiskLevel, RiskScore, Strategy, Task, TaskId, Tier},
    risk,
};

use super::{
    Ground,
    case::Case,
    chunk::{Chunk, chunks},
    task::{Asks, Dropped, Plan, Planned, Scope, ToolPolicy, is_cut, reviewed},
    triggers,
    wish::same,
};

/// An agent of the swarm.
#[derive(Debug)]
pub struct Agent {
    /// Its name.
    pub name: &'static str,
    /// What it looks for.
    pub lenses: &'static [Lens],
    /// Which model it wants (FACTS 41).
    pub tier: Tier,
}

const fn agent(name: &'static str, lenses: &'static [Lens], tier: Tier) -> Agent {
    Agent { name, lenses, tier }
}

/// Every agent of the swarm.
pub const AGENTS: &[Agent] = &[
    agent("correctness", &[Lens::Correctness, Lens::ConcurrencyLifecycle, Lens::DataIntegrity], Tier::Heavy),
    agent("consistency", &[Lens::Maintainability, Lens::DocsQuality], Tier::Medium),
    agent("security", &[Lens::Security, Lens::ObservabilityPrivacy], Tier::Heavy),
    agent("test-quality", &[Lens::TestGap], Tier::Medium),
    agent("hallucination", &[Lens::DependencyRisk, Lens::ApiContract], Tier::Medium),
    agent("cross-file-impact", &[Lens::ApiContract], Tier::Heavy),
    agent("historical-context", &[Lens::Maintainability], Tier::Medium),
    agent("silent-failure", &[Lens::Correctness], Tier::Medium),
    agent("comment-accuracy", &[Lens::DocsQuality], Tier::Medium),
];

/// Left out unless somebody says otherwise (Soliton Step 2).
const SKIPPED: &[&str] = &["test-quality", "consistency"];

/// The agent of that name.
pub(super) fn find(name: &str) -> Option<&'static Agent> {
    AGENTS.iter().find(|agent| same(agent.name, name))
}

/// Who is asked, each with the reason; and who is not.
type Choice = (Vec<(&'static Agent, String)>, Vec<Dropped>);

pub(super) fn plan(ground: &Ground<'_>) -> Plan {
    let files = reviewed(ground.diff, ground.map);
    // Features of a graph lead (FACTS 40); without one, folders.
    let features = match &ground.map.graph {
        Some(graph) if ground.wish.features.is_empty() => &graph.features,
        _ => &ground.wish.features,
    };
    let chunks = chunks(ground.diff, &files, features);
    let mut plan = Plan { strategy: Strategy::Swarm, parts: chunks.len(), ..Plan::default() };
    for (nth, chunk) in chunks.iter().enumerate() {
        let own = (chunks.len() > 1).then(|| risk::score_of(ground.diff, ground.map, &chunk.files)).flatten();
        let score = own.as_ref().or(ground.map.score.as_ref());
        let (chosen, dropped) = choose(ground, score, &chunk.files);
        for one in dropped {
            if !plan.dropped.iter().any(|known| known.name == one.name) {
                plan.dropped.push(one);
            }
        }
        let area = |agent: &Agent| score?.focus_areas.iter().find(|area| area.agent == agent.name);
        for (agent, why) in &chosen {
            plan.tasks.push(task(ground, (agent, why, area(agent)), (nth + 1, chunks.len(), chunk)));
        }
    }
    super::passes::forced_lenses(ground, &mut plan);
    plan.parallel = ground.wish.at_once(plan.tasks.len());
    plan
}

/// Who looks at these files, which have that score.
fn choose(ground: &Ground<'_>, score: Option<&RiskScore>, files: &[FileIx]) -> Choice {
    let wish = ground.wish;
    let (mut chosen, mut dropped) = (Vec::new(), Vec::new());
    let wanted: Vec<(&'static Agent, String)> = match &wish.agents {
        Some(names) => AGENTS.iter().filter(|a| names.iter().any(|n| same(n, a.name))).map(forced).collect(),
        None => automatic(ground, level(score), files),
    };
    for (agent, why) in wanted {
        let usual = wish.skip.is_none() && wish.agents.is_none() && SKIPPED.contains(&agent.name);
        match wish.leaves_out(agent.name).or_else(|| usual.then(|| "left out by default; --agents asks for it".into()))
        {
            Some(why) => dropped.push(Dropped { name: agent.name.to_owned(), why }),
            None => chosen.push((agent, why)),
        }
    }
    (chosen, dropped)
}

fn forced(agent: &'static Agent) -> (&'static Agent, String) {
    (agent, "asked for by --agents".to_owned())
}

/// The list of the risk's level, changed for a change that only deletes, and what the content asks for.
fn automatic(ground: &Ground<'_>, level: RiskLevel, files: &[FileIx]) -> Vec<(&'static Agent, String)> {
    let mut names: Vec<(&str, String)> =
        level.agents().iter().map(|name| (*name, format!("the risk is {}", level.as_str()))).collect();
    if ground.case == Case::DeletedOnly {
        names.retain(|(name, _)| !matches!(*name, "correctness" | "hallucination"));
        for name in ["security", "cross-file-impact"] {
            let why = "files are only deleted: controls and importers may be left behind".to_owned();
            match names.iter_mut().find(|(known, _)| *known == name) {
                Some((_, known)) => *known = why,
                None => names.push((name, why)),
            }
        }
    }
    if ground.wish.silent_failure
        && let Some(sign) = triggers::silent_failure(ground.diff, files)
    {
        names.push(("silent-failure", format!("the change handles errors: {sign}")));
    }
    if ground.wish.comment_accuracy
        && let Some(sign) = triggers::comments(ground.diff, files)
    {
        names.push(("comment-accuracy", format!("comments change: {sign}")));
    }
    names.into_iter().filter_map(|(name, why)| Some((find(name)?, why))).collect()
}

/// The level; LOW without a score.
fn level(score: Option<&RiskScore>) -> RiskLevel {
    score.map_or(RiskLevel::Low, |score| score.level)
}

/// An agent, why it is asked, where it looks first.
type Asked<'a> = (&'a Agent, &'a str, Option<&'a FocusArea>);

fn task(ground: &Ground<'_>, asked: Asked<'_>, (nth, of, chunk): (usize, usize, &Chunk)) -> Planned {
    let (agent, why, area) = asked;
    let id = if of > 1 { format!("swarm:{}#{nth}", agent.name) } else { format!("swarm:{}", agent.name) };
    let focus = area.map_or_else(String::new, |area| {
        let paths: Vec<String> = area
            .files
            .iter()
            .filter(|file| chunk.files.contains(file))
            .map(|file| ground.diff.path(*file).lossy().into_owned())
            .collect();
        if paths.is_empty() { area.hint.clone() } else { format!("{}: {}", area.hint, paths.join(", ")) }
    });
    let part = if of > 1 { format!("; chunk {nth} of {of}: {}", chunk.groups.join(", ")) } else { String::new() };
    Planned {
        task: Task { id: TaskId::new(id), pass: Pass::Agent(agent.name.to_owned()) },
        lenses: agent.lenses.to_vec(),
        tier: agent.tier,
        scope: if of > 1 { Scope::Chunk(nth, of) } else { Scope::Whole },
        files: chunk.files.clone(),
        hunks: None,
        tools: if is_cut(ground.diff, &chunk.files) { ToolPolicy::Configured } else { TOOLS },
        asks: Asks::Everything,
        why: format!("{why}{part}"),
        focus,
        who: ground.wish.who.answers(agent.name, agent.tier),
    }
}

/// Swarm agents look up callers, imports and history themselves.
const TOOLS: ToolPolicy = ToolPolicy::Configured;
