//! Findings of earlier runs in the present one: recognised when they are said again, brought back when a person
//! decided about them and their code is still there, and told apart (`PastState`). Called when the logbook opened,
//! when their code was looked for, for each candidate, and when a task ends.

use std::{collections::BTreeSet, sync::Arc};

use crate::{
    core::{
        diff,
        gate::{self, Past, Remembered, Stance, Standing as Ruled},
        judge::{self, Again},
        model::{
            Act, Anchor, Candidate, CandidateId, Cast, ClaimedPlace, CodePlace, Decision, Draft, DraftKey, Finding,
            FindingId, Held, HeldReason, LineRange, PastState, Placement, Record, TaskId, TaskState, Time,
        },
    },
    session::{Effect, PastFinding, Session, Standing},
};

use super::{
    decide, logbook,
    recall::{self, Recalled, lines_of},
    review, together,
};

/// Candidates that we bring back ourselves have ids that begin so; no reviewer's do.
pub(crate) const RECALLED: &str = "again:";

/// What earlier runs leave, to be looked for in the present diff.
pub(super) fn opened(session: &mut Session, past: &Past) -> Vec<Effect> {
    let Some(run) = session.run() else { return Vec::new() };
    let remembered: Arc<[Remembered]> = gate::remember(past, &run.id, &run.request).into();
    if remembered.is_empty() {
        return Vec::new();
    }
    session.inner.earlier.remembered = remembered.clone();
    vec![Effect::Trace(remembered, session.diff.clone())]
}

/// Where the code of each is now.
pub(super) fn traced(session: &mut Session, places: &[CodePlace]) -> Vec<Effect> {
    let remembered = std::mem::take(&mut session.inner.earlier.remembered);
    if remembered.len() != places.len() {
        return Vec::new();
    }
    for (entry, code) in remembered.iter().zip(places) {
        let entry =
            PastFinding { was: entry.clone(), code: code.clone(), now: None, said_again: false, reworded: false };
        let claim = placed(session, &entry.was.claim, entry.code.anchor());
        session.inner.earlier.add(claim, entry);
    }
    let at = session.run().map_or(Time::default(), |run| run.started);
    let mut records = recognise(session, at);
    let tasks: BTreeSet<TaskId> =
        session.inner.earlier.entries.iter().map(|entry| entry.was.claim.task.clone()).collect();
    for task in tasks {
        if !is_pending(session, &task) {
            records.extend(bring_back(session, &task, at));
        }
    }
    let mut effects = logbook::write(session, records);
    effects.extend(together::want(session));
    effects
}

/// A claim at its present place.
fn placed(session: &Session, claim: &Candidate, anchor: Option<&Anchor>) -> Candidate {
    let mut claim = claim.clone();
    if let Some(place) = &mut claim.place {
        let file = diff::find_file(&session.diff, &place.path);
        place.path = file.map_or_else(|| place.path.clone(), |file| session.diff.path(file));
        if let Some(Anchor { path, side, lines }) = anchor.cloned() {
            *place = ClaimedPlace { path, side: Some(side), lines, ..place.clone() };
        }
    }
    claim
}

/// Findings of a run that goes on, which came before the code was looked for.
fn recognise(session: &mut Session, at: Time) -> Vec<Record> {
    let all: Vec<Finding> = session.findings.iter().filter(|finding| !finding.candidates.is_empty()).cloned().collect();
    let mut records = Vec::new();
    for mut finding in all {
        let claim = finding.candidates.first().and_then(|id| session.findings.candidate(id)).cloned();
        let twin = finding.held.as_ref().is_some_and(|held| held.reason == HeldReason::DuplicateInRun);
        let Some(claim) = claim.filter(|_| !twin) else { continue };
        let Some(recalled) = recall::recall(session, &claim, &mut finding) else { continue };
        let id = finding.id.clone();
        let by_memory = |held: &Held| matches!(held.reason, HeldReason::DroppedBefore | HeldReason::AlreadyOnPr);
        if let Some(held) = finding.held.filter(by_memory) {
            session.findings.hold(&id, held);
        }
        records.extend(carry(session, &recalled, &id, at));
    }
    records
}

/// What stands of a past finding in the present run: decisions where the code survived, drafts in any case. A
/// finding that was decided in this run is left alone.
pub(super) fn carry(session: &mut Session, recalled: &Recalled, id: &FindingId, at: Time) -> Vec<Record> {
    let Some(entry) = session.inner.earlier.entries.get(recalled.nth) else { return Vec::new() };
    let (standing, drafts, run) = (entry.was.standing.clone(), entry.was.drafts.clone(), entry.was.run.clone());
    let posted = entry.was.posted.is_some();
    let mut records = Vec::new();
    // What was posted is not accepted again: it would be posted twice.
    if recalled.survived && !posted && !session.gate.has(id) {
        let acts = acts_of(session, id, standing);
        let decisions: Vec<Decision> = acts.into_iter().map(|act| session.gate.decide(id.clone(), act, at)).collect();
        if !decisions.is_empty() {
            decide::settle(session, id);
        }
        let here = session.run_id();
        records.extend(decisions.into_iter().map(|decision| Record::Decision { run: here.clone(), decision }));
    }
    for draft in drafts {
        records.extend(move_draft(session, draft, id, &run));
    }
    records
}

