//! Two sessions that went on with one run at the same time name what is new alike: the next claim of a task, the next
//! finding of a lens, the next comment of one's own. When one is joined to the other, what is not the same gets another
//! name, so that no decision comes to stand under a finding that it was not about. Done again, the names are the same.
//! Called by `merge`.

use std::collections::{BTreeMap, HashMap};

use crate::core::model::{
    Act, Candidate, CandidateId, Decision, Draft, DraftKey, FindingId, Lens, Opinion, Record, RunId, Verdict,
};

/// What theirs is called in ours. What keeps its name is not in it.
#[derive(Debug, Default)]
pub(super) struct Names {
    claims: HashMap<(RunId, CandidateId), CandidateId>,
    findings: HashMap<(RunId, FindingId), FindingId>,
    /// Our claims.
    ours: HashMap<(RunId, CandidateId), Candidate>,
}

/// The claims of one run in one logbook, in the order in which they were judged, and what their findings are called.
#[derive(Default)]
struct Numbers {
    counts: BTreeMap<Lens, u32>,
    findings: HashMap<CandidateId, FindingId>,
}

impl Numbers {
    /// As the judge names findings (FACTS 33).
    fn add(&mut self, id: &CandidateId, lens: Lens) {
        if !self.findings.contains_key(id) {
            let number = self.counts.entry(lens).or_default();
            *number += 1;
            self.findings.insert(id.clone(), FindingId::new(format!("{}-{number:03}", lens.as_str())));
        }
    }
}

impl Names {
    /// `theirs`: with whether ours has the very line.
    pub(super) fn of(ours: &[&Record], theirs: &[(&Record, bool)]) -> Self {
        let mut names = Self::default();
        let mut numbers: HashMap<RunId, Numbers> = HashMap::new();
        for record in ours {
            if let Record::Candidate { run, candidate, at: _ } = record {
                names.ours.entry((run.clone(), candidate.id.clone())).or_insert_with(|| (**candidate).clone());
                numbers.entry(run.clone()).or_default().add(&candidate.id, candidate.lens);
            }
        }
        names.number(&mut numbers, theirs);
        names.own_comments(ours, theirs);
        names
    }

    /// Whether ours has that claim.
    pub(super) fn has(&self, run: &RunId, candidate: &Candidate) -> bool {
        self.ours.get(&(run.clone(), candidate.id.clone())) == Some(candidate)
    }

    fn number(&mut self, ours: &mut HashMap<RunId, Numbers>, theirs: &[(&Record, bool)]) {
        let mut there: HashMap<RunId, Numbers> = HashMap::new();
        for (record, _) in theirs {
            let Record::Candidate { run, candidate, at: _ } = record else { continue };
            let (here, there) = (ours.entry(run.clone()).or_default(), there.entry(run.clone()).or_default());
            if there.findings.contains_key(&candidate.id) {
                continue;
            }
            there.add(&candidate.id, candidate.lens);
            let name = self.free(run, candidate);
            here.add(&name, candidate.lens);
            if let (Some(was), Some(is)) = (there.findings.get(&candidate.id), here.findings.get(&name))
                && was != is
            {
                self.findings.entry((run.clone(), was.clone())).or_insert_with(|| is.clone());
            }
            if name != candidate.id {
                self.claims.insert((run.clone(), candidate.id.clone()), name);
            }
        }
    }

    /// The name of a claim of theirs: its own, unless ours calls another claim so.
    fn free(&self, run: &RunId, candidate: &Candidate) -> CandidateId {
        let mut name = candidate.id.clone();
        let mut number = 2u32;
        let is_other = |name: &CandidateId| match self.ours.get(&(run.clone(), name.clone())) {
            Some(ours) => *ours != Candidate { id: name.clone(), ..candidate.clone() },
            None => false,
        };
        while is_other(&name) {
            name = CandidateId::new(format!("{}~{number}", candidate.id));
            number += 1;
        }
        name
    }

