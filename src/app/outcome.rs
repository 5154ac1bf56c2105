//! A session that is over -> what the reports want of it. Not here: any format (edge::report). Called by the headless
//! driver and by `prr show`.

use std::{collections::BTreeMap, sync::Arc, time::Duration};

use crate::{
    core::{
        change,
        gate::Stance,
        model::{Candidate, Failure, FailureKind, Finding, FindingId, Kind, PastState, Task, TaskState},
        plan::{self, Verdict},
        synthesis::{Document, Place},
        text::one_line,
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
        notes: session.notes.iter().map(|note| note.text.clone()).chain(since(session)).collect(),
        closing: closing(session),
        blocked: blocked(session),
        spent: session.voices().spent(),
        duration_ms: u64::try_from(took.as_millis()).unwrap_or(u64::MAX),
    })
}

/// Findings of the last look that are told one by one.
const TOLD: usize = 20;

/// What became of the findings of the last look: how many of each, in one line.
pub(super) fn since_in_short(session: &Session) -> Option<String> {
    let last = || session.past_findings().iter().filter(|past| past.was.is_last);
    let look = &last().next()?.was.look;
    let count = |state: PastState| last().filter(|past| session.past_state(past) == Some(state)).count();
    let counts = PastState::ALL.map(|state| (count(state), state.as_str()));
    let words: Vec<String> = counts.iter().filter(|(n, _)| *n > 0).map(|(n, state)| format!("{n} {state}")).collect();
    Some(format!("since {look}: {}", words.join(", ")))
}

/// The same, and then each of them with what it was and where.
fn since(session: &Session) -> Vec<String> {
    let Some(short) = since_in_short(session) else { return Vec::new() };
    let known = session.past_findings().iter().filter(|past| past.was.is_last);
    let mut lines: Vec<String> = known
        .filter_map(|past| {
            let state = session.past_state(past)?;
            let claim = &past.was.claim;
            let words = if claim.claim.title.is_empty() { &claim.claim.summary } else { &claim.claim.title };
            let reworded = if past.reworded { ", in other words" } else { "" };
            let why = match &past.was.standing.stance {
                Stance::Dropped(reason) if reason.is_empty() => " · you dropped it".to_owned(),
                Stance::Dropped(reason) => format!(" · you dropped it: {}", one_line(reason, 160)),
                Stance::Accepted | Stance::Undecided => String::new(),
            };
            let place = claim.place.as_ref().map_or("the whole change".into(), |place| place.path.lossy());
            let line = past.was.print.map_or(String::new(), |print| format!(":{}", print.start));
            Some(format!("{}{reworded}: {} ({place}{line}){why}", state.as_str(), one_line(words, 120)))
        })
        .collect();
    let more = lines.len().saturating_sub(TOLD);
    lines.truncate(TOLD);
    lines.insert(0, short);
    if more > 0 {
        lines.push(format!("and {more} more of the last look"));
    }
    lines
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
