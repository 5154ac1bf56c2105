//! What several formats write alike: paths that may be no text, percentages, names of rules, `held_back`. Called by
//! the formats.

use serde::Serialize;

use crate::core::{
    model::{Confidence, Finding, Held, Kind, LineRange, Outcome, RepoPath, Side, Step, Wording},
    synthesis::Entry,
};

use super::review::Item;

/// A path as text, and its exact bytes in hex where the text is not the whole truth.
pub(super) fn path_out(path: &RepoPath) -> (String, Option<String>) {
    match path.as_utf8() {
        Some(text) => (text.to_owned(), None),
        None => (path.lossy().into_owned(), Some(path.as_bytes().iter().map(|b| format!("{b:02x}")).collect())),
    }
}

/// Where a finding stands: its anchor's place, else the one that was claimed.
#[derive(Debug, Clone, Default)]
pub(super) struct Spot {
    pub file: Option<String>,
    pub file_hex: Option<String>,
    pub lines: Option<LineRange>,
    pub side: Option<Side>,
}

pub(super) fn spot(finding: &Finding, item: Option<&Item>) -> Spot {
    let claimed = item.and_then(|item| item.candidate.as_ref()).and_then(|candidate| candidate.place.as_ref());
    let (path, lines, side) = match (finding.placement.anchor(), claimed) {
        (Some(anchor), _) => (&anchor.path, anchor.lines, Some(anchor.side)),
        (None, Some(place)) => (&place.path, place.lines, place.side),
        (None, None) => return Spot::default(),
    };
    let (file, file_hex) = path_out(path);
    Spot { file: Some(file), file_hex, lines, side }
}

/// `held_back` of `--all`.
#[derive(Debug, Serialize)]
pub(super) struct HeldBack {
    pub reason: &'static str,
    pub details: String,
    /// What the judge did with it, rule by rule, in order: also what came before and behind the step that held it back.
    pub steps: Vec<StepOut>,
}

/// A step of the judge.
#[derive(Debug, Serialize)]
pub(super) struct StepOut {
    rule: &'static str,
    outcome: &'static str,
    /// Severity before and after, where it changed.
    #[serde(skip_serializing_if = "Option::is_none")]
    from: Option<&'static str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    to: Option<&'static str>,
    /// The reason of `held_back` that this step alone would give.
    #[serde(skip_serializing_if = "Option::is_none")]
    drop_reason: Option<&'static str>,
    reason: String,
}

impl HeldBack {
    pub fn of(finding: &Finding, held: &Held) -> Self {
        let Held { reason, details } = held;
        Self {
            reason: reason.as_str(),
            details: details.clone(),
            steps: finding.steps.iter().map(StepOut::of).collect(),
        }
    }
}

impl StepOut {
    fn of(step: &Step) -> Self {
        let Step { rule, outcome, reason } = step;
        let (from, to, drop_reason) = match *outcome {
            Outcome::Keep | Outcome::Question => (None, None, None),
            Outcome::Downgrade { from, to } | Outcome::Escalate { from, to } => {
                (Some(from.as_str()), Some(to.as_str()), None)
            }
            Outcome::Drop(held) => (None, None, Some(held.as_str())),
        };
        Self {
            rule: rule.as_str(),
            outcome: outcome.as_str(),
            from,
            to,
            drop_reason,
            reason: reason.clone().into_owned(),
        }
    }
}

/// R3's label: the severity of findings and questions, the word of every other kind.
pub(super) fn label(finding: &Finding) -> &'static str {
    match finding.kind {
        Kind::Finding | Kind::Question => finding.severity.as_str(),
        kind => kind.as_str(),
    }
}

/// Title and body as one text, whose first line is the title.
pub(super) fn message(wording: &Wording) -> String {
    let (title, body) = (wording.title.as_str(), wording.body.trim_end());
    let begins = body.strip_prefix(title).is_some_and(|rest| rest.is_empty() || rest.starts_with('\n'));
    match (title.is_empty(), body.is_empty()) {
        (true, _) => body.to_owned(),
        (_, true) => title.to_owned(),
        _ if begins => body.to_owned(),
        _ => format!("{title}\n\n{body}"),
    }
}

/// Who said it.
pub(super) fn pass(entry: &Entry) -> &str {
    if entry.finding.kind == Kind::Comment { "person" } else { &entry.pass }
}

/// The single confidence as a percentage; not given = 50 (REVIEW "Confidence").
pub(super) fn percent(single: Option<f64>) -> u8 {
    let single = single.filter(|single| single.is_finite()).unwrap_or(0.5);
    (single * 100.0).round().clamp(0.0, 100.0) as u8
}

/// The single confidence of a claim.
pub(super) fn single(item: &Item) -> Option<f64> {
    item.candidate.as_ref()?.weight.confidence.and_then(Confidence::usable).map(Confidence::single)
}
