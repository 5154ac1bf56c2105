//! What became of each finding of each run: the machine's last word and the person's, put together from records.
//! Called by the files beside it, and by app for `prr log export`.

use std::collections::{BTreeMap, BTreeSet, HashMap};

use crate::core::{
    gate::{Gate, Stance, Standing, key_of},
    model::{
        Act, Candidate, CandidateId, CodePrint, Decision, FindingId, Record, RepoPath, RunFacts, RunId, Time, Verdict,
    },
};

/// A finding of a run, as its records have it.
#[derive(Debug, Clone)]
pub struct Told<'r> {
    /// Its run.
    pub run: &'r RunFacts,
    /// Its id there.
    pub id: &'r FindingId,
    /// What the agent said.
    pub claim: &'r Candidate,
    /// The machine's last word.
    pub verdict: &'r Verdict,
    /// The code under it; `None` without lines, and in older logbooks.
    pub print: Option<CodePrint>,
    /// What the person decided, as it stands.
    pub standing: Standing,
    /// When the last decision in force was made; `None` = there is none.
    pub decided: Option<Time>,
    /// Whether anything was ever decided about it, taken back or not.
    pub touched: bool,
    /// Whether the person took note of its run at all.
    pub looked: bool,
    /// Who answered: `provider::model` or `cmd:NAME`; `None` = nobody outside, or it was not told.
    pub who: Option<&'r str>,
}

impl Told<'_> {
    /// Whether the machine held it back.
    pub fn is_held(&self) -> bool {
        self.verdict.surfacing_state == "suppressed"
    }

    /// Whether the person wants it published.
    pub fn is_accepted(&self) -> bool {
        self.standing.stance == Stance::Accepted
    }

    /// Why the person does not want it; `None` = they did not say so.
    pub fn dropped(&self) -> Option<&str> {
        match &self.standing.stance {
            Stance::Dropped(reason) => Some(reason),
            Stance::Undecided | Stance::Accepted => None,
        }
    }

    /// Who said it, as a person calls them: the reviewer, the pass, the imported file.
    pub fn agent(&self) -> &str {
        agent_of(self.claim.task.as_str())
    }
}

/// The name under which a task's work counts: without the number of its part, and one for all hotspots.
pub fn agent_of(task: &str) -> &str {
    let name = task.split('#').next().unwrap_or(task);
    if name.starts_with("hotspot-") { "hotspot" } else { name }
}

/// The runs of a logbook, oldest first; one that was recorded again stands where it was recorded last.
pub fn runs(records: &[Record]) -> Vec<&RunFacts> {
    let mut seen = BTreeSet::new();
    let mut runs: Vec<&RunFacts> = Vec::new();
    for record in records.iter().rev() {
        if let Record::Run(facts) = record
            && seen.insert(&facts.id)
        {
            runs.push(facts);
        }
    }
    runs.reverse();
    runs
}

/// Every finding of every run of one logbook, by run, in the order in which they came. A line that stands twice counts
/// once.
pub fn findings(records: &[Record]) -> Vec<Told<'_>> {
    let sorted = Sorted::of(records);
    runs(records).into_iter().flat_map(|run| sorted.of_run(run)).collect()
}

/// The records by run.
#[derive(Default)]
struct Sorted<'r> {
    claims: HashMap<(&'r RunId, &'r CandidateId), &'r Candidate>,
    verdicts: HashMap<&'r RunId, Vec<&'r Verdict>>,
    gates: HashMap<&'r RunId, Gate>,
    /// When the person accepted or dropped each last.
    times: HashMap<(&'r RunId, &'r FindingId), Time>,
    who: HashMap<(&'r RunId, &'r str), &'r str>,
    looked: BTreeSet<&'r RunId>,
}

impl<'r> Sorted<'r> {
    fn of(records: &'r [Record]) -> Self {
        let mut sorted = Self::default();
        records.iter().for_each(|record| sorted.take(record));
        sorted
    }

