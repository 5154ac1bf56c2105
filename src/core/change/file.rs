//! What the change map knows of one file, from its hunks and, where they are at hand, both its sides. Pure, for one file
//! alone, so that files can be read side by side on a pool. Not here: what only several files tell (`join`).
//! Called by `map` and app::runner.

use std::{
    collections::{BTreeSet, HashMap},
    sync::Arc,
};

use crate::core::model::{Diff, FileClass, FileIx, LineRange, Reading, Side, Unit, UnitChange};

use super::{
    by_sections::by_sections,
    contents::Contents,
    detail::{Compared, compare},
    marks::{Mark, collect},
    outlines::{Outlines, Pages},
    syntax::{Definition, Grammar, Shape},
    units::{Cut, Units, cut},
    whole::{Tree, Whole},
};

/// What is known of one file.
#[derive(Debug, Default)]
pub struct FileMap {
    pub(super) units: Vec<Unit>,
    pub(super) reading: Option<Reading>,
    /// What could not be read, in words.
    pub(super) note: Option<&'static str>,
    /// What each side does, as far as it is in a unit.
    pub(super) marks: [Vec<Mark>; 2],
    pub(super) compared: Vec<Compared>,
    pub(super) bodies: Vec<BodyPrint>,
}

/// The body of a definition that came or went.
#[derive(Debug, Clone)]
pub(super) struct BodyPrint {
    /// Its unit.
    pub unit: usize,
    pub side: Side,
    pub code: u64,
    pub leaves: u32,
}

/// Reads one file.
pub fn read_file(diff: &Diff, file: FileIx, class: FileClass, contents: &Contents) -> FileMap {
    if class.is_left_out() {
        return FileMap::default();
    }
    let grammar = Grammar::of_whole_file(diff, file);
    let sides = contents.of(file);
    match (grammar, sides) {
        (Some(grammar), Some(sides)) => match Whole::read(diff, file, sides, grammar) {
            Ok(whole) => of_whole(diff, file, &whole),
            Err(why) => of_hunks(diff, file, Some(grammar), Some(why).filter(|why| !why.is_empty())),
        },
        (Some(grammar), None) => of_hunks(diff, file, Some(grammar), None),
        (None, Some(sides)) => match by_sections(diff, file, sides) {
            Ok(map) => map,
            Err(why) => of_hunks(diff, file, None, Some(why).filter(|why| !why.is_empty())),
        },
        (None, None) => of_hunks(diff, file, None, None),
    }
}

/// By what the hunks show.
fn of_hunks(diff: &Diff, file: FileIx, grammar: Option<Grammar>, note: Option<&'static str>) -> FileMap {
    let mut trees = Vec::new();
    let Units { units, lines } = cut(diff, file, &Cut::Hunks(grammar), &mut |pages| trees.push(pages));
    let symbols: [HashMap<u32, Arc<str>>; 2] = [Side::Left, Side::Right].map(|side| {
        lines.iter().filter(|(at, ..)| *at == side).map(|(_, number, symbol)| (*number, symbol.clone())).collect()
    });
    let mut marks = [Vec::new(), Vec::new()];
    let mut read = false;
    for Pages { left, right } in &trees {
        for (nth, page) in [left, right].into_iter().enumerate() {
            let Some(parsed) = page else { continue };
            read = true;
            let known = symbols.get(nth);
            let of = |line: u32| known.and_then(|known| known.get(&line)).cloned();
            let found = collect(parsed, &of, &|_, _| true).into_iter().filter(|mark| mark.changed);
            if let Some(marks) = marks.get_mut(nth) {
                marks.extend(found);
            }
        }
    }
    let compared = units.iter().map(|_| Compared::default()).collect();
    let reading = Some(if read { Reading::Hunks } else { Reading::Lines });
    FileMap { units, reading, note, marks, compared, bodies: Vec::new() }
}

