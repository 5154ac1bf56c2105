//! Threads of the pull request by id and by place, made once when they come (`digest`), then only looked up. Not the
//! findings (`findings`), not how a thread is drawn (`ui::thread`). Read by ui.

use std::{collections::BTreeMap, sync::Arc};

use crate::core::{
    model::{Diff, FileIx, Resolution, Side, Thread, ThreadId},
    talk::{self, Found, Para},
};

use super::{Slot, Spot};

/// Lines of the code that an outdated thread was written on, at most.
const CODE: usize = 6;

/// A thread at its place, ready to be drawn.
#[derive(Debug, Clone, PartialEq)]
pub struct PlacedThread {
    /// As the host told it.
    pub thread: Thread,
    /// Where its card hangs.
    pub slot: Slot,
    /// How that was found.
    pub found: Found,
    /// What each remark says, in the order of the remarks.
    pub words: Vec<Arc<[Para]>>,
    /// The code it was written on, with its marks, when that is not what stands there now.
    pub code: Vec<String>,
}

impl PlacedThread {
    fn new(thread: &Thread, spot: talk::ThreadSpot) -> Self {
        let slot = match (spot.file, spot.found.line()) {
            (None, _) => Slot::TOP,
            (Some(file), Some(line)) => Slot { file, spot: Spot::Line(line) },
            (Some(file), None) => Slot::file(file),
        };
        let code = match spot.found {
            Found::Here(_) | Found::Moved(_) | Found::File => Vec::new(),
            Found::Near(_) | Found::Outside | Found::Gone => code(thread),
        };
        let words = thread.remarks.iter().map(|remark| Arc::from(talk::words(&remark.body))).collect();
        Self { thread: thread.clone(), slot, found: spot.found, words, code }
    }

    /// Whether it wants no attention any more.
    pub fn is_resolved(&self) -> bool {
        self.thread.resolution == Resolution::Resolved
    }
}

/// The last lines of the hunk that the host keeps: those the thread was written on, else the last three.
fn code(thread: &Thread) -> Vec<String> {
    let wanted = thread.place.original.map_or(3, |lines| (lines.end() - lines.start()) as usize + 1).clamp(1, CODE);
    let other = match thread.place.side {
        Side::Left => '+',
        Side::Right => '-',
    };
    let lines = thread.place.hunk.lines().filter(|line| !line.starts_with("@@") && !line.starts_with(other));
    let lines: Vec<&str> = lines.collect();
    lines.iter().skip(lines.len().saturating_sub(wanted)).map(|line| (*line).to_owned()).collect()
}

/// How many threads there are of each kind.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct ThreadCounts {
    /// Not resolved, or not known to be.
    pub open: usize,
    /// Closed by someone.
    pub resolved: usize,
    /// Of both, those whose code has changed.
    pub outdated: usize,
}

/// All threads.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Threads {
    by_id: BTreeMap<ThreadId, PlacedThread>,
    at: BTreeMap<Slot, Vec<ThreadId>>,
    counts: ThreadCounts,
}

impl Threads {
    /// Places every thread in a diff that is whole. Costs the threads and the files with outdated ones.
    pub fn place(index: &Diff, threads: &[Thread]) -> Self {
        let mut all = Self::default();
        for (thread, spot) in threads.iter().zip(talk::place(index, threads)) {
            let placed = PlacedThread::new(thread, spot);
            match placed.is_resolved() {
                true => all.counts.resolved += 1,
                false => all.counts.open += 1,
            }
            all.counts.outdated += usize::from(thread.is_outdated);
            if all.by_id.insert(thread.id, placed.clone()).is_none() {
                all.at.entry(placed.slot).or_default().push(thread.id);
            }
        }
        all.at.values_mut().for_each(|ids| ids.sort_unstable());
        all
    }

    /// A thread.
    pub fn get(&self, id: ThreadId) -> Option<&PlacedThread> {
        self.by_id.get(&id)
    }

    /// The threads under a slot, oldest first.
    pub fn at(&self, slot: Slot) -> &[ThreadId] {
        self.at.get(&slot).map_or(&[], Vec::as_slice)
    }

    /// The first slot with threads behind that one.
    pub fn slot_after(&self, from: Slot) -> Option<Slot> {
        let behind = (std::ops::Bound::Excluded(from), std::ops::Bound::Unbounded);
        self.at.range(behind).next().map(|(slot, _)| *slot)
    }

    /// The last slot with threads before that one.
    pub fn slot_before(&self, to: Slot) -> Option<Slot> {
        self.at.range(..to).next_back().map(|(slot, _)| *slot)
    }

    /// The slots with threads between two, both included.
    pub fn slots_within(&self, (first, last): (Slot, Slot)) -> impl Iterator<Item = Slot> {
        let within = (first <= last).then(|| self.at.range(first..=last));
        within.into_iter().flatten().map(|(slot, _)| *slot)
    }

    /// Threads that lie in a file: how many are open, and how many in all.
    pub fn in_file(&self, file: FileIx) -> (usize, usize) {
        let slots = self.at.range(Slot::file(file)..).take_while(|(slot, _)| slot.file == file);
        let threads = slots.flat_map(|(_, ids)| ids).filter_map(|id| self.get(*id));
        threads.fold((0, 0), |(open, all), thread| (open + usize::from(!thread.is_resolved()), all + 1))
    }

    /// How many there are.
    pub fn counts(&self) -> ThreadCounts {
        self.counts
    }

    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        self.by_id.is_empty()
    }
}
