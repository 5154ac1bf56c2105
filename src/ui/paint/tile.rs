//! Some lines of a hunk with their colours: what the worker hands out and the screen looks up.

use std::ops::Range;

use crate::core::model::{Diff, HunkIx, LineRef};

use super::Tone;

/// Lines of a tile; a tile begins at a [`crate::core::model::Mark`] of the index.
pub const TILE: u32 = Diff::STRIDE;

/// Bytes of a line that are looked at. What stands behind them is plain: grammars are made for lines of people.
pub(super) const LINE: usize = 2048;

/// Which tile: the hunk, and the number of the tile in it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct TileKey {
    /// The hunk.
    pub hunk: HunkIx,
    /// From 0.
    pub tile: u32,
}

impl TileKey {
    /// The tile that holds a line.
    pub fn of(at: LineRef) -> Self {
        Self { hunk: at.hunk, tile: at.ord / TILE }
    }

    /// The ordinals of its lines in a hunk of so many.
    pub fn ords(self, lines: u32) -> Range<u32> {
        let start = self.tile.saturating_mul(TILE).min(lines);
        start..start.saturating_add(TILE).min(lines)
    }
}

/// A tile that is asked for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Want {
    /// Which.
    pub key: TileKey,
    /// How good the one at hand is.
    pub have: Option<Quality>,
    /// Lines its hunk has, as far as the one who asks knows.
    pub lines: u32,
}

/// How well the grammar knew where it was.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Quality {
    /// It began at the hunk, or somewhat before the tile: what began earlier (a comment, a string) is not known.
    Local,
    /// As good as it will get.
    Settled,
}

/// Bytes `from..to` of a line's text, and what they are. On borders of characters; in order; never empty.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Span {
    /// First byte.
    pub from: u16,
    /// One past the last.
    pub to: u16,
    /// What it is.
    pub tone: Tone,
}

impl Span {
    /// The same, and no fault.
    pub(super) fn without_fault(&self) -> Self {
        let tone = if self.tone == Tone::Invalid { Tone::Text } else { self.tone };
        Self { tone, ..*self }
    }
}

/// Lines of a hunk with their colours.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Tile {
    /// Which lines.
    pub key: TileKey,
    /// Lines the hunk had: more may have come since.
    pub lines: u32,
    /// How good it is.
    pub quality: Quality,
    spans: Rows<Span>,
    words: Rows<(u16, u16)>,
    /// Ordinals of lines that differ from their partner in blanks only.
    blanks: Vec<u32>,
}

impl Tile {
    pub(super) fn new(key: TileKey, lines: u32) -> Self {
        Self { key, lines, quality: Quality::Local, spans: Rows::default(), words: Rows::default(), blanks: Vec::new() }
    }

    pub(super) fn push_spans(&mut self, spans: &[Span]) {
        self.spans.push(spans);
    }

    pub(super) fn push_words(&mut self, words: &[(u16, u16)]) {
        self.words.push(words);
    }

    pub(super) fn push_blank(&mut self, ord: u32) {
        self.blanks.push(ord);
    }

    /// Gives back what was reserved and is not needed.
    pub(super) fn done(mut self, quality: Quality) -> Self {
        self.spans.shrink();
        self.words.shrink();
        self.blanks.shrink_to_fit();
        Self { quality, ..self }
    }

    fn row(&self, ord: u32) -> Option<usize> {
        let row = ord.checked_sub(self.key.tile.saturating_mul(TILE))?;
        usize::try_from(row).ok()
    }

    /// The colours of a line of the hunk; what is in none of them is plain text.
    pub fn spans(&self, ord: u32) -> &[Span] {
        self.row(ord).map_or(&[], |row| self.spans.row(row))
    }

    /// Byte ranges of a line that differ from its partner on the other side.
    pub fn emphasis(&self, ord: u32) -> &[(u16, u16)] {
        self.row(ord).map_or(&[], |row| self.words.row(row))
    }

    /// Whether a line differs from its partner in blanks only.
    pub fn is_blank_change(&self, ord: u32) -> bool {
        self.blanks.binary_search(&ord).is_ok()
    }

    /// Bytes of memory it takes, about.
    pub fn bytes(&self) -> usize {
        size_of::<Self>() + self.spans.bytes() + self.words.bytes() + self.blanks.capacity() * size_of::<u32>() + 64
    }
}

/// Rows of things in one allocation.
#[derive(Debug, Clone, PartialEq, Eq)]
struct Rows<T> {
    ends: Vec<u32>,
    items: Vec<T>,
}

impl<T> Default for Rows<T> {
    fn default() -> Self {
        Self { ends: Vec::new(), items: Vec::new() }
    }
}

impl<T: Copy> Rows<T> {
    fn push(&mut self, row: &[T]) {
        self.items.extend_from_slice(row);
        self.ends.push(u32::try_from(self.items.len()).unwrap_or(u32::MAX));
    }

    fn row(&self, at: usize) -> &[T] {
        let end = |at: usize| self.ends.get(at).map(|end| *end as usize);
        let start = if at == 0 { Some(0) } else { end(at - 1) };
        start.zip(end(at)).and_then(|(start, end)| self.items.get(start..end)).unwrap_or(&[])
    }

    fn shrink(&mut self) {
        self.ends.shrink_to_fit();
        self.items.shrink_to_fit();
    }

    fn bytes(&self) -> usize {
        self.ends.capacity() * size_of::<u32>() + self.items.capacity() * size_of::<T>()
    }
}
