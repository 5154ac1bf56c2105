//! What a target's past comes to for a session that opens: judged, decided and counted beside the logbook, so that the
//! session takes thousands of decisions in at once. Pure. Not here: what the session makes of it (`update::carry`,
//! `update::again`). Called by app with what the logbook says.

use std::sync::Arc;

use crate::core::{
    gate::{self, Gate, Past, Remembered, Stance, Standing as Ruled},
    judge::Judge,
    model::{Candidate, Diff, FindingId, Held, RunFacts},
};

use super::{Findings, Standing, settle::settle};

/// A past, ready to be taken in.
#[derive(Debug, Clone, Default)]
pub struct Carried {
    /// Whether the newest run goes on; else the session has a new one.
    pub(super) resumed: bool,
    /// The past without what was worked out of it.
    pub(super) past: Past,
    /// What earlier runs leave, to be looked for in the diff.
    pub(super) remembered: Arc<[Remembered]>,
    /// The decisions of a run that goes on; for a new run those of the one before it.
    pub(super) gate: Gate,
    /// The findings of a run that goes on, as they stand; none for a new run.
    pub(super) findings: Findings,
    /// The judge that made them.
    pub(super) judge: Judge,
}

impl Carried {
    /// Works out what `past` comes to for a session about `diff` in `run`, which goes on (`resumed`) or is new.
    pub fn of(diff: &Diff, mut past: Past, run: &RunFacts, resumed: bool) -> Self {
        let remembered = gate::remember(&past, &run.id, &run.request).into();
        let before = if resumed { Some(&run.id) } else { past.runs.last().map(|run| &run.id) };
        let mut gate = Gate::default();
        past.decisions
            .iter()
            .filter(|(of, _)| Some(of) == before)
            .for_each(|(_, decision)| gate.apply(decision.clone()));
        let (mut findings, mut judge) = (Findings::default(), Judge::default());
        if resumed {
            gate.continue_after(past.last_seq);
            for candidate in std::mem::take(&mut past.candidates) {
                admit(&mut findings, &mut judge, diff, candidate, &gate);
            }
            let rest: Vec<FindingId> =
                gate.standings().filter(|(_, ruled)| !is_plain(ruled)).map(|(id, _)| id.clone()).collect();
            rest.iter().for_each(|id| settle(&mut findings, diff, &gate, id, |findings| held(findings, id)));
            findings.count_open(|id| gate.stance(id));
            // Shelves are filled here, not when the first snapshot is asked for.
            findings.shared();
        }
        (past.candidates, past.verdicts, past.decisions) = (Vec::new(), Vec::new(), Vec::new());
        past.memory.claims.clear();
        Self { resumed, past, remembered, gate, findings, judge }
    }

    /// Own comments of the run before, with what stands of each.
    pub(super) fn comments(&self) -> impl Iterator<Item = &Ruled> {
        self.gate.standings().map(|(_, standing)| standing).filter(|standing| standing.comment.is_some())
    }
}

/// A finding of a run that goes on, as it came.
fn admit(findings: &mut Findings, judge: &mut Judge, diff: &Diff, candidate: Candidate, gate: &Gate) {
    let (finding, joins) = judge.judge(diff, &candidate);
    if let Some(of) = joins {
        findings.join(&of, candidate.id.clone());
    }
    let ruled = gate.standing(&finding.id).filter(|ruled| is_plain(ruled));
    let standing = match (ruled, finding.held.clone()) {
        (Some(_), _) => Standing::Card,
        (None, Some(held)) => Standing::Held(held),
        (None, None) => Standing::Waiting,
    };
    findings.insert(diff, finding, standing);
    findings.said(candidate);
}

/// Whether a decision makes a card of a finding, at its own place: nearly all do, and need no second look.
fn is_plain(ruled: &Ruled) -> bool {
    let is_pinned = ruled.restored || ruled.stance != Stance::Undecided;
    is_pinned && ruled.comment.is_none() && ruled.recast.is_none()
}

/// Why the machine holds a finding back before synthesis has said anything.
fn held(findings: &Findings, id: &FindingId) -> Option<Held> {
    findings.get(id).and_then(|finding| finding.held.clone())
}
