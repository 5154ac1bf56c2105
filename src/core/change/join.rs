//! What only several files tell: moves, renames over files. Then archetypes and boundaries of every unit, so that the
//! change map is whole. Not here: one file alone (`file`). Called by `map`.

use std::{
    collections::{HashMap, HashSet},
    sync::Arc,
};

use crate::core::model::{Aside, Diff, FileClass, FileIx, Reading, Side, Unit, UnitChange};

use super::{
    boundaries,
    file::{BodyPrint, FileMap},
    signs,
};

/// Shorter bodies say nothing about where they came from.
const TELLING: u32 = 12;

/// Units of all files with everything that is known of them, how each file was read, what could not be read.
#[derive(Debug, Default)]
pub struct Joined {
    /// In diff order.
    pub units: Vec<Arc<Unit>>,
    /// In diff order.
    pub readings: Vec<Reading>,
    /// In words.
    pub notes: Vec<String>,
}

/// Files named in a note.
const NAMED: usize = 3;

/// Puts the files of a diff together; `files` are in its order.
pub fn join(diff: &Diff, classes: &[FileClass], mut files: Vec<FileMap>) -> Joined {
    pair_moved(diff, &mut files);
    set_renames_aside(&mut files);
    signs::find(diff, classes, &mut files);
    let notes = notes(diff, &files);
    let readings = files.iter().map(|file| file.reading.unwrap_or(Reading::Lines)).collect();
    let whole = |mut unit: Unit| {
        let class = classes.get(unit.file.0 as usize).copied().unwrap_or(FileClass::Source);
        unit.detail.boundaries = boundaries::of(&unit, class);
        Arc::new(unit)
    };
    let mut units = Vec::with_capacity(files.iter().map(|file| file.units.len()).sum());
    units.extend(files.into_iter().flat_map(|file| file.units).map(whole));
    Joined { units, readings, notes }
}

/// A body that went in one place and came in another: moved, or renamed where it is. Each goes with at most one.
fn pair_moved(diff: &Diff, files: &mut [FileMap]) {
    let mut gone: HashMap<(u64, u32), Vec<(usize, usize)>> = HashMap::new();
    let telling = |print: &&BodyPrint| print.leaves >= TELLING;
    for (nth, file) in files.iter().enumerate() {
        for print in file.bodies.iter().filter(telling).filter(|print| print.side == Side::Left) {
            gone.entry((print.code, print.leaves)).or_default().push((nth, print.unit));
        }
    }
    let mut pairs = Vec::new();
    for (nth, file) in files.iter().enumerate() {
        for print in file.bodies.iter().filter(telling).filter(|print| print.side == Side::Right) {
            let Some(found) = gone.get_mut(&(print.code, print.leaves)) else { continue };
            let name = |nth: usize, unit: usize| files.get(nth)?.units.get(unit).map(|unit| unit.symbol.as_str());
            let own = name(nth, print.unit).map(last);
            // The same name first, then the same file.
            let best = (0..found.len()).min_by_key(|at| {
                let (other, unit) = found.get(*at).copied().unwrap_or_default();
                (name(other, unit).map(last) != own, other != nth)
            });
            if let Some(at) = best {
                pairs.push((found.remove(at), (nth, print.unit)));
            }
        }
    }
    for (old, new) in pairs {
        tie(diff, files, old, new);
    }
}

/// The last name of a symbol.
pub fn last(symbol: &str) -> &str {
    symbol.rsplit([':', '.']).next().unwrap_or(symbol)
}

fn tie(diff: &Diff, files: &mut [FileMap], old: (usize, usize), new: (usize, usize)) {
    let unit = |files: &[FileMap], (file, unit): (usize, usize)| files.get(file)?.units.get(unit).cloned();
    let (Some(was), Some(is)) = (unit(files, old), unit(files, new)) else { return };
    let change = if last(&was.symbol) == last(&is.symbol) { UnitChange::Moved } else { UnitChange::Renamed };
    let place = |unit: &Unit| match was.file == is.file {
        true => unit.symbol.clone(),
        false => format!("{}::{}", diff.path(unit.file).lossy(), unit.symbol),
    };
    for (at, other) in [(old, place(&is)), (new, place(&was))] {
        if let Some(unit) = files.get_mut(at.0).and_then(|file| file.units.get_mut(at.1)) {
            unit.detail.change = Some(change);
            unit.detail.before = other;
        }
    }
}

/// A unit in which only names changed that were renamed elsewhere in the change.
fn set_renames_aside(files: &mut [FileMap]) {
    let names = |change: UnitChange, side: Side, files: &[FileMap]| -> HashSet<(String, String)> {
        let units = files.iter().flat_map(|file| &file.units);
        let tied = units.filter(|unit| unit.detail.change == Some(change) && unit.lines.0 == side);
        tied.map(|unit| (last(&unit.detail.before).to_owned(), last(&unit.symbol).to_owned())).collect()
    };
    let renamed = names(UnitChange::Renamed, Side::Right, files);
    for file in files.iter_mut() {
        for (unit, compared) in file.units.iter_mut().zip(&file.compared) {
            if !compared.renames.is_empty() && compared.renames.iter().all(|pair| renamed.contains(pair)) {
                unit.detail.aside = Some(Aside::Rename);
            }
        }
    }
}

fn notes(diff: &Diff, files: &[FileMap]) -> Vec<String> {
    let mut by_reason: Vec<(&str, Vec<usize>)> = Vec::new();
    for (nth, file) in files.iter().enumerate() {
        let Some(why) = file.note else { continue };
        match by_reason.iter_mut().find(|(known, _)| *known == why) {
            Some((_, list)) => list.push(nth),
            None => by_reason.push((why, vec![nth])),
        }
    }
    let name = |nth: &usize| diff.path(FileIx(u32::try_from(*nth).unwrap_or(u32::MAX))).lossy().into_owned();
    let mut notes: Vec<String> = Vec::new();
    for (why, list) in by_reason {
        let names: Vec<String> = list.iter().take(NAMED).map(name).collect();
        let more = list.len().saturating_sub(NAMED);
        let more = if more > 0 { format!(" and {more} more") } else { String::new() };
        notes.push(format!("read by hunks only: {}{more} ({why})", names.join(", ")));
    }
    notes
}
