//! What a target's earlier runs leave to a new one: findings that were shown last time, and what a person decided
//! about any finding in any run (FACTS 11). Pure. Not here: whether their code is still there (`diff::CodeFinder`),
//! what becomes of them (session). Called by session when the logbook opens.

use std::collections::{BTreeMap, HashMap};

use super::{Gate, Past, Stance, Standing};
use crate::core::{
    diff::{self, CodeFinder},
    judge,
    model::{
        Candidate, CodePlace, CodePrint, Draft, DraftKey, FindingId, RepoPath, Request, RunFacts, RunId, Time, Verdict,
    },
};

/// A finding of an earlier run.
#[derive(Debug, Clone, PartialEq)]
pub struct Remembered {
    /// The run that it stands in.
    pub run: RunId,
    /// How people name that run: the first digits of its head.
    pub look: String,
    /// Its id there.
    pub finding: FindingId,
    /// What the agent said.
    pub claim: Candidate,
    /// The code under it; `None` without lines, and in older logbooks.
    pub print: Option<CodePrint>,
    /// What the person decided; nothing = shown only.
    pub standing: Standing,
    /// The address of the review that it was posted with ('' = not told), when it was.
    pub posted: Option<String>,
    /// Drafts about it.
    pub drafts: Vec<Draft>,
    /// Whether it was shown or decided in the last run of another diff.
    pub is_last: bool,
}

impl Remembered {
    /// What makes a claim the same one across runs: its file and its fingerprint.
    pub fn key(&self) -> (RepoPath, String) {
        key_of(&self.claim)
    }
}

impl Remembered {
    /// Where its code is in a diff. Without lines its code is its file's change, or the change as a whole: that is
    /// another one whenever the diff is.
    pub fn find(&self, now: &mut CodeFinder<'_>) -> CodePlace {
        code_of(&self.claim, self.print.as_ref(), now)
    }
}

/// Where the code that a claim was about is in a diff; `print` is that code as it was kept.
pub fn code_of(claim: &Candidate, print: Option<&CodePrint>, now: &mut CodeFinder<'_>) -> CodePlace {
    match (&claim.place, print) {
        (Some(place), Some(print)) => now.find(&place.path, print),
        (Some(place), None) if diff::find_file(now.diff(), &place.path).is_none() => CodePlace::Left,
        (Some(_) | None, None) | (None, Some(_)) => CodePlace::Changed,
    }
}

/// The file of a claim and its fingerprint.
pub fn key_of(claim: &Candidate) -> (RepoPath, String) {
    let path = claim.place.as_ref().map_or_else(|| RepoPath::new(""), |place| place.path.clone());
    (path, judge::fingerprint(claim))
}

/// Everything that earlier runs leave to the run `current` over `now`, oldest first. Of several decisions about the
/// same code the newest counts, also when it was taken back.
pub fn remember(past: &Past, current: &RunId, now: &Request) -> Vec<Remembered> {
    let runs: Vec<&RunFacts> = past.runs.iter().filter(|run| run.id != *current).collect();
    let last = runs.iter().rev().find(|run| run.request.diff_hash != now.diff_hash).map(|run| &run.id);
    let sorted = Sorted::of(past, current);
    let mut kept: Vec<Remembered> = Vec::new();
    let mut by_key: HashMap<(RepoPath, String), Vec<usize>> = HashMap::new();
    let mut gone: Vec<bool> = Vec::new();
    for run in runs {
        for entry in sorted.of_run(past, run, last == Some(&run.id)) {
            let same = by_key.entry(entry.key()).or_default();
            // Said again about the same code: the newer word counts.
            for at in same.iter().copied() {
                let older = kept.get(at).is_some_and(|older| overrules(&entry, older));
                if let Some(gone) = gone.get_mut(at).filter(|_| older) {
                    *gone = true;
                }
            }
            same.push(kept.len());
            gone.push(false);
            kept.push(entry);
        }
    }
    kept.into_iter().zip(gone).filter(|(_, gone)| !gone).map(|(entry, _)| entry).collect()
}

