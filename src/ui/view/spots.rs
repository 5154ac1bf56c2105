//! Where a line lies: in which hotspots, in which changed symbol. Called by `diff_row`, `diff_view` and `line_row`.

use ratatui::{buffer::Buffer, layout::Rect};

use crate::{
    core::{
        diff,
        model::{Hotspot, HunkIx, Lens, LineRef, Side, Unit},
    },
    session::{Session, Slot, Spot},
    ui::{Ui, theme::Ink},
};

/// Changed symbols of a hunk that are looked at for the one on top.
const UNITS: usize = 200;

/// Hotspots that are named by number on a hunk's header.
const NAMED: usize = 3;

/// The hotspots that have lines in a hunk, with their ranks, the riskiest first.
fn hotspots_in(session: &Session, hunk: HunkIx) -> impl Iterator<Item = (usize, &Hotspot)> {
    let hotspots = session.map.iter().flat_map(|map| map.hotspots.iter().enumerate());
    hotspots.filter(move |(_, hotspot)| hotspot.unit.hunks.0 <= hunk && hunk <= hotspot.unit.hunks.1)
}

/// What a hunk's header says of its hotspots.
pub(super) fn words(session: &Session, hunk: HunkIx) -> Option<String> {
    let mut ranks = hotspots_in(session, hunk).map(|(rank, _)| rank + 1);
    let (_, riskiest) = hotspots_in(session, hunk).next()?;
    let named: Vec<String> = ranks.by_ref().take(NAMED).map(|rank| rank.to_string()).collect();
    let several = if named.len() > 1 { "s" } else { "" };
    let more = match ranks.count() {
        0 => String::new(),
        more => format!(" and {more} more"),
    };
    let lenses: Vec<&str> = riskiest.lenses.iter().skip(2).map(|lens| lens.as_str()).collect();
    let (named, lenses) = (named.join(", "), lenses.join(", "));
    Some(format!("  ⚑ hotspot{several} {named}{more} · risk {} {lenses}", riskiest.risk))
}

/// The lens of most concern, in the first column of a hunk's header.
pub(super) fn head(session: &Session, ui: &Ui, buffer: &mut Buffer, line: Rect, hunk: HunkIx) {
    if let Some((_, hotspot)) = hotspots_in(session, hunk).next() {
        let lens = hotspot.lenses.get(2).or(hotspot.lenses.first());
        let glyph = lens.copied().map_or('▌', Lens::glyph);
        buffer.set_string(line.x, line.y, glyph.to_string(), ui.theme().ink(Ink::Hotspot));
    }
}

/// The hotspot bar, in the first column of a line that is one's.
pub(super) fn bar(session: &Session, ui: &Ui, buffer: &mut Buffer, line: Rect, at: LineRef) {
    if hotspots_in(session, at.hunk).any(|(_, hotspot)| has_line(session, &hotspot.unit, at)) {
        buffer.set_string(line.x, line.y, "▌", ui.theme().ink(Ink::Hotspot));
    }
}

/// Whether a line stands among the changed lines of a unit; one that its side does not have, whether it stands between
/// them or before the first new one.
fn has_line(session: &Session, unit: &Unit, at: LineRef) -> bool {
    let (side, lines) = unit.lines;
    let is_left = side == Side::Left;
    let Some(line) = diff::line(&session.diff, at) else { return false };
    match if is_left { line.old } else { line.new } {
        Some(number) => lines.start() <= number && number <= lines.end(),
        None => {
            let (old, new) = diff::next_numbers(&session.diff, at);
            let next = if is_left { old } else { new };
            lines.start() + u32::from(is_left) <= next && next <= lines.end()
        }
    }
}

/// The changed symbol that a slot lies in, in the words of the section that git names for its hunk where those name it; the
/// section where no symbol is known. A section tells where its hunk begins, so that it says nothing of another symbol.
pub(super) fn place_in_file(session: &Session, slot: Slot) -> String {
    let Some(hunk) = slot.spot.hunk() else { return String::new() };
    let section = session.diff.hunk(hunk).map_or(&[][..], |entry| session.diff.text.get(entry.section));
    let section = String::from_utf8_lossy(section).trim().to_owned();
    let symbol = symbol_at(session, slot, hunk).unwrap_or_default();
    let name = symbol.rsplit("::").next().unwrap_or_default();
    if section.contains(name) { section } else { symbol.to_owned() }
}

/// The changed symbol around a slot: the last one of its file that begins at or before it and, where its end is known, does
/// not end before.
fn symbol_at(session: &Session, slot: Slot, hunk: HunkIx) -> Option<&str> {
    let units = &session.map.as_ref()?.units;
    let end = units.partition_point(|unit| (unit.file, unit.hunks.0) <= (slot.file, hunk));
    let numbers = match slot.spot {
        Spot::Line(at) => Some(diff::next_numbers(&session.diff, at)),
        Spot::Beyond(at) => diff::numbers_beyond(&session.diff, at),
        Spot::Top | Spot::File | Spot::Hunk(_) => None,
    };
    let holds = |unit: &Unit| {
        let (side, changed) = unit.lines;
        let whole = unit.detail.extent.unwrap_or(changed);
        let ended = |number| unit.detail.extent.is_some_and(|extent| number > extent.end());
        numbers.is_none_or(|(old, new)| {
            let number = if side == Side::Left { old } else { new };
            number >= changed.start().min(whole.start()) && !ended(number)
        })
    };
    let near = units.get(..end)?.iter().rev().take(UNITS);
    let here = near.take_while(|unit| unit.file == slot.file).find(|unit| unit.hunks.1 >= hunk && holds(unit));
    here.map(|unit| unit.symbol.as_str())
}
