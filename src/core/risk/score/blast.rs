//! `blast_radius`: how many files use what the change touches. Called by `mod` and `focus`.

use std::collections::{HashMap, HashSet};

use crate::core::{
    diff::lines,
    model::{FileClass, FileIx, LineKind, RiskFactor},
};

use super::Change;

/// Shorter names are used for many things.
const SHORTEST: usize = 5;

/// Lines of the diff that are searched for uses.
const MOST_LINES: usize = 200_000;

pub(super) fn factor(change: &Change<'_>, references: Option<u32>) -> RiskFactor {
    let (count, details) = match (&change.map.graph, references) {
        (Some(graph), _) => {
            let part = if graph.is_partial { "at least " } else { "" };
            let name = crate::core::text::one_line(&graph.name, 80);
            (graph.references, format!("{part}{} files use what the change touches, by {name}", graph.references))
        }
        (None, Some(count)) => (count, format!("{count} files import or reference what the change touches")),
        (None, None) => {
            let count = u32::try_from(users(change).len()).unwrap_or(u32::MAX);
            let what = if count == 1 { "1 other file" } else { &format!("{count} other files") };
            (count, format!("{what} of this change use what it touches; the rest of the repository was not searched"))
        }
    };
    let score = u8::try_from(count.saturating_mul(10).min(100)).unwrap_or(100);
    RiskFactor { name: "blast_radius", weight: 25, score, details }
}

/// Files of the diff that name a symbol which another file of the diff defines and changes.
pub(super) fn users(change: &Change<'_>) -> Vec<FileIx> {
    let names = changed_names(change);
    let mut left = MOST_LINES;
    let mut users = Vec::new();
    // Prose and settings name many things without using them.
    let code: HashSet<FileIx> = change.production().collect();
    let uses = |file: &FileIx| code.contains(file) || change.class(*file) == FileClass::Test;
    for file in change.reviewed().filter(uses) {
        let own = |name: &[u8]| names.get(name).is_some_and(|owners| !owners.contains(&file));
        let mut there = change.diff.hunks_of(file).flat_map(|hunk| lines(change.diff, hunk, 0));
        let found = there.by_ref().filter(|line| line.kind != LineKind::Removed).take(left).any(|line| {
            left = left.saturating_sub(1);
            words(line.text).any(own)
        });
        if found {
            users.push(file);
        }
        if left == 0 {
            break;
        }
    }
    users
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
