//! Where kept findings stand so that the few that may be the same are found without looking at all: by twin, by
//! fingerprint, by lines, by rare words of the title. Looks at a bounded number per agent and file: what a flood hides
//! stays apart, which is the safe side.

use std::collections::{BTreeMap, HashMap};

use super::{
    face::{Face, Letter, NEAR, TwinKey},
    words::prefix,
};
use crate::core::model::{Side, TaskId};

/// Most kept findings looked at on one shelf.
const MOST: usize = 48;

/// Kept findings by what makes them findable.
#[derive(Default)]
pub(super) struct Shelves {
    twins: HashMap<TwinKey, Vec<usize>>,
    prints: HashMap<(u32, u64), Vec<usize>>,
    /// Everything said so far to the letter, merged ones too, and the kept one that has it.
    said: HashMap<Letter, usize>,
    /// One shelf per file and agent.
    shelves: HashMap<u32, BTreeMap<TaskId, Shelf>>,
}

/// What one agent said of one file.
#[derive(Default)]
struct Shelf {
    /// By side and length (its power of two), then by first line: neighbours are found by a range that is as long as
    /// the longest of its kind.
    lines: BTreeMap<(Side, u32), BTreeMap<(u32, usize), ()>>,
    words: HashMap<u32, Vec<usize>>,
}

impl Shelves {
    /// Puts a kept one up.
    pub fn put(&mut self, at: usize, face: &Face) {
        self.said.entry(face.letter()).or_insert(at);
        self.twins.entry(face.twin_key()).or_default().push(at);
        if let Some(print) = face.print {
            self.prints.entry((face.file, print)).or_default().push(at);
        }
        let Some(first) = face.tasks.first() else { return };
        self.shelves.entry(face.file).or_default().entry(first.clone()).or_default().put(at, face);
    }

    /// Remembers what was merged into a kept one: when it is said again, it is the same again.
    pub fn merged(&mut self, into: usize, face: &Face) {
        self.said.entry(face.letter()).or_insert(into);
    }

    /// The kept one that has this to the letter.
    pub fn said(&self, face: &Face) -> Option<usize> {
        self.said.get(&face.letter()).copied()
    }

    /// Kept ones that may be like this one, each once.
    pub fn like(&self, face: &Face) -> Vec<usize> {
        let twins = self.twins.get(&face.twin_key()).into_iter().flatten().take(MOST);
        let prints = face.print.and_then(|print| self.prints.get(&(face.file, print)));
        let mut found: Vec<usize> = twins.chain(prints.into_iter().flatten().take(MOST)).copied().collect();
        let others = self.shelves.get(&face.file).into_iter().flatten();
        for (_, shelf) in others.filter(|(task, _)| !face.tasks.contains(task)) {
            shelf.near(face, &mut found);
            shelf.titled(face, &mut found);
        }
        found.sort_unstable();
        found.dedup();
        found
    }
}

impl Shelf {
    fn put(&mut self, at: usize, face: &Face) {
        if let Some((start, end)) = face.lines {
            self.lines.entry((face.side, length(start, end))).or_default().insert((start, at), ());
        }
        for word in prefix(&face.words) {
            self.words.entry(*word).or_default().push(at);
        }
    }

    fn near(&self, face: &Face, found: &mut Vec<usize>) {
        let Some((start, end)) = face.lines else { return };
        let last = end.saturating_add(NEAR);
        for ((_, length), shelf) in self.lines.iter().filter(|((side, _), _)| *side == face.side) {
            let longest = u32::try_from(2u64 << (*length).min(32)).unwrap_or(u32::MAX);
            let first = start.saturating_sub(NEAR).saturating_sub(longest);
            let both = shelf.range((first, 0)..=(start, usize::MAX)).rev().take(MOST);
            let behind = shelf.range((start.saturating_add(1), 0)..).take_while(|((line, _), ())| *line <= last);
            found.extend(both.chain(behind.take(MOST)).map(|((_, at), ())| *at));
        }
    }

    fn titled(&self, face: &Face, found: &mut Vec<usize>) {
        for word in prefix(&face.words) {
            found.extend(self.words.get(word).into_iter().flatten().take(MOST));
        }
    }
}

/// Power of two of a range's length: 0 for one line.
fn length(start: u32, end: u32) -> u32 {
    (end - start).max(1).ilog2()
}
