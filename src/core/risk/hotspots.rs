//! The few units that deserve a look first (deep §2), and the lenses to look through (deep §3).
//! Not here: what makes a unit risky (`signal`), the numbers (`heat`). Called by `mod`.

use std::{
    collections::{HashMap, HashSet},
    sync::Arc,
};

use crate::core::{
    model::{
        Archetype, ChangeMap, Diff, Evidence, FileClass, FileIx, Hotspot, HotspotId, Lens, LineRange, RiskTag, RunId,
        Sign, Unit,
    },
    text::one_line,
};

use super::{
    heat::{foremost, is_test},
    signs,
};

/// Hotspots of a run.
const MOST: usize = 8;
/// Hotspots of a short diff, and what is short.
const MOST_SHORT: usize = 3;
const SHORT: u32 = 100;
/// Hotspots of one file while other files wait.
const MOST_A_FILE: usize = 3;
/// Lines between two parts of one symbol that are still one behaviour.
const NEAR: u32 = 60;
/// Lenses of every hotspot; where nothing is risky they are all (deep §2).
const ALWAYS: [Lens; 2] = [Lens::Correctness, Lens::Maintainability];

/// Chooses hotspots, riskiest first.
pub(super) fn select(
    diff: &Diff,
    run: &RunId,
    classes: &[FileClass],
    units: &[Arc<Unit>],
    risks: &[u8],
) -> Vec<Hotspot> {
    let class = |file: FileIx| classes.get(file.0 as usize).copied().unwrap_or(FileClass::Source);
    let lines: u32 = units.iter().fold(0, |sum, u| sum.saturating_add(u.added).saturating_add(u.removed));
    let cap = if lines < SHORT { MOST_SHORT } else { MOST };
    let hot = |u: &Unit| (foremost(u).is_some() || signs::floor(u).is_some()) && u.detail.aside.is_none();
    let risky = units.iter().zip(risks).filter(|(u, _)| hot(u) && !is_test(u, class(u.file)));
    let mut chosen: Vec<(Unit, u8)> = merge_near(risky.map(|(u, r)| (Unit::clone(u), *r)));
    let is_no_code = |(unit, _): &(Unit, u8)| class(unit.file) != FileClass::Source || is_by_path(unit);
    if !chosen.is_empty() && chosen.iter().all(is_no_code) {
        before_paths(&mut chosen, one_a_file(units, risks, classes), class);
    }
    let calm = chosen.is_empty();
    if calm {
        chosen = code_first(one_a_file(units, risks, classes), class);
    }
    // The sort is stable: of equal risks the first in the diff comes first.
    chosen.sort_by_key(|(_, risk)| std::cmp::Reverse(*risk));
    let chosen = spread(without_repeats(chosen), cap);
    let keys = keys(diff, units, &chosen);
    let mut tested = tested_places(diff, classes);
    let beside =
        units.iter().filter(|u| u.added > 0 && class(u.file) == FileClass::Source && is_test(u, class(u.file)));
    tested.extend(beside.flat_map(|u| places_of(&diff.path(u.file).lossy())));
    let mut hotspots = Vec::with_capacity(chosen.len());
    for (rank, ((unit, risk), key)) in (1..).zip(chosen.into_iter().zip(keys)) {
        let path = diff.path(unit.file).lossy().into_owned();
        let unit = if calm { unit } else { with_test_gap(unit, &path, class, &tested) };
        hotspots.push(Hotspot {
            id: HotspotId::new(format!("{run}-hs-{rank}")),
            key,
            summary: summary(&unit, &path),
            why: why(&unit),
            lenses: if calm { ALWAYS.to_vec() } else { lenses(&unit) },
            unit,
            risk,
        });
    }
    hotspots
}

/// Highest risk of what only its path speaks for, while code waits that nothing speaks against.
const BY_PATH: u8 = 20;
/// Least risk of that code: above documentation, below dependencies.
const CODE: u8 = 30;

/// Whether only the path of a manifest or of prose speaks for a unit, and nothing in it.
fn is_by_path(unit: &Unit) -> bool {
    let of_path = |(tag, evidence): &(RiskTag, String)| {
        matches!(tag, RiskTag::DocsQuality | RiskTag::DependencyRisk)
            && evidence.split(", ").all(|part| part.starts_with("path: "))
    };
    signs::floor(unit).is_none() && unit.tags.iter().all(of_path)
}

