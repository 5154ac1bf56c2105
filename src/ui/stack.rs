//! The cards under a slot, whatever they are: which are shown, in which order, how high, their rows. What a finding's
//! card says is `card`, what a thread's says is `thread`. Called by `walk`, `scroll`, the diff's view and keys.

use ratatui::text::Line;

use crate::{
    core::talk::Found,
    session::{PlacedThread, Session, Slot},
};

use super::{
    card,
    state::{CardId, Ui},
    thread,
};

/// Threads of one slot that stand open by themselves: more are a list to choose from.
const OPEN: usize = 3;

/// Cards under a slot that are shown: findings and own comments, then threads.
pub fn cards<'a>(session: &'a Session, ui: &'a Ui, slot: Slot) -> impl Iterator<Item = CardId> + use<'a> {
    let findings = session.findings.at(slot).iter().filter(|id| !ui.diff.unrevealed.contains(*id));
    let threads = ui.noted.talk.of(session, slot).at(slot);
    findings.cloned().map(CardId::Finding).chain(threads.iter().copied().map(CardId::Thread))
}

/// Cards under a slot, those that wait too.
pub fn all(session: &Session, slot: Slot) -> impl DoubleEndedIterator<Item = CardId> {
    let findings = session.findings.at(slot).iter().cloned().map(CardId::Finding);
    findings.chain(session.digest().threads.at(slot).iter().copied().map(CardId::Thread))
}

/// Whether a card shows all of itself.
pub fn is_open(session: &Session, ui: &Ui, slot: Slot, card: &CardId) -> bool {
    match card {
        CardId::Finding(id) => card::is_open(session, ui, id),
        CardId::Thread(id) => {
            let threads = ui.noted.talk.of(session, slot);
            let nth = threads.at(slot).iter().position(|other| other == id).unwrap_or(0);
            let by_itself = |placed: &PlacedThread| {
                // What has no place any more stands above what is read: one row each.
                nth < OPEN && !placed.is_resolved() && placed.found != Found::Gone
            };
            ui.diff.cards.get(card).copied().unwrap_or_else(|| threads.get(*id).is_some_and(by_itself))
        }
    }
}

/// Rows a card takes.
pub fn height(session: &Session, ui: &Ui, slot: Slot, card: &CardId, width: u16) -> u32 {
    match card {
        CardId::Finding(id) => card::height(session, ui, id, width),
        CardId::Thread(_) if !is_open(session, ui, slot, card) => 1,
        CardId::Thread(_) => lines(session, ui, slot, card, width).len() as u32,
    }
}

/// A card's rows.
pub fn lines(session: &Session, ui: &Ui, slot: Slot, card: &CardId, width: u16) -> Vec<Line<'static>> {
    match card {
        CardId::Finding(id) => card::lines(session, ui, id, width),
        CardId::Thread(id) => match ui.noted.talk.of(session, slot).get(*id) {
            Some(placed) => thread::lines(session, ui, placed, is_open(session, ui, slot, card), width),
            None => vec![Line::raw("")],
        },
    }
}
