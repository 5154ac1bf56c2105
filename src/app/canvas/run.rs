//! A frame as runs of cells, in the order that costs least. A page of code has a few colours in hundreds of places, and in
//! 24 bits a change of colour costs three times what a move of the cursor does: what looks alike is drawn together, some
//! rows at a time, so that a terminal without synchronised updates is still filled from above.
//!
//! What may be wider than we think (joined characters, emoji) is drawn before what stands right of it in its row, so that
//! what it spills over is drawn anew. Called by the canvas.

use std::{
    io::{self, Write},
    ops::Range,
};

use ratatui::buffer::Cell;
use unicode_width::{UnicodeWidthChar, UnicodeWidthStr};

use super::look::Look;

/// Rows that are drawn together.
const BAND: u16 = 10;

/// Runs that are drawn together at most, and changes of look within them: more would take long to put in order.
const MOST: usize = 4000;
const CHANGES: usize = 100;

/// Cells beside each other that look alike.
#[derive(Debug)]
struct Run {
    x: u16,
    y: u16,
    look: Look,
    /// Bytes of all text.
    text: Range<usize>,
    /// The column behind; `None` when that is not sure: its last symbol may be wider than we think.
    end: Option<u16>,
    /// The column that the cursor reaches at most.
    reach: u16,
    /// How many columns we count.
    columns: u16,
    /// A terminal may draw its last symbol narrower than that.
    may_shrink: bool,
    /// Whether there is nothing but blanks.
    is_blank: bool,
}

/// The runs of a frame.
#[derive(Debug, Default)]
pub(super) struct Runs {
    text: Vec<u8>,
    all: Vec<Run>,
    /// One more than the last column that was drawn in: so wide is the terminal at least.
    width: u16,
}

/// Where the terminal's cursor stands, as far as that is sure, and its colours.
#[derive(Debug, Clone, Copy, Default)]
struct Pen {
    x: Option<u16>,
    y: Option<u16>,
    look: Look,
}

impl Runs {
    /// Takes cells in reading order.
    pub fn of<'a>(cells: impl IntoIterator<Item = (u16, u16, &'a Cell)>, colourless: bool) -> Self {
        let mut runs = Self::default();
        for (x, y, cell) in cells {
            runs.add(x, y, Look::of(cell, colourless), cell.symbol());
        }
        runs
    }

    fn add(&mut self, x: u16, y: u16, look: Look, symbol: &str) {
        let (is_blank, start) = (symbol == " ", self.text.len());
        self.text.extend_from_slice(symbol.as_bytes());
        let sure = columns(symbol);
        let columns = sure.unwrap_or_else(|| u16::try_from(symbol.width()).unwrap_or(1).max(1));
        self.width = self.width.max(x + columns);
        let end = sure.map(|columns| x + columns);
        let reach = end.unwrap_or_else(|| x.saturating_add(most_columns(symbol)));
        if let Some(run) = self.all.last_mut().filter(|run| run.y == y && run.end == Some(x))
            && let Some(look) = joint(run, look, is_blank)
        {
            run.look = look;
            run.is_blank &= is_blank;
            run.columns += columns;
            run.may_shrink = may_shrink(symbol);
            (run.text.end, run.end, run.reach) = (self.text.len(), end, reach);
            return;
        }
        self.all.push(Run {
            x,
            y,
            look,
            text: start..self.text.len(),
            end,
            reach,
            columns,
            may_shrink: may_shrink(symbol),
            is_blank,
        });
    }

    /// Writes all of them, and takes every attribute back at the end.
    pub fn write(&self, out: &mut Vec<u8>) -> io::Result<()> {
        let mut pen = Pen::default();
        for band in self.all.chunk_by(|a, b| a.y / BAND == b.y / BAND) {
            let (mut as_read, mut alike) = (Vec::new(), Vec::new());
            let behind = self.draw(band.iter(), pen, &mut as_read)?;
            let behind_alike = self.draw(alike_together(band, pen.look).into_iter(), pen, &mut alike)?;
            let (best, left) = if alike.len() < as_read.len() { (alike, behind_alike) } else { (as_read, behind) };
            out.extend_from_slice(&best);
            pen = left;
        }
        pen.look.become_next(Look::default(), out)
    }

    fn draw<'r>(&self, runs: impl Iterator<Item = &'r Run>, mut pen: Pen, out: &mut Vec<u8>) -> io::Result<Pen> {
        for run in runs {
            pen.go_to(run, out)?;
            pen.look.become_next(run.look, out)?;
            // Or it would leave there what stood there before.
            if run.may_shrink {
                write!(out, "\x1b[{}X", run.columns)?;
            }
            out.extend_from_slice(self.text.get(run.text.clone()).unwrap_or(&[]));
            // A symbol that is wider than we think may have wrapped.
            let row = (run.end.is_some() || run.reach <= self.width).then_some(run.y);
            pen = Pen { x: run.end, y: row, look: run.look };
        }
        Ok(pen)
    }
}

