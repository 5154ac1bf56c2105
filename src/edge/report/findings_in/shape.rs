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
    /// R3's REVIEW_DOCUMENT.
    R3,
    /// pi's contract.
    Pi,
    /// SARIF 2.1.
    Sarif,
    /// rdjson, of reviewdog.
    Rdjson,
    /// A diagnostic of it on each line.
    Rdjsonl,
}

impl Shape {
    /// Every shape.
    pub const ALL: [Self; 7] =
        [Self::Candidates, Self::SolitonB, Self::R3, Self::Pi, Self::Sarif, Self::Rdjson, Self::Rdjsonl];
}

/// A document that is recognised and not read.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Other {
    SolitonC,
    Plan,
}

impl Other {
    pub fn name(self) -> &'static str {
        match self {
            Self::SolitonC => "Soliton's agent feedback (format C)",
            Self::Plan => "a plan of prr",
        }
    }
}

/// The shape of an object, by the keys of its first level; `None` when it is none of ours.
pub(super) fn of_object(parts: &Parts<'_>) -> Result<Option<Shape>, Other> {
    let has = |name: &str| parts.contains_key(name);
    let foreign =
        [(Other::SolitonC, has("reviewId") && has("findings")), (Other::Plan, has("hotspots") && has("tasks"))];
    if let Some((other, _)) = foreign.iter().find(|(_, is)| *is) {
        return Err(*other);
    }
    if has("runs") && (has("version") || has("$schema")) {
        return Ok(Some(Shape::Sarif));
    }
    if has("diagnostics") {
        return Ok(Some(Shape::Rdjson));
    }
    if has("disposition") || has("overall_correctness") {
        return Ok(Some(Shape::Pi));
    }
    let is = |name: &str, first: char| parts.get(name).is_some_and(|part| part.get().starts_with(first));
    if has("action_reasoning") || has("dedup_log") || has("filtered_log") {
        return Ok(Some(Shape::R3));
    }
    // A summary in words is what agents write around their findings; Soliton's is an object.
    let summary = is("summary", '{');
    let soliton = summary || ["riskAssessment", "recommendation", "metadata"].iter().any(|name| has(name));
    Ok(match (has("findings") || has("candidates"), soliton) {
        (true, true) => Some(Shape::SolitonB),
        (true, false) => Some(Shape::Candidates),
        (false, _) if is("message", '"') && is("location", '{') => Some(Shape::Rdjsonl),
        (false, _) => None,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn told(text: &str) -> Result<Option<Shape>, Other> {
        of_object(&serde_json::from_str(text).unwrap())
    }

    #[test]
    fn every_shape_is_told_by_its_keys_and_its_near_miss_is_not() {
        for shape in Shape::ALL {
            let (yes, no) = match shape {
                Shape::Candidates => (r#"{"findings": [], "summary": "words"}"#, r#"{"finding": []}"#),
                Shape::SolitonB => (r#"{"findings": [], "summary": {}}"#, r#"{"findings": [], "summary": "words"}"#),
                Shape::R3 => {
                    (r#"{"findings": [], "summary": {}, "dedup_log": []}"#, r#"{"findings": [], "summary": {}}"#)
                }
                Shape::Pi => (r#"{"findings": [], "disposition": "reviewed"}"#, r#"{"findings": [], "verdict": "x"}"#),
                Shape::Sarif => (r#"{"runs": [], "version": "2.1.0"}"#, r#"{"runs": [], "findings": []}"#),
                Shape::Rdjson => (r#"{"diagnostics": []}"#, r#"{"diagnostic": []}"#),
                Shape::Rdjsonl => (r#"{"message": "m", "location": {}}"#, r#"{"message": {}, "location": {}}"#),
            };
            assert_eq!(told(yes), Ok(Some(shape)), "{yes}");
            assert_ne!(told(no), Ok(Some(shape)), "{no}");
        }
        assert_eq!(told(r#"{"reviewId": "x", "findings": []}"#), Err(Other::SolitonC));
        assert_eq!(told(r#"{"hotspots": [], "tasks": []}"#), Err(Other::Plan));
    }
}
