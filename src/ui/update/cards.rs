//! Walking over cards of every kind: findings, own comments, threads. Costs the logarithm of them.

use crate::{
    session::{Session, Slot},
    ui::{
        stack,
        state::{CardId, Cursor},
    },
};

/// The next card in the order of the diff, those that wait too.
pub(super) fn step(session: &Session, here: &Cursor, forward: bool) -> Option<Cursor> {
    let cards: Vec<CardId> = stack::all(session, here.slot).collect();
    let at = here.card.as_ref().and_then(|card| cards.iter().position(|other| other == card));
    let in_slot = match (forward, at) {
        (true, None) => cards.first(),
        (true, Some(at)) => cards.get(at + 1),
        (false, Some(at)) => at.checked_sub(1).and_then(|before| cards.get(before)),
        (false, None) => None,
    };
    if let Some(card) = in_slot {
        return Some(Cursor { slot: here.slot, card: Some(card.clone()) });
    }
    let slot = if forward { after(session, here.slot) } else { before(session, here.slot) }?;
    let mut cards = stack::all(session, slot);
    let card = if forward { cards.next() } else { cards.next_back() };
    Some(Cursor { slot, card })
}

fn after(session: &Session, slot: Slot) -> Option<Slot> {
    let finding = session.findings.slots_from(slot).map(|(found, _)| *found).find(|found| *found > slot);
    [finding, session.digest().threads.slot_after(slot)].into_iter().flatten().min()
}

fn before(session: &Session, slot: Slot) -> Option<Slot> {
    let finding = session.findings.slots_before(slot).map(|(found, _)| *found).next();
    [finding, session.digest().threads.slot_before(slot)].into_iter().flatten().max()
}
