//! Candidate -> finding: anchor, fingerprint, duplicates in the run, priority.
//! Not here: what a person decided (gate). Called by session, in the order in which candidates come: the same
//! order gives the same ids, which is what a replay relies on.

mod anchor;
mod fingerprint;
mod priority;

use std::collections::{BTreeMap, HashMap};

use crate::core::model::{
    Candidate, Diff, Finding, FindingId, Held, HeldReason, Kind, Lens, RepoPath, Verdict, Wording,
};

pub use anchor::place;
pub use fingerprint::fingerprint;
pub use priority::priority;

/// Gives ids and remembers what was seen in this run.
#[derive(Debug, Clone, Default)]
pub struct Judge {
    numbers: BTreeMap<Lens, u32>,
    seen: HashMap<(RepoPath, String), FindingId>,
}

impl Judge {
    /// Judges one candidate. The finding is always returned; when it is held back, `held` says why, and for a
    /// duplicate the second value names the finding that it joins as evidence.
    pub fn judge(&mut self, diff: &Diff, candidate: &Candidate) -> (Finding, Option<FindingId>) {
        let (placement, mut held) = place(diff, candidate.place.as_ref());
        let print = fingerprint(candidate);
        let id = self.next_id(candidate.lens);
        let joins = if held.is_none() { self.twin(candidate, &print, &id) } else { None };
        if let Some(of) = &joins {
            held = Some(Held {
                reason: HeldReason::DuplicateInRun,
                details: format!("says the same as {of}, which keeps it as evidence"),
            });
        }
        let finding = Finding {
            id,
            candidates: vec![candidate.id.clone()],
            placement,
            fingerprint: print,
            kind: candidate.claim.kind,
            severity: candidate.weight.severity,
            lens: candidate.lens,
            wording: wording(candidate),
            priority: priority(candidate),
            held,
        };
        (finding, joins)
    }

    /// `<lens>-NNN`, stable in the run (FACTS 33).
    fn next_id(&mut self, lens: Lens) -> FindingId {
        let number = self.numbers.entry(lens).or_default();
        *number += 1;
        FindingId::new(format!("{}-{number:03}", lens.as_str()))
    }

    /// The earlier finding with the same fingerprint in the same file. An empty invariant and sink say too little
    /// to merge on (REVIEW "Duplicates").
    fn twin(&mut self, candidate: &Candidate, print: &str, id: &FindingId) -> Option<FindingId> {
        if candidate.claim.invariant.is_empty() && candidate.claim.sink.is_empty() {
            return None;
        }
        let path = candidate.place.as_ref()?.path.clone();
        match self.seen.entry((path, print.to_owned())) {
            std::collections::hash_map::Entry::Occupied(first) => Some(first.get().clone()),
            std::collections::hash_map::Entry::Vacant(free) => {
                free.insert(id.clone());
                None
            }
        }
    }
}

/// The words a person sees and edits: title, then summary, evidence and the way out as one body.
fn wording(candidate: &Candidate) -> Wording {
    let claim = &candidate.claim;
    let parts = [claim.summary.as_str(), claim.why_now.as_str(), claim.suggested_fix.as_deref().unwrap_or("")];
    let body: Vec<&str> = parts.into_iter().map(str::trim).filter(|part| !part.is_empty()).collect();
    Wording { title: claim.title.clone(), body: body.join("\n\n"), suggestion: claim.suggestion.clone() }
}

/// What the logbook keeps of the machine's belief (deep's record `decision`).
pub fn verdict(finding: &Finding) -> Option<Verdict> {
    let candidate = finding.candidates.first()?.clone();
    let (detection_state, surfacing_state) = match (&finding.held, finding.kind) {
        (Some(held), _) if held.reason == HeldReason::DuplicateInRun => ("duplicate-in-run", "suppressed"),
        (Some(_), _) => ("dropped", "suppressed"),
        (None, Kind::Question) => ("selected", "question-only"),
        (None, _) => ("selected", "posted"),
    };
    Some(Verdict {
        candidate,
        finding: finding.id.clone(),
        detection_state,
        surfacing_state,
        drop_reason: finding.held.as_ref().map(|held| format!("{}: {}", held.reason.as_str(), held.details)),
        priority: finding.priority,
        fingerprint: finding.fingerprint.clone(),
    })
}

#[cfg(test)]
mod tests;
