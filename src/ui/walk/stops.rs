//! Stops of the cursor: a slot, or a card under it. Side by side the cursor stays on its side while there is a line.

use crate::{
    session::Session,
    ui::state::{At, Cursor, Top, Ui},
};

use super::Walk;

/// The stop after this one.
pub fn next_stop(session: &Session, ui: &Ui, stop: &Cursor) -> Option<Cursor> {
    let mut walk = Walk::new(session, ui);
    let after = match &stop.card {
        None => walk.card(stop.slot, 0),
        Some(card) => {
            let mut cards = walk.cards(stop.slot).skip_while(|(_, other)| other != card);
            cards.nth(1)
        }
    };
    if let Some((slot, card)) = after {
        return Some(Cursor { slot, card: Some(card) });
    }
    let below = walk.below(stop.slot)?;
    Some(Cursor::on(walk.band(below).on(ui.diff.side)))
}

/// The stop before this one.
pub fn prev_stop(session: &Session, ui: &Ui, stop: &Cursor) -> Option<Cursor> {
    let mut walk = Walk::new(session, ui);
    if let Some(card) = &stop.card {
        let before = walk.cards(stop.slot).take_while(|(_, other)| other != card).last();
        return Some(match before {
            Some((slot, card)) => Cursor { slot, card: Some(card) },
            None => Cursor::on(walk.band(stop.slot).on(ui.diff.side)),
        });
    }
    let above = walk.above(stop.slot)?;
    let last = walk.cards(above).last();
    Some(match last {
        Some((slot, card)) => Cursor { slot, card: Some(card) },
        None => Cursor::on(walk.band(above).on(ui.diff.side)),
    })
}

/// The row that a stop begins with.
pub fn stop_top(walk: &mut Walk<'_>, stop: &Cursor) -> Top {
    let slot = walk.band(stop.slot).lead();
    let nth = stop.card.as_ref().and_then(|card| walk.cards(slot).position(|(_, other)| other == *card));
    match nth {
        Some(nth) => Top { slot, at: At::Card { nth: nth as u32, row: 0 } },
        None => Top::of(slot),
    }
}

/// Rows that a stop takes, counted up to `most`.
pub fn stop_height(walk: &mut Walk<'_>, stop: &Cursor, most: u32) -> u32 {
    let first = stop_top(walk, stop);
    let is_same = |at: At| match (first.at, at) {
        (At::Own(_), At::Own(_)) => true,
        (At::Card { nth, .. }, At::Card { nth: other, .. }) => nth == other,
        _ => false,
    };
    let (mut at, mut rows) = (first, 1);
    while rows < most {
        match walk.step(at) {
            Some(below) if below.slot == first.slot && is_same(below.at) => at = below,
            _ => break,
        }
        rows += 1;
    }
    rows
}
