//! Bytes of the terminal -> keys, pastes, the mouse, the answer for the background colour. Pure. How the bytes were cut into
//! reads tells Esc from Alt, and nothing else. Not here: reading them (`runner::keys`), what keys mean (`ui`).

mod sequence;

use std::time::Duration;

use crate::ui::{Background, Key, Mouse, ground};

use sequence::{Step, key};

/// How long an escape may wait for the rest of its sequence before it is the key Esc.
const ESCAPE: Duration = Duration::from_millis(20);

/// The same while the terminal's answer is awaited, which begins with an escape too.
const ESCAPE_IN_ANSWER: Duration = Duration::from_millis(100);

/// How long the rest of an answer or of a paste may take.
const REST: Duration = Duration::from_secs(2);

/// Longest answer that is kept, in bytes.
const LONGEST: usize = 64;

const ESC: u8 = 0x1b;
const BEL: u8 = 0x07;
const PASTE_END: &[u8] = b"\x1b[201~";

/// What came from the terminal.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Typed {
    /// A key.
    Key(Key),
    /// A paste, whole, as the terminal gave it.
    Paste(String),
    /// What a mouse did.
    Mouse(Mouse),
    /// The terminal's answer for its background.
    Ground(Background),
}

/// Takes bytes as they come.
#[derive(Debug, Default)]
pub(super) struct Decoder {
    /// Bytes that are not yet a whole key.
    bytes: Vec<u8>,
    within: Within,
    awaits: bool,
}

/// What the next bytes belong to.
#[derive(Debug, Default)]
enum Within {
    #[default]
    Keys,
    Paste(Vec<u8>),
    Answer(Vec<u8>),
}

impl Decoder {
    /// Whether an answer of the terminal is awaited: then it may begin slowly.
    pub(super) fn await_answer(&mut self, awaits: bool) {
        self.awaits = awaits;
    }

    /// Takes bytes; what they complete is added to `out`.
    pub(super) fn take(&mut self, bytes: &[u8], out: &mut Vec<Typed>) {
        // Alt and a key come in one read. Over two reads they are Esc and a key, or the parts of a sequence.
        let is_esc = self.bytes == [ESC] && bytes.first().is_some_and(|next| !b"[O]".contains(next));
        if is_esc && matches!(self.within, Within::Keys) {
            self.give_up(out);
        }
        self.bytes.extend_from_slice(bytes);
        while self.step(out) {}
    }

    /// How long to wait for more before [`Self::give_up`]; `None`: nothing is half done.
    pub(super) fn patience(&self) -> Option<Duration> {
        match (&self.within, self.bytes.is_empty()) {
            (Within::Keys, true) => None,
            (Within::Keys, false) if self.awaits => Some(ESCAPE_IN_ANSWER),
            (Within::Keys, false) => Some(ESCAPE),
            (Within::Paste(_) | Within::Answer(_), _) => Some(REST),
        }
    }

    /// Nothing more came: what is there is taken for what it is.
    pub(super) fn give_up(&mut self, out: &mut Vec<Typed>) {
        match std::mem::take(&mut self.within) {
            Within::Paste(mut text) => {
                text.append(&mut self.bytes);
                out.push(pasted(&text));
            }
            Within::Answer(_) | Within::Keys => {}
        }
        let rest = std::mem::take(&mut self.bytes);
        match rest.as_slice() {
            [ESC, key] if key.is_ascii_graphic() => out.push(Typed::Key(Key { alt: true, ..Key::char(*key as char) })),
            [ESC] => out.push(Typed::Key(Key::plain(crate::ui::Code::Esc))),
            // Half a sequence or half a character means nothing.
            _ => {}
        }
    }

    /// Takes one thing from the front; false when more bytes are needed.
    fn step(&mut self, out: &mut Vec<Typed>) -> bool {
        match &mut self.within {
            Within::Paste(text) => {
                let ended = paste(&mut self.bytes, text);
                if ended {
                    out.push(pasted(text));
                    self.within = Within::Keys;
                }
                ended
            }
            Within::Answer(_) => self.answer(out),
            Within::Keys => self.keys(out),
        }
    }

    fn keys(&mut self, out: &mut Vec<Typed>) -> bool {
        let taken = match key(&self.bytes) {
            Step::More => return false,
            Step::Key(taken, key) => {
                out.push(Typed::Key(key));
                taken
            }
            Step::Mouse(taken, mouse) => {
                out.push(Typed::Mouse(mouse));
                taken
            }
            Step::Nothing(taken) => taken,
            Step::Paste(taken) => {
                self.within = Within::Paste(Vec::new());
                taken
            }
            Step::Answer(taken) => {
                self.within = Within::Answer(Vec::new());
                taken
            }
        };
        self.bytes.drain(..taken.clamp(1, self.bytes.len()));
        true
    }

    /// Inside an answer. Its own bytes are kept, its end closes it, and anything else is a key pressed meanwhile.
    fn answer(&mut self, out: &mut Vec<Typed>) -> bool {
        let Within::Answer(text) = &mut self.within else { return false };
        let taken = match self.bytes.as_slice() {
            [] | [ESC] => return false,
            [BEL, ..] => 1,
            [ESC, b'\\', ..] => 2,
            [byte, ..] if is_of_answer(*byte) && text.len() < LONGEST => {
                text.push(*byte);
                self.bytes.remove(0);
                return true;
            }
            _ => return self.keys_within(out),
        };
        let found = ground(&String::from_utf8_lossy(text));
        out.extend(found.map(Typed::Ground));
        self.awaits &= found.is_none();
        self.within = Within::Keys;
        self.bytes.drain(..taken);
        true
    }

    /// A key in the middle of an answer, which goes on behind it.
    fn keys_within(&mut self, out: &mut Vec<Typed>) -> bool {
        let before = std::mem::take(&mut self.within);
        let more = self.keys(out);
        if matches!(self.within, Within::Keys) {
            self.within = before;
        }
        more
    }
}

/// Bytes of `11;rgba:ffff/ffff/ffff/ffff`.
fn is_of_answer(byte: u8) -> bool {
    byte.is_ascii_hexdigit() || b";:/rg".contains(&byte)
}

/// Moves text into the paste; true when its end is there.
fn paste(bytes: &mut Vec<u8>, text: &mut Vec<u8>) -> bool {
    if let Some(end) = memchr::memmem::find(bytes, PASTE_END) {
        text.extend(bytes.drain(..end));
        bytes.drain(..PASTE_END.len());
        return true;
    }
    // The last bytes may be the first of the end.
    let tail = (1..PASTE_END.len()).rev().find(|n| bytes.ends_with(PASTE_END.get(..*n).unwrap_or(&[]))).unwrap_or(0);
    text.extend(bytes.drain(..bytes.len() - tail));
    false
}

fn pasted(text: &[u8]) -> Typed {
    Typed::Paste(String::from_utf8_lossy(text).into_owned())
}

#[cfg(test)]
mod tests;
