//! The line `candidate` (deep §5), as the agent said it.

use serde::{Deserialize, Serialize};

use super::{
    Rest, SCHEMA, hotspot, place,
    words::{self, Unknown, stamp},
};
use crate::core::model::{
    Actionability, BlastRadius, Candidate, Claim, ClaimedPlace, Confidence, HotspotId, Kind, Record, RunId, Severity,
    TaskId, Time, Weight,
};

/// `candidate`. `fingerprint` is the judge's word and stands in the `decision` line: '' here (FACTS 9, 10).
/// Confidences are null when the agent gave none.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct CandidateLine {
    #[serde(default)]
    schema: u64,
    #[serde(default)]
    at: String,
    run_id: String,
    candidate_id: String,
    hotspot_id: String,
    /// `finding` or `question`; the exact kind stands in `kind`.
    output_type: String,
    issue_class: String,
    fingerprint: String,
    summary: String,
    evidence: String,
    why_now: String,
    file_path: Option<String>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    file_path_hex: Option<String>,
    line_start: Option<u32>,
    line_end: Option<u32>,
    severity: String,
    confidence_local: Option<f64>,
    confidence_context: Option<f64>,
    actionability: String,
    blast_radius: String,
    #[serde(default)]
    suggested_fix: String,
    #[serde(default)]
    ours: Ours,
    #[serde(flatten)]
    pub(super) rest: Rest,
}

/// What deep's shape has no place for. Defaults are for deep's own lines.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
#[serde(default)]
struct Ours {
    task_id: String,
    kind: Option<String>,
    title: Option<String>,
    lens: Option<String>,
    symbol: Option<String>,
    side: Option<String>,
    suggestion: Option<String>,
    invariant: String,
    sink: String,
    /// Left out when false, as in logbooks older than it.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    depends_on_unseen: bool,
}

impl CandidateLine {
    pub fn from_core(run: &RunId, candidate: &Candidate, at: Time) -> Self {
        let Candidate { id, task, hotspot, lens, claim, place, weight } = candidate.clone();
        let Claim {
            kind,
            issue_class,
            title,
            summary,
            evidence,
            why_now,
            suggested_fix,
            suggestion,
            invariant,
            sink,
            depends_on_unseen,
        } = claim;
        let Weight { severity, confidence, actionability, blast_radius } = weight;
        let whole = whole_change(run.as_str());
        let (place, symbol, side) = PlaceOut::of(place);
        Self {
            schema: SCHEMA,
            at: stamp(at),
            run_id: run.to_string(),
            candidate_id: words::global_id(run, &id),
            hotspot_id: hotspot.map_or(whole, |id| id.to_string()),
            output_type: output_type(kind).to_owned(),
            issue_class,
            fingerprint: String::new(),
            summary,
            evidence,
            why_now,
            file_path: place.file_path,
            file_path_hex: place.file_path_hex,
            line_start: place.lines.0,
            line_end: place.lines.1,
            severity: severity.as_deep().to_owned(),
            confidence_local: confidence.map(|c| c.local),
            confidence_context: confidence.map(|c| c.context),
            actionability: actionability.as_str().to_owned(),
            blast_radius: blast_radius.as_str().to_owned(),
            suggested_fix: suggested_fix.unwrap_or_default(),
            ours: Ours {
                task_id: task.to_string(),
                kind: Some(kind.as_str().to_owned()),
                title: Some(title),
                lens: Some(lens.as_str().to_owned()),
                symbol,
                side,
                suggestion,
                invariant,
                sink,
                depends_on_unseen,
            },
            rest: Rest::new(),
        }
    }

    pub fn into_core(self) -> Result<Record, Unknown> {
        let Self {
            schema: _,
            at,
            run_id,
            candidate_id,
            hotspot_id,
            output_type,
            issue_class,
            fingerprint: _,
            summary,
            evidence,
            why_now,
            file_path,
            file_path_hex,
            line_start,
            line_end,
            severity,
            confidence_local,
            confidence_context,
            actionability,
            blast_radius,
            suggested_fix,
            ours,
            rest: _,
        } = self;
        let Ours { task_id, kind, title, lens, symbol, side, suggestion, invariant, sink, depends_on_unseen } = ours;
        let place = PlaceOut { file_path, file_path_hex, lines: (line_start, line_end) }.back(symbol, side)?;
        let weight = weight_in(&severity, (confidence_local, confidence_context), &actionability, &blast_radius)?;
        let title = title.unwrap_or_else(|| summary.lines().next().unwrap_or_default().to_owned());
        let kind = kind.unwrap_or(output_type);
        let claim = Claim {
            kind: words::word("kind", &kind, kind.parse::<Kind>().ok())?,
            issue_class,
            title,
            summary,
            evidence,
            why_now,
            suggested_fix: words::from_blank(suggested_fix),
            suggestion,
            invariant,
            sink,
            depends_on_unseen,
        };
        let candidate = Candidate {
            id: words::local_id(&run_id, &candidate_id),
            task: TaskId::new(task_id),
            hotspot: (hotspot_id != whole_change(&run_id)).then(|| HotspotId::new(hotspot_id)),
            lens: hotspot::lens(lens.as_deref().unwrap_or("correctness"))?,
            claim,
            place,
            weight,
        };
        let at = words::time(&at)?;
        Ok(Record::Candidate { run: RunId::new(run_id), candidate: Box::new(candidate), at })
    }
}

