//! `--output json`: Soliton's format B (its Step 6) with `metadata.schema` and, per finding, `label` and `kind`
//! (FACTS 25); with `--all` what was held back as well, each with `held_back`. Praise, thoughts, notes and a person's
//! comments have no place in it (REVIEW "Severity"). The risk assessment is that of the plan.

use serde::Serialize;

use super::{
    Extent, Review,
    review::{Item, is_well},
    risk::{self, RiskAssessment},
    wire::{self, HeldBack, Spot},
};
use crate::core::{
    change::unit_at,
    diff,
    model::{
        Finding, FindingId, GraphEdge, HeldReason, JudgeRule, Kind, Lens, ReviewAction, Severity, Side, Step, Unit,
    },
    synthesis::Entry,
};

/// Edges that are cited on one finding.
const CITED: usize = 5;

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct Document {
    summary: Summary,
    findings: Vec<FindingOut>,
    risk_assessment: Option<RiskAssessment>,
    suppressed: u32,
    recommendation: &'static str,
    metadata: Metadata,
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct Summary {
    files_changed: usize,
    lines_added: u32,
    lines_deleted: u32,
    finding_counts: FindingCounts,
    ai_authored_likelihood: &'static str,
    one_liner: String,
}

#[derive(Serialize, Default)]
pub(super) struct FindingCounts {
    pub critical: u32,
    pub improvement: u32,
    pub nitpick: u32,
}

/// One name, or the names of all whose findings were merged into it.
#[derive(Serialize)]
#[serde(untagged)]
enum Agents {
    One(String),
    Several(Vec<String>),
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct FindingOut {
    agent: Agents,
    category: &'static str,
    severity: &'static str,
    confidence: u8,
    file: Option<String>,
    #[serde(rename = "file_hex", skip_serializing_if = "Option::is_none")]
    file_hex: Option<String>,
    line_start: Option<u32>,
    line_end: Option<u32>,
    title: String,
    description: String,
    suggestion: Option<String>,
    evidence: Option<String>,
    references: Vec<String>,
    label: &'static str,
    kind: &'static str,
    /// Only when the answers that say it did not come to their end.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    incomplete: bool,
    /// What models say of it: rule, outcome, reason. Only when there is something.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    verdicts: Vec<VerdictOut>,
    #[serde(rename = "held_back", skip_serializing_if = "Option::is_none")]
    held_back: Option<HeldBack>,
}

#[derive(Serialize)]
struct VerdictOut {
    rule: &'static str,
    outcome: &'static str,
    reason: String,
}

/// The judge's steps that a model took.
fn verdicts(finding: &Finding) -> Vec<VerdictOut> {
    let by_model = |rule| matches!(rule, JudgeRule::Skeptic | JudgeRule::Validation | JudgeRule::Realist);
    let steps = finding.steps.iter().filter(|step| by_model(step.rule));
    let out = |step: &Step| VerdictOut {
        rule: step.rule.as_str(),
        outcome: step.outcome.as_str(),
        reason: step.reason.clone().into_owned(),
    };
    steps.map(out).collect()
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct Metadata {
    schema: u32,
    total_agents: usize,
    completed_agents: usize,
    failed_agents: Vec<String>,
    /// Parts that a large change was cut into (§2.75); only when it was.
    #[serde(skip_serializing_if = "Option::is_none")]
    chunk_count: Option<usize>,
    review_duration_ms: u64,
    stack_parent: Option<StackOut>,
    total_tokens: Tokens,
    cost_usd: f64,
}

/// What a stacked pull request lies on; without a number it was pinned to a commit.
#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct StackOut {
    pr: Option<u64>,
    head_sha: String,
    title: String,
}

#[derive(Serialize, Default)]
#[serde(rename_all = "camelCase")]
struct Tokens {
    input: u64,
    output: u64,
    cache_creation: u64,
    cache_read: u64,
}

/// The document.
pub(super) fn document(review: &Review, extent: Extent) -> Document {
    let totals = review.plan.diff.totals;
    let mut findings: Vec<FindingOut> = shown(review).map(|(entry, item)| of_entry(review, entry, item)).collect();
    if extent == Extent::All {
        let held = review.held().filter(|(item, _)| is_weighed(&item.finding));
        findings.extend(held.map(|(item, held)| of_held(item, HeldBack::of(&item.finding, &held))));
    }
    Document {
        summary: Summary {
            files_changed: review.plan.diff.files.len(),
            lines_added: totals.added,
            lines_deleted: totals.removed,
            finding_counts: counts(review),
            ai_authored_likelihood: risk::ai_authored(review),
            one_liner: one_liner(review),
        },
        findings,
        risk_assessment: risk::assessment(review),
        suppressed: suppressed(review),
        recommendation: recommendation(review),
        metadata: metadata(review),
    }
}

/// Findings and questions that surfaced.
pub(super) fn shown(review: &Review) -> impl Iterator<Item = (&Entry, Option<&Item>)> {
    review.surfaced().filter(|(entry, _)| is_weighed(&entry.finding))
}

fn is_weighed(finding: &Finding) -> bool {
    matches!(finding.kind, Kind::Finding | Kind::Question)
}

/// What the review comes to in a sentence.
pub(super) fn one_liner(review: &Review) -> String {
    let document = &review.document;
    match document.title.trim_end_matches('.') == document.action.reasoning.trim_end_matches('.') {
        true => document.action.reasoning.clone(),
        false => format!("{}. {}", document.title, document.action.reasoning),
    }
}

/// What the confidence threshold holds back, and nothing else (FACTS 6, 25).
pub(super) fn suppressed(review: &Review) -> u32 {
    review.document.stats.held(HeldReason::BelowConfidence)
}

/// FACTS 25: a conflict gives needs-discussion, in these formats only.
pub(super) fn recommendation(review: &Review) -> &'static str {
    match review.document.action.action {
        _ if review.conflicts().next().is_some() => "needs-discussion",
        ReviewAction::Approve => "approve",
        ReviewAction::RequestChanges => "request-changes",
        ReviewAction::CommentOnly => "needs-discussion",
    }
}

/// Soliton's severity (REVIEW "Severity").
pub(super) fn severity(severity: Severity) -> &'static str {
    match severity {
        Severity::Blocker | Severity::Critical => "critical",
        Severity::Major | Severity::Minor => "improvement",
        Severity::Nitpick => "nitpick",
    }
}

