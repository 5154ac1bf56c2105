//! Titles, paths and prose for a screen: one line cut to a width, word wrap, display width.
//! Not here: rows of code (`window`). Called by ui for everything but code.

use unicode_segmentation::UnicodeSegmentation;

use super::atoms::{Atom, Atoms, cluster_width};

/// Columns of text that is drawn as it is, counted as ratatui counts: cluster by cluster, control characters
/// nothing.
pub fn width(text: &str) -> usize {
    if text.bytes().all(|b| matches!(b, b' '..=b'~')) {
        return text.len();
    }
    text.graphemes(true).filter(|g| !g.contains(char::is_control)).map(cluster_width).sum()
}

/// Text on one row of at most `max_cols` columns. Line ends become `⏎` (none at the end), tabs a blank; what
/// does not fit is cut with `…`.
pub fn one_line(text: &str, max_cols: usize) -> String {
    let rows: Vec<&str> = text.trim_end_matches(['\n', '\r']).split('\n').collect();
    let mut line = Cells::default();
    for (nth, row) in rows.iter().enumerate() {
        if nth > 0 {
            line.push("\u{23ce}", 1);
        }
        line.read(row.strip_suffix('\r').unwrap_or(row).as_bytes(), max_cols.saturating_add(1));
        if line.columns > max_cols {
            break;
        }
    }
    line.cut_right(max_cols)
}

/// A path on one row of at most `max_cols` columns. Too long, it loses its front: the file's name stands at
/// the end.
pub fn path_line(path: &[u8], max_cols: usize) -> String {
    let mut line = Cells::default();
    line.read(path, usize::MAX);
    line.cut_left(max_cols)
}

/// Prose in rows of at most `cols` columns: broken at blanks, inside words that are longer than a row, and at
/// each line feed. An empty line is an empty row. No rows when `cols` is 0.
pub fn wrap(text: &str, cols: usize) -> Vec<String> {
    if cols == 0 {
        return Vec::new();
    }
    let mut rows = Vec::new();
    for line in text.split('\n') {
        let mut cells = Cells::default();
        cells.read(line.strip_suffix('\r').unwrap_or(line).as_bytes(), usize::MAX);
        cells.wrap(cols, &mut rows);
    }
    rows
}

/// Safe text with the end and the columns of each cell.
#[derive(Debug, Default)]
struct Cells {
    text: String,
    cells: Vec<(usize, usize)>,
    columns: usize,
}

impl Cells {
    fn push(&mut self, text: &str, columns: usize) {
        self.text.push_str(text);
        self.cells.push((self.text.len(), columns));
        self.columns += columns;
    }

    fn push_each(&mut self, text: &str) {
        let mut bytes = [0; 4];
        text.chars().for_each(|c| self.push(c.encode_utf8(&mut bytes), 1));
    }

    /// Takes bytes of one line, not many more than `enough` columns.
    fn read(&mut self, bytes: &[u8], enough: usize) {
        for atom in Atoms::new(bytes) {
            match atom {
                Atom::Ascii(text) => self.push_each(text),
                Atom::Cluster(text, columns) => self.push(text, columns),
                Atom::Mark(text, _) => self.push_each(&text),
                Atom::Tab => self.push(" ", 1),
            }
            if self.columns > enough {
                return;
            }
        }
    }

    fn slice(&self, from: usize, to: usize) -> &str {
        let end = |n: usize| n.checked_sub(1).and_then(|n| self.cells.get(n)).map_or(0, |(end, _)| *end);
        self.text.get(end(from)..end(to)).unwrap_or("")
    }

    fn cut_right(self, max: usize) -> String {
        if self.columns <= max {
            return self.text;
        }
        let room = max.saturating_sub(1);
        let mut left = room;
        let fits = self.cells.iter().take_while(|(_, c)| left.checked_sub(*c).map(|l| left = l).is_some()).count();
        if max == 0 { String::new() } else { format!("{}\u{2026}", self.slice(0, fits)) }
    }

    fn cut_left(self, max: usize) -> String {
        if self.columns <= max {
            return self.text;
        }
        let mut left = max.saturating_sub(1);
        let tail =
            self.cells.iter().rev().take_while(|(_, c)| left.checked_sub(*c).map(|l| left = l).is_some()).count();
        let all = self.cells.len();
        if max == 0 { String::new() } else { format!("\u{2026}{}", self.slice(all - tail, all)) }
    }

    /// Appends the rows.
    fn wrap(&self, cols: usize, rows: &mut Vec<String>) {
        let mut start = 0;
        loop {
            let (end, next) = self.row(start, cols);
            rows.push(match self.cells.get(start) {
                // A cell wider than the whole row cannot be shown: a mark stands for it.
                Some((_, columns)) if *columns > cols => "\u{2026}".to_owned(),
                _ => self.slice(start, end).to_owned(),
            });
            if next >= self.cells.len() {
                return;
            }
            start = next;
        }
    }

    /// The row that begins with cell `start`: one past its last cell, and the first cell of the next row, which
    /// is always farther than `start`.
    fn row(&self, start: usize, cols: usize) -> (usize, usize) {
        let mut used = 0;
        let mut blank = None;
        for (at, (_, columns)) in self.cells.iter().enumerate().skip(start) {
            let is_blank = self.slice(at, at + 1) == " ";
            if used + columns > cols {
                if is_blank {
                    return (at, self.after_blanks(at));
                }
                return match blank {
                    Some(at) if at > start => (at, self.after_blanks(at)),
                    _ => (at.max(start + 1), at.max(start + 1)),
                };
            }
            // Blanks at the front are indentation, not a place to break.
            if is_blank && !self.slice(start, at).trim().is_empty() && self.slice(at.max(1) - 1, at.max(1)) != " " {
                blank = Some(at);
            }
            used += columns;
        }
        (self.cells.len(), self.cells.len())
    }

    fn after_blanks(&self, from: usize) -> usize {
        (from..self.cells.len()).find(|at| self.slice(*at, at + 1) != " ").unwrap_or(self.cells.len())
    }
}

/// Cuts the front of a text at a character, so that at most so many bytes stay. Gives how many went.
pub fn cut_front(text: &mut String, keep: usize) -> usize {
    if text.len() <= keep {
        return 0;
    }
    let mut at = text.len() - keep;
    while !text.is_char_boundary(at) {
        at += 1;
    }
    text.drain(..at);
    at
}
