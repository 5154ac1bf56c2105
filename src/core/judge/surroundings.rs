//! What the judge knows around the diff: the paths of the repository and the names that the change touches.
//! Data only; who asks git is the edge. Made by
//! app::runner with the symbol index; session gives it to the judge.

use std::{collections::BTreeSet, sync::Arc};

use crate::core::{
    diff,
    model::{Candidate, ChangeMap, Diff, RepoPath, Side},
};

/// The repository as far as it is known. Default: unknown, as for a pasted diff.
#[derive(Debug, Clone, Default)]
pub struct Surroundings {
    paths: Option<Arc<BTreeSet<RepoPath>>>,
    symbols: Arc<BTreeSet<String>>,
}

impl Surroundings {
    /// The tracked paths of the repository at the head, and the units that the change touches.
    pub fn new(paths: Arc<BTreeSet<RepoPath>>, map: &ChangeMap) -> Self {
        let symbols = map.units.iter().flat_map(|unit| names(&unit.symbol)).map(str::to_owned).collect();
        Self { paths: Some(paths), symbols: Arc::new(symbols) }
    }

    /// Whether the path is in the repository; `None` when nobody knows.
    pub(super) fn has(&self, path: &RepoPath) -> Option<bool> {
        self.paths.as_ref().map(|paths| paths.contains(path))
    }

    /// What of the change the claim names as the cause of something outside it (FACTS 38): a changed symbol, or a
    /// line of the diff as `path:line`.
    pub(super) fn cause(&self, index: &Diff, candidate: &Candidate) -> Option<String> {
        let claim = &candidate.claim;
        let texts = [&claim.title, &claim.summary, &claim.evidence, &claim.why_now, &claim.invariant, &claim.sink];
        let symbol = texts.iter().flat_map(|text| words(text)).find(|word| self.symbols.contains(*word));
        symbol.map(str::to_owned).or_else(|| texts.iter().find_map(|text| line_named(index, text)))
    }
}

/// `path:line` in a text, when that line is in the diff.
fn line_named(index: &Diff, text: &str) -> Option<String> {
    let tokens = text.split(|c: char| c.is_whitespace() || "()[]{}<>,;'\"`".contains(c));
    let is_in_diff = |token: &&str| {
        let Some((path, rest)) = token.rsplit_once(':') else { return false };
        let digits: &str = rest.trim_start_matches('L').split(|c: char| !c.is_ascii_digit()).next().unwrap_or("");
        let (Ok(line), Some(file)) = (digits.parse(), diff::find_file(index, &RepoPath::new(path))) else {
            return false;
        };
        [Side::Right, Side::Left].iter().any(|side| diff::locate(index, file, *side, line).is_some())
    };
    tokens.map(|token| token.trim_end_matches(['.', ':'])).find(is_in_diff).map(str::to_owned)
}

fn words(text: &str) -> impl Iterator<Item = &str> {
    text.split(|c: char| !c.is_alphanumeric() && c != '_').filter(|word| word.len() >= 3)
}

/// The names in a symbol such as `pub fn login(user: &User)` or `class Basket:`: the word before a bracket, else the
/// last one. Words of the language name nothing.
fn names(symbol: &str) -> Option<&str> {
    const LANGUAGE: [&str; 14] = [
        "def", "class", "func", "function", "impl", "struct", "enum", "trait", "public", "private", "static", "void",
        "const", "async",
    ];
    let head = symbol.split(['(', '<', '{', ':', '=']).next().unwrap_or(symbol);
    words(head).filter(|word| !LANGUAGE.contains(word)).last()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_symbol_gives_the_name_and_not_the_words_of_the_language() {
        for (symbol, name) in [
            ("pub fn login(user: &User)", Some("login")),
            ("class Basket:", Some("Basket")),
            ("impl<T> Tree", None),
            ("def total", Some("total")),
            ("", None),
        ] {
            assert_eq!(names(symbol), name, "{symbol}");
        }
    }
}
