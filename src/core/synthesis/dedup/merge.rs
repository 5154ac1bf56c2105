//! What becomes of the merged ones: their words in the body of the kept one, the higher confidence, cross-references,
//! the log (R3 "Merge Strategy"). A pinned one takes evidence, but is not reworded.

use std::sync::Arc;

use super::{Board, FindingId, Ground, Item, Out, Pin};
use crate::core::{model::Confidence, synthesis::outcome::Merge};

/// Merged ones whose words are quoted in full; the others are named.
const QUOTED: usize = 3;

/// Agents that are named when several agree.
const NAMED: usize = 7;

/// Severities this far apart are a disagreement that the text tells.
const APART: u8 = 2;

/// Carries out what was found: for each kept one (by its number in `order`) its members.
pub(super) fn all(board: &mut Board<'_>, order: &[usize], members: &[Vec<(usize, Ground)>]) {
    for (kept, members) in order.iter().zip(members).filter(|(_, members)| !members.is_empty()) {
        let members: Vec<(usize, Ground)> =
            members.iter().filter_map(|(nth, ground)| Some((*order.get(*nth)?, *ground))).collect();
        one(board, *kept, &members);
    }
    board.merges.sort_by(|a, b| a.into.cmp(&b.into));
}

fn one(board: &mut Board<'_>, kept: usize, members: &[(usize, Ground)]) {
    let Some(into) = board.items.get(kept).map(|item| item.finding.id.clone()) else { return };
    let mut words = Vec::new();
    let mut agents: Vec<Arc<str>> = board.items.get(kept).map(|item| item.pass.clone()).into_iter().collect();
    for (nth, (at, _)) in members.iter().enumerate() {
        let Ok([kept, item]) = board.items.get_disjoint_mut([kept, *at]) else { continue };
        item.out = Some(Out::Merged(into.clone()));
        if nth < QUOTED {
            words.push(quoted(kept, item));
        }
        take(kept, item);
        agents.push(item.pass.clone());
    }
    let Some(item) = board.items.get_mut(kept) else { return };
    if members.len() > QUOTED {
        words.push(format!("{} more say the same.", members.len() - QUOTED));
    }
    if item.pin == Pin::Free {
        item.also = agreement(agents).into_iter().chain(words).collect();
    }
    item.rescore();
    let merge = log(item, members, into);
    board.merges.push(merge);
}

/// "3 agents agree: correctness, contracts, tests." From three on: of two the words of the second say it.
fn agreement(mut agents: Vec<Arc<str>>) -> Option<String> {
    let kept = agents.first().cloned()?;
    agents.sort_unstable();
    agents.dedup();
    let others: Vec<&str> = agents.iter().filter(|agent| **agent != kept).take(NAMED).map(AsRef::as_ref).collect();
    let more = agents.len().saturating_sub(others.len() + 1);
    let more = if more > 0 { format!(" and {more} more") } else { String::new() };
    (agents.len() > 2).then(|| format!("{} agents agree: {kept}, {}{more}.", agents.len(), others.join(", ")))
}

/// Carries over what is evidence: candidates, numbers, and a suggestion for the same lines where there is none yet.
fn take(kept: &mut Item, item: &mut Item) {
    kept.related.push(item.finding.id.clone());
    for candidate in &item.finding.candidates {
        if !kept.finding.candidates.contains(candidate) {
            kept.finding.candidates.push(candidate.clone());
        }
    }
    kept.confidence = surer(kept.confidence, item.confidence);
    let same_place = kept.finding.placement == item.finding.placement;
    if kept.pin == Pin::Free && same_place && kept.finding.wording.suggestion.is_none() {
        kept.finding.wording.suggestion = item.finding.wording.suggestion.take();
    }
}

/// The higher of two. One that was not given stands for 0.5 and stays exempt (REVIEW "Confidence").
fn surer(a: Option<Confidence>, b: Option<Confidence>) -> Option<Confidence> {
    let value = |c: Option<Confidence>| c.map_or(0.5, Confidence::single);
    match value(a).total_cmp(&value(b)) {
        std::cmp::Ordering::Less => b,
        std::cmp::Ordering::Greater => a,
        std::cmp::Ordering::Equal => a.and(b),
    }
}

/// Who else says it, and in which words when they are other words.
fn quoted(kept: &Item, item: &Item) -> String {
    let (wording, own) = (&item.finding.wording, &kept.finding.wording);
    let apart = kept.finding.severity.weight().abs_diff(item.finding.severity.weight()) >= APART;
    let rated =
        if apart && item.is_weighed() { format!(", rated {} there", item.finding.severity) } else { String::new() };
    if (&wording.title, &wording.body) == (&own.title, &own.body) {
        return format!("Also found by {}{rated}.", item.pass);
    }
    let body = if wording.body == own.body || wording.body.is_empty() { "" } else { &wording.body };
    let gap = if body.is_empty() { "" } else { "\n\n" };
    format!("Also found by {}{rated}: {}{gap}{body}", item.pass, wording.title)
}

fn log(item: &Item, members: &[(usize, Ground)], into: FindingId) -> Merge {
    let mut grounds: Vec<Ground> = members.iter().map(|(_, ground)| *ground).collect();
    grounds.sort_unstable_by(|a, b| b.cmp(a));
    grounds.dedup();
    let grounds: Vec<&str> = grounds.into_iter().map(Ground::words).collect();
    let kept = match item.pin {
        Pin::Free => "kept the stronger one",
        Pin::Kept { .. } | Pin::Dropped(_) => "kept the one that a person decided",
    };
    let place = item.path().map(|path| crate::core::synthesis::outcome::place_name(path, item.lines()));
    let place = place.map(|place| format!(" at {place}")).unwrap_or_default();
    let mut merged: Vec<FindingId> = item.related.clone();
    merged.push(into.clone());
    Merge { merged, into, reason: format!("{}{place}; {kept}", grounds.join(", ")) }
}
