//! A person's acts. Each changes the session at once and hands its record over in the same step.

use crate::{
    core::{
        gate::Stance,
        model::{Act, Anchor, Cast, Comment, Decision, Draft, FileIx, Finding, FindingId, Kind, Record, Time, Viewed},
    },
    session::{Choice, Effect, Session, settle},
};

use super::{logbook, publish, together};

pub(super) fn chosen(session: &mut Session, id: FindingId, choice: Choice, at: Time) -> Vec<Effect> {
    let Some(act) = act_of(session, &id, choice).filter(|act| !repeats(session, &id, act)) else {
        return Vec::new();
    };
    let decision = session.gate.decide(id, act, at);
    record_all(session, vec![decision])
}

/// The act that a choice is; `None` when there is no such finding.
fn act_of(session: &Session, id: &FindingId, choice: Choice) -> Option<Act> {
    let finding = session.findings.get(id)?;
    Some(match choice {
        Choice::Accept => Act::Accept,
        Choice::Drop(reason) => Act::Drop { reason },
        Choice::Restore => Act::Restore,
        Choice::Edit(wording, severity) => {
            let standing = session.gate.standing(id);
            let own = standing.and_then(|standing| standing.comment.as_ref());
            let before = match (own, standing.and_then(|standing| standing.edited.clone())) {
                (Some(comment), _) => (comment.wording.clone(), finding.severity),
                (None, Some(edited)) => edited,
                (None, None) => (finding.wording.clone(), finding.severity),
            };
            Act::Edit { before, after: (wording, severity) }
        }
        Choice::Recast(after) => Act::Recast { before: cast_of(session, finding), after },
    })
}

/// What a finding is and where it stands, as it is now.
fn cast_of(session: &Session, finding: &Finding) -> Cast {
    let standing = session.gate.standing(&finding.id);
    let own = standing.and_then(|standing| standing.comment.as_ref());
    match (own, standing.and_then(|standing| standing.recast.clone())) {
        (Some(comment), _) => {
            Cast { kind: Kind::Comment, anchor: comment.anchor.clone(), quoted: comment.quoted.clone() }
        }
        (None, Some(cast)) => cast,
        (None, None) => Cast { kind: finding.kind, anchor: finding.placement.anchor().cloned(), quoted: String::new() },
    }
}

/// Whether the act would change nothing: not worth a record nor a step of undo.
fn repeats(session: &Session, id: &FindingId, act: &Act) -> bool {
    match act {
        Act::Accept => *session.gate.stance(id) == Stance::Accepted,
        Act::Drop { reason } => *session.gate.stance(id) == Stance::Dropped(reason.clone()),
        Act::Edit { before, after } => before == after,
        Act::Recast { before, after } => before == after,
        Act::Restore => session.findings.is_card(id),
        Act::Add(_) | Act::Undo { .. } | Act::Redo { .. } => false,
    }
}

pub(super) fn commented(session: &mut Session, comment: Comment, at: Time) -> Vec<Effect> {
    session.inner.own_numbers += 1;
    let id = FindingId::new(format!("own-{:03}", session.inner.own_numbers));
    let decision = session.gate.decide(id, Act::Add(comment), at);
    record_all(session, vec![decision])
}

pub(super) fn undo(session: &mut Session, at: Time) -> Vec<Effect> {
    let decisions = session.gate.undo(at);
    record_all(session, decisions)
}

pub(super) fn redo(session: &mut Session, at: Time) -> Vec<Effect> {
    let decisions = session.gate.redo(at);
    record_all(session, decisions)
}

/// The same choice for several findings, as one act.
pub(super) fn chosen_together(session: &mut Session, ids: Vec<FindingId>, choice: &Choice, at: Time) -> Vec<Effect> {
    let batch = Some(session.gate.next_seq());
    let mut decisions = Vec::new();
    for id in ids {
        if let Some(act) = act_of(session, &id, choice.clone()).filter(|act| !repeats(session, &id, act)) {
            decisions.push(session.gate.decide_in(id, act, at, batch));
        }
    }
    record_all(session, decisions)
}

fn record_all(session: &mut Session, decisions: Vec<Decision>) -> Vec<Effect> {
    if decisions.is_empty() {
        return Vec::new();
    }
    decisions.iter().for_each(|decision| settle(session, &decision.finding));
    let run = session.run_id();
    let records = decisions.into_iter().map(|decision| Record::Decision { run: run.clone(), decision });
    let mut effects = logbook::write(session, records.collect());
    effects.extend(together::want(session));
    effects.extend(publish::want(session));
    effects
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
    viewed_together(session, &[file], viewed, at)
}

pub(super) fn viewed_together(session: &mut Session, files: &[FileIx], viewed: bool, at: Time) -> Vec<Effect> {
    let run = session.run_id();
    let mut records = Vec::new();
    for file in files {
        let path = session.diff.path(*file);
        let text_hash = session.inner.hashes.get(file.0 as usize).copied().unwrap_or(0);
        let mark = Viewed { path: path.clone(), text_hash, viewed, at };
        session.viewed.insert(path, mark.clone());
        records.push(Record::Viewed { run: run.clone(), viewed: mark });
    }
    logbook::write(session, records)
}

pub(super) fn left(session: &mut Session, anchor: Option<Anchor>, at: Time) -> Vec<Effect> {
    if session.run().is_none() {
        return Vec::new();
    }
    let run = session.run_id();
    logbook::write(session, vec![Record::Place { run, anchor, at }])
}

/// Brings a finding in line with what stands.
pub(super) fn settle(session: &mut Session, id: &FindingId) {
    let held = together::machine_held(session, id);
    settle::settle(&mut session.findings, &session.diff, &session.gate, id, |_| held);
}
