//! The symbol index: which names stand where in the files of a repository, and where they are defined. By words, not by
//! types: a place that names a symbol is a place to look at. Not here: reading files (edge), which units ask (`reach`).
//! Built by app::runner, one file at a time on a pool.

mod lex;
mod reach;

use std::{collections::BTreeSet, sync::Arc};

use crate::core::model::RepoPath;

use super::{Language, is_test_path};

pub use lex::names_of;
pub use reach::{Reached, reach};

/// Larger files are not indexed: they are data, or made by programs.
pub const MOST_OF_AN_INDEXED_FILE: usize = 512 * 1024;

/// A name at a line: the sum of the name, and the line shifted by one with the lowest bit set where it is defined.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Entry {
    /// [`name_sum`] of the name.
    pub name: u32,
    line: u32,
}

impl Entry {
    /// A name at a line.
    pub fn new(name: u32, line: u32, defines: bool) -> Self {
        Self { name, line: line.min(u32::MAX >> 1) << 1 | u32::from(defines) }
    }

    /// Whether the line defines the name.
    pub fn defines(self) -> bool {
        self.line & 1 == 1
    }

    /// The line, from 1.
    pub fn line(self) -> u32 {
        self.line >> 1
    }

    /// As two numbers, for keeping.
    pub fn to_numbers(self) -> [u32; 2] {
        [self.name, self.line]
    }

    /// From what [`Entry::to_numbers`] gave.
    pub fn from_numbers([name, line]: [u32; 2]) -> Self {
        Self { name, line }
    }
}

/// FNV-1a over a name's bytes, folded to 32 bits: in a repository of 100,000 names two names meet about once.
pub fn name_sum(name: &[u8]) -> u32 {
    let mut sum: u64 = 0xcbf2_9ce4_8422_2325;
    for byte in name {
        sum = (sum ^ u64::from(*byte)).wrapping_mul(0x0100_0000_01b3);
    }
    (sum >> 32) as u32 ^ sum as u32
}

/// One file of the index.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Indexed {
    /// Its path.
    pub path: RepoPath,
    /// Sorted by name, then line.
    pub entries: Vec<Entry>,
    /// Whether it is a test by its path.
    pub is_test: bool,
}

impl Indexed {
    /// A file with its sorted entries.
    pub fn new(path: RepoPath, entries: Vec<Entry>) -> Self {
        let is_test = is_test_path(&path);
        Self { path, entries, is_test }
    }

    /// Where a name stands.
    pub fn places(&self, name: u32) -> impl Iterator<Item = Entry> + '_ {
        let first = self.entries.partition_point(|entry| entry.name < name);
        self.entries.get(first..).unwrap_or(&[]).iter().copied().take_while(move |entry| entry.name == name)
    }
}

/// All files of one side of a change.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct SymbolIndex {
    /// In order of the tree.
    pub files: Vec<Indexed>,
    /// Every tracked path, those among them that no grammar reads.
    pub tracked: Arc<BTreeSet<RepoPath>>,
    /// What was left out for the sake of bounds, in words.
    pub notes: Vec<String>,
}

impl SymbolIndex {
    /// The same with some files as they are in another place: those that are `gone` are left out, the `new` ones put in
    /// (a file that is both is replaced).
    pub fn with(mut self, gone: &BTreeSet<RepoPath>, new: Vec<Indexed>) -> Self {
        let tracked = Arc::make_mut(&mut self.tracked);
        tracked.retain(|path| !gone.contains(path));
        tracked.extend(new.iter().map(|file| file.path.clone()));
        self.files.retain(|file| !gone.contains(&file.path));
        self.files.extend(new);
        self.files.sort_by(|a, b| a.path.as_bytes().cmp(b.path.as_bytes()));
        self
    }
}

/// A place that names a symbol.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct NamedAt {
    /// The file.
    pub path: RepoPath,
    /// The line, from 1.
    pub line: u32,
    /// Whether it defines the name there.
    pub defines: bool,
    /// Whether the file is a test.
    pub is_test: bool,
}

impl SymbolIndex {
    /// Every place that names a symbol: code first, then tests, in order of the tree. At most so many.
    pub fn who_names(&self, name: &str, most: usize) -> Vec<NamedAt> {
        let sum = name_sum(name.as_bytes());
        let of = |tests: bool| self.files.iter().filter(move |file| file.is_test == tests);
        let all = of(false).chain(of(true)).flat_map(|file| {
            let place = |entry: Entry| NamedAt {
                path: file.path.clone(),
                line: entry.line(),
                defines: entry.defines(),
                is_test: file.is_test,
            };
            file.places(sum).map(place)
        });
        all.take(most).collect()
    }

    /// Whether a line of a file names something.
    pub fn names_at(&self, path: &RepoPath, line: u32, name: &str) -> bool {
        let sum = name_sum(name.as_bytes());
        let file = self.files.iter().find(|file| file.path == *path);
        file.is_some_and(|file| file.places(sum).any(|entry| entry.line() == line))
    }

    /// Who uses a symbol: the places that name it and do not define it.
    pub fn who_calls(&self, name: &str, most: usize) -> Vec<NamedAt> {
        let mut found = self.who_names(name, most.saturating_mul(4).max(64));
        found.retain(|place| !place.defines);
        found.truncate(most);
        found
    }
}

/// Whether a file is worth indexing: code that is written by people, by its name.
pub fn is_indexed(path: &RepoPath) -> bool {
    let code = !matches!(Language::of(path), Language::Other | Language::Markdown | Language::Sections);
    code && !super::class::is_left_out_by_name(path)
}
