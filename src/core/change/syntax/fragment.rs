//! One side of a hunk as text, with the way back from a byte to the line of the diff. Not here: parsing (`parse`).
//! Called by `parse` and core::checks.

use crate::core::{
    diff::lines,
    model::{Diff, HunkIx, LineKind, Side},
};

/// Longer fragments are not parsed: they are data, or made by programs.
const MOST_BYTES: usize = 192 * 1024;

/// A file with a longer line is not written by people.
const LONGEST_LINE: usize = 4 * 1024;

/// A line of a fragment.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Row {
    /// Its first byte in the text.
    pub start: usize,
    /// Its number on the fragment's side, from 1.
    pub number: u32,
    /// Whether the diff adds (right) or removes (left) it.
    pub changed: bool,
}

/// One side of a hunk: context and added lines (right), or context and removed ones (left).
#[derive(Debug, Clone, Default)]
pub struct Fragment {
    /// Which side.
    pub side: Option<Side>,
    /// The lines, each with its line feed.
    pub text: Vec<u8>,
    /// Where they are.
    pub rows: Vec<Row>,
}

/// Where a text stands in an unresolved conflict.
#[derive(Debug, Default)]
struct Conflict {
    is_open: bool,
    is_theirs: bool,
    /// Whether the present line is not read.
    hides: bool,
}

impl Conflict {
    fn take(&mut self, line: &[u8]) {
        let marks = |sign: u8| {
            line.len() >= 7 && line.iter().take(7).all(|b| *b == sign) && line.get(7).is_none_or(|b| *b == b' ')
        };
        let mark = [b'<', b'|', b'=', b'>'].into_iter().find(|sign| marks(*sign));
        match mark {
            Some(b'<') => (self.is_open, self.is_theirs) = (true, false),
            Some(b'>') => (self.is_open, self.is_theirs) = (false, false),
            Some(_) => self.is_theirs = self.is_open,
            None => {}
        }
        self.hides = mark.is_some() && (self.is_open || mark == Some(b'>')) || self.is_theirs;
    }
}

impl Fragment {
    /// Of one side of a hunk. `None` for what is too large, and for combined diffs on the left, where lines have no
    /// numbers.
    pub fn of(diff: &Diff, hunk: HunkIx, side: Side) -> Option<Self> {
        let mut made = Self { side: Some(side), ..Self::default() };
        let mut conflict = Conflict::default();
        for line in lines(diff, hunk, 0) {
            let (number, changed) = match side {
                Side::Right => (line.new, line.kind == LineKind::Added && line.mark.iter().all(|b| *b == b'+')),
                Side::Left => (line.old, line.kind == LineKind::Removed),
            };
            if line.kind == LineKind::NoNewline {
                continue;
            }
            let Some(number) = number else { continue };
            if line.text.len() > LONGEST_LINE || made.text.len() > MOST_BYTES {
                return None;
            }
            made.rows.push(Row { start: made.text.len(), number, changed });
            let text = line.text.strip_suffix(b"\r").unwrap_or(line.text);
            conflict.take(text);
            // A conflict that was left behind: one version is read, the lines of the other are there but empty.
            made.text.extend_from_slice(if conflict.hides { &[] } else { text });
            made.text.push(b'\n');
        }
        (!made.rows.is_empty()).then_some(made)
    }

    /// The row that holds a byte of the text.
    pub fn row_at(&self, byte: usize) -> Option<&Row> {
        let behind = self.rows.partition_point(|row| row.start <= byte);
        self.rows.get(behind.checked_sub(1)?)
    }

    /// The rows that a range of bytes touches.
    pub fn rows_in(&self, bytes: std::ops::Range<usize>) -> &[Row] {
        let first = self.rows.partition_point(|row| row.start <= bytes.start).saturating_sub(1);
        let end = self.rows.partition_point(|row| row.start < bytes.end.max(bytes.start + 1));
        self.rows.get(first..end).unwrap_or(&[])
    }

    /// The text of a row without its line feed.
    pub fn line(&self, row: &Row) -> &[u8] {
        let tail = self.text.get(row.start..).unwrap_or(&[]);
        tail.split(|b| *b == b'\n').next().unwrap_or(&[])
    }
}
