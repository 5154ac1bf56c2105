//! A message that is wider than its room beside the place in the bottom line: all of it. Called by `footer`.

use ratatui::{
    Frame,
    layout::Rect,
    style::Style,
    widgets::{Clear, Widget},
};

use crate::{
    core::text,
    ui::{Ui, state::Mode, theme::Ink},
};

/// Rows at most: the line of the cursor stays in sight.
const MOST: usize = 4;

/// Draws a message that has no room beside the place: in all of the bottom line but `kept` columns at its end, and in rows
/// above where that is not enough: how many rows that takes. `None` when it fits beside the place, there is none, or
/// something else is open.
pub(super) fn draw(ui: &Ui, frame: &mut Frame<'_>, footer: Rect, (room, kept): (usize, usize)) -> Option<u16> {
    let message = ui.message.as_ref().filter(|_| matches!(ui.mode, Mode::Normal))?;
    if text::width(&message.text) <= room {
        return None;
    }
    let rows = divided(&message.text, usize::from(footer.width).saturating_sub(2 + kept));
    let count = u16::try_from(rows.len()).unwrap_or(1).clamp(1, footer.bottom().max(1));
    let area = Rect { y: footer.bottom().saturating_sub(count), height: count, ..footer };
    Clear.render(area, frame.buffer_mut());
    frame.buffer_mut().set_style(area, ui.theme().ink(Ink::Bar));
    for (row, y) in rows.iter().zip(area.y..area.bottom()) {
        frame.buffer_mut().set_stringn(area.x + 1, y, row, usize::from(area.width.saturating_sub(1)), style(ui));
    }
    Some(count)
}

/// How the message is written.
pub(super) fn style(ui: &Ui) -> Style {
    let is_warning = ui.message.as_ref().is_some_and(|message| message.warning);
    ui.theme().ink(if is_warning { Ink::Warning } else { Ink::Plain })
}

/// A message in rows of such a width, as many as are drawn.
fn divided(message: &str, width: usize) -> Vec<String> {
    let mut rows = text::wrap(message, width.max(1));
    if rows.len() > MOST {
        let rest = rows.split_off(MOST - 1).join(" ");
        rows.push(text::one_line(&rest, width.max(1)));
    }
    rows
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_word_of_a_message_is_lost_while_there_are_rows_for_it() {
        let message = "hotspot 1 of 8 · risk 80 · public-contract-changed: it is gone while others may rely on it";
        for width in [78, 58, 120, 40] {
            let rows = divided(message, width);
            assert!(rows.iter().all(|row| text::width(row) <= width), "{rows:?}");
            let all = rows.join(" ");
            assert_eq!(all.split_whitespace().collect::<Vec<_>>(), message.split_whitespace().collect::<Vec<_>>());
        }
        let rows = divided(&"word ".repeat(200), 40);
        assert_eq!((rows.len(), rows[MOST - 1].ends_with('…')), (MOST, true));
    }
}
