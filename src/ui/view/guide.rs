//! The twelve keys to begin with, over the last rows of the body. Shown once, and by the palette. Not here: when
//! (`update`, `app`). Called by `view`.

use ratatui::{
    Frame,
    layout::Rect,
    text::{Line, Span},
    widgets::Clear,
};

use crate::{
    core::text,
    ui::{Ui, theme::Ink},
};

/// Actions and what they are for, column by column.
const KEYS: [(&str, &str); 12] = [
    ("down", "line by line"),
    ("next-card", "next finding, comment"),
    ("next-hotspot", "next risky place"),
    ("viewed", "file viewed, next one"),
    ("accept", "accept the finding"),
    ("drop", "drop it, with a reason"),
    ("edit", "edit its words"),
    ("comment", "comment on the line"),
    ("undo", "undo a decision"),
    ("next-view", "next view: the queue"),
    ("publish", "publish: asks first"),
    ("help", "every key"),
];

/// Columns of one entry at least.
const ENTRY: usize = 30;
/// Columns of its key, and before it.
const KEY: usize = 11;

pub(super) fn draw(ui: &Ui, frame: &mut Frame<'_>, body: Rect) {
    let theme = ui.theme();
    let columns = (usize::from(body.width) / ENTRY).clamp(1, 3);
    let entry = usize::from(body.width) / columns;
    let rows = KEYS.len().div_ceil(columns);
    let height = (rows as u16 + 2).min(body.height);
    let panel = Rect { y: body.bottom() - height, height, ..body };
    frame.render_widget(Clear, panel);
    let buffer = frame.buffer_mut();
    buffer.set_style(panel, theme.screen());
    buffer.set_style(Rect { height: 1, ..panel }, theme.ink(Ink::Bar));
    let head = " Twelve keys to begin with · Esc closes, any other key works";
    let head = text::one_line(head, usize::from(panel.width));
    buffer.set_stringn(panel.x, panel.y, head, usize::from(panel.width), theme.ink(Ink::Strong));
    for row in 0..rows.min(usize::from(height).saturating_sub(1)) {
        let entries = (0..columns).filter_map(|column| KEYS.get(column * rows + row));
        let spans = entries.flat_map(|(id, words)| {
            let keys = if *id == "down" { ui.chord.map().up_and_down() } else { ui.key(id) };
            let gap = " ".repeat((KEY - 2).saturating_sub(text::width(&keys)));
            let words = super::padded(words, entry.saturating_sub(KEY + 1));
            [Span::styled(format!("  {keys}{gap}"), theme.ink(Ink::Key)), Span::raw(format!("{words} "))]
        });
        buffer.set_line(panel.x, panel.y + 1 + row as u16, &Line::from(spans.collect::<Vec<_>>()), panel.width);
    }
    if usize::from(height) > rows + 1 {
        let again = format!("  {} shows this again", ui.key("guide"));
        buffer.set_stringn(panel.x, panel.bottom() - 1, again, usize::from(panel.width), theme.ink(Ink::Dim));
    }
}
