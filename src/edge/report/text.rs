//! `--output text`: a review for reading in a terminal: the verdict, the findings in their order, what was held back
//! and why, what was looked at. Everything from outside is sanitised.

use super::{
    Review, escape,
    review::{Item, is_agent},
    wire,
};
use crate::core::{
    model::{Kind, TaskEnd, TaskState},
    synthesis::Entry,
};

/// Problems of the diff that are told one by one.
const PROBLEMS: usize = 20;

/// The text.
pub(super) fn text(review: &Review) -> String {
    let totals = review.plan.diff.totals;
    let files = review.plan.diff.files.len();
    let action = &review.document.action;
    let mut out = format!(
        "{}\n{files} files, +{} -{}\n{}: {}\n",
        escape::line(&review.plan.request.title),
        totals.added,
        totals.removed,
        action.action.as_str(),
        escape::line(&action.reasoning)
    );
    for (entry, item) in review.surfaced() {
        out.push_str(&finding(entry, item));
    }
    if let Some(closing) = &review.closing {
        out.push_str(&format!("\n{closing}\n"));
    } else if review.surfaced().next().is_none() {
        out.push_str(&format!("\n{}.\n", escape::line(&review.document.title)));
    }
    out.push_str(&held(review));
    out.push_str(&coverage(review));
    out
}

fn finding(entry: &Entry, item: Option<&Item>) -> String {
    let wording = &entry.finding.wording;
    let title = if wording.title.is_empty() { String::new() } else { format!(": {}", escape::line(&wording.title)) };
    let sure = match (entry.finding.kind, entry.confidence) {
        (Kind::Finding | Kind::Question, Some(_)) => format!(", {} %", wire::percent(entry.confidence)),
        _ => String::new(),
    };
    let mut out = format!("\n{}{title}\n  {}  [{}] ", label(entry), place(entry, item), entry.finding.id);
    out.push_str(&format!("{}{sure}\n", escape::line(wire::pass(entry))));
    let also: Vec<String> = entry.related_to.iter().map(ToString::to_string).collect();
    if !also.is_empty() {
        out.push_str(&format!("  together with {}\n", escape::line(&also.join(", "))));
    }
    let suggestion = wording.suggestion.as_deref().map(|text| format!("suggested:\n{}", indented(text)));
    for block in [Some(escape::lines(&wording.body)), suggestion].into_iter().flatten() {
        out.push_str(&indented(&block));
    }
    out
}

fn indented(text: &str) -> String {
    escape::lines(text).lines().map(|row| if row.is_empty() { "\n".to_owned() } else { format!("  {row}\n") }).collect()
}

fn label(entry: &Entry) -> String {
    match entry.finding.kind {
        Kind::Finding => entry.finding.severity.to_string(),
        Kind::Question => format!("{} question", entry.finding.severity),
        kind => kind.to_string(),
    }
}

fn place(entry: &Entry, item: Option<&Item>) -> String {
    let spot = wire::spot(&entry.finding, item);
    let Some(file) = spot.file else { return "whole change".to_owned() };
    let file = escape::line(&file);
    match spot.lines {
        Some(lines) if lines.start() == lines.end() => format!("{file}:{}", lines.start()),
        Some(lines) => format!("{file}:{}-{}", lines.start(), lines.end()),
        None => file,
    }
}

fn held(review: &Review) -> String {
    let rows: Vec<String> = review
        .held()
        .map(|(item, held)| {
            let title = escape::line(&item.finding.wording.title);
            format!("  {} {title}\n    {}: {}\n", item.finding.id, held.reason.as_str(), escape::line(&held.details))
        })
        .collect();
    match rows.len() {
        0 => String::new(),
        count => format!("\n{count} held back:\n{}", rows.concat()),
    }
}

/// How much of the change there was to look at, where that is not all of it, and what its host did not give.
fn files(review: &Review) -> String {
    let seen = review.coverage;
    let mut out = String::new();
    if seen.looked_at() < seen.files {
        out.push_str(&format!("{} of {} files looked at", seen.looked_at(), seen.files));
        let parts = [(seen.collapsed, "collapsed (generated, vendored or binary)"), (seen.missing, "not available")];
        for (number, what) in parts.into_iter().filter(|(number, _)| *number > 0) {
            out.push_str(&format!(", {number} {what}"));
        }
        out.push_str(".\n");
    }
    if !review.not_had.is_empty() {
        out.push_str(&format!("Could not be read: {}.\n", escape::line(&review.not_had.join(", "))));
    }
    out
}

/// What was looked at by whom; silence is never "nothing found".
fn coverage(review: &Review) -> String {
    let done = |state: &TaskState| *state == TaskState::Ended(TaskEnd::Completed);
    let (completed, all) = review.done();
    let mut out = format!("\nCoverage: {completed} of {all} reviewers completed");
    if let Some(what) = &review.blocked {
        out = format!("\nTier 0 blocks this: {}.\n{}", escape::line(what), out.trim_start());
    }
    let by_agent = review.tasks().any(|(task, state)| is_agent(task) && done(state));
    out.push_str(if by_agent { ".\n" } else { "; built-in checks only, no model was asked.\n" });
    out.push_str(&files(review));
    for (task, state) in review.tasks() {
        let id = escape::line(task.id.as_str());
        match state {
            TaskState::Ended(TaskEnd::Completed | TaskEnd::Skipped(_)) => {}
            TaskState::Ended(TaskEnd::Stopped) => out.push_str(&format!("Partial: {id} was stopped.\n")),
            TaskState::Ended(TaskEnd::Failed(why)) => {
                out.push_str(&format!("Partial: {id} failed: {}\n", escape::line(why)));
            }
            TaskState::Queued | TaskState::Running => out.push_str(&format!("Partial: {id} did not end.\n")),
        }
    }
    for (why, count, passes) in review.skipped() {
        let tasks = if count == 1 { "1 task".to_owned() } else { format!("{count} tasks") };
        let who = escape::line(&passes.join(", "));
        out.push_str(&format!("Skipped: {tasks} ({who}): {}.\n", escape::line(&why)));
    }
    for problem in review.plan.diff.problems.iter().take(PROBLEMS) {
        out.push_str(&format!("Line {} of the diff: {}\n", problem.line, escape::line(&problem.what)));
    }
    for note in &review.notes {
        out.push_str(&format!("Note: {}\n", escape::line(note)));
    }
    out
}
