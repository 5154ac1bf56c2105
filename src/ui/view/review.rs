//! Draws the Review view, and the confirmation over its lower part.

use ratatui::{Frame, buffer::Buffer, layout::Rect, widgets::Clear};

use crate::{
    core::text,
    session::Session,
    ui::{Ui, deliver, layout, review::ReviewRow, theme::Ink},
};

/// The rows from the top on, wrapped.
pub(super) fn draw(ui: &Ui, buffer: &mut Buffer) {
    let area = layout::whole(ui);
    let width = usize::from(area.width.saturating_sub(2)).max(1);
    let mut y = area.y;
    for row in ui.noted.review.rows.iter().skip(ui.noted.review.top) {
        for line in wrapped(row, width) {
            if y >= area.bottom() {
                return;
            }
            buffer.set_stringn(area.x + 1, y, line, width, ui.theme().ink(row.ink));
            y += 1;
        }
    }
}

/// A logical line has at least one row.
fn wrapped(row: &ReviewRow, width: usize) -> Vec<String> {
    let room = width.saturating_sub(text::width(&row.lead)).max(1);
    let rows = text::wrap(&row.text, room);
    let rows = if rows.is_empty() { vec![String::new()] } else { rows };
    rows.into_iter().map(|words| format!("{}{words}", row.lead)).collect()
}

/// The confirmation.
pub(super) fn confirmation(session: &Session, ui: &Ui, frame: &mut Frame<'_>, area: Rect) {
    let theme = ui.theme();
    let inner = usize::from(area.width.saturating_sub(4)).max(1);
    let keys = deliver::keys(session).iter().map(|row| format!("{} {}", row.key, row.words)).collect::<Vec<_>>();
    let keys = [keys, vec!["Esc back".to_owned()]].concat().join(" · ");
    let said = deliver::lines(session).into_iter().chain([(Ink::Key, keys)]);
    let rows: Vec<(Ink, String)> =
        said.flat_map(|(ink, words)| text::wrap(&words, inner).into_iter().map(move |row| (ink, row))).collect();
    let rows = within(rows, usize::from(area.height).max(1));
    let height = u16::try_from(rows.len()).unwrap_or(area.height);
    let panel = Rect { y: area.bottom().saturating_sub(height), height, ..area };
    frame.render_widget(Clear, panel);
    let buffer = frame.buffer_mut();
    for (y, (ink, row)) in (panel.y..panel.bottom()).zip(rows) {
        let ground = if ink == Ink::Strong { Ink::Bar } else { Ink::Plain };
        buffer.set_style(Rect { y, height: 1, ..panel }, theme.ink(ground));
        buffer.set_stringn(panel.x + 2, y, row, inner, theme.ink(ink));
    }
}

/// The first rows and those of the keys, which must stay; how many have no room between them is said.
fn within(mut rows: Vec<(Ink, String)>, most: usize) -> Vec<(Ink, String)> {
    let over = rows.len().saturating_sub(most);
    if over == 0 {
        return rows;
    }
    let keys = rows.iter().rev().take_while(|(ink, _)| *ink == Ink::Key).count();
    let end = rows.len() - keys;
    let start = end.saturating_sub(over + 1);
    let words = format!("… {} rows have no room: the view behind this has them all", end - start);
    rows.splice(start..end, [(Ink::Warning, words)]);
    rows
}
