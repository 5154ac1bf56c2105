//! The change map of `prr plan` for people: units, archetypes with the lines that show them. Called by `plan_text`.

use crate::core::model::{Aside, ChangeMap, Diff, Evidence, Reading, Side, Unit};

use super::escape::line;

/// Units that are listed; the rest is counted.
const MOST_UNITS: usize = 60;

/// What changed: units with their archetypes and the lines that show them, then what was set aside and what was not read
/// whole.
pub(super) fn map_text(diff: &Diff, map: &ChangeMap) -> String {
    let (aside, told): (Vec<&Unit>, Vec<&Unit>) =
        map.units.iter().map(|unit| &**unit).partition(|unit| unit.detail.aside.is_some());
    let told = by_symbol(&told);
    let mut out = format!("\n{} changed units\n", told.len());
    told.iter().take(MOST_UNITS).for_each(|unit| out.push_str(&unit_text(diff, unit)));
    if told.len() > MOST_UNITS {
        out.push_str(&format!("  {} more\n", told.len() - MOST_UNITS));
    }
    let count = |why: &Aside| aside.iter().filter(|unit| unit.detail.aside == Some(*why)).count();
    let parts: Vec<String> =
        Aside::ALL.iter().filter(|why| count(why) > 0).map(|why| format!("{} {}", count(why), why.as_str())).collect();
    if !parts.is_empty() {
        out.push_str(&format!("set aside: {}\n", parts.join(", ")));
    }
    let not_whole = map.readings.iter().filter(|reading| **reading == Reading::Hunks).count();
    if not_whole > 0 && not_whole == map.readings.iter().filter(|reading| **reading != Reading::Lines).count() {
        out.push_str("read from the hunks alone: the files themselves are not at hand\n");
    }
    map.notes.iter().for_each(|note| out.push_str(&format!("note: {}\n", line(note))));
    out
}

/// Parts of one symbol that lie apart in the diff, as one.
fn by_symbol(units: &[&Unit]) -> Vec<Unit> {
    let mut all: Vec<Unit> = Vec::with_capacity(units.len());
    let mut known = std::collections::HashMap::new();
    for unit in units {
        let at = *known.entry((unit.file, unit.symbol.as_str())).or_insert(all.len());
        match all.get_mut(at) {
            Some(first) => {
                first.added += unit.added;
                first.removed += unit.removed;
                for sign in &unit.detail.signs {
                    match first.detail.signs.iter_mut().find(|known| known.archetype == sign.archetype) {
                        Some(known) => known.evidence.extend(sign.evidence.iter().copied()),
                        None => first.detail.signs.push(sign.clone()),
                    }
                }
            }
            None => all.push((*unit).clone()),
        }
    }
    all
}

fn unit_text(diff: &Diff, unit: &Unit) -> String {
    let path = line(&diff.path(unit.file).lossy());
    let name = if unit.symbol.is_empty() { path } else { format!("{path}::{}", line(&unit.symbol)) };
    let mut how = unit.detail.change.map_or(String::new(), |change| format!("  {}", change.as_str()));
    if !unit.detail.before.is_empty() {
        let word = if unit.lines.0 == Side::Left { "now" } else { "was" };
        how.push_str(&format!(" ({word} {})", line(&unit.detail.before)));
    }
    let mut out = format!("  {name}  +{} -{}{how}\n", unit.added, unit.removed);
    for sign in &unit.detail.signs {
        let places: Vec<String> = sign.evidence.iter().map(|place| place_text(diff, unit, place)).collect();
        out.push_str(&format!("    {}: {} ({})\n", sign.archetype, line(&sign.what), places.join(", ")));
    }
    out
}

/// `line 4`, `old line 4`, with the path when it is another file's.
fn place_text(diff: &Diff, unit: &Unit, place: &Evidence) -> String {
    let old = if place.side == Side::Left { "old " } else { "" };
    match place.file == unit.file {
        true => format!("{old}line {}", place.line),
        false => format!("{} {old}line {}", line(&diff.path(place.file).lossy()), place.line),
    }
}
