//! Logbooks of sessions that had to write elsewhere (the logbook was in use, or could not be written) are joined to
//! it as soon as it is free: no decision stays behind in a file that nobody opens. A joined file is kept under
//! another name. Killed anywhere, the next opening goes on: what stands in the logbook already is not added again.
//! Called by `open` and `mirror`.

use std::{
    collections::{BTreeMap, HashSet},
    fs, io,
    path::{Path, PathBuf},
};

use super::{
    fault::Boundaries,
    files,
    jsonl::{self, Jsonl, Reading},
    lock::{self, Taken},
    wire,
};
use crate::core::model::{Act, Decision, Record, RunFacts, Time};

/// JSONL files in a folder that belong to a stem: `stem~N.jsonl`, and `stem.jsonl` itself when asked for.
pub(super) fn found(folder: &Path, stem: &str, with_itself: bool) -> Vec<PathBuf> {
    let Ok(entries) = fs::read_dir(folder) else { return Vec::new() };
    let mut names: Vec<String> = entries.filter_map(|entry| entry.ok()?.file_name().into_string().ok()).collect();
    names.sort();
    let is_sibling = |name: &str| match name.strip_suffix(".jsonl").and_then(|name| name.strip_prefix(stem)) {
        Some("") => with_itself,
        Some(rest) => rest.strip_prefix('~').is_some_and(|number| number.parse::<u32>().is_ok()),
        None => false,
    };
    names.iter().filter(|name| is_sibling(name)).map(|name| folder.join(name)).collect()
}

/// Joins a file, when nobody has it open and this version knows all of it. The note, when something was done.
///
/// # Errors
/// When it cannot be read, or the logbook cannot be written.
pub(super) fn join(
    other: &Path,
    jsonl: &mut Jsonl,
    reading: &Reading,
    cuts: &Boundaries,
) -> io::Result<Option<String>> {
    let Taken::Ours(_lock) = lock::take(&other.with_extension("lock"))? else { return Ok(None) };
    let theirs = jsonl::read_file(other)?;
    if theirs.newer.is_some() {
        return Ok(None);
    }
    let news = Merge::of(reading).all(&theirs);
    for record in &news {
        jsonl.append(&wire::encode(record)?)?;
    }
    jsonl.sync()?;
    let database = other.with_extension("sqlite");
    if files::regular(&database)?.is_some() {
        files::move_aside(&database, "joined", cuts)?;
    }
    let kept = files::move_aside(other, "joined", cuts)?;
    let decisions = news.iter().filter(|record| matches!(record, Record::Decision { .. })).count();
    Ok(Some(format!(
        "{} had {decisions} decisions of another session: they are joined to {}, and the file is kept as {}",
        other.display(),
        jsonl.path().display(),
        kept.display()
    )))
}

/// Lines with what another logbook has beside them, for a logbook that is made anew. A record that cannot be written
/// is none that was read.
pub(super) fn union(mut lines: Vec<u8>, other: &Reading) -> Vec<u8> {
    let ours = jsonl::read(&lines, 0);
    let news = Merge::of(&ours).all(other);
    lines.extend(news.iter().filter_map(|record| wire::encode(record).ok()).flatten());
    lines
}

/// When the newest run of a logbook began.
pub(super) fn newest_run(reading: &Reading) -> Option<Time> {
    let runs = reading.lines.iter().filter_map(|line| match line.record.as_ref()? {
        Record::Run(facts) => Some(facts.started),
        _ => None,
    });
    runs.max()
}

/// What a logbook has, and how the numbers of another one's decisions come out in it.
struct Merge<'a> {
    lines: HashSet<&'a [u8]>,
    ours: Vec<&'a Record>,
    newest: Option<&'a RunFacts>,
    last_seq: u64,
    renumbered: BTreeMap<u64, u64>,
}

impl<'a> Merge<'a> {
    fn of(reading: &'a Reading) -> Self {
        let ours: Vec<&Record> = reading.lines.iter().filter_map(|line| line.record.as_ref()).collect();
        let newest = ours.iter().rev().find_map(|record| match record {
            Record::Run(facts) => Some(facts),
            _ => None,
        });
        let last_seq = ours.iter().filter_map(|record| decision(record)).map(|decision| decision.seq).max();
        let lines = reading.lines.iter().map(|line| line.body.as_slice()).collect();
        Self { lines, ours, newest, last_seq: last_seq.unwrap_or(0), renumbered: BTreeMap::new() }
    }

    /// The records to add. Our newest run stays the newest unless theirs began later.
    fn all(mut self, theirs: &Reading) -> Vec<Record> {
        let lines = theirs.lines.iter();
        let mut news: Vec<Record> = lines
            .filter_map(|line| self.one(line.record.as_ref()?, self.lines.contains(line.body.as_slice())))
            .collect();
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
        match record {
            Record::Decision { run, decision } => {
                let decision = self.decision(run, decision, is_known)?;
                Some(Record::Decision { run: run.clone(), decision })
            }
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
            Act::Accept | Act::Drop { .. } | Act::Restore | Act::Edit { .. } | Act::Add(_) => act.clone(),
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
