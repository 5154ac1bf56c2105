//! The editor below the diff, and the palette's list above the footer.

use ratatui::{
    Frame,
    layout::Rect,
    text::Line,
    widgets::{Clear, Widget},
};

use crate::{
    core::text,
    session::Session,
    ui::{Ui, editor::Editor, field::Field, state::Ask, theme::Ink, update::palette_rows},
};

/// Rows of the palette at most.
const PALETTE: usize = 10;

/// Columns of an action's id, and of its words at most: its keys stand near them in a wide window.
const NAME: usize = 16;
const WORDS: usize = 70;

/// The text being written, under a heading.
pub(super) fn editor(session: &Session, ui: &Ui, editor: &Editor, frame: &mut Frame<'_>, area: Rect) {
    let theme = ui.theme();
    frame.render_widget(Clear, area);
    frame.buffer_mut().set_style(area, ui.theme().screen());
    let heading = Rect { height: 1, ..area };
    let buffer = frame.buffer_mut();
    buffer.set_style(heading, theme.ink(Ink::Bar));
    let draft = if session.drafts.contains_key(&editor.key) { "  ✎ draft kept" } else { "" };
    let words = text::one_line(&format!(" ✎ {}{draft}", editor.heading), usize::from(area.width));
    buffer.set_stringn(heading.x, heading.y, words, usize::from(area.width), theme.ink(Ink::Own));
    let inner = Rect { x: area.x + 1, y: area.y + 1, width: area.width.saturating_sub(2), height: area.height - 1 };
    editor.field.area().render(inner, frame.buffer_mut());
}

/// Actions that fit what is typed; the chosen one is marked.
pub(super) fn palette(ui: &Ui, (ask, field, chosen): (Ask, &Field, usize), frame: &mut Frame<'_>, area: Rect) {
    if ask != Ask::Command {
        return;
    }
    let typed = field.text();
    if typed.trim().parse::<u32>().is_ok() {
        return;
    }
    let rows = palette_rows(typed.trim());
    let count = rows.len().min(PALETTE).min(usize::from(area.height));
    let chosen = chosen.min(rows.len().saturating_sub(1));
    let first = chosen.saturating_sub(count.saturating_sub(1));
    let list = Rect { y: area.bottom() - count as u16, height: count as u16, ..area };
    frame.render_widget(Clear, list);
    frame.buffer_mut().set_style(list, ui.theme().screen());
    let shown = rows.iter().skip(first).take(count);
    let keys_of = |id| ui.chord.map().all(id);
    let columns = shown.clone().map(|row| text::width(&keys_of(row.id))).max().unwrap_or(0);
    let room = usize::from(area.width).saturating_sub(NAME + columns + 5);
    for (at, row) in shown.enumerate() {
        let line = Rect { y: list.y + at as u16, height: 1, ..list };
        let keys = keys_of(row.id);
        let mark = if first + at == chosen { "▶" } else { " " };
        let words = super::padded(row.words, room.min(WORDS));
        let words = format!("{mark} {:<NAME$} {words} {keys}", row.id);
        let words = Line::raw(text::one_line(&words, usize::from(line.width)));
        frame.buffer_mut().set_line(line.x, line.y, &words, line.width);
        let ink = if first + at == chosen { Ink::Selected } else { Ink::Bar };
        frame.buffer_mut().set_style(line, ui.theme().ink(ink));
    }
}
