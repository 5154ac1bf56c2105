//! A publication, or a look at one, for programs and for people (PRODUCT "Shapes that scripts rely on"). Called by
//! `cli`.

use serde::Serialize;

use super::escape;
use crate::core::{
    model::{PublishReceipt, ReviewEvent},
    publish::{Check, Composed, Gate, LineComment, Payload, course::Report},
};

#[derive(Serialize)]
struct Document<'r> {
    schema: u64,
    review: &'r str,
    #[serde(skip_serializing_if = "Option::is_none")]
    outcome: Option<&'static str>,
    gates: Vec<GateOut<'r>>,
    event: Option<&'static str>,
    payload: Option<PayloadOut<'r>>,
    moved: Vec<MovedOut<'r>>,
    diagnostics: &'r [String],
    #[serde(skip_serializing_if = "Option::is_none")]
    receipt: Option<ReceiptOut<'r>>,
}

#[derive(Serialize)]
struct GateOut<'r> {
    name: &'static str,
    passed: bool,
    why: &'r str,
}

/// GitHub's own form.
#[derive(Serialize)]
struct PayloadOut<'r> {
    commit_id: &'r str,
    body: &'r str,
    event: &'static str,
    comments: Vec<CommentOut<'r>>,
}

#[derive(Serialize)]
struct CommentOut<'r> {
    path: &'r str,
    body: &'r str,
    line: u32,
    side: &'static str,
    #[serde(skip_serializing_if = "Option::is_none")]
    start_line: Option<u32>,
    #[serde(skip_serializing_if = "Option::is_none")]
    start_side: Option<&'static str>,
}

#[derive(Serialize)]
struct MovedOut<'r> {
    finding: &'r str,
    why: &'static str,
}

#[derive(Serialize)]
struct ReceiptOut<'r> {
    review_id: Option<u64>,
    url: &'r str,
    inline: u32,
    moved: u32,
    reconciled: bool,
}

/// What stands for a gate that was not reached.
const UNREACHED: &str = "not reached: an earlier gate is closed";

fn gates(report: &Report) -> impl Iterator<Item = (Gate, Option<&Check>)> {
    report.gates.iter()
}

/// As JSON.
///
/// # Errors
/// None that a report can cause.
pub fn publish_json(report: &Report) -> Result<String, serde_json::Error> {
    let document = Document {
        schema: 1,
        review: report.review.as_str(),
        outcome: report.outcome.map(|outcome| outcome.as_str()),
        gates: gates(report)
            .map(|(gate, check)| GateOut {
                name: gate.as_str(),
                passed: check.is_some_and(|check| check.passed),
                why: check.map_or(UNREACHED, |check| check.why.as_str()),
            })
            .collect(),
        event: report.event.map(ReviewEvent::as_str),
        payload: report.composed.as_ref().map(|composed| payload(&composed.payload)),
        moved: report.composed.as_ref().map(moved).unwrap_or_default(),
        diagnostics: &report.diagnostics,
        receipt: report.receipt.as_ref().map(receipt),
    };
    super::json(&document)
}

fn payload(payload: &Payload) -> PayloadOut<'_> {
    let Payload { commit, body, event, comments } = payload;
    let comments = comments.iter().map(|comment| CommentOut {
        path: &comment.spot.path,
        body: &comment.body,
        line: comment.spot.lines.end(),
        side: comment.spot.side.as_str(),
        start_line: comment.start_line(),
        start_side: comment.start_line().map(|_| comment.spot.side.as_str()),
    });
    PayloadOut { commit_id: commit, body, event: event.as_str(), comments: comments.collect() }
}

fn moved(composed: &Composed) -> Vec<MovedOut<'_>> {
    composed.moved.iter().map(|(finding, why)| MovedOut { finding: finding.as_str(), why: why.as_str() }).collect()
}

fn receipt(receipt: &PublishReceipt) -> ReceiptOut<'_> {
    let PublishReceipt { id, url, inline, moved, reconciled, .. } = receipt;
    ReceiptOut { review_id: *id, url, inline: *inline, moved: *moved, reconciled: *reconciled }
}

/// For reading in a terminal: gates, event, every text as it would be posted.
pub fn publish_text(report: &Report) -> String {
    let mut out = format!("review {}\n\n", report.review.as_str());
    for (gate, check) in gates(report) {
        let (state, why) = match check {
            Some(Check { passed: true, why, choice: _ }) => ("pass", why.as_str()),
            Some(Check { passed: false, why, choice: _ }) => ("FAIL", why.as_str()),
            None => ("-", UNREACHED),
        };
        out.push_str(&format!("{:>2} {:<10}{state:<5} {}\n", gate.number(), gate.as_str(), escape::line(why)));
    }
    if let (Some(event), Some(composed)) = (report.event, &report.composed) {
        texts(&mut out, event, composed);
    }
    out
}

fn texts(out: &mut String, event: ReviewEvent, composed: &Composed) {
    let count = composed.payload.comments.len();
    let noun = if count == 1 { "comment" } else { "comments" };
    out.push_str(&format!("\n{} with {count} {noun} at lines\n", event.as_str()));
    out.push_str(&format!("\n--- body\n{}\n", escape::lines(&composed.payload.body)));
    for comment in &composed.payload.comments {
        out.push_str(&format!("\n--- {}\n{}\n", place(comment), escape::lines(&comment.body)));
    }
}

fn place(comment: &LineComment) -> String {
    let (path, lines) = (escape::line(&comment.spot.path), comment.spot.lines);
    let side = comment.spot.side.as_str();
    match comment.start_line() {
        Some(start) => format!("{path}:{start}-{} ({side})", lines.end()),
        None => format!("{path}:{} ({side})", lines.end()),
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;
    use crate::core::{
        model::{FindingId, LineRange, Side},
        publish::Spot,
    };

    proptest! {
        #[test]
        fn what_the_cockpit_shows_as_the_request_is_the_request(
            texts in prop::collection::vec("(?s).{0,30}|[\"\\\\\n\r\t\u{1}\u{7f}]{0,9}", 3),
            start in 1u32..9,
            more in 0u32..3,
        ) {
            let lines = LineRange::new(start, start + more).unwrap();
            let spot = Spot { path: texts[0].clone(), side: Side::Left, lines };
            let comment = LineComment { finding: FindingId::new("a"), spot, body: texts[1].clone() };
            let one = Payload {
                commit: "c".into(),
                body: texts[2].clone(),
                event: ReviewEvent::Approve,
                comments: vec![comment.clone(), comment],
            };
            for one in [Payload { comments: Vec::new(), ..one.clone() }, one] {
                let shown: serde_json::Value = serde_json::from_str(&one.json()).unwrap();
                prop_assert_eq!(shown, serde_json::to_value(payload(&one)).unwrap());
            }
        }
    }
}
