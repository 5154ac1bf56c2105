//! Jumps: hunk, card, hotspot, file, undecided finding, match, and back.

use crate::{
    core::{
        diff,
        gate::Stance,
        model::{Beyond, Edge, FileIx, Hotspot, LineRef},
    },
    session::{Session, Slot, Spot},
    ui::{
        Request, Ui,
        actions::Seek,
        beyond, since,
        state::{Cursor, View},
        walk,
    },
};

use super::{callers, cards, find, motion};

pub(super) fn run(ui: &mut Ui, session: &Session, what: Seek, count: u32) -> Vec<Request> {
    match what {
        Seek::JumpBack | Seek::JumpForward => jump(ui, session, what == Seek::JumpBack, count),
        Seek::SearchNext => find::step(ui, session, true, count),
        Seek::SearchPrev => find::step(ui, session, false, count),
        Seek::Callers => return callers::open(ui, session),
        Seek::NextUnviewed => unviewed(ui, session),
        Seek::NextHunk
        | Seek::PrevHunk
        | Seek::NextCard
        | Seek::PrevCard
        | Seek::NextHotspot
        | Seek::PrevHotspot
        | Seek::NextRisk
        | Seek::PrevRisk
        | Seek::NextFile
        | Seek::PrevFile
        | Seek::NextUndecided
        | Seek::PrevUndecided => repeat(ui, session, what, count),
    }
    Vec::new()
}

fn repeat(ui: &mut Ui, session: &Session, what: Seek, count: u32) {
    for _ in 0..count.min(10_000) {
        let here = ui.diff.cursor.clone();
        let there = match what {
            Seek::NextHunk => next_hunk(session, ui, here.slot, true),
            Seek::PrevHunk => next_hunk(session, ui, here.slot, false),
            Seek::NextFile => next_file(session, ui, here.slot, true),
            Seek::PrevFile => next_file(session, ui, here.slot, false),
            Seek::NextCard => card(session, ui, here, true),
            Seek::PrevCard => card(session, ui, here, false),
            Seek::NextUndecided => undecided(session, ui, &here, true),
            Seek::PrevUndecided => undecided(session, ui, &here, false),
            Seek::NextHotspot => hotspot_by_place(session, ui, here.slot, true),
            Seek::PrevHotspot => hotspot_by_place(session, ui, here.slot, false),
            Seek::NextRisk => hotspot_by_risk(session, ui, here.slot, true),
            Seek::PrevRisk => hotspot_by_risk(session, ui, here.slot, false),
            Seek::SearchNext
            | Seek::SearchPrev
            | Seek::JumpBack
            | Seek::JumpForward
            | Seek::Callers
            | Seek::NextUnviewed => None,
        };
        match there {
            Some(stop) => motion::to(ui, session, stop),
            None => {
                let scope = since::filter(session, ui).map_or(String::new(), |_| {
                    format!(" among what is new · {} shows the whole change", ui.key("since"))
                });
                ui.say(format!("{}{scope}", nothing_more(session, ui, what)));
                break;
            }
        }
    }
    tell_hotspot(ui, session, what);
}

fn nothing_more(session: &Session, ui: &Ui, what: Seek) -> String {
    let what = match what {
        Seek::NextHunk => "no hunk below",
        Seek::PrevHunk => "no hunk above",
        Seek::NextFile => "this is the last file",
        Seek::PrevFile => "this is the first file",
        Seek::NextCard => "no finding, thread or comment below",
        Seek::PrevCard => "no finding, thread or comment above",
        Seek::NextUndecided | Seek::PrevUndecided => "nothing is undecided",
        Seek::NextHotspot | Seek::PrevHotspot | Seek::NextRisk | Seek::PrevRisk if session.map.is_none() => {
            "hotspots are still being worked out"
        }
        Seek::NextHotspot | Seek::PrevHotspot | Seek::NextRisk | Seek::PrevRisk
            if session.map.as_ref().is_some_and(|map| map.hotspots.is_empty()) =>
        {
            let (hunk, file) = (ui.key("next-hunk"), ui.key("next-file"));
            return format!("no hotspot: nothing here looks risky · {hunk} next hunk, {file} next file");
        }
        Seek::NextHotspot => "no hotspot below",
        Seek::PrevHotspot => "no hotspot above",
        Seek::NextRisk => "that was the least risky hotspot",
        Seek::PrevRisk => "that is the riskiest hotspot",
        Seek::SearchNext | Seek::SearchPrev => "no match",
        Seek::JumpBack | Seek::JumpForward | Seek::Callers => "no jump to go to",
        Seek::NextUnviewed => "every file is viewed",
    };
    what.to_owned()
}

