//! A text field over `ratatui-textarea`: our keys in, plain text out.

use ratatui::buffer::CellWidth;
use ratatui_textarea::{CursorMove, Input, Key as AreaKey, TextArea, WrapMode};
use unicode_segmentation::UnicodeSegmentation;

use super::key::{Code, Key};

/// Columns of a tab.
const TAB: usize = 4;

/// Editable text.
#[derive(Debug, Clone)]
pub struct Field {
    area: TextArea<'static>,
}

impl Field {
    /// A field with text in it, the cursor at the end.
    pub fn new(text: &str) -> Self {
        let lines: Vec<String> = text.split('\n').map(clean).collect();
        let mut area = TextArea::new(lines);
        area.set_cursor_line_style(ratatui::style::Style::default());
        area.set_tab_length(TAB as u8);
        area.set_wrap_mode(WrapMode::WordOrGlyph);
        area.move_cursor(CursorMove::Bottom);
        area.move_cursor(CursorMove::End);
        Self { area }
    }

    /// The text as it stands.
    pub fn text(&self) -> String {
        self.area.lines().join("\n")
    }

    /// Takes a key, with the usual editing keys. Whether the text is another one now.
    pub fn press(&mut self, key: Key) -> bool {
        let code = match key.code {
            Code::Char(c) => AreaKey::Char(c),
            Code::Enter => AreaKey::Enter,
            Code::Tab => AreaKey::Tab,
            Code::Backspace => AreaKey::Backspace,
            Code::Delete => AreaKey::Delete,
            Code::Left => AreaKey::Left,
            Code::Right => AreaKey::Right,
            Code::Up => AreaKey::Up,
            Code::Down => AreaKey::Down,
            Code::Home => AreaKey::Home,
            Code::End => AreaKey::End,
            Code::PageUp => AreaKey::PageUp,
            Code::PageDown => AreaKey::PageDown,
            Code::ShiftLeft => AreaKey::Left,
            Code::ShiftRight => AreaKey::Right,
            Code::Esc | Code::BackTab => return false,
        };
        self.area.input(Input { key: code, ctrl: key.ctrl, alt: key.alt, shift: false })
    }

    /// Takes pasted text in one piece, one step of undo.
    pub fn paste(&mut self, text: &str) {
        let text = text.replace("\r\n", "\n").replace('\r', "\n");
        let lines: Vec<String> = text.split('\n').map(clean).collect();
        self.area.insert_str(lines.join("\n"));
    }

    /// Rows that the text takes when it is drawn so many columns wide; counted no further than `most`.
    pub fn rows(&self, width: u16, most: usize) -> usize {
        let width = usize::from(width.max(1));
        let mut rows = 0;
        for line in self.area.lines() {
            rows += rows_of(line, width, most.saturating_sub(rows));
            if rows >= most {
                return most;
            }
        }
        rows
    }

    /// For drawing.
    pub fn area(&self) -> &TextArea<'static> {
        &self.area
    }
}

/// Rows of a line that goes on below between words, and within a word that is wider than a row; no further than `most`.
/// As the text area divides it.
fn rows_of(line: &str, width: usize, most: usize) -> usize {
    // Rows that are full, and the column behind what stands in the next one.
    let (mut rows, mut begun) = (0, None);
    for word in line.split_word_bounds() {
        if let Some(end) = begun.map(|column| end_of(word, column)).filter(|end| *end <= width) {
            begun = Some(end);
            continue;
        }
        rows += usize::from(begun.is_some());
        begun = Some(end_of(word, 0)).filter(|end| *end <= width);
        rows += if begun.is_none() { rows_of_word(word, width) } else { 0 };
        if rows >= most {
            return rows;
        }
    }
    (rows + usize::from(begun.is_some())).max(1)
}

/// Rows of a word that is wider than one.
fn rows_of_word(word: &str, width: usize) -> usize {
    let (mut rows, mut column) = (1, 0);
    for piece in word.graphemes(true) {
        let end = end_of(piece, column);
        let goes_on = column > 0 && end > width;
        rows += usize::from(goes_on);
        column = if goes_on { end_of(piece, 0) } else { end };
    }
    rows
}

/// The column behind a text that begins at a column.
fn end_of(text: &str, column: usize) -> usize {
    text.chars().fold(column, |column, c| match c {
        '\t' => column + TAB - column % TAB,
        _ => column + usize::from(c.encode_utf8(&mut [0; 4]).cell_width()),
    })
}

/// Pasted control characters would be drawn raw: they are left out, tabs stay.
fn clean(line: &str) -> String {
    line.chars().filter(|c| *c == '\t' || !c.is_control()).collect()
}

#[cfg(test)]
mod tests {
    use ratatui::{buffer::Buffer, layout::Rect, widgets::Widget};

    use super::*;

    #[test]
    fn a_paste_with_escapes_and_carriage_returns_is_plain_lines() {
        let mut field = Field::new("");
        field.paste("a\r\nb\x1b[31mred\rc\td");
        assert_eq!(field.text(), "a\nb[31mred\nc\td");
    }

    /// A text, its width on the screen and the rows that the text area makes of it.
    fn drawn(text: &str, width: u16) -> usize {
        let field = Field::new(text);
        let mut buffer = Buffer::empty(Rect::new(0, 0, width, 60));
        Widget::render(field.area(), buffer.area, &mut buffer);
        field.area().screen_cursor().row + 1
    }

    proptest::proptest! {
        #[test]
        fn rows_are_counted_as_they_are_drawn(text in "([a-z]{1,14}[ .,-]{0,2}|\t|\n|漢字|é|👍🏽|ｶﾞ){0,30}", width in 1_u16..30) {
            let field = Field::new(&text);
            proptest::prop_assert_eq!(field.rows(width, 1000), drawn(&text, width));
            proptest::prop_assert!(field.rows(width, 3) <= 3);
        }
    }

    #[test]
    fn typing_goes_to_the_end_of_the_text_it_began_with() {
        let mut field = Field::new("one\ntwo");
        field.press(Key::char('!'));
        assert_eq!(field.text(), "one\ntwo!");
    }
}