/// A draft goes on under the new finding; the old one ends, so that it does not come back when this one is discarded.
fn move_draft(session: &mut Session, draft: Draft, id: &FindingId, run: &crate::core::model::RunId) -> Vec<Record> {
    let key = match &draft.key {
        DraftKey::Edit(_) => DraftKey::Edit(id.clone()),
        DraftKey::DropReason(_) => DraftKey::DropReason(id.clone()),
        DraftKey::Comment(_) | DraftKey::Reply(_) => return Vec::new(),
    };
    if session.drafts.contains_key(&key) {
        return Vec::new();
    }
    let ended = Record::Draft { run: run.clone(), draft: Draft { text: String::new(), ..draft.clone() } };
    let draft = Draft { key: key.clone(), ..draft };
    session.drafts.insert(key, draft.clone());
    vec![Record::Draft { run: session.run_id(), draft }, ended]
}

/// The acts that lead to a standing; a drop is held back instead.
fn acts_of(session: &Session, id: &FindingId, standing: Ruled) -> Vec<Act> {
    let mut acts = Vec::new();
    if let (Some(after), Some(finding)) = (standing.edited, session.findings.get(id)) {
        acts.push(Act::Edit { before: (finding.wording.clone(), finding.severity), after });
    }
    // Another kind is meant whatever the lines are called now; other lines were those of another change.
    if let (Some(cast), Some(finding)) = (standing.recast, session.findings.get(id))
        && cast.kind != finding.kind
    {
        let anchor = finding.placement.anchor().cloned();
        let before = Cast { kind: finding.kind, anchor, quoted: String::new() };
        acts.push(Act::Recast { after: Cast { kind: cast.kind, ..before.clone() }, before });
    }
    match standing.stance {
        Stance::Accepted => acts.push(Act::Accept),
        Stance::Undecided if standing.restored => acts.push(Act::Restore),
        Stance::Undecided | Stance::Dropped(_) => {}
    }
    acts
}

/// Brings back what a person decided about claims of a reviewer that has nothing more to say, where the code is still
/// there: decisions stand.
pub(super) fn bring_back(session: &mut Session, task: &TaskId, at: Time) -> Vec<Record> {
    let stands = |entry: &PastFinding| {
        let Ruled { stance, restored, edited, recast, comment: _ } = &entry.was.standing;
        let decided = *stance == Stance::Accepted || *restored || edited.is_some() || recast.is_some();
        let dropped = matches!(stance, Stance::Dropped(_));
        let open = entry.now.is_none() && entry.was.posted.is_none();
        entry.was.claim.task == *task && open && decided && !dropped && entry.code.anchor().is_some()
    };
    let claims: Vec<Candidate> = session
        .inner
        .earlier
        .entries
        .iter()
        .filter(|entry| stands(entry))
        .map(|entry| {
            let id = CandidateId::new(format!("{RECALLED}{}/{}", entry.was.run, entry.was.finding));
            Candidate { id, ..placed(session, &entry.was.claim, entry.code.anchor()) }
        })
        .collect();
    let mut records = Vec::new();
    for claim in claims.into_iter().filter(|claim| session.findings.candidate(&claim.id).is_none()).collect::<Vec<_>>()
    {
        records.push(Record::Candidate { run: session.run_id(), candidate: Box::new(claim.clone()), at });
        records.extend(review::admit(session, claim, at));
    }
    records
}

/// Whether a reviewer of this run may still say something.
fn is_pending(session: &Session, task: &TaskId) -> bool {
    session.tasks.iter().any(|(known, state)| known.id == *task && !matches!(state, TaskState::Ended(_)))
}

impl Session {
    /// Findings of earlier runs; those of the last one are marked.
    pub fn past_findings(&self) -> &[PastFinding] {
        &self.inner.earlier.entries
    }

    /// The past finding that a present one was.
    pub fn past_of(&self, id: &FindingId) -> Option<&PastFinding> {
        self.inner.earlier.by_finding.get(id).and_then(|nth| self.inner.earlier.entries.get(*nth))
    }

    /// What became of a past finding; `None` while its reviewer may still say it again.
    pub fn past_state(&self, entry: &PastFinding) -> Option<PastState> {
        let start = |lines: Option<LineRange>| lines.map_or(0, LineRange::start);
        let before = entry
            .was
            .print
            .map_or_else(|| start(entry.was.claim.place.as_ref().and_then(|place| place.lines)), |print| print.start);
        let now = entry.now.as_ref().filter(|_| entry.said_again).and_then(|id| self.findings.get(id));
        let again = match now {
            Some(finding) if start(lines_of(finding)) == before => Again::Here,
            Some(_) => Again::There,
            None if is_pending(self, &entry.was.claim.task) => Again::Pending,
            None => Again::Silent,
        };
        judge::past_state(&entry.code, again)
    }
}

/// The verdict's record of a finding, with the code under it.
pub(super) fn verdict_of(session: &Session, finding: &Finding, at: Time) -> Option<Record> {
    let mut verdict = judge::verdict(finding)?;
    verdict.code = match &finding.placement {
        Placement::Inline(anchor) => diff::code_print(&session.diff, anchor),
        Placement::File(_) | Placement::Body => None,
    };
    Some(Record::Verdict { run: session.run_id(), verdict, at })
}

/// Where a judged finding goes until synthesis says.
pub(super) fn first_standing(finding: &Finding) -> Standing {
    finding.held.clone().map_or(Standing::Waiting, Standing::Held)
}
