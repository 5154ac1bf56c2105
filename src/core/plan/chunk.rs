//! Chunks of the strategy `swarm` (Soliton §2.75, FACTS 13): over 1,000 lines of diff, by folder or by feature, about 500
//! lines each. A file is never cut. Called by `swarm`.

use std::collections::BTreeSet;

use crate::core::model::{Diff, FileIx};

use super::task::file_lines;

/// Lines of diff above which it is cut.
const LARGE: u64 = 1000;
/// Lines that a chunk is to have.
const CHUNK: u64 = 500;

/// Files that are looked at together.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Chunk {
    /// In diff order.
    pub files: Vec<FileIx>,
    /// The groups they are of, for people.
    pub groups: Vec<String>,
    /// Lines of diff.
    pub lines: u64,
}

/// The chunks of these files; one when they are few lines. Every file lies in exactly one. `features` names the feature
/// of each file of the diff by number, where a graph knows it; '' or missing = by folder.
pub fn chunks(diff: &Diff, files: &[FileIx], features: &[String]) -> Vec<Chunk> {
    let total: u64 = files.iter().map(|file| file_lines(diff, *file)).sum();
    if total <= LARGE {
        let groups = groups(diff, files, features).into_iter().map(|(name, _)| name).collect();
        return vec![Chunk { files: files.to_vec(), groups, lines: total }];
    }
    let mut pile = Pile::default();
    for (name, files) in groups(diff, files, features) {
        let (long, rest): (Vec<FileIx>, Vec<FileIx>) =
            files.into_iter().partition(|file| file_lines(diff, *file) > CHUNK);
        let sum: u64 = rest.iter().map(|file| file_lines(diff, *file)).sum();
        // A folder that fits into a chunk is kept whole; one that does not begins its own.
        if pile.open.lines + sum > CHUNK {
            pile.close();
        }
        for file in rest {
            pile.add(&name, file, file_lines(diff, file));
        }
        for file in long {
            let lines = file_lines(diff, file);
            pile.done.push(Chunk { files: vec![file], groups: vec![name.clone()], lines });
        }
    }
    pile.close();
    let mut done = pile.done;
    done.iter_mut().for_each(|chunk| chunk.files.sort_unstable());
    done.sort_by_key(|chunk| chunk.files.first().copied());
    done
}

/// Chunks that are done, and the one that grows.
struct Pile {
    done: Vec<Chunk>,
    open: Chunk,
}

impl Default for Pile {
    fn default() -> Self {
        Self { done: Vec::new(), open: Chunk { files: Vec::new(), groups: Vec::new(), lines: 0 } }
    }
}

impl Pile {
    fn add(&mut self, group: &str, file: FileIx, lines: u64) {
        if !self.open.files.is_empty() && self.open.lines + lines > CHUNK {
            self.close();
        }
        if self.open.groups.last().is_none_or(|last| last != group) {
            self.open.groups.push(group.to_owned());
        }
        self.open.files.push(file);
        self.open.lines += lines;
    }

    fn close(&mut self) {
        if !self.open.files.is_empty() {
            self.done.push(std::mem::replace(&mut self.open, Self::default().open));
        }
    }
}

/// Groups in the order of their first file.
fn groups(diff: &Diff, files: &[FileIx], features: &[String]) -> Vec<(String, Vec<FileIx>)> {
    let flat = folders_with_files(diff, files);
    let mut groups: Vec<(String, Vec<FileIx>)> = Vec::new();
    for file in files {
        let feature = features.get(file.0 as usize).filter(|feature| !feature.is_empty());
        let name = feature.map_or_else(|| folder(&diff.path(*file).lossy(), &flat), Clone::clone);
        match groups.iter_mut().find(|(known, _)| *known == name) {
            Some((_, held)) => held.push(*file),
            None => groups.push((name, vec![*file])),
        }
    }
    groups
}

/// First folders in which the change touches a file directly.
fn folders_with_files(diff: &Diff, files: &[FileIx]) -> BTreeSet<String> {
    let direct = |path: &str| {
        let (first, rest) = path.split_once('/')?;
        (!rest.contains('/')).then(|| first.to_owned())
    };
    files.iter().filter_map(|file| direct(&diff.path(*file).lossy())).collect()
}

/// The first folder, or the first two when the first holds only folders; `root` for files in none.
fn folder(path: &str, flat: &BTreeSet<String>) -> String {
    let mut parts = path.split('/');
    match (parts.next(), parts.next(), parts.next()) {
        (Some(first), Some(second), Some(_)) if !flat.contains(first) => format!("{first}/{second}"),
        (Some(first), Some(_), _) => first.to_owned(),
        _ => "root".to_owned(),
    }
}