/// By both sides, whole.
fn of_whole(diff: &Diff, file: FileIx, whole: &Whole) -> FileMap {
    let defs = |tree: &Option<Tree>| tree.as_ref().map_or_else(Vec::new, |tree| tree.outline.clone());
    let (left, right) = (defs(&whole.old), defs(&whole.new));
    let opaque = [&whole.old, &whole.new].map(|tree| tree.as_ref().map_or_else(Vec::new, Tree::opaque));
    let outlines = Outlines::whole(&left, &right).with_opaque(opaque);
    let Units { mut units, .. } = cut(diff, file, &Cut::Whole(&outlines), &mut |_| {});
    let mut known: HashMap<String, Compared> = HashMap::new();
    let mut compared = Vec::with_capacity(units.len());
    let mut bodies = Vec::new();
    for (nth, unit) in units.iter_mut().enumerate() {
        let found = known.entry(unit.symbol.clone()).or_insert_with(|| compare(whole, &unit.symbol)).clone();
        unit.detail.change = found.change;
        unit.detail.aside = found.aside;
        if let Some(def) = definition(whole, unit.lines.0, &unit.symbol) {
            unit.detail.extent = LineRange::new(def.first, def.last);
        }
        bodies.extend(body_print(whole, nth, unit, &found));
        compared.push(found);
    }
    let touched: BTreeSet<&str> = units.iter().map(|unit| unit.symbol.as_str()).collect();
    let marks =
        [Side::Left, Side::Right].map(|side| whole.side(side).map_or_else(Vec::new, |tree| marks_of(tree, &touched)));
    FileMap { units, reading: Some(Reading::Whole), note: None, marks, compared, bodies }
}

fn definition<'w>(whole: &'w Whole, side: Side, symbol: &str) -> Option<&'w Definition> {
    whole.side(side)?.named(symbol).next()
}

/// Of a function that came or went.
fn body_print(whole: &Whole, nth: usize, unit: &Unit, found: &Compared) -> Option<BodyPrint> {
    let side = match found.change? {
        UnitChange::Added => Side::Right,
        UnitChange::Removed => Side::Left,
        UnitChange::Signature | UnitChange::Body | UnitChange::Moved | UnitChange::Renamed => return None,
    };
    let tree = whole.side(side)?;
    let def = tree.named(&unit.symbol).next().filter(|def| def.shape != Shape::Container)?;
    let node = tree.parsed.node_at(def.body.clone().unwrap_or_else(|| def.span.clone()))?;
    let digest = tree.parsed.digest(node);
    Some(BodyPrint { unit: nth, side, code: digest.code, leaves: digest.leaves })
}

/// The marks of a side in the units that the change touches. What no unit holds counts only where it changed.
fn marks_of(tree: &Tree, touched: &BTreeSet<&str>) -> Vec<Mark> {
    let rows = &tree.parsed.fragment.rows;
    let mut symbols: Vec<Option<Arc<str>>> = Vec::with_capacity(rows.len());
    let top: Option<Arc<str>> = touched.contains("").then(|| Arc::from(""));
    symbols.extend(rows.iter().map(|row| top.clone().filter(|_| row.changed)));
    for def in &tree.outline {
        let symbol: Option<Arc<str>> = touched.contains(def.name.as_str()).then(|| Arc::from(def.name.as_str()));
        let last = usize::try_from(def.last).unwrap_or(0).min(symbols.len());
        let first = usize::try_from(def.first).unwrap_or(1).saturating_sub(1).min(last);
        if let Some(lines) = symbols.get_mut(first..last) {
            lines.fill(symbol);
        }
    }
    let of = |line: u32| symbols.get(usize::try_from(line).ok()?.checked_sub(1)?).cloned().flatten();
    let counts: Vec<u32> = symbols
        .iter()
        .scan(0u32, |sum, symbol| {
            *sum += u32::from(symbol.is_some());
            Some(*sum)
        })
        .collect();
    let count = |line: u32| match usize::try_from(line).ok().and_then(|line| line.checked_sub(1)) {
        Some(at) => counts.get(at.min(counts.len().saturating_sub(1))).copied().unwrap_or(0),
        None => 0,
    };
    collect(&tree.parsed, &of, &|first, last| count(last) > count(first.saturating_sub(1)))
}