/// Whether an entry of a later run takes the place of an earlier one with its key.
fn overrules(newer: &Remembered, older: &Remembered) -> bool {
    let sums = |print: &CodePrint| (print.side, print.lines, print.first, print.all);
    newer.run != older.run
        && match (&newer.print, &older.print) {
            (Some(newer), Some(older)) => sums(newer) == sums(older),
            (None, _) | (_, None) => true,
        }
}

/// The past by run, of runs before the current one.
struct Sorted<'p> {
    verdicts: HashMap<&'p RunId, BTreeMap<&'p FindingId, (&'p Verdict, &'p Verdict)>>,
    gates: HashMap<&'p RunId, Gate>,
}

impl<'p> Sorted<'p> {
    fn of(past: &'p Past, current: &RunId) -> Self {
        let mut verdicts: HashMap<&RunId, BTreeMap<&FindingId, (&Verdict, &Verdict)>> = HashMap::new();
        for (run, verdict) in past.verdicts.iter().filter(|(run, _)| run != current) {
            // The first one names the finding's own claim; the last one is what the machine believed in the end.
            let entry = verdicts.entry(run).or_default().entry(&verdict.finding).or_insert((verdict, verdict));
            if entry.0.candidate == verdict.candidate {
                entry.1 = verdict;
            }
        }
        let mut gates: HashMap<&RunId, Gate> = HashMap::new();
        for (run, decision) in past.decisions.iter().filter(|(run, _)| run != current) {
            gates.entry(run).or_default().apply(decision.clone());
        }
        Self { verdicts, gates }
    }

    /// What one run leaves. `last`: it is the last one of another diff, of which also the undecided count.
    fn of_run(&self, past: &Past, run: &RunFacts, last: bool) -> Vec<Remembered> {
        let gate = self.gates.get(&run.id);
        let newest = past.newest().is_some_and(|newest| newest.id == run.id);
        let claims: HashMap<&crate::core::model::CandidateId, &Candidate> = match newest {
            true => past.candidates.iter().map(|claim| (&claim.id, claim)).collect(),
            false => HashMap::new(),
        };
        let posted = past.memory.posted.get(&run.id).zip(gate).map(|((url, at), gate)| (url, gate_at(gate, *at)));
        let entry = |(id, (first, end)): (&&FindingId, &(&Verdict, &Verdict))| {
            let decided = gate.is_some_and(|gate| gate.has(id));
            let shown = last && matches!(end.surfacing_state, "posted" | "question-only");
            let drafts = drafts_of(past, &run.id, id);
            if !decided && !shown && drafts.is_empty() {
                return None;
            }
            let older = || past.memory.claims.get(&(run.id.clone(), (*id).clone()));
            let claim = claims.get(&first.candidate).copied().or_else(older)?.clone();
            Some(Remembered {
                run: run.id.clone(),
                look: super::look::name_of(&run.request).to_owned(),
                finding: (*id).clone(),
                claim,
                print: end.code.or(first.code),
                posted: posted
                    .as_ref()
                    .filter(|(_, then)| *then.stance(id) == Stance::Accepted)
                    .map(|(url, _)| (*url).clone()),
                standing: gate.and_then(|gate| gate.standing(id)).cloned().unwrap_or_default(),
                drafts,
                is_last: last,
            })
        };
        self.verdicts.get(&run.id).into_iter().flatten().filter_map(entry).collect()
    }
}

/// The decisions of a run as they stood when its review was posted: what is accepted later is not in it.
fn gate_at(gate: &Gate, at: Time) -> Gate {
    let mut then = Gate::default();
    gate.decisions().iter().filter(|decision| decision.at <= at).for_each(|decision| then.apply(decision.clone()));
    then
}

/// Drafts about a finding.
fn drafts_of(past: &Past, run: &RunId, finding: &FindingId) -> Vec<Draft> {
    let about = |draft: &Draft| match &draft.key {
        DraftKey::Edit(id) | DraftKey::DropReason(id) => id == finding,
        DraftKey::Comment(_) | DraftKey::Reply(_) => false,
    };
    past.drafts.iter().filter(|(of, draft)| of == run && about(draft)).map(|(_, draft)| draft.clone()).collect()
}
