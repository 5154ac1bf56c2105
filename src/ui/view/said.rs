//! A message that is wider than its room in the bottom line: all of it, in rows above. Called by `footer`.

use ratatui::{
    Frame,
    layout::Rect,
    style::Style,
    text::Span,
    widgets::{Clear, Widget},
};

use crate::{
    core::text,
    ui::{Ui, state::Mode, theme::Ink},
};

/// Rows above the bottom line at most: the line of the cursor stays in sight.
const MOST: usize = 3;

/// Draws the rows above the bottom line, while nothing else is open, and gives what stands in it; `None` when the message
/// fits there whole, or there is none.
pub(super) fn draw(ui: &Ui, frame: &mut Frame<'_>, footer: Rect, room: usize) -> Option<Span<'static>> {
    let message = ui.message.as_ref().filter(|_| matches!(ui.mode, Mode::Normal))?;
    if text::width(&message.text) <= room {
        return None;
    }
    let (rows, last) = divided(&message.text, usize::from(footer.width.saturating_sub(2)), room);
    let count = u16::try_from(rows.len()).unwrap_or(0).min(footer.y);
    let area = Rect { y: footer.y - count, height: count, ..footer };
    Clear.render(area, frame.buffer_mut());
    frame.buffer_mut().set_style(area, ui.theme().ink(Ink::Bar));
    for (row, y) in rows.iter().zip(area.y..area.bottom()) {
        frame.buffer_mut().set_stringn(area.x + 1, y, row, usize::from(area.width.saturating_sub(1)), style(ui));
    }
    Some(Span::styled(last, style(ui)))
}

/// How the message is written.
pub(super) fn style(ui: &Ui) -> Style {
    let is_warning = ui.message.as_ref().is_some_and(|message| message.warning);
    ui.theme().ink(if is_warning { Ink::Warning } else { Ink::Plain })
}

/// Divides a message into rows of such a width and what stands in the bottom line, which has less room.
fn divided(message: &str, width: usize, room: usize) -> (Vec<String>, String) {
    let mut above = Vec::new();
    let mut rest = message.to_owned();
    while text::width(&rest) > room && above.len() < MOST {
        let mut rows = text::wrap(&rest, width.max(1)).into_iter();
        above.push(rows.next().unwrap_or_default());
        rest = rows.collect::<Vec<_>>().join(" ");
    }
    (above, text::one_line(&rest, room))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_word_of_a_message_is_lost_while_there_are_rows_for_it() {
        let message = "hotspot 1 of 8 · risk 80 · public-contract-changed: it is gone while others may rely on it";
        for (width, room) in [(78, 60), (58, 30), (120, 100), (40, 30)] {
            let (above, last) = divided(message, width, room);
            assert!(above.iter().all(|row| text::width(row) <= width) && text::width(&last) <= room);
            let all = [above.as_slice(), &[last]].concat().join(" ");
            assert_eq!(all.split_whitespace().collect::<Vec<_>>(), message.split_whitespace().collect::<Vec<_>>());
        }
        let (above, last) = divided(&"word ".repeat(200), 40, 30);
        assert_eq!((above.len(), last.ends_with('…')), (MOST, true));
    }
}
