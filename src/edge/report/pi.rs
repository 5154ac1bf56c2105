//! `--output pr-json`: pi's contract (its "OUTPUT FORMAT"), key for key; with `--all` what was held back as well, each
//! with `held_back`. What pi leaves open: a question is a finding of P2 at most whose title begins with `Question:`,
//! because it never blocks (FACTS 19); praise is a strength, thoughts, notes and a person's comments are `notes`; a
//! place without lines has the line 0. Verdict: FACTS 22. A change that nobody was asked about is `skipped`.

use serde::Serialize;

use super::{
    Extent, Review, pi_words as words,
    review::{Item, is_agent},
    soliton,
    wire::{self, HeldBack, Spot},
};
use crate::core::{
    model::{Finding, Kind, Lens, Pass, Placement, ReviewAction, Severity, Side, TaskEnd, TaskState},
    synthesis::Ground,
};

#[derive(Serialize)]
pub(super) struct Document {
    pr: Pr,
    disposition: &'static str,
    verification: String,
    overview: String,
    strengths: Vec<String>,
    findings: Vec<FindingOut>,
    notes: Notes,
    verdict: &'static str,
    overall_correctness: &'static str,
    overall_explanation: String,
    overall_confidence_score: f64,
}

/// A target that is no pull request has the number 0.
#[derive(Serialize)]
struct Pr {
    number: u64,
    title: String,
    head_sha: String,
}

#[derive(Serialize)]
struct FindingOut {
    title: String,
    severity: &'static str,
    blocking: bool,
    body: String,
    confidence_score: f64,
    code_location: Option<Location>,
    #[serde(skip_serializing_if = "Option::is_none")]
    held_back: Option<HeldBack>,
}

#[derive(Serialize)]
struct Location {
    absolute_file_path: String,
    line_range: Lines,
    side: &'static str,
    commentable: bool,
}

#[derive(Serialize)]
struct Lines {
    start: u32,
    end: u32,
}

/// One line each; '' when there is nothing to say.
#[derive(Serialize, Default)]
struct Notes {
    correctness: String,
    security: String,
    performance: String,
}

/// The document.
pub(super) fn document(review: &Review, extent: Extent) -> Document {
    let document = &review.document;
    let request = &review.plan.request;
    let mut findings: Vec<FindingOut> =
        soliton::shown(review).map(|(entry, item)| out(&entry.finding, item, entry.confidence)).collect();
    let blocks = findings.iter().any(|finding| finding.blocking);
    if extent == Extent::All {
        let held = review.held().filter(|(item, _)| matches!(item.finding.kind, Kind::Finding | Kind::Question));
        findings.extend(held.map(|(item, held)| FindingOut {
            held_back: Some(HeldBack::of(&item.finding, &held)),
            ..out(&item.finding, Some(item), wire::single(item))
        }));
    }
    let skipped = review.closing.clone().or_else(|| {
        (document.action.ground == Ground::Nothing && review.states.is_empty()).then(|| document.title.clone())
    });
    let overview = document.sections.paragraphs.join("\n\n");
    Document {
        pr: Pr {
            number: request.pull.as_ref().map_or(0, |pull| pull.number),
            title: request.title.clone(),
            head_sha: request.head_sha.clone().unwrap_or_default(),
        },
        disposition: if skipped.is_some() { "skipped" } else { "reviewed" },
        verification: verification(review),
        overview: if overview.trim().is_empty() { document.title.clone() } else { overview },
        strengths: strengths(review),
        findings,
        notes: notes(review),
        verdict: verdict(document.action.action, blocks, skipped.is_some()),
        overall_correctness: if blocks { "patch is incorrect" } else { "patch is correct" },
        overall_explanation: skipped.unwrap_or_else(|| soliton::one_liner(review)),
        overall_confidence_score: confidence(review),
    }
}

fn verdict(action: ReviewAction, blocks: bool, skipped: bool) -> &'static str {
    match action {
        _ if blocks => "request_changes",
        _ if skipped => "approve",
        ReviewAction::CommentOnly => "comment",
        ReviewAction::Approve | ReviewAction::RequestChanges => "approve",
    }
}

fn out(finding: &Finding, item: Option<&Item>, single: Option<f64>) -> FindingOut {
    let is_question = finding.kind == Kind::Question;
    let severity = if is_question { finding.severity.min(Severity::Major) } else { finding.severity };
    let wording = &finding.wording;
    let (title, body) = words::title_and_body(words::tag(severity), is_question, wording);
    FindingOut {
        title,
        severity: words::tag(severity),
        blocking: severity.is_blocking(),
        body,
        confidence_score: single.filter(|single| single.is_finite()).unwrap_or(0.5).clamp(0.0, 1.0),
        code_location: location(finding, item),
        held_back: None,
    }
}

