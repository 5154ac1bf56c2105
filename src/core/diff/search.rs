//! Which lines hold a text. Costs one pass over the bytes; lines are numbered by counting line feeds from the
//! nearest known one, not by decoding. Called by app::runner.

use std::ops::Range;

use memchr::{memchr_iter, memmem};

use crate::core::model::{Diff, HunkIx, LineRef};

/// Lines of hunk bodies that hold the text, in order, at most `most`; and whether there are more. The case counts
/// only when the text has an upper-case letter (ASCII case folding otherwise).
pub fn search(index: &Diff, text: &str, most: usize) -> (Vec<LineRef>, bool) {
    let mut found = Vec::new();
    if text.is_empty() {
        return (found, false);
    }
    let matcher = Matcher::new(text);
    for number in 0..index.hunks.len() as u32 {
        if !in_hunk(index, HunkIx(number), &matcher, most, &mut found) {
            return (found, true);
        }
    }
    (found, false)
}

/// The first place of the text in one line, by the same rules.
pub fn find_in(line: &[u8], text: &str) -> Option<Range<usize>> {
    Matcher::new(text).find(line).filter(|found| !found.is_empty())
}

/// Whether a line has a text, by the same rules: for many lines.
pub fn holds(text: &str) -> impl Fn(&[u8]) -> bool + use<> {
    let matcher = Matcher::new(text);
    move |line| matcher.find(line).is_some_and(|found| !found.is_empty())
}

/// Literal search, with or without case.
enum Matcher {
    Exact(Box<memmem::Finder<'static>>),
    Folded(Option<regex::bytes::Regex>),
}

impl Matcher {
    fn new(text: &str) -> Self {
        if text.chars().any(char::is_uppercase) {
            return Self::Exact(Box::new(memmem::Finder::new(text.as_bytes()).into_owned()));
        }
        let pattern = format!("(?i){}", regex::escape(text));
        Self::Folded(regex::bytes::Regex::new(&pattern).ok())
    }

    fn find(&self, bytes: &[u8]) -> Option<Range<usize>> {
        match self {
            Self::Exact(finder) => finder.find(bytes).map(|at| at..at + finder.needle().len()),
            Self::Folded(regex) => regex.as_ref()?.find(bytes).map(|hit| hit.range()),
        }
    }
}

/// False when `most` was reached.
fn in_hunk(index: &Diff, hunk: HunkIx, matcher: &Matcher, most: usize, found: &mut Vec<LineRef>) -> bool {
    let Some(entry) = index.hunk(hunk) else { return true };
    let mut ord = 0u32;
    let mut at = entry.body.start;
    while at < entry.body.end {
        let tail = index.text.tail(at);
        let bytes = tail.get(..(entry.body.end - at).min(tail.len())).unwrap_or(tail);
        if bytes.is_empty() {
            return true;
        }
        let mut from = 0;
        while let Some(hit) = matcher.find(bytes.get(from..).unwrap_or(&[])) {
            let start = from + hit.start;
            ord += count_lines(bytes.get(from..start).unwrap_or(&[]));
            if found.len() == most {
                return false;
            }
            let end = memchr::memchr(b'\n', bytes.get(start..).unwrap_or(&[])).map_or(bytes.len(), |at| start + at + 1);
            // The mark column is not content: a hit on it alone does not count.
            let line = bytes.get(..start).and_then(|before| memchr::memrchr(b'\n', before)).map_or(0, |at| at + 1);
            let content = bytes.get(line + 1..end).unwrap_or(&[]);
            if ord < entry.lines && (start > line || matcher.find(content).is_some()) {
                found.push(LineRef { hunk, ord });
            }
            ord += u32::from(bytes.get(end - 1) == Some(&b'\n'));
            from = end;
        }
        ord += count_lines(bytes.get(from..).unwrap_or(&[]));
        at += bytes.len();
    }
    true
}

fn count_lines(bytes: &[u8]) -> u32 {
    u32::try_from(memchr_iter(b'\n', bytes).count()).unwrap_or(u32::MAX)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::core::diff;

    const DIFF: &str = "diff --git a/a b/a\n--- a/a\n+++ b/a\n@@ -1,3 +1,4 @@ needle in a heading\n x\n-Needle\n+needle needle\n+no\n y\n@@ -10,1 +11,2 @@\n a\n+last needle\n";

    fn ords(text: &str) -> Vec<(u32, u32)> {
        let index = diff::parse(DIFF.as_bytes());
        search(&index, text, 100).0.into_iter().map(|at| (at.hunk.0, at.ord)).collect()
    }

    #[test]
    fn each_matching_line_once_and_headings_never() {
        assert_eq!(ords("needle"), [(0, 1), (0, 2), (1, 1)]);
        assert_eq!(ords("Needle"), [(0, 1)]);
        assert_eq!(ords("heading"), []);
        assert_eq!(ords(""), []);
    }

    #[test]
    fn marks_are_not_content() {
        assert_eq!(ords("+"), []);
        assert_eq!(ords("-Needle"), []);
    }

    #[test]
    fn a_search_that_is_cut_says_so() {
        let index = diff::parse(DIFF.as_bytes());
        assert_eq!(search(&index, "needle", 2), (search(&index, "needle", 2).0, true));
        assert!(!search(&index, "needle", 3).1);
    }

    #[test]
    fn every_line_found_holds_the_text_and_no_other_does() {
        let index = diff::parse(DIFF.as_bytes());
        for text in ["needle", "e", "y", "last", "x"] {
            let found = search(&index, text, 100).0;
            for hunk in (0..index.hunks.len() as u32).map(HunkIx) {
                for (ord, line) in diff::lines(&index, hunk, 0).enumerate() {
                    let at = LineRef { hunk, ord: ord as u32 };
                    let has = String::from_utf8_lossy(line.text).to_ascii_lowercase().contains(text);
                    assert_eq!(found.contains(&at), has, "{text} in {at:?}");
                }
            }
        }
    }
}