/// A README or a manifest is no reason to pass by the only code that changes: that comes before them.
fn before_paths(chosen: &mut Vec<(Unit, u8)>, calm: Vec<(Unit, u8)>, class: impl Fn(FileIx) -> FileClass) {
    let code: Vec<(Unit, u8)> = calm.into_iter().filter(|(unit, _)| class(unit.file) == FileClass::Source).collect();
    if code.is_empty() {
        return;
    }
    for (_, risk) in chosen.iter_mut().filter(|(unit, _)| is_by_path(unit)) {
        *risk = (*risk).min(BY_PATH);
    }
    chosen.retain(|(unit, _)| class(unit.file) != FileClass::Source);
    // The larger before the smaller.
    chosen.extend(code.into_iter().map(|(unit, risk)| (unit, CODE + risk.min(20) / 4)));
}

/// Tells each hotspot who uses it.
pub(super) fn reach(map: &mut ChangeMap) {
    for hotspot in &mut map.hotspots {
        let same = |unit: &&Arc<Unit>| unit.file == hotspot.unit.file && unit.symbol == hotspot.unit.symbol;
        let Some(found) = map.units.iter().filter(same).find_map(|unit| unit.detail.reach.clone()) else { continue };
        if found.files > 0 {
            let first = found.first.first().map(|(path, line)| format!(", first {path}:{line}")).unwrap_or_default();
            let s = if found.files == 1 { "" } else { "s" };
            hotspot.why.push_str(&one_line(&format!("; named in {} other file{s}{first}", found.files), 160));
        }
        hotspot.unit.detail.reach = Some(found);
    }
}

/// The first `cap`, in order, but not more than [`MOST_A_FILE`] of one file as long as there are others.
fn spread(chosen: Vec<(Unit, u8)>, cap: usize) -> Vec<(Unit, u8)> {
    let mut counts: HashMap<FileIx, usize> = HashMap::new();
    let (mut first, rest): (Vec<_>, Vec<_>) = chosen.into_iter().partition(|(unit, _)| {
        let count = counts.entry(unit.file).or_insert(0);
        *count += 1;
        *count <= MOST_A_FILE
    });
    first.truncate(cap);
    let room = cap - first.len();
    first.extend(rest.into_iter().take(room));
    first.sort_by_key(|(_, risk)| std::cmp::Reverse(*risk));
    first
}

/// Leaves out what another one already shows: a check that moved is one behaviour, though two units changed.
fn without_repeats(chosen: Vec<(Unit, u8)>) -> Vec<(Unit, u8)> {
    let mut seen: HashSet<(Archetype, Evidence)> = HashSet::new();
    let places = |unit: &Unit| -> Vec<(Archetype, Evidence)> {
        let of = |sign: &Sign| sign.evidence.iter().map(|place| (sign.archetype, *place)).collect::<Vec<_>>();
        // That a test is missing is said of each unit by itself.
        let signs = unit.detail.signs.iter().filter(|sign| sign.archetype != Archetype::TestGapIntroduced);
        signs.flat_map(of).collect()
    };
    let mut kept = Vec::with_capacity(chosen.len());
    for (unit, risk) in chosen {
        let own = places(&unit);
        if !own.is_empty() && own.iter().all(|place| seen.contains(place)) {
            continue;
        }
        seen.extend(own);
        kept.push((unit, risk));
    }
    kept
}

/// Joins parts of one symbol that lie near each other and have the same foremost tag.
fn merge_near(units: impl Iterator<Item = (Unit, u8)>) -> Vec<(Unit, u8)> {
    let mut merged: Vec<(Unit, u8)> = Vec::new();
    for (unit, risk) in units {
        let same = merged.iter_mut().rev().take(4).find(|(old, _)| {
            let gap = unit.lines.1.start().saturating_sub(old.lines.1.end());
            old.file == unit.file
                && old.lines.0 == unit.lines.0
                && (old.symbol == unit.symbol
                    || (old.symbol.is_empty() || unit.symbol.is_empty()) && gap <= 10
                    // The dependencies of one manifest are one matter.
                    || foremost(old) == Some(RiskTag::DependencyRisk))
                && gap <= NEAR
                && foremost(old) == foremost(&unit)
        });
        match same {
            Some((old, old_risk)) => {
                join(old, &unit);
                if foremost(old) == Some(RiskTag::DependencyRisk) && old.symbol != unit.symbol {
                    old.symbol.clear();
                }
                *old_risk = (*old_risk).max(risk);
            }
            None => merged.push((unit, risk)),
        }
    }
    merged
}

