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
    let words = WORDS.iter().map(|w| (Meaning::Points(w.lens, w.points), words_pattern(w.words)));
    let patterns = PATTERNS.iter().map(|p| (Meaning::Points(p.lens, p.points), p.pattern.to_owned()));
    let shapes = [
        (Meaning::Public, PUBLIC.to_owned()),
        (Meaning::Import, IMPORT.to_owned()),
        (Meaning::Loop, LOOP.to_owned()),
        (Meaning::Query, QUERY.to_owned()),
    ];
    let all: Vec<(Meaning, String)> =
        words.chain(patterns).chain(shapes).map(|(m, p)| (m, format!("(?-u){p}"))).collect();
    let set = RegexSet::new(all.iter().map(|(_, p)| p)).ok()?;
    let single: Option<Vec<_>> = all.iter().map(|(m, p)| Some((*m, Regex::new(p).ok()?))).collect();
    Some(Patterns { set, single: single? })
});

/// One pattern for words inside identifiers of every style: `snake_case`, `camelCase`, `PascalCase`, `UPPER_CASE`.
fn words_pattern(words: &[&str]) -> String {
    let alternatives = |case: fn(&str) -> String, any: &str, end: &str| {
        let one = |word: &&str| match word.strip_suffix('*') {
            Some(stem) => format!("{}{any}*", case(stem)),
            None => format!("{}{end}", case(word)),
        };
        words.iter().map(one).collect::<Vec<_>>().join("|")
    };
    let capital = |w: &str| {
        let mut chars = w.chars();
        chars.next().map(|c| c.to_ascii_uppercase()).into_iter().chain(chars).collect::<String>()
    };
    // No look-around: the character behind a word is part of the match and left out of what is quoted.
    let lower = alternatives(str::to_owned, "[a-z]", "(?:[^a-z]|$)");
    let title = alternatives(capital, "[a-z]", "(?:[^a-z]|$)");
    let upper = alternatives(|w| w.to_ascii_uppercase(), "[A-Z]", "(?:[^A-Za-z]|$)");
    format!("(?:(?:^|[^A-Za-z])(?P<w>{lower})|(?P<v>{title})|(?:^|[^A-Za-z])(?P<x>{upper}))")
}

/// Calls `found` with the meaning of each pattern that the line fits, and a closure that gives the word.
pub(super) fn read(line: &[u8], mut found: impl FnMut(Meaning, &dyn Fn() -> String)) {
    let line = line.get(..LOOK).unwrap_or(line);
    let Some(patterns) = PATTERNS_OF_LINES.as_ref() else { return };
    for number in &patterns.set.matches(line) {
        let Some((meaning, single)) = patterns.single.get(number) else { continue };
        found(*meaning, &|| word(single, line));
    }
}

fn word(single: &Regex, line: &[u8]) -> String {
    let captures = single.captures(line);
    let group = captures.as_ref().and_then(|c| c.name("w").or_else(|| c.name("v")).or_else(|| c.name("x")));
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
    fn every_pattern_compiles() {
        assert!(PATTERNS_OF_LINES.is_some());
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
