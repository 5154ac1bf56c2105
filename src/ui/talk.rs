//! Threads as they are looked at: what was on screen when others came stays as it is until the reader moves on. Not
//! the threads themselves (`session::Threads`). Called by `stack`, `scroll`, keys.

use std::{
    collections::{BTreeMap, BTreeSet},
    sync::Arc,
};

use crate::{
    core::model::ThreadId,
    session::{Session, Slot, Threads},
};

/// What the cockpit knows of threads beside the session.
#[derive(Debug, Clone, Default)]
pub struct TalkState {
    /// The threads as of the last news.
    seen: Arc<Threads>,
    /// Slots on screen that still show their threads as they were.
    held: BTreeMap<Slot, Arc<Threads>>,
    /// The thread that the person acted on: what becomes of it is shown at once.
    pub acted: Option<ThreadId>,
    /// The line of the inbox under the cursor.
    pub inbox: usize,
    /// Whether the inbox is all there is: nothing is open behind it.
    pub is_home: bool,
    /// Whether the next pull request of the inbox is to be opened when the list comes.
    pub awaits_next: bool,
}

impl TalkState {
    /// The threads that a slot shows.
    pub fn of<'a>(&'a self, session: &'a Session, slot: Slot) -> &'a Threads {
        self.held.get(&slot).unwrap_or(&session.digest().threads)
    }

    /// Whether something came for a slot that is not shown yet.
    pub fn waits(&self, slot: Slot) -> bool {
        self.held.contains_key(&slot)
    }

    /// New threads: slots on screen that would look different keep what they show. True when a slot may show
    /// something else now.
    pub fn arrived(&mut self, session: &Session, shown: (Slot, Slot), cursor: Slot) {
        let new = session.digest().threads.clone();
        let old = std::mem::replace(&mut self.seen, new.clone());
        if Arc::ptr_eq(&old, &new) {
            return;
        }
        let on_screen: BTreeSet<Slot> = old.slots_within(shown).chain(new.slots_within(shown)).collect();
        for slot in on_screen {
            let before = self.held.get(&slot).unwrap_or(&old);
            if same(before, &new, slot) {
                self.held.remove(&slot);
            } else {
                let before = before.clone();
                self.held.insert(slot, before);
            }
        }
        let acted = self.acted.filter(|id| old.get(*id) != new.get(*id));
        if let Some(slot) = acted.and_then(|id| new.get(id).or(old.get(id))).map(|placed| placed.slot) {
            self.acted = None;
            if slot == cursor {
                self.held.remove(&slot);
            }
        }
    }

    /// Shows what came for a slot. True when there was something.
    pub fn reveal(&mut self, slot: Slot) -> bool {
        self.held.remove(&slot).is_some()
    }

    /// Slots that left the screen show what came.
    pub fn settle(&mut self, (first, last): (Slot, Slot)) {
        self.held.retain(|slot, _| first <= *slot && *slot <= last);
    }
}

/// Whether a slot looks the same.
fn same(before: &Threads, after: &Threads, slot: Slot) -> bool {
    let ids = before.at(slot);
    ids == after.at(slot) && ids.iter().all(|id| before.get(*id) == after.get(*id))
}
