//! A reason to drop a finding that has several lines or a long one: all of it, above the bottom. A short one stands in the
//! footer.
//! Called by `footer`.

use ratatui::{
    Frame,
    layout::Rect,
    widgets::{Clear, Widget},
};

use crate::{
    core::text,
    ui::{Ui, field::Field, theme::Ink},
};

/// What its keys do.
const KEYS: &str = "Enter drops with it · Esc keep as draft · C-x discard · C-u undo";

/// Rows of it at most; longer ones scroll.
const MOST: u16 = 8;

/// Draws it; false when it fits into one line.
pub(super) fn draw(ui: &Ui, frame: &mut Frame<'_>, footer: Rect, (label, field): (&str, &Field)) -> bool {
    let width = footer.width.saturating_sub(2);
    let lines = field.rows(width.saturating_sub(label.len() as u16 + 2), 2);
    let rows = (field.rows(width, usize::from(MOST)) as u16).min(footer.bottom().saturating_sub(1));
    if lines < 2 || rows == 0 {
        return false;
    }
    let area = Rect { y: footer.bottom().saturating_sub(rows + 1), height: rows + 1, ..footer };
    frame.render_widget(Clear, area);
    frame.buffer_mut().set_style(area, ui.theme().screen());
    let head = Rect { height: 1, ..area };
    let words = format!(" {label} {KEYS}");
    let words = text::one_line(&words, usize::from(area.width));
    let buffer = frame.buffer_mut();
    buffer.set_style(head, ui.theme().ink(Ink::Bar));
    buffer.set_stringn(head.x, head.y, words, usize::from(head.width), ui.theme().ink(Ink::Strong));
    let inner = Rect { x: area.x + 1, y: area.y + 1, width, height: rows };
    field.area().render(inner, buffer);
    true
}

/// What the keys do, right of a reason of one line that takes so many columns, while there is room.
pub(super) fn hint(ui: &Ui, frame: &mut Frame<'_>, footer: Rect, taken: usize) {
    let columns = text::width(KEYS) + 1;
    if taken + columns + 6 <= usize::from(footer.width) {
        let x = footer.right().saturating_sub(u16::try_from(columns).unwrap_or(0));
        frame.buffer_mut().set_stringn(x, footer.y, KEYS, columns, ui.theme().ink(Ink::Dim));
    }
}
