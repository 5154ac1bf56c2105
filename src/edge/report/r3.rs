//! `--output r3`: the whole REVIEW_DOCUMENT of R3 (step 8c), in its names, with both logs in its words; `schema` in
//! front. With `--all` what was held back stands behind the findings, each with `held_back`.

use serde::Serialize;

use super::{
    Extent, Review,
    review::Item,
    wire::{self, HeldBack, Spot},
};
use crate::core::{
    model::{Finding, FindingId, HeldReason, Kind, Severity},
    synthesis::{Author, Entry, Filtered, InlineComment, Merge, Stats},
};

#[derive(Serialize)]
pub(super) struct Document {
    schema: u32,
    summary: Summary,
    action: &'static str,
    action_reasoning: String,
    findings: Vec<FindingOut>,
    inline_comments: Vec<Comment>,
    review_body: String,
    dedup_log: Vec<MergeOut>,
    filtered_log: Vec<FilteredOut>,
}

#[derive(Serialize)]
struct Summary {
    title: String,
    body: String,
    stats: StatsOut,
}

#[derive(Serialize)]
struct StatsOut {
    blocker: u32,
    critical: u32,
    major: u32,
    minor: u32,
    nitpick: u32,
    question: u32,
    praise: u32,
    thought: u32,
    note: u32,
    total: u32,
    merged: u32,
    nits_suppressed: u32,
    suppressed: u32,
}

#[derive(Serialize)]
struct FindingOut {
    id: String,
    pass: String,
    label: &'static str,
    kind: &'static str,
    /// R3's weight: 1 to 5, 0 for praise, thoughts and notes.
    severity: u8,
    /// 0.0 to 1.0; null = not given.
    confidence: Option<f64>,
    category: &'static str,
    file: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    file_hex: Option<String>,
    line_start: Option<u32>,
    line_end: Option<u32>,
    side: Option<&'static str>,
    title: String,
    body: String,
    suggestion: Option<String>,
    related_to: Vec<String>,
    suppressed: bool,
    priority: u8,
    #[serde(skip_serializing_if = "Option::is_none")]
    held_back: Option<HeldBack>,
}

#[derive(Serialize)]
struct Comment {
    finding_id: String,
    path: String,
    line: u32,
    start_line: Option<u32>,
    side: &'static str,
    start_side: Option<&'static str>,
    body: String,
    author: &'static str,
}

#[derive(Serialize)]
struct MergeOut {
    merged: Vec<String>,
    into: String,
    reason: String,
}

#[derive(Serialize)]
struct FilteredOut {
    finding_id: String,
    reason: &'static str,
    details: String,
}

/// The document.
pub(super) fn document(review: &Review, extent: Extent) -> Document {
    let document = &review.document;
    let mut findings: Vec<FindingOut> =
        document.findings.iter().map(|entry| of_entry(entry, review.items.get(&entry.finding.id), extent)).collect();
    if extent == Extent::All {
        let listed = |id: &FindingId| document.findings.iter().any(|entry| entry.finding.id == *id);
        let held = review.held().filter(|(item, _)| !listed(&item.finding.id));
        findings.extend(held.map(|(item, held)| of_held(item, HeldBack::of(&item.finding, &held))));
    }
    Document {
        schema: 1,
        summary: Summary {
            title: document.title.clone(),
            body: document.review_body.clone(),
            stats: stats(&document.stats),
        },
        action: document.action.action.as_str(),
        action_reasoning: document.action.reasoning.clone(),
        findings,
        inline_comments: document.inline_comments.iter().map(comment).collect(),
        review_body: document.review_body.clone(),
        dedup_log: document.dedup_log.iter().map(merge).collect(),
        filtered_log: document.filtered_log.iter().map(filtered).collect(),
    }
}

fn stats(stats: &Stats) -> StatsOut {
    StatsOut {
        blocker: stats.severity(Severity::Blocker),
        critical: stats.severity(Severity::Critical),
        major: stats.severity(Severity::Major),
        minor: stats.severity(Severity::Minor),
        nitpick: stats.severity(Severity::Nitpick),
        question: stats.kind(Kind::Question),
        praise: stats.kind(Kind::Praise),
        thought: stats.kind(Kind::Thought),
        note: stats.kind(Kind::Note),
        total: stats.surfaced(),
        merged: stats.merged,
        nits_suppressed: stats.nits_suppressed(),
        suppressed: stats.held(HeldReason::Suppressed),
    }
}

fn of_entry(entry: &Entry, item: Option<&Item>, extent: Extent) -> FindingOut {
    let Entry { finding, pass: _, confidence, related_to, suppressed, author: _, marked: _, about: _ } = entry;
    let held = item.and_then(Item::held).filter(|_| *suppressed && extent == Extent::All);
    FindingOut {
        pass: wire::pass(entry).to_owned(),
        confidence: *confidence,
        related_to: related_to.iter().map(ToString::to_string).collect(),
        suppressed: *suppressed,
        held_back: held.as_ref().map(|held| HeldBack::of(finding, held)),
        ..out(finding, item)
    }
}

fn of_held(item: &Item, held_back: HeldBack) -> FindingOut {
    FindingOut { held_back: Some(held_back), ..out(&item.finding, Some(item)) }
}

fn out(finding: &Finding, item: Option<&Item>) -> FindingOut {
    let Spot { file, file_hex, lines, side } = wire::spot(finding, item);
    let task = item.and_then(|item| item.candidate.as_ref()).map(|candidate| candidate.task.as_str());
    let is_weighed = matches!(finding.kind, Kind::Finding | Kind::Question);
    FindingOut {
        id: finding.id.to_string(),
        pass: task.map_or_else(String::new, |task| task.strip_prefix("builtin:").unwrap_or(task).to_owned()),
        label: wire::label(finding),
        kind: finding.kind.as_str(),
        severity: if is_weighed { finding.severity.weight() } else { 0 },
        confidence: item.and_then(wire::single),
        category: finding.lens.as_str(),
        file,
        file_hex,
        line_start: lines.map(|lines| lines.start()),
        line_end: lines.map(|lines| lines.end()),
        side: side.map(|side| side.as_str()),
        title: finding.wording.title.clone(),
        body: finding.wording.body.clone(),
        suggestion: finding.wording.suggestion.clone(),
        related_to: Vec::new(),
        suppressed: false,
        priority: finding.priority,
        held_back: None,
    }
}

/// GitHub's form (FACTS 2): both sides are given for a range.
fn comment(comment: &InlineComment) -> Comment {
    let InlineComment { finding, path, line, start_line, side, body, author } = comment;
    Comment {
        finding_id: finding.to_string(),
        path: path.clone(),
        line: *line,
        start_line: *start_line,
        side: side.as_str(),
        start_side: start_line.map(|_| side.as_str()),
        body: body.clone(),
        author: match author {
            Author::Agent => "agent",
            Author::Person => "person",
        },
    }
}

fn merge(merge: &Merge) -> MergeOut {
    let Merge { merged, into, reason } = merge;
    MergeOut {
        merged: merged.iter().map(ToString::to_string).collect(),
        into: into.to_string(),
        reason: reason.clone(),
    }
}

fn filtered(filtered: &Filtered) -> FilteredOut {
    let Filtered { finding, reason, details } = filtered;
    FilteredOut { finding_id: finding.to_string(), reason: reason.as_str(), details: details.clone() }
}
