//! The line `decision` (deep §9: the machine's verdict) and the line `gate_decision` (ours: a person's act).

use serde::{Deserialize, Serialize};

use super::{
    Rest, SCHEMA,
    place::AnchorWire,
    words::{self, Unknown, stamp},
};
use crate::core::model::{
    Act, Cast, CodePrint, Comment, Decision, FindingId, Record, RunId, Severity, Time, Verdict, Wording,
};

/// Deep's `detection_state` of a verdict.
const DETECTION: [&str; 5] = ["candidate", "selected", "dropped", "duplicate-in-run", "already-on-pr"];
/// Deep's `surfacing_state`.
const SURFACING: [&str; 4] = ["pending", "suppressed", "posted", "question-only"];

/// `decision`: what the machine believed. Deep writes '' for no reason.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct VerdictLine {
    #[serde(default)]
    schema: u64,
    #[serde(default)]
    at: String,
    run_id: String,
    candidate_id: String,
    detection_state: String,
    surfacing_state: String,
    drop_reason: String,
    priority_score: u8,
    #[serde(default)]
    finding_id: String,
    #[serde(default)]
    fingerprint: String,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    code: Option<CodeWire>,
    #[serde(flatten)]
    pub(super) rest: Rest,
}

/// The code under a finding. Sums in hex: JSON numbers are not sure to keep 64 bits.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
struct CodeWire {
    side: String,
    start: u32,
    lines: u32,
    first: String,
    all: String,
    touched: bool,
}

impl CodeWire {
    fn from_core(print: CodePrint) -> Self {
        let CodePrint { side, start, lines, first, all, touched } = print;
        let hex = |sum: u64| format!("{sum:016x}");
        Self { side: side.as_str().to_owned(), start, lines, first: hex(first), all: hex(all), touched }
    }

    fn into_core(self) -> Result<CodePrint, Unknown> {
        let Self { side, start, lines, first, all, touched } = self;
        let side = words::word("side", &side, side.parse().ok())?;
        let sum = |hex: &str| words::word("sum", hex, u64::from_str_radix(hex, 16).ok());
        Ok(CodePrint { side, start, lines, first: sum(&first)?, all: sum(&all)?, touched })
    }
}

impl VerdictLine {
    pub fn from_core(run: &RunId, verdict: &Verdict, at: Time) -> Self {
        let Verdict { candidate, finding, detection_state, surfacing_state, drop_reason, priority, fingerprint, code } =
            verdict.clone();
        Self {
            schema: SCHEMA,
            at: stamp(at),
            run_id: run.to_string(),
            candidate_id: words::global_id(run, &candidate),
            detection_state: detection_state.to_owned(),
            surfacing_state: surfacing_state.to_owned(),
            drop_reason: drop_reason.unwrap_or_default(),
            priority_score: priority,
            finding_id: finding.to_string(),
            fingerprint,
            code: code.map(CodeWire::from_core),
            rest: Rest::new(),
        }
    }

    pub fn into_core(self) -> Result<Record, Unknown> {
        let Self {
            schema: _,
            at,
            run_id,
            candidate_id,
            detection_state,
            surfacing_state,
            drop_reason,
            priority_score: priority,
            finding_id,
            fingerprint,
            code,
            rest: _,
        } = self;
        let verdict = Verdict {
            candidate: words::local_id(&run_id, &candidate_id),
            finding: FindingId::new(finding_id),
            detection_state: state("detection state", &DETECTION, &detection_state)?,
            surfacing_state: state("surfacing state", &SURFACING, &surfacing_state)?,
            drop_reason: words::from_blank(drop_reason),
            priority,
            fingerprint,
            code: code.map(CodeWire::into_core).transpose()?,
        };
        Ok(Record::Verdict { run: RunId::new(run_id), verdict, at: words::time(&at)? })
    }
}

