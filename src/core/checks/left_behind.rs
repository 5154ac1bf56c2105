//! Symbols that the change removes while other files of the repository still name them, by the symbol index (PRODUCT
//! "Without any set-up"). By words, not by types: so it must be certain that nothing of that name is left to be meant, and a
//! user counts only where its line names the home of the symbol too (its file, its folder where that is the module, or its
//! type): `from home import name`, `home::name`, `Type.name`. Not here: the index (core::change::index). Called by
//! app::runner when the index is there.
//!
//! Must not flag: what moved or was renamed, what is still defined anywhere, what its own file still names (it may come from
//! elsewhere now), names that many files use, the same name of something else, files in another language, what only comments
//! and texts name (the index does not hold those; so a script that names the home in `require('./home')` alone is missed).

use super::super::{
    change::{
        Language,
        index::{SymbolIndex, name_sum, names_of},
        symbol_name,
    },
    diff::lines,
    model::{
        Actionability, BlastRadius, Candidate, CandidateId, ChangeMap, Claim, ClaimedPlace, Confidence, Diff, HunkIx,
        Kind, Lens, LineKind, RepoPath, Severity, TaskId, Unit, UnitChange, Weight,
    },
    text::one_line,
};

/// Id of the reviewer: the pass `builtin:left-behind`.
pub const LEFT_BEHIND: &str = "left-behind";

/// Shorter names may be anything.
const SHORTEST: usize = 5;
/// More places than these are those of a common word.
const MOST: usize = 40;
/// Places that are named.
const NAMED: usize = 4;

/// What is left behind, in the order of the map. The map must know how units changed; without whole files it does not, and
/// nothing is said.
pub fn left_behind(diff: &Diff, map: &ChangeMap, index: &SymbolIndex, task: &TaskId) -> Vec<Candidate> {
    let mut found = Vec::new();
    let mut said: Vec<&str> = Vec::new();
    for unit in map.units.iter().filter(|unit| unit.detail.change == Some(UnitChange::Removed)) {
        let name = symbol_name(&unit.symbol);
        if name.len() < SHORTEST || said.contains(&name) || !defined(diff, unit, name) {
            continue;
        }
        let places = users(diff, unit, name, index);
        if !places.is_empty() {
            said.push(name);
            found.push(candidate(diff, unit, (name, &places), (task, found.len() + 1)));
        }
    }
    found
}

/// Places outside its own file that still name it with its home, in its language; none when it is still defined, when its
/// own file still names it, or when it is a common word.
fn users(diff: &Diff, unit: &Unit, name: &str, index: &SymbolIndex) -> Vec<(RepoPath, u32)> {
    let own = diff.path(unit.file);
    let language = Language::of(&own);
    let all = index.who_names(name, MOST + 1);
    let is_left = all.iter().any(|place| place.defines || place.path == own);
    if language == Language::Other || all.len() > MOST || is_left {
        return Vec::new();
    }
    let home = home(&own, &unit.symbol, name);
    // A type of that name stands in several places: whose this is cannot be told. A home named like the symbol tells nothing.
    let is_common = index.who_names(&home, MOST * 4).iter().filter(|place| place.defines).count() > 1;
    if is_common || home.eq_ignore_ascii_case(name) {
        return Vec::new();
    }
    let others = all.into_iter().filter(|place| Language::of(&place.path) == language);
    let meant = others.filter(|place| index.names_at(&place.path, place.line, &home));
    meant.map(|place| (place.path, place.line)).collect()
}

/// Lines of a unit that are looked at for its definition.
const LOOK: usize = 400;

/// Whether a removed line of the unit defines the name: an implementation for a type of others does not, and a module's name
/// is as often that of a package.
fn defined(diff: &Diff, unit: &Unit, name: &str) -> bool {
    let language = Language::of(&diff.path(unit.file));
    let sum = name_sum(name.as_bytes());
    let (first, last) = unit.hunks;
    let lines =
        (first.0..=last.0).flat_map(|hunk| lines(diff, HunkIx(hunk), 0)).filter(|line| line.kind == LineKind::Removed);
    lines.take(LOOK).any(|line| {
        let is_module =
            line.text.trim_ascii().strip_prefix(b"pub ").unwrap_or(line.text.trim_ascii()).starts_with(b"mod ");
        let is_short = line.text.len() < LOOK;
        is_short && !is_module && names_of(language, line.text).iter().any(|entry| entry.name == sum && entry.defines())
    })
}

/// The name by which others say where a symbol comes from: that of its type; of what has none, that of its file, or of
/// the folder where that is the module.
fn home(path: &RepoPath, symbol: &str, name: &str) -> String {
    let outer = symbol.strip_suffix(name).map_or("", |outer| outer.trim_end_matches([':', '.', '#']));
    let outer = outer.rsplit([':', '.', '#', ' ']).next().unwrap_or(outer);
    if !outer.is_empty() {
        return outer.to_owned();
    }
    let path = path.lossy();
    let (folder, file) = path.rsplit_once('/').unwrap_or(("", &path));
    let stem = file.split('.').next().unwrap_or(file);
    match matches!(stem, "__init__" | "mod" | "index") || file.ends_with(".go") {
        true => folder.rsplit('/').next().unwrap_or(folder).to_owned(),
        false => stem.to_owned(),
    }
}

/// The first few places, in words.
pub(super) fn listed(places: &[(RepoPath, u32)]) -> String {
    let shown = |(path, line): &(RepoPath, u32)| format!("{}:{line}", one_line(&path.lossy(), 120));
    let mut listed: Vec<String> = places.iter().take(NAMED).map(shown).collect();
    if places.len() > NAMED {
        listed.push(format!("{} more", places.len() - NAMED));
    }
    listed.join(", ")
}

/// Where a unit stands.
pub(super) fn place_of(diff: &Diff, unit: &Unit) -> ClaimedPlace {
    let (side, lines) = unit.lines;
    ClaimedPlace {
        path: diff.path(unit.file),
        symbol: Some(unit.symbol.clone()).filter(|symbol| !symbol.is_empty()),
        side: Some(side),
        lines: Some(lines),
    }
}

fn candidate(
    diff: &Diff,
    unit: &Unit,
    (name, places): (&str, &[(RepoPath, u32)]),
    (task, number): (&TaskId, usize),
) -> Candidate {
    let listed = listed(places);
    let name = one_line(name, 80);
    Candidate {
        id: CandidateId::new(format!("{task}-c{number}")),
        task: task.clone(),
        hotspot: None,
        lens: Lens::ApiContract,
        claim: Claim {
            kind: Kind::Finding,
            issue_class: "removed-symbol-in-use".to_owned(),
            title: format!("`{name}` is removed and still used"),
            summary: format!(
                "Nothing of this name is defined any more, and other files of the repository still name it: {}. Change them \
                 with it, or keep it.",
                listed
            ),
            evidence: format!("removed here; named at {listed}"),
            why_now: "The change removes the definition and leaves its users as they were.".to_owned(),
            suggested_fix: None,
            suggestion: None,
            invariant: format!("every use of {name} has a definition"),
            sink: name,
            depends_on_unseen: false,
        },
        place: Some(place_of(diff, unit)),
        weight: Weight {
            severity: Severity::Major,
            confidence: Some(Confidence { local: 0.85, context: 0.85 }),
            actionability: Actionability::High,
            blast_radius: BlastRadius::PublicContract,
        },
    }
}
