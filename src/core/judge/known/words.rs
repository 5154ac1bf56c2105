//! Texts as sets of telling words. Called by `known`.

use std::collections::HashSet;

/// So much of one comment is read. In bytes.
const MOST: usize = 32 << 10;

/// Words that say nothing about what is said.
const EMPTY: [&str; 44] = [
    "a", "an", "and", "are", "as", "at", "be", "been", "but", "by", "can", "could", "do", "does", "for", "from", "has",
    "have", "here", "if", "in", "into", "is", "it", "its", "may", "might", "no", "not", "of", "on", "or", "please",
    "should", "so", "that", "the", "there", "this", "to", "we", "will", "with", "would",
];

/// Words of every second review, as stems: alone they do not tell one concern from another.
const GENERIC: [&str; 40] = [
    "add",
    "bug",
    "call",
    "cas",
    "chang",
    "check",
    "cod",
    "error",
    "fail",
    "fil",
    "fix",
    "funct",
    "handl",
    "incorrect",
    "invalid",
    "issu",
    "lin",
    "logic",
    "method",
    "miss",
    "need",
    "new",
    "nit",
    "possibl",
    "potential",
    "problem",
    "remov",
    "return",
    "test",
    "unexpect",
    "unus",
    "updat",
    "us",
    "valu",
    "variabl",
    "warn",
    "without",
    "wrong",
    "you",
    "your",
];

/// The stems of a text, in order, with what hyphens join as one word too.
pub(super) fn stems(text: &str) -> Vec<String> {
    let lower = text.to_lowercase();
    let mut stems = Vec::new();
    for word in lower.split(|c: char| !c.is_alphanumeric() && c != '_' && c != '-') {
        let parts: Vec<&str> = word.split('-').filter(|part| !part.is_empty()).collect();
        stems.extend(parts.iter().filter(|part| says_something(part)).map(|part| stem(part)));
        if parts.len() > 1 {
            stems.push(stem(&parts.concat()));
        }
    }
    stems
}

/// Neither an empty word nor a single letter, such as what an apostrophe parts off.
fn says_something(word: &str) -> bool {
    !EMPTY.contains(&word) && !(word.len() == 1 && word.is_ascii())
}

/// The words of a short text, each once, without joined forms.
pub(super) fn telling(text: &str) -> Vec<String> {
    let mut all = stems(&text.replace(['-', '_', '/', '.'], " "));
    all.sort_unstable();
    all.dedup();
    all
}

/// Whether a stem tells one concern from another.
pub(super) fn is_telling(stem: &str) -> bool {
    !GENERIC.contains(&stem) && stem.chars().count() > 1
}

/// A word without its most usual English endings, so that "injected" and "injection" meet.
fn stem(word: &str) -> String {
    let cut = |word: &'_ str, tail: &str, least: usize| -> Option<String> {
        word.strip_suffix(tail).filter(|rest| rest.chars().count() >= least).map(str::to_owned)
    };
    let mut stem = word.to_owned();
    if let Some(single) = cut(&stem, "ies", 3) {
        stem = format!("{single}y");
    } else if !stem.ends_with("ss") && !stem.ends_with("us") {
        stem = cut(&stem, "s", 3).unwrap_or(stem);
    }
    for tail in ["ation", "ating", "ated", "ate", "ing", "ion", "ed", "ly"] {
        if let Some(rest) = cut(&stem, tail, 4) {
            stem = rest;
            break;
        }
    }
    cut(&stem, "e", 2).unwrap_or(stem)
}

/// The prose of a comment: without quoted lines, fenced code and hidden remarks of programs.
pub(super) fn prose(body: &str) -> String {
    let mut prose = String::new();
    let mut fenced = false;
    for line in without_hidden(head(body)).lines() {
        let text = line.trim_start();
        if text.starts_with("```") || text.starts_with("~~~") {
            fenced = !fenced;
        } else if !fenced && !text.starts_with('>') {
            prose.push_str(line);
            prose.push('\n');
        }
    }
    prose
}

/// The replacement that a comment suggests.
pub(super) fn suggestion(body: &str) -> Option<String> {
    let mut lines = head(body).lines().skip_while(|line| line.trim() != "```suggestion");
    lines.next()?;
    let block: Vec<&str> = lines.take_while(|line| line.trim() != "```").map(str::trim_end).collect();
    Some(block.join("\n"))
}

fn head(body: &str) -> &str {
    let mut end = MOST.min(body.len());
    while !body.is_char_boundary(end) {
        end -= 1;
    }
    body.get(..end).unwrap_or("")
}

fn without_hidden(body: &str) -> String {
    let mut kept = String::new();
    let mut rest = body;
    while let Some((before, hidden)) = rest.split_once("<!--") {
        kept.push_str(before);
        rest = hidden.split_once("-->").map_or("", |(_, after)| after);
    }
    kept.push_str(rest);
    kept
}

/// Names in a comment: paths and identifiers, as they stand.
pub(super) fn names(prose: &str) -> HashSet<String> {
    let between = |c: char| c.is_whitespace() || "()[]{}<>\"'`,;:!?*#|".contains(c);
    prose.split(between).map(|name| name.trim_matches('.')).filter(|name| !name.is_empty()).map(str::to_owned).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn set(text: &str) -> HashSet<String> {
        stems(text).into_iter().collect()
    }

    #[test]
    fn words_of_one_root_meet() {
        for (a, b) in [
            ("injected", "injection"),
            ("Validation", "validated"),
            ("queries", "query"),
            ("hard-coded", "hardcoded"),
            ("missing", "misses"),
            ("secrets", "secret"),
            ("closed", "closes"),
        ] {
            assert!(set(a).intersection(&set(b)).next().is_some(), "{:?} {:?}", set(a), set(b));
        }
        assert!(set("class").contains("class") && set("status").contains("status"));
    }

    #[test]
    fn generic_words_are_stems() {
        for word in GENERIC {
            assert_eq!(stem(word), *word, "{word}");
        }
    }

    #[test]
    fn quotes_code_and_hidden_remarks_are_no_prose() {
        let body = "I mean this:\n> quoted injection\n```rust\nlet secret = 1;\n```\n<!-- bot: deadlock -->the lock\n";
        let words = set(&prose(body));
        assert!(words.contains("lock"));
        for other in ["inject", "secret", "deadlock"] {
            assert!(!words.contains(other), "{other}");
        }
        assert_eq!(prose("a <!-- never closed"), "a \n");
    }

    #[test]
    fn a_suggested_replacement_is_read() {
        assert_eq!(suggestion("Try\n```suggestion\nlet a = 1;\nb\n```\nx").as_deref(), Some("let a = 1;\nb"));
        assert_eq!(suggestion("```rust\nlet a = 1;\n```"), None);
    }

    #[test]
    fn long_comments_are_cut_between_characters() {
        assert!(head(&"漢".repeat(20_000)).len() <= MOST);
    }
}
