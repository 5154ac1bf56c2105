//! Who uses what a change touches, by the symbol index: callers of changed and removed symbols, tests that touch them, files
//! that import changed ones, how far it all reaches. Called by `core::risk` through `mod`.

use std::collections::{BTreeSet, HashMap, HashSet};

use crate::core::model::{ChangeMap, Diff, FileClass, FileIx, FileStatus, Reach, RepoPath, Unit};

use super::{
    super::{join::last, syntax::Grammar},
    SymbolIndex,
    modules::Modules,
    name_sum,
};

/// Shorter names are used for many things.
const SHORTEST: usize = 4;
/// A name that more files define says nothing about which one is meant.
const MOST_OWNERS: usize = 3;
/// Places that are listed.
const LISTED: usize = 5;
/// Users of one file that are kept: more do not change a score.
const USERS: usize = 10;

/// What the index says about a change.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Reached {
    /// Files outside the change that import a file or name a symbol which it changes.
    pub references: u32,
    /// The same for each file of the diff, by their numbers in the index, ascending; at most ten.
    pub users: Vec<Vec<u32>>,
    /// For each unit of the map, in its order.
    pub units: Vec<Option<Reach>>,
}

/// Looks the changed symbols and files up.
pub fn reach(diff: &Diff, map: &ChangeMap, index: &SymbolIndex) -> Reached {
    let changed: HashSet<RepoPath> = diff.file_numbers().map(|file| diff.path(file)).collect();
    let mut users: Vec<BTreeSet<u32>> = vec![BTreeSet::new(); diff.files.len()];
    let mut known: HashMap<u32, Option<Found<'_>>> = HashMap::new();
    let mut units = Vec::with_capacity(map.units.len());
    for unit in &map.units {
        let name = last(&unit.symbol);
        if !is_material(diff, map, unit) || !is_telling(name) {
            units.push(None);
            continue;
        }
        let found = known.entry(name_sum(name.as_bytes())).or_insert_with(|| look_up(index, name));
        units.push(found.as_ref().map(|found| found.reach(&changed, unit, diff)));
        if let (Some(found), Some(users)) = (found, users.get_mut(unit.file.0 as usize)) {
            users.extend(found.files.iter().filter(|(path, ..)| !changed.contains(*path)).map(|(.., number)| *number));
        }
    }
    let modules = Modules::new(imported(diff, map));
    for (number, file) in (0u32..).zip(&index.files).filter(|(_, file)| !changed.contains(&file.path)) {
        for owner in modules.imported_by(file) {
            users.get_mut(owner).map(|users| users.insert(number));
        }
    }
    let all: HashSet<u32> = users.iter().flatten().copied().collect();
    Reached {
        references: u32::try_from(all.len()).unwrap_or(u32::MAX),
        users: users.into_iter().map(|users| users.into_iter().take(USERS).collect()).collect(),
        units,
    }
}

/// Whether a unit of code does something else now.
fn is_material(diff: &Diff, map: &ChangeMap, unit: &Unit) -> bool {
    is_code(diff, map, unit.file) && unit.detail.aside.is_none()
}

/// Whether a file is code, not a test; settings count where a grammar reads them: others refer to their blocks.
fn is_code(diff: &Diff, map: &ChangeMap, file: FileIx) -> bool {
    match map.classes.get(file.0 as usize).copied().unwrap_or(FileClass::Source) {
        FileClass::Source => true,
        FileClass::Config => Grammar::of(&diff.path(file), None).is_some(),
        FileClass::Test | FileClass::Docs | FileClass::Generated | FileClass::Vendored | FileClass::Binary => false,
    }
}

/// Files whose importers are looked for, with their numbers: those of which something does something else, by both their
/// names when they have another one now.
fn imported(diff: &Diff, map: &ChangeMap) -> impl Iterator<Item = (usize, RepoPath)> {
    let touched: HashSet<FileIx> =
        map.units.iter().filter(|unit| is_material(diff, map, unit)).map(|unit| unit.file).collect();
    diff.file_numbers().flat_map(move |file| {
        let entry = diff.file(file);
        let renamed = entry.filter(|entry| entry.status == FileStatus::Renamed).and_then(|entry| entry.old_path);
        let is_code = is_code(diff, map, file);
        let old = renamed.filter(|_| is_code).map(|old| RepoPath::new(diff.name(old)));
        let new = touched.contains(&file).then(|| diff.path(file));
        old.into_iter().chain(new).map(move |path| (file.0 as usize, path))
    })
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
    files: Vec<(&'i RepoPath, bool, Vec<u32>, u32)>,
}

fn look_up<'i>(index: &'i SymbolIndex, name: &str) -> Option<Found<'i>> {
    let sum = name_sum(name.as_bytes());
    let owners = index.files.iter().filter(|file| file.places(sum).any(|entry| entry.defines())).count();
    if owners > MOST_OWNERS {
        return None;
    }
    let files = (0u32..).zip(&index.files).filter_map(|(number, file)| {
        let lines: Vec<u32> = file.places(sum).filter(|entry| !entry.defines()).map(|entry| entry.line()).collect();
        (!lines.is_empty()).then_some((&file.path, file.is_test, lines, number))
    });
    Some(Found { files: files.collect() })
}

impl Found<'_> {
    fn reach(&self, changed: &HashSet<RepoPath>, unit: &Unit, diff: &Diff) -> Reach {
        let own = diff.path(unit.file);
        let others = || self.files.iter().filter(|(path, ..)| **path != own);
        let count = |n: usize| u32::try_from(n).unwrap_or(u32::MAX);
        let mut listed: Vec<&(&RepoPath, bool, Vec<u32>, u32)> = others().collect();
        // Code before tests, what the change leaves alone before what it touches.
        listed.sort_by_key(|(path, is_test, ..)| (*is_test, changed.contains(*path)));
        let first = listed
            .iter()
            .flat_map(|(path, _, lines, _)| lines.iter().map(move |line| (path.lossy().into_owned(), *line)));
        Reach {
            files: count(others().filter(|(path, ..)| !changed.contains(*path)).count()),
            places: count(others().map(|(_, _, lines, _)| lines.len()).sum()),
            tests: count(others().filter(|(_, is_test, ..)| *is_test).count()),
            first: first.take(LISTED).collect(),
        }
    }
}
