//! A person's acts. Each changes the session at once and hands its record over in the same step.

use crate::{
    core::{
        gate::Stance,
        model::{
            Act, Anchor, Comment, Decision, Draft, FileIx, Finding, FindingId, Kind, Lens, Placement, Record, Severity,
            Time, Viewed,
        },
    },
    session::{Choice, Effect, Session},
};

use super::logbook;

pub(super) fn chosen(session: &mut Session, id: FindingId, choice: Choice, at: Time) -> Vec<Effect> {
    let Some(finding) = session.findings.get(&id) else { return Vec::new() };
    let act = match choice {
        Choice::Accept => Act::Accept,
        Choice::Drop(reason) => Act::Drop { reason },
        Choice::Restore => Act::Restore,
        Choice::Edit(wording, severity) => {
            let standing = session.gate.standing(&id);
            let own = standing.and_then(|standing| standing.comment.as_ref());
            let before = match (own, standing.and_then(|standing| standing.edited.clone())) {
                (Some(comment), _) => (comment.wording.clone(), finding.severity),
                (None, Some(edited)) => edited,
                (None, None) => (finding.wording.clone(), finding.severity),
            };
            Act::Edit { before, after: (wording, severity) }
        }
    };
    if repeats(session, &id, &act) {
        return Vec::new();
    }
    let decision = session.gate.decide(id.clone(), act, at);
    settle(session, &id);
    record(session, decision)
}

/// Whether the act would change nothing: not worth a record nor a step of undo.
fn repeats(session: &Session, id: &FindingId, act: &Act) -> bool {
    match act {
        Act::Accept => *session.gate.stance(id) == Stance::Accepted,
        Act::Drop { reason } => *session.gate.stance(id) == Stance::Dropped(reason.clone()),
        Act::Edit { before, after } => before == after,
        Act::Restore => session.findings.get(id).is_some_and(|finding| finding.held.is_none()),
        Act::Add(_) | Act::Undo { .. } | Act::Redo { .. } => false,
    }
}

pub(super) fn commented(session: &mut Session, comment: Comment, at: Time) -> Vec<Effect> {
    session.inner.own_numbers += 1;
    let id = FindingId::new(format!("own-{:03}", session.inner.own_numbers));
    let decision = session.gate.decide(id.clone(), Act::Add(comment), at);
    settle(session, &id);
    record(session, decision)
}

pub(super) fn undo(session: &mut Session, at: Time) -> Vec<Effect> {
    let Some(decision) = session.gate.undo(at) else { return Vec::new() };
    settle(session, &decision.finding);
    record(session, decision)
}

pub(super) fn redo(session: &mut Session, at: Time) -> Vec<Effect> {
    let Some(decision) = session.gate.redo(at) else { return Vec::new() };
    settle(session, &decision.finding);
    record(session, decision)
}

pub(super) fn drafted(session: &mut Session, draft: Draft) -> Vec<Effect> {
    let unchanged = match session.drafts.get(&draft.key) {
        Some(old) => old.text == draft.text,
        None => draft.text.is_empty(),
    };
    if unchanged {
        return Vec::new();
    }
    match draft.text.is_empty() {
        true => session.drafts.remove(&draft.key),
        false => session.drafts.insert(draft.key.clone(), draft.clone()),
    };
    let run = session.run_id();
    logbook::write(session, vec![Record::Draft { run, draft }])
}

pub(super) fn viewed(session: &mut Session, file: FileIx, viewed: bool, at: Time) -> Vec<Effect> {
    let path = session.diff.path(file);
    let text_hash = session.hashes.get(file.0 as usize).copied().unwrap_or(0);
    let mark = Viewed { path: path.clone(), text_hash, viewed, at };
    session.viewed.insert(path, mark.clone());
    let run = session.run_id();
    logbook::write(session, vec![Record::Viewed { run, viewed: mark }])
}

pub(super) fn left(session: &mut Session, anchor: Option<Anchor>, at: Time) -> Vec<Effect> {
    if session.run().is_none() {
        return Vec::new();
    }
    let run = session.run_id();
    logbook::write(session, vec![Record::Place { run, anchor, at }])
}

/// Brings findings in line with what stands: own comments exist while their decision does, restored ones are cards.
pub(super) fn settle(session: &mut Session, id: &FindingId) {
    let standing = session.gate.standing(id).cloned().unwrap_or_default();
    if let Some(comment) = standing.comment {
        session.findings.insert(&session.diff, own_finding(id.clone(), comment));
    } else if id.as_str().starts_with("own-") {
        session.findings.remove(id);
    } else if standing.restored {
        session.findings.restore(&session.diff, id);
    }
}

/// A person's comment as a finding: no label, no severity of its own.
fn own_finding(id: FindingId, comment: Comment) -> Finding {
    let placement = match comment.anchor {
        Some(anchor) if anchor.lines.is_some() => Placement::Inline(anchor),
        Some(anchor) => Placement::File(anchor),
        None => Placement::Body,
    };
    Finding {
        id,
        candidates: Vec::new(),
        placement,
        fingerprint: String::new(),
        kind: Kind::Comment,
        severity: Severity::Nitpick,
        lens: Lens::Correctness,
        wording: comment.wording,
        priority: 0,
        held: None,
        steps: Vec::new(),
    }
}

fn record(session: &mut Session, decision: Decision) -> Vec<Effect> {
    let run = session.run_id();
    logbook::write(session, vec![Record::Decision { run, decision }])
}