    fn take(&mut self, record: &'r Record) {
        if record.is_work() || matches!(record, Record::Place { .. }) {
            self.looked.insert(record.run());
        }
        match record {
            Record::Candidate { run, candidate, at: _ } => {
                self.claims.entry((run, &candidate.id)).or_insert(candidate);
            }
            Record::Verdict { run, verdict, at: _ } => self.verdicts.entry(run).or_default().push(verdict),
            Record::Decision { run, decision } => self.decision(run, decision),
            Record::TaskReported { run, task, report, at: _ } => {
                self.who.insert((run, task.as_str()), &report.who);
            }
            Record::Run(_)
            | Record::Hotspot { .. }
            | Record::Comments { .. }
            | Record::Opinion { .. }
            | Record::TaskEnded { .. }
            | Record::Draft { .. }
            | Record::Viewed { .. }
            | Record::Place { .. }
            | Record::PublicationIntent { .. }
            | Record::PublicationReceipt { .. }
            | Record::RunEnded { .. } => {}
        }
    }

    fn decision(&mut self, run: &'r RunId, decision: &'r Decision) {
        self.gates.entry(run).or_default().apply(decision.clone());
        if matches!(decision.act, Act::Accept | Act::Drop { .. }) {
            let at = self.times.entry((run, &decision.finding)).or_insert(decision.at);
            *at = decision.at.max(*at);
        }
    }

    /// A finding's first verdict names its own claim; the last one about that claim is what the machine believed.
    fn of_run(&self, run: &'r RunFacts) -> Vec<Told<'r>> {
        let mut order: Vec<&FindingId> = Vec::new();
        let mut words: BTreeMap<&FindingId, (&Verdict, &Verdict)> = BTreeMap::new();
        for verdict in self.verdicts.get(&run.id).into_iter().flatten().copied() {
            let entry = words.entry(&verdict.finding).or_insert_with(|| {
                order.push(&verdict.finding);
                (verdict, verdict)
            });
            if entry.0.candidate == verdict.candidate {
                entry.1 = verdict;
            }
        }
        order.into_iter().filter_map(|id| self.told(run, id, *words.get(id)?)).collect()
    }

    fn told(
        &self,
        run: &'r RunFacts,
        id: &'r FindingId,
        (first, last): (&'r Verdict, &'r Verdict),
    ) -> Option<Told<'r>> {
        let claim = self.claims.get(&(&run.id, &first.candidate))?;
        let gate = self.gates.get(&run.id);
        let standing = gate.and_then(|gate| gate.standing(id)).cloned().unwrap_or_default();
        let at = self.times.get(&(&run.id, id)).copied();
        Some(Told {
            run,
            id,
            claim,
            verdict: last,
            print: last.code.or(first.code),
            decided: at.filter(|_| standing.stance != Stance::Undecided),
            standing,
            touched: gate.is_some_and(|gate| gate.has(id)),
            looked: self.looked.contains(&run.id),
            who: self.who.get(&(&run.id, claim.task.as_str())).copied().filter(|who| !who.is_empty()),
        })
    }
}

/// What makes a finding the same one in a later run of its target: file, fingerprint and the code under it.
type Key = (RepoPath, String, Option<(u32, u64, u64)>);

/// Each finding of one logbook once, where it was decided last: a decision that was carried into a later run is no
/// second one. Of what was never decided the newest counts.
pub fn once(all: Vec<Told<'_>>) -> Vec<Told<'_>> {
    let mut kept: Vec<Told<'_>> = Vec::new();
    let mut known: HashMap<Key, Vec<usize>> = HashMap::new();
    for told in all {
        let (path, print) = key_of(told.claim);
        let key = (path, print, told.print.map(|print| (print.lines, print.first, print.all)));
        let same = known.entry(key).or_default();
        // Two findings of one run are two, whatever they look like.
        let is_older = |at: &&usize| kept.get(**at).is_some_and(|older| older.run.id != told.run.id);
        match same.iter().find(is_older).copied() {
            Some(at) => {
                if let Some(place) = kept.get_mut(at).filter(|older| told.touched || !older.touched) {
                    *place = told;
                }
            }
            None => {
                same.push(kept.len());
                kept.push(told);
            }
        }
    }
    kept
}
