//! The keymap of the person's settings: `ui.keymap` and `[ui.keys]` as `ui` understands them, and every mistake with its
//! file and line. No such mistake stops anything. Not here: which keys there are (`ui`), reading files (`config`). Called
//! when the cockpit starts, by a run for its notes, by `prr config check` and by `prr doctor`.

use crate::{
    core::model::{Failure, FailureKind},
    edge::config::{Mistake, Origin, Reading, Weight},
    ui::{KeyChange, KeyFault, Keymap, Preset},
};

/// The keymap, and what is wrong with the settings of it.
pub(super) fn of(reading: &Reading) -> (Keymap, Vec<Mistake>) {
    let settings = &reading.config.ui;
    let preset = Preset::parse(&settings.keymap).unwrap_or_default();
    let change = |(id, keys): &(String, Vec<String>)| KeyChange { id: id.clone(), keys: keys.clone() };
    let changes: Vec<KeyChange> = settings.keys.iter().map(change).collect();
    let (map, faults) = Keymap::with(preset, &changes);
    let mistakes = faults.into_iter().filter_map(|fault| mistake(reading, &changes, fault));
    (map, mistakes.collect())
}

fn origin<'r>(reading: &'r Reading, changes: &[KeyChange], nth: usize) -> Option<(String, &'r Origin)> {
    let key = format!("ui.keys.{}", changes.get(nth)?.id);
    let origin = &reading.config.values.get(&key)?.origin;
    Some((key, origin))
}

fn mistake(reading: &Reading, changes: &[KeyChange], fault: KeyFault) -> Option<Mistake> {
    let (key, found) = origin(reading, changes, fault.change)?;
    let other = fault.other.and_then(|nth| origin(reading, changes, nth));
    let other = other.map_or(String::new(), |(_, other)| format!(" ({other})"));
    let what = format!("{}{other}; it is left out, and the keys that it had stay", fault.what);
    Some(Mistake { origin: found.clone(), key, what, remedy: fault.remedy, weight: Weight::Warning })
}

/// The mistakes as notes of a run.
pub(super) fn notes(reading: &Reading) -> Vec<String> {
    of(reading).1.iter().map(|mistake| format!("keys: {mistake}")).collect()
}

/// The mistakes in a line, for the first screen.
pub(super) fn trouble(mistakes: &[Mistake]) -> Option<Failure> {
    let first = mistakes.first()?;
    let more = match mistakes.len() {
        1 => String::new(),
        n => format!(" (and {} more)", n - 1),
    };
    let words =
        format!("keys: {}: {}{more}; the notes and `prr config check` tell all", first.place(), first.sentence());
    Some(Failure::new(FailureKind::Usage, words))
}
