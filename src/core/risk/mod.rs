//! How risky each changed unit is, why, and which few deserve a look first (deep §2). Pure, without a model.
//! Not here: what a unit is (core::change), findings (core::checks). Called by app::runner once a diff is whole.

mod content;
mod heat;
mod hotspots;
mod paths;
mod score;
mod signal;
mod signs;
mod words;

use std::sync::Arc;

use super::{
    change::index::{Reached, SymbolIndex, reach},
    change::{Contents, FileMap, Joined, class_of, join, read_file},
    model::{ChangeMap, Diff, FileClass, GraphSignals, RunId},
};

pub use score::{Facts, Likelihood, likelihood, names_agent, score, score_of};

/// The change map from the diff alone. The same diff and run give the same map.
pub fn change_map(diff: &Diff, run: &RunId) -> ChangeMap {
    change_map_with(diff, run, &Facts::default())
}

/// [`change_map`] with what is known besides the diff, for the score.
pub fn change_map_with(diff: &Diff, run: &RunId, facts: &Facts) -> ChangeMap {
    change_map_of(diff, run, facts, &Contents::default())
}

/// The change map: classes, units with archetypes and tags, hotspots and heat, from the diff and both sides of its files
/// as far as they are at hand.
pub fn change_map_of(diff: &Diff, run: &RunId, facts: &Facts, contents: &Contents) -> ChangeMap {
    let classes = classes_of(diff);
    let files =
        diff.file_numbers().zip(&classes).map(|(file, class)| read_file(diff, file, *class, contents)).collect();
    let mut map = assemble(diff, run, facts, classes, files);
    map.notes.extend(contents.notes.iter().cloned());
    map
}

/// The class of each file, in diff order.
pub fn classes_of(diff: &Diff) -> Vec<FileClass> {
    diff.file_numbers().map(|file| class_of(&diff.path(file), diff, file)).collect()
}

/// Puts the map together from what was read of each file.
pub fn assemble(diff: &Diff, run: &RunId, facts: &Facts, classes: Vec<FileClass>, files: Vec<FileMap>) -> ChangeMap {
    let Joined { mut units, readings, notes } = join(diff, &classes, files);
    let signals = signal::collect(diff, &classes, &units);
    for (unit, signals) in units.iter_mut().zip(&signals) {
        let unit = Arc::make_mut(unit);
        unit.tags = signal::tags(signals);
        signs::add_tags(unit, class(&classes, unit.file.0));
    }
    let risks: Vec<u8> = units.iter().map(|u| heat::of_unit(u, class(&classes, u.file.0))).collect();
    let hotspots = hotspots::select(diff, run, &classes, &units, &risks);
    let heat = heat::of_files(diff, &classes, &units, &risks);
    let mut map = ChangeMap { classes, heat, units, hotspots, score: None, readings, notes, graph: None };
    map.score = Some(score(diff, &map, facts));
    map
}

/// The map with what the symbol index says: who uses what changed, and the score with it. Which units are hotspots, and
/// in which order, stays: a person may be reading them.
pub fn with_index(diff: &Diff, map: &ChangeMap, index: &SymbolIndex, facts: &Facts) -> ChangeMap {
    let Reached { references, users, units } = reach(diff, map, index);
    let mut map = map.clone();
    for (unit, reach) in map.units.iter_mut().zip(units) {
        if unit.detail.reach != reach {
            Arc::make_mut(unit).detail.reach = reach;
        }
    }
    hotspots::reach(&mut map);
    map.notes.extend(index.notes.iter().cloned());
    let facts = Facts { references: Some(references), users: Some(users), ..facts.clone() };
    map.score = Some(score(diff, &map, &facts));
    map
}

/// The map with what a graph of the code says, and the score with it.
pub fn with_graph(diff: &Diff, map: ChangeMap, graph: GraphSignals, facts: &Facts) -> ChangeMap {
    let mut map = ChangeMap { graph: Some(std::sync::Arc::new(graph)), ..map };
    map.score = Some(score(diff, &map, facts));
    map
}

fn class(classes: &[FileClass], file: u32) -> FileClass {
    classes.get(file as usize).copied().unwrap_or(FileClass::Source)
}
