//! The body of the hunk under way: the header's counts decide which lines belong to it, not what they look like.
//! The hot loop of the index: the first byte of each line, and the next line feed.
//! Not here: headers (`hunk`), decoding for the screen (`lines`). Called by the indexer.

use super::{combined, hunk::HunkHead};
use crate::core::model::{Counts, Diff, LineKind, Mark, NoNewline, Span};

/// A hunk while its body comes in.
#[derive(Debug)]
pub(super) struct Body {
    /// Old lines still to come.
    pub old_left: u32,
    /// New lines still to come.
    pub new_left: u32,
    /// Lines still to come of each parent; empty unless combined.
    pub parents: Vec<u32>,
    /// Number of the next old line.
    old: u32,
    /// Number of the next new line.
    new: u32,
    /// Lines so far.
    pub lines: u32,
    /// Added and removed lines so far.
    pub counts: Counts,
    /// What the last line was.
    last: Option<LineKind>,
    /// Sides that ended without a line feed.
    pub no_newline: NoNewline,
    /// Offset behind the last line.
    pub end: usize,
}

impl Body {
    /// A body that begins at `offset`.
    pub fn new(head: &HunkHead, offset: usize) -> Self {
        // With a count of 0 the header names the line before the place.
        let first = |start: u32, count: u32| if count == 0 { start.saturating_add(1) } else { start };
        Self {
            old_left: if head.parents.is_empty() { head.old.count } else { 0 },
            new_left: head.new.count,
            parents: head.parents.clone(),
            old: first(head.old.start, head.old.count),
            new: first(head.new.start, head.new.count),
            lines: 0,
            counts: Counts::default(),
            last: None,
            no_newline: NoNewline::default(),
            end: offset,
        }
    }

    /// Takes lines from `bytes[at..]` as long as they belong to the body; returns where it stopped. `base` is the
    /// offset of `bytes` in the text. Whoever calls sees by the returned place whether the body is over.
    pub fn take(
        &mut self,
        bytes: &[u8],
        base: usize,
        mut at: usize,
        (marks, long): (&mut Vec<Mark>, &mut Vec<Span>),
    ) -> usize {
        while let Some(rest) = bytes.get(at..)
            && let Some(kind) = self.kind_of_next(rest)
        {
            if self.lines.is_multiple_of(Diff::STRIDE) {
                marks.push(Mark { offset: base + at, old: self.old, new: self.new });
            }
            self.count(kind);
            let end = memchr::memchr(b'\n', rest);
            let length = end.unwrap_or(rest.len());
            if length >= Diff::LONG {
                long.push(Span { start: base + at, end: base + at + length });
            }
            at += length + usize::from(end.is_some());
        }
        self.end = self.end.max(base + at);
        at
    }

    /// Whether header and body agree so far: nothing is missing.
    pub fn is_met(&self) -> bool {
        self.old_left == 0 && self.new_left == 0 && self.parents.iter().all(|left| *left == 0)
    }

    /// What the line at the start of `rest` is, if it belongs to the body.
    fn kind_of_next(&mut self, rest: &[u8]) -> Option<LineKind> {
        let first = *rest.first()?;
        if first == b'\\' {
            return (rest.get(1) == Some(&b' ')).then_some(LineKind::NoNewline);
        }
        if !self.parents.is_empty() {
            return combined::fit(rest, &mut self.parents, &mut self.new_left);
        }
        let kind = match first {
            b'+' => LineKind::Added,
            b'-' => LineKind::Removed,
            // A context line whose blank was lost is an empty line, with or without CR.
            b' ' | b'\n' => LineKind::Context,
            b'\r' if rest.get(1).is_none_or(|b| *b == b'\n') => LineKind::Context,
            _ => return None,
        };
        let old = u32::from(kind != LineKind::Added);
        let new = u32::from(kind != LineKind::Removed);
        self.old_left = self.old_left.checked_sub(old)?;
        if let Some(left) = self.new_left.checked_sub(new) {
            self.new_left = left;
            return Some(kind);
        }
        self.old_left += old;
        None
    }

    #[inline]
    fn count(&mut self, kind: LineKind) {
        self.lines = self.lines.saturating_add(1);
        match kind {
            LineKind::Context => {
                self.old = self.old.saturating_add(1);
                self.new = self.new.saturating_add(1);
            }
            LineKind::Added => {
                self.new = self.new.saturating_add(1);
                self.counts.added = self.counts.added.saturating_add(1);
            }
            LineKind::Removed => {
                self.old = self.old.saturating_add(1);
                self.counts.removed = self.counts.removed.saturating_add(1);
            }
            LineKind::NoNewline => self.end_side(),
        }
        self.last = Some(kind);
    }

    /// A no-newline mark speaks of the line before it.
    fn end_side(&mut self) {
        let (old, new) = match self.last {
            Some(LineKind::Added) => (false, true),
            Some(LineKind::Removed) => (true, false),
            Some(LineKind::Context) => (true, true),
            Some(LineKind::NoNewline) | None => (false, false),
        };
        self.no_newline.old |= old;
        self.no_newline.new |= new;
    }
}
