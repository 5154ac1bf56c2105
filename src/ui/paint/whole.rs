//! A file from its first line on: the text of one side where the diff says nothing, the hunks where it does, so that
//! one text, whichever, is enough for both sides. Read once, as far as is asked for; what is known at the start of each
//! tile is kept, and where it was cut short in a gap. Called by `painter`.

use std::{collections::BTreeMap, sync::Arc};

use crate::core::{
    diff,
    model::{Diff, Extent, FileIx, HunkEntry, HunkIx, LineKind, Side},
};

use super::{
    Span, TileKey,
    hunk::Sides,
    stream::{Reader, State, Stop},
};

/// Files with more lines are not read as a whole.
pub(super) const LINES: usize = 20_000;

/// Lines between two kept states where the diff says nothing.
const STRIDE: u32 = 200;

/// How far a file was read.
#[derive(Debug)]
pub(super) struct Whole {
    text: Arc<[u8]>,
    /// The side that the text is of.
    side: Side,
    /// Where the next line of that side begins, and its number from 0.
    at: (usize, u32),
    /// The hunk that comes next.
    next: u32,
    sides: Sides,
    known: BTreeMap<TileKey, Sides>,
}

impl Whole {
    /// A file and the text of one of its sides. `None` when that is not the text the diff is about, or is too long.
    pub fn new(index: &Diff, file: FileIx, (side, text): (Side, Arc<[u8]>), start: State) -> Option<Self> {
        let fits = memchr::memchr_iter(b'\n', &text).count() <= LINES && fits(index, file, (side, &text));
        let next = index.file(file)?.hunks.start;
        fits.then(|| Self { text, side, at: (0, 0), next, sides: Sides::start(start), known: BTreeMap::new() })
    }

    /// Bytes of memory it takes, about.
    pub fn bytes(&self) -> usize {
        self.text.len() + self.known.len() * 2048
    }

    /// What is known at the start of a tile, after reading as far as that. `None`: there is no such tile.
    pub fn at(&mut self, reader: &mut Reader<'_>, index: &Diff, key: TileKey) -> Result<Option<Sides>, Stop> {
        while !self.known.contains_key(&key) {
            let hunk = HunkIx(self.next);
            let Some(entry) = index.hunk(hunk).filter(|_| hunk <= key.hunk) else { return Ok(None) };
            self.gap(reader, before(entry, self.side))?;
            self.hunk(reader, index, (hunk, entry))?;
        }
        Ok(self.known.get(&key).cloned())
    }

    /// Reads up to line `to` (from 0), which is on both sides. Goes on where it was cut short.
    fn gap(&mut self, reader: &mut Reader<'_>, to: u32) -> Result<(), Stop> {
        let mut spans: Vec<Span> = Vec::new();
        while self.at.1 < to {
            // Cut short, it goes on from here.
            let (mut at, mut sides) = (self.at, self.sides.clone());
            let until = to.min(at.1.saturating_add(STRIDE));
            while at.1 < until {
                let Some((line, next)) = line_at(&self.text, at.0) else { return Err(Stop::Broken) };
                sides.both(reader, line, &mut spans)?;
                at = (next, at.1 + 1);
            }
            (self.at, self.sides) = (at, sides);
        }
        Ok(())
    }

    fn hunk(&mut self, reader: &mut Reader<'_>, index: &Diff, (hunk, entry): (HunkIx, &HunkEntry)) -> Result<(), Stop> {
        let mut sides = self.sides.clone();
        let mut tile = 0;
        loop {
            let key = TileKey { hunk, tile };
            let ords = key.ords(entry.lines);
            if ords.is_empty() && tile > 0 {
                break;
            }
            match self.known.get(&TileKey { hunk, tile: tile + 1 }) {
                // Read before it was cut short.
                Some(behind) => sides = behind.clone(),
                None => {
                    self.known.insert(key, sides.clone());
                    sides.lines(reader, (index, hunk, ords), &mut |_| {})?;
                }
            }
            tile += 1;
        }
        let count = span(entry, self.side).count;
        let behind = (0..count).try_fold(self.at.0, |at, _| line_at(&self.text, at).map(|(_, next)| next));
        self.at = (behind.ok_or(Stop::Broken)?, self.at.1.saturating_add(count));
        self.sides = sides;
        self.next += 1;
        Ok(())
    }
}

/// The lines of a hunk on a side.
fn span(entry: &HunkEntry, side: Side) -> Extent {
    match side {
        Side::Left => entry.old,
        Side::Right => entry.new,
    }
}

/// How many lines stand before a hunk on a side.
fn before(entry: &HunkEntry, side: Side) -> u32 {
    let span = span(entry, side);
    match span.count {
        0 => span.start,
        _ => span.start.saturating_sub(1),
    }
}

/// The line at a byte, and where the next one begins; `None` at the end.
fn line_at(text: &[u8], at: usize) -> Option<(&[u8], usize)> {
    let rest = text.get(at..).filter(|rest| !rest.is_empty())?;
    let end = memchr::memchr(b'\n', rest);
    Some((rest.get(..end.unwrap_or(rest.len()))?, at + end.map_or(rest.len(), |end| end + 1)))
}

/// Whether the hunks of a file are a change of which this is a side.
fn fits(index: &Diff, file: FileIx, (side, text): (Side, &[u8])) -> bool {
    let mut at = (0, 0);
    index.hunks_of(file).all(|hunk| {
        let Some(entry) = index.hunk(hunk) else { return false };
        while at.1 < before(entry, side) {
            let Some((_, next)) = line_at(text, at.0) else { return false };
            at = (next, at.1 + 1);
        }
        if at.1 != before(entry, side) {
            return false;
        }
        let mut lines = diff::lines(index, hunk, 0).filter(|line| is_on(line.kind, side));
        lines.all(|line| match line_at(text, at.0) {
            Some((there, next)) => {
                at = (next, at.1 + 1);
                there == line.text
            }
            None => false,
        })
    })
}

fn is_on(kind: LineKind, side: Side) -> bool {
    match kind {
        LineKind::Context => true,
        LineKind::Added => side == Side::Right,
        LineKind::Removed => side == Side::Left,
        LineKind::NoNewline => false,
    }
}