fn location(finding: &Finding, item: Option<&Item>) -> Option<Location> {
    let Spot { file, file_hex: _, lines, side } = wire::spot(finding, item);
    let commentable = matches!(&finding.placement, Placement::Inline(anchor) if anchor.lines.is_some());
    Some(Location {
        absolute_file_path: file?,
        line_range: Lines { start: lines.map_or(0, |lines| lines.start()), end: lines.map_or(0, |lines| lines.end()) },
        side: side.unwrap_or(Side::Right).as_str(),
        commentable,
    })
}

fn strengths(review: &Review) -> Vec<String> {
    let praise = review.surfaced().filter(|(entry, _)| entry.finding.kind == Kind::Praise);
    praise.map(|(entry, _)| words::in_one(&entry.finding.wording)).collect()
}

/// What is neither a finding nor a strength, by lens.
fn notes(review: &Review) -> Notes {
    let mut notes = Notes::default();
    for (entry, _) in review.surfaced() {
        if !matches!(entry.finding.kind, Kind::Thought | Kind::Note | Kind::Comment) {
            continue;
        }
        let place = match entry.finding.lens {
            Lens::Security | Lens::ObservabilityPrivacy | Lens::DependencyRisk => &mut notes.security,
            Lens::Performance | Lens::Caching => &mut notes.performance,
            _ => &mut notes.correctness,
        };
        let line = words::in_one(&entry.finding.wording);
        let line = line.split_whitespace().collect::<Vec<_>>().join(" ");
        if !place.is_empty() {
            place.push_str("; ");
        }
        place.push_str(&line);
    }
    notes
}

/// What was run, and what was not.
fn verification(review: &Review) -> String {
    let done = |state: &TaskState| *state == TaskState::Ended(TaskEnd::Completed);
    let tools: Vec<&str> = review
        .tasks()
        .filter(|(_, state)| done(state))
        .filter_map(|(task, _)| match &task.pass {
            Pass::Tool(name) => Some(name.as_str()),
            Pass::Builtin(_) | Pass::Import(_) | Pass::Replay(_) | Pass::Agent(_) => None,
        })
        .collect();
    let ran = match tools.is_empty() {
        true => "Nothing was built or run.".to_owned(),
        false => format!("Tools that ran: {}. Nothing else was built or run.", tools.join(", ")),
    };
    let (completed, all) = review.done();
    let by_agent = review.tasks().any(|(task, state)| is_agent(task) && done(state));
    let who = if by_agent { "" } else { "; built-in checks only, no model was asked" };
    let mut out = format!("{ran} {completed} of {all} reviewers completed{who}.");
    for (task, state) in review.tasks() {
        let what = match state {
            TaskState::Ended(TaskEnd::Failed(why)) => format!("failed: {why}"),
            TaskState::Ended(TaskEnd::Stopped) => "was stopped".to_owned(),
            TaskState::Queued | TaskState::Running => "did not end".to_owned(),
            TaskState::Ended(TaskEnd::Completed | TaskEnd::Skipped(_)) => continue,
        };
        out.push_str(&format!(" {} {what}.", task.id));
    }
    for (why, _, passes) in review.skipped() {
        out.push_str(&format!(" Skipped: {}: {why}.", passes.join(", ")));
    }
    out
}

/// How sure the verdict is: of a blocking finding as sure as the surest of them, else the part of the reviewers that
/// completed; half of that when no agent looked.
fn confidence(review: &Review) -> f64 {
    let blocking = soliton::shown(review)
        .filter(|(entry, _)| entry.finding.kind == Kind::Finding && entry.finding.severity.is_blocking());
    let surest = blocking.map(|(entry, _)| entry.confidence.unwrap_or(0.5)).max_by(f64::total_cmp);
    let (completed, all) = review.done();
    let share = if all == 0 { 0.0 } else { completed as f64 / all as f64 };
    let by_agent = review.tasks().any(|(task, state)| is_agent(task) && *state == TaskState::Ended(TaskEnd::Completed));
    let value = surest.unwrap_or(if by_agent { share } else { share / 2.0 });
    (value.clamp(0.0, 1.0) * 1e4).round() / 1e4
}
