//! Titles as sets of words, numbered by rarity so that overlapping ones are found without comparing all with all.

use std::{
    collections::{HashMap, HashSet},
    sync::LazyLock,
};

use super::{
    hash::{self, Same},
    prose,
};

/// So much of a title is read, in bytes: the rest is no title.
const MOST: usize = 512;

/// Words that say nothing about what a title is about.
static EMPTY: LazyLock<HashSet<u64, Same>> = LazyLock::new(|| {
    "a an and are as at be been by can for from in into is it may of on or that the to with"
        .split_ascii_whitespace()
        .map(hash::hash)
        .collect()
});

/// The words of one title: numbers, rarest word first, each once.
pub(super) type Words = Vec<u32>;

/// Numbers the words of all titles, given as [`split`] gives them. 0 is the rarest.
pub(super) fn number<'t>(titles: impl Iterator<Item = &'t [u64]> + Clone) -> Vec<Words> {
    let mut counts: HashMap<u64, u32, Same> = HashMap::default();
    for word in titles.clone().flatten() {
        *counts.entry(*word).or_default() += 1;
    }
    let mut ranked: Vec<(u32, u64)> = counts.iter().map(|(word, count)| (*count, *word)).collect();
    ranked.sort_unstable();
    let numbers: HashMap<u64, u32, Same> = ranked.iter().zip(0u32..).map(|((_, word), nth)| (*word, nth)).collect();
    let numbered = |title: &[u64]| {
        let mut numbered: Words = title.iter().filter_map(|word| numbers.get(word).copied()).collect();
        numbered.sort_unstable();
        numbered
    };
    titles.map(numbered).collect()
}

/// The words of one title under numbers that are the same everywhere: for titles that do not come together. (Two words
/// in four thousand million share a number.)
pub(super) fn hashed(title: &[u64]) -> Words {
    let mut numbers: Words = title.iter().map(|word| (word >> 32) as u32).collect();
    numbers.sort_unstable();
    numbers.dedup();
    numbers
}

/// A title's words as hashes: lower case, split at everything that is no letter, digit or underscore, sorted, each
/// once. A title of empty words only keeps them.
pub(super) fn split(title: &str) -> Vec<u64> {
    let mut all: Vec<u64> = prose::words(prose::head(title, MOST)).map(hash::lower_hash).collect();
    all.sort_unstable();
    all.dedup();
    if all.iter().any(|word| !EMPTY.contains(word)) {
        all.retain(|word| !EMPTY.contains(word));
    }
    all
}

/// R3's "more than half": of the longer title, because a short one inside a long one proves little.
pub(super) fn overlap(a: &Words, b: &Words) -> bool {
    let longer = a.len().max(b.len());
    let (mut at, mut to, mut common) = (0, 0, 0);
    while let (Some(left), Some(right)) = (a.get(at), b.get(to)) {
        match left.cmp(right) {
            std::cmp::Ordering::Less => at += 1,
            std::cmp::Ordering::Greater => to += 1,
            std::cmp::Ordering::Equal => (at, to, common) = (at + 1, to + 1, common + 1),
        }
    }
    2 * common > longer
}

/// The rarest words of a title: two titles that overlap share at least one of these.
pub(super) fn prefix(words: &Words) -> &[u32] {
    words.get(..words.len().div_ceil(2)).unwrap_or(&[])
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn overlaps(a: &str, b: &str) -> bool {
        let (a, b) = (split(a), split(b));
        let words = number([a.as_slice(), b.as_slice()].into_iter());
        assert_eq!(overlap(&words[0], &words[1]), overlap(&hashed(&a), &hashed(&b)));
        overlap(&words[0], &words[1])
    }

    #[test]
    fn more_than_half_of_the_longer_title_must_be_shared() {
        assert!(overlaps("Missing null check", "Null check is missing"));
        assert!(overlaps("Missing null check", "missing NULL-check in login()"));
        assert!(!overlaps("Title 1", "Title 2"));
        assert!(!overlaps("Missing bounds check", "Index may be out of range"));
        assert!(!overlaps("Error", "Error handling in auth is inconsistent"));
        assert!(!overlaps("", ""));
        assert!(!overlaps("Index is out of range in the loop", "Lock is out of order in the loop"));
        assert!(overlaps("漢字", "漢字"));
    }

    proptest! {
        #[test]
        fn overlapping_titles_share_a_word_of_their_prefixes(titles in proptest::collection::vec("[a-f ]{0,12}", 2..8)) {
            let titles: Vec<Vec<u64>> = titles.iter().map(|title| split(title)).collect();
            let all = number(titles.iter().map(Vec::as_slice));
            for a in &all {
                for b in &all {
                    if overlap(a, b) {
                        prop_assert!(prefix(a).iter().any(|word| prefix(b).contains(word)));
                    }
                    prop_assert_eq!(overlap(a, b), overlap(b, a));
                }
            }
        }
    }
}