fn join(old: &mut Unit, new: &Unit) {
    if old.symbol.is_empty() {
        old.symbol.clone_from(&new.symbol);
    }
    let (a, b) = (old.lines.1, new.lines.1);
    old.lines.1 = LineRange::new(a.start().min(b.start()), a.end().max(b.end())).unwrap_or(a);
    old.hunks = (old.hunks.0.min(new.hunks.0), old.hunks.1.max(new.hunks.1));
    old.added = old.added.saturating_add(new.added);
    old.removed = old.removed.saturating_add(new.removed);
    for sign in &new.detail.signs {
        match old.detail.signs.iter_mut().find(|known| known.archetype == sign.archetype) {
            Some(known) => known.evidence.extend(sign.evidence.iter().copied()),
            None => old.detail.signs.push(sign.clone()),
        }
    }
    old.detail.signs.sort_by_key(|sign| sign.archetype);
    old.detail.boundaries.extend(new.detail.boundaries.iter().copied());
    old.detail.boundaries.sort();
    old.detail.boundaries.dedup();
    for (tag, evidence) in &new.tags {
        match old.tags.iter_mut().find(|(t, _)| t == tag) {
            Some((_, known)) => add_evidence(known, evidence),
            None => old.tags.push((*tag, evidence.clone())),
        }
    }
}

fn add_evidence(known: &mut String, new: &str) {
    for part in new.split(", ") {
        if known.len() < 200 && !known.split(", ").any(|k| k == part) {
            known.push_str(", ");
            known.push_str(part);
        }
    }
}

/// Each file that changed materially, as one unit.
fn one_a_file(units: &[Arc<Unit>], risks: &[u8], classes: &[FileClass]) -> Vec<(Unit, u8)> {
    let left_out = |file: FileIx| classes.get(file.0 as usize).is_some_and(|class| class.is_left_out());
    let mut files: Vec<(Unit, u8)> = Vec::new();
    // What is set aside did not change materially.
    let material = |unit: &Unit| unit.detail.aside.is_none() && !left_out(unit.file);
    for (unit, risk) in units.iter().zip(risks).filter(|(unit, _)| material(unit)) {
        match files.last_mut().filter(|(old, _)| old.file == unit.file) {
            Some((old, old_risk)) => {
                *old_risk = (*old_risk).max(*risk);
                if old.lines.0 == unit.lines.0 {
                    join(old, unit);
                } else {
                    // Lines of the other side cannot join the range; they are counted all the same.
                    old.added = old.added.saturating_add(unit.added);
                    old.removed = old.removed.saturating_add(unit.removed);
                }
                old.symbol.clear();
            }
            None => files.push((Unit::clone(unit), *risk)),
        }
    }
    files
}

/// Nothing is risky: code before settings, tests and prose, the larger change before the smaller; what stands behind is no
/// riskier than what stands before it.
fn code_first(mut files: Vec<(Unit, u8)>, class: impl Fn(FileIx) -> FileClass) -> Vec<(Unit, u8)> {
    let order = |file: FileIx| match class(file) {
        FileClass::Source => 0,
        FileClass::Config => 1,
        FileClass::Test => 2,
        FileClass::Docs | FileClass::Generated | FileClass::Vendored | FileClass::Binary => 3,
    };
    files.sort_by_key(|(unit, risk)| (order(unit.file), std::cmp::Reverse(*risk)));
    let mut least = u8::MAX;
    for (_, risk) in &mut files {
        least = least.min(*risk);
        *risk = least;
    }
    files
}

/// Folders and stems whose tests the diff touches.
fn tested_places(diff: &Diff, classes: &[FileClass]) -> HashSet<String> {
    let tests = diff.file_numbers().zip(classes).filter(|(_, class)| **class == FileClass::Test);
    tests.flat_map(|(file, _)| places_of(&diff.path(file).lossy())).collect()
}

/// The name without what marks a test, and the first folder.
fn places_of(path: &str) -> Vec<String> {
    let name = path.rsplit('/').next().unwrap_or(path);
    let stem = name.split('.').next().unwrap_or(name).to_ascii_lowercase();
    let bare = ["test_", "_test", "_tests", "tests", "test", "_spec", "spec"]
        .iter()
        .fold(stem.clone(), |s, mark| s.strip_prefix(mark).or(s.strip_suffix(mark)).unwrap_or(&s).to_owned());
    vec![bare, stem]
}

/// A risky change of code without a test touched nearby has one more tag.
fn with_test_gap(mut unit: Unit, path: &str, class: impl Fn(FileIx) -> FileClass, tested: &HashSet<String>) -> Unit {
    let near = places_of(path).iter().any(|p| tested.contains(p));
    let known = unit.tags.iter().any(|(tag, _)| *tag == RiskTag::TestGap);
    if class(unit.file) == FileClass::Source && !near && !known {
        unit.tags.push((RiskTag::TestGap, "no test of this file is touched".to_owned()));
    }
    unit
}

