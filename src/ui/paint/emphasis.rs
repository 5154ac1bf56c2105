//! What differs inside changed lines: the words, and lines that differ in blanks only. For one tile; blocks are seen
//! somewhat beyond its borders, so that partners in the next tile are found. Called by `painter`.

use std::{collections::BTreeMap, ops::Range};

use crate::core::{
    diff,
    model::{Diff, FileForm, HunkIx, LineKind},
};

use super::{
    Watch,
    pairs::partners,
    stream::Stop,
    tile::{TILE, Tile},
    words::Words,
};

/// Lines beyond the tile's borders that are looked at.
const AROUND: u32 = 2 * TILE;

/// What is known of lines, by ordinal.
type Found = BTreeMap<u32, (Vec<(u16, u16)>, bool)>;

/// Removed lines and the added lines behind them: ordinal and text.
#[derive(Default)]
struct Block<'a> {
    removed: Vec<(u32, &'a [u8])>,
    added: Vec<(u32, &'a [u8])>,
}

/// Puts the emphasis of its lines into a tile.
pub(super) fn emphasise(index: &Diff, tile: &mut Tile, watch: Watch<'_>) -> Result<(), Stop> {
    let (hunk, ords) = (tile.key.hunk, tile.key.ords(tile.lines));
    let mut found = Found::new();
    if is_plain(index, hunk) {
        for block in blocks(index, hunk, &ords) {
            if (watch.is_stale)() {
                return Err(Stop::Stale);
            }
            compare(&block, &mut found);
        }
    }
    for ord in ords {
        let (words, blanks_only) = found.remove(&ord).unwrap_or_default();
        tile.push_words(&words);
        if blanks_only {
            tile.push_blank(ord);
        }
    }
    Ok(())
}

/// Whether lines have one mark; those of merges have several.
fn is_plain(index: &Diff, hunk: HunkIx) -> bool {
    let file = index.hunk(hunk).and_then(|entry| index.file(entry.file));
    file.is_some_and(|file| !matches!(file.form, FileForm::Combined { .. }))
}

fn blocks<'a>(index: &'a Diff, hunk: HunkIx, ords: &Range<u32>) -> Vec<Block<'a>> {
    let from = ords.start.saturating_sub(AROUND);
    let until = ords.end.saturating_add(AROUND);
    let (mut all, mut open) = (Vec::new(), Block::default());
    for (line, ord) in diff::lines(index, hunk, from).zip(from..until) {
        match line.kind {
            LineKind::Removed if open.added.is_empty() => open.removed.push((ord, line.text)),
            LineKind::Removed => {
                all.push(std::mem::take(&mut open));
                open.removed.push((ord, line.text));
            }
            LineKind::Added => open.added.push((ord, line.text)),
            LineKind::Context if ord >= ords.end => break,
            LineKind::Context => all.push(std::mem::take(&mut open)),
            LineKind::NoNewline => {}
        }
    }
    all.push(open);
    all.retain(|block| !block.removed.is_empty() && !block.added.is_empty());
    all
}

fn compare(block: &Block<'_>, found: &mut Found) {
    let removed: Vec<Option<Words<'_>>> = block.removed.iter().map(|(_, text)| Words::of(text)).collect();
    let added: Vec<Option<Words<'_>>> = block.added.iter().map(|(_, text)| Words::of(text)).collect();
    for (old, new) in partners(&removed, &added) {
        let (Some(Some(a)), Some(Some(b))) = (removed.get(old), added.get(new)) else { continue };
        let (Some((here, _)), Some((there, _))) = (block.removed.get(old), block.added.get(new)) else { continue };
        let (gone, come) = a.changes(b);
        let blanks_only = a.differs_in_blanks(b);
        found.insert(*here, (gone, blanks_only));
        found.insert(*there, (come, blanks_only));
    }
}
