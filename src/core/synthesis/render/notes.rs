//! What the reader of the review must know about what was not looked at, in R3's quoted notes.

use std::collections::BTreeMap;

use super::{count, one_line};
use crate::core::{
    change,
    model::{Coverage, HeldReason, Mode, Strategy},
    synthesis::{
        board::Board,
        outcome::Stats,
        snapshot::{Fate, Origin, Stage, TaskFacts},
    },
};

/// Names listed in one note.
const NAMES: usize = 8;

/// Every note, one a line, without the quote mark.
pub(super) fn all(board: &Board<'_>, stats: &Stats) -> Vec<String> {
    files(board).into_iter().chain(beside_files(board, stats)).collect()
}

/// The same without how many files were looked at: whoever publishes says that in a sentence of its own.
pub(super) fn beside_files(board: &Board<'_>, stats: &Stats) -> Vec<String> {
    let mut notes: Vec<String> = not_had(board).into_iter().collect();
    notes.extend(coverage(board));
    if board.facts.request.ci_running {
        notes.push("**Note**: CI had not ended when this was reviewed; its outcome may change the picture.".to_owned());
    }
    if !board.facts.config_notes.is_empty() {
        let faults: Vec<String> =
            board.facts.config_notes.iter().map(|note| code_safe(note.trim_end_matches('.'))).collect();
        notes.push(format!("**Note**: the configuration has mistakes, and defaults stand in: {}.", faults.join("; ")));
    }
    notes.extend(board.notes.iter().map(|note| format!("**Note**: {}.", code_safe(note))));
    notes.extend(silenced(board, stats));
    notes.extend(by_mode(board, stats));
    notes
}

/// How much of a pull request was there to look at, when that is not all of it.
fn files(board: &Board<'_>) -> Option<String> {
    let seen = seen(board)?;
    let (at, all) = (seen.looked_at(), seen.files);
    let mut words = format!("**Note**: {at} of {} looked at", count(u32::try_from(all).unwrap_or(u32::MAX), "file"));
    for (number, what) in
        [(seen.collapsed, "collapsed (generated, vendored or binary)"), (seen.missing, "not available")]
    {
        if number > 0 {
            words.push_str(&format!(", {number} {what}"));
        }
    }
    (at < all).then(|| words + ".")
}

/// What was there to look at; of pull requests only.
fn seen(board: &Board<'_>) -> Option<Coverage> {
    let facts = board.facts;
    facts.request.number?;
    facts.map.as_ref().map(|map| change::coverage(&facts.diff, map, facts.request.files))
}

/// Parts of the pull request that its host did not give.
fn not_had(board: &Board<'_>) -> Option<String> {
    let names = &board.facts.request.not_had;
    (!names.is_empty()).then(|| format!("**Note**: could not be read: {}.", names.join(", ")))
}

/// Whether some part of the change was not looked at as planned.
pub(super) fn has_gaps(board: &Board<'_>) -> bool {
    let is_open = |task: &TaskFacts| !matches!(task.fate, Fate::Completed | Fate::Skipped(_));
    // Who judges findings, or sums them up, looks at no part of the change.
    board.facts.tasks.iter().any(|task| task.origin != Origin::Judge && is_open(task))
        || board.facts.request.ci_running
        || seen(board).is_some_and(|seen| seen.missing > 0)
}

/// Skipped, failed, cut and open tasks, those with one reason in one note.
fn coverage(board: &Board<'_>) -> Vec<String> {
    let mut groups: BTreeMap<(u8, String), Vec<&TaskFacts>> = BTreeMap::new();
    // A review is as good without its summary.
    let is_summary = |task: &TaskFacts| task.origin == Origin::Judge && task.pass == "summary";
    for task in board.facts.tasks.iter().filter(|task| !is_summary(task)) {
        let key = match &task.fate {
            Fate::Completed => continue,
            Fate::Failed(why) => (0, format!("encountered an error: {}", one_line(why))),
            Fate::Stopped => (1, "was stopped before its end".to_owned()),
            Fate::Open if board.facts.stage == Stage::Running => (2, "is still at work".to_owned()),
            Fate::Open => (2, "had not ended".to_owned()),
            Fate::Skipped(why) => (3, format!("was skipped: {}", one_line(why))),
        };
        groups.entry(key).or_default().push(task);
    }
    groups.into_iter().map(|((_, what), tasks)| format!("**Note**: {} {what}.", names(&tasks))).collect()
}

fn names(tasks: &[&TaskFacts]) -> String {
    let mut names: Vec<&str> = tasks.iter().map(|task| task.pass.as_str()).collect();
    names.dedup();
    let more = names.len().saturating_sub(NAMES);
    let listed = names.iter().take(NAMES).copied().collect::<Vec<_>>().join(", ");
    match (names.len(), more) {
        (1, _) => listed,
        (_, 0) => format!("each of {listed}"),
        _ => format!("each of {listed} and {more} more"),
    }
}

/// R3's line on suppressed findings, and which rule took how many.
fn silenced(board: &Board<'_>, stats: &Stats) -> Vec<String> {
    let total = stats.held(HeldReason::Suppressed);
    if total == 0 {
        return Vec::new();
    }
    let mut rules: BTreeMap<&str, u32> = BTreeMap::new();
    for filtered in board.filtered.iter().filter(|filtered| filtered.reason == HeldReason::Suppressed) {
        *rules.entry(filtered.details.as_str()).or_default() += 1;
    }
    let rules: Vec<String> = rules.into_iter().map(|(rule, n)| format!("{n} by {}", code_safe(rule))).collect();
    vec![format!("{} suppressed by configured rules ({}).", count(total, "finding"), rules.join("; "))]
}

fn by_mode(board: &Board<'_>, stats: &Stats) -> Option<String> {
    let held = stats.held(HeldReason::Mode);
    let mode = match board.facts.settings.strategy {
        Strategy::Passes(Mode::MajorOnly) => "major-only",
        Strategy::Passes(Mode::Balanced) => "balanced",
        Strategy::Passes(Mode::Full) | Strategy::Hotspots | Strategy::Swarm => return None,
    };
    (held > 0).then(|| format!("{} left out by the mode {mode}.", count(held, "small finding")))
}

/// Patterns of a configuration are text of others: on one line, and nothing in them is Markdown.
fn code_safe(text: &str) -> String {
    let mut safe = String::with_capacity(text.len());
    for c in one_line(text).chars() {
        if matches!(c, '`' | '*' | '_' | '[' | ']' | '<' | '>' | '|' | '\\' | '#' | '@' | '!') {
            safe.push('\\');
        }
        safe.push(c);
    }
    safe
}
