//! `--output json --feedback`: Soliton's format C, instructions that a coding agent can carry out. What the seed leaves
//! open: a suggestion of ours replaces its lines, so it is a `replace` (`fix` where it has no lines); a question, and a
//! finding without any way out, is to be investigated. The risk score is that of the plan.

use serde::Serialize;

use super::{
    Review,
    review::Item,
    soliton,
    wire::{self, Spot},
};
use crate::core::{
    diff,
    model::{Anchor, Candidate, Diff, Finding, FindingId, Kind, Placement, RunId, Severity},
};

/// Class of the built-in reviewer for secrets.
const SECRET: &str = "hardcoded-secret";

/// Lines of code quoted for one finding.
const LINES: u32 = 400;

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct Document {
    review_id: String,
    risk_score: Option<u8>,
    recommendation: &'static str,
    findings: Vec<Instruction>,
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct Instruction {
    action: &'static str,
    file: Option<String>,
    #[serde(rename = "file_hex", skip_serializing_if = "Option::is_none")]
    file_hex: Option<String>,
    line_start: Option<u32>,
    line_end: Option<u32>,
    current_code: String,
    suggested_code: Option<String>,
    reason: String,
    priority: u8,
    category: &'static str,
}

/// The document.
pub(super) fn document(review: &Review) -> Document {
    let disputed: Vec<&FindingId> = review.conflicts().flat_map(|note| &note.related_to).collect();
    let one = |(entry, item): (&crate::core::synthesis::Entry, Option<&Item>)| {
        let finding = &entry.finding;
        let mut made = instruction(&review.plan.diff, finding, item, disputed.contains(&&finding.id));
        if let Some(masked) = masked(review, finding) {
            made.current_code = masked;
        }
        made
    };
    Document {
        review_id: review_id(&review.run),
        risk_score: review.plan.map.score.as_ref().map(|score| score.score),
        recommendation: soliton::recommendation(review),
        findings: soliton::shown(review).map(one).collect(),
    }
}

/// The run's id with its time as ISO 8601 has it: `20260131-235959-abc` -> `2026-01-31T23:59:59Z-abc`.
fn review_id(run: &RunId) -> String {
    let id = run.as_str();
    let digits = |from: usize, to: usize| {
        id.get(from..to).filter(|part| !part.is_empty() && part.bytes().all(|b| b.is_ascii_digit()))
    };
    let parts = (digits(0, 4), digits(4, 6), digits(6, 8), digits(9, 11), digits(11, 13), digits(13, 15));
    match parts {
        (Some(y), Some(m), Some(d), Some(h), Some(min), Some(s)) => {
            format!("{y}-{m}-{d}T{h}:{min}:{s}Z{}", id.get(15..).unwrap_or(""))
        }
        _ => id.to_owned(),
    }
}

fn instruction(index: &Diff, finding: &Finding, item: Option<&Item>, disputed: bool) -> Instruction {
    let Spot { file, file_hex, lines, side: _ } = wire::spot(finding, item);
    let claim = item.and_then(|item| item.candidate.as_ref());
    let parts = [finding.wording.title.as_str(), finding.wording.body.as_str()];
    let reason: Vec<&str> = parts.into_iter().filter(|part| !part.trim().is_empty()).collect();
    Instruction {
        action: action(finding, claim, disputed),
        file,
        file_hex,
        line_start: lines.map(|lines| lines.start()),
        line_end: lines.map(|lines| lines.end()),
        current_code: finding.placement.anchor().map(|anchor| code_at(index, anchor)).unwrap_or_default(),
        suggested_code: finding.wording.suggestion.clone(),
        reason: reason.join("\n\n"),
        priority: priority(finding),
        category: soliton::category(finding.lens),
    }
}

fn action(finding: &Finding, claim: Option<&Candidate>, disputed: bool) -> &'static str {
    let has_lines = matches!(&finding.placement, Placement::Inline(anchor) if anchor.lines.is_some());
    let way_out = claim.and_then(|claim| claim.claim.suggested_fix.as_deref()).is_some_and(|fix| !fix.is_empty());
    match () {
        () if disputed || finding.kind == Kind::Question => "investigate",
        () if finding.wording.suggestion.is_some() && has_lines => "replace",
        () if finding.wording.suggestion.is_some() => "fix",
        () if soliton::category(finding.lens) == "testing" => "add-test",
        () if is_about_dead_code(finding, claim) => "remove",
        () if way_out => "fix",
        () => "investigate",
    }
}

fn is_about_dead_code(finding: &Finding, claim: Option<&Candidate>) -> bool {
    const WORDS: [&str; 5] = ["dead code", "unused", "unreachable", "never used", "unnecessary"];
    let class = claim.map_or("", |claim| claim.claim.issue_class.as_str());
    let said = format!("{} {}", class.replace(['-', '_'], " "), finding.wording.title).to_lowercase();
    WORDS.iter().any(|word| said.contains(word))
}

/// 1 to 5 by Soliton's table; of the two improvements, major is the high impact.
fn priority(finding: &Finding) -> u8 {
    match finding.severity {
        Severity::Blocker | Severity::Critical if soliton::category(finding.lens) == "security" => 1,
        Severity::Blocker | Severity::Critical => 2,
        Severity::Major => 3,
        Severity::Minor => 4,
        Severity::Nitpick => 5,
    }
}

/// What stands in place of code that holds a secret: secrets are never printed whole (PRODUCT), and what the reviewer
/// said of the line is masked already.
fn masked(review: &Review, finding: &Finding) -> Option<String> {
    let anchor = finding.placement.anchor()?;
    let lines = anchor.lines?;
    let is_secret = |item: &&Item| item.candidate.as_ref().is_some_and(|c| c.claim.issue_class == SECRET);
    let meets = |item: &&Item| {
        let other = item.finding.placement.anchor().filter(|other| other.path == anchor.path);
        other.and_then(|other| other.lines).is_some_and(|o| o.start() <= lines.end() && lines.start() <= o.end())
    };
    let mut secrets = review.items.values().filter(is_secret).filter(meets).peekable();
    secrets.peek()?;
    let said = secrets.filter_map(|item| item.candidate.as_ref()).map(|candidate| candidate.claim.evidence.clone());
    Some(format!("(not shown: it holds a secret; {})", said.collect::<Vec<_>>().join("; ")))
}

/// The code at an anchor as the diff has it; lines that it does not show are left out.
fn code_at(index: &Diff, anchor: &Anchor) -> String {
    let (Some(lines), Some(file)) = (anchor.lines, diff::find_file(index, &anchor.path)) else { return String::new() };
    let last = lines.end().min(lines.start().saturating_add(LINES - 1));
    let text = |number: u32| {
        let at = diff::locate(index, file, anchor.side, number)?;
        diff::line(index, at).map(|line| String::from_utf8_lossy(line.text).into_owned())
    };
    (lines.start()..=last).filter_map(text).collect::<Vec<_>>().join("\n")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_review_id_begins_with_an_iso_time() {
        assert_eq!(review_id(&RunId::new("20260131-235959-abc1234-2")), "2026-01-31T23:59:59Z-abc1234-2");
        for other in ["", "x", "é0260131-235959-a", "20260131"] {
            assert_eq!(review_id(&RunId::new(other)), other);
        }
    }
}
