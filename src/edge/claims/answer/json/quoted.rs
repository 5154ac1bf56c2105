//! The inside of a text in quotes, character by character. Called by the reader of JSON.

use super::repair::{Repair, Repairs};

/// What stands around a text.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Quotes {
    Double,
    Single,
    Smart,
}

impl Quotes {
    /// The quotes that a character opens.
    pub fn opened_by(c: char) -> Option<Self> {
        match c {
            '"' => Some(Self::Double),
            '\'' => Some(Self::Single),
            '\u{201c}' | '\u{201d}' | '\u{201e}' => Some(Self::Smart),
            _ => None,
        }
    }

    fn closed_by(self, c: char) -> bool {
        match self {
            Self::Double => c == '"',
            Self::Single => c == '\'',
            Self::Smart => matches!(c, '\u{201c}' | '\u{201d}' | '"'),
        }
    }

    /// What it means to have met them.
    pub fn repair(self) -> Option<Repair> {
        match self {
            Self::Double => None,
            Self::Single => Some(Repair::SingleQuotes),
            Self::Smart => Some(Repair::SmartQuotes),
        }
    }
}

/// Whether a text is a key or a value.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Role {
    Key,
    Value,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Escape {
    None,
    Begun,
    /// So many hexadecimal digits, and what they make.
    Unicode(u8, u32),
}

/// A text that is being read.
#[derive(Debug)]
pub(super) struct Quoted {
    pub role: Role,
    pub quotes: Quotes,
    /// Whether a quote inside was taken for a part of it: then its end is less sure.
    pub doubtful: bool,
    text: String,
    escape: Escape,
    high: Option<u32>,
}

impl Quoted {
    pub fn new(role: Role, quotes: Quotes) -> Self {
        Self { role, quotes, doubtful: false, text: String::new(), escape: Escape::None, high: None }
    }

    /// A text whose end was none: what came since belongs to it.
    pub fn reopened(quotes: Quotes, text: String) -> Self {
        Self { role: Role::Value, quotes, doubtful: true, text, escape: Escape::None, high: None }
    }

    /// Whether it is a key that may still be one of ours.
    pub fn is_short_key(&self) -> bool {
        self.role == Role::Key && self.text.len() < 64
    }

    /// Takes a character; whether it ended the text. When nothing is kept, only the end is looked for.
    pub fn push(&mut self, c: char, keep: bool, repairs: &mut Repairs) -> bool {
        match self.escape {
            Escape::None if c == '\\' => self.escape = Escape::Begun,
            Escape::None if self.quotes.closed_by(c) => return true,
            Escape::None => {
                if c < ' ' {
                    repairs.add(Repair::RawControl);
                }
                self.put(c, keep, repairs);
            }
            Escape::Begun => self.escaped(c, keep, repairs),
            Escape::Unicode(digits, code) => match c.to_digit(16) {
                Some(digit) if digits == 3 => {
                    self.escape = Escape::None;
                    self.unit(code << 4 | digit, keep, repairs);
                }
                Some(digit) => self.escape = Escape::Unicode(digits + 1, code << 4 | digit),
                None => {
                    self.unfinished(keep, repairs);
                    return self.push(c, keep, repairs);
                }
            },
        }
        false
    }

    fn put(&mut self, c: char, keep: bool, repairs: &mut Repairs) {
        if self.high.take().is_some() {
            self.lone(keep, repairs);
        }
        if keep {
            self.text.push(c);
        }
    }

    /// Half of a pair.
    fn lone(&mut self, keep: bool, repairs: &mut Repairs) {
        repairs.add(Repair::LoneSurrogate);
        if keep {
            self.text.push('\u{fffd}');
        }
    }

    fn escaped(&mut self, c: char, keep: bool, repairs: &mut Repairs) {
        self.escape = Escape::None;
        let meant = match c {
            '"' | '\\' | '/' => c,
            '\'' if self.quotes == Quotes::Single => c,
            'n' => '\n',
            't' => '\t',
            'r' => '\r',
            'b' => '\u{8}',
            'f' => '\u{c}',
            'u' => {
                self.escape = Escape::Unicode(0, 0);
                return;
            }
            '\'' | '\n' => {
                repairs.add(Repair::BadEscape);
                c
            }
            _ => {
                repairs.add(Repair::BadEscape);
                self.put('\\', keep, repairs);
                c
            }
        };
        self.put(meant, keep, repairs);
    }

    /// `\u12` and then no digit: kept as it stands.
    fn unfinished(&mut self, keep: bool, repairs: &mut Repairs) {
        if let Escape::Unicode(digits, code) = self.escape {
            repairs.add(Repair::BadEscape);
            let digits = usize::from(digits);
            let shown = if digits == 0 { String::new() } else { format!("{code:0digits$x}") };
            for c in format!("\\u{shown}").chars() {
                self.put(c, keep, repairs);
            }
        }
        self.escape = Escape::None;
    }

    /// One unit of UTF-16.
    fn unit(&mut self, unit: u32, keep: bool, repairs: &mut Repairs) {
        match (self.high, unit) {
            (Some(high), 0xdc00..=0xdfff) => {
                self.high = None;
                let code = 0x10000 + ((high - 0xd800) << 10) + (unit - 0xdc00);
                self.put(char::from_u32(code).unwrap_or('\u{fffd}'), keep, repairs);
            }
            (_, 0xd800..=0xdbff) => {
                if self.high.replace(unit).is_some() {
                    self.lone(keep, repairs);
                }
            }
            (_, unit) => match char::from_u32(unit) {
                Some(c) => self.put(c, keep, repairs),
                None => self.lone(keep, repairs),
            },
        }
    }

    /// The text, when its end was met.
    pub fn finish(mut self, repairs: &mut Repairs) -> String {
        if self.high.is_some() {
            self.lone(true, repairs);
        }
        self.text
    }
}
