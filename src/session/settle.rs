//! Findings in line with what a person decided about them. Called by `update` for each decision, and by `carried` for
//! those of a run that goes on.

use crate::core::{
    gate::{Gate, Stance},
    model::{Cast, Comment, Diff, Finding, FindingId, Held, Kind, Lens, Severity},
};

use super::{Findings, Standing};

/// Brings a finding in line with what stands: own comments exist while their decision does, restored ones are cards.
/// `machine` says why the machine holds it back, when it does.
pub(super) fn settle(
    findings: &mut Findings,
    diff: &Diff,
    gate: &Gate,
    id: &FindingId,
    machine: impl FnOnce(&Findings) -> Option<Held>,
) {
    let standing = gate.standing(id).cloned().unwrap_or_default();
    if let Some(comment) = standing.comment {
        findings.insert(diff, own_finding(id.clone(), comment), Standing::Card);
    } else if id.as_str().starts_with("own-") {
        findings.remove(id);
    } else if standing.restored || standing.stance != Stance::Undecided {
        // A decision pins: what is decided is a card, whatever the machine believes.
        findings.place(id, Standing::Card);
    } else {
        let held = machine(findings);
        findings.place(id, held.map_or(Standing::Card, Standing::Held));
    }
    let placement = match &standing.recast {
        Some(cast) => Some(cast.placement()),
        None => findings.get(id).map(|finding| finding.placement.clone()),
    };
    if let Some(placement) = placement {
        findings.seat(diff, id, &placement);
    }
}

/// A person's comment as a finding: no label, no severity of its own.
fn own_finding(id: FindingId, comment: Comment) -> Finding {
    let placement = Cast { kind: Kind::Comment, anchor: comment.anchor, quoted: comment.quoted }.placement();
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