    /// Comments of one's own that were written in both: theirs are counted behind ours.
    fn own_comments(&mut self, ours: &[&Record], theirs: &[(&Record, bool)]) {
        let mut last: HashMap<&RunId, u32> = HashMap::new();
        for record in ours.iter().chain(theirs.iter().map(|(record, _)| record)) {
            if let Record::Decision { run, decision } = record {
                let number = last.entry(run).or_default();
                *number = own_number(&decision.finding).unwrap_or(0).max(*number);
            }
        }
        for (record, is_known) in theirs {
            let Record::Decision { run, decision } = record else { continue };
            if *is_known || !matches!(decision.act, Act::Add(_)) || own_number(&decision.finding).is_none() {
                continue;
            }
            let key = (run.clone(), decision.finding.clone());
            let name = match joined(ours, run, decision) {
                Some(name) => name.clone(),
                None if is_used(ours, run, &decision.finding) => {
                    let number = last.entry(run).or_default();
                    *number += 1;
                    FindingId::new(format!("own-{number:03}"))
                }
                None => continue,
            };
            if name != decision.finding {
                self.findings.entry(key).or_insert(name);
            }
        }
    }

    /// The record in our terms; `None` = it is in them already.
    pub(super) fn rename(&self, record: &Record) -> Option<Record> {
        let claim = |run: &RunId, id: &CandidateId| self.claims.get(&(run.clone(), id.clone())).cloned();
        let finding = |run: &RunId, id: &FindingId| self.findings.get(&(run.clone(), id.clone())).cloned();
        match record.clone() {
            Record::Candidate { run, candidate, at } => {
                let id = claim(&run, &candidate.id)?;
                Some(Record::Candidate { run, candidate: Box::new(Candidate { id, ..*candidate }), at })
            }
            Record::Verdict { run, verdict, at } => {
                let both = (claim(&run, &verdict.candidate), finding(&run, &verdict.finding));
                let (candidate, finding) = changed(both, &verdict.candidate, &verdict.finding)?;
                Some(Record::Verdict { run, verdict: Verdict { candidate, finding, ..verdict }, at })
            }
            Record::Opinion { run, opinion, at } => {
                let both = (claim(&run, &opinion.candidate), finding(&run, &opinion.finding));
                let (candidate, finding) = changed(both, &opinion.candidate, &opinion.finding)?;
                Some(Record::Opinion { run, opinion: Box::new(Opinion { candidate, finding, ..*opinion }), at })
            }
            Record::Decision { run, decision } => {
                let finding = finding(&run, &decision.finding)?;
                Some(Record::Decision { run, decision: Decision { finding, ..decision } })
            }
            Record::Draft { run, draft } => {
                let key = match &draft.key {
                    DraftKey::Edit(id) => DraftKey::Edit(finding(&run, id)?),
                    DraftKey::DropReason(id) => DraftKey::DropReason(finding(&run, id)?),
                    DraftKey::Comment(_) | DraftKey::Reply(_) => return None,
                };
                Some(Record::Draft { run, draft: Draft { key, ..draft } })
            }
            Record::Run(_)
            | Record::Hotspot { .. }
            | Record::Comments { .. }
            | Record::TaskReported { .. }
            | Record::TaskEnded { .. }
            | Record::Viewed { .. }
            | Record::Place { .. }
            | Record::PublicationIntent { .. }
            | Record::PublicationReceipt { .. }
            | Record::RunEnded { .. } => None,
        }
    }
}

/// Both names, when one of them is another.
fn changed(
    both: (Option<CandidateId>, Option<FindingId>),
    claim: &CandidateId,
    finding: &FindingId,
) -> Option<(CandidateId, FindingId)> {
    if both.0.is_none() && both.1.is_none() {
        return None;
    }
    Some((both.0.unwrap_or_else(|| claim.clone()), both.1.unwrap_or_else(|| finding.clone())))
}

fn own_number(id: &FindingId) -> Option<u32> {
    id.as_str().strip_prefix("own-")?.parse().ok()
}

/// What a comment of theirs is called that an earlier join brought in.
fn joined<'o>(ours: &[&'o Record], run: &RunId, theirs: &Decision) -> Option<&'o FindingId> {
    ours.iter().find_map(|record| match record {
        Record::Decision { run: of, decision } if of == run => {
            (decision.at == theirs.at && decision.act == theirs.act).then_some(&decision.finding)
        }
        _ => None,
    })
}

fn is_used(ours: &[&Record], run: &RunId, id: &FindingId) -> bool {
    ours.iter()
        .any(|record| matches!(record, Record::Decision { run: of, decision } if of == run && decision.finding == *id))
}
