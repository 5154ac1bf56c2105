//! Names that are alike, found by look-up: a diff of a million lines has tens of thousands of names on either side, and
//! to compare each with each would take longer than all else. Not here: what follows from it. Called by `removed` and
//! `across`.

use std::collections::{HashMap, HashSet};

/// Shorter names are alike by chance.
const TELLING: usize = 10;

/// Names of tests, by themselves and by their ends.
#[derive(Debug, Default)]
pub(in crate::core::checks) struct Names {
    all: HashSet<String>,
    /// By the first, or last, bytes of those that are long enough.
    by_end: HashMap<(bool, [u8; TELLING]), Vec<String>>,
}

impl Names {
    /// Adds a name.
    pub fn add(&mut self, name: String) {
        if self.all.contains(&name) {
            return;
        }
        for key in ends(&name).into_iter().flatten() {
            self.by_end.entry(key).or_default().push(name.clone());
        }
        self.all.insert(name);
    }

    /// Whether the name is here.
    pub fn holds(&self, name: &str) -> bool {
        self.all.contains(name)
    }

    /// Whether the name is here, or one that is it with something added at an end: one test split into cases, or cases
    /// into one.
    pub fn holds_like(&self, name: &str) -> bool {
        let alike = || ends(name).into_iter().flatten().filter_map(|key| self.by_end.get(&key)).flatten();
        self.all.contains(name) || alike().any(|other| is_variant(other, name))
    }
}

fn ends(name: &str) -> [Option<(bool, [u8; TELLING])>; 2] {
    let name = name.as_bytes();
    [name.first_chunk().map(|head| (true, *head)), name.last_chunk().map(|tail| (false, *tail))]
}

fn is_variant(a: &str, b: &str) -> bool {
    let (short, long) = if a.len() <= b.len() { (a, b) } else { (b, a) };
    short.len() >= TELLING && short.len() * 2 >= long.len() && (long.starts_with(short) || long.ends_with(short))
}

/// Shorter names stand in others by chance.
const WITHIN: usize = 6;

/// Names in lower case without underscores.
#[derive(Debug, Default)]
pub(in crate::core::checks) struct Bare {
    all: HashSet<String>,
    longest: usize,
}

fn bare(name: &str) -> String {
    name.chars().filter(|c| *c != '_').map(|c| c.to_ascii_lowercase()).collect()
}

impl Bare {
    /// Of names, those that are long enough.
    pub fn of<'n>(names: impl Iterator<Item = &'n String>) -> Self {
        let all: HashSet<String> = names.map(|name| bare(name)).filter(|name| name.len() >= WITHIN).collect();
        let longest = all.iter().map(String::len).max().unwrap_or(0);
        Self { all, longest }
    }

    /// Whether one of them stands in a name.
    pub fn is_within(&self, name: &str) -> bool {
        let name = &bare(name);
        let starts_at = |from: usize| {
            let ends = from + WITHIN..=name.len().min(from + self.longest);
            ends.filter_map(move |to| name.get(from..to)).any(|part| self.all.contains(part))
        };
        !self.all.is_empty() && (0..name.len()).any(starts_at)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_alike_when_one_is_the_other_with_something_at_an_end() {
        let mut names = Names::default();
        for name in ["test_reads_a_file", "reads_a_file_twice", "short"] {
            names.add(name.to_owned());
        }
        for yes in ["test_reads_a_file", "test_reads_a_file_again", "reads_a_file", "short", "can_reads_a_file_twice"] {
            assert!(names.holds_like(yes), "{yes}");
        }
        for no in ["short_", "test_reads_a_dir", "test_reads_a_file_and_then_something_far_longer_still", "x"] {
            assert!(!names.holds_like(no), "{no}");
        }
    }

    #[test]
    fn a_name_within_another_is_found_without_case_and_underscores() {
        let all = ["ParseConfig", "tiny", "öffne_datei"].map(str::to_owned);
        let bare = Bare::of(all.iter());
        for yes in ["test_parse_config_twice", "parseconfig", "test_öffne_Datei"] {
            assert!(bare.is_within(yes), "{yes}");
        }
        for no in ["test_tiny", "parse_conf", ""] {
            assert!(!bare.is_within(no), "{no}");
        }
        assert!(!Bare::default().is_within("anything"));
    }
}