/// The next file that is not viewed, in the diff, round the end.
fn unviewed(ui: &mut Ui, session: &Session) {
    ui.view = View::Diff;
    let (here, count) = (ui.diff.cursor.slot.file.0, session.diff.files.len() as u32);
    let mut others = (here + 1..count).chain(0..count.min(here + 1)).map(FileIx);
    match others.find(|file| !session.is_viewed(*file)) {
        Some(file) => motion::to(ui, session, Cursor::on(Slot::file(file))),
        None => ui.say(nothing_more(session, ui, Seek::NextUnviewed)),
    }
}

/// Hotspots say why they are ones.
fn tell_hotspot(ui: &mut Ui, session: &Session, what: Seek) {
    let asked = matches!(what, Seek::NextHotspot | Seek::PrevHotspot | Seek::NextRisk | Seek::PrevRisk);
    let Some(map) = session.map.as_ref().filter(|_| asked && ui.message.is_none()) else { return };
    let here = ui.diff.cursor.slot;
    let found = map.hotspots.iter().enumerate().find(|(_, hotspot)| slot_of(session, hotspot) == here);
    if let Some((rank, hotspot)) = found {
        let words = format!("hotspot {} of {} · risk {} · {}", rank + 1, map.hotspots.len(), hotspot.risk, hotspot.why);
        ui.say(words);
    }
}

/// The next card that the filter of what is new leaves.
fn card(session: &Session, ui: &Ui, mut here: Cursor, forward: bool) -> Option<Cursor> {
    loop {
        here = cards::step(session, &here, forward)?;
        if walk::is_shown(session, ui, here.slot) {
            return Some(here);
        }
    }
}

/// Whether there is a card below the cursor.
pub(crate) fn has_card_below(session: &Session, ui: &Ui) -> bool {
    card(session, ui, ui.diff.cursor.clone(), true).is_some()
}

/// Whether the filter of what is new leaves a finding's place.
fn is_shown(session: &Session, ui: &Ui, id: &crate::core::model::FindingId) -> bool {
    session.findings.slot(id).is_none_or(|slot| walk::is_shown(session, ui, slot))
}

fn next_hunk(session: &Session, ui: &Ui, here: Slot, forward: bool) -> Option<Cursor> {
    let index = &session.diff;
    let current = match here.spot {
        Spot::Hunk(hunk) => i64::from(hunk.0),
        // From a line, back means to the head of its own hunk.
        // The first line of a hunk that is joined stands for its header.
        Spot::Line(LineRef { hunk, ord: 0 }) if beyond::is_joined(session, ui, hunk) => i64::from(hunk.0),
        Spot::Line(LineRef { hunk, .. }) | Spot::Beyond(Beyond { hunk, edge: Edge::Below, .. }) => {
            i64::from(hunk.0) + i64::from(!forward)
        }
        // Above a hunk that is joined to the one before it, the hunk itself comes next.
        Spot::Beyond(at) if beyond::is_joined(session, ui, at.hunk) => i64::from(at.hunk.0) - i64::from(forward),
        Spot::Beyond(at) => i64::from(at.hunk.0) + i64::from(!forward),
        Spot::File => i64::from(index.file(here.file)?.hunks.start) - i64::from(forward),
        Spot::Top => -1,
    };
    let target = if forward { current + 1 } else { current - 1 };
    let hunk = match since::filter(session, ui) {
        Some(since) => since::next_hunk(since, current, forward)?,
        None => crate::core::model::HunkIx(u32::try_from(target).ok()?),
    };
    let entry = index.hunk(hunk)?;
    Some(Cursor::on(Slot { file: entry.file, spot: Spot::Hunk(hunk) }))
}

fn next_file(session: &Session, ui: &Ui, here: Slot, forward: bool) -> Option<Cursor> {
    if let Some(since) = since::filter(session, ui) {
        let inside = here.spot.hunk().is_some() && walk::is_shown(session, ui, here);
        let from = if here.spot == Spot::Top { -1 } else { i64::from(here.file.0) };
        let file = if inside && !forward { Some(here.file) } else { since::next_file(since, from, forward) };
        return file.map(|file| Cursor::on(Slot::file(file)));
    }
    let target = match (forward, here.spot) {
        (true, Spot::Top) => 0,
        (true, _) => here.file.0 + 1,
        // From inside a file, back means to its own head.
        (false, Spot::Hunk(_) | Spot::Line(_) | Spot::Beyond(_)) => here.file.0,
        (false, Spot::Top | Spot::File) => here.file.0.checked_sub(1)?,
    };
    session.diff.file(FileIx(target)).map(|_| Cursor::on(Slot::file(FileIx(target))))
}

