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
    /// The byte of the line where it begins. Plain text is the line's own from there on, byte by byte; of marks that
    /// follow each other all may begin where the first does.
    pub at: usize,
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
    fn put(&mut self, at: usize, text: &str, class: Class, columns: usize) {
        if text.is_empty() {
            return;
        }
        self.width_used += columns;
        match self.pieces.last_mut() {
            Some(piece) if piece.class == class && joins(piece, at) => piece.text.push_str(text),
            _ => self.pieces.push(Piece { at, text: text.to_owned(), class }),
        }
    }

    /// Takes a joiner off the end: what it joined to is not shown.
    fn unjoin(&mut self) {
        let last = self.pieces.last_mut().filter(|piece| piece.class == Class::Plain);
        if let Some(piece) = last
            && let Some(rest) = piece.text.strip_suffix(['\u{200c}', '\u{200d}']).filter(|rest| !rest.is_empty())
        {
            piece.text.truncate(rest.len());
        }
    }
}

/// Whether text from byte `at` on goes on with a piece, so that the bytes of the piece stay those of the line.
fn joins(piece: &Piece, at: usize) -> bool {
    match piece.class {
        Class::Plain => piece.at + piece.text.len() == at,
        Class::Control | Class::Invisible | Class::Bidi | Class::Bad | Class::Eol => true,
        Class::Tab => false,
    }
}

/// A line (without its line feed) as safe text. Reads only up to the window's right edge. A wide character
/// across an edge is shown as a blank there, so that columns stay where they are; marks are cut exactly.
pub fn visible(bytes: &[u8], options: Options) -> Shown {
    let mut shown = Shown::default();
    let until = options.from.saturating_add(options.width);
    let mut atoms = Atoms::new(bytes);
    let mut column = atoms.skip_plain(options.from);
    // Where the next atom begins, as far as marks let it be known.
    let mut known = column;
    shown.more_left = column > 0;
    while let Some(atom) = atoms.next() {
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
        let at = atoms.begin_of(&atom).unwrap_or(known);
        if end > options.from {
            let cut = (options.from.saturating_sub(column), columns - end.saturating_sub(until));
            draw(&mut shown, (&atom, at), columns, cut);
        }
        let skipped = atoms.skip_plain(options.from.saturating_sub(end));
        known = at + bytes_of(&atom) + skipped;
        column = end + skipped;
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

/// Bytes of the line that an atom stands for, as far as it can be told: a mark does not tell.
fn bytes_of(atom: &Atom<'_>) -> usize {
    match atom {
        Atom::Ascii(text) | Atom::Cluster(text, _) => text.len(),
        Atom::Mark(..) => 0,
        Atom::Tab => 1,
    }
}

/// Draws columns `from..to` of an atom of `columns` columns that begins at byte `at`.
fn draw(shown: &mut Shown, (atom, at): (&Atom<'_>, usize), columns: usize, (from, to): (usize, usize)) {
    let seen = to.saturating_sub(from);
    match atom {
        Atom::Ascii(text) => shown.put(at + from, text.get(from..to).unwrap_or(""), Class::Plain, seen),
        Atom::Cluster(text, _) if seen == columns => shown.put(at, text, Class::Plain, columns),
        Atom::Cluster(..) => {
            shown.unjoin();
            shown.put(at, &" ".repeat(seen), Class::Plain, seen);
        }
        Atom::Mark(text, class) => {
            shown.put(at, &text.chars().skip(from).take(seen).collect::<String>(), *class, seen);
        }
        Atom::Tab => shown.put(at, &" ".repeat(seen), Class::Tab, seen),
    }
}
