//! A stored run whose diff is gone: claims, the machine's last word on each and the person's decisions, without places
//! that could be checked. Called by `show`.

use std::sync::Arc;

use super::{Recorded, together};
use crate::{
    core::{
        gate::{Gate, Standing},
        judge::Judge,
        model::{
            Candidate, Coverage, Diff, Failure, Finding, FindingId, Held, HeldReason, Kind, Lens, Placement, Severity,
            TaskState, Usage,
        },
        synthesis::{Evidence, Judged, RequestFacts, Said, Snapshot},
    },
    edge::report::{Extent, Item, Plan, Review},
    session,
};

/// The review.
pub(super) fn review(recorded: &Recorded, extent: Extent) -> Result<Review, Failure> {
    let request = recorded.facts.request.clone();
    let (whole, document) = together(snapshot(recorded), extent)?;
    let claims = findings(recorded);
    let ours = document.findings.iter().map(|entry| (entry.finding.clone(), None));
    let items =
        ours.chain(claims.into_iter().map(|(finding, claim)| (finding, Some(claim)))).filter_map(|(f, claim)| {
            let place = whole.places.get(&f.id)?.clone();
            Some((f.id.clone(), Item { finding: f, candidate: claim, place, is_incomplete: false }))
        });
    Ok(Review {
        items: items.collect(),
        document: Arc::new(document),
        checkpoint: String::new(),
        strategy: recorded.settings.strategy,
        fail_on: None,
        run: recorded.facts.id.clone(),
        states: recorded.tasks.iter().map(|(_, end)| TaskState::Ended(end.clone())).collect(),
        notes: Vec::new(),
        closing: None,
        blocked: None,
        coverage: Coverage::default(),
        not_had: Vec::new(),
        spent: (Usage::default(), 0.0),
        duration_ms: 0,
        plan: Plan { tasks: recorded.tasks.iter().map(|(task, _)| task.clone()).collect(), ..Review::no_plan(request) },
    })
}

pub(in crate::app) fn snapshot(recorded: &Recorded) -> Snapshot {
    let mut gate = Gate::default();
    recorded.past.decisions.iter().for_each(|(_, decision)| gate.apply(decision.clone()));
    let judged = |(finding, claim): (Finding, Candidate)| {
        let ruling = gate.standing(&finding.id).map(session::ruling);
        let opinions = recorded.past.opinions_of(&claim.id);
        Arc::new(Judged { ruling, own: Some(Evidence::of(&claim)), finding, opinions, said: Said::default() })
    };
    let own = gate.standings().filter_map(|(id, standing)| comment(id, standing)).map(Arc::new);
    let tasks = recorded.tasks.iter();
    Snapshot {
        items: findings(recorded).into_iter().map(judged).chain(own).collect(),
        tasks: tasks.map(|(task, end)| session::task_facts(task, &TaskState::Ended(end.clone()))).collect(),
        request: RequestFacts {
            title: recorded.facts.request.title.clone(),
            number: recorded.facts.request.pull.as_ref().map(|name| name.number),
            ..RequestFacts::default()
        },
        settings: recorded.settings.clone(),
        ..Snapshot::default()
    }
}

/// Every claim as the judge left it. Its rules on severity and kind need no diff; where the finding stood and whether
/// it was held back is what was recorded.
fn findings(recorded: &Recorded) -> Vec<(Finding, Candidate)> {
    let (mut judge, nothing) = (Judge::default(), Diff::default());
    let one = |claim: &Candidate| {
        let (finding, _) = judge.judge(&nothing, claim);
        let verdict = recorded.past.verdicts.iter().rev().find(|(_, verdict)| verdict.candidate == claim.id);
        let held = verdict.and_then(|(_, verdict)| verdict.drop_reason.as_deref()).map(held);
        (Finding { placement: Placement::Body, held, ..finding }, claim.clone())
    };
    recorded.past.candidates.iter().map(one).collect()
}

/// `reason: details`, as the verdict has it.
fn held(words: &str) -> Held {
    let (reason, details) = words.split_once(": ").unwrap_or((words, ""));
    let reason = HeldReason::parse(reason).unwrap_or(HeldReason::Skeptic);
    Held { reason, details: details.to_owned() }
}

/// A person's own words, which have no place now but the body.
fn comment(id: &FindingId, standing: &Standing) -> Option<Judged> {
    let comment = standing.comment.as_ref()?;
    let finding = Finding {
        id: id.clone(),
        candidates: Vec::new(),
        placement: Placement::Body,
        fingerprint: String::new(),
        kind: Kind::Comment,
        severity: Severity::Nitpick,
        lens: Lens::Correctness,
        wording: comment.wording.clone(),
        priority: 0,
        held: None,
        steps: Vec::new(),
    };
    Some(Judged {
        finding,
        own: None,
        ruling: Some(session::ruling(standing)),
        opinions: Vec::new(),
        said: Said::default(),
    })
}
