//! Behind merging, before the filters (REVIEW stage 5d): what somebody said on the pull request already is held back,
//! with the comment that says it. Not here: the matcher (`judge::known`). A comment that could not be read holds
//! nothing back: silence of the host is never taken for a comment.

use std::collections::HashMap;

use super::{
    board::{Board, Item, Out, Pin},
    opinions,
    snapshot::{Fate, OnPr, Origin, Talk, TaskFacts},
};
use crate::core::{
    judge::{Found, Known, Subject},
    model::{
        CandidateId, CommentDecision, CommentDedup, DedupSkip, FindingId, HeldReason, JudgeRule, Opinion, Outcome,
        Severity, Step, Wave, Word,
    },
    text::one_line,
};

/// Compares, holds back, and says for every selected candidate what came of it.
pub(super) fn run(board: &mut Board<'_>) -> CommentDedup {
    let skipped = |why| CommentDedup::Skipped(why, String::new());
    let talk = match &board.facts.on_pr {
        OnPr::NotAPull => return skipped(DedupSkip::TargetTypeNotPr),
        OnPr::NotRead(why) => return CommentDedup::Skipped(DedupSkip::CommentsNotRead, why.clone()),
        OnPr::Recorded(decisions) => return again(board, &decisions.clone()),
        OnPr::Read(talk) => talk.clone(),
    };
    if !talk.missing.is_empty() {
        let what = talk.missing.join("; ");
        board.notes.push(format!("findings were not compared with all comments of the pull request: {what}"));
    }
    match (talk.is_silent(), talk.missing.is_empty()) {
        (true, true) => return skipped(DedupSkip::NoPrComments),
        (true, false) => return CommentDedup::Skipped(DedupSkip::CommentsNotRead, talk.missing.join("; ")),
        (false, _) => {}
    }
    take_up(board, &talk);
    let selected: Vec<usize> = board.in_play().filter(|(_, item)| is_compared(item)).map(|(at, _)| at).collect();
    if selected.is_empty() {
        return skipped(DedupSkip::NoSelectedCandidates);
    }
    let by_model = is_by_model(board);
    CommentDedup::Compared(compare(board, &talk, &selected, by_model))
}

/// What was held back because it was posted in an earlier run comes back when the thread that says it was closed: a
/// closed thread holds nothing back (FACTS 39).
fn take_up(board: &mut Board<'_>, talk: &Talk) {
    let posted = |item: &Item| {
        let held = matches!(&item.out, Some(Out::Held(held)) if held.reason == HeldReason::AlreadyOnPr);
        held && is_compared(item)
    };
    if !board.items.iter().any(posted) {
        return;
    }
    let known = Known::new(&talk.threads, &talk.remarks, talk.viewer.as_deref());
    for item in board.items.iter_mut().filter(|item| posted(item)) {
        let found = known.find(&subject(item));
        if found.said.is_none() && !found.related.is_empty() {
            item.out = None;
        }
    }
}

/// Whether a model compares: then its word alone counts, and where it gave none nothing is a duplicate (deep §7). The
/// matcher without one is for runs in which no model was asked.
fn is_by_model(board: &Board<'_>) -> bool {
    let asked = |task: &TaskFacts| {
        let is_it = task.origin == Origin::Judge && task.pass == Wave::OnPr.as_str();
        is_it && !matches!(task.fate, Fate::Skipped(_))
    };
    board.facts.tasks.iter().any(asked)
}

/// What a model says of a finding.
fn by_model(item: &Item, known: &Known<'_>) -> Found {
    let said = |opinion: &&Opinion| opinion.word == Word::AlreadyOnPr && item.pin == Pin::Free;
    let opinion = opinions::of(item, Wave::OnPr).filter(said);
    opinion.map_or_else(Found::default, |opinion| {
        known.cited(opinion.cited.trim(), item.path(), &one_line(&opinion.reason, 240))
    })
}

/// Findings and questions of agents.
fn is_compared(item: &Item) -> bool {
    item.is_weighed() && item.own.is_some()
}

