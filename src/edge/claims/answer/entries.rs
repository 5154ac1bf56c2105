//! Entries of an answer, one by one -> candidates: repeated ones once, examples never, `critical` when it is decided.
//! Called by `collect`.

use std::collections::HashSet;

use serde_json::{Map, Value};
use sha2::{Digest, Sha256};

use super::{json::Repairs, shape};
use crate::{
    core::model::{Candidate, TaskId, Vocabulary},
    edge::claims::{self, Notes},
};

/// An entry whose severity is not read yet.
#[derive(Debug)]
struct Held {
    fields: Map<String, Value>,
    /// Its place in the answer.
    number: usize,
    /// Its place among the candidates.
    id: usize,
}

/// What became of an entry.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Fate {
    /// It is a candidate, now or later.
    Taken,
    /// It was left out, and why is told.
    LeftOut,
    /// There are too many.
    Beyond,
}

/// The entries of one answer.
#[derive(Debug)]
pub(super) struct Entries {
    task: TaskId,
    most: usize,
    found: Vec<Candidate>,
    /// Entries that say `critical` before it is known what that means.
    held: Vec<Held>,
    is_deep: bool,
    met: usize,
    made: usize,
    seen: HashSet<[u8; 16]>,
    repeated: usize,
    beyond: usize,
}

impl Entries {
    pub fn new(task: &TaskId, most: usize) -> Self {
        Self {
            task: task.clone(),
            most,
            found: Vec::new(),
            held: Vec::new(),
            is_deep: false,
            met: 0,
            made: 0,
            seen: HashSet::new(),
            repeated: 0,
            beyond: 0,
        }
    }

    /// How many were met, read or not.
    pub fn met(&self) -> usize {
        self.met
    }

    /// How many candidates were made.
    pub fn made(&self) -> usize {
        self.made
    }

    /// Candidates that are ready.
    pub fn found(&mut self) -> Vec<Candidate> {
        std::mem::take(&mut self.found)
    }

    /// An entry that cannot be read.
    pub fn leave_out(&mut self, why: &str, notes: &mut Notes) {
        self.met += 1;
        tell(notes, self.met, &format!("left out: {why}"));
    }

    /// Takes an entry.
    pub fn add(&mut self, fields: Map<String, Value>, repairs: Repairs, notes: &mut Notes) -> Fate {
        if self.made >= self.most {
            self.met += 1;
            self.beyond += 1;
            return Fate::Beyond;
        }
        if !claims::says_something(&fields) {
            self.leave_out("it has neither title nor body", notes);
            return Fate::LeftOut;
        }
        if shape::is_template(&fields) {
            self.leave_out("it is an example with places to fill in", notes);
            return Fate::LeftOut;
        }
        self.met += 1;
        if !self.seen.insert(digest(&fields)) {
            self.repeated += 1;
            return Fate::Taken;
        }
        repairs.iter().for_each(|repair| tell(notes, self.met, repair.words()));
        self.made += 1;
        self.decide(Held { fields, number: self.met, id: self.made }, notes);
        Fate::Taken
    }

    /// `critical` means the highest level in deep's vocabulary only: such an entry waits until another tells.
    fn decide(&mut self, entry: Held, notes: &mut Notes) {
        let word = claims::severity_word(&entry.fields).trim().to_ascii_lowercase();
        if claims::is_deep(&entry.fields) || Vocabulary::of(false, [word.as_str()]) == Vocabulary::Deep {
            self.is_deep = true;
            self.release(Vocabulary::Deep, notes);
        }
        match (word.as_str(), self.is_deep) {
            ("critical", false) => self.held.push(entry),
            (_, true) => self.make(entry, Vocabulary::Deep, notes),
            (_, false) => self.make(entry, Vocabulary::Labels, notes),
        }
    }

    fn release(&mut self, vocabulary: Vocabulary, notes: &mut Notes) {
        for entry in std::mem::take(&mut self.held) {
            self.make(entry, vocabulary, notes);
        }
    }

    fn make(&mut self, entry: Held, vocabulary: Vocabulary, notes: &mut Notes) {
        let (candidate, repairs) = claims::candidate(&entry.fields, &self.task, entry.id, vocabulary);
        repairs.iter().for_each(|repair| tell(notes, entry.number, repair));
        self.found.push(candidate);
    }

    /// The last candidates: nothing said that `critical` is deep's.
    pub fn end(mut self, notes: &mut Notes) -> Vec<Candidate> {
        self.release(Vocabulary::Labels, notes);
        let (most, repeated, beyond) = (self.most, self.repeated, self.beyond);
        if repeated > 0 {
            notes.add(|| format!("entries that were given again and count once: {repeated}"));
        }
        if beyond > 0 {
            notes.add(|| format!("only the first {most} entries were read, {beyond} more were not"));
        }
        self.found
    }
}

fn tell(notes: &mut Notes, number: usize, what: &str) {
    notes.add(|| format!("entry {number}: {what}"));
}

fn digest(fields: &Map<String, Value>) -> [u8; 16] {
    let hash = Sha256::digest(serde_json::to_vec(fields).unwrap_or_default());
    std::array::from_fn(|at| hash.get(at).copied().unwrap_or_default())
}