pub(super) fn counts(review: &Review) -> FindingCounts {
    let mut counts = FindingCounts::default();
    for (entry, _) in shown(review) {
        match severity(entry.finding.severity) {
            "critical" => counts.critical += 1,
            "improvement" => counts.improvement += 1,
            _ => counts.nitpick += 1,
        }
    }
    counts
}

fn of_entry(review: &Review, entry: &Entry, item: Option<&Item>) -> FindingOut {
    let merged = entry.related_to.iter().filter_map(|id: &FindingId| review.items.get(id)).filter_map(agent);
    let mut agents: Vec<String> = item.and_then(agent).into_iter().chain(merged).collect();
    let mut seen = std::collections::BTreeSet::new();
    agents.retain(|agent| seen.insert(agent.clone()));
    let agent = match agents.len() {
        0 => Agents::One(entry.pass.clone()),
        1 => Agents::One(agents.swap_remove(0)),
        _ => Agents::Several(agents),
    };
    FindingOut { references: cited(review, entry), ..out(&entry.finding, item, agent, entry.confidence) }
}

/// Edges of a graph of the code that end in the symbol where a finding stands (FACTS 40).
fn cited(review: &Review, entry: &Entry) -> Vec<String> {
    let (diff, map) = (&review.plan.diff, &review.plan.map);
    let (Some(graph), Some((path, lines))) = (&map.graph, &entry.about) else { return Vec::new() };
    let Some(file) = diff::find_file(diff, path) else { return Vec::new() };
    let units: Vec<&Unit> = map.units.iter().map(|unit| &**unit).filter(|unit| unit.file == file).collect();
    let unit = lines.and_then(|lines| unit_at(&units, Side::Right, lines.start()));
    let name = |symbol: &str| symbol.rsplit([':', '.']).next().unwrap_or(symbol).to_owned();
    let here = unit.map(|unit| name(&unit.symbol)).filter(|name| !name.is_empty());
    let fits = |edge: &&GraphEdge| here.as_ref().is_none_or(|here| *here == name(&edge.symbol));
    graph.edges_of(file).filter(fits).take(CITED).map(GraphEdge::words).collect()
}

