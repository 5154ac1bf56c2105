//! Findings by id and by place. Places are slots of the diff: a file, a hunk, a line; never a row number.

use std::{
    collections::{BTreeMap, BTreeSet},
    sync::{Arc, OnceLock},
};

use crate::core::{
    diff,
    gate::Stance,
    model::{Candidate, CandidateId, Diff, FileIx, Finding, FindingId, Held, HeldReason, Kind, Placement, TaskId},
    synthesis::{Evidence, Judged, Said},
};

use super::{
    gathered::{Shelf, Shelves},
    slot::{Slot, Spot},
    tally::{Counted, Tally},
};

/// Where a finding stands at the moment. Exactly one of these (REVIEW "States").
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Standing {
    /// A card in the diff.
    Card,
    /// Judged; synthesis has not said yet where it goes.
    Waiting,
    /// In the drawer, with the reason.
    Held(Held),
}

/// All findings of the run, held-back ones and own comments included.
#[derive(Debug, Clone, Default)]
pub struct Findings {
    by_id: BTreeMap<FindingId, Kept>,
    slots: BTreeMap<FindingId, Slot>,
    /// Cards in the diff, by place.
    at: BTreeMap<Slot, Vec<FindingId>>,
    /// What is no card, and why.
    off: BTreeMap<FindingId, Option<Held>>,
    /// As the agents said them.
    candidates: BTreeMap<CandidateId, Candidate>,
    /// How many each task made.
    by_task: BTreeMap<TaskId, usize>,
    /// In the order in which they came while the session was live.
    arrivals: Vec<FindingId>,
    /// Per finding those held back because it says the same, so that its evidence can be shown without a look at all.
    twins: BTreeMap<FindingId, BTreeSet<FindingId>>,
    /// What was moved since a synthesis was applied.
    touched: BTreeSet<FindingId>,
    /// As synthesis is told of them.
    shelves: Shelves,
    /// Those that are not yet on their shelf as they are now.
    stale: BTreeSet<FindingId>,
    /// What is counted of them.
    tally: Tally,
}

/// A finding, and what synthesis is told of it: made once, so that a snapshot of ten thousand costs no copies.
#[derive(Debug, Clone)]
struct Kept {
    finding: Finding,
    told: OnceLock<Arc<Judged>>,
}

impl Kept {
    fn new(finding: Finding) -> Self {
        Self { finding, told: OnceLock::new() }
    }

    /// The finding, to be changed.
    fn change(&mut self) -> &mut Finding {
        self.told = OnceLock::new();
        &mut self.finding
    }

    fn told(&self, candidates: &BTreeMap<CandidateId, Candidate>) -> &Arc<Judged> {
        self.told.get_or_init(|| {
            let finding = &self.finding;
            let own = finding.candidates.first().and_then(|id| candidates.get(id)).map(Evidence::of);
            // Joined candidates are findings of their own in the snapshot.
            let candidates = finding.candidates.iter().take(1).cloned().collect();
            let finding = Finding { candidates, ..finding.clone() };
            Arc::new(Judged { finding, own, ruling: None, opinions: Vec::new(), said: Said::default() })
        })
    }
}

impl Findings {
    /// The slot of a placement: behind the last line of a range.
    pub fn slot_of(index: &Diff, placement: &Placement) -> Slot {
        let Some(anchor) = placement.anchor() else { return Slot::TOP };
        let Some(file) = diff::find_file(index, &anchor.path) else { return Slot::TOP };
        let line = anchor.lines.and_then(|lines| diff::locate(index, file, anchor.side, lines.end()));
        Slot { file, spot: line.map_or(Spot::File, Spot::Line) }
    }

    /// Adds a finding, or replaces it.
    pub fn insert(&mut self, index: &Diff, finding: Finding, standing: Standing) {
        if self.by_id.contains_key(&finding.id) {
            self.remove(&finding.id);
        }
        let slot = Self::slot_of(index, &finding.placement);
        self.slots.insert(finding.id.clone(), slot);
        self.off.insert(finding.id.clone(), None);
        self.place(&finding.id, standing);
        self.stale.insert(finding.id.clone());
        self.by_id.insert(finding.id.clone(), Kept::new(finding));
    }

    /// Takes a finding out (an own comment that was undone).
    pub fn remove(&mut self, id: &FindingId) {
        self.place(id, Standing::Waiting);
        self.tally.moved(id);
        self.off.remove(id);
        self.by_id.remove(id);
        self.stale.insert(id.clone());
        self.slots.remove(id);
    }