/// The next card in the order of the diff that passes the test.
pub(super) fn next_card(
    session: &Session,
    here: &Cursor,
    forward: bool,
    test: impl Fn(&crate::core::model::FindingId) -> bool,
) -> Option<Cursor> {
    let cards = session.findings.at(here.slot);
    let at = here.finding().and_then(|card| cards.iter().position(|id| id == card));
    let in_slot = match (forward, at) {
        (true, None) => cards.iter().find(|id| test(id)),
        (true, Some(at)) => cards.iter().skip(at + 1).find(|id| test(id)),
        (false, Some(at)) => cards.iter().take(at).rev().find(|id| test(id)),
        (false, None) => None,
    };
    if let Some(id) = in_slot {
        return Some(Cursor::on_finding(here.slot, id.clone()));
    }
    let stop = |(slot, id): (&Slot, &crate::core::model::FindingId)| Cursor::on_finding(*slot, id.clone());
    if forward {
        let later = session.findings.slots_from(here.slot).filter(|(slot, _)| **slot > here.slot);
        later.flat_map(|(slot, ids)| ids.iter().map(move |id| (slot, id))).find(|(_, id)| test(id)).map(stop)
    } else {
        let before = session.findings.slots_before(here.slot);
        before.flat_map(|(slot, ids)| ids.iter().rev().map(move |id| (slot, id))).find(|(_, id)| test(id)).map(stop)
    }
}

/// The next undecided finding, round the end of the diff.
pub(super) fn undecided(session: &Session, ui: &Ui, here: &Cursor, forward: bool) -> Option<Cursor> {
    let test =
        |id: &crate::core::model::FindingId| *session.gate.stance(id) == Stance::Undecided && is_shown(session, ui, id);
    next_card(session, here, forward, test).or_else(|| {
        let ids: Vec<_> = session.undecided().filter(|id| is_shown(session, ui, id)).collect();
        let id = if forward { ids.first() } else { ids.last() }?;
        let slot = session.findings.slot(id)?;
        let stop = Cursor::on_finding(slot, (*id).clone());
        (stop != *here).then_some(stop)
    })
}

/// Where a hotspot begins.
pub(super) fn slot_of(session: &Session, hotspot: &Hotspot) -> Slot {
    let file = hotspot.unit.file;
    let (side, lines) = hotspot.unit.lines;
    let line = diff::locate(&session.diff, file, side, lines.start());
    Slot { file, spot: line.map_or(Spot::Hunk(hotspot.unit.hunks.0), Spot::Line) }
}

fn hotspot_by_place(session: &Session, ui: &Ui, here: Slot, forward: bool) -> Option<Cursor> {
    let slots = session.map.as_ref()?.hotspots.iter().map(|hotspot| slot_of(session, hotspot));
    let slots = slots.filter(|slot| walk::is_shown(session, ui, *slot));
    let there = match forward {
        true => slots.filter(|slot| *slot > here).min(),
        false => slots.filter(|slot| *slot < here).max(),
    };
    there.map(Cursor::on)
}

fn hotspot_by_risk(session: &Session, ui: &Ui, here: Slot, forward: bool) -> Option<Cursor> {
    let slots = session.map.as_ref()?.hotspots.iter().map(|hotspot| slot_of(session, hotspot));
    let slots: Vec<Slot> = slots.filter(|slot| walk::is_shown(session, ui, *slot)).collect();
    let at = slots.iter().position(|slot| *slot == here);
    let target = match (at, forward) {
        (None, true) => 0,
        (None, false) => return None,
        (Some(at), true) => at + 1,
        (Some(at), false) => at.checked_sub(1)?,
    };
    slots.get(target).copied().map(Cursor::on)
}

/// So many jumps back or forward, as far as there are any.
fn jump(ui: &mut Ui, session: &Session, back: bool, count: u32) {
    let (from, to) = match back {
        true => (&mut ui.jumps.back, &mut ui.jumps.forward),
        false => (&mut ui.jumps.forward, &mut ui.jumps.back),
    };
    if from.is_empty() {
        return ui.say("no jump to go to");
    }
    for _ in 0..count {
        let Some(stop) = from.pop() else { break };
        to.push(std::mem::replace(&mut ui.diff.cursor, stop));
    }
    motion::reveal(ui, session);
}
