//! One finding as a SARIF result. Called by `mod`.

use std::collections::BTreeMap;

use serde::Serialize;
use sha2::{Digest, Sha256};

use super::{
    Message,
    place::{Artifact, Location, Region},
    rules::Rules,
};
use crate::{
    core::{
        diff,
        model::{Claim, Confidence, Finding, FindingId, Kind, LineRange, Placement, RepoPath, Severity, Side, Weight},
        synthesis::{Entry, Place},
    },
    edge::report::{
        escape,
        review::{Item, Review},
        wire::{self, HeldBack},
    },
};

#[derive(Debug, Serialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct ResultOut {
    rule_id: String,
    rule_index: usize,
    kind: &'static str,
    level: &'static str,
    /// Priority, 0 to 100.
    rank: f64,
    message: Message,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    locations: Vec<Location>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    related_locations: Vec<Location>,
    partial_fingerprints: BTreeMap<&'static str, String>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    fixes: Vec<Fix>,
    #[serde(skip_serializing_if = "Option::is_none")]
    suppressions: Option<Vec<Suppression>>,
    properties: Properties,
}

#[derive(Debug, Serialize)]
#[serde(rename_all = "camelCase")]
struct Fix {
    description: Message,
    artifact_changes: [ArtifactChange; 1],
}

#[derive(Debug, Serialize)]
#[serde(rename_all = "camelCase")]
struct ArtifactChange {
    artifact_location: Artifact,
    replacements: [Replacement; 1],
}

#[derive(Debug, Serialize)]
#[serde(rename_all = "camelCase")]
struct Replacement {
    deleted_region: Region,
    #[serde(skip_serializing_if = "Option::is_none")]
    inserted_content: Option<Message>,
}

#[derive(Debug, Serialize)]
struct Suppression {
    kind: &'static str,
    status: &'static str,
    justification: String,
    properties: HeldProperties,
}

#[derive(Debug, Serialize)]
struct HeldProperties {
    prr: HeldBack,
}

#[derive(Debug, Serialize)]
struct Properties {
    prr: Own,
}

/// What SARIF has no word for, in the words of the candidate array, so that the log can be read back.
#[derive(Debug, Serialize)]
struct Own {
    id: String,
    pass: String,
    kind: &'static str,
    severity: &'static str,
    lens: &'static str,
    title: String,
    #[serde(flatten)]
    place: OldPlace,
    #[serde(skip_serializing_if = "Option::is_none")]
    suggestion: Option<String>,
    #[serde(flatten)]
    claim: Option<OwnClaim>,
}

/// Where it is on the old side.
#[derive(Debug, Serialize)]
struct OldPlace {
    #[serde(skip_serializing_if = "Option::is_none")]
    side: Option<&'static str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    line_start: Option<u32>,
    #[serde(skip_serializing_if = "Option::is_none")]
    line_end: Option<u32>,
}

#[derive(Debug, Serialize)]
struct OwnClaim {
    issue_class: String,
    evidence: String,
    invariant: String,
    sink: String,
    depends_on_unseen: bool,
    confidence_local: Option<f64>,
    confidence_context: Option<f64>,
    actionability: &'static str,
    blast_radius: &'static str,
}

/// What surfaced. `listed`: every result tells whether it is suppressed.
pub(super) fn of_entry(
    review: &Review,
    entry: &Entry,
    item: Option<&Item>,
    rules: &mut Rules,
    listed: bool,
) -> ResultOut {
    let related = related(review, entry.related_to.iter());
    let pass = wire::pass(entry).to_owned();
    let made = out(review, &entry.finding, item, pass, rules);
    ResultOut { related_locations: related, suppressions: listed.then(Vec::new), ..made }
}

/// What was held back.
pub(super) fn of_held(review: &Review, item: &Item, held: HeldBack, rules: &mut Rules) -> ResultOut {
    let keeper = match &item.place {
        Place::Merged { into } => Some(into),
        Place::Surfaced(_) | Place::Held(_) | Place::Dropped(_) => None,
    };
    let task = item.candidate.as_ref().map_or("", |candidate| candidate.task.as_str());
    let pass = task.strip_prefix("builtin:").unwrap_or(task).to_owned();
    let suppression = Suppression {
        kind: "external",
        status: "accepted",
        justification: format!("{}: {}", held.reason, held.details),
        properties: HeldProperties { prr: held },
    };
    ResultOut {
        related_locations: related(review, keeper.into_iter()),
        suppressions: Some(vec![suppression]),
        ..out(review, &item.finding, Some(item), pass, rules)
    }
}

fn out(review: &Review, finding: &Finding, item: Option<&Item>, pass: String, rules: &mut Rules) -> ResultOut {
    let (kind, level) = (kind(finding.kind), level(finding));
    let (rule_id, rule_index) = rules.of(finding, item, level);
    let text = wire::message(&finding.wording);
    let place = place(finding, item);
    let symbol = item.and_then(|item| item.candidate.as_ref()?.place.as_ref()?.symbol.as_deref());
    let is_old = place.as_ref().is_some_and(|place| place.side == Some(Side::Left));
    let location = |place: &Spot<'_>| Location::of(place.path.as_bytes(), place.lines.filter(|_| !is_old), symbol);
    let fix = fix(finding);
    let mut own = own(finding, item, pass);
    if let Some(Spot { lines, .. }) = place.as_ref().filter(|_| is_old) {
        let ends = lines.map(|lines| (lines.start(), lines.end()));
        let (line_start, line_end) = (ends.map(|ends| ends.0), ends.map(|ends| ends.1));
        own.place = OldPlace { side: Some(Side::Left.as_str()), line_start, line_end };
    }
    own.suggestion = finding.wording.suggestion.clone().filter(|_| fix.is_none());
    ResultOut {
        rule_id,
        rule_index,
        kind,
        level,
        rank: f64::from(finding.priority.min(100)),
        message: Message { markdown: Some(escape::markdown(&text).trim_end().to_owned()), text },
        locations: place.iter().map(location).collect(),
        related_locations: Vec::new(),
        partial_fingerprints: prints(review, finding),
        fixes: fix.into_iter().collect(),
        suppressions: None,
        properties: Properties { prr: own },
    }
}

