//! A line through a window of columns. Not here: wrapping (`lines`). Called by ui for each row of code.

use super::{
    atoms::{Atom, Atoms},
    classify::Class,
    warn::Warnings,
};

/// Which part of a line is wanted.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Options {
    /// Columns between tab stops, counted from the line's first column; 0 counts as 1.
    pub tab: u16,
    /// First column shown, from 0.
    pub from: usize,
    /// Columns shown.
    pub width: usize,
}

impl Default for Options {
    fn default() -> Self {
        Self { tab: 4, from: 0, width: usize::MAX }
    }
}

/// Text of one class, side by side with its neighbours.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Piece {
    /// Safe text; never empty.
    pub text: String,
    /// What it stands for.
    pub class: Class,
}

/// A line as it may be drawn.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Shown {
    /// From left to right.
    pub pieces: Vec<Piece>,
    /// Columns that the pieces take, at most the width asked for.
    pub width_used: usize,
    /// Whether something stands left of the window.
    pub more_left: bool,
    /// Whether something stands right of it.
    pub more_right: bool,
    /// What was met from the line's beginning to the window's end. For the whole line ask [`super::warnings`].
    pub warnings: Warnings,
}

impl Shown {
    fn put(&mut self, text: &str, class: Class, columns: usize) {
        if text.is_empty() {
            return;
        }
        self.width_used += columns;
        match self.pieces.last_mut() {
            Some(piece) if piece.class == class => piece.text.push_str(text),
            _ => self.pieces.push(Piece { text: text.to_owned(), class }),
        }
    }
}

/// A line (without its line feed) as safe text. Reads only up to the window's right edge. A wide character
/// across an edge is shown as a blank there, so that columns stay where they are; marks are cut exactly.
pub fn visible(bytes: &[u8], options: Options) -> Shown {
    let mut shown = Shown::default();
    let until = options.from.saturating_add(options.width);
    let mut column = 0;
    for atom in Atoms::new(bytes) {
        if column >= until {
            shown.more_right = true;
            break;
        }
        let columns = columns_of(&atom, column, options.tab);
        let end = column + columns;
        shown.more_left |= column < options.from;
        shown.more_right |= end > until;
        if let Atom::Mark(_, class) = &atom {
            shown.warnings.note(*class);
        }
        if end > options.from {
            let cut = (options.from.saturating_sub(column), columns - end.saturating_sub(until));
            draw(&mut shown, &atom, columns, cut);
        }
        column = end;
    }
    shown
}

/// Columns of an atom that begins at `column`.
pub(super) fn columns_of(atom: &Atom<'_>, column: usize, tab: u16) -> usize {
    match atom {
        Atom::Ascii(text) => text.len(),
        Atom::Cluster(_, columns) => *columns,
        Atom::Mark(text, _) => text.chars().count(),
        Atom::Tab => {
            let stop = usize::from(tab.max(1));
            stop - column % stop
        }
    }
}

/// Draws columns `from..to` of an atom of `columns` columns.
fn draw(shown: &mut Shown, atom: &Atom<'_>, columns: usize, (from, to): (usize, usize)) {
    let seen = to.saturating_sub(from);
    match atom {
        Atom::Ascii(text) => shown.put(text.get(from..to).unwrap_or(""), Class::Plain, seen),
        Atom::Cluster(text, _) if seen == columns => shown.put(text, Class::Plain, columns),
        Atom::Cluster(..) => shown.put(&" ".repeat(seen), Class::Plain, seen),
        Atom::Mark(text, class) => {
            shown.put(&text.chars().skip(from).take(seen).collect::<String>(), *class, seen);
        }
        Atom::Tab => shown.put(&" ".repeat(seen), Class::Tab, seen),
    }
}
