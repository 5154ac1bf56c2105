//! Archetypes (deep §1) of every unit with the lines that speak for them: one file for each family. What a side does is
//! read by `marks`; here is what it means that a mark came or went. Called by `join`.

mod asynchrony;
mod caching;
mod contract;
mod dependencies;
mod errors;
mod guards;
mod instructions;
mod lifetime;
mod logging;
mod mutation;
mod persistence;
mod tests_gone;

use std::{collections::HashMap, sync::Arc};

use crate::core::{
    diff::locate,
    model::{Archetype, Boundary, Diff, Evidence, FileClass, FileIx, Side, Sign, UnitChange},
    text::one_line,
};

use super::{
    file::FileMap,
    marks::{Mark, What},
};

/// What one unit lost and gained, after what is on both sides is taken away.
#[derive(Debug)]
struct Net {
    file: FileIx,
    symbol: Arc<str>,
    removed: Vec<Mark>,
    added: Vec<Mark>,
    /// All that stands on both sides, or on one.
    old: Vec<Mark>,
    new: Vec<Mark>,
    /// Whether the unit was there before, and is there after.
    existed: bool,
    exists: bool,
}

impl Net {
    fn lost(&self, what: What) -> impl Iterator<Item = &Mark> {
        self.removed.iter().filter(move |mark| mark.what == what)
    }

    fn gained(&self, what: What) -> impl Iterator<Item = &Mark> {
        self.added.iter().filter(move |mark| mark.what == what)
    }

    fn stays(&self) -> bool {
        self.existed && self.exists
    }
}

/// The whole change while signs are found.
struct Scene<'a> {
    diff: &'a Diff,
    classes: &'a [FileClass],
    nets: Vec<Net>,
}

impl Scene<'_> {
    fn class(&self, file: FileIx) -> FileClass {
        self.classes.get(file.0 as usize).copied().unwrap_or(FileClass::Source)
    }
}

/// What is found, put to its unit.
struct Signs<'f> {
    diff: &'f Diff,
    files: &'f mut [FileMap],
}

/// Places kept of one archetype of one unit.
const PLACES: usize = 8;
/// Columns of what was seen.
const WIDTH: usize = 160;

impl Signs<'_> {
    /// Adds a sign to the unit of a symbol that holds the first place, else to its first. Places that the diff does not
    /// show are left out; without any, the first line of the unit stands for it.
    fn add(&mut self, (file, symbol): (FileIx, &str), archetype: Archetype, what: &str, places: &[Evidence]) {
        let shown = |e: &&Evidence| locate(self.diff, e.file, e.side, e.line).is_some();
        let mut evidence: Vec<Evidence> = places.iter().filter(shown).copied().collect();
        let Some(map) = self.files.get_mut(file.0 as usize) else { return };
        let holds = |side: Side, line: u32, unit: &crate::core::model::Unit| {
            unit.lines.0 == side && unit.lines.1.contains(line)
        };
        let own = |unit: &&mut crate::core::model::Unit| unit.symbol == symbol;
        let best = evidence
            .iter()
            .find(|e| e.file == file)
            .and_then(|e| map.units.iter().position(|unit| unit.symbol == symbol && holds(e.side, e.line, unit)));
        let unit = match best {
            Some(at) => map.units.get_mut(at),
            None => map.units.iter_mut().find(own),
        };
        let Some(unit) = unit else { return };
        if evidence.is_empty() {
            evidence.push(Evidence { file, side: unit.lines.0, line: unit.lines.1.start() });
        }
        let what = one_line(what, WIDTH);
        match unit.detail.signs.iter_mut().find(|sign| sign.archetype == archetype) {
            Some(sign) => {
                sign.evidence.extend(evidence);
                if sign.what.len() + what.len() < WIDTH && !sign.what.contains(&what) {
                    sign.what.push_str("; ");
                    sign.what.push_str(&what);
                }
            }
            None => unit.detail.signs.push(Sign { archetype, what, evidence }),
        }
    }

    fn border(&mut self, (file, symbol): (FileIx, &str), boundary: Boundary) {
        let units = self.files.get_mut(file.0 as usize).map(|map| map.units.iter_mut());
        for unit in units.into_iter().flatten().filter(|unit| unit.symbol == symbol) {
            unit.detail.boundaries.push(boundary);
        }
    }
}

/// A mark as evidence.
fn at(file: FileIx, side: Side, mark: &Mark) -> Evidence {
    Evidence { file, side, line: mark.line }
}

