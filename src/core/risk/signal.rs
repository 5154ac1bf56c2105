//! Signals of each unit, gathered from paths and changed lines, and the tags they amount to.
//! Called by `mod`.

use std::sync::Arc;

use crate::core::{
    change::changed,
    diff::lines,
    model::{Diff, FileClass, FileIx, Line, RiskTag, Side, Unit},
};

use super::{
    content::{Meaning, read},
    paths,
    words::{ENOUGH, STRONG_ONLY},
};

/// Evidence kept of one lens in one unit.
const KEPT: usize = 4;

/// Lines between the head of a loop and a query that count as one.
const LOOP_REACH: u32 = 12;

/// Something that speaks for a lens.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Signal {
    pub lens: RiskTag,
    pub points: u8,
    pub word: String,
    /// `None`: the path says it.
    pub line: Option<(Side, u32)>,
}

/// The signals of each unit, in the order of `units`.
pub(super) fn collect(diff: &Diff, classes: &[FileClass], units: &[Arc<Unit>]) -> Vec<Vec<Signal>> {
    let mut all: Vec<Vec<Signal>> = Vec::with_capacity(units.len());
    for of_file in units.chunk_by(|a, b| a.file == b.file) {
        let Some(file) = of_file.first().map(|u| u.file) else { continue };
        let class = classes.get(file.0 as usize).copied().unwrap_or(FileClass::Source);
        let path: Vec<Signal> = paths::signals(&diff.path(file), class)
            .into_iter()
            .map(|(lens, points, word)| Signal { lens, points, word, line: None })
            .collect();
        let start = all.len();
        all.extend(of_file.iter().map(|_| path.clone()));
        // Prose is judged by its path: it speaks of everything. So are lists of dependencies: they name features and
        // packages, not what the code does.
        let is_list = path.iter().any(|signal| signal.lens == RiskTag::DependencyRisk)
            || diff.path(file).file_name().windows(5).any(|part| part == b".toml");
        if !matches!(class, FileClass::Docs | FileClass::Test) && !is_list {
            read_file(diff, file, of_file, all.get_mut(start..).unwrap_or(&mut []));
        }
    }
    all
}

/// The changed lines of a file follow its units in order (`core::change::units_of`).
fn read_file(diff: &Diff, file: FileIx, units: &[Arc<Unit>], signals: &mut [Vec<Signal>]) {
    let mut pairs = units.iter().zip(signals);
    let Some((mut unit, mut found)) = pairs.next() else { return };
    let (mut used, mut loop_at) = (0, None);
    for line in diff.hunks_of(file).flat_map(|hunk| lines(diff, hunk, 0)) {
        let Some(place) = changed(&line) else { continue };
        if used == unit.added + unit.removed {
            let Some(next) = pairs.next() else { return };
            (unit, found) = next;
            (used, loop_at) = (0, None);
        }
        used += 1;
        if !is_comment(line.text) {
            read_line(&line, place, &mut loop_at, found);
        }
    }
}

fn read_line(line: &Line<'_>, place: (Side, u32), loop_at: &mut Option<u32>, found: &mut Vec<Signal>) {
    read(line.text, |meaning, word| match meaning {
        Meaning::Points(lens, points) => note(found, lens, points, word, place),
        Meaning::Public => note(found, RiskTag::ApiContract, if place.0 == Side::Left { 2 } else { 1 }, word, place),
        Meaning::Import => note(found, RiskTag::DependencyRisk, 1, word, place),
        Meaning::Loop if place.0 == Side::Right => *loop_at = Some(place.1),
        Meaning::Query
            if place.0 == Side::Right && loop_at.is_some_and(|at| place.1 - at.min(place.1) <= LOOP_REACH) =>
        {
            note(found, RiskTag::Performance, 2, word, place);
        }
        Meaning::Loop | Meaning::Query => {}
    });
}

/// Keeps a signal once a word, the first few of a lens.
fn note(found: &mut Vec<Signal>, lens: RiskTag, points: u8, word: &dyn Fn() -> String, place: (Side, u32)) {
    if found.iter().filter(|s| s.lens == lens).count() >= KEPT {
        // A strong word takes the place of a weak one.
        let weak = found.iter().rposition(|s| s.lens == lens && s.points < ENOUGH);
        match weak.filter(|_| points >= ENOUGH) {
            Some(at) => drop(found.remove(at)),
            None => return,
        }
    }
    let word = word();
    let known = |s: &Signal| s.lens == lens && s.line.is_some() && s.word.eq_ignore_ascii_case(&word);
    if !word.is_empty() && !found.iter().any(known) {
        found.push(Signal { lens, points, word, line: Some(place) });
    }
}

fn is_comment(text: &[u8]) -> bool {
    let text = text.trim_ascii_start();
    [&b"//"[..], b"# ", b"* ", b"/*", b"<!--", b"-- "].iter().any(|c| text.starts_with(c))
}

/// The tags of a unit with their evidence in words, strongest first.
pub(super) fn tags(signals: &[Signal]) -> Vec<(RiskTag, String)> {
    let mut sums: Vec<(u32, RiskTag)> = Vec::new();
    for lens in RiskTag::ALL {
        let points: u32 = signals.iter().filter(|s| s.lens == lens).map(|s| u32::from(s.points)).sum();
        let strong = signals.iter().any(|s| s.lens == lens && s.points >= ENOUGH);
        if points >= u32::from(ENOUGH) && (strong || !STRONG_ONLY.contains(&lens)) {
            sums.push((points, lens));
        }
    }
    sums.sort_by(|a, b| b.0.cmp(&a.0).then(a.1.cmp(&b.1)));
    sums.into_iter().map(|(_, lens)| (lens, evidence(signals, lens))).collect()
}

fn evidence(signals: &[Signal], lens: RiskTag) -> String {
    let one = |s: &Signal| match s.line {
        Some((Side::Right, line)) => format!("line {line}: {}", s.word),
        Some((Side::Left, line)) => format!("old line {line}: {}", s.word),
        None => format!("path: {}", s.word),
    };
    signals.iter().filter(|s| s.lens == lens).map(one).collect::<Vec<_>>().join(", ")
}
