//! `prr review --output json`: Soliton's format B (its Step 6), with `metadata.schema` and, per finding, `label`
//! and `kind` (FACTS 25).

use serde::Serialize;

use crate::core::{
    model::{Candidate, Confidence, Diff, Finding, Kind, Lens, RiskScore, Severity, TaskEnd, TaskState},
    risk::likelihood,
};

use super::Review;

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct Document {
    summary: Summary,
    findings: Vec<FindingOut>,
    risk_assessment: Option<RiskAssessment>,
    suppressed: u64,
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

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct RiskAssessment {
    score: u8,
    level: &'static str,
    factors: Vec<FactorOut>,
    recommended_agents: Vec<&'static str>,
    focus_areas: Vec<FocusOut>,
}

#[derive(Serialize)]
struct FactorOut {
    name: &'static str,
    score: u8,
    details: String,
}

#[derive(Serialize)]
struct FocusOut {
    agent: &'static str,
    files: Vec<String>,
    hint: String,
}

#[derive(Serialize, Default)]
struct FindingCounts {
    critical: u64,
    improvement: u64,
    nitpick: u64,
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct FindingOut {
    agent: String,
    category: &'static str,
    severity: &'static str,
    confidence: u8,
    file: Option<String>,
    line_start: Option<u32>,
    line_end: Option<u32>,
    title: String,
    description: String,
    suggestion: Option<String>,
    evidence: Option<String>,
    references: Vec<String>,
    label: &'static str,
    kind: &'static str,
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct Metadata {
    schema: u32,
    total_agents: usize,
    completed_agents: usize,
    failed_agents: Vec<String>,
    review_duration_ms: u64,
    stack_parent: Option<()>,
    total_tokens: Tokens,
    cost_usd: f64,
}

#[derive(Serialize, Default)]
#[serde(rename_all = "camelCase")]
struct Tokens {
    input: u64,
    output: u64,
    cache_creation: u64,
    cache_read: u64,
}

/// The review as a JSON document.
///
/// # Errors
/// None in practice: the shape holds only text and finite numbers.
pub fn review_json(review: &Review) -> Result<String, serde_json::Error> {
    let totals = review.plan.diff.totals;
    let document = Document {
        summary: Summary {
            files_changed: review.plan.diff.files.len(),
            lines_added: totals.added,
            lines_deleted: totals.removed,
            finding_counts: counts(review),
            ai_authored_likelihood: ai_authored(review),
            one_liner: format!("{}: {} findings by built-in checks", review.plan.request.title, review.findings.len()),
        },
        findings: review.findings.iter().map(|(finding, by)| finding_out(finding, by.as_ref())).collect(),
        risk_assessment: review.plan.map.score.as_ref().map(|score| risk(&review.plan.diff, score)),
        suppressed: 0,
        recommendation: recommendation(review),
        metadata: metadata(review),
    };
    serde_json::to_string_pretty(&document).map(|text| text + "\n")
}

/// The word of the factor that says so; `N/A` without a score.
fn ai_authored(review: &Review) -> &'static str {
    let factors = review.plan.map.score.iter().flat_map(|score| &score.factors);
    let mut found = factors.filter(|factor| factor.name == "ai_authored_signals");
    found.next().map_or("N/A", |factor| likelihood(factor.score).as_str())
}

fn risk(diff: &Diff, score: &RiskScore) -> RiskAssessment {
    let RiskScore { score, level, factors, recommended_agents, focus_areas } = score;
    RiskAssessment {
        score: *score,
        level: level.as_str(),
        factors: factors
            .iter()
            .map(|f| FactorOut { name: f.name, score: f.score, details: f.details.clone() })
            .collect(),
        recommended_agents: recommended_agents.clone(),
        focus_areas: focus_areas
            .iter()
            .map(|area| FocusOut {
                agent: area.agent,
                files: area.files.iter().map(|file| diff.path(*file).lossy().into_owned()).collect(),
                hint: area.hint.clone(),
            })
            .collect(),
    }
}

/// A run of built-in checks only never approves by itself (REVIEW stage 4).
fn recommendation(review: &Review) -> &'static str {
    let blocks = |finding: &Finding| finding.kind == Kind::Finding && finding.severity.is_blocking();
    match review.findings.iter().any(|(finding, _)| blocks(finding)) {
        true => "request-changes",
        false => "needs-discussion",
    }
}

/// Soliton's severity (REVIEW "Severity").
fn swarm(severity: Severity) -> &'static str {
    match severity {
        Severity::Blocker | Severity::Critical => "critical",
        Severity::Major | Severity::Minor => "improvement",
        Severity::Nitpick => "nitpick",
    }
}

fn counts(review: &Review) -> FindingCounts {
    let mut counts = FindingCounts::default();
    for (finding, _) in review.findings.iter().filter(|(finding, _)| finding.kind == Kind::Finding) {
        match finding.severity {
            Severity::Blocker | Severity::Critical => counts.critical += 1,
            Severity::Major | Severity::Minor => counts.improvement += 1,
            Severity::Nitpick => counts.nitpick += 1,
        }
    }
    counts
}

fn finding_out(finding: &Finding, by: Option<&Candidate>) -> FindingOut {
    let anchor = finding.placement.anchor();
    let lines = anchor.and_then(|anchor| anchor.lines);
    let sure = by.and_then(|candidate| candidate.weight.confidence).map_or(0.5, Confidence::single);
    FindingOut {
        agent: by.map_or_else(String::new, |candidate| candidate.task.as_str().to_owned()),
        category: category(finding.lens),
        severity: swarm(finding.severity),
        confidence: (sure * 100.0).round().clamp(0.0, 100.0) as u8,
        file: anchor.map(|anchor| anchor.path.lossy().into_owned()),
        line_start: lines.map(|lines| lines.start()),
        line_end: lines.map(|lines| lines.end()),
        title: finding.wording.title.clone(),
        description: finding.wording.body.clone(),
        suggestion: finding.wording.suggestion.clone(),
        evidence: by.map(|candidate| candidate.claim.evidence.clone()).filter(|text| !text.is_empty()),
        references: Vec::new(),
        label: finding.severity.as_str(),
        kind: finding.kind.as_str(),
    }
}

/// Lens -> category (FACTS 25: by table, unknown = correctness).
fn category(lens: Lens) -> &'static str {
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

fn metadata(review: &Review) -> Metadata {
    let completed = |state: &&TaskState| **state == TaskState::Ended(TaskEnd::Completed);
    let tasks = review.plan.tasks.iter().zip(&review.states);
    let failed = tasks.filter(|(_, state)| !completed(state)).map(|(task, _)| task.id.as_str().to_owned());
    Metadata {
        schema: 1,
        total_agents: review.plan.tasks.len(),
        completed_agents: review.states.iter().filter(completed).count(),
        failed_agents: failed.collect(),
        review_duration_ms: review.duration_ms,
        stack_parent: None,
        total_tokens: Tokens::default(),
        cost_usd: 0.0,
    }
}
