//! All built-in reviewers over one pair. Called by the bench alone.

use std::{collections::BTreeSet, fs, path::Path, sync::Arc};

use prr::core::{
    change::index::{Indexed, MOST_OF_AN_INDEXED_FILE, SymbolIndex, is_indexed, names_in},
    checks::{
        API_REMOVAL, Across, CHECKS, LEFT_BEHIND, Order, STALE_DOCS, api_removal, left_behind, run_together, stale_docs,
    },
    model::{Candidate, RepoPath, RunId, TaskId},
    risk::{Facts, change_map_of, classes_of},
};

use super::fetch::{Fetched, contents};

/// What was found in a pair.
pub struct Looked {
    /// Check and what it says, file by file.
    pub made: Vec<(&'static str, Candidate)>,
    /// Changed lines of files that are reviewed.
    pub lines: u32,
}

/// Looks with the reviewers that are asked for.
pub fn looked(fetched: &Fetched, is_asked: &dyn Fn(&str) -> bool) -> Looked {
    let (diff, across, task) = (&fetched.diff, Across::default(), TaskId::new("t"));
    let classes = classes_of(diff);
    let checks: Vec<_> = CHECKS.iter().filter(|check| is_asked(check.id)).collect();
    let (mut made, mut lines) = (Vec::new(), 0);
    for (file, class) in diff.file_numbers().zip(&classes) {
        if let Some(entry) = diff.file(file).filter(|_| !class.is_left_out()) {
            lines += entry.counts.added + entry.counts.removed;
        }
        let orders: Vec<Order<'_>> = checks.iter().map(|check| Order { check, task: &task, first: 1 }).collect();
        for (check, found) in checks.iter().zip(run_together(&orders, diff, &across, file, *class)) {
            made.extend(found.into_iter().map(|candidate| (check.id, candidate)));
        }
    }
    if [LEFT_BEHIND, API_REMOVAL, STALE_DOCS].into_iter().any(is_asked) {
        let map = change_map_of(diff, &RunId::new("bench"), &Facts::default(), &contents(fetched));
        let index = index(&fetched.after);
        let of_index = [
            (LEFT_BEHIND, left_behind(diff, &map, &index, &task)),
            (API_REMOVAL, api_removal(diff, &map, &index, &task)),
            (STALE_DOCS, stale(&stale_docs::gone(diff, &map), &fetched.after, &index.tracked)),
        ];
        for (id, found) in of_index.into_iter().filter(|(id, _)| is_asked(id)) {
            made.extend(found.into_iter().map(|candidate| (id, candidate)));
        }
    }
    Looked { made, lines }
}

/// What documentation of the new side still names.
fn stale(gone: &[stale_docs::Gone], root: &Path, tracked: &BTreeSet<RepoPath>) -> Vec<Candidate> {
    let words = stale_docs::words(gone);
    let mut mentions = Vec::new();
    for path in tracked.iter().filter(|_| !words.is_empty()) {
        let Some(text) = fs::read(root.join(&*path.lossy())).ok().filter(|text| !text.contains(&0)) else { continue };
        let text = String::from_utf8_lossy(&text).into_owned();
        let held = text.lines().zip(1..).filter(|(line, _)| words.iter().any(|word| line.contains(word)));
        let mention = |(line, number): (&str, u32)| stale_docs::Mention {
            path: path.clone(),
            line: number,
            text: line.chars().take(1000).collect(),
        };
        mentions.extend(held.map(mention));
    }
    stale_docs::stale_docs(gone, &mentions, tracked, &TaskId::new("t"))
}

/// The names of all files of the new side.
fn index(root: &Path) -> SymbolIndex {
    let mut paths = Vec::new();
    walk(root, root, &mut paths);
    let files = paths.iter().filter(|path| is_indexed(path)).filter_map(|path| {
        let text = fs::read(root.join(&*path.lossy())).ok().filter(|text| text.len() <= MOST_OF_AN_INDEXED_FILE)?;
        Some(Indexed::new(path.clone(), names_in(path, &text)))
    });
    SymbolIndex {
        files: files.collect(),
        tracked: Arc::new(paths.iter().cloned().collect::<BTreeSet<_>>()),
        notes: Vec::new(),
    }
}

fn walk(root: &Path, at: &Path, paths: &mut Vec<RepoPath>) {
    let Ok(entries) = fs::read_dir(at) else { return };
    let mut entries: Vec<_> = entries.flatten().collect();
    entries.sort_by_key(fs::DirEntry::file_name);
    for entry in entries {
        match entry.file_type() {
            Ok(kind) if kind.is_dir() => walk(root, &entry.path(), paths),
            Ok(kind) if kind.is_file() => {
                let path = entry.path();
                let Some(path) = path.strip_prefix(root).ok().and_then(Path::to_str) else { continue };
                paths.push(RepoPath::new(path));
            }
            _ => {}
        }
    }
}
