//! Signals in the text of a changed line. Not here: signals of a path (`paths`). Called by `signal`.

use std::sync::LazyLock;

use regex::bytes::{Regex, RegexSet};

use crate::core::model::RiskTag;

use super::words::{IMPORT, LOOP, PATTERNS, PUBLIC, QUERY, WORDS};

/// A line is looked at no farther than this.
const LOOK: usize = 2048;

/// What a pattern means.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Meaning {
    /// Points for a lens.
    Points(RiskTag, u8),
    /// A public declaration.
    Public,
    /// A third-party import.
    Import,
    /// The head of a loop.
    Loop,
    /// A query.
    Query,
}

struct Patterns {
    set: RegexSet,
    single: Vec<(Meaning, Regex)>,
}

static PATTERNS_OF_LINES: LazyLock<Option<Patterns>> = LazyLock::new(|| {
    let patterns = PATTERNS.iter().map(|p| (Meaning::Points(p.lens, p.points), p.pattern));
    let shapes = [(Meaning::Public, PUBLIC), (Meaning::Import, IMPORT), (Meaning::Loop, LOOP), (Meaning::Query, QUERY)];
    let all: Vec<(Meaning, String)> = patterns.chain(shapes).map(|(m, p)| (m, format!("(?-u){p}"))).collect();
    let set = RegexSet::new(all.iter().map(|(_, p)| p)).ok()?;
    let single: Option<Vec<_>> = all.iter().map(|(m, p)| Some((*m, Regex::new(p).ok()?))).collect();
    Some(Patterns { set, single: single? })
});

/// A word of the lists.
struct Entry {
    text: &'static [u8],
    /// Whether any continuation fits.
    open: bool,
    meaning: Meaning,
}

/// The words by their first two letters: a word of a line is compared with the few that begin alike.
static BY_LETTERS: LazyLock<Vec<Vec<Entry>>> = LazyLock::new(|| {
    let mut all: Vec<Vec<Entry>> = (0..26 * 26).map(|_| Vec::new()).collect();
    for list in WORDS {
        for word in list.words {
            let open = word.ends_with('*');
            let text = word.trim_end_matches('*').as_bytes();
            if let Some(place) = letters(text).and_then(|at| all.get_mut(at)) {
                place.push(Entry { text, open, meaning: Meaning::Points(list.lens, list.points) });
            }
        }
    }
    all
});

fn letters(word: &[u8]) -> Option<usize> {
    let [a, b, ..] = word else { return None };
    let place = |c: &u8| c.is_ascii_lowercase().then(|| usize::from(c - b'a'));
    Some(place(a)? * 26 + place(b)?)
}

/// Calls `found` for each word of which the identifiers of a line are made: parts of `snake_case`, `camelCase`,
/// `PascalCase` and `UPPER_CASE`, as they stand.
fn words_of<'a>(line: &'a [u8], mut found: impl FnMut(&'a [u8])) {
    let mut start = 0;
    for at in 0..=line.len() {
        let here = line.get(at).copied().unwrap_or(b' ');
        let before = at.checked_sub(1).and_then(|i| line.get(i)).copied().unwrap_or(b' ');
        let after = line.get(at + 1).copied().unwrap_or(b' ');
        let hump = here.is_ascii_uppercase()
            && (before.is_ascii_lowercase() || (before.is_ascii_uppercase() && after.is_ascii_lowercase()));
        if hump || !here.is_ascii_alphabetic() {
            if at > start + 1 {
                found(line.get(start..at).unwrap_or(&[]));
            }
            start = if hump { at } else { at + 1 };
        }
    }
}

fn read_words(line: &[u8], found: &mut impl FnMut(Meaning, &dyn Fn() -> String)) {
    let mut lower = [0u8; 32];
    words_of(line, |word| {
        let Some(small) = lower.get_mut(..word.len()) else { return };
        small.copy_from_slice(word);
        small.make_ascii_lowercase();
        let entries = letters(small).and_then(|at| BY_LETTERS.get(at));
        for entry in entries.into_iter().flatten() {
            let fits = if entry.open { small.starts_with(entry.text) } else { *small == *entry.text };
            if fits {
                found(entry.meaning, &|| String::from_utf8_lossy(word).into_owned());
            }
        }
    });
}

/// Calls `found` with the meaning of each word and pattern that the line has, and a closure that gives the word.
pub(super) fn read(line: &[u8], mut found: impl FnMut(Meaning, &dyn Fn() -> String)) {
    let line = line.get(..LOOK).unwrap_or(line);
    read_words(line, &mut found);
    let Some(patterns) = PATTERNS_OF_LINES.as_ref() else { return };
    for number in &patterns.set.matches(line) {
        let Some((meaning, single)) = patterns.single.get(number) else { continue };
        found(*meaning, &|| word(single, line));
    }
}

fn word(single: &Regex, line: &[u8]) -> String {
    let captures = single.captures(line);
    let group = captures.as_ref().and_then(|c| c.name("w"));
    let bytes = group.map_or(&[][..], |m| m.as_bytes());
    let text: Vec<u8> = bytes.iter().copied().filter(|b| b.is_ascii_graphic() || *b == b' ').take(40).collect();
    let text = String::from_utf8_lossy(&text).into_owned();
    text.trim_matches(|c: char| !c.is_ascii_alphanumeric() && c != '@' && c != '$').to_owned()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn lenses(line: &str) -> Vec<(RiskTag, u8, String)> {
        let mut out = Vec::new();
        read(line.as_bytes(), |meaning, word| {
            if let Meaning::Points(lens, points) = meaning {
                out.push((lens, points, word()));
            }
        });
        out
    }

    #[test]
    fn every_pattern_compiles_and_every_word_can_be_found() {
        assert!(PATTERNS_OF_LINES.is_some());
        for word in WORDS.iter().flat_map(|w| w.words) {
            let bare = word.trim_end_matches('*');
            assert!(bare.len() <= 32 && bare.bytes().all(|b| b.is_ascii_lowercase()), "{word}");
        }
    }

    #[test]
    fn words_are_found_in_identifiers_of_every_style() {
        for line in ["check_auth(x)", "isAuth(x)", "AUTH_MODE = 1", "if auth {", "authMode", "authorizeUser()"] {
            assert!(lenses(line).iter().any(|(l, p, _)| *l == RiskTag::Security && *p == 2), "{line}");
        }
        for line in ["author = 1", "let clock = 1;", "block.unblock()", "AUTHOR", "Author", "decision", "evaluate()"] {
            assert_eq!(lenses(line), [], "{line}");
        }
    }

    #[test]
    fn the_word_is_quoted_without_what_stands_around() {
        assert_eq!(lenses("(lock)")[0].2, "lock");
        assert_eq!(lenses("x.isAuth(")[0].2, "Auth");
        assert_eq!(lenses("ALTER TABLE users")[0].2, "ALTER TABLE");
    }
}
