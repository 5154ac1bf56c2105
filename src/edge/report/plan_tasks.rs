//! The tasks of a plan, with what each would be sent and what that costs; part of `plan_json`.

use serde::Serialize;

use super::{Briefed, PlanReport};
use crate::core::{
    checks,
    model::{Mode, Pass, Strategy, Task},
    plan::{Asks, Estimate, Planned, Scope},
};

#[derive(Serialize)]
pub(super) struct TaskOut {
    id: String,
    pass: String,
    scope: &'static str,
    lenses: Vec<&'static str>,
    tier: &'static str,
    tool_policy: &'static str,
    bytes: usize,
    #[serde(skip_serializing_if = "Option::is_none")]
    agent: Option<AgentOut>,
}

/// Of tasks for a model only.
#[derive(Serialize)]
struct AgentOut {
    /// The number for `--show-brief`.
    number: usize,
    why: String,
    reports: &'static str,
    #[serde(skip_serializing_if = "Option::is_none")]
    part: Option<Part>,
    #[serde(skip_serializing_if = "Option::is_none")]
    hotspot_key: Option<String>,
    files: Vec<String>,
    answered_by: Option<String>,
    /// Why it is not asked; null when it is.
    skipped: Option<String>,
    brief_bytes: usize,
    tokens: usize,
    is_cut: bool,
    context: Vec<ContextOut>,
}

#[derive(Serialize)]
struct Part {
    nth: usize,
    of: usize,
}

#[derive(Serialize)]
struct ContextOut {
    kind: &'static str,
    path: String,
    line_start: Option<u32>,
    line_end: Option<u32>,
    bytes: usize,
}

#[derive(Serialize)]
pub(super) struct EstimateOut {
    tokens: u64,
    input_tokens: u64,
    output_tokens: u64,
    cost_usd: Option<f64>,
    without_price: Vec<String>,
    tokens_if_all_were_asked: u64,
    how: &'static str,
}

#[derive(Serialize)]
pub(super) struct DroppedOut {
    name: String,
    why: String,
}

/// A wave of the second round.
#[derive(Serialize)]
pub(super) struct WaveOut {
    pass: &'static str,
    who: String,
}

pub(super) fn waves(report: &PlanReport) -> Vec<WaveOut> {
    report.waves.iter().map(|(wave, who)| WaveOut { pass: wave.as_str(), who: who.clone() }).collect()
}

pub(super) fn tasks(report: &PlanReport) -> Vec<TaskOut> {
    let builtin = report.plan.tasks.iter().map(|task| builtin(report, task));
    let agents = report.planned.tasks.iter().zip(&report.briefs).enumerate();
    builtin.chain(agents.map(|(nth, (task, briefed))| agent(report, nth + 1, task, briefed))).collect()
}

fn builtin(report: &PlanReport, task: &Task) -> TaskOut {
    let (Pass::Builtin(pass) | Pass::Replay(pass) | Pass::Import(pass) | Pass::Tool(pass) | Pass::Agent(pass)) =
        &task.pass;
    TaskOut {
        id: task.id.as_str().to_owned(),
        pass: pass.clone(),
        scope: "whole",
        lenses: checks::find(pass).map(|check| check.lens.as_str()).into_iter().collect(),
        tier: "builtin",
        tool_policy: "none",
        bytes: report.plan.diff.text.len(),
        agent: None,
    }
}

fn agent(report: &PlanReport, number: usize, task: &Planned, Briefed { brief, context }: &Briefed) -> TaskOut {
    let diff = &report.plan.diff;
    let part = match task.scope {
        Scope::Shard(nth, of) | Scope::Chunk(nth, of) => Some(Part { nth, of }),
        Scope::Whole | Scope::Hotspot(_) => None,
    };
    let hotspot = match task.scope {
        Scope::Hotspot(nth) => report.plan.map.hotspots.get(nth).map(|hotspot| hotspot.key.clone()),
        Scope::Whole | Scope::Shard(..) | Scope::Chunk(..) => None,
    };
    let piece = |piece: &crate::core::brief::Piece| ContextOut {
        kind: piece.kind.as_str(),
        path: piece.path.clone(),
        line_start: piece.lines.map(|lines| lines.start()),
        line_end: piece.lines.map(|lines| lines.end()),
        bytes: piece.text.len(),
    };
    TaskOut {
        id: task.task.id.as_str().to_owned(),
        pass: task.pass().to_owned(),
        scope: task.scope.as_str(),
        lenses: task.lenses.iter().map(|lens| lens.as_str()).collect(),
        tier: task.tier.as_str(),
        tool_policy: task.tools.as_str(),
        bytes: task.bytes(diff),
        agent: Some(AgentOut {
            number,
            why: task.why.clone(),
            reports: reports(task.asks),
            part,
            hotspot_key: hotspot,
            files: task.files.iter().map(|file| diff.path(*file).lossy().into_owned()).collect(),
            answered_by: task.who.clone(),
            skipped: task.skipped().map(str::to_owned),
            brief_bytes: brief.text.len(),
            tokens: brief.text.len().div_ceil(4),
            is_cut: brief.is_cut,
            context: context.iter().map(piece).collect(),
        }),
    }
}

fn reports(asks: Asks) -> &'static str {
    match asks {
        Asks::Everything => "everything",
        Asks::Majors => "majors",
        Asks::FewMinors => "overview and at most 3 minors",
        Asks::Overview => "overview",
        Asks::Specification => "what the specification demands",
        Asks::Verdicts(_) => "verdicts",
        Asks::Summary | Asks::Elaboration => "prose",
    }
}

pub(super) fn estimate(report: &PlanReport) -> EstimateOut {
    let Estimate { input, output, cost_usd, unpriced } = &report.estimate;
    EstimateOut {
        tokens: report.estimate.tokens(),
        input_tokens: *input,
        output_tokens: *output,
        cost_usd: *cost_usd,
        without_price: unpriced.clone(),
        tokens_if_all_were_asked: report.if_asked,
        how: Estimate::HOW,
    }
}

/// What the plan leaves out, agents before built-in reviewers.
pub(super) fn dropped(report: &PlanReport) -> Vec<DroppedOut> {
    dropped_words(report).into_iter().map(|(name, why)| DroppedOut { name, why }).collect()
}

/// The same, in words.
pub(super) fn dropped_words(report: &PlanReport) -> Vec<(String, String)> {
    let agents = report.planned.dropped.iter().map(|dropped| (dropped.name.clone(), dropped.why.clone()));
    let builtin = report.planned.builtin.iter().filter(|(id, _)| is_builtin(id.as_str()));
    let builtin = builtin.map(|(id, why)| (id.as_str().to_owned(), why.clone()));
    agents.chain(builtin).collect()
}

/// Whether an id of the skip list is one of a built-in reviewer: the list holds every name that was said.
fn is_builtin(id: &str) -> bool {
    let name = id.strip_prefix("builtin:").unwrap_or(id);
    name == "builtin" || name == checks::RULES || checks::find(name).is_some()
}

/// Strategy and mode, in words.
pub(super) fn strategy(strategy: Strategy) -> (&'static str, Option<&'static str>) {
    match strategy {
        Strategy::Hotspots => ("hotspots", None),
        Strategy::Swarm => ("swarm", None),
        Strategy::Passes(Mode::Balanced) => ("passes", Some("balanced")),
        Strategy::Passes(Mode::MajorOnly) => ("passes", Some("major-only")),
        Strategy::Passes(Mode::Full) => ("passes", Some("full")),
    }
}
