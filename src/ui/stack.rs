//! The cards under a slot, whatever they are: which are shown, how high, their rows. What a finding's card says is
//! `card`. Called by `walk`, `scroll`, the diff's view and keys.

use ratatui::text::Line;

use crate::session::{Session, Slot};

use super::{
    card,
    state::{CardId, Ui},
    walk,
};

/// Cards under a slot that are shown, in order.
pub fn cards(session: &Session, ui: &Ui, slot: Slot) -> impl Iterator<Item = CardId> {
    let shown = walk::is_shown(session, ui, slot);
    let findings = session.findings.at(slot).iter().filter(move |id| shown && !ui.diff.unrevealed.contains(*id));
    findings.cloned().map(CardId::Finding)
}

/// Whether a card shows all of itself.
pub fn is_open(session: &Session, ui: &Ui, card: &CardId) -> bool {
    match card {
        CardId::Finding(id) => card::is_open(session, ui, id),
        CardId::Thread(_) => false,
    }
}

/// Rows a card takes.
pub fn height(session: &Session, ui: &Ui, card: &CardId, width: u16) -> u32 {
    match card {
        CardId::Finding(id) => card::height(session, ui, id, width),
        CardId::Thread(_) => 1,
    }
}

/// A card's rows.
pub fn lines(session: &Session, ui: &Ui, card: &CardId, width: u16) -> Vec<Line<'static>> {
    match card {
        CardId::Finding(id) => card::lines(session, ui, id, width),
        CardId::Thread(_) => Vec::new(),
    }
}
