//! How a cell looks, and the bytes that lead from one look to another. Called by `run` and the canvas.

use std::io::{self, Write};

use ratatui::{
    buffer::Cell,
    style::{Color, Modifier},
};

/// How a cell looks.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub(super) struct Look {
    pub fg: Color,
    pub bg: Color,
    pub set: Modifier,
}

/// Attributes: what sets them, what ends them. Bold and dim are ended together.
const SETS: [(Modifier, u8, u8); 9] = [
    (Modifier::BOLD, 1, 22),
    (Modifier::DIM, 2, 22),
    (Modifier::ITALIC, 3, 23),
    (Modifier::UNDERLINED, 4, 24),
    (Modifier::SLOW_BLINK, 5, 25),
    (Modifier::RAPID_BLINK, 6, 25),
    (Modifier::REVERSED, 7, 27),
    (Modifier::HIDDEN, 8, 28),
    (Modifier::CROSSED_OUT, 9, 29),
];

impl Look {
    pub fn of(cell: &Cell, colourless: bool) -> Self {
        match colourless {
            true => Self { set: cell.modifier, ..Self::default() },
            false => Self { fg: cell.fg, bg: cell.bg, set: cell.modifier },
        }
    }

    /// Whether a blank shows nothing of this look but its background.
    pub fn is_plain_behind(self) -> bool {
        let shows = Modifier::UNDERLINED | Modifier::REVERSED | Modifier::CROSSED_OUT;
        !self.set.intersects(shows)
    }

    /// Writes what changes from this look to another.
    pub fn become_next(self, next: Self, out: &mut Vec<u8>) -> io::Result<()> {
        if next == self {
            return Ok(());
        }
        if next == Self::default() {
            out.extend_from_slice(b"\x1b[m");
            return Ok(());
        }
        out.extend_from_slice(b"\x1b[");
        let mut kept = self.set;
        for (set, _, end) in SETS.iter().filter(|(set, ..)| self.set.contains(*set) && !next.set.contains(*set)) {
            if kept.contains(*set) {
                write!(out, "{end};")?;
            }
            // What ends with it is set again below.
            SETS.iter().filter(|(_, _, other)| other == end).for_each(|(other, ..)| kept.remove(*other));
        }
        for (_, begin, _) in SETS.iter().filter(|(set, ..)| next.set.contains(*set) && !kept.contains(*set)) {
            write!(out, "{begin};")?;
        }
        if next.fg != self.fg {
            colour(out, next.fg, Ground::Text)?;
        }
        if next.bg != self.bg {
            colour(out, next.bg, Ground::Behind)?;
        }
        // Each of these ends in a semicolon; the last one's place is the end's.
        out.pop();
        out.push(b'm');
        Ok(())
    }
}

/// Which of a cell's two colours.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Ground {
    Text,
    Behind,
}

fn colour(out: &mut Vec<u8>, colour: Color, ground: Ground) -> io::Result<()> {
    let first = if ground == Ground::Text { 30 } else { 40 };
    match colour {
        Color::Reset => write!(out, "{};", first + 9),
        Color::Rgb(r, g, b) => write!(out, "{};2;{r};{g};{b};", first + 8),
        Color::Indexed(number) => write!(out, "{};5;{number};", first + 8),
        named => {
            let number = number_of(named);
            let base = if number < 8 { first } else { first + 60 };
            write!(out, "{};", base + number % 8)
        }
    }
}

/// The number of one of the sixteen names.
pub(super) fn number_of(named: Color) -> u16 {
    match named {
        Color::Black | Color::Reset | Color::Rgb(..) | Color::Indexed(_) => 0,
        Color::Red => 1,
        Color::Green => 2,
        Color::Yellow => 3,
        Color::Blue => 4,
        Color::Magenta => 5,
        Color::Cyan => 6,
        Color::Gray => 7,
        Color::DarkGray => 8,
        Color::LightRed => 9,
        Color::LightGreen => 10,
        Color::LightYellow => 11,
        Color::LightBlue => 12,
        Color::LightMagenta => 13,
        Color::LightCyan => 14,
        Color::White => 15,
    }
}
