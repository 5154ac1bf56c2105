//! Who uses what a change touches, by the symbol index: callers of changed and removed symbols, tests that touch them, how
//! far it reaches. Called by `core::risk` through `mod`.

use std::collections::HashSet;

use crate::core::model::{ChangeMap, Diff, FileClass, Reach, RepoPath, Unit};

use super::{super::join::last, SymbolIndex, name_sum};

/// Shorter names are used for many things.
const SHORTEST: usize = 4;
/// A name that more files define says nothing about which one is meant.
const MOST_OWNERS: usize = 3;
/// Places that are listed.
const LISTED: usize = 5;

/// What the index says about a change.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Reached {
    /// Files outside the change that name a symbol which it changes.
    pub references: u32,
    /// For each unit of the map, in its order.
    pub units: Vec<Option<Reach>>,
}

/// Looks the changed symbols up.
pub fn reach(diff: &Diff, map: &ChangeMap, index: &SymbolIndex) -> Reached {
    let changed: HashSet<RepoPath> = diff.file_numbers().map(|file| diff.path(file)).collect();
    let mut outside: HashSet<&RepoPath> = HashSet::new();
    let mut known: std::collections::HashMap<u32, Option<Found<'_>>> = std::collections::HashMap::new();
    let mut units = Vec::with_capacity(map.units.len());
    for unit in &map.units {
        let class = map.classes.get(unit.file.0 as usize).copied().unwrap_or(FileClass::Source);
        let name = last(&unit.symbol);
        if class != FileClass::Source || unit.detail.aside.is_some() || !is_telling(name) {
            units.push(None);
            continue;
        }
        let found = known.entry(name_sum(name.as_bytes())).or_insert_with(|| look_up(index, name));
        units.push(found.as_ref().map(|found| found.reach(&changed, unit, diff)));
        if let Some(found) = found {
            outside.extend(found.files.iter().map(|(path, ..)| *path).filter(|path| !changed.contains(*path)));
        }
    }
    Reached { references: u32::try_from(outside.len()).unwrap_or(u32::MAX), units }
}

fn is_telling(name: &str) -> bool {
    let plain = name.bytes().all(|b| b.is_ascii_alphanumeric() || b == b'_');
    // Names of the language's own making are everywhere.
    let usual = [
        "main", "init", "new", "default", "from", "into", "next", "test", "tests", "clone", "build", "__init__",
        "setup", "name", "open", "close", "read", "write",
    ];
    name.len() >= SHORTEST && plain && !usual.contains(&name)
}

/// The files that use a name, with the lines.
struct Found<'i> {
    files: Vec<(&'i RepoPath, bool, Vec<u32>)>,
}

fn look_up<'i>(index: &'i SymbolIndex, name: &str) -> Option<Found<'i>> {
    let sum = name_sum(name.as_bytes());
    let owners = index.files.iter().filter(|file| file.places(sum).any(|entry| entry.defines())).count();
    if owners > MOST_OWNERS {
        return None;
    }
    let files = index.files.iter().filter_map(|file| {
        let lines: Vec<u32> = file.places(sum).filter(|entry| !entry.defines()).map(|entry| entry.line()).collect();
        (!lines.is_empty()).then_some((&file.path, file.is_test, lines))
    });
    Some(Found { files: files.collect() })
}

impl Found<'_> {
    fn reach(&self, changed: &HashSet<RepoPath>, unit: &Unit, diff: &Diff) -> Reach {
        let own = diff.path(unit.file);
        let others = || self.files.iter().filter(|(path, ..)| **path != own);
        let count = |n: usize| u32::try_from(n).unwrap_or(u32::MAX);
        let mut listed: Vec<&(&RepoPath, bool, Vec<u32>)> = others().collect();
        // Code before tests, what the change leaves alone before what it touches.
        listed.sort_by_key(|(path, is_test, _)| (*is_test, changed.contains(*path)));
        let first =
            listed.iter().flat_map(|(path, _, lines)| lines.iter().map(move |line| (path.lossy().into_owned(), *line)));
        Reach {
            files: count(others().filter(|(path, ..)| !changed.contains(*path)).count()),
            places: count(others().map(|(.., lines)| lines.len()).sum()),
            tests: count(others().filter(|(_, is_test, _)| *is_test).count()),
            first: first.take(LISTED).collect(),
        }
    }
}
