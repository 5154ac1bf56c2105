//! Findings of earlier runs in the present one: recognised when they are said again, brought back when a person
//! decided about them and their code is still there, and told apart (`PastState`). Called when the logbook opened,
//! when their code was looked for, for each candidate, and when a task ends.

use std::{
    collections::{BTreeSet, VecDeque},
    sync::Arc,
};

use crate::{
    core::{
        diff,
        gate::{Remembered, Stance, Standing as Ruled},
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

/// Earlier findings are taken in, recognised and brought back so many at a time: keys go between.
const STEP: usize = 64;

/// What earlier runs leave, to be looked for in the present diff.
pub(super) fn opened(session: &mut Session, remembered: &Arc<[Remembered]>) -> Vec<Effect> {
    if remembered.is_empty() {
        return Vec::new();
    }
    session.inner.earlier.remembered = remembered.clone();
    vec![Effect::Trace(remembered.clone(), session.diff.clone())]
}

/// Where the code of each is now.
pub(super) fn traced(session: &mut Session, places: Arc<[CodePlace]>) -> Vec<Effect> {
    let earlier = &mut session.inner.earlier;
    // Told twice, or for something else.
    if earlier.remembered.len() != places.len() || earlier.is_known() {
        return Vec::new();
    }
    earlier.backlog.places = places;
    go_on(session)
}

/// The next step of what is left to do, to the end of which others are ordered.
pub(super) fn go_on(session: &mut Session) -> Vec<Effect> {
    session.inner.earlier.backlog.is_going = false;
    let (records, more) = step(session);
    let mut effects = logbook::write(session, records);
    match more {
        Some(more) => effects.push(more),
        None => effects.extend(together::want(session)),
    }
    effects
}

/// One step, and the order for the next one when something is left and it is not ordered yet.
pub(super) fn step(session: &mut Session) -> (Vec<Record>, Option<Effect>) {
    let mut records = Vec::new();
    for _ in 0..STEP {
        if let Some((was, code)) = session.inner.earlier.next_added() {
            add(session, was, code);
            if session.inner.earlier.is_known() {
                session.inner.earlier.backlog.unknown = recognisable(session);
            }
        } else if let Some(id) = session.inner.earlier.backlog.unknown.pop_front() {
            records.extend(recognise(session, &id));
        } else if std::mem::take(&mut session.inner.earlier.backlog.is_unasked) {
            want_back_all(session);
        } else if let Some((nth, at)) = session.inner.earlier.backlog.returning.pop_front() {
            records.extend(bring_back(session, nth, at));
        } else {
            break;
        }
    }
    let is_ordered = !session.inner.earlier.is_busy() || session.inner.earlier.backlog.is_going;
    session.inner.earlier.backlog.is_going = session.inner.earlier.is_busy();
    (records, (!is_ordered).then_some(Effect::GoOn))
}

fn add(session: &mut Session, was: Remembered, code: CodePlace) {
    let entry = PastFinding { was, code, now: None, said_again: false, reworded: false };
    let claim = placed(session, &entry.was.claim, entry.code.anchor());
    session.inner.earlier.add(claim, entry);
}

/// Brings back what stands of the reviewers that have nothing more to say.
fn want_back_all(session: &mut Session) {
    let at = session.run().map_or(Time::default(), |run| run.started);
    let tasks: BTreeSet<TaskId> =
        session.inner.earlier.entries.iter().map(|entry| entry.was.claim.task.clone()).collect();
    for task in tasks {
        if !is_pending(session, &task) {
            want_back(session, &task, at);
        }
    }
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
fn recognisable(session: &Session) -> VecDeque<FindingId> {
    let said = session.findings.iter().filter(|finding| !finding.candidates.is_empty());
    said.map(|finding| finding.id.clone()).collect()
}

fn recognise(session: &mut Session, id: &FindingId) -> Vec<Record> {
    let at = session.run().map_or(Time::default(), |run| run.started);
    let Some(mut finding) = session.findings.get(id).cloned() else { return Vec::new() };
    let claim = finding.candidates.first().and_then(|id| session.findings.candidate(id)).cloned();
    let twin = finding.held.as_ref().is_some_and(|held| held.reason == HeldReason::DuplicateInRun);
    // One that came while these were taken in was recognised when it came.
    let is_known = session.inner.earlier.by_finding.contains_key(id);
    let Some(claim) = claim.filter(|_| !twin && !is_known) else { return Vec::new() };
    let Some(recalled) = recall::recall(session, &claim, &mut finding) else { return Vec::new() };
    let by_memory = |held: &Held| matches!(held.reason, HeldReason::DroppedBefore | HeldReason::AlreadyOnPr);
    if let Some(held) = finding.held.filter(by_memory) {
        session.findings.hold(id, held);
    }
    carry(session, &recalled, id, at)
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

/// Asks back what a person decided about claims of a reviewer that has nothing more to say, where the code is still
/// there: decisions stand.
pub(super) fn want_back(session: &mut Session, task: &TaskId, at: Time) {
    let earlier = &mut session.inner.earlier;
    // While they are taken in, all that is open is asked for at the end.
    if earlier.is_known() && !earlier.backlog.is_unasked {
        let theirs = earlier.entries.iter().enumerate().filter(|(_, entry)| entry.was.claim.task == *task);
        let open: Vec<(usize, Time)> = theirs.filter(|(_, entry)| stands(entry)).map(|(nth, _)| (nth, at)).collect();
        earlier.backlog.returning.extend(open);
    }
}

fn stands(entry: &PastFinding) -> bool {
    let Ruled { stance, restored, edited, recast, comment: _ } = &entry.was.standing;
    let decided = *stance == Stance::Accepted || *restored || edited.is_some() || recast.is_some();
    let dropped = matches!(stance, Stance::Dropped(_));
    let open = entry.now.is_none() && entry.was.posted.is_none();
    open && decided && !dropped && entry.code.anchor().is_some()
}

/// Brings one back, unless it was said again meanwhile.
fn bring_back(session: &mut Session, nth: usize, at: Time) -> Vec<Record> {
    let Some(entry) = session.inner.earlier.entries.get(nth).filter(|entry| stands(entry)) else { return Vec::new() };
    let id = CandidateId::new(format!("{RECALLED}{}/{}", entry.was.run, entry.was.finding));
    if session.findings.candidate(&id).is_some() {
        return Vec::new();
    }
    let claim = Candidate { id, ..placed(session, &entry.was.claim, entry.code.anchor()) };
    let mut records = vec![Record::Candidate { run: session.run_id(), candidate: Box::new(claim.clone()), at }];
    records.extend(review::admit(session, claim, at));
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