fn state(list: &str, known: &[&'static str], text: &str) -> Result<&'static str, Unknown> {
    words::word(list, text, known.iter().copied().find(|word| *word == text))
}

/// `gate_decision`: one act of a person. Each act has its own field: drop `reason`, edit `before` and `after`,
/// recast `from` and `to`, add `comment`, undo and redo `of`.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct GateLine {
    schema: u64,
    at: String,
    run_id: String,
    seq: u64,
    finding_id: String,
    act: String,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    reason: Option<String>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    before: Option<WordsWire>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    after: Option<WordsWire>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    from: Option<CastWire>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    to: Option<CastWire>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    comment: Option<CommentWire>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    of: Option<u64>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    batch: Option<u64>,
    #[serde(flatten)]
    pub(super) rest: Rest,
}

/// A wording with its severity (in our own words, `nitpick` to `blocker`).
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
struct WordsWire {
    title: String,
    body: String,
    suggestion: Option<String>,
    severity: String,
}

/// What a statement is, and where.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
struct CastWire {
    kind: String,
    anchor: Option<AnchorWire>,
    #[serde(default)]
    quoted: String,
}

/// A person's comment; without an anchor it is the review's own text.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
struct CommentWire {
    anchor: Option<AnchorWire>,
    quoted: String,
    title: String,
    body: String,
    suggestion: Option<String>,
}

impl GateLine {
    pub fn from_core(run: &RunId, decision: &Decision) -> Self {
        let Decision { seq, at, finding, act, batch } = decision;
        let mut line = Self {
            schema: SCHEMA,
            at: stamp(*at),
            run_id: run.to_string(),
            seq: *seq,
            finding_id: finding.to_string(),
            act: act.as_str().to_owned(),
            reason: None,
            before: None,
            after: None,
            from: None,
            to: None,
            comment: None,
            of: None,
            batch: *batch,
            rest: Rest::new(),
        };
        match act {
            Act::Accept | Act::Restore => {}
            Act::Drop { reason } => line.reason = Some(reason.clone()),
            Act::Edit { before, after } => {
                line.before = Some(WordsWire::from_core(before));
                line.after = Some(WordsWire::from_core(after));
            }
            Act::Recast { before, after } => {
                line.from = Some(CastWire::from_core(before));
                line.to = Some(CastWire::from_core(after));
            }
            Act::Add(comment) => line.comment = Some(CommentWire::from_core(comment)),
            Act::Undo { of } | Act::Redo { of } => line.of = Some(*of),
        }
        line
    }

    pub fn into_core(self) -> Result<Record, Unknown> {
        let Self {
            schema: _,
            at,
            run_id,
            seq,
            finding_id,
            act,
            reason,
            before,
            after,
            from,
            to,
            comment,
            of,
            batch,
            rest: _,
        } = self;
        let lacks = |field: &str| Unknown(format!("act '{act}' without '{field}'"));
        let act = match act.as_str() {
            "accept" => Act::Accept,
            "restore" => Act::Restore,
            "drop" => Act::Drop { reason: reason.unwrap_or_default() },
            "edit" => Act::Edit {
                before: before.ok_or_else(|| lacks("before"))?.into_core()?,
                after: after.ok_or_else(|| lacks("after"))?.into_core()?,
            },
            "recast" => Act::Recast {
                before: from.ok_or_else(|| lacks("from"))?.into_core()?,
                after: to.ok_or_else(|| lacks("to"))?.into_core()?,
            },
            "add" => Act::Add(comment.ok_or_else(|| lacks("comment"))?.into_core()?),
            "undo" => Act::Undo { of: of.ok_or_else(|| lacks("of"))? },
            "redo" => Act::Redo { of: of.ok_or_else(|| lacks("of"))? },
            _ => return Err(Unknown(format!("act '{act}'"))),
        };
        let decision = Decision { seq, at: words::time(&at)?, finding: FindingId::new(finding_id), act, batch };
        Ok(Record::Decision { run: RunId::new(run_id), decision })
    }
}

impl WordsWire {
    fn from_core((wording, severity): &(Wording, Severity)) -> Self {
        let Wording { title, body, suggestion } = wording.clone();
        Self { title, body, suggestion, severity: severity.as_str().to_owned() }
    }

    fn into_core(self) -> Result<(Wording, Severity), Unknown> {
        let Self { title, body, suggestion, severity } = self;
        let severity = words::word("severity", &severity, severity.parse().ok())?;
        Ok((Wording { title, body, suggestion }, severity))
    }
}

impl CastWire {
    fn from_core(cast: &Cast) -> Self {
        let Cast { kind, anchor, quoted } = cast;
        let anchor = anchor.as_ref().map(AnchorWire::from_core);
        Self { kind: kind.as_str().to_owned(), anchor, quoted: quoted.clone() }
    }

    fn into_core(self) -> Result<Cast, Unknown> {
        let Self { kind, anchor, quoted } = self;
        let kind = words::word("kind", &kind, kind.parse().ok())?;
        Ok(Cast { kind, anchor: anchor.map(AnchorWire::into_core).transpose()?, quoted })
    }
}

impl CommentWire {
    fn from_core(comment: &Comment) -> Self {
        let Comment { anchor, quoted, wording } = comment.clone();
        let Wording { title, body, suggestion } = wording;
        Self { anchor: anchor.as_ref().map(AnchorWire::from_core), quoted, title, body, suggestion }
    }

    fn into_core(self) -> Result<Comment, Unknown> {
        let Self { anchor, quoted, title, body, suggestion } = self;
        let anchor = anchor.map(AnchorWire::into_core).transpose()?;
        Ok(Comment { anchor, quoted, wording: Wording { title, body, suggestion } })
    }
}
