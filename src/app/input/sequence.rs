//! The one key at the front of some bytes: characters, control characters, escape sequences of xterm and its kin; or
//! what a mouse did.
//! Not here: what is around keys (pastes, answers: `super`).

use crate::ui::{Code, Deed, Key, Mouse, Turn};

/// What stands at the front, with how many bytes it takes.
#[derive(Debug, PartialEq, Eq)]
pub(super) enum Step {
    /// More bytes are needed to tell.
    More,
    /// A key.
    Key(usize, Key),
    /// A mouse did something.
    Mouse(usize, Mouse),
    /// Something the cockpit does not know.
    Nothing(usize),
    /// A paste begins.
    Paste(usize),
    /// An answer of the terminal begins (OSC with a number).
    Answer(usize),
}

/// Longest sequence that is waited for, in bytes.
const LONGEST: usize = 32;

const ESC: u8 = 0x1b;

/// Reads the front of the bytes.
pub(super) fn key(bytes: &[u8]) -> Step {
    match bytes {
        [] | [ESC] => Step::More,
        [ESC, b'[', ..] => csi(bytes),
        [ESC, b']' | b'O'] => Step::More,
        [ESC, b'O', end, ..] => known(3, letter(*end, 1)),
        [ESC, b']', b'0'..=b'9', ..] => Step::Answer(2),
        [ESC, ESC, ..] => Step::Key(1, Key::plain(Code::Esc)),
        [ESC, rest @ ..] => match character(rest) {
            Step::Key(taken, key) => Step::Key(taken + 1, Key { alt: true, ..key }),
            Step::Nothing(_) => Step::Key(1, Key::plain(Code::Esc)),
            other => other,
        },
        _ => character(bytes),
    }
}

fn known(taken: usize, key: Option<Key>) -> Step {
    key.map_or(Step::Nothing(taken), |key| Step::Key(taken, key))
}

/// A character, in UTF-8, or a control character.
fn character(bytes: &[u8]) -> Step {
    let Some(first) = bytes.first() else { return Step::More };
    let length = match first {
        0x00..=0x1f | 0x7f => return Step::Key(1, control(*first)),
        0x20..=0x7e => 1,
        0xc2..=0xdf => 2,
        0xe0..=0xef => 3,
        0xf0..=0xf4 => 4,
        0x80..=0xc1 | 0xf5..=0xff => return Step::Nothing(1),
    };
    let Some(all) = bytes.get(..length) else {
        let broken = bytes.iter().skip(1).any(|byte| byte & 0xc0 != 0x80);
        return if broken { Step::Nothing(1) } else { Step::More };
    };
    match std::str::from_utf8(all).ok().and_then(|text| text.chars().next()) {
        Some(c) => Step::Key(length, Key::char(c)),
        None => Step::Nothing(1),
    }
}

fn control(byte: u8) -> Key {
    match byte {
        b'\r' => Key::plain(Code::Enter),
        b'\t' => Key::plain(Code::Tab),
        0x7f => Key::plain(Code::Backspace),
        0x00 => Key::ctrl(' '),
        0x01..=0x1a => Key::ctrl(char::from(byte + 0x60)),
        _ => Key::ctrl(char::from(byte.saturating_add(0x18))),
    }
}

/// `ESC [`, parameters, a last byte.
fn csi(bytes: &[u8]) -> Step {
    let body = bytes.get(2..).unwrap_or(&[]);
    let length = body.iter().take_while(|byte| (0x20..=0x3f).contains(*byte)).count();
    let parameters = body.get(..length).unwrap_or(&[]);
    let taken = length + 3;
    match body.get(length) {
        None if length < LONGEST => Step::More,
        // The function keys of the Linux console have a letter more, old mouse reports three bytes more.
        Some(b'[') if length == 0 => more(bytes, taken + 1),
        Some(b'M') if length == 0 => more(bytes, taken + 3),
        Some(end @ 0x40..=0x7e) => sequence(taken, parameters, *end),
        None | Some(_) => Step::Nothing(length + 2),
    }
}

fn more(bytes: &[u8], needed: usize) -> Step {
    if bytes.len() < needed { Step::More } else { Step::Nothing(needed) }
}

fn sequence(taken: usize, parameters: &[u8], end: u8) -> Step {
    let text = std::str::from_utf8(parameters).unwrap_or("");
    if let (Some(report), b'M' | b'm') = (text.strip_prefix('<'), end) {
        return mouse(report, end == b'M').map_or(Step::Nothing(taken), |mouse| Step::Mouse(taken, mouse));
    }
    let mut numbers = text.split(';').map(|part| part.parse::<u16>().unwrap_or(1));
    let (first, modifier) = (numbers.next().unwrap_or(1), numbers.next().unwrap_or(1));
    match (end, first) {
        // Private sequences answer questions or report a mouse; none is a key.
        _ if text.starts_with(['<', '=', '>', '?']) => Step::Nothing(taken),
        (b'~', 200) => Step::Paste(taken),
        (b'~', _) => known(taken, tilde(first, modifier)),
        _ => known(taken, letter(end, modifier)),
    }
}

/// A report of SGR mode (1006): `BUTTON;COLUMN;ROW`, counted from 1. Buttons but the left one, and moves without a
/// button, are nothing.
fn mouse(report: &str, down: bool) -> Option<Mouse> {
    let mut numbers = report.split(';').map(|part| part.parse::<u16>().ok());
    let (button, column, row) = (numbers.next()??, numbers.next()??, numbers.next()??);
    if numbers.next().is_some() {
        return None;
    }
    // 4, 8 and 16 are shift, alt and control.
    let deed = match (button & !0b1_1100, down) {
        (0, true) => Deed::Press,
        (32, true) => Deed::Drag,
        (0..=2, false) => Deed::Release,
        (64, true) => Deed::Wheel(Turn::Up),
        (65, true) => Deed::Wheel(Turn::Down),
        (66, true) => Deed::Wheel(Turn::Left),
        (67, true) => Deed::Wheel(Turn::Right),
        _ => return None,
    };
    Some(Mouse { deed, column: column.checked_sub(1)?, row: row.checked_sub(1)? })
}

fn tilde(number: u16, modifier: u16) -> Option<Key> {
    let code = match number {
        1 | 7 => Code::Home,
        4 | 8 => Code::End,
        3 => Code::Delete,
        5 => Code::PageUp,
        6 => Code::PageDown,
        _ => return None,
    };
    Some(modified(code, modifier))
}

fn letter(end: u8, modifier: u16) -> Option<Key> {
    let code = match end {
        b'A' => Code::Up,
        b'B' => Code::Down,
        b'C' => Code::Right,
        b'D' => Code::Left,
        b'H' => Code::Home,
        b'F' => Code::End,
        b'Z' => Code::BackTab,
        b'M' => Code::Enter,
        _ => return None,
    };
    Some(modified(code, modifier))
}

/// xterm's modifier parameter: 1 + shift 1 + alt 2 + control 4.
fn modified(code: Code, modifier: u16) -> Key {
    let bits = modifier.saturating_sub(1);
    let code = match (code, bits & 1) {
        (Code::Left, 1) => Code::ShiftLeft,
        (Code::Right, 1) => Code::ShiftRight,
        (code, _) => code,
    };
    Key { code, ctrl: bits & 4 != 0, alt: bits & 2 != 0 }
}
