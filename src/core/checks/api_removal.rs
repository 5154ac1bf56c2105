//! Public items that the change removes or gives another head: what code elsewhere relies on (PRODUCT "Without any set-up").
//! Which they are is known to the change map (`public-contract-changed`); here it is decided what breaks callers, and who
//! still calls is looked up in the symbol index. Not here: names that are certainly left in use (`left_behind`), the map's
//! signs (core::change). Called by app::runner when the index is there.
//!
//! Must not flag: what moved, what is defined anew anywhere, heads that let every call be as it was (a parameter with a
//! default at the end, other names of parameters where calls go by place), tests, examples, programs, private modules.

mod exports;
mod heads;

use std::collections::{BTreeSet, HashSet};

use super::{
    super::{
        change::{Language, index::SymbolIndex, is_test_path, symbol_name, syntax::Grammar},
        diff::lines,
        model::{
            Actionability, Archetype, BlastRadius, Candidate, CandidateId, ChangeMap, Claim, ClaimedPlace, Confidence,
            Diff, FileClass, FileIx, FileStatus, HunkIx, Kind, Lens, LineRange, RepoPath, Severity, Side, TaskId, Unit,
            UnitChange, Weight,
        },
        text::one_line,
    },
    left_behind::{listed, place_of},
};

/// Id of the reviewer: the pass `builtin:api-removal`.
pub const API_REMOVAL: &str = "api-removal";

/// More places than these may be those of a common word: none is named, and it is told that they are there.
const MOST: usize = 40;
/// Lines of a unit that are read for its head.
const LOOK: usize = 400;
/// Findings: a change that breaks more is a break, and known for one. The last one tells that there are more.
const TOLD: usize = 300;

/// What became of a public item.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Fate {
    Gone,
    Renamed,
    Changed,
    /// It is where it was, but not handed on any more.
    Unexported,
}

/// What breaks callers, in the order of the map. The map must know how units changed; without whole files it does not, and
/// nothing is said.
pub fn api_removal(diff: &Diff, map: &ChangeMap, index: &SymbolIndex, task: &TaskId) -> Vec<Candidate> {
    let removed = map.units.iter().filter(|unit| unit.detail.change == Some(UnitChange::Removed));
    let gone: HashSet<(FileIx, &str)> = removed.map(|unit| (unit.file, unit.symbol.as_str())).collect();
    // With a type go its members: that is said once.
    let is_inside = |unit: &Unit| {
        let ends = unit.symbol.match_indices([':', '.']).filter_map(|(at, _)| unit.symbol.get(..at));
        ends.into_iter().any(|outer| gone.contains(&(unit.file, outer)))
    };
    let touched: BTreeSet<RepoPath> = map.units.iter().map(|unit| diff.path(unit.file)).collect();
    let mut found: Vec<Candidate> = Vec::new();
    let all = map.units.iter().map(|unit| &**unit);
    for unit in all.filter(|unit| unit.detail.has(Archetype::PublicContractChanged)) {
        let path = diff.path(unit.file);
        let class = map.classes.get(unit.file.0 as usize).copied().unwrap_or(FileClass::Source);
        if class != FileClass::Source || !is_relied_on(&path) || is_inside(unit) {
            continue;
        }
        let Some(fate) = fate(diff, unit, index) else { continue };
        let name = symbol_name(&unit.symbol).to_owned();
        // Those who are changed with it may be right already.
        let is_left = |place: &RepoPath| *place != path && (fate != Fate::Changed || !touched.contains(place));
        let users = users(Language::of(&path), &name, index, &is_left);
        found.push(candidate(place_of(diff, unit), fate, (&name, users.as_deref()), (task, found.len() + 1)));
        if found.len() > TOLD {
            found.truncate(TOLD);
            if let Some(last) = found.last_mut() {
                last.claim
                    .summary
                    .push_str(&format!(" More than {TOLD} public items change so; the others are not listed."));
            }
            return found;
        }
    }
    unexported(diff, map, index, (task, found))
}

/// Whether code elsewhere may rely on what a file holds: no test, no example, no program of its own, no private module.
fn is_relied_on(path: &RepoPath) -> bool {
    let text = path.lossy();
    let mut parts = text.split('/').rev();
    let file = parts.next().unwrap_or_default();
    let aside = [
        "examples",
        "example",
        "benches",
        "bench",
        "benchmarks",
        "docs",
        "scripts",
        "tools",
        "fuzz",
        "bin",
        "cmd",
        "templates",
    ];
    let is_program = ["main.rs", "build.rs", "main.go", "setup.py", "conftest.py", "__main__.py"].contains(&file);
    let is_private = |part: &str| part == "internal" || (part.starts_with('_') && !part.starts_with("__"));
    let known = match Language::of(path) {
        Language::Jvm => [".java", ".kt", ".cs"].iter().any(|ending| file.ends_with(ending)),
        language => matches!(language, Language::Rust | Language::Script | Language::Python | Language::Go),
    };
    known
        && !is_test_path(path)
        && !is_program
        && !is_private(file)
        && !parts.any(|part| aside.contains(&part) || is_private(part))
}

