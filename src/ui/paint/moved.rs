//! Blocks that were moved: removed at one place and added at another of the same diff. Three lines in a row that are
//! the same but for indentation are a moved block, when they say enough. Computed once the diff is whole, by the
//! caller's worker; bounded in memory.

use std::ops::Range;

use crate::core::model::{Diff, FileForm, HunkIx, LineKind, LineRef};

use super::Watch;

/// Lines in a row that make a block.
const RUN: usize = 3;

/// Letters and digits that three lines must have together: closing brackets alone are everywhere.
const INK: u32 = 14;

/// Changed lines that are looked at, in the order of the diff; what comes behind is never called moved.
const MOST: usize = 400_000;

/// Places a block may stand at on one side; one at more places is a phrase, not a block.
const PLACES: usize = 8;

/// Which lines were moved: ranges of ordinals by hunk, sorted and apart.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Moved {
    ranges: Vec<(HunkIx, Range<u32>)>,
}

/// Three lines in a row on one side.
#[derive(Debug, Clone, Copy)]
struct Triple {
    hash: u64,
    /// Where the first of them begins in the text.
    offset: usize,
    at: LineRef,
    /// Number of the run of changed lines, both sides counted as one.
    run: u32,
}

/// A changed line.
#[derive(Debug, Clone, Copy)]
struct Seen {
    hash: u64,
    ink: u32,
    offset: usize,
    at: LineRef,
}

impl Moved {
    /// Finds them. `None` when the answer is no longer wanted.
    pub fn find(index: &Diff, watch: Watch<'_>) -> Option<Self> {
        let (mut removed, mut added) = collect(index, watch)?;
        removed.sort_unstable_by_key(|triple| triple.hash);
        added.sort_unstable_by_key(|triple| triple.hash);
        let mut marks: Vec<LineRef> = Vec::new();
        let (mut old, mut new) = (removed.as_slice(), added.as_slice());
        while let (Some(first), Some(other)) = (old.first(), new.first()) {
            if (watch.is_stale)() {
                return None;
            }
            let hash = first.hash.min(other.hash);
            let (from, to) = (group(&mut old, hash), group(&mut new, hash));
            join(index, from, to, &mut marks);
        }
        Some(Self { ranges: ranges(marks) })
    }

    /// Whether a line was moved.
    pub fn has(&self, at: LineRef) -> bool {
        let next = self.ranges.partition_point(|(hunk, range)| (*hunk, range.start) <= (at.hunk, at.ord));
        let before = next.checked_sub(1).and_then(|before| self.ranges.get(before));
        before.is_some_and(|(hunk, range)| *hunk == at.hunk && range.contains(&at.ord))
    }

    /// How many lines were moved, both sides counted.
    pub fn lines(&self) -> usize {
        self.ranges.iter().map(|(_, range)| range.len()).sum()
    }
}

/// The triples of both sides.
fn collect(index: &Diff, watch: Watch<'_>) -> Option<(Vec<Triple>, Vec<Triple>)> {
    let (mut removed, mut added) = (Vec::new(), Vec::new());
    let (mut left, mut run) = (MOST, 0u32);
    for number in 0..index.hunks.len() as u32 {
        let hunk = HunkIx(number);
        if (watch.is_stale)() {
            return None;
        }
        if !is_plain(index, hunk) {
            continue;
        }
        let (mut olds, mut news): (Vec<Seen>, Vec<Seen>) = (Vec::new(), Vec::new());
        for (line, ord) in crate::core::diff::lines(index, hunk, 0).zip(0..) {
            let side = match line.kind {
                LineKind::Removed => &mut olds,
                LineKind::Added => &mut news,
                LineKind::NoNewline => continue,
                LineKind::Context => {
                    triples(run, &mut olds, &mut removed);
                    triples(run, &mut news, &mut added);
                    run += 1;
                    continue;
                }
            };
            left = left.saturating_sub(1);
            side.push(seen(line.text, line.offset, LineRef { hunk, ord }));
        }
        triples(run, &mut olds, &mut removed);
        triples(run, &mut news, &mut added);
        run += 1;
        if left == 0 {
            break;
        }
    }
    Some((removed, added))
}

fn is_plain(index: &Diff, hunk: HunkIx) -> bool {
    let file = index.hunk(hunk).and_then(|entry| index.file(entry.file));
    file.is_some_and(|file| !matches!(file.form, FileForm::Combined { .. }))
}

fn seen(text: &[u8], offset: usize, at: LineRef) -> Seen {
    let text = text.trim_ascii();
    let ink = text.iter().filter(|byte| byte.is_ascii_alphanumeric() || **byte >= 0x80).count();
    let hash = text.iter().fold(0xcbf2_9ce4_8422_2325u64, |h, b| (h ^ u64::from(*b)).wrapping_mul(0x100_0000_01b3));
    Seen { hash, ink: u32::try_from(ink).unwrap_or(u32::MAX), offset, at }
}