/// A question wants a person to look; praise and the like is no problem at all.
fn kind(kind: Kind) -> &'static str {
    match kind {
        Kind::Finding => "fail",
        Kind::Question => "review",
        Kind::Praise | Kind::Thought | Kind::Note | Kind::Comment => "informational",
    }
}

/// Only what is a problem has a level (SARIF 3.27.10).
fn level(finding: &Finding) -> &'static str {
    match (finding.kind, finding.severity) {
        (Kind::Finding, Severity::Blocker | Severity::Critical) => "error",
        (Kind::Finding, Severity::Major) => "warning",
        (Kind::Finding, Severity::Minor | Severity::Nitpick) => "note",
        _ => "none",
    }
}

/// A path with its exact bytes, and lines.
struct Spot<'f> {
    path: &'f RepoPath,
    lines: Option<LineRange>,
    side: Option<Side>,
}

fn place<'f>(finding: &'f Finding, item: Option<&'f Item>) -> Option<Spot<'f>> {
    if let Some(anchor) = finding.placement.anchor() {
        return Some(Spot { path: &anchor.path, lines: anchor.lines, side: Some(anchor.side) });
    }
    let claimed = item?.candidate.as_ref()?.place.as_ref()?;
    Some(Spot { path: &claimed.path, lines: claimed.lines, side: claimed.side })
}

/// Places of other findings, with what they say.
fn related<'r>(review: &'r Review, ids: impl Iterator<Item = &'r FindingId>) -> Vec<Location> {
    let items = ids.filter_map(|id| review.items.get(id));
    let found = items.filter_map(|item| {
        let Spot { path, lines, side } = place(&item.finding, Some(item))?;
        let lines = lines.filter(|_| side != Some(Side::Left));
        let words = format!("{}: {}", item.finding.id, item.finding.wording.title);
        Some(Location::of(path.as_bytes(), lines, None).saying(Message::new(words)))
    });
    (1..).zip(found).map(|(id, location)| location.numbered(id)).collect()
}

/// A replacement that is known to the line.
fn fix(finding: &Finding) -> Option<Fix> {
    let suggestion = finding.wording.suggestion.as_deref()?;
    let Placement::Inline(anchor) = &finding.placement else { return None };
    let lines = anchor.lines.filter(|_| anchor.side == Side::Right)?;
    // Lines that go, go with their end; else the last line keeps its own.
    let (region, inserted) = match suggestion {
        "" => (Region::with_end(lines), None),
        text => (Region::lines(lines), Some(Message::new(text.strip_suffix('\n').unwrap_or(text)))),
    };
    Some(Fix {
        description: Message::new("The suggested replacement for these lines."),
        artifact_changes: [ArtifactChange {
            artifact_location: Artifact::of(anchor.path.as_bytes()),
            replacements: [Replacement { deleted_region: region, inserted_content: inserted }],
        }],
    })
}

/// What stays when lines move: the claim's own fingerprint, and the code under it.
fn prints(review: &Review, finding: &Finding) -> BTreeMap<&'static str, String> {
    let mut prints = BTreeMap::new();
    let claim = [finding.kind.as_str(), &finding.fingerprint, finding.wording.title.as_str()].join("\0");
    let sum = Sha256::digest(claim.as_bytes());
    prints.insert("prrClaim/v1", sum.iter().take(16).map(|byte| format!("{byte:02x}")).collect());
    let code = finding.placement.anchor().and_then(|anchor| diff::code_print(&review.plan.diff, anchor));
    if let Some(code) = code {
        prints.insert("prrCode/v1", format!("{:016x}{:016x}", code.first, code.all));
    }
    prints
}

fn own(finding: &Finding, item: Option<&Item>, pass: String) -> Own {
    let candidate = item.and_then(|item| item.candidate.as_ref());
    Own {
        id: finding.id.to_string(),
        pass,
        kind: finding.kind.as_str(),
        severity: finding.severity.as_str(),
        lens: finding.lens.as_str(),
        title: finding.wording.title.clone(),
        place: OldPlace { side: None, line_start: None, line_end: None },
        suggestion: None,
        claim: candidate.map(|candidate| own_claim(&candidate.claim, &candidate.weight)),
    }
}

fn own_claim(claim: &Claim, weight: &Weight) -> OwnClaim {
    let Claim { issue_class, evidence, invariant, sink, depends_on_unseen, .. } = claim;
    let confidence = weight.confidence.and_then(Confidence::usable);
    OwnClaim {
        issue_class: issue_class.clone(),
        evidence: evidence.clone(),
        invariant: invariant.clone(),
        sink: sink.clone(),
        depends_on_unseen: *depends_on_unseen,
        confidence_local: confidence.map(|confidence| confidence.local),
        confidence_context: confidence.map(|confidence| confidence.context),
        actionability: weight.actionability.as_str(),
        blast_radius: weight.blast_radius.as_str(),
    }
}
