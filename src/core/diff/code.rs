//! The code under a finding: its print, and where it is in a later diff of the same target. Exact: another byte is
//! another code. Not here: what that says about the finding (`judge::again`). Called by session and judge.

use std::collections::HashMap;

use sha2::{Digest, Sha256};

use super::anchors::{find_file, locate};
use crate::core::model::{
    Anchor, CodePlace, CodePrint, Diff, FileIx, Line, LineKind, LineRange, LineRef, RepoPath, Side,
};

/// Longer ranges have no print. In lines.
const MOST: u32 = 400;

/// Lines around an old place in which the part of the file is still the same part.
const PART: u32 = 40;

/// The print of the lines of an anchor; `None` without lines, when they are not all in one hunk, and over a length.
pub fn code_print(diff: &Diff, anchor: &Anchor) -> Option<CodePrint> {
    let lines = anchor.lines.filter(|lines| lines.end() - lines.start() < MOST)?;
    let file = find_file(diff, &anchor.path)?;
    let LineRef { hunk, ord } = locate(diff, file, anchor.side, lines.start())?;
    let count = lines.end() - lines.start() + 1;
    let side: Vec<Row> = rows(super::lines(diff, hunk, ord), anchor.side).take(count as usize).collect();
    let print = print(&side, anchor.side)?;
    (print.lines == count).then_some(print)
}

/// A line on one side.
#[derive(Debug, Clone, Copy)]
struct Row {
    number: u32,
    sum: [u8; 32],
    touched: bool,
}

fn rows<'d>(lines: impl Iterator<Item = Line<'d>>, side: Side) -> impl Iterator<Item = Row> {
    lines.filter_map(move |line| {
        let (number, mark) = match side {
            Side::Left => (line.old, LineKind::Removed),
            Side::Right => (line.new, LineKind::Added),
        };
        Some(Row { number: number?, sum: Sha256::digest(line.text).into(), touched: line.kind == mark })
    })
}

fn print(rows: &[Row], side: Side) -> Option<CodePrint> {
    let first = rows.first()?;
    let mut all = Sha256::new();
    rows.iter().for_each(|row| all.update(row.sum));
    Some(CodePrint {
        side,
        start: first.number,
        lines: u32::try_from(rows.len()).ok()?,
        first: short(&first.sum),
        all: short(&all.finalize()),
        touched: rows.iter().any(|row| row.touched),
    })
}

fn short(sum: &[u8]) -> u64 {
    sum.iter().take(8).fold(0, |n, byte| n << 8 | u64::from(*byte))
}

/// Finds remembered code in one diff. Reads each side of a file once, however much is looked for in it.
#[derive(Debug)]
pub struct CodeFinder<'d> {
    diff: &'d Diff,
    sides: HashMap<(FileIx, Side), Rows>,
}

impl<'d> CodeFinder<'d> {
    /// A finder that has read nothing yet.
    pub fn new(diff: &'d Diff) -> Self {
        Self { diff, sides: HashMap::new() }
    }

    /// The diff that it looks in.
    pub fn diff(&self) -> &'d Diff {
        self.diff
    }

    /// Where remembered code is. `path` is the file's name at that time: a later rename is followed. Of several places
    /// the one with the old numbers counts, then the nearest.
    pub fn find(&mut self, path: &RepoPath, print: &CodePrint) -> CodePlace {
        let diff = self.diff;
        let Some(file) = find_file(diff, path) else { return CodePlace::Left };
        let rows = self.sides.entry((file, print.side)).or_insert_with(|| Rows::of(diff, file, print.side));
        match rows.starts(print).min_by_key(|start| (start.abs_diff(print.start), *start)) {
            Some(start) => {
                let lines = LineRange::new(start, start.saturating_add(print.lines - 1));
                let anchor = Anchor { path: diff.path(file), side: print.side, lines };
                if start == print.start { CodePlace::Same(anchor) } else { CodePlace::Elsewhere(anchor) }
            }
            None if is_part(diff, file, print) => CodePlace::Changed,
            None => CodePlace::Left,
        }
    }
}

/// One side of a file, hunk by hunk.
#[derive(Debug)]
struct Rows {
    hunks: Vec<Vec<Row>>,
    /// Hunks and places in them by the sum that prints keep of their first line.
    by_first: HashMap<u64, Vec<(usize, usize)>>,
}

impl Rows {
    fn of(diff: &Diff, file: FileIx, side: Side) -> Self {
        let hunks: Vec<Vec<Row>> =
            diff.hunks_of(file).map(|hunk| rows(super::lines(diff, hunk, 0), side).collect()).collect();
        let mut by_first: HashMap<u64, Vec<(usize, usize)>> = HashMap::new();
        for (nth, hunk) in hunks.iter().enumerate() {
            for (at, row) in hunk.iter().enumerate() {
                by_first.entry(short(&row.sum)).or_default().push((nth, at));
            }
        }
        Self { hunks, by_first }
    }

