//! A line of code broken into rows of equal width. Not here: prose (`lines`), one window of columns (`window`).
//! Called by ui when long lines are wrapped.
//!
//! A line of megabytes must not be measured to draw one screen of it. So long lines are cut into blocks of bytes, each
//! of which begins a row of its own, and a row is named by its block and its number in it: everything here costs at
//! most one block. The one visible trace is a short row every few thousand bytes.

use super::{
    atoms::{Atom, Atoms},
    window::{Options, Shown, columns_of, visible},
};

/// Bytes of a block. Shorter lines are one block.
const BLOCK: usize = 4096;

/// How lines are broken.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Wrap {
    /// Columns between tab stops; 0 counts as 1.
    pub tab: u16,
    /// Columns of a row; 0 counts as 1.
    pub width: usize,
}

/// A row of a line: the block, and the row in it. Ordered as the line is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default)]
pub struct RowAt {
    /// Number of the block, from 0.
    pub block: u32,
    /// Number of the row in it, from 0.
    pub row: u32,
}

/// How many blocks a line has: at least one.
pub fn blocks(bytes: &[u8]) -> u32 {
    u32::try_from(bytes.len().div_ceil(BLOCK)).unwrap_or(u32::MAX).max(1)
}

/// How many rows a block has: at least one. A block that the line does not have has none.
pub fn rows_of(bytes: &[u8], wrap: Wrap, block: u32) -> u32 {
    if block >= blocks(bytes) {
        return 0;
    }
    let (_, bytes) = block_of(bytes, block);
    let width = wrap.width.max(1);
    if is_plain(bytes) {
        return u32::try_from(bytes.len().div_ceil(width)).unwrap_or(u32::MAX).max(1);
    }
    u32::try_from(Starts::new(bytes, wrap).count()).unwrap_or(u32::MAX).max(1)
}

/// A row as it may be drawn, and the byte of the line at which its block begins (spans are counted from there). More
/// left and more right are never set: the neighbours are rows too.
pub fn row(bytes: &[u8], wrap: Wrap, at: RowAt) -> (usize, Shown) {
    let (base, block) = block_of(bytes, at.block);
    let (from, to) = columns_of_row(block, wrap, at.row);
    let mut shown = visible(block, Options { tab: wrap.tab, from, width: to.saturating_sub(from) });
    (shown.more_left, shown.more_right) = (false, false);
    (base, shown)
}

/// The first column of a row within its block, and one past its last.
pub fn columns_of_row(block: &[u8], wrap: Wrap, row: u32) -> (usize, usize) {
    let width = wrap.width.max(1);
    if is_plain(block) {
        let from = (row as usize).saturating_mul(width);
        return (from, from.saturating_add(width));
    }
    let mut starts = Starts::new(block, wrap).skip(row as usize);
    match starts.next() {
        Some(from) => (from, starts.next().unwrap_or(from.saturating_add(width))),
        None => (0, 0),
    }
}

/// The row that shows a byte of the line.
pub fn row_at(bytes: &[u8], wrap: Wrap, offset: usize) -> RowAt {
    let last = blocks(bytes).saturating_sub(1);
    let guess = u32::try_from(offset / BLOCK).unwrap_or(u32::MAX).min(last);
    // A block begins a little behind its own number of bytes.
    let block = if guess > 0 && seam(bytes, guess) > offset { guess - 1 } else { guess };
    let (base, part) = block_of(bytes, block);
    let column = column_at(part, wrap.tab, offset.saturating_sub(base));
    let behind = Starts::new(part, wrap).take_while(|start| *start <= column).count();
    RowAt { block, row: u32::try_from(behind.saturating_sub(1)).unwrap_or(u32::MAX) }
}

/// The byte of the line at which a row begins.
pub fn offset_of(bytes: &[u8], wrap: Wrap, at: RowAt) -> usize {
    let (base, block) = block_of(bytes, at.block);
    let (from, _) = columns_of_row(block, wrap, at.row);
    base + byte_at(block, wrap.tab, from)
}

/// The column at which a byte stands, in a line that is not wrapped. Reads the line up to it.
pub fn column_at(bytes: &[u8], tab: u16, offset: usize) -> usize {
    let mut atoms = Atoms::new(bytes.get(..offset).unwrap_or(bytes));
    let mut column = atoms.skip_plain(offset);
    while let Some(atom) = atoms.next() {
        column += columns_of(&atom, column, tab);
        column += atoms.skip_plain(offset);
    }
    column
}

/// The byte of the atom that covers a column; the end when there is none. For a mark that stands for something hidden
/// the end of what is before it.
fn byte_at(bytes: &[u8], tab: u16, wanted: usize) -> usize {
    let (mut column, mut known, mut atoms) = (0, 0, Atoms::new(bytes));
    while column <= wanted {
        let Some(atom) = atoms.next() else { return bytes.len() };
        let begin = atoms.begin_of(&atom);
        known = begin.unwrap_or(known);
        let columns = columns_of(&atom, column, tab);
        if column + columns > wanted {
            return known + if matches!(atom, Atom::Ascii(_)) { wanted - column } else { 0 };
        }
        known = begin.map_or(known, |begin| begin + bytes_of(&atom));
        column += columns;
    }
    known
}

/// Bytes of an atom of text; of a tab 1.
fn bytes_of(atom: &Atom<'_>) -> usize {
    match atom {
        Atom::Ascii(text) | Atom::Cluster(text, _) => text.len(),
        Atom::Tab => 1,
        Atom::Mark(..) => 0,
    }
}