/// Always correctness and maintainability; two special ones, three where mistakes cost most.
fn lenses(unit: &Unit) -> Vec<Lens> {
    let high = [Lens::Security, Lens::ApiContract, Lens::DataIntegrity];
    let cap = if unit.tags.iter().any(|(tag, _)| high.contains(tag)) { 3 } else { 2 };
    let first = foremost(unit);
    let rest = unit.tags.iter().map(|(tag, _)| *tag).filter(|tag| Some(*tag) != first);
    let special = first.into_iter().chain(rest).take(cap);
    ALWAYS.into_iter().chain(special).collect()
}

/// The key of each chosen unit. Of several units of one symbol the first in the file has the bare key and the others the
/// number of their place among all of them, so that no key goes to another when risks change.
fn keys(diff: &Diff, units: &[Arc<Unit>], chosen: &[(Unit, u8)]) -> Vec<String> {
    let place = |unit: &Unit| (unit.file, unit.hunks.0, unit.lines.1.start(), unit.lines.0);
    let number = |unit: &Unit| {
        let same = units.iter().filter(|other| other.file == unit.file && other.symbol == unit.symbol);
        1 + same.filter(|other| place(other) < place(unit)).count()
    };
    let mut order: Vec<usize> = (0..chosen.len()).collect();
    order.sort_by_key(|at| chosen.get(*at).map(|(unit, _)| place(unit)));
    let mut keys = vec![String::new(); chosen.len()];
    let mut known: HashSet<String> = HashSet::new();
    for at in order {
        let (Some((unit, _)), Some(slot)) = (chosen.get(at), keys.get_mut(at)) else { continue };
        let path = diff.path(unit.file).lossy().into_owned();
        let key = if unit.symbol.is_empty() { path } else { format!("{path}::{}", unit.symbol) };
        let numbered = |number: usize| if number == 1 { key.clone() } else { format!("{key}#{number}") };
        // Joined units may have lost their symbol: two of a file may count alike.
        let free = (number(unit)..).map(numbered).find(|key| !known.contains(key)).unwrap_or_default();
        known.insert(free.clone());
        *slot = free;
    }
    keys
}

fn summary(unit: &Unit, path: &str) -> String {
    let what = if unit.symbol.is_empty() { String::new() } else { format!("{} in ", one_line(&unit.symbol, 60)) };
    let about = match (signs::foremost(unit), foremost(unit)) {
        (Some(sign), _) => signs::about(sign.archetype),
        (None, Some(tag)) => about(tag),
        (None, None) => "changed, nothing risky stands out",
    };
    format!("{what}{}: {about} (+{} −{})", one_line(path, 120), unit.added, unit.removed)
}

fn about(tag: RiskTag) -> &'static str {
    match tag {
        Lens::Security => "access, secrets or trust boundaries",
        Lens::ApiContract => "public interface",
        Lens::DataIntegrity => "stored data",
        Lens::ConcurrencyLifecycle => "concurrency or lifetime of resources",
        Lens::ObservabilityPrivacy => "logs, metrics or personal data in them",
        Lens::AiInstructions => "instructions for models",
        Lens::DependencyRisk => "dependencies",
        Lens::Caching => "caching",
        Lens::Performance => "repeated work",
        Lens::Accessibility => "interaction and accessibility",
        Lens::DocsQuality => "documentation that people follow",
        Lens::TestGap => "tests",
        Lens::Correctness | Lens::Maintainability => "code",
    }
}

fn why(unit: &Unit) -> String {
    let lines = unit.lines.1;
    if unit.tags.is_empty() && unit.detail.signs.is_empty() {
        return format!(
            "The largest changes are here, lines {}–{}; no risky word or path was seen.",
            lines.start(),
            lines.end()
        );
    }
    // What an archetype says stands before; of a tag only what words and paths add to it.
    let adds = |evidence: &str| -> String {
        let own = evidence
            .split(", ")
            .filter(|part| part.rsplit(": ").next().is_none_or(|w| w.parse::<Archetype>().is_err()));
        own.collect::<Vec<_>>().join(", ")
    };
    let tags =
        unit.tags.iter().map(|(tag, evidence)| (tag, adds(evidence))).filter(|(_, evidence)| !evidence.is_empty());
    let tags = tags.map(|(tag, evidence)| format!("{tag} ({evidence})", tag = tag.as_str()));
    let untested = unit.tags.iter().all(|(tag, _)| *tag == RiskTag::TestGap)
        && unit.detail.signs.iter().all(|sign| sign.archetype == Archetype::TestGapIntroduced);
    let here = untested
        .then(|| format!("code changes in lines {}–{}; no risky word or path was seen", lines.start(), lines.end()));
    let parts: Vec<String> = here.into_iter().chain(signs::reasons(unit)).chain(tags).collect();
    one_line(&parts.join("; "), 600)
}