fn compare(board: &mut Board<'_>, talk: &Talk, selected: &[usize], is_by_model: bool) -> Vec<CommentDecision> {
    let known = Known::new(&talk.threads, &talk.remarks, talk.viewer.as_deref());
    let by_id: HashMap<FindingId, usize> =
        board.items.iter().enumerate().map(|(at, item)| (item.finding.id.clone(), at)).collect();
    let mut decisions = Vec::with_capacity(selected.len());
    for at in selected {
        let Some(item) = board.items.get(*at) else { continue };
        if is_by_model {
            let found = by_model(item, &known);
            decisions.extend(item.finding.candidates.first().cloned().map(|candidate| decision(candidate, &found)));
            if found.said.is_some() {
                board.set_aside += u32::from(item.finding.severity >= Severity::Major);
                opinions::told(board, *at, (Wave::OnPr, HeldReason::AlreadyOnPr));
            }
            settle(board, *at, found);
            continue;
        }
        // What was merged into it is the same issue: a comment on that is a comment on this.
        let members = item.related.iter().filter_map(|id| board.items.get(*by_id.get(id)?));
        let mut found = known.find(&subject(item));
        for other in members.map(|member| known.find(&subject(member))) {
            found.said = found.said.or(other.said);
            found.related.extend(other.related);
        }
        found.related.dedup();
        let candidate = item.finding.candidates.first().cloned();
        decisions.extend(candidate.map(|candidate| decision(candidate, &found)));
        settle(board, *at, found);
    }
    decisions
}

fn subject(item: &Item) -> Subject<'_> {
    let place = item.own.as_ref().and_then(|own| own.place.as_ref());
    Subject {
        path: item.path(),
        side: item.side(),
        lines: item.lines(),
        title: &item.finding.wording.title,
        class: item.own.as_ref().map_or("", |own| own.issue_class.as_str()),
        invariant: item.finding.fingerprint.split('|').nth(2).unwrap_or(""),
        symbol: place.and_then(|place| place.symbol.as_deref()),
        suggestion: item.finding.wording.suggestion.as_deref(),
    }
}

fn decision(candidate: CandidateId, found: &Found) -> CommentDecision {
    match (&found.said, found.related.first()) {
        (Some(said), _) => {
            CommentDecision { candidate, matched: Some(said.reference.clone()), reason: said.reason.clone() }
        }
        (None, Some(closed)) => {
            let reason = format!("{}: {}", closed.reason, closed.reference);
            CommentDecision { candidate, matched: None, reason }
        }
        (None, None) => {
            CommentDecision { candidate, matched: None, reason: "no comment says the same at the same place".into() }
        }
    }
}

/// Holds it back when it was said, and notes closed threads that said it.
fn settle(board: &mut Board<'_>, at: usize, found: Found) {
    if let Some(item) = board.items.get_mut(at) {
        let related = found.related.into_iter().map(|said| format!("related: {} {}", said.reason, said.reference));
        let step = |reason: String| Step { rule: JudgeRule::OnPr, outcome: Outcome::Keep, reason: reason.into() };
        item.finding.steps.extend(related.map(step));
    }
    if let Some(said) = found.said {
        hold(board, at, format!("{} — {}", said.reference, said.reason));
    }
}

fn hold(board: &mut Board<'_>, at: usize, details: String) {
    if let Some(item) = board.items.get_mut(at) {
        let outcome = Outcome::Drop(HeldReason::AlreadyOnPr);
        item.finding.steps.push(Step { rule: JudgeRule::OnPr, outcome, reason: details.clone().into() });
    }
    board.hold(at, HeldReason::AlreadyOnPr, details);
}

/// The same as it was recorded: for a run that is looked at again without its host.
fn again(board: &mut Board<'_>, decisions: &[CommentDecision]) -> CommentDedup {
    let matched: HashMap<&CandidateId, (&str, &str)> = decisions
        .iter()
        .filter_map(|decision| Some((&decision.candidate, (decision.matched.as_deref()?, decision.reason.as_str()))))
        .collect();
    for at in 0..board.items.len() {
        let item = board.items.get(at).filter(|item| item.out.is_none() && is_compared(item));
        let said = item.and_then(|item| matched.get(item.finding.candidates.first()?));
        if let Some((reference, reason)) = said {
            hold(board, at, format!("{reference} — {reason}"));
        }
    }
    CommentDedup::Compared(decisions.to_vec())
}