/// A block, and the byte at which it begins.
fn block_of(bytes: &[u8], number: u32) -> (usize, &[u8]) {
    let (start, end) = (seam(bytes, number), seam(bytes, number.saturating_add(1)));
    (start, bytes.get(start..end.max(start)).unwrap_or(&[]))
}

/// Where a block begins: at a character, best one that is not part of a cluster.
fn seam(bytes: &[u8], number: u32) -> usize {
    let near = (number as usize).saturating_mul(BLOCK);
    if number == 0 || near >= bytes.len() {
        return near.min(bytes.len());
    }
    let window = bytes.get(near..bytes.len().min(near + 64)).unwrap_or(&[]);
    // In front of ASCII a cluster has ended.
    let between = window.iter().position(|byte| (b' '..=b'~').contains(byte));
    let character = || window.iter().position(|byte| byte & 0xc0 != 0x80);
    near + between.or_else(character).unwrap_or(0)
}

/// Printable ASCII only: a byte a column, no tab.
fn is_plain(bytes: &[u8]) -> bool {
    bytes.iter().fold(true, |plain, byte| plain & (b' '..=b'~').contains(byte))
}

/// The columns at which rows begin. A wide character never stands across two rows.
struct Starts<'a> {
    atoms: Atoms<'a>,
    wrap: Wrap,
    /// Column behind what was read.
    column: usize,
    /// Where the row under way begins.
    start: usize,
    done: bool,
}

impl<'a> Starts<'a> {
    fn new(block: &'a [u8], wrap: Wrap) -> Self {
        let wrap = Wrap { width: wrap.width.max(1), ..wrap };
        Self { atoms: Atoms::new(block), wrap, column: 0, start: 0, done: false }
    }
}

impl Iterator for Starts<'_> {
    type Item = usize;

    fn next(&mut self) -> Option<usize> {
        if self.done {
            return None;
        }
        let start = self.start;
        let full = start + self.wrap.width;
        while self.column <= full {
            let Some(atom) = self.atoms.next() else {
                self.done = self.column <= full;
                break;
            };
            let before = self.column;
            self.column += columns_of(&atom, before, self.wrap.tab);
            let splits = !matches!(atom, Atom::Cluster(..));
            if !splits && before < full && self.column > full && before > start {
                self.start = before;
                return Some(start);
            }
        }
        self.start = full;
        Some(start)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const WRAP: Wrap = Wrap { tab: 4, width: 10 };

    fn all(bytes: &[u8], wrap: Wrap) -> Vec<String> {
        let mut out = Vec::new();
        for block in 0..blocks(bytes) {
            for nth in 0..rows_of(bytes, wrap, block) {
                let (_, shown) = row(bytes, wrap, RowAt { block, row: nth });
                out.push(shown.pieces.iter().map(|piece| piece.text.as_str()).collect());
            }
        }
        out
    }

    #[test]
    fn a_line_is_cut_at_the_width_and_a_full_row_has_no_empty_one_behind_it() {
        assert_eq!(all(b"", WRAP), [""]);
        assert_eq!(all(b"0123456789", WRAP), ["0123456789"]);
        assert_eq!(all(b"0123456789a", WRAP), ["0123456789", "a"]);
        assert_eq!(all(b"a\t012345678", WRAP), ["a   012345", "678"]);
    }

    #[test]
    fn wide_characters_never_stand_across_rows() {
        assert_eq!(all("012345678世界".as_bytes(), WRAP), ["012345678", "世界"]);
        assert_eq!(all("世界世界世界".as_bytes(), WRAP), ["世界世界世", "界"]);
        assert_eq!(all("世界世界世".as_bytes(), WRAP), ["世界世界世"]);
    }

    #[test]
    fn all_rows_together_are_the_whole_line() {
        for unit in ["abc", "é", "世", "\t", "a\u{301}", "\x07", "a世\tb\u{200b}"] {
            for times in [1, 7, 1500] {
                let line = unit.repeat(times);
                let rows = all(line.as_bytes(), Wrap { tab: 4, width: 61 }).concat();
                let whole = visible(line.as_bytes(), Options::default());
                let whole: String = whole.pieces.iter().map(|piece| piece.text.as_str()).collect();
                // Tab stops begin anew with a block.
                let same = |text: &str| text.replace(' ', "");
                assert!(same(&rows) == same(&whole), "{unit:?} × {times}");
            }
        }
    }

    #[test]
    fn a_byte_is_found_in_the_row_that_begins_at_or_before_it() {
        let line = "a世\tb\u{200b}cdefgh".repeat(400);
        let bytes = line.as_bytes();
        for width in [3, 80] {
            let wrap = Wrap { tab: 4, width };
            for block in 0..blocks(bytes) {
                for nth in (0..rows_of(bytes, wrap, block)).step_by(1 + rows_of(bytes, wrap, block) as usize / 5) {
                    let at = RowAt { block, row: nth };
                    let offset = offset_of(bytes, wrap, at);
                    let found = row_at(bytes, wrap, offset);
                    assert!(found <= at, "{width} {at:?} {offset} {found:?}");
                    assert!(offset_of(bytes, wrap, found) <= offset);
                }
            }
        }
    }

    #[test]
    fn a_row_in_the_middle_of_a_huge_line_costs_a_block() {
        let line = vec![b'x'; 200_000_000];
        let started = std::time::Instant::now();
        for block in [0, 1000, 40_000] {
            let (base, shown) = row(&line, WRAP, RowAt { block, row: 3 });
            assert_eq!((base / BLOCK, shown.width_used), (block as usize, 10));
        }
        assert!(started.elapsed().as_secs() < 20, "{:?}", started.elapsed());
    }
}
