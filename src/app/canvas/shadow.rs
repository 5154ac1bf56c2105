//! What the terminal shows, as far as we told it. A symbol that it draws wider than we think (joined characters, emoji)
//! spills over its neighbours; when those do not change, nobody would draw them again, and a piece of it would stay. So
//! they are drawn again behind it. Not here: bytes (`run`). Called by the canvas.

use ratatui::buffer::Cell;
use unicode_width::UnicodeWidthStr;

use super::run::{columns as columns_of, most_columns};

/// A cell at its place: column, row.
pub(super) type Placed<'c> = (u16, u16, &'c Cell);

/// The cells of the last frame, by row.
#[derive(Debug, Default)]
pub(super) struct Shadow {
    rows: Vec<Vec<Cell>>,
    /// Columns of the screen, as far as they are known.
    width: u16,
    blank: Cell,
}

impl Shadow {
    /// The screen was cleared.
    pub fn clear(&mut self) {
        self.rows.clear();
    }

    /// So wide is the screen.
    pub fn set_width(&mut self, columns: u16) {
        self.width = columns;
    }

    /// Notes what is drawn, in reading order, and adds what has to be drawn again: behind symbols that may spill, what
    /// they may spill over, and behind one that goes, what it may leave.
    pub fn draw<'c>(&'c mut self, drawn: &[Placed<'c>]) -> Vec<Placed<'c>> {
        let left: Vec<u16> = drawn.iter().map(|placed| self.note(*placed)).collect();
        let mut all = Vec::with_capacity(drawn.len());
        let mut from = 0;
        for row in drawn.chunk_by(|a, b| a.1 == b.1) {
            let to = from + row.len();
            self.row(row, left.get(from..to).unwrap_or(&[]), &mut all);
            from = to;
        }
        all
    }

    /// Notes one cell; the column up to which the symbol that stood there may leave something.
    fn note(&mut self, (x, y, cell): Placed<'_>) -> u16 {
        let (at, y, columns) = (usize::from(x), usize::from(y), usize::from(width(cell)));
        if self.rows.len() <= y {
            self.rows.resize_with(y + 1, Vec::new);
        }
        let Some(row) = self.rows.get_mut(y) else { return 0 };
        // The columns behind a wide symbol are its own.
        let end = at + columns;
        self.width = self.width.max(u16::try_from(end).unwrap_or(u16::MAX));
        if row.len() < end {
            row.resize_with(end, Cell::default);
        }
        let was = row.get(at).filter(|was| columns_of(was.symbol()).is_none());
        let left = was.map_or(0, |was| x.saturating_add(width(was)));
        row.get_mut(at..end).unwrap_or(&mut []).fill_with(Cell::default);
        if let Some(there) = row.get_mut(at) {
            there.clone_from(cell);
        }
        left
    }

    fn row<'c>(&'c self, drawn: &[Placed<'c>], left: &[u16], all: &mut Vec<Placed<'c>>) {
        let Some(&(mut x, y, _)) = drawn.first() else { return };
        let there = self.rows.get(usize::from(y)).map_or(&[][..], Vec::as_slice);
        let there = |x: u16| there.get(usize::from(x)).unwrap_or(&self.blank);
        let (mut drawn, mut spilled) = (drawn.iter().copied().zip(left.iter().copied()).peekable(), 0);
        loop {
            let next = match drawn.peek() {
                Some(next) if next.0.0 <= x => drawn.next(),
                // It may spill too.
                _ if x < spilled.min(self.width) => Some(((x, y, there(x)), 0)),
                Some(next) => {
                    x = next.0.0;
                    continue;
                }
                None => return,
            };
            let Some((placed, left)) = next else { return };
            x = placed.0.saturating_add(width(placed.2));
            spilled = spilled.max(reach(placed)).max(left);
            all.push(placed);
        }
    }
}

/// Columns of a cell as ratatui counts them; at least one.
fn width(cell: &Cell) -> u16 {
    u16::try_from(cell.symbol().width()).unwrap_or(1).max(1)
}

/// The column that a symbol may reach; its own when that is sure.
fn reach((x, _, cell): Placed<'_>) -> u16 {
    match columns_of(cell.symbol()) {
        Some(columns) => x.saturating_add(columns),
        None => x.saturating_add(most_columns(cell.symbol())),
    }
}