/// The triples of a run of lines, which is emptied.
fn triples(run: u32, lines: &mut Vec<Seen>, out: &mut Vec<Triple>) {
    for window in lines.windows(RUN) {
        let ink = window.iter().fold(0u32, |sum, seen| sum.saturating_add(seen.ink));
        let hash =
            window.iter().fold(0, |hash: u64, seen| hash.rotate_left(23).wrapping_mul(5).wrapping_add(seen.hash));
        if let (true, Some(first)) = (ink >= INK, window.first()) {
            out.push(Triple { hash, offset: first.offset, at: first.at, run });
        }
    }
    lines.clear();
}

/// Takes those with this hash off the front.
fn group<'a>(all: &mut &'a [Triple], hash: u64) -> &'a [Triple] {
    let length = all.iter().take_while(|triple| triple.hash == hash).count();
    let (head, tail) = all.split_at_checked(length).unwrap_or((&[], &[]));
    *all = tail;
    head
}

/// Marks what stands on both sides. The bytes are compared: whoever writes a change must not be able to have new lines
/// called moved.
fn join(index: &Diff, removed: &[Triple], added: &[Triple], marks: &mut Vec<LineRef>) {
    if removed.len() > PLACES || added.len() > PLACES {
        return;
    }
    let is_moved = |a: &Triple, b: &Triple| a.run != b.run && same(index, a.offset, b.offset);
    let lines = |triple: &Triple| {
        let at = triple.at;
        (0..RUN as u32).map(move |more| LineRef { ord: at.ord + more, ..at })
    };
    let gone = removed.iter().filter(|old| added.iter().any(|new| is_moved(old, new)));
    marks.extend(gone.flat_map(lines));
    let come = added.iter().filter(|new| removed.iter().any(|old| is_moved(old, new)));
    marks.extend(come.flat_map(lines));
}

fn same(index: &Diff, mut a: usize, mut b: usize) -> bool {
    (0..RUN).all(|_| {
        let (one, other) = (index.text.line(a), index.text.line(b));
        (a, b) = (a + one.len() + 1, b + other.len() + 1);
        let text = |line: &'_ [u8]| line.get(1..).unwrap_or(&[]).trim_ascii().to_vec();
        text(one) == text(other)
    })
}

fn ranges(mut marks: Vec<LineRef>) -> Vec<(HunkIx, Range<u32>)> {
    marks.sort_unstable();
    marks.dedup();
    let mut ranges: Vec<(HunkIx, Range<u32>)> = Vec::new();
    for at in marks {
        match ranges.last_mut() {
            Some((hunk, range)) if *hunk == at.hunk && range.end == at.ord => range.end += 1,
            _ => ranges.push((at.hunk, at.ord..at.ord + 1)),
        }
    }
    ranges
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::core::diff;

    const BLOCK: [&str; 4] = ["fn discount(price: u32) -> u32 {", "    let rate = 20;", "    price - rate", "}"];

    fn diff_of(removed: &[&str], added: &[&str]) -> String {
        let lines = |mark: char, lines: &[&str]| lines.iter().map(|l| format!("{mark}{l}\n")).collect::<String>();
        let (gone, come) = (lines('-', removed), lines('+', added));
        format!(
            "diff --git a/a b/a\n--- a/a\n+++ b/a\n@@ -1,{} +1,1 @@\n x\n{gone}diff --git a/b b/b\n--- a/b\n+++ b/b\n@@ -1,1 +1,{} @@\n{come} y\n",
            removed.len() + 1,
            added.len() + 1
        )
    }

    fn moved(text: &str) -> Vec<(u32, u32)> {
        let index = diff::parse(text.as_bytes());
        let found = Moved::find(&index, Watch::PATIENT).unwrap();
        let lines = (0..2).flat_map(|hunk| (0..20).map(move |ord| LineRef { hunk: HunkIx(hunk), ord }));
        lines.filter(|at| found.has(*at)).map(|at| (at.hunk.0, at.ord)).collect()
    }

    #[test]
    fn a_block_that_went_to_another_file_is_moved_on_both_sides() {
        let indented: Vec<String> = BLOCK.iter().map(|line| format!("  {line}")).collect();
        let added: Vec<&str> =
            std::iter::once("new line of its own").chain(indented.iter().map(String::as_str)).collect();
        assert_eq!(moved(&diff_of(&BLOCK, &added)), [(0, 1), (0, 2), (0, 3), (0, 4), (1, 1), (1, 2), (1, 3), (1, 4)]);
    }

    #[test]
    fn two_lines_brackets_and_other_text_are_not_moved() {
        assert_eq!(moved(&diff_of(&BLOCK[..2], &BLOCK[..2])), []);
        assert_eq!(moved(&diff_of(&["}", "}", "}", "}"], &["}", "}", "}", "}"])), []);
        assert_eq!(moved(&diff_of(&BLOCK, &["another", "text", "altogether", "of four lines"])), []);
    }

    #[test]
    fn a_block_that_was_only_indented_stayed_where_it_was() {
        let gone: String = BLOCK.iter().map(|l| format!("-{l}\n")).collect();
        let come: String = BLOCK.iter().map(|l| format!("+    {l}\n")).collect();
        assert_eq!(moved(&format!("--- a/a\n+++ b/a\n@@ -1,4 +1,4 @@\n{gone}{come}")), []);
    }
}
