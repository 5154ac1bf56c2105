//! Reserved words: the marker of this program and pi's. A break in the word is invisible to a reader and final to a
//! machine. Called by the functions of the room, and by the last check before posting.

use super::seen::{Seen, seen};

/// Names of markers (PUBLISH).
const WORDS: [&str; 2] = ["prr-cockpit", "pi-pr-review"];
/// A hyphen that looks like one.
const BREAK: &str = "\u{2011}";

/// Whether a text holds a marker of a review, in any case or escape.
pub fn holds_marker(text: &str) -> bool {
    might_hold(text) && !places(&seen(text), Form::Marker).is_empty()
}

/// The text with every reserved word broken.
pub(super) fn without_words(text: &str) -> String {
    broken(text, Form::Word)
}

/// The text with every reserved word broken that stands as in a marker.
pub(super) fn without_markers(text: &str) -> String {
    broken(text, Form::Marker)
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Form {
    Word,
    Marker,
}

/// Nothing is reserved in a text that has neither a hyphen nor an escape nor a full-width letter.
fn might_hold(text: &str) -> bool {
    text.contains(['-', '&', '\\', '%']) || text.contains(|c| ('\u{ff01}'..='\u{ff5e}').contains(&c))
}

fn broken(text: &str, form: Form) -> String {
    if !might_hold(text) {
        return text.to_owned();
    }
    let all = seen(text);
    let mut out = String::with_capacity(text.len());
    let mut from = 0;
    for hyphen in places(&all, form) {
        let Some(seen) = all.get(hyphen) else { continue };
        out.push_str(text.get(from..seen.at.start).unwrap_or(""));
        out.push_str(BREAK);
        from = seen.at.end;
    }
    out.push_str(text.get(from..).unwrap_or(""));
    out
}

/// Numbers of the hyphens to break.
fn places(all: &[Seen], form: Form) -> Vec<usize> {
    let mut found = Vec::new();
    for (at, _) in all.iter().enumerate().filter(|(_, seen)| matches!(seen.c, 'p' | 'P')) {
        let rest = all.get(at..).unwrap_or(&[]);
        let word = WORDS.iter().find(|word| begins(rest, word));
        let Some(word) = word.filter(|word| form == Form::Word || is_marker(all, at, word.len())) else { continue };
        found.extend(word.find('-').map(|hyphen| at + hyphen));
    }
    found
}

fn begins(rest: &[Seen], word: &str) -> bool {
    let mut seen = rest.iter().map(|seen| seen.c.to_ascii_lowercase());
    word.chars().all(|c| seen.next() == Some(c))
}

/// Behind `<!--`, or before a colon: blanks may stand between.
fn is_marker(all: &[Seen], at: usize, length: usize) -> bool {
    let solid = |seen: &&Seen| !seen.c.is_whitespace();
    let before: String = all.get(..at).unwrap_or(&[]).iter().rev().filter(solid).take(4).map(|seen| seen.c).collect();
    let behind = all.get(at + length..).unwrap_or(&[]).iter().find(solid);
    before == "--!<" || behind.is_some_and(|seen| seen.c == ':')
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn reserved_words_are_broken_in_any_case_or_escape() {
        for form in [
            "prr-cockpit",
            "PRR-COCKPIT",
            "Pi-Pr-Review",
            "prr&#45;cockpit",
            "prr&#x2D;cockpit",
            "prr&amp;#45;cockpit",
            "p\u{200b}rr-cockpit",
            "prr\\-cockpit",
            "prr%2dcockpit",
            "&#112;rr-cockpit",
            "\u{ff50}rr-cockpit",
            "p\\u0072r-cockpit",
        ] {
            let safe = without_words(form);
            assert_ne!(safe, form);
            assert!(places(&seen(&safe), Form::Word).is_empty(), "{form} -> {safe}");
        }
        assert_eq!(without_words("prr cockpit, pi-review, a-b & 5%"), "prr cockpit, pi-review, a-b & 5%");
    }

    #[test]
    fn a_marker_is_the_word_in_its_place() {
        for marker in
            ["<!-- prr-cockpit", "<!--\n prr-cockpit x", "prr-cockpit :", "\"pi-pr-review\"\n<!--pi-pr-review"]
        {
            assert!(holds_marker(marker), "{marker}");
            assert!(!holds_marker(&without_markers(marker)), "{marker}");
        }
        assert!(!holds_marker("the program prr-cockpit and pi-pr-review"));
    }
}
