//! Draws a question over the lower part of the body: what is asked, what it is about, the keys.

use ratatui::{Frame, layout::Rect, widgets::Clear};

use crate::{
    core::text,
    ui::{Ui, question::Question, theme::Ink},
};

/// Columns at most.
const WIDEST: u16 = 104;

pub(super) fn draw(ui: &Ui, frame: &mut Frame<'_>, area: Rect, question: &Question) {
    let theme = ui.theme();
    let width = area.width.min(WIDEST);
    let inner = usize::from(width.saturating_sub(4)).max(1);
    let mut asked = text::wrap(&question.words, inner);
    let detail = match question.detail.is_empty() {
        true => Vec::new(),
        false => text::wrap(&question.detail, inner.saturating_sub(2).max(1)),
    };
    // The question and its keys come before what it is about.
    let most = usize::from(area.height);
    asked.truncate(most.saturating_sub(1).max(1));
    let room = most.saturating_sub(asked.len() + 1);
    let shown = detail.len().min(room);
    let skip = usize::from(question.top).min(detail.len() - shown);
    let height = (asked.len() + shown + 1).min(most) as u16;
    let panel = Rect { y: area.bottom().saturating_sub(height), width, height, ..area };
    frame.render_widget(Clear, panel);
    frame.buffer_mut().set_style(panel, ui.theme().screen());
    let buffer = frame.buffer_mut();
    let keys = match detail.len() > shown {
        true => format!("y {} · n {} · Down Up scroll ({} rows)", question.yes.0, question.no.0, detail.len()),
        false => format!("y {} · n {}", question.yes.0, question.no.0),
    };
    let rows = asked
        .into_iter()
        .map(|row| (row, Ink::Strong))
        .chain(detail.into_iter().skip(skip).take(shown).map(|row| (format!("│ {row}"), Ink::Plain)));
    let mut y = panel.y;
    for (row, ink) in rows.chain([(text::one_line(&keys, inner), Ink::Key)]) {
        if y < panel.bottom() {
            buffer.set_style(
                Rect { y, height: 1, ..panel },
                theme.ink(if ink == Ink::Strong { Ink::Bar } else { Ink::Plain }),
            );
            buffer.set_stringn(panel.x + 2, y, row, inner, theme.ink(ink));
            y += 1;
        }
    }
}
