//! What is counted of the findings as they move, so that no frame has to walk them. Called by `findings`.

use std::collections::{BTreeMap, BTreeSet};

use crate::core::{
    gate::Stance,
    model::{FileIx, FindingId},
};

use super::Session;

/// Counts that are kept.
#[derive(Debug, Clone, Default)]
pub(super) struct Tally {
    /// Moved, come or gone since the last count; decisions move what they are about.
    moved: Vec<FindingId>,
    /// Undecided cards, as of the last count.
    open: BTreeSet<FindingId>,
    /// Cards that are the person's own comments, as of the last count, and those of them that stay.
    own: BTreeSet<FindingId>,
    kept: BTreeSet<FindingId>,
    /// How many are held back.
    drawer: usize,
    /// The file of each card, as of the last count.
    home: BTreeMap<FindingId, FileIx>,
    /// How many cards lie in each file.
    in_file: BTreeMap<FileIx, usize>,
}

/// What is counted of one finding.
#[derive(Debug, Clone, Copy, Default)]
pub(super) struct Counted {
    /// A card without a decision.
    pub is_open: bool,
    /// A card that is the person's own comment.
    pub is_own: bool,
    /// One of those that was not deleted.
    pub is_kept: bool,
    /// The file that it is a card of.
    pub file: Option<FileIx>,
}

impl Tally {
    /// Notes that a finding moved, came or went.
    pub fn moved(&mut self, id: &FindingId) {
        self.moved.push(id.clone());
    }

    /// Notes that a finding was held back before, and is now.
    pub fn held(&mut self, before: bool, now: bool) {
        self.drawer = (self.drawer + usize::from(now)).saturating_sub(usize::from(before));
    }

    /// Takes what moved since the last count.
    pub fn take_moved(&mut self) -> Vec<FindingId> {
        std::mem::take(&mut self.moved)
    }

    /// Counts one.
    pub fn count(&mut self, id: &FindingId, Counted { is_open, is_own, is_kept, file }: Counted) {
        let before = match file {
            Some(file) => self.home.insert(id.clone(), file),
            None => self.home.remove(id),
        };
        if before != file {
            if let Some(left) = before.and_then(|file| self.in_file.get_mut(&file)) {
                *left = left.saturating_sub(1);
            }
            if let Some(file) = file {
                *self.in_file.entry(file).or_default() += 1;
            }
        }
        for (set, is_in) in [(&mut self.open, is_open), (&mut self.own, is_own), (&mut self.kept, is_kept)] {
            match is_in {
                true => set.insert(id.clone()),
                false => set.remove(id),
            };
        }
    }

    /// How many cards lie in a file.
    pub fn in_file(&self, file: FileIx) -> usize {
        self.in_file.get(&file).copied().unwrap_or(0)
    }

    /// How many are held back.
    pub fn in_drawer(&self) -> usize {
        self.drawer
    }

    /// How many cards are undecided.
    pub fn open(&self) -> usize {
        self.open.len()
    }

    /// How many cards are the person's own comments, and how many of those were not deleted.
    pub fn own(&self) -> (usize, usize) {
        (self.own.len(), self.kept.len())
    }
}

impl Session {
    /// How many cards are without a decision. Kept, so that it costs the same whatever their number is.
    pub fn undecided_len(&self) -> usize {
        self.findings.open_len()
    }

    /// How many will be when this one is decided.
    pub fn undecided_without(&self, id: &FindingId) -> usize {
        self.undecided_len().saturating_sub(usize::from(self.is_undecided(id)))
    }

    /// Whether it is a card without a decision.
    pub fn is_undecided(&self, id: &FindingId) -> bool {
        self.findings.is_card(id) && *self.gate.stance(id) == Stance::Undecided
    }

    /// Counts anew what a message moved.
    pub(super) fn count_open(&mut self) {
        let gate = &self.gate;
        self.findings.count_open(|id| gate.stance(id));
    }
}
