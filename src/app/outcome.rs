//! A session that is over -> what the reports want of it. Not here: any format (edge::report). Called by the headless
//! driver and by `prr show`.

use std::{collections::BTreeMap, sync::Arc, time::Duration};

use crate::{
    core::{
        change,
        model::{Candidate, Failure, FailureKind, Finding, FindingId, Kind, Task, TaskState},
        plan::{self, Verdict},
        synthesis::{Document, Place},
    },
    edge::report::{Item, Plan, Review},
    session::Session,
};

use super::{empty, headless::Outcome};

/// How a run ended that read its target.
pub(super) fn of_session(session: &Session, took: Duration) -> Outcome {
    let form = session.together.form.clone();
    match review(session, took) {
        Ok(review) => {
            empty::filtered_out(session, &review, &form).unwrap_or_else(|| Outcome::Reviewed(Box::new(review), form))
        }
        Err(failure) => Outcome::Failed(failure),
    }
}

/// The machine's review with what the person decided in it.
///
/// # Errors
/// R3's gate: a document that is not valid is not printed.
pub(super) fn review(session: &Session, took: Duration) -> Result<Review, Failure> {
    if let Some(why) = &session.together.invalid {
        return Err(invalid(why));
    }
    let (Some(synthesis), Some(plan)) = (&session.together.synthesis, plan(session)) else {
        return Err(Failure::new(FailureKind::Internal, "The run ended without a review."));
    };
    let files = session.all_files();
    Ok(Review {
        coverage: change::coverage(&plan.diff, &plan.map, files),
        not_had: session.pull().gaps.iter().map(|gap| gap.kind.as_str().to_owned()).collect(),
        plan,
        document: Arc::new(synthesis.document.clone()),
        checkpoint: synthesis.checkpoint.clone(),
        items: items(session, &synthesis.places, &synthesis.document),
        strategy: session.together.settings.strategy,
        fail_on: session.together.fail_on,
        run: session.run_id(),
        states: of_review(session).map(|(_, state)| state.clone()).collect(),
        notes: session.notes.iter().map(|note| note.text.clone()).collect(),
        closing: closing(session),
        blocked: blocked(session),
        spent: session.voices().spent(),
        duration_ms: u64::try_from(took.as_millis()).unwrap_or(u64::MAX),
    })
}

/// What blocks by tier 0, in words.
fn blocked(session: &Session) -> Option<String> {
    match session.tier0()? {
        Verdict::Blocked(what) => Some(what),
        Verdict::Clean | Verdict::NeedsLlm | Verdict::AdvisoryOnly => None,
    }
}

/// The sentence of a change that was not worth a model, when nobody found anything in it (FACTS 16).
fn closing(session: &Session) -> Option<String> {
    let (plan, map) = (session.plan()?, session.map.as_ref()?);
    let found = session.findings.iter().any(|finding| matches!(finding.kind, Kind::Finding | Kind::Question));
    if found || !session.is_complete() {
        return None;
    }
    let is_fast = session.is_fast() && session.tier0() == Some(Verdict::Clean);
    let files = session.diff.files.len();
    let lines = u64::from(session.diff.totals.added) + u64::from(session.diff.totals.removed);
    if is_fast { Some(plan::Plan::fast_path(files, lines)) } else { plan.trivial(map) }
}

/// R3 "Gate enforcement": the run stops with the reason; nothing but running again can help.
pub(super) fn invalid(why: &str) -> Failure {
    let failure = Failure::new(FailureKind::Internal, "The review could not be put together, and is not printed.");
    failure.because(why).hint("run it again; every finding is kept in the logbook, which `prr log` lists")
}

/// Tasks of the review: what tells more of a finding is for the person alone.
fn of_review(session: &Session) -> impl Iterator<Item = &(Task, TaskState)> {
    session.tasks.iter().filter(|(task, _)| !task.is_elaboration())
}

fn plan(session: &Session) -> Option<Plan> {
    Some(Plan {
        request: session.request()?.clone(),
        diff: session.diff.clone(),
        map: session.map.clone().unwrap_or_default(),
        tasks: of_review(session).map(|(task, _)| task.clone()).collect(),
    })
}

/// Every finding with its first claim and its place.
pub(super) fn items(
    session: &Session,
    places: &BTreeMap<FindingId, Place>,
    document: &Document,
) -> BTreeMap<FindingId, Item> {
    let claim = |finding: &Finding| -> Option<Candidate> {
        finding.candidates.first().and_then(|id| session.findings.candidate(id)).cloned()
    };
    let ours = document.findings.iter().map(|entry| &entry.finding);
    let all = session.findings.iter().chain(ours.filter(|finding| session.findings.get(&finding.id).is_none()));
    let item = |finding: &Finding| {
        let place = places.get(&finding.id)?.clone();
        let candidate = claim(finding);
        Some((
            finding.id.clone(),
            Item { finding: finding.clone(), candidate, place, is_incomplete: session.is_of_cut_answers(finding) },
        ))
    };
    all.filter_map(item).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::session;

    #[test]
    fn a_document_that_is_not_valid_is_a_failure_with_its_reason_and_nothing_is_printed() {
        let mut session = Session::new("x", session::Plan::default());
        session.together.invalid = Some("the review is not valid: its body is empty".to_owned());
        let Outcome::Failed(failure) = of_session(&session, Duration::ZERO) else { panic!("it was printed") };
        assert_eq!(failure.kind, FailureKind::Internal);
        assert_eq!(failure.causes, ["the review is not valid: its body is empty"]);
    }
}
