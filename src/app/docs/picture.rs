//! A frame as SVG: text as text, cell by cell in the columns of the terminal, colours as they are. Pure. Called by
//! `screens`.

use std::fmt::Write;

use ratatui::{
    buffer::{Buffer, Cell},
    style::{Color, Modifier},
};

use crate::ui::indexed_rgb;

/// Size of a cell.
const CELL: (f64, f64) = (8.4, 18.0);
/// Size of the letters.
const FONT: f64 = 14.0;
/// Room around the frame.
const EDGE: f64 = 12.0;
/// A terminal's own colours.
const GROUND: &str = "#16181d";
const INK: &str = "#d4d7dd";

/// The frame.
pub(super) fn svg(frame: &Buffer, title: &str) -> String {
    let (columns, rows) = (f64::from(frame.area.width), f64::from(frame.area.height));
    let (width, height) = (columns * CELL.0 + 2.0 * EDGE, rows * CELL.1 + 2.0 * EDGE);
    let mut out = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {width:.1} {height:.1}\" width=\"{width:.0}\" \
         height=\"{height:.0}\" font-family=\"ui-monospace, 'DejaVu Sans Mono', Menlo, Consolas, monospace\" \
         font-size=\"{FONT}\">\n<title>{}</title>\n<rect width=\"100%\" height=\"100%\" rx=\"8\" fill=\"{GROUND}\"/>\n",
        escaped(title)
    );
    for row in 0..frame.area.height {
        let runs = runs(frame, row);
        let y = EDGE + f64::from(row) * CELL.1;
        runs.iter().for_each(|run| ground(&mut out, run, y));
        runs.iter().for_each(|run| words(&mut out, run, y));
    }
    out.push_str("</svg>\n");
    out
}

/// Cells that look alike, beside each other.
struct Run {
    from: u16,
    columns: u16,
    text: String,
    look: Look,
}

#[derive(Debug, Clone, PartialEq, Eq)]
struct Look {
    ink: String,
    ground: String,
    modifier: Modifier,
}

fn look(cell: &Cell) -> Look {
    let (ink, ground) = (rgb(cell.fg, INK), rgb(cell.bg, GROUND));
    let (ink, ground) = if cell.modifier.contains(Modifier::REVERSED) { (ground, ink) } else { (ink, ground) };
    Look { ink, ground, modifier: cell.modifier }
}

fn runs(frame: &Buffer, row: u16) -> Vec<Run> {
    let mut runs: Vec<Run> = Vec::new();
    let mut column = 0;
    while column < frame.area.width {
        let Some(cell) = frame.cell((column, row)) else { break };
        let columns = u16::try_from(crate::core::text::width(cell.symbol())).unwrap_or(1).max(1);
        let look = look(cell);
        match runs.last_mut() {
            Some(last) if last.look == look && cell.symbol().is_ascii() && last.text.is_ascii() => {
                last.text.push_str(cell.symbol());
                last.columns += columns;
            }
            _ => runs.push(Run { from: column, columns, text: cell.symbol().to_owned(), look }),
        }
        column += columns;
    }
    runs
}

fn ground(out: &mut String, run: &Run, y: f64) {
    if run.look.ground != GROUND {
        let (x, width) = (EDGE + f64::from(run.from) * CELL.0, f64::from(run.columns) * CELL.0);
        // Grounds of neighbours overlap by a hair, so that no line shows between them.
        let _ = writeln!(
            out,
            "<rect x=\"{x:.1}\" y=\"{y:.1}\" width=\"{:.1}\" height=\"{:.1}\" fill=\"{}\"/>",
            width + 0.3,
            CELL.1 + 0.3,
            run.look.ground
        );
    }
}

fn words(out: &mut String, run: &Run, y: f64) {
    if run.text.trim().is_empty() {
        return;
    }
    let (x, width) = (EDGE + f64::from(run.from) * CELL.0, f64::from(run.columns) * CELL.0);
    let mut style = String::new();
    let modifier = run.look.modifier;
    if modifier.contains(Modifier::BOLD) {
        style.push_str(" font-weight=\"bold\"");
    }
    if modifier.contains(Modifier::ITALIC) {
        style.push_str(" font-style=\"italic\"");
    }
    if modifier.contains(Modifier::DIM) {
        style.push_str(" opacity=\"0.6\"");
    }
    let lines = [(Modifier::UNDERLINED, "underline"), (Modifier::CROSSED_OUT, "line-through")];
    let lines: Vec<&str> =
        lines.into_iter().filter(|(line, _)| modifier.contains(*line)).map(|(_, name)| name).collect();
    if !lines.is_empty() {
        style.push_str(&format!(" text-decoration=\"{}\"", lines.join(" ")));
    }
    let _ = writeln!(
        out,
        "<text x=\"{x:.1}\" y=\"{:.1}\" fill=\"{}\" textLength=\"{width:.1}\" lengthAdjust=\"spacingAndGlyphs\" \
         xml:space=\"preserve\"{style}>{}</text>",
        y + CELL.1 - 4.5,
        run.look.ink,
        escaped(&run.text)
    );
}

fn rgb(color: Color, plain: &str) -> String {
    let number = match color {
        Color::Reset => return plain.to_owned(),
        Color::Rgb(r, g, b) => return format!("#{r:02x}{g:02x}{b:02x}"),
        Color::Indexed(number) => number,
        Color::Black => 0,
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
    };
    let rgb = indexed_rgb(number);
    format!("#{:02x}{:02x}{:02x}", rgb.0, rgb.1, rgb.2)
}

fn escaped(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;")
}

#[cfg(test)]
mod tests {
    use super::*;
    use ratatui::{layout::Rect, style::Style};

    #[test]
    fn text_stays_text_and_colours_stay_true() {
        let mut frame = Buffer::empty(Rect::new(0, 0, 12, 1));
        frame.set_string(0, 0, "a<b", Style::new().fg(Color::Rgb(1, 2, 255)).bg(Color::Indexed(196)));
        frame.set_string(4, 0, "é中x", Style::new().add_modifier(Modifier::BOLD | Modifier::UNDERLINED));
        let svg = svg(&frame, "one & two");
        assert!(svg.contains("<title>one &amp; two</title>") && svg.contains(">a&lt;b</text>"), "{svg}");
        assert!(svg.contains("fill=\"#0102ff\"") && svg.contains("fill=\"#ff0000\""), "{svg}");
        // What may be drawn wider than a cell is placed by itself.
        assert!(
            svg.contains(">中</text>") && svg.contains("font-weight=\"bold\" text-decoration=\"underline\""),
            "{svg}"
        );
    }
}
