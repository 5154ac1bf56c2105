//! A text field over `ratatui-textarea`: our keys in, plain text out.

use ratatui_textarea::{CursorMove, Input, Key as AreaKey, TextArea};

use super::key::{Code, Key};

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
        area.set_tab_length(4);
        area.move_cursor(CursorMove::Bottom);
        area.move_cursor(CursorMove::End);
        Self { area }
    }

    /// The text as it stands.
    pub fn text(&self) -> String {
        self.area.lines().join("\n")
    }

    /// Takes a key, with the usual editing keys.
    pub fn press(&mut self, key: Key) {
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
            Code::Esc | Code::BackTab => return,
        };
        self.area.input(Input { key: code, ctrl: key.ctrl, alt: key.alt, shift: false });
    }

    /// Takes pasted text in one piece, one step of undo.
    pub fn paste(&mut self, text: &str) {
        let text = text.replace("\r\n", "\n").replace('\r', "\n");
        let lines: Vec<String> = text.split('\n').map(clean).collect();
        self.area.insert_str(lines.join("\n"));
    }

    /// For drawing.
    pub fn area(&self) -> &TextArea<'static> {
        &self.area
    }
}

/// Pasted control characters would be drawn raw: they are left out, tabs stay.
fn clean(line: &str) -> String {
    line.chars().filter(|c| *c == '\t' || !c.is_control()).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_paste_with_escapes_and_carriage_returns_is_plain_lines() {
        let mut field = Field::new("");
        field.paste("a\r\nb\x1b[31mred\rc\td");
        assert_eq!(field.text(), "a\nb[31mred\nc\td");
    }

    #[test]
    fn typing_goes_to_the_end_of_the_text_it_began_with() {
        let mut field = Field::new("one\ntwo");
        field.press(Key::char('!'));
        assert_eq!(field.text(), "one\ntwo!");
    }
}
