//! Decodes body lines on demand: from the nearest mark, at most [`Diff::STRIDE`] lines away.
//! Not here: indexing (`body`), look-up by number (`anchors`). Called through [`super::line`] and [`super::lines`].

use super::combined;
use crate::core::model::{Diff, FileForm, HunkIx, Line, LineKind};

/// Body lines of one hunk from some ordinal on.
#[derive(Debug, Clone)]
pub(super) struct Lines<'a> {
    diff: &'a Diff,
    /// What is left of the segment.
    bytes: &'a [u8],
    at: usize,
    end: usize,
    old: u32,
    new: u32,
    /// 0 in a plain hunk.
    parents: usize,
}

impl<'a> Lines<'a> {
    /// From a line's ordinal on; empty when there is no such line.
    pub fn from(diff: &'a Diff, hunk: HunkIx, ord: u32) -> Self {
        Self::from_mark(diff, hunk, ord / Diff::STRIDE).map_or_else(
            || Self { diff, bytes: &[], at: 0, end: 0, old: 0, new: 0, parents: 0 },
            |mut lines| {
                for _ in 0..ord % Diff::STRIDE {
                    lines.next();
                }
                lines
            },
        )
    }

    /// From the `number`th mark of the hunk on.
    pub fn from_mark(diff: &'a Diff, hunk: HunkIx, number: u32) -> Option<Self> {
        let entry = diff.hunk(hunk)?;
        let index = entry.marks.start.checked_add(number).filter(|m| *m < entry.marks.end)?;
        let mark = diff.marks.get(index as usize)?;
        let parents = match diff.file(entry.file)?.form {
            FileForm::Combined { parents } => usize::from(parents),
            FileForm::Text | FileForm::Binary | FileForm::NotGiven => 0,
        };
        let (old, new) = (mark.old, mark.new);
        Some(Self { diff, bytes: &[], at: mark.offset, end: entry.body.end, old, new, parents })
    }
}

impl<'a> Iterator for Lines<'a> {
    type Item = Line<'a>;

    fn next(&mut self) -> Option<Line<'a>> {
        if self.at >= self.end {
            return None;
        }
        if self.bytes.is_empty() {
            self.bytes = self.diff.text.tail(self.at);
        }
        let length = self.diff.length(self.at, self.bytes);
        let (line, rest) = self.bytes.split_at_checked(length.unwrap_or(self.bytes.len()))?;
        let offset = self.at;
        let feed = usize::from(length.is_some());
        self.at += line.len() + feed;
        self.bytes = rest.get(feed..).unwrap_or(&[]);
        if line.is_empty() && feed == 0 {
            return None;
        }
        let (kind, columns) = read(line, self.parents);
        let (mark, text) = line.split_at_checked(columns)?;
        let (old, new) = self.numbers(kind);
        Some(Line { kind, old, new, mark, text, offset })
    }
}

impl Lines<'_> {
    /// The old and the new number that come next. In a combined diff the old one means nothing.
    pub fn counters(&self) -> (u32, u32) {
        (self.old, self.new)
    }

    /// The line's numbers, and on to the next.
    fn numbers(&mut self, kind: LineKind) -> (Option<u32>, Option<u32>) {
        let take = |number: &mut u32, there: bool| {
            let this = *number;
            *number = this.saturating_add(u32::from(there));
            // 0 is no line; what lies at the end of 32 bits cannot be told from what lies beyond.
            (there && this > 0 && this < u32::MAX).then_some(this)
        };
        let old = take(&mut self.old, matches!(kind, LineKind::Context | LineKind::Removed));
        let new = take(&mut self.new, matches!(kind, LineKind::Context | LineKind::Added));
        (old.filter(|_| self.parents == 0), new)
    }
}

/// Kind and number of mark columns of a line (without line feed) that the indexer put into a body.
fn read(line: &[u8], parents: usize) -> (LineKind, usize) {
    let kind = match line.first() {
        Some(b'\\') => return (LineKind::NoNewline, 1),
        None | Some(b'\r') => return (LineKind::Context, 0),
        Some(b'+') => LineKind::Added,
        Some(b'-') => LineKind::Removed,
        Some(_) => LineKind::Context,
    };
    if parents == 0 {
        return (kind, 1);
    }
    let columns = combined::columns(line, parents);
    (combined::kind(columns), columns.len())
}