/// Finds the signs of all units.
pub(super) fn find(diff: &Diff, classes: &[FileClass], files: &mut [FileMap]) {
    let nets = files.iter_mut().enumerate().flat_map(|(nth, map)| nets_of(nth, map)).collect();
    let scene = Scene { diff, classes, nets };
    let mut signs = Signs { diff, files };
    guards::find(&scene, &mut signs);
    errors::find(&scene, &mut signs);
    asynchrony::find(&scene, &mut signs);
    lifetime::find(&scene, &mut signs);
    caching::find(&scene, &mut signs);
    logging::find(&scene, &mut signs);
    mutation::find(&scene, &mut signs);
    contract::find(&scene, &mut signs);
    persistence::find(&scene, &mut signs);
    dependencies::find(&scene, &mut signs);
    instructions::find(&scene, &mut signs);
    // Last: it asks what else was found.
    tests_gone::find(&scene, &mut signs);
    for unit in signs.files.iter_mut().flat_map(|map| &mut map.units) {
        for sign in &mut unit.detail.signs {
            sign.evidence.sort();
            sign.evidence.dedup();
            sign.evidence.truncate(PLACES);
        }
        unit.detail.signs.sort_by_key(|sign| sign.archetype);
    }
}

/// Takes the marks of a file apart by unit, and takes away what both sides have. Units that are set aside, moved or
/// renamed do what they did.
fn nets_of(nth: usize, map: &mut FileMap) -> Vec<Net> {
    let file = FileIx(u32::try_from(nth).unwrap_or(u32::MAX));
    let [left, right] = std::mem::take(&mut map.marks);
    let mut by_symbol: Vec<Net> = Vec::new();
    let mut index: HashMap<Arc<str>, usize> = HashMap::new();
    for unit in &map.units {
        let tied = matches!(unit.detail.change, Some(UnitChange::Moved | UnitChange::Renamed));
        if index.contains_key(unit.symbol.as_str()) || unit.detail.aside.is_some() || tied {
            continue;
        }
        let symbol: Arc<str> = Arc::from(unit.symbol.as_str());
        index.insert(symbol.clone(), by_symbol.len());
        by_symbol.push(Net {
            file,
            symbol,
            removed: Vec::new(),
            added: Vec::new(),
            old: Vec::new(),
            new: Vec::new(),
            existed: unit.detail.change != Some(UnitChange::Added),
            exists: unit.detail.change != Some(UnitChange::Removed),
        });
    }
    for (side, marks) in [(Side::Left, left), (Side::Right, right)] {
        for mark in marks {
            let Some(net) = index.get(&mark.symbol).and_then(|at| by_symbol.get_mut(*at)) else { continue };
            if side == Side::Left { net.old.push(mark) } else { net.new.push(mark) }
        }
    }
    for net in &mut by_symbol {
        (net.removed, net.added) = difference(&net.old, &net.new);
    }
    by_symbol
}

/// What is only in one of two bags of marks. Of equal marks those on changed lines are the ones that came or went.
fn difference(old: &[Mark], new: &[Mark]) -> (Vec<Mark>, Vec<Mark>) {
    let mut counts: HashMap<(What, &str), (usize, usize)> = HashMap::new();
    for mark in old {
        counts.entry((mark.what, &mark.key)).or_default().0 += 1;
    }
    for mark in new {
        counts.entry((mark.what, &mark.key)).or_default().1 += 1;
    }
    let side = |marks: &[Mark], surplus: &dyn Fn((usize, usize)) -> usize| {
        let mut left: HashMap<(What, &str), usize> = counts.iter().map(|(key, n)| (*key, surplus(*n))).collect();
        let mut order: Vec<&Mark> = marks.iter().collect();
        order.sort_by_key(|mark| (!mark.changed, mark.line));
        let mut out: Vec<Mark> = Vec::new();
        for mark in order {
            let Some(n) = left.get_mut(&(mark.what, mark.key.as_str())).filter(|n| **n > 0) else { continue };
            *n -= 1;
            out.push(mark.clone());
        }
        out.sort_by_key(|mark| mark.line);
        out
    };
    let gone = side(old, &|(a, b)| a.saturating_sub(b));
    let came = side(new, &|(a, b)| b.saturating_sub(a));
    (gone, came)
}

/// Whether a unit is a test: by its file, or by the names around it.
fn is_test(class: FileClass, symbol: &str) -> bool {
    class == FileClass::Test
        || symbol.split([':', '.']).any(|part| matches!(part, "tests" | "test") || part.starts_with("test_"))
}

/// Whether signs of code are looked for in a unit.
fn is_code(scene: &Scene<'_>, net: &Net) -> bool {
    let class = scene.class(net.file);
    matches!(class, FileClass::Source | FileClass::Config) && !is_test(class, &net.symbol)
}
