//! `prr review` for people: plain text, and Markdown.

use crate::core::model::{Finding, TaskEnd, TaskState};

use super::{Review, escape};

/// The review as text for a terminal.
pub fn review_text(review: &Review) -> String {
    let request = &review.plan.request;
    let totals = review.plan.diff.totals;
    let files = review.plan.diff.files.len();
    let mut out = format!("{}\n{files} files, +{} -{}\n", escape::line(&request.title), totals.added, totals.removed);
    out.push_str(&coverage(review));
    for (finding, _) in &review.findings {
        out.push_str(&format!("\n{}: {}\n", label(finding), escape::line(&finding.wording.title)));
        out.push_str(&format!("  {}  [{}]\n", place(finding), finding.id));
        for line in escape::lines(&finding.wording.body).lines() {
            out.push_str(&format!("  {line}\n"));
        }
    }
    if review.findings.is_empty() && review.is_complete() {
        out.push_str("\nThe built-in reviewers found nothing to say.\n");
    }
    if !review.held.is_empty() {
        out.push_str(&format!("\n{} held back:\n", review.held.len()));
        for finding in &review.held {
            let why = finding.held.as_ref().map_or("", |held| held.reason.as_str());
            out.push_str(&format!("  {} {}: {why}\n", finding.id, escape::line(&finding.wording.title)));
        }
    }
    out
}

/// The review as Markdown.
pub fn review_markdown(review: &Review) -> String {
    let request = &review.plan.request;
    let mut out = format!("## Code Review: {}\n\n", escape::markdown(&request.title));
    out.push_str(&coverage(review));
    out.push('\n');
    for (finding, _) in &review.findings {
        let title = escape::markdown(&finding.wording.title);
        out.push_str(&format!("- **{}** `{}`: {title}\n", label(finding), place(finding).replace('`', "'")));
        for line in escape::markdown(&finding.wording.body).lines() {
            out.push_str(&format!("  {line}\n"));
        }
    }
    if review.findings.is_empty() && review.is_complete() {
        out.push_str("The built-in reviewers found nothing to say.\n");
    }
    out
}

/// What was looked at by whom; silence is never "nothing found".
fn coverage(review: &Review) -> String {
    let mut out = "Reviewed by built-in checks only; no model is configured.\n".to_owned();
    for (task, state) in review.plan.tasks.iter().zip(&review.states) {
        match state {
            TaskState::Ended(TaskEnd::Completed) => {}
            TaskState::Ended(TaskEnd::Stopped) => out.push_str(&format!("Partial: {} was stopped.\n", task.id)),
            TaskState::Ended(TaskEnd::Failed(why)) => {
                out.push_str(&format!("Partial: {} failed: {}\n", task.id, escape::line(why)));
            }
            TaskState::Queued | TaskState::Running => out.push_str(&format!("Partial: {} did not end.\n", task.id)),
        }
    }
    for problem in review.plan.diff.problems.iter().take(20) {
        out.push_str(&format!("Line {} of the diff: {}\n", problem.line, escape::line(&problem.what)));
    }
    out
}

fn label(finding: &Finding) -> String {
    match finding.kind {
        crate::core::model::Kind::Finding => finding.severity.to_string(),
        kind => format!("{} {kind}", finding.severity),
    }
}

fn place(finding: &Finding) -> String {
    let Some(anchor) = finding.placement.anchor() else { return "whole change".to_owned() };
    let path = escape::line(&anchor.path.lossy());
    match anchor.lines {
        Some(lines) if lines.start() == lines.end() => format!("{path}:{}", lines.start()),
        Some(lines) => format!("{path}:{}-{}", lines.start(), lines.end()),
        None => path,
    }
}
