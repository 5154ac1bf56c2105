//! test-gap-introduced: a test is gone and no other came, or risky behaviour changed and no test of it did.

use std::collections::HashSet;

use crate::core::model::{Archetype, Diff, Evidence, FileClass, FileIx, Side, UnitChange};

use super::{super::join::last, Scene, Signs, is_test};

/// What is risky enough to want a test.
const RISKY: &[Archetype] = &[
    Archetype::GuardRemoved,
    Archetype::GuardWeakened,
    Archetype::GuardMoved,
    Archetype::ValidationMoved,
    Archetype::ValidationRemoved,
    Archetype::AuthBoundaryMoved,
    Archetype::StateMutationMoved,
    Archetype::AsyncBoundaryIntroduced,
];

pub(super) fn find(scene: &Scene<'_>, signs: &mut Signs<'_>) {
    let mut told: Vec<(FileIx, String, String, Evidence)> = gone(scene, signs);
    let mut tested = Tested::of(scene);
    let with_tests = signs.files.iter().flat_map(|map| &map.units).filter(|unit| {
        unit.added > 0 && is_test(scene.class(unit.file), &unit.symbol) && scene.class(unit.file) == FileClass::Source
    });
    tested.stems.extend(with_tests.map(|unit| stem(&scene.diff.path(unit.file).lossy())));
    for map in signs.files.iter() {
        for unit in &map.units {
            let class = scene.class(unit.file);
            let risky = unit.detail.signs.iter().find(|sign| RISKY.contains(&sign.archetype));
            let Some(sign) = risky.filter(|_| class == FileClass::Source && !is_test(class, &unit.symbol)) else {
                continue;
            };
            let path = scene.diff.path(unit.file).lossy().into_owned();
            if !tested.has(&path, &unit.symbol) {
                let place = sign.evidence.iter().find(|e| e.file == unit.file).copied();
                let place =
                    place.unwrap_or(Evidence { file: unit.file, side: unit.lines.0, line: unit.lines.1.start() });
                let what = format!("{} and no test of it changed", sign.archetype);
                told.push((unit.file, unit.symbol.clone(), what, place));
            }
        }
    }
    for (file, symbol, what, place) in told {
        signs.add((file, &symbol), Archetype::TestGapIntroduced, &what, &[place]);
    }
}

/// Tests that went, when more went from a file than came to it and none of that name came anywhere.
fn gone(scene: &Scene<'_>, signs: &Signs<'_>) -> Vec<(FileIx, String, String, Evidence)> {
    let units = || signs.files.iter().flat_map(|map| &map.units);
    let is = |unit: &crate::core::model::Unit, change| unit.detail.change == Some(change);
    let named = |unit: &crate::core::model::Unit| is_test_name(scene.class(unit.file), &unit.symbol);
    let came: HashSet<&str> =
        units().filter(|unit| is(unit, UnitChange::Added) && named(unit)).map(|unit| last(&unit.symbol)).collect();
    let lost =
        units().filter(|unit| is(unit, UnitChange::Removed) && named(unit) && !came.contains(last(&unit.symbol)));
    lost.filter(|unit| {
        let count = |change| units().filter(|o| o.file == unit.file && is(o, change) && named(o)).count();
        count(UnitChange::Removed) > count(UnitChange::Added)
    })
    .map(|unit| {
        let place = Evidence { file: unit.file, side: Side::Left, line: unit.lines.1.start() };
        let place = if unit.lines.0 == Side::Left { place } else { Evidence { side: unit.lines.0, ..place } };
        (unit.file, unit.symbol.clone(), format!("the test {} is gone", last(&unit.symbol)), place)
    })
    .collect()
}

/// A function that is a test by its name or its place.
fn is_test_name(class: FileClass, symbol: &str) -> bool {
    let name = last(symbol);
    let starts = ["test", "Test", "it_", "should_"].iter().any(|word| name.starts_with(word));
    (class == FileClass::Test && starts)
        || symbol.split([':', '.']).any(|part| part == "tests") && symbol != "tests"
        || name.starts_with("test_")
}

/// What the tests of the change speak of: stems of their files, and words in them.
struct Tested {
    stems: HashSet<String>,
    words: HashSet<String>,
}

/// Lines of tests that are read.
const MOST_LINES: usize = 50_000;

impl Tested {
    fn of(scene: &Scene<'_>) -> Self {
        let diff: &Diff = scene.diff;
        let tests: Vec<FileIx> = diff.file_numbers().filter(|file| scene.class(*file) == FileClass::Test).collect();
        let stems = tests.iter().map(|file| stem(&diff.path(*file).lossy())).collect();
        let shown =
            tests.iter().flat_map(|file| diff.hunks_of(*file)).flat_map(|h| crate::core::diff::lines(diff, h, 0));
        let mut words = HashSet::new();
        for line in shown.take(MOST_LINES) {
            let text = line.text.get(..1_000).unwrap_or(line.text);
            let names = text.split(|b| !(b.is_ascii_alphanumeric() || *b == b'_')).filter(|w| w.len() > 2);
            words.extend(names.map(|w| String::from_utf8_lossy(w).into_owned()));
        }
        Self { stems, words }
    }

    fn has(&self, path: &str, symbol: &str) -> bool {
        self.stems.contains(&stem(path)) || (!symbol.is_empty() && self.words.contains(last(symbol)))
    }
}

/// The name of a file without what marks a test.
fn stem(path: &str) -> String {
    let name = path.rsplit('/').next().unwrap_or(path);
    let stem = name.split('.').next().unwrap_or(name).to_ascii_lowercase();
    let marks = ["test_", "_test", "_tests", "tests", "test", "_spec", "spec"];
    marks.iter().fold(stem, |s, mark| s.strip_prefix(mark).or(s.strip_suffix(mark)).unwrap_or(&s).to_owned())
}