fn of_held(item: &Item, held_back: HeldBack) -> FindingOut {
    let agent = Agents::One(agent(item).unwrap_or_default());
    FindingOut { held_back: Some(held_back), ..out(&item.finding, Some(item), agent, wire::single(item)) }
}

/// The task that said it.
fn agent(item: &Item) -> Option<String> {
    item.candidate.as_ref().map(|candidate| candidate.task.as_str().to_owned())
}

fn out(finding: &Finding, item: Option<&Item>, agent: Agents, single: Option<f64>) -> FindingOut {
    let Spot { file, file_hex, lines, side: _ } = wire::spot(finding, item);
    let evidence = item.and_then(|item| item.candidate.as_ref()).map(|candidate| candidate.claim.evidence.clone());
    FindingOut {
        agent,
        category: category(finding.lens),
        severity: severity(finding.severity),
        confidence: wire::percent(single),
        file,
        file_hex,
        line_start: lines.map(|lines| lines.start()),
        line_end: lines.map(|lines| lines.end()),
        title: finding.wording.title.clone(),
        description: finding.wording.body.clone(),
        suggestion: finding.wording.suggestion.clone(),
        evidence: evidence.filter(|text| !text.is_empty()),
        references: Vec::new(),
        label: wire::label(finding),
        kind: finding.kind.as_str(),
        incomplete: item.is_some_and(|item| item.is_incomplete),
        verdicts: verdicts(finding),
        held_back: None,
    }
}

/// Lens -> category (FACTS 25: by table, unknown = correctness).
pub(super) fn category(lens: Lens) -> &'static str {
    match lens {
        Lens::Security | Lens::ObservabilityPrivacy | Lens::DependencyRisk => "security",
        Lens::TestGap => "testing",
        Lens::ApiContract => "cross-file-impact",
        Lens::Maintainability | Lens::DocsQuality | Lens::AiInstructions | Lens::Accessibility => "consistency",
        Lens::Correctness | Lens::DataIntegrity | Lens::ConcurrencyLifecycle | Lens::Performance | Lens::Caching => {
            "correctness"
        }
    }
}

/// How many chunks the swarm's tasks are over, by their ids; `None` = it is one.
fn chunks(review: &Review) -> Option<usize> {
    let number = |id: &str| id.strip_prefix("swarm:")?.rsplit_once('#')?.1.parse::<usize>().ok();
    review.tasks().filter_map(|(task, _)| number(task.id.as_str())).max()
}

fn metadata(review: &Review) -> Metadata {
    let (completed_agents, total_agents) = review.done();
    let (used, cost) = review.spent;
    let failed = review.tasks().filter(|(_, state)| !is_well(state)).map(|(task, _)| task.id.as_str().to_owned());
    Metadata {
        schema: 1,
        total_agents,
        completed_agents,
        failed_agents: failed.collect(),
        chunk_count: chunks(review),
        review_duration_ms: review.duration_ms,
        stack_parent: review.plan.request.stack.as_ref().map(|parent| StackOut {
            pr: parent.number,
            head_sha: parent.head_sha.clone(),
            title: parent.title.clone(),
        }),
        total_tokens: Tokens {
            input: used.input,
            output: used.output,
            cache_creation: used.cache_write,
            cache_read: used.cache_read,
        },
        cost_usd: (cost * 1e4).round() / 1e4,
    }
}
