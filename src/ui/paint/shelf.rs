//! The tiles the screen has, and which it asks for. Bounded in memory; those not looked at for longest go first.
//! `view` only looks up; [`Paint::wanted`] is asked by the driver after it has drawn.

use std::{collections::BTreeMap, sync::Arc};

use crate::core::model::{Diff, LineRef};

use super::{Moved, Quality, Span, Tile, TileKey, Want};

/// Bytes of tiles that are kept.
const CAP: usize = 8 << 20;

/// What the worker is to do. A newer job takes the place of an older one.
#[derive(Debug, Clone)]
pub struct Job {
    /// Tiles, the most wanted first. Includes all that is wanted and not there.
    pub wants: Vec<Want>,
    /// Whether moved blocks are to be found.
    pub moved: bool,
    /// Whether grammars are wanted: not on a terminal without colours.
    pub syntax: bool,
    /// Which diff it is about: an answer to an older one is dropped.
    pub revision: u64,
}

/// Whether the terminal can show what grammars tell.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Syntax {
    /// It can.
    Wanted,
    /// It has no colours.
    Useless,
}

/// What is to be seen about a line besides its text.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Marks {
    /// It differs from its partner in blanks only.
    pub blank_change: bool,
    /// It was moved: it stands on the other side elsewhere.
    pub moved: bool,
}

/// A tile and when it was last looked at.
#[derive(Debug, Clone)]
struct Kept {
    tile: Arc<Tile>,
    quality: Quality,
    used: u64,
}

/// The colours at hand.
#[derive(Debug, Clone, Default)]
pub struct Paint {
    tiles: BTreeMap<TileKey, Kept>,
    bytes: usize,
    tick: u64,
    revision: u64,
    /// The first bytes of the diff: another diff has others.
    root: Option<Arc<[u8]>>,
    moved: Option<Arc<Moved>>,
    moved_asked: bool,
    asked: Vec<Want>,
}

impl Paint {
    /// The colours of a line; `None` while they are not known.
    pub fn spans(&self, at: LineRef) -> Option<&[Span]> {
        self.tiles.get(&TileKey::of(at)).map(|kept| kept.tile.spans(at.ord))
    }

    /// Byte ranges of a line that differ from its partner.
    pub fn emphasis(&self, at: LineRef) -> &[(u16, u16)] {
        self.tiles.get(&TileKey::of(at)).map_or(&[], |kept| kept.tile.emphasis(at.ord))
    }

    /// What is to be seen about a line.
    pub fn marks(&self, at: LineRef) -> Marks {
        let tile = self.tiles.get(&TileKey::of(at));
        Marks {
            blank_change: tile.is_some_and(|kept| kept.tile.is_blank_change(at.ord)),
            moved: self.moved.as_ref().is_some_and(|moved| moved.has(at)),
        }
    }

    /// What to ask for so that these lines get their colours, the most wanted first; `None` when all is there or
    /// under way. Marks what is looked at.
    pub fn wanted(&mut self, index: &Diff, lines: impl Iterator<Item = LineRef>, syntax: Syntax) -> Option<Job> {
        self.follow(index);
        self.tick += 1;
        let mut wants: Vec<Want> = Vec::new();
        let mut last = None;
        for key in lines.map(TileKey::of) {
            // Lines of a tile follow each other.
            if last == Some(key) || wants.iter().any(|want| want.key == key) {
                continue;
            }
            last = Some(key);
            let Some(entry) = index.hunk(key.hunk) else { continue };
            let have = match self.tiles.get_mut(&key) {
                Some(kept) => {
                    kept.used = self.tick;
                    Some(kept.quality).filter(|_| kept.tile.lines == entry.lines)
                }
                None => None,
            };
            if have != Some(Quality::Settled) {
                wants.push(Want { key, have, lines: entry.lines });
            }
        }
        let moved = index.complete && !self.moved_asked;
        let is_under_way =
            wants.iter().all(|want| self.asked.iter().any(|asked| asked.key == want.key && asked.lines == want.lines));
        if is_under_way && !moved {
            return None;
        }
        self.moved_asked |= moved;
        self.asked.clone_from(&wants);
        Some(Job {
            wants,
            moved: index.complete && self.moved.is_none(),
            syntax: syntax == Syntax::Wanted,
            revision: self.revision,
        })
    }

