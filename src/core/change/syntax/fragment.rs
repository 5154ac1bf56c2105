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

/// Larger files are not read whole.
pub const MOST_OF_A_FILE: usize = 1 << 20;

/// Why a side of a file is not read whole.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Unread {
    /// More than [`MOST_OF_A_FILE`] bytes.
    TooLarge,
    /// A line so long that no person wrote it.
    LongLine,
    /// Bytes that are no text.
    NotText,
}

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

    /// Of one side of a whole file; `changed` holds the numbers of its changed lines, ascending.
    ///
    /// # Errors
    /// Why it is not read.
    pub fn of_file(side: Side, bytes: &[u8], changed: &[u32]) -> Result<Self, Unread> {
        if bytes.len() > MOST_OF_A_FILE {
            return Err(Unread::TooLarge);
        }
        if memchr::memchr(0, bytes).is_some() {
            return Err(Unread::NotText);
        }
        let mut made = Self { side: Some(side), text: Vec::with_capacity(bytes.len() + 1), rows: Vec::new() };
        let mut changed = changed.iter().copied().peekable();
        let mut conflict = Conflict::default();
        let body = bytes.strip_suffix(b"\n").unwrap_or(bytes);
        for (number, line) in (1u32..).zip(body.split(|b| *b == b'\n')) {
            if line.len() > LONGEST_LINE {
                return Err(Unread::LongLine);
            }
            let is_changed = changed.next_if_eq(&number).is_some();
            made.rows.push(Row { start: made.text.len(), number, changed: is_changed });
            let text = line.strip_suffix(b"\r").unwrap_or(line);
            conflict.take(text);
            made.text.extend_from_slice(if conflict.hides { &[] } else { text });
            made.text.push(b'\n');
        }
        Ok(made)
    }

    /// The row of a line by its number.
    pub fn row_of(&self, number: u32) -> Option<&Row> {
        self.rows.binary_search_by_key(&number, |row| row.number).ok().and_then(|at| self.rows.get(at))
    }

    /// Whether a changed line lies among the rows of a range of numbers.
    pub fn touches(&self, first: u32, last: u32) -> bool {
        let from = self.rows.partition_point(|row| row.number < first);
        self.rows.get(from..).unwrap_or(&[]).iter().take_while(|row| row.number <= last).any(|row| row.changed)
    }

    /// The row that holds a byte of the text.
    pub fn row_at(&self, byte: usize) -> Option<&Row> {
        let behind = self.rows.partition_point(|row| row.start <= byte);
        self.rows.get(behind.checked_sub(1)?)
    }

    /// The rows that a range of bytes touches.
    pub fn rows_in(&self, bytes: std::ops::Range<usize>) -> &[Row] {
        let first = self.rows.partition_point(|row| row.start <= bytes.start).saturating_sub(1);
        let to = bytes.end.max(bytes.start + 1);
        // Most nodes stand on one row.
        let end = match self.rows.get(first + 1) {
            Some(next) if next.start >= to => first + 1,
            _ => self.rows.partition_point(|row| row.start < to),
        };
        self.rows.get(first..end).unwrap_or(&[])
    }

    /// The text of a row without its line feed.
    pub fn line(&self, row: &Row) -> &[u8] {
        let tail = self.text.get(row.start..).unwrap_or(&[]);
        tail.split(|b| *b == b'\n').next().unwrap_or(&[])
    }
}
