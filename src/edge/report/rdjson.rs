//! `--output rdjson`: reviewdog's diagnostic format. It knows findings at lines and nothing else: praise, thoughts and
//! notes have no place in it, nor has what was held back (`--all` changes nothing). A question begins with `Question:`
//! and is no error, because it never blocks. Lines of the old side are told in words. Not here: reading it.

use serde::Serialize;

use super::{
    Review, pi_words,
    review::Item,
    sarif,
    wire::{self, Spot},
};
use crate::core::{
    model::{Finding, Kind, LineRange, Placement, Severity, Side},
    synthesis::Entry,
};

#[derive(Serialize)]
pub(super) struct Document {
    source: Source,
    diagnostics: Vec<Diagnostic>,
}

#[derive(Serialize)]
struct Source {
    name: &'static str,
}

#[derive(Serialize)]
struct Diagnostic {
    message: String,
    location: Location,
    severity: &'static str,
    source: Source,
    code: Code,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    suggestions: Vec<Suggestion>,
}

#[derive(Serialize)]
struct Location {
    path: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    range: Option<Range>,
}

/// Without columns: whole lines, the last one with them.
#[derive(Serialize)]
struct Range {
    start: Position,
    end: Position,
}

#[derive(Serialize)]
struct Position {
    line: u32,
}

#[derive(Serialize)]
struct Code {
    value: String,
}

#[derive(Serialize)]
struct Suggestion {
    range: Range,
    text: String,
}

impl Range {
    fn of(lines: LineRange) -> Self {
        Self { start: Position { line: lines.start() }, end: Position { line: lines.end() } }
    }
}

/// The document.
pub(super) fn document(review: &Review) -> Document {
    let told = review
        .surfaced()
        .filter(|(entry, _)| matches!(entry.finding.kind, Kind::Finding | Kind::Question | Kind::Comment));
    Document { source: Source { name: "prr" }, diagnostics: told.map(|(entry, item)| of_entry(entry, item)).collect() }
}

fn of_entry(entry: &Entry, item: Option<&Item>) -> Diagnostic {
    let finding = &entry.finding;
    let Spot { file, file_hex: _, lines, side } = wire::spot(finding, item);
    let is_old = side == Some(Side::Left);
    Diagnostic {
        message: message(finding, lines.filter(|_| is_old)),
        location: Location { path: file.unwrap_or_default(), range: lines.filter(|_| !is_old).map(Range::of) },
        severity: severity(finding),
        source: Source { name: "prr" },
        code: Code { value: sarif::rule_id(finding, item) },
        suggestions: suggestion(finding).into_iter().collect(),
    }
}

fn message(finding: &Finding, old: Option<LineRange>) -> String {
    let text = wire::message(&finding.wording);
    let text = match finding.kind {
        Kind::Question => format!("{}{text}", pi_words::QUESTION),
        _ => text,
    };
    match old {
        None => text,
        Some(lines) if lines.start() == lines.end() => {
            format!("{text}\n\n(Line {} of the old version.)", lines.start())
        }
        Some(lines) => format!("{text}\n\n(Lines {} to {} of the old version.)", lines.start(), lines.end()),
    }
}

fn severity(finding: &Finding) -> &'static str {
    match (finding.kind, finding.severity) {
        (Kind::Finding, Severity::Blocker | Severity::Critical) => "ERROR",
        (Kind::Finding | Kind::Question, Severity::Blocker | Severity::Critical | Severity::Major) => "WARNING",
        _ => "INFO",
    }
}

/// A replacement that is known to the line.
fn suggestion(finding: &Finding) -> Option<Suggestion> {
    let text = finding.wording.suggestion.as_deref()?;
    let Placement::Inline(anchor) = &finding.placement else { return None };
    let lines = anchor.lines.filter(|_| anchor.side == Side::Right)?;
    Some(Suggestion { range: Range::of(lines), text: text.to_owned() })
}