    /// Another diff has other lines under the same numbers: everything goes.
    fn follow(&mut self, index: &Diff) {
        let root = index.text.segments().next().map(|(_, segment)| segment);
        let is_same = match (&self.root, root) {
            (Some(known), Some(root)) => Arc::ptr_eq(known, root),
            (None, _) | (_, None) => false,
        };
        if !is_same {
            let (revision, root) = (self.revision + 1, root.cloned());
            *self = Self { revision, root, ..Self::default() };
        }
    }

    /// Takes a tile; one of another diff is dropped.
    pub fn take(&mut self, revision: u64, tile: Arc<Tile>) {
        if revision != self.revision {
            return;
        }
        let (key, quality) = (tile.key, tile.quality);
        if quality == Quality::Settled {
            self.asked.retain(|asked| asked.key != key);
        }
        self.bytes += tile.bytes();
        if let Some(old) = self.tiles.insert(key, Kept { tile, quality, used: self.tick }) {
            self.bytes -= old.tile.bytes();
        }
        self.shed(key);
    }

    /// A tile will not get better than it is.
    pub fn settle(&mut self, revision: u64, key: TileKey) {
        if let Some(kept) = self.tiles.get_mut(&key).filter(|_| revision == self.revision) {
            kept.quality = Quality::Settled;
            self.asked.retain(|asked| asked.key != key);
        }
    }

    /// Takes the moved blocks of the whole diff.
    pub fn take_moved(&mut self, revision: u64, moved: Arc<Moved>) {
        if revision == self.revision {
            self.moved = Some(moved);
        }
    }

    /// Bytes that the tiles take, about.
    pub fn bytes(&self) -> usize {
        self.bytes
    }

    fn shed(&mut self, keep: TileKey) {
        while self.bytes > CAP {
            let others = self.tiles.iter().filter(|(key, _)| **key != keep);
            let Some(oldest) = others.min_by_key(|(_, kept)| kept.used).map(|(key, _)| *key) else { return };
            if let Some(kept) = self.tiles.remove(&oldest) {
                self.bytes -= kept.tile.bytes();
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{
        core::{diff, model::HunkIx},
        ui::paint::Tone,
    };

    fn tile(hunk: u32, spans: usize) -> Arc<Tile> {
        let mut tile = Tile::new(TileKey { hunk: HunkIx(hunk), tile: 0 }, 128);
        let row = vec![Span { from: 0, to: 1, tone: Tone::Number }; spans];
        (0..128).for_each(|_| tile.push_spans(&row));
        Arc::new(tile.done(Quality::Settled))
    }

    fn change(hunks: u32) -> Diff {
        let file = |n| format!("--- a/{n}\n+++ b/{n}\n@@ -1,0 +1,128 @@\n{}", "+x\n".repeat(128));
        diff::parse((0..hunks).map(file).collect::<String>().into_bytes())
    }

    fn at(hunk: u32) -> LineRef {
        LineRef { hunk: HunkIx(hunk), ord: 0 }
    }

    #[test]
    fn tiles_are_bounded_in_memory_and_those_looked_at_stay() {
        let index = change(40);
        let mut paint = Paint::default();
        paint.wanted(&index, std::iter::once(at(0)), Syntax::Wanted);
        paint.take(paint.revision, tile(0, 1000));
        for hunk in 1..40 {
            // The first is looked at all the time.
            paint.wanted(&index, std::iter::once(at(0)), Syntax::Wanted);
            paint.take(paint.revision, tile(hunk, 1000));
        }
        assert!(paint.bytes() <= CAP, "{}", paint.bytes());
        let there = |hunk| paint.spans(at(hunk)).is_some();
        assert!(there(39) && there(38) && !there(1), "the newest stay, the oldest go");
    }

    #[test]
    fn what_was_dropped_is_asked_for_again() {
        let index = change(40);
        let mut paint = Paint::default();
        assert!(paint.wanted(&index, std::iter::once(at(5)), Syntax::Wanted).is_some());
        paint.take(paint.revision, tile(5, 1000));
        (6..40).for_each(|hunk| paint.take(paint.revision, tile(hunk, 1000)));
        assert!(paint.spans(at(5)).is_none());
        let job = paint.wanted(&index, std::iter::once(at(5)), Syntax::Wanted);
        assert!(job.is_some_and(|job| job.wants.len() == 1));
    }
}
