//! Keys as a person writes them in their settings -> keys; what a plain terminal cannot send is refused with the reason.
//! Called by `super`.

use unicode_width::UnicodeWidthChar;

use crate::{
    core::text::{nearest, one_line},
    ui::key::{Code, Key},
};

/// What is wrong, and what to write instead.
pub(super) type Wrong = (String, String);

/// How keys are written, for remedies.
pub(super) const HOW: &str = "write a character (\"a\"), two (\"gd\"), a name (\"Space\", \"PgDn\"), C- and a letter \
                              (\"C-d\"), or two of those with a blank between (\"Space f\")";

/// Names that people write for keys that have another one here.
const ALIASES: [(&str, &str); 8] = [
    ("return", "Enter"),
    ("escape", "Esc"),
    ("delete", "Del"),
    ("pageup", "PgUp"),
    ("pagedown", "PgDn"),
    ("shift-tab", "S-Tab"),
    ("backtab", "S-Tab"),
    ("bs", "Backspace"),
];

/// Reads a sequence of one or two keys.
pub(super) fn read(text: &str) -> Result<Vec<Key>, Wrong> {
    let mut keys = Vec::new();
    for part in text.split_whitespace() {
        keys.extend(part_of(part)?);
    }
    match keys.as_slice() {
        [] => Err(("there is no key in it".to_owned(), HOW.to_owned())),
        [first, rest @ ..] if rest.len() < 2 => begins(*first).map(|()| keys),
        _ => Err((format!("{} is more than two keys", shown(text)), HOW.to_owned())),
    }
}

/// Digits are counts, whatever is bound.
fn begins(first: Key) -> Result<(), Wrong> {
    match first.code {
        Code::Char(digit) if digit.is_ascii_digit() && !first.ctrl => {
            Err((format!("{digit} is a digit, and digits are counts"), "begin with another key".to_owned()))
        }
        _ => Ok(()),
    }
}

fn part_of(part: &str) -> Result<Vec<Key>, Wrong> {
    let lower = part.to_lowercase();
    let alias = ALIASES.iter().find(|(name, _)| *name == lower).map(|(_, ours)| *ours);
    if let Some(key) =
        alias.and_then(Key::named).or_else(|| Key::names().find(|(n, _)| n.to_lowercase() == lower).map(|(_, k)| k))
    {
        return Ok(vec![key]);
    }
    let control = ["c-", "ctrl-", "ctrl+", "control-"].iter().find_map(|start| lower.strip_prefix(start));
    if let Some(rest) = control {
        return controlled(part, rest).map(|key| vec![key]);
    }
    if let Some(why) = untypable(&lower) {
        return Err((format!("{} cannot be typed in every terminal: {why}", shown(part)), HOW.to_owned()));
    }
    let is_word = part.chars().count() > 2 && part.chars().all(|c| c.is_ascii_alphanumeric() || c == '-');
    if is_word {
        let remedy = nearest(part, Key::names().map(|(name, _)| name)).map(|name| format!("did you mean {name}?"));
        return Err((format!("{} is no key", shown(part)), remedy.unwrap_or_else(|| HOW.to_owned())));
    }
    part.chars().map(character).collect()
}

/// A letter with control. Some are other keys to a terminal.
fn controlled(part: &str, rest: &str) -> Result<Key, Wrong> {
    let mut chars = rest.chars();
    let letter = match (chars.next(), chars.next()) {
        (Some(c), None) if c.is_ascii_lowercase() => c,
        _ => {
            let what = format!(
                "{} cannot be typed in every terminal: control goes with the letters a to z alone",
                shown(part)
            );
            return Err((what, HOW.to_owned()));
        }
    };
    let other = match letter {
        'i' => Some("Tab"),
        'm' | 'j' => Some("Enter"),
        'h' => Some("Backspace"),
        _ => None,
    };
    match other {
        Some(name) => {
            Err((format!("{} and {name} are the same key to a terminal", shown(part)), format!("write {name}")))
        }
        None => Ok(Key::ctrl(letter)),
    }
}

/// Why a plain terminal does not send that.
fn untypable(lower: &str) -> Option<&'static str> {
    let behind =
        |starts: &[&str]| starts.iter().any(|start| lower.strip_prefix(start).is_some_and(|rest| !rest.is_empty()));
    if behind(&["a-", "m-", "alt-", "alt+", "meta-", "meta+"]) {
        return Some("Alt and a key are sent as Esc and that key");
    }
    if behind(&["d-", "super-", "cmd-", "super+", "cmd+", "win-"]) {
        return Some("that key is the window manager's");
    }
    if behind(&["s-", "shift-", "shift+"]) {
        return Some("Shift is told apart for Tab, Left and Right alone; a capital letter is written as it is");
    }
    let is_function = lower.strip_prefix('f').is_some_and(|n| !n.is_empty() && n.bytes().all(|b| b.is_ascii_digit()));
    is_function.then_some("F-keys differ from terminal to terminal, and some are the desktop's")
}

fn character(c: char) -> Result<Key, Wrong> {
    match c.width() {
        Some(1 | 2) => Ok(Key::char(c)),
        _ => Err((format!("{} is no character that a key types", shown(&c.to_string())), HOW.to_owned())),
    }
}

fn shown(text: &str) -> String {
    format!("`{}`", one_line(text, 40))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn keys_are_read_as_people_write_them() {
        let one = |text: &str| read(text).unwrap();
        assert_eq!(one("gd"), [Key::char('g'), Key::char('d')]);
        assert_eq!(one("Space f"), [Key::char(' '), Key::char('f')]);
        assert_eq!(one("g PageDown"), [Key::char('g'), Key::plain(Code::PageDown)]);
        for (text, key) in [
            ("a", Key::char('a')),
            ("A", Key::char('A')),
            ("ü", Key::char('ü')),
            ("-", Key::char('-')),
            ("C-d", Key::ctrl('d')),
            ("ctrl-D", Key::ctrl('d')),
            ("space", Key::char(' ')),
            ("Return", Key::plain(Code::Enter)),
            ("s-tab", Key::plain(Code::BackTab)),
            ("S-Left", Key::plain(Code::ShiftLeft)),
        ] {
            assert_eq!(one(text), [key], "{text}");
        }
    }

    #[test]
    fn what_a_plain_terminal_cannot_send_is_refused_with_the_reason() {
        for (text, why) in [
            ("A-x", "Alt"),
            ("M-x", "Alt"),
            ("F5", "F-keys"),
            ("f12", "F-keys"),
            ("S-Up", "Shift"),
            ("Super-a", "window manager"),
            ("C-1", "letters a to z"),
            ("C-Left", "letters a to z"),
            ("C-i", "Tab"),
            ("C-m", "Enter"),
            ("C-h", "Backspace"),
            ("5", "digit"),
            ("1 a", "digit"),
            ("ggg", "is no key"),
            ("a b c", "more than two"),
            ("", "no key"),
            ("Spcae", "is no key"),
            ("\u{202e}", "no character"),
        ] {
            let (what, remedy) = read(text).unwrap_err();
            assert!(what.contains(why) && !remedy.is_empty(), "{text}: {what}; {remedy}");
        }
        assert!(read("Spcae").unwrap_err().1.contains("Space"));
        // A digit behind another key is no count.
        assert!(read("g1").is_ok());
    }
}
