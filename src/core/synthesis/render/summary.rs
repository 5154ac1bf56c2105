//! The title of the review, and the paragraphs that say what it comes to.

use super::{Shown, count, label, notes, one_line};
use crate::core::{
    model::{HeldReason, Kind, Severity},
    synthesis::{
        action::{Action, Ground},
        board::Board,
        outcome::{Stats, place_name},
        snapshot::{Fate, Origin},
    },
};

/// Characters of an overview in the body.
const TOLD: usize = 3_000;
/// Findings named in the second paragraph.
const KEY: usize = 3;

/// One line for lists and headers; never empty.
pub(super) fn title(stats: &Stats, action: &Action) -> String {
    let blocking = stats.severity(Severity::Blocker) + stats.severity(Severity::Critical);
    let small = stats.severity(Severity::Minor) + stats.severity(Severity::Nitpick);
    let major = stats.severity(Severity::Major);
    let questions = stats.kind(Kind::Question);
    let parts: Vec<String> =
        [(blocking, "blocking finding"), (major, "major finding"), (small, "small finding"), (questions, "question")]
            .into_iter()
            .filter(|(n, _)| *n > 0)
            .map(|(n, thing)| count(n, thing))
            .collect();
    match (parts.is_empty(), action.ground) {
        (false, Ground::Draft) => format!("Draft: {}", parts.join(", ")),
        (false, _) => capital(&parts.join(", ")),
        (true, Ground::AllErrored) => "No result: every agent failed".to_owned(),
        (true, Ground::Partial) => "Nothing found so far; the review is partial".to_owned(),
        (true, Ground::AllFiltered) => "Nothing left after filtering".to_owned(),
        (true, _) if stats.kind(Kind::Praise) > 0 => "Good work: only praise".to_owned(),
        (true, _) if stats.held(HeldReason::Suppressed) > 0 => "Nothing left beside suppressed findings".to_owned(),
        (true, Ground::BuiltInOnly) => "Built-in checks found nothing".to_owned(),
        (true, _) if stats.surfaced() > 0 => "Remarks only".to_owned(),
        (true, _) => "Nothing found".to_owned(),
    }
}

fn capital(text: &str) -> String {
    let mut chars = text.chars();
    chars.next().map(|first| first.to_uppercase().chain(chars).collect()).unwrap_or_default()
}

/// The verdict's reason, and the title where it adds to that.
pub(super) fn statement(title: &str, action: &Action) -> String {
    match action.ground {
        Ground::Nothing | Ground::OnlyPraise | Ground::AllFiltered => action.reasoning.clone(),
        _ => format!("{} In all: {}.", action.reasoning, lower(title)),
    }
}

fn lower(text: &str) -> String {
    let mut chars = text.chars();
    chars.next().map(|first| first.to_lowercase().chain(chars).collect()).unwrap_or_default()
}

/// Two or three paragraphs: the whole, what matters most, what is missing.
pub(super) fn paragraphs(board: &Board<'_>, shown: &[Shown<'_>], title: &str, action: &Action) -> Vec<String> {
    let mut paragraphs = vec![statement(title, action)];
    paragraphs.extend(told(board));
    paragraphs.extend(key(shown));
    paragraphs.extend(dense(shown));
    if notes::has_gaps(board) {
        let of_change = || board.facts.tasks.iter().filter(|task| task.origin != Origin::Judge);
        let done = of_change().filter(|task| task.fate == Fate::Completed).count();
        let all = of_change().filter(|task| !matches!(task.fate, Fate::Skipped(_))).count();
        paragraphs.push(format!(
            "{done} of {all} passes looked at everything they were to; the notes below say what is missing."
        ));
    }
    paragraphs
}

/// What models tell of the change and of the review, as quotes: nothing in them can pass for a part of the document.
fn told(board: &Board<'_>) -> Vec<String> {
    let of = |pass: &'static str, lead: &'static str| {
        let texts = board.facts.tasks.iter().filter(move |task| task.pass == pass && task.fate == Fate::Completed);
        texts.filter_map(move |task| quote(lead, &task.overview))
    };
    of("overview", "What the change does, as a model tells it:").chain(of("summary", "In short, by a model:")).collect()
}

/// A text of a model as a quote; `None` = it says nothing.
fn quote(lead: &str, text: &str) -> Option<String> {
    let clean: String = text.chars().filter(|c| !c.is_control() || *c == '\n').take(TOLD).collect();
    let rows: Vec<&str> = clean.trim().lines().collect();
    if rows.is_empty() {
        return None;
    }
    let row = |row: &str| format!("> {row}").trim_end().to_owned();
    let told: Vec<String> = super::closed(&rows.join("\n")).lines().map(row).collect();
    Some(format!("> **{lead}**\n>\n{}", told.join("\n")))
}

/// The first findings, else what was praised.
fn key(shown: &[Shown<'_>]) -> Option<String> {
    let weighed: Vec<String> = shown.iter().filter(|one| one.item.is_weighed()).take(KEY).map(named).collect();
    if !weighed.is_empty() {
        return Some(format!("What matters most: {}.", weighed.join("; ")));
    }
    let praise = shown.iter().filter(|one| one.entry.finding.kind == Kind::Praise);
    let praised: Vec<String> = praise.take(KEY).map(named).collect();
    (!praised.is_empty()).then(|| format!("Done well: {}.", praised.join("; ")))
}

fn named(one: &Shown<'_>) -> String {
    let finding = &one.entry.finding;
    let place = one.item.path().map(|path| format!(" in `{}`", place_name(path, one.item.lines()))).unwrap_or_default();
    let title = one_line(&finding.wording.title);
    format!("{title} ({}{place})", label(finding))
}

/// R3's remark on a change with very many findings.
fn dense(shown: &[Shown<'_>]) -> Option<String> {
    let weighed = shown.iter().filter(|one| one.item.is_weighed()).count();
    (weighed > super::MANY).then(|| {
        format!("{weighed} findings in one change point to a cause behind them: it may pay to look for that first.")
    })
}
