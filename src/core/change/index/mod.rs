//! The symbol index: which names stand where in the files of a repository, and where they are defined. By words, not by
//! types: a place that names a symbol is a place to look at. Not here: reading files (edge), which units ask (`reach`).
//! Built by app::runner, one file at a time on a pool.

mod blocks;
mod imports;
mod lex;
mod modules;
mod reach;

use std::{
    collections::{BTreeSet, HashMap},
    sync::Arc,
};

use crate::core::model::RepoPath;

use super::{Language, is_test_path, syntax::Grammar};

use imports::{Style, imports_of};

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

/// What a file names and imports.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Names {
    /// Sorted by name, then line.
    pub entries: Vec<Entry>,
    /// Sums of what it imports, ascending: of whole paths, and of the last parts of those told from where the file stands.
    pub imports: Vec<u32>,
}

impl Names {
    fn has_import(&self, path: &str) -> bool {
        self.imports.binary_search(&name_sum(path.as_bytes())).is_ok()
    }
}

/// The names and imports of a file, by its path and, for scripts without ending, its first line.
pub fn names_in(path: &RepoPath, text: &[u8]) -> Names {
    let grammar = Grammar::of(path, text.split(|b| *b == b'\n').next());
    let language = match Language::of(path) {
        Language::Other => grammar.map_or(Language::Other, Grammar::family),
        known => known,
    };
    let entries = match (language, grammar) {
        (Language::Other, Some(Grammar::Hcl)) => blocks::names_of_blocks(text),
        (Language::Other | Language::Markdown | Language::Sections, _) => return Names::default(),
        (language, _) => names_of(language, text),
    };
    let named = Style::of(language, grammar).map_or_else(Vec::new, |style| imports_of(style, text));
    let is_near = |path: &&String| path.starts_with('.') || path.starts_with("self/") || path.starts_with("super/");
    let ends = named.iter().filter(is_near).filter_map(|path| path.rsplit('/').next());
    let mut imports: Vec<u32> = ends.map(modules::end_sum).collect();
    imports.extend(named.iter().map(|path| name_sum(path.as_bytes())));
    imports.sort_unstable();
    imports.dedup();
    Names { entries, imports }
}

/// One file of the index.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Indexed {
    /// Its path.
    pub path: RepoPath,
    /// What it names; the same for files of the same text.
    pub names: Arc<Names>,
    /// Whether it is a test by its path.
    pub is_test: bool,
}

impl Indexed {
    /// A file with its names.
    pub fn new(path: RepoPath, names: impl Into<Arc<Names>>) -> Self {
        let is_test = is_test_path(&path);
        Self { path, names: names.into(), is_test }
    }

    /// Where a name stands.
    pub fn places(&self, name: u32) -> impl Iterator<Item = Entry> + '_ {
        let first = self.names.entries.partition_point(|entry| entry.name < name);
        self.names.entries.get(first..).unwrap_or(&[]).iter().copied().take_while(move |entry| entry.name == name)
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

    /// Where each of these names is defined: path and line, in order of the tree; none for a name that more than `most` files
    /// define. One pass over all files.
    pub fn who_defines(&self, names: &[String], most: usize) -> Vec<Vec<(String, u32)>> {
        let mut wanted: HashMap<u32, Vec<usize>> = HashMap::new();
        for (nth, name) in names.iter().enumerate() {
            wanted.entry(name_sum(name.as_bytes())).or_default().push(nth);
        }
        let mut found: Vec<Vec<(String, u32)>> = vec![Vec::new(); names.len()];
        for file in &self.files {
            let mut last = None;
            for entry in file.names.entries.iter().filter(|entry| entry.defines()) {
                // The first place of a name in a file stands for it.
                let known = last.replace(entry.name) == Some(entry.name);
                for nth in wanted.get(&entry.name).into_iter().flatten().filter(|_| !known) {
                    if let Some(places) = found.get_mut(*nth).filter(|places| places.len() <= most) {
                        places.push((file.path.lossy().into_owned(), entry.line()));
                    }
                }
            }
        }
        found.iter_mut().filter(|places| places.len() > most).for_each(Vec::clear);
        found
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

/// Whether a file is worth indexing: code that is written by people, by its name. What has no ending may be a script: its
/// first line tells.
pub fn is_indexed(path: &RepoPath) -> bool {
    let known = !matches!(Language::of(path), Language::Other | Language::Markdown | Language::Sections);
    let may_be_script = !path.file_name().contains(&b'.');
    (known || may_be_script || Grammar::of(path, None).is_some()) && !super::class::is_left_out_by_name(path)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_a_grammar_reads_is_indexed_and_scripts_by_their_first_line() {
        let of = |path: &str, text: &str| {
            let path = RepoPath::new(path);
            is_indexed(&path) && names_in(&path, text.as_bytes()).entries.iter().any(|e| e.name == name_sum(b"total"))
        };
        assert!(of("src/a.rs", "fn total() {}\n"));
        assert!(of("infra/main.tf", "resource \"sum\" \"total\" {\n}\n"));
        assert!(of("bin/run", "#!/usr/bin/env python3\ndef total():\n    pass\n"));
        assert!(of("bin/run", "#!/bin/sh\ntotal() {\n  :\n}\n"));
        assert!(!of("LICENSE", "the total of it\n"));
        assert!(!of("notes.md", "# total\n"));
        assert!(!is_indexed(&RepoPath::new(".gitignore")) && !is_indexed(&RepoPath::new("a.png")));
    }
}
