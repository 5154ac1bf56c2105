//! Entries -> candidates, counted and bounded, with what is told of them. Called by `read`.

use crate::{
    core::model::{Candidate, RepoPath, TaskId, Vocabulary},
    edge::claims::{self, Notes},
};

use super::{
    Imported,
    draft::{Draft, Entry},
    read::MOST,
    shape::Shape,
};

/// Candidates as they come, with what is told of them.
#[derive(Debug, Default)]
pub(super) struct Taker {
    /// What `critical` means.
    pub vocabulary: Vocabulary,
    pub candidates: Vec<Candidate>,
    notes: Notes,
    seen: usize,
    /// How many there are, where that is known.
    total: usize,
    passed: Vec<(&'static str, usize)>,
    /// About the file as a whole.
    pub says: Vec<String>,
}

impl Taker {
    pub fn is_full(&self) -> bool {
        self.seen >= MOST
    }

    /// Tells of so many that will come.
    pub fn count(&mut self, more: usize) {
        self.total += more;
    }

    /// Takes one; `false` when there may be no more.
    pub fn take(&mut self, task: &TaskId, draft: Draft, line: &dyn Fn() -> usize) -> bool {
        if self.is_full() {
            self.total = self.total.max(self.seen + 1);
            return false;
        }
        self.seen += 1;
        let nth = self.seen;
        match draft {
            Draft::Entry(entry) => {
                let Entry { fields, path, notes } = *entry;
                let (mut candidate, repairs) =
                    claims::candidate(&fields, task, self.candidates.len() + 1, self.vocabulary);
                if let (Some(place), Some(path)) = (&mut candidate.place, path) {
                    place.path = RepoPath::new(&path);
                }
                for repair in notes.into_iter().chain(repairs) {
                    self.notes.add(|| format!("entry {nth} (line {}): {repair}", line()));
                }
                self.candidates.push(candidate);
            }
            Draft::LeftOut(why) => self.notes.add(|| format!("entry {nth} (line {}): left out: {why}", line())),
            Draft::Passed(what) => match self.passed.iter_mut().find(|(known, _)| *known == what) {
                Some((_, count)) => *count += 1,
                None => self.passed.push((what, 1)),
            },
        }
        true
    }

    pub fn finish(self, shape: Shape) -> Imported {
        let Self { candidates, notes, seen, total, passed, says, .. } = self;
        let mut notes = notes.finish();
        notes.splice(0..0, says);
        for (what, count) in passed {
            let were = if count == 1 { "1 result was".to_owned() } else { format!("{count} results were") };
            notes.push(format!("{were} left out: {what}"));
        }
        if total > seen && shape == Shape::Sarif {
            notes.push(format!("only the first {MOST} results were read"));
        } else if total > seen {
            notes.push(format!("only the first {MOST} of {total} entries were read"));
        }
        Imported { shape, candidates, notes, bases: Vec::new() }
    }
}