impl Pen {
    /// Moves to the start of a run by the shortest way.
    fn go_to(self, run: &Run, out: &mut Vec<u8>) -> io::Result<()> {
        let same_row = self.y == Some(run.y);
        match self.x {
            Some(x) if same_row && x == run.x => Ok(()),
            Some(x) if same_row && x + 1 == run.x => out.write_all(b"\x1b[C"),
            Some(x) if same_row && x < run.x => write!(out, "\x1b[{}C", run.x - x),
            _ if same_row => write!(out, "\x1b[{}G", run.x + 1),
            _ => write!(out, "\x1b[{};{}H", run.y + 1, run.x + 1),
        }
    }
}

/// The runs of a band in another order: those of a look together, none before one left of it that may spill over it.
fn alike_together(band: &[Run], mut look: Look) -> Vec<&Run> {
    let mut left: Vec<&Run> = band.iter().collect();
    let mut order = Vec::with_capacity(left.len());
    for _ in 0..if left.len() > MOST { 0 } else { CHANGES } {
        let mut spills = None;
        left.retain(|run| {
            let is_next = run.look == look && spills != Some(run.y);
            if is_next {
                order.push(*run);
            } else if run.end.is_none() {
                spills = Some(run.y);
            }
            !is_next
        });
        let Some(next) = left.first() else { break };
        look = next.look;
    }
    order.extend(left);
    order
}

/// The look in which a cell can be drawn in one go with a run before it. Of a blank only the background is seen.
fn joint(run: &Run, look: Look, is_blank: bool) -> Option<Look> {
    let alike = run.look.bg == look.bg && run.look.is_plain_behind() && look.is_plain_behind();
    match () {
        () if run.look == look || (alike && is_blank) => Some(run.look),
        () if alike && run.is_blank => Some(look),
        () => None,
    }
}

/// Whether a symbol is wide only by a mark that terminals often leave aside: text made an emoji.
fn may_shrink(symbol: &str) -> bool {
    symbol.contains('\u{fe0f}') && symbol.chars().next().and_then(|c| c.width()) == Some(1)
}

/// Columns that a symbol may take in some terminal: none gives a character more than two, and a mark that is joined to
/// one more than one.
pub(super) fn most_columns(symbol: &str) -> u16 {
    let of = |c: char| if c.width() == Some(0) { 1 } else { 2 };
    symbol.chars().fold(0, |sum: u16, c| sum.saturating_add(of(c)))
}

/// Columns that every terminal gives a symbol; `None` where they may differ: joined characters, emoji, whatever was
/// added to Unicode lately.
pub(super) fn columns(symbol: &str) -> Option<u16> {
    let mut chars = symbol.chars();
    let (only, more) = (chars.next()?, chars.next());
    match only {
        _ if more.is_some() => None,
        ' '..='~' => Some(1),
        // Latin, Greek, Cyrillic and Armenian letters; Hebrew and Arabic ones, which some terminals draw in another
        // order but none in other columns; dashes, quotes, lines, blocks and signs that this program draws itself.
        '\u{a1}'..='\u{ac}' | '\u{ae}'..='\u{2ff}' | '\u{370}'..='\u{482}' | '\u{48a}'..='\u{587}' => Some(1),
        '\u{5d0}'..='\u{5ea}' | '\u{620}'..='\u{64a}' | '\u{2010}'..='\u{2027}' | '\u{2500}'..='\u{259f}' => Some(1),
        '\u{1100}'..='\u{115f}'
        | '\u{2e80}'..='\u{303e}'
        | '\u{3041}'..='\u{3096}'
        | '\u{309b}'..='\u{a4cf}'
        | '\u{ac00}'..='\u{d7a3}'
        | '\u{f900}'..='\u{faff}'
        | '\u{ff01}'..='\u{ff60}' => Some(2),
        _ => None,
    }
}
