//! Whose shape a file has, told by its content. Called by `read`.

use std::collections::BTreeMap;

use serde_json::value::RawValue;

/// The parts of a document's first level, still unread.
pub(super) type Parts<'t> = BTreeMap<String, &'t RawValue>;

/// A shape that is known.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Shape {
    /// deep's candidate array, or the plain entries of a command-line agent, bare or under `findings`.
    Candidates,
    /// Soliton's format B.
    SolitonB,
    /// SARIF 2.1.
    Sarif,
    /// rdjson, of reviewdog.
    Rdjson,
}

/// A document that is recognised and not read.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Other {
    Pi,
    SolitonC,
    Plan,
}

impl Other {
    pub fn name(self) -> &'static str {
        match self {
            Self::Pi => "a pi review (pr-json)",
            Self::SolitonC => "Soliton's agent feedback (format C)",
            Self::Plan => "a plan of prr",
        }
    }
}

/// The shape of an object, by the keys of its first level; `None` when it is none of ours.
pub(super) fn of_object(parts: &Parts<'_>) -> Result<Option<Shape>, Other> {
    let has = |name: &str| parts.contains_key(name);
    let foreign = [
        (Other::Pi, has("disposition") || has("overall_correctness")),
        (Other::SolitonC, has("reviewId") && has("findings")),
        (Other::Plan, has("hotspots") && has("tasks")),
    ];
    if let Some((other, _)) = foreign.iter().find(|(_, is)| *is) {
        return Err(*other);
    }
    if has("runs") && (has("version") || has("$schema")) {
        return Ok(Some(Shape::Sarif));
    }
    if has("diagnostics") {
        return Ok(Some(Shape::Rdjson));
    }
    // A summary in words is what agents write around their findings; Soliton's is an object.
    let summary = parts.get("summary").is_some_and(|summary| summary.get().starts_with('{'));
    let soliton = summary || ["riskAssessment", "recommendation", "metadata"].iter().any(|name| has(name));
    Ok(match (has("findings") || has("candidates"), soliton) {
        (true, true) => Some(Shape::SolitonB),
        (true, false) => Some(Shape::Candidates),
        (false, _) => None,
    })
}
