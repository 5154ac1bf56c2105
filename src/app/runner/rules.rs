//! The task `builtin:rules`: custom rules of the settings, file by file. Not here: what a rule finds (core::checks).
//! Called by `tasks`.

use std::sync::atomic::Ordering;

use crate::{
    core::{
        checks::{RULES, Rules},
        model::{FileClass, Task, TaskEnd},
    },
    session::Change,
};

use super::tasks::{Set, Tell};

/// Runs it to its end.
pub(super) fn run(task: &Task, change: &Change, (cancel, found): Tell<'_>) -> TaskEnd {
    let set = Set::of(RULES, &change.settings);
    let mut rules = Rules::new(&change.settings.rules, &task.id);
    for file in change.diff.file_numbers().filter(|file| set.looks_at(&change.diff.path(*file))) {
        let class = change.map.classes.get(file.0 as usize).copied().unwrap_or(FileClass::Source);
        let candidates = rules.run(&change.diff, file, class);
        if cancel.load(Ordering::Relaxed) || !candidates.into_iter().all(&mut *found) {
            return TaskEnd::Stopped;
        }
    }
    match rules.notes().into_iter().all(found) {
        true => TaskEnd::Completed,
        false => TaskEnd::Stopped,
    }
}
