//! `--output deep`: deep's candidate array (its §5), in the logbook's words, with what agents may add to it (PRODUCT).
//! Severity, kind and words are those of the review; the rest is the agent's own. With `--all` every claim, with the
//! states that deep writes (its §9). What no agent said (a person's comments, notes of ours) is no candidate.

use serde::Serialize;

use super::{
    Extent, Review,
    review::Item,
    wire::{self, Spot},
};
use crate::core::{
    judge,
    model::{Candidate, Claim, Confidence, Finding, Held, Kind, Weight},
    synthesis::{Author, Entry},
};

#[derive(Serialize)]
pub(super) struct Row {
    output_type: &'static str,
    issue_class: String,
    summary: String,
    evidence: String,
    why_now: String,
    file_path: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    file_path_hex: Option<String>,
    line_start: Option<u32>,
    line_end: Option<u32>,
    severity: &'static str,
    confidence_local: Option<f64>,
    confidence_context: Option<f64>,
    actionability: &'static str,
    blast_radius: &'static str,
    suggested_fix: Option<String>,
    title: String,
    kind: &'static str,
    lens: &'static str,
    side: Option<&'static str>,
    symbol: Option<String>,
    suggestion: Option<String>,
    invariant: String,
    sink: String,
    depends_on_unseen: bool,
    #[serde(flatten)]
    states: Option<States>,
}

/// deep's words for what became of a claim.
#[derive(Serialize)]
struct States {
    detection_state: &'static str,
    surfacing_state: &'static str,
    drop_reason: Option<String>,
    priority_score: u8,
}

/// The array.
pub(super) fn entries(review: &Review, extent: Extent) -> Vec<Row> {
    let surfaced = review.surfaced().filter_map(|(entry, item)| of_entry(entry, item?, extent));
    let held = review.held().filter(|_| extent == Extent::All).filter_map(|(item, held)| of_held(item, held));
    surfaced.chain(held).collect()
}

fn of_entry(entry: &Entry, item: &Item, extent: Extent) -> Option<Row> {
    let row = row(&entry.finding, item.candidate.as_ref()?, item);
    // A person's words stand for all that the agent wrote.
    let row = match entry.author {
        Author::Agent => row,
        Author::Person => {
            Row { summary: entry.finding.wording.body.clone(), why_now: String::new(), suggested_fix: None, ..row }
        }
    };
    let states = (extent == Extent::All).then(|| states(&entry.finding, None)).flatten();
    Some(Row { states, ..row })
}

fn of_held(item: &Item, held: Held) -> Option<Row> {
    let states = states(&item.finding, Some(held));
    Some(Row { states, ..row(&item.finding, item.candidate.as_ref()?, item) })
}

fn states(finding: &Finding, held: Option<Held>) -> Option<States> {
    let verdict = judge::verdict(&Finding { held, ..finding.clone() })?;
    Some(States {
        detection_state: verdict.detection_state,
        surfacing_state: verdict.surfacing_state,
        drop_reason: verdict.drop_reason,
        priority_score: verdict.priority,
    })
}

fn row(finding: &Finding, candidate: &Candidate, item: &Item) -> Row {
    let Candidate { id: _, task: _, hotspot: _, lens: _, claim, place, weight } = candidate;
    let Claim {
        kind: _,
        issue_class,
        title: _,
        summary,
        evidence,
        why_now,
        suggested_fix,
        suggestion: _,
        invariant,
        sink,
        depends_on_unseen,
    } = claim.clone();
    let Weight { severity: _, confidence, actionability, blast_radius } = *weight;
    let confidence = confidence.and_then(Confidence::usable);
    let Spot { file, file_hex, lines, side } = wire::spot(finding, Some(item));
    Row {
        output_type: if finding.kind == Kind::Question { "question" } else { "finding" },
        issue_class,
        summary,
        evidence,
        why_now,
        file_path: file,
        file_path_hex: file_hex,
        line_start: lines.map(|lines| lines.start()),
        line_end: lines.map(|lines| lines.end()),
        severity: finding.severity.as_deep(),
        confidence_local: confidence.map(|confidence| confidence.local),
        confidence_context: confidence.map(|confidence| confidence.context),
        actionability: actionability.as_str(),
        blast_radius: blast_radius.as_str(),
        suggested_fix,
        title: finding.wording.title.clone(),
        kind: finding.kind.as_str(),
        lens: finding.lens.as_str(),
        side: side.map(|side| side.as_str()),
        symbol: place.as_ref().and_then(|place| place.symbol.clone()),
        suggestion: finding.wording.suggestion.clone(),
        invariant,
        sink,
        depends_on_unseen,
        states: None,
    }
}