/// The hotspot of candidates that have none (REVIEW.md "Logbook").
pub fn whole_change(run: &str) -> String {
    format!("{run}-hs-0")
}

/// Deep knows findings and questions only; the other kinds are findings of severity info there.
pub fn output_type(kind: Kind) -> &'static str {
    match kind {
        Kind::Question => "question",
        Kind::Finding | Kind::Praise | Kind::Thought | Kind::Note | Kind::Comment => "finding",
    }
}

/// Deep's part of a place.
struct PlaceOut {
    file_path: Option<String>,
    file_path_hex: Option<String>,
    lines: (Option<u32>, Option<u32>),
}

impl PlaceOut {
    fn of(place: Option<ClaimedPlace>) -> (Self, Option<String>, Option<String>) {
        let Some(ClaimedPlace { path, symbol, side, lines }) = place else {
            return (Self { file_path: None, file_path_hex: None, lines: (None, None) }, None, None);
        };
        let (text, file_path_hex) = words::path_out(&path);
        let out = Self { file_path: Some(text), file_path_hex, lines: place::lines_out(lines) };
        (out, symbol, side.map(|side| side.as_str().to_owned()))
    }

    fn back(self, symbol: Option<String>, side: Option<String>) -> Result<Option<ClaimedPlace>, Unknown> {
        let Some(text) = self.file_path else { return Ok(None) };
        let path = words::path_in(&text, self.file_path_hex.as_deref())?;
        let side = side.as_deref().map(place::side_in).transpose()?;
        Ok(Some(ClaimedPlace { path, symbol, side, lines: place::lines_in(self.lines.0, self.lines.1)? }))
    }
}

/// One confidence given stands for both (REVIEW.md "Confidence").
fn weight_in(severity: &str, sure: (Option<f64>, Option<f64>), action: &str, blast: &str) -> Result<Weight, Unknown> {
    let confidence = match (sure.0.or(sure.1), sure.1.or(sure.0)) {
        (Some(local), Some(context)) => Some(Confidence { local, context }),
        _ => None,
    };
    Ok(Weight {
        severity: words::word("severity", severity, Severity::from_deep(severity))?,
        confidence,
        actionability: words::word("actionability", action, Actionability::parse(action))?,
        blast_radius: words::word("blast radius", blast, BlastRadius::parse(blast))?,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    const OLD: &str = r#"{"run_id":"r","candidate_id":"r-c1","hotspot_id":"r-hs-0","output_type":"finding","issue_class":"x","fingerprint":"","summary":"s","evidence":"","why_now":"","file_path":null,"line_start":null,"line_end":null,"severity":"high","confidence_local":null,"confidence_context":null,"actionability":"low","blast_radius":"local"}"#;

    fn candidate_of(line: CandidateLine) -> Candidate {
        match line.into_core() {
            Ok(Record::Candidate { candidate, .. }) => *candidate,
            other => panic!("{other:?}"),
        }
    }

    #[test]
    fn a_claim_that_depends_on_unseen_code_says_so_again_and_an_old_line_does_not() {
        let mut candidate = candidate_of(serde_json::from_str(OLD).unwrap());
        assert!(!candidate.claim.depends_on_unseen);
        let text = |c: &Candidate| {
            serde_json::to_string(&CandidateLine::from_core(&RunId::new("r"), c, Time::default())).unwrap()
        };
        assert!(!text(&candidate).contains("depends_on_unseen"));
        candidate.claim.depends_on_unseen = true;
        let again = candidate_of(serde_json::from_str(&text(&candidate)).unwrap());
        assert!(again.claim.depends_on_unseen);
    }
}
