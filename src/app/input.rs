//! Terminal events -> the cockpit's messages.

use crossterm::event::{Event, KeyCode, KeyEvent, KeyEventKind, KeyModifiers};

use crate::{
    core::model::Time,
    ui::{self, Code, Key},
};

/// What an event means. `None` for events the cockpit does not know.
pub(super) fn message(event: Event, at: Time) -> Option<Input> {
    match event {
        Event::Key(key) if key.kind != KeyEventKind::Release => of_key(key).map(|key| Input::Key(key, at)),
        Event::Paste(text) => Some(Input::Other(ui::Msg::Paste(text, at))),
        Event::Resize(columns, rows) => Some(Input::Other(ui::Msg::Resize(columns, rows))),
        Event::Key(_) | Event::Mouse(_) | Event::FocusGained | Event::FocusLost => None,
    }
}

/// Keys pass the filter for the terminal's answers first.
#[derive(Debug)]
pub(super) enum Input {
    /// A key.
    Key(Key, Time),
    /// Anything else.
    Other(ui::Msg),
}

fn of_key(event: KeyEvent) -> Option<Key> {
    let ctrl = event.modifiers.contains(KeyModifiers::CONTROL);
    let alt = event.modifiers.contains(KeyModifiers::ALT);
    let code = match event.code {
        KeyCode::Char(c) => Code::Char(c),
        KeyCode::Enter => Code::Enter,
        KeyCode::Esc => Code::Esc,
        KeyCode::Tab => Code::Tab,
        KeyCode::BackTab => Code::BackTab,
        KeyCode::Backspace => Code::Backspace,
        KeyCode::Delete => Code::Delete,
        KeyCode::Left => Code::Left,
        KeyCode::Right => Code::Right,
        KeyCode::Up => Code::Up,
        KeyCode::Down => Code::Down,
        KeyCode::Home => Code::Home,
        KeyCode::End => Code::End,
        KeyCode::PageUp => Code::PageUp,
        KeyCode::PageDown => Code::PageDown,
        _ => return None,
    };
    Some(Key { code, ctrl, alt })
}
