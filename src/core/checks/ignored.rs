//! Comments that tell a reviewer to say nothing of a place: `prr: ignore CHECK-ID reason`. They count only where they stand
//! in the base side already: what a change adds may not silence what is said of it. Not here: suppressions of the settings
//! (`[[suppressions]]`). Called by `mod`, for the few files in which something was found.
//!
//! A comment counts for its own line and for the line below it. It must give a reason.

use crate::core::model::{LineKind, LineRange, Side};

use super::subject::{Found, Subject};

const WORDS: &[u8] = b"prr: ignore ";

/// Longest line that is searched.
const LONGEST: usize = 4_000;

/// What is found, without what a comment of the base side says to leave out.
pub(super) fn without_ignored(subject: &Subject<'_>, id: &str, found: Vec<Found>) -> Vec<Found> {
    if found.is_empty() {
        return found;
    }
    let marks = marks(subject, id);
    let is_ignored =
        |found: &Found| found.lines.is_some_and(|(side, lines)| marks.iter().any(|mark| mark.covers(side, lines)));
    found.into_iter().filter(|found| !is_ignored(found)).collect()
}

/// Where a comment stands: its line before, and after when it is still there.
struct Mark {
    old: Option<u32>,
    new: Option<u32>,
}

impl Mark {
    fn covers(&self, side: Side, lines: LineRange) -> bool {
        let at = if side == Side::Left { self.old } else { self.new };
        at.is_some_and(|at| lines.contains(at) || at.checked_add(1) == Some(lines.start()))
    }
}

fn marks(subject: &Subject<'_>, id: &str) -> Vec<Mark> {
    let mut found = Vec::new();
    for line in subject.hunks().flat_map(|hunk| subject.lines(hunk)).filter(|line| speaks(line.text, id)) {
        match line.kind {
            LineKind::Context => found.push(Mark { old: line.old, new: line.new }),
            LineKind::Removed => found.push(Mark { old: line.old, new: None }),
            LineKind::Added | LineKind::NoNewline => {}
        }
    }
    found.retain(|mark| mark.old.is_some());
    found
}

/// Whether a line holds such a comment for this reviewer, with a reason.
fn speaks(line: &[u8], id: &str) -> bool {
    let line = line.get(..LONGEST).unwrap_or(line);
    let Some(at) = memchr::memmem::find(line, WORDS) else { return false };
    let before = line.get(..at).unwrap_or(&[]).trim_ascii_end();
    let is_comment =
        [&b"#"[..], b"//", b"--", b"/*", b"*", b"<!--", b";", b"%"].iter().any(|mark| before.ends_with(mark));
    let rest = line.get(at + WORDS.len()..).unwrap_or(&[]).trim_ascii_start();
    let Some(reason) = rest.strip_prefix(id.as_bytes()) else { return false };
    let told = reason.iter().any(u8::is_ascii_alphanumeric) && reason.first().is_some_and(u8::is_ascii_whitespace);
    is_comment && told
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_comment_names_the_reviewer_and_gives_a_reason() {
        for line in [
            "x = eval(y)  # prr: ignore code-from-data our own file",
            "// prr: ignore code-from-data - checked above",
            "/* prr: ignore code-from-data generated */",
        ] {
            assert!(speaks(line.as_bytes(), "code-from-data"), "{line}");
        }
        for line in [
            "# prr: ignore code-from-data",
            "# prr: ignore secrets a reason",
            "# prr: ignore code-from-data-2 a reason",
            "print('prr: ignore code-from-data a reason')",
            "# ignore code-from-data a reason",
        ] {
            assert!(!speaks(line.as_bytes(), "code-from-data"), "{line}");
        }
    }
}