    /// Moves a finding to the slot of a placement, that of its own or the one that the person gave it.
    pub fn seat(&mut self, index: &Diff, id: &FindingId, placement: &Placement) {
        let there = Self::slot_of(index, placement);
        let Some(here) = self.slots.get(id).copied().filter(|here| *here != there) else { return };
        if !self.off.contains_key(id) {
            if let Some(ids) = self.at.get_mut(&here) {
                ids.retain(|other| other != id);
                if ids.is_empty() {
                    self.at.remove(&here);
                }
            }
            self.at.entry(there).or_default().push(id.clone());
        }
        self.slots.insert(id.clone(), there);
        self.touched.insert(id.clone());
        self.tally.moved(id);
    }

    /// Moves a finding to where it stands now. True when it became a card.
    pub fn place(&mut self, id: &FindingId, standing: Standing) -> bool {
        let Some(slot) = self.slots.get(id).copied() else { return false };
        let was_card = !self.off.contains_key(id);
        self.tell_twins(id, false);
        self.touched.insert(id.clone());
        self.tally.moved(id);
        self.tally.held(self.held(id).is_some(), matches!(standing, Standing::Held(_)));
        match standing {
            Standing::Card if was_card => false,
            Standing::Card => {
                self.off.remove(id);
                self.at.entry(slot).or_default().push(id.clone());
                true
            }
            Standing::Waiting | Standing::Held(_) => {
                let held = if let Standing::Held(held) = standing { Some(held) } else { None };
                self.off.insert(id.clone(), held);
                self.tell_twins(id, true);
                if was_card && let Some(ids) = self.at.get_mut(&slot) {
                    ids.retain(|other| other != id);
                    if ids.is_empty() {
                        self.at.remove(&slot);
                    }
                }
                false
            }
        }
    }

    /// Notes that a finding is held back for another one's sake, or no longer: the reason names that one.
    fn tell_twins(&mut self, id: &FindingId, is_held: bool) {
        let Some(held) = self.off.get(id).and_then(Option::as_ref) else { return };
        if held.reason != HeldReason::DuplicateInRun {
            return;
        }
        let words = held.details.split(|c: char| !(c.is_alphanumeric() || c == '-' || c == '_'));
        // Ids have a hyphen; the one that is named may come later.
        for name in words.filter(|word| word.contains('-')).map(FindingId::new).filter(|name| *name != *id) {
            let twins = self.twins.entry(name).or_default();
            match is_held {
                true => twins.insert(id.clone()),
                false => twins.remove(id),
            };
        }
    }

    /// Findings that were merged into another, by id.
    pub fn merged_into(&self, id: &FindingId) -> impl Iterator<Item = &Finding> {
        self.twins.get(id).into_iter().flatten().filter_map(|twin| self.get(twin))
    }

    /// Holds a finding back as the judge would have.
    pub fn hold(&mut self, id: &FindingId, held: Held) {
        if let Some(kept) = self.by_id.get_mut(id) {
            kept.change().held = Some(held.clone());
            self.stale.insert(id.clone());
            self.place(id, Standing::Held(held));
        }
    }

    /// Whether it is a card in the diff.
    pub fn is_card(&self, id: &FindingId) -> bool {
        self.by_id.contains_key(id) && !self.off.contains_key(id)
    }

    /// Why it is held back; `None` for cards and for what waits.
    pub fn held(&self, id: &FindingId) -> Option<&Held> {
        self.off.get(id).and_then(Option::as_ref)
    }

    /// What is held back, by id.
    pub fn drawer(&self) -> impl Iterator<Item = (&Finding, &Held)> {
        self.off.iter().filter_map(|(id, held)| Some((self.get(id)?, held.as_ref()?)))
    }

    /// How many are held back.
    pub fn drawer_len(&self) -> usize {
        self.tally.in_drawer()
    }

    /// How many cards are undecided, as of the last count.
    pub(super) fn open_len(&self) -> usize {
        self.tally.open()
    }