    /// First numbers of the places that read like the print. What was changed and is context now is the base's.
    fn starts(&self, print: &CodePrint) -> impl Iterator<Item = u32> {
        let places = self.by_first.get(&print.first).into_iter().flatten();
        places.filter_map(|(nth, at)| {
            let window = self.hunks.get(*nth)?.get(*at..at.checked_add(print.lines.max(1) as usize)?)?;
            let touched = !print.touched || window.iter().any(|row| row.touched);
            let whole = || self::print(window, print.side).is_some_and(|now| now.all == print.all);
            (touched && whole()).then(|| window.first().map(|row| row.number)).flatten()
        })
    }
}

/// Whether the file is still changed about there.
fn is_part(diff: &Diff, file: FileIx, print: &CodePrint) -> bool {
    let mut hunks = diff.hunks_of(file).filter_map(|hunk| diff.hunk(hunk));
    hunks.any(|hunk| {
        let extent = match print.side {
            Side::Left => hunk.old,
            Side::Right => hunk.new,
        };
        let (first, last) = (extent.start.saturating_sub(PART), extent.start + extent.count + PART);
        first <= print.start.saturating_add(print.lines) && print.start <= last
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::core::diff;

    const OLD: &str =
        "diff --git a/x b/x\n--- a/x\n+++ b/x\n@@ -10,4 +10,5 @@\n a\n-b\n+let key = 1;\n+send(key);\n c\n d\n";

    fn at(line: u32, to: u32) -> Anchor {
        Anchor { path: RepoPath::new("x"), side: Side::Right, lines: LineRange::new(line, to) }
    }

    fn of(text: &str, anchor: &Anchor) -> CodePrint {
        code_print(&diff::parse(text.as_bytes()), anchor).unwrap()
    }

    fn found(text: &str, print: &CodePrint) -> CodePlace {
        CodeFinder::new(&diff::parse(text.as_bytes())).find(&RepoPath::new("x"), print)
    }

    #[test]
    fn code_at_the_same_lines_and_at_others_is_found() {
        let print = of(OLD, &at(11, 12));
        assert_eq!((print.lines, print.touched), (2, true));
        assert_eq!(found(OLD, &print), CodePlace::Same(at(11, 12)));
        let moved = OLD.replace("-10,4 +10,5", "-30,4 +40,5");
        assert_eq!(found(&moved, &print), CodePlace::Elsewhere(at(41, 42)));
        let twice = format!("{}@@ -90,1 +91,3 @@\n x\n+let key = 1;\n+send(key);\n", moved);
        assert_eq!(found(&twice, &print), CodePlace::Elsewhere(at(41, 42)), "the nearest");
    }

    #[test]
    fn another_byte_is_another_code() {
        let print = of(OLD, &at(11, 12));
        assert_eq!(found(&OLD.replace("send(key);", "send(key) ;"), &print), CodePlace::Changed);
        assert_eq!(
            found(&OLD.replace("+let key = 1;\n+send(key);", "+send(key);\n+let key = 1;"), &print),
            CodePlace::Changed
        );
        assert_ne!(of(OLD, &at(11, 11)).all, of(OLD, &at(12, 12)).all);
    }

    #[test]
    fn a_part_or_a_file_that_left_the_change_is_left() {
        let print = of(OLD, &at(11, 12));
        assert_eq!(found(&OLD.replace("/x", "/y"), &print), CodePlace::Left);
        let far = "diff --git a/x b/x\n--- a/x\n+++ b/x\n@@ -200,2 +200,3 @@\n a\n+z\n b\n";
        assert_eq!(found(far, &print), CodePlace::Left);
        assert_eq!(found(&far.replace("200", "50"), &print), CodePlace::Changed, "near enough");
    }

    #[test]
    fn what_the_base_took_over_is_no_longer_in_the_change() {
        let print = of(OLD, &at(11, 12));
        let taken =
            "diff --git a/x b/x\n--- a/x\n+++ b/x\n@@ -10,5 +10,6 @@\n a\n let key = 1;\n send(key);\n c\n+e\n d\n";
        assert_eq!(found(taken, &print), CodePlace::Changed);
        let context = of(OLD, &at(13, 14));
        assert!(!context.touched);
        assert_eq!(found(OLD, &context), CodePlace::Same(at(13, 14)));
    }

    #[test]
    fn a_rename_is_followed_to_the_new_name() {
        let print = of(OLD, &at(11, 11));
        let renamed = OLD
            .replace("diff --git a/x b/x\n", "diff --git a/x b/z\nsimilarity index 90%\nrename from x\nrename to z\n")
            .replace("+++ b/x", "+++ b/z");
        let there = Anchor { path: RepoPath::new("z"), ..at(11, 11) };
        assert_eq!(found(&renamed, &print), CodePlace::Same(there));
    }

    #[test]
    fn an_anchor_without_lines_or_off_the_diff_has_no_print() {
        let index = diff::parse(OLD.as_bytes());
        for anchor in [Anchor { lines: None, ..at(1, 1) }, at(1, 1), at(11, 99), at(1, 5_000)] {
            assert_eq!(code_print(&index, &anchor), None, "{anchor:?}");
        }
    }
}
