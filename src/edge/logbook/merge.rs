//! What another logbook has beside ours, put in our terms: decisions get our next numbers, claims and findings that are
//! called alike and are not the same get names of their own (`names`). Not here: files (`join`). Called by `join`.

use std::collections::{BTreeMap, HashSet};

use super::{
    jsonl::{Line, Reading},
    names::Names,
};
use crate::core::model::{Act, Decision, Record, RunFacts};

/// What a logbook has, and how the numbers of another one's decisions come out in it.
pub(super) struct Merge<'a> {
    lines: HashSet<&'a [u8]>,
    ours: Vec<&'a Record>,
    newest: Option<&'a RunFacts>,
    last_seq: u64,
    renumbered: BTreeMap<u64, u64>,
    names: Names,
}

impl<'a> Merge<'a> {
    pub(super) fn of(reading: &'a Reading) -> Self {
        let ours: Vec<&Record> = reading.lines.iter().filter_map(|line| line.record.as_ref()).collect();
        let newest = ours.iter().rev().find_map(|record| match record {
            Record::Run(facts) => Some(facts),
            _ => None,
        });
        let last_seq = ours.iter().filter_map(|record| decision(record)).map(|decision| decision.seq).max();
        let lines = reading.lines.iter().map(Line::body).collect();
        Self {
            lines,
            ours,
            newest,
            last_seq: last_seq.unwrap_or(0),
            renumbered: BTreeMap::new(),
            names: Names::default(),
        }
    }

    /// The records to add. Our newest run stays the newest unless theirs began later.
    pub(super) fn all(mut self, theirs: &Reading) -> Vec<Record> {
        let told: Vec<(&Record, bool)> = theirs
            .lines
            .iter()
            .filter_map(|line| Some((line.record.as_ref()?, self.lines.contains(line.body()))))
            .collect();
        self.names = Names::of(&self.ours, &told);
        let mut news: Vec<Record> = told.iter().filter_map(|(record, known)| self.one(record, *known)).collect();
        let began = |record: &Record| match record {
            Record::Run(facts) => Some(facts.started),
            _ => None,
        };
        if let (Some(newest), Some(latest)) = (self.newest, news.iter().filter_map(began).max())
            && newest.started > latest
        {
            news.push(Record::Run(newest.clone()));
        }
        news
    }

    fn one(&mut self, record: &Record, is_known: bool) -> Option<Record> {
        // What both have keeps its names.
        let renamed = if is_known { None } else { self.names.rename(record) };
        let record = renamed.as_ref().unwrap_or(record);
        match record {
            Record::Decision { run, decision } => {
                let decision = self.decision(run, decision, is_known)?;
                Some(Record::Decision { run: run.clone(), decision })
            }
            // The same claim, made at another moment.
            Record::Candidate { run, candidate, at: _ } if self.names.has(run, candidate) => None,
            // The person is where our session left them.
            Record::Place { .. } => None,
            Record::Draft { .. } | Record::Viewed { .. } if self.is_overtaken(record) => None,
            Record::Draft { .. }
            | Record::Viewed { .. }
            | Record::Run(_)
            | Record::Hotspot { .. }
            | Record::Candidate { .. }
            | Record::Verdict { .. }
            | Record::Comments { .. }
            | Record::Opinion { .. }
            | Record::TaskReported { .. }
            | Record::TaskEnded { .. }
            | Record::PublicationIntent { .. }
            | Record::PublicationReceipt { .. }
            | Record::RunEnded { .. } => (!is_known).then(|| record.clone()),
        }
    }

    /// Gives a decision the next number of ours, unless it stands there already under any.
    fn decision(&mut self, run: &crate::core::model::RunId, theirs: &Decision, is_known: bool) -> Option<Decision> {
        if is_known {
            self.renumbered.insert(theirs.seq, theirs.seq);
            return None;
        }
        let act = self.act(&theirs.act);
        let same = self.ours.iter().find_map(|record| match record {
            Record::Decision { run: ours, decision } if ours == run => {
                let is_same = decision.at == theirs.at && decision.finding == theirs.finding && decision.act == act;
                is_same.then_some(decision.seq)
            }
            _ => None,
        });
        if let Some(seq) = same {
            self.renumbered.insert(theirs.seq, seq);
            return None;
        }
        self.last_seq += 1;
        self.renumbered.insert(theirs.seq, self.last_seq);
        let batch = theirs.batch.map(|first| self.renumbered.get(&first).copied().unwrap_or(self.last_seq));
        Some(Decision { seq: self.last_seq, at: theirs.at, finding: theirs.finding.clone(), act, batch })
    }

    /// Undo and redo name a decision by its number: the one it has in ours.
    fn act(&self, act: &Act) -> Act {
        let number = |of: &u64| self.renumbered.get(of).copied().unwrap_or(*of);
        match act {
            Act::Undo { of } => Act::Undo { of: number(of) },
            Act::Redo { of } => Act::Redo { of: number(of) },
            Act::Accept | Act::Drop { .. } | Act::Restore | Act::Edit { .. } | Act::Recast { .. } | Act::Add(_) => {
                act.clone()
            }
        }
    }

    /// Whether ours says something later about the same draft or file.
    fn is_overtaken(&self, record: &Record) -> bool {
        self.ours.iter().any(|ours| match (record, ours) {
            (Record::Draft { run: a, draft: theirs }, Record::Draft { run: b, draft: ours }) => {
                a == b && theirs.key == ours.key && theirs.at < ours.at
            }
            (Record::Viewed { run: _, viewed: theirs }, Record::Viewed { run: _, viewed: ours }) => {
                theirs.path == ours.path && theirs.at < ours.at
            }
            _ => false,
        })
    }
}

fn decision(record: &Record) -> Option<&Decision> {
    match record {
        Record::Decision { run: _, decision } => Some(decision),
        _ => None,
    }
}
