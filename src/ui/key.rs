//! A key as the cockpit sees it, and its notation in the action table (`C-d`, `gg`, `PgDn`).

use std::fmt;

/// Which key.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[allow(missing_docs, reason = "the names of the keys say it")]
pub enum Code {
    Char(char),
    Enter,
    Esc,
    Tab,
    BackTab,
    Backspace,
    Delete,
    Left,
    Right,
    ShiftLeft,
    ShiftRight,
    Up,
    Down,
    Home,
    End,
    PageUp,
    PageDown,
}

/// A key with its modifiers. Shift is part of the character.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Key {
    /// Which key.
    pub code: Code,
    /// Control held.
    pub ctrl: bool,
    /// Alt held. No action needs it; editors use it.
    pub alt: bool,
}

/// Names in the notation.
const NAMED: [(&str, Code); 17] = [
    ("S-Left", Code::ShiftLeft),
    ("S-Right", Code::ShiftRight),
    ("Space", Code::Char(' ')),
    ("Enter", Code::Enter),
    ("Esc", Code::Esc),
    ("Tab", Code::Tab),
    ("S-Tab", Code::BackTab),
    ("Backspace", Code::Backspace),
    ("Del", Code::Delete),
    ("Left", Code::Left),
    ("Right", Code::Right),
    ("Up", Code::Up),
    ("Down", Code::Down),
    ("Home", Code::Home),
    ("End", Code::End),
    ("PgUp", Code::PageUp),
    ("PgDn", Code::PageDown),
];

impl Key {
    /// A key without modifiers.
    pub const fn plain(code: Code) -> Self {
        Self { code, ctrl: false, alt: false }
    }

    /// A character.
    pub const fn char(c: char) -> Self {
        Self::plain(Code::Char(c))
    }

    /// A character with control.
    pub const fn ctrl(c: char) -> Self {
        Self { code: Code::Char(c), ctrl: true, alt: false }
    }

    /// Every name there is, and its key.
    pub fn names() -> impl Iterator<Item = (&'static str, Self)> {
        NAMED.iter().map(|(name, code)| (*name, Self::plain(*code)))
    }

    /// Reads a name such as `Space` or `C-d`.
    pub fn named(text: &str) -> Option<Self> {
        if let Some((_, code)) = NAMED.iter().find(|(name, _)| *name == text) {
            return Some(Self::plain(*code));
        }
        let mut chars = text.strip_prefix("C-")?.chars();
        match (chars.next(), chars.next()) {
            (Some(c), None) => Some(Self::ctrl(c)),
            _ => None,
        }
    }
}

impl fmt::Display for Key {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.ctrl {
            f.write_str("C-")?;
        }
        if let Some((name, _)) = NAMED.iter().find(|(_, code)| *code == self.code) {
            return f.write_str(name);
        }
        match self.code {
            Code::Char(c) => write!(f, "{c}"),
            other => write!(f, "{other:?}"),
        }
    }
}