    /// Counts anew those that moved since the last count.
    pub(super) fn count_open<'g>(&mut self, stance: impl Fn(&FindingId) -> &'g Stance) {
        for id in self.tally.take_moved() {
            let slot = self.slot(&id).filter(|_| self.is_card(&id));
            let file = slot.filter(|slot| slot.spot != Spot::Top).map(|slot| slot.file);
            let is_open = slot.is_some() && *stance(&id) == Stance::Undecided;
            let is_own = slot.is_some() && self.get(&id).is_some_and(|finding| finding.kind == Kind::Comment);
            let is_kept = is_own && !matches!(stance(&id), Stance::Dropped(_));
            self.tally.count(&id, Counted { is_open, is_own, is_kept, file });
        }
    }

    /// How many cards the reviewers' findings are: without the person's own comments.
    pub fn found_len(&self) -> usize {
        self.cards_len().saturating_sub(self.tally.own().0)
    }

    /// How many comments of the person's own there are.
    pub fn own_len(&self) -> usize {
        self.tally.own().1
    }

    /// How many are cards.
    pub fn cards_len(&self) -> usize {
        self.by_id.len() - self.off.len()
    }

    /// How many claims were made.
    pub fn claims(&self) -> usize {
        self.candidates.len()
    }

    /// How many claims a task made.
    pub fn said_by(&self, task: &TaskId) -> usize {
        self.by_task.get(task).copied().unwrap_or(0)
    }

    /// What a task said, by id.
    pub fn said_of<'s>(&'s self, task: &TaskId) -> impl DoubleEndedIterator<Item = &'s Candidate> + use<'s> {
        let task = task.clone();
        self.candidates.values().filter(move |candidate| candidate.task == task)
    }

    /// Keeps what an agent said.
    pub fn said(&mut self, candidate: Candidate) {
        *self.by_task.entry(candidate.task.clone()).or_default() += 1;
        self.candidates.insert(candidate.id.clone(), candidate);
    }

    /// What an agent said.
    pub fn candidate(&self, id: &CandidateId) -> Option<&Candidate> {
        self.candidates.get(id)
    }

    /// Notes that a card came while the session was live.
    pub fn arrived(&mut self, id: FindingId) {
        self.arrivals.push(id);
    }

    /// Cards that came while the session was live, in that order.
    pub fn arrivals(&self) -> &[FindingId] {
        &self.arrivals
    }

    /// Adds a candidate as evidence to the finding it joins.
    pub fn join(&mut self, id: &FindingId, candidate: CandidateId) {
        if let Some(kept) = self.by_id.get_mut(id)
            && !kept.finding.candidates.contains(&candidate)
        {
            kept.change().candidates.push(candidate);
            self.stale.insert(id.clone());
        }
    }

    /// A finding by id.
    pub fn get(&self, id: &FindingId) -> Option<&Finding> {
        self.by_id.get(id).map(|kept| &kept.finding)
    }

    /// What synthesis is told of each finding, by id, a person's rulings aside.
    pub fn told(&self) -> impl Iterator<Item = &Arc<Judged>> {
        self.by_id.values().map(|kept| kept.told(&self.candidates))
    }

    /// The same, on shelves that are shared.
    pub(super) fn shared(&mut self) -> Vec<Shelf> {
        for id in std::mem::take(&mut self.stale) {
            let told = self.by_id.get(&id).map(|kept| kept.told(&self.candidates).clone());
            self.shelves.put(&id, told);
        }
        self.shelves.share()
    }

    /// Takes the list of what was moved since it was taken last.
    pub fn take_touched(&mut self) -> BTreeSet<FindingId> {
        std::mem::take(&mut self.touched)
    }

    /// Where it stands in the diff.
    pub fn slot(&self, id: &FindingId) -> Option<Slot> {
        self.slots.get(id).copied()
    }

    /// Cards under a slot, in the order in which they came.
    pub fn at(&self, slot: Slot) -> &[FindingId] {
        self.at.get(&slot).map_or(&[], Vec::as_slice)
    }

    /// Slots with cards from `from` on.
    pub fn slots_from(&self, from: Slot) -> impl Iterator<Item = (&Slot, &Vec<FindingId>)> {
        self.at.range(from..)
    }

    /// Slots with cards before `to`, last first.
    pub fn slots_before(&self, to: Slot) -> impl Iterator<Item = (&Slot, &Vec<FindingId>)> {
        self.at.range(..to).rev()
    }

    /// How many cards lie in a file, as of the last message.
    pub fn in_file_len(&self, file: FileIx) -> usize {
        self.tally.in_file(file)
    }

    /// Cards that lie in a file.
    pub fn in_file(&self, file: FileIx) -> impl Iterator<Item = &FindingId> {
        let from = Slot::file(file);
        self.at.range(from..).take_while(move |(slot, _)| slot.file == file).flat_map(|(_, ids)| ids)
    }

    /// Every finding by id.
    pub fn iter(&self) -> impl Iterator<Item = &Finding> {
        self.by_id.values().map(|kept| &kept.finding)
    }

    /// Cards in the order of the diff.
    pub fn in_order(&self) -> impl Iterator<Item = &Finding> {
        self.at.values().flatten().filter_map(|id| self.get(id))
    }

    /// All findings, held-back ones included.
    pub fn len(&self) -> usize {
        self.by_id.len()
    }

    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        self.by_id.is_empty()
    }
}
