//! How risky each changed unit is, why, and which few deserve a look first (deep §2). Pure, without a model.
//! Not here: what a unit is (core::change), findings (core::checks). Called by app::runner once a diff is whole.

mod content;
mod heat;
mod hotspots;
mod paths;
mod score;
mod signal;
mod words;

use super::{
    change::{class_of, units},
    model::{ChangeMap, Diff, FileClass, RunId},
};

pub use score::{Facts, Likelihood, likelihood, score};

/// The change map: classes, units with tags, hotspots and heat. The same diff and run give the same map.
pub fn change_map(diff: &Diff, run: &RunId) -> ChangeMap {
    change_map_with(diff, run, &Facts::default())
}

/// [`change_map`] with what is known besides the diff, for the score.
pub fn change_map_with(diff: &Diff, run: &RunId, facts: &Facts) -> ChangeMap {
    let classes: Vec<FileClass> = diff.file_numbers().map(|file| class_of(&diff.path(file), diff, file)).collect();
    let mut units = units(diff, &classes);
    let signals = signal::collect(diff, &classes, &units);
    for (unit, signals) in units.iter_mut().zip(&signals) {
        unit.tags = signal::tags(signals);
    }
    let risks: Vec<u8> = units.iter().map(|u| heat::of_unit(u, class(&classes, u.file.0))).collect();
    let hotspots = hotspots::select(diff, run, &classes, &units, &risks);
    let heat = heat::of_files(diff, &classes, &units, &risks);
    let mut map = ChangeMap { classes, heat, units, hotspots, score: None };
    map.score = Some(score(diff, &map, facts));
    map
}

fn class(classes: &[FileClass], file: u32) -> FileClass {
    classes.get(file as usize).copied().unwrap_or(FileClass::Source)
}
