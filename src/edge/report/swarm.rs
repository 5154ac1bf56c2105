//! Soliton's format A (its Step 6): Markdown of a review of the strategy swarm, without nitpicks (FACTS 14). Where there
//! is no score the risk stands as "not scored". Called by `markdown`.

use super::{
    Review, escape,
    review::{Item, is_agent},
    risk, soliton, wire,
};
use crate::core::{
    model::{Kind, TaskEnd, TaskState},
    synthesis::Entry,
};

const NO_SCORE: &str = "not scored";

/// The text.
pub(super) fn markdown(review: &Review) -> String {
    let has_more = review.surfaced().any(|(entry, _)| matches!(entry.finding.kind, Kind::Comment));
    if soliton::shown(review).next().is_none() && !has_more {
        return nothing(review);
    }
    let mut out: Vec<String> = warnings(review);
    out.push(summary(review));
    out.extend(section(review, "Critical", "critical", ":red_circle:"));
    out.extend(section(review, "Improvements", "improvement", ":yellow_circle:"));
    out.extend(comments(review));
    out.extend(conflicts(review));
    out.push(risk(review));
    if soliton::suppressed(review) > 0 {
        out.push(format!("({} additional findings below confidence threshold)", soliton::suppressed(review)));
    }
    out.join("\n\n") + "\n"
}

/// The score with what it is made of.
fn risk(review: &Review) -> String {
    let score = match review.plan.map.score.as_ref() {
        Some(score) => {
            let details = |name: &str| {
                let factor = score.factors.iter().find(|factor| factor.name == name);
                factor.map_or_else(|| "N/A".to_owned(), |factor| escape::words(&factor.details))
            };
            let (blast, paths) = (details("blast_radius"), details("sensitive_paths"));
            let (score, level) = (score.score, score.level.as_str());
            format!("{score}/100 ({level}) | Blast Radius: {blast} | Sensitive Paths: {paths}")
        }
        None => NO_SCORE.to_owned(),
    };
    let authored = risk::ai_authored(review);
    format!("## Risk Metadata\n\nRisk Score: {score}\nAI-Authored Likelihood: {authored}")
}

/// One line. A review that may not approve does not say so.
fn nothing(review: &Review) -> String {
    let totals = review.plan.diff.totals;
    let (files, lines) = (review.plan.diff.files.len(), u64::from(totals.added) + u64::from(totals.removed));
    let facts = match review.plan.map.score.as_ref() {
        Some(score) => {
            let (score, level) = (score.score, score.level.as_str());
            format!("Risk: {score}/100 | {files} files | {lines} lines | {level} blast radius")
        }
        None => format!("Risk: {NO_SCORE} | {files} files | {lines} lines"),
    };
    let mut out = warnings(review);
    out.push(match soliton::recommendation(review) {
        "approve" => format!("Approve. {facts}"),
        _ => format!("No findings. {facts}\n\n{}", escape::markdown(&review.document.action.reasoning).trim_end()),
    });
    out.join("\n\n") + "\n"
}

/// Agents and reviewers that did not come to their end.
fn warnings(review: &Review) -> Vec<String> {
    let (done, total) = review.done();
    let warning = |(task, state): (&crate::core::model::Task, &TaskState)| {
        let what = match state {
            TaskState::Ended(TaskEnd::Completed | TaskEnd::Skipped(_)) => return None,
            TaskState::Ended(TaskEnd::Failed(why)) => format!("failed: {}", escape::words(why)),
            TaskState::Ended(TaskEnd::Stopped) => "was stopped".to_owned(),
            TaskState::Queued | TaskState::Running => "did not end".to_owned(),
        };
        let who = if is_agent(task) { "" } else { "built-in reviewer " };
        Some(format!("Warning: {who}{} {what} ({done}/{total} agents completed)", escape::words(task.id.as_str())))
    };
    review.tasks().filter_map(warning).collect()
}

fn summary(review: &Review) -> String {
    let totals = review.plan.diff.totals;
    let counts = soliton::counts(review);
    format!(
        "## Summary\n\n{} files changed, {} lines added, {} lines deleted. {} findings ({} critical, {} improvements, {} \
         nitpicks).\n\n{}",
        review.plan.diff.files.len(),
        totals.added,
        totals.removed,
        counts.critical + counts.improvement + counts.nitpick,
        counts.critical,
        counts.improvement,
        counts.nitpick,
        escape::markdown(&soliton::one_liner(review)).trim_end(),
    )
}

fn section(review: &Review, heading: &str, severity: &str, mark: &str) -> Option<String> {
    let of_it = soliton::shown(review).filter(|(entry, _)| soliton::severity(entry.finding.severity) == severity);
    let blocks: Vec<String> = of_it.map(|(entry, item)| finding(entry, item, mark)).collect();
    (!blocks.is_empty()).then(|| format!("## {heading}\n\n{}", blocks.join("\n\n")))
}

fn finding(entry: &Entry, item: Option<&Item>, mark: &str) -> String {
    let wording = &entry.finding.wording;
    let spot = wire::spot(&entry.finding, item);
    let place = spot.file.map(|file| match spot.lines {
        Some(lines) => format!(" in {}", escape::code(&format!("{file}:{}", lines.start()))),
        None => format!(" in {}", escape::code(&file)),
    });
    let question = if entry.finding.kind == Kind::Question { " question:" } else { "" };
    let head = format!(
        "{mark} [{}]{question} {}{} (confidence: {})",
        soliton::category(entry.finding.lens),
        escape::words(&wording.title),
        place.unwrap_or_default(),
        wire::percent(entry.confidence)
    );
    let body = escape::markdown(&wording.body).trim_end().to_owned();
    let suggestion = wording.suggestion.as_deref().map(|text| escape::block("suggestion", text));
    let parts = [Some(head), Some(body), suggestion];
    parts.into_iter().flatten().filter(|part| !part.is_empty()).collect::<Vec<_>>().join("\n\n")
}

/// What a person wrote: the format has no place for it, and it must not be lost.
fn comments(review: &Review) -> Option<String> {
    let own = review.surfaced().filter(|(entry, _)| entry.finding.kind == Kind::Comment);
    let block = |(entry, item): (&Entry, Option<&Item>)| {
        let place = wire::spot(&entry.finding, item);
        let place = place.file.map(|file| format!("{}\n\n", escape::code(&file))).unwrap_or_default();
        format!("{place}{}", escape::markdown(&entry.finding.wording.body).trim_end())
    };
    let blocks: Vec<String> = own.map(block).collect();
    (!blocks.is_empty()).then(|| format!("## Comments\n\n{}", blocks.join("\n\n")))
}

fn conflicts(review: &Review) -> Option<String> {
    let line = |note: &Entry| {
        let side = |id: &crate::core::model::FindingId| {
            let entry = review.document.findings.iter().find(|entry| entry.finding.id == *id)?;
            let title = escape::words(&entry.finding.wording.title);
            Some((
                wire::spot(&entry.finding, review.items.get(id)),
                format!("{} ({title}, confidence: {})", escape::words(&entry.pass), wire::percent(entry.confidence)),
            ))
        };
        let (spot, first) = side(note.related_to.first()?)?;
        let (_, second) = side(note.related_to.get(1)?)?;
        let place = format!("{}:{}", spot.file.unwrap_or_default(), spot.lines.map_or(0, |lines| lines.start()));
        Some(format!(":zap: Agents disagree on {} — {first} vs {second}", escape::code(&place)))
    };
    let lines: Vec<String> = review.conflicts().filter_map(line).collect();
    (!lines.is_empty()).then(|| format!("## Conflicts\n\n{}", lines.join("\n")))
}