/// Names that files no longer hand on, and of which nothing was said yet; appended to what was found.
fn unexported(
    diff: &Diff,
    map: &ChangeMap,
    index: &SymbolIndex,
    (task, mut found): (&TaskId, Vec<Candidate>),
) -> Vec<Candidate> {
    let mut said: HashSet<String> = found.iter().map(|one| one.claim.sink.clone()).collect();
    for file in diff.file_numbers() {
        let path = diff.path(file);
        let class = map.classes.get(file.0 as usize).copied().unwrap_or(FileClass::Source);
        let is_there = diff.file(file).is_some_and(|entry| entry.status == FileStatus::Modified);
        if class != FileClass::Source || !is_there || !is_relied_on(&path) {
            continue;
        }
        for (name, line) in exports::unexported(diff, file, index) {
            if found.len() < TOLD && said.insert(name.clone()) {
                let lines = LineRange::one(line);
                let place = ClaimedPlace { path: path.clone(), symbol: None, side: Some(Side::Left), lines };
                found.push(candidate(place, Fate::Unexported, (&name, Some(&[])), (task, found.len() + 1)));
            }
        }
    }
    found
}

fn fate(diff: &Diff, unit: &Unit, index: &SymbolIndex) -> Option<Fate> {
    let (path, name) = (diff.path(unit.file), symbol_name(&unit.symbol));
    let fate = match unit.detail.change? {
        UnitChange::Removed => Fate::Gone,
        UnitChange::Renamed if unit.lines.0 == Side::Left => Fate::Renamed,
        UnitChange::Signature => {
            let [was, is] = [Side::Left, Side::Right].map(|side| head_lines(diff, unit, side));
            let grammar = Grammar::of(&path, None)?;
            return heads::breaks(grammar, name, &was, &is).then_some(Fate::Changed);
        }
        UnitChange::Renamed | UnitChange::Moved | UnitChange::Added | UnitChange::Body => return None,
    };
    // Defined anew, or taken in from elsewhere by the same file.
    let language = Language::of(&path);
    let again = index.who_names(name, MOST + 1);
    let stays =
        again.iter().any(|place| (place.defines && Language::of(&place.path) == language) || place.path == path);
    (!stays).then_some(fate)
}

/// A side of the hunks of a unit.
fn head_lines(diff: &Diff, unit: &Unit, side: Side) -> String {
    let (first, last) = unit.hunks;
    let all = (first.0..=last.0).flat_map(|hunk| lines(diff, HunkIx(hunk), 0));
    let on = all.filter(|line| if side == Side::Left { line.old.is_some() } else { line.new.is_some() });
    let texts: Vec<String> = on.take(LOOK).map(|line| String::from_utf8_lossy(line.text).into_owned()).collect();
    texts.join("\n")
}

/// Places that name it, in its language, in files that are left as they were; `None` for those of a common word.
fn users(
    language: Language,
    name: &str,
    index: &SymbolIndex,
    is_left: &dyn Fn(&RepoPath) -> bool,
) -> Option<Vec<(RepoPath, u32)>> {
    let all = index.who_names(name, MOST + 1);
    if all.len() > MOST {
        return None;
    }
    let left =
        all.into_iter().filter(|place| !place.defines && Language::of(&place.path) == language && is_left(&place.path));
    Some(left.map(|place| (place.path, place.line)).collect())
}

fn candidate(
    place: ClaimedPlace,
    fate: Fate,
    (name, users): (&str, Option<&[(RepoPath, u32)]>),
    (task, number): (&TaskId, usize),
) -> Candidate {
    let name = one_line(name, 80);
    let (class, title, what) = match fate {
        Fate::Gone => {
            ("public-api-removed", format!("Public `{name}` is removed"), "Code that calls it no longer builds or runs")
        }
        Fate::Renamed => (
            "public-api-removed",
            format!("Public `{name}` has another name"),
            "Code that calls it by the old name no longer builds or runs",
        ),
        Fate::Changed => (
            "public-api-changed",
            format!("Public `{name}` is called in another way"),
            "Calls written for the old head no longer fit",
        ),
        Fate::Unexported => (
            "public-api-removed",
            format!("Public `{name}` is no longer exported here"),
            "Code that takes it from here no longer builds or runs",
        ),
    };
    let named = users.filter(|users| !users.is_empty()).map(listed);
    let who = match (&named, users) {
        _ if fate == Fate::Unexported => "it may be there where it is defined, from here it is gone".to_owned(),
        (Some(named), _) => format!("it is still named at {named}"),
        (None, Some(_)) => "nothing in this repository names it any more, others may".to_owned(),
        (None, None) => format!("its name stands at more than {MOST} places, some of which may mean it"),
    };
    let severity = if named.is_some() { Severity::Major } else { Severity::Minor };
    let confidence = if named.is_some() { 0.7 } else { 0.6 };
    Candidate {
        id: CandidateId::new(format!("{task}-c{number}")),
        task: task.clone(),
        hotspot: None,
        lens: Lens::ApiContract,
        claim: Claim {
            kind: Kind::Finding,
            issue_class: class.to_owned(),
            title,
            summary: format!("{what}: {who}. Keep the old way beside the new one for a while, or tell it as a break."),
            evidence: named.as_ref().map_or(format!("`{name}` was public"), |named| format!("still named at {named}")),
            why_now: "The change takes away what it offered before.".to_owned(),
            suggested_fix: None,
            suggestion: None,
            invariant: "what others rely on stays as it is".to_owned(),
            sink: name,
            depends_on_unseen: named.is_none(),
        },
        place: Some(place),
        weight: Weight {
            severity,
            confidence: Some(Confidence { local: confidence, context: confidence }),
            actionability: Actionability::High,
            blast_radius: BlastRadius::PublicContract,
        },
    }
}
