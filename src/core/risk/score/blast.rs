//! `blast_radius`: how many files use what the change touches. Called by `mod` and `focus`.

use std::collections::{BTreeSet, HashMap, HashSet};

use crate::core::{
    diff::lines,
    model::{FileClass, FileIx, LineKind, RiskFactor},
};

use super::Change;

/// Shorter names are used for many things.
const SHORTEST: usize = 5;

/// Lines of the diff that are searched for uses.
const MOST_LINES: usize = 200_000;

pub(super) fn factor(change: &Change<'_>, references: Option<u32>, within: &[(FileIx, FileIx)]) -> RiskFactor {
    let (count, details) = match (&change.map.graph, references) {
        (Some(graph), _) => {
            let part = if graph.is_partial { "at least " } else { "" };
            let name = crate::core::text::one_line(&graph.name, 80);
            (graph.references, format!("{part}{} files use what the change touches, by {name}", graph.references))
        }
        (None, Some(count)) => (count, format!("{count} files import or reference what the change touches")),
        (None, None) => {
            let count = u32::try_from(users(within).len()).unwrap_or(u32::MAX);
            let what = if count == 1 { "1 other file" } else { &format!("{count} other files") };
            (count, format!("{what} of this change use what it touches; the rest of the repository was not searched"))
        }
    };
    let score = u8::try_from(count.saturating_mul(10).min(100)).unwrap_or(100);
    RiskFactor { name: "blast_radius", weight: 25, score, details }
}

/// Those who use, each once, in diff order.
pub(super) fn users(within: &[(FileIx, FileIx)]) -> Vec<FileIx> {
    let mut users: Vec<FileIx> = within.iter().map(|(user, _)| *user).collect();
    users.dedup();
    users
}

/// Files outside of a part of the change that use it: those outside of the change, by [`RiskBasis::users`], and those of its
/// other parts.
///
/// [`RiskBasis::users`]: crate::core::model::RiskBasis::users
pub(super) fn outside(part: &Change<'_>, beyond: &[Vec<u32>], within: &[(FileIx, FileIx)]) -> u32 {
    let of_part = part.diff.file_numbers().filter(|file| part.has(*file));
    let beyond: HashSet<u32> = of_part.filter_map(|file| beyond.get(file.0 as usize)).flatten().copied().collect();
    let others = users(within).into_iter().filter(|user| !part.has(*user)).count();
    u32::try_from(beyond.len() + others).unwrap_or(u32::MAX)
}

/// Files of the diff that name a symbol which another file of the diff defines and changes: user and owner, ascending.
pub(super) fn within(change: &Change<'_>) -> Vec<(FileIx, FileIx)> {
    let names = changed_names(change);
    let mut left = MOST_LINES;
    let mut found = Vec::new();
    // Prose and settings name many things without using them.
    let code: HashSet<FileIx> = change.production().collect();
    let uses = |file: &FileIx| code.contains(file) || change.class(*file) == FileClass::Test;
    for file in change.reviewed().filter(uses) {
        let mut owners: BTreeSet<FileIx> = BTreeSet::new();
        let there = change.diff.hunks_of(file).flat_map(|hunk| lines(change.diff, hunk, 0));
        for line in there.filter(|line| line.kind != LineKind::Removed).take(left) {
            left = left.saturating_sub(1);
            let named = words(line.text).filter_map(|word| names.get(word)).filter(|owners| !owners.contains(&file));
            owners.extend(named.flatten());
        }
        found.extend(owners.into_iter().map(|owner| (file, owner)));
        if left == 0 {
            break;
        }
    }
    found
}

/// Names of changed symbols with the files that define them.
fn changed_names(change: &Change<'_>) -> HashMap<Vec<u8>, HashSet<FileIx>> {
    let mut names: HashMap<Vec<u8>, HashSet<FileIx>> = HashMap::new();
    let telling = |name: &&str| name.len() >= SHORTEST && name.bytes().all(|b| b.is_ascii_alphanumeric() || b == b'_');
    let code: HashSet<FileIx> = change.production().collect();
    for unit in change.map.units.iter().filter(|u| code.contains(&u.file)) {
        if let Some(name) = unit.symbol.rsplit([':', '.']).next().filter(telling) {
            names.entry(name.as_bytes().to_vec()).or_default().insert(unit.file);
        }
    }
    // A name that many files define says nothing about who is meant.
    names.retain(|_, owners| owners.len() <= 2);
    names
}

fn words(line: &[u8]) -> impl Iterator<Item = &[u8]> {
    let line = line.get(..1000).unwrap_or(line);
    line.split(|b| !(b.is_ascii_alphanumeric() || *b == b'_')).filter(|word| word.len() >= SHORTEST)
}
