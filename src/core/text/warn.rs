//! What a reader should be warned of in some bytes. Not here: marks on screen (`window`).
//! Called by ui for gutter signs and by reports, over whole files: plain ASCII goes at memory speed.

use super::classify::{Around, Class, hidden};

/// Kinds of characters that deceive or do not belong into text.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Hash)]
pub struct Warnings {
    /// Characters that reorder the text around them.
    pub bidi: bool,
    /// Characters that nobody sees.
    pub invisible: bool,
    /// Control characters other than tab, line feed and a carriage return at the end of a line.
    pub control: bool,
    /// Bytes that are not UTF-8.
    pub bad_utf8: bool,
}

impl Warnings {
    /// Whether there is anything to warn of.
    pub fn any(self) -> bool {
        self.bidi || self.invisible || self.control || self.bad_utf8
    }

    /// Both together.
    pub fn and(self, other: Self) -> Self {
        Self {
            bidi: self.bidi || other.bidi,
            invisible: self.invisible || other.invisible,
            control: self.control || other.control,
            bad_utf8: self.bad_utf8 || other.bad_utf8,
        }
    }

    pub(super) fn note(&mut self, class: Class) {
        match class {
            Class::Bidi => self.bidi = true,
            Class::Invisible => self.invisible = true,
            Class::Control => self.control = true,
            Class::Bad => self.bad_utf8 = true,
            Class::Plain | Class::Tab | Class::Eol => {}
        }
    }
}

/// Looks through text of one or many lines.
pub fn warnings(bytes: &[u8]) -> Warnings {
    let mut found = Warnings::default();
    let mut start = 0;
    for block in bytes.chunks(4096) {
        // A block of plain ASCII needs no decoding; one branch-free pass tells.
        let odd = block.iter().fold(false, |odd, b| odd | odd_byte(*b));
        let end = start + block.len();
        if odd {
            decode(bytes, start, end, &mut found);
        }
        start = end;
    }
    found
}

fn odd_byte(b: u8) -> bool {
    (b < b' ' && b != b'\n' && b != b'\t') || b >= 0x7f
}

/// Judges the characters that begin in `start..end`, with a little of what stands around.
fn decode(bytes: &[u8], start: usize, end: usize, found: &mut Warnings) {
    let mut at = back_to_base(bytes, start);
    let border = bytes.len().min(end + 4);
    let end = (end..border).find(|i| !continues(bytes, *i)).unwrap_or(border);
    let behind = bytes.get(end..bytes.len().min(end + 4)).unwrap_or(&[]);
    let behind = behind.utf8_chunks().next().and_then(|c| c.valid().chars().next());
    let mut around = Around::default();
    let mut chunks = bytes.get(at..end).unwrap_or(&[]).utf8_chunks().peekable();
    while let Some(chunk) = chunks.next() {
        let last = chunk.invalid().is_empty() && chunks.peek().is_none();
        let mut chars = chunk.valid().chars().peekable();
        while let Some(c) = chars.next() {
            let next = chars.peek().copied().or(if last { behind } else { Some('\u{fffd}') });
            if at >= start {
                judge(around, c, next, found);
            }
            at += c.len_utf8();
            around = around.after(c);
        }
        if !chunk.invalid().is_empty() {
            found.bad_utf8 = true;
            at += chunk.invalid().len();
            around = around.after('\u{fffd}');
        }
    }
}

fn continues(bytes: &[u8], at: usize) -> bool {
    bytes.get(at).is_some_and(|b| b & 0xc0 == 0x80)
}

/// A character's border at or before `start`, far enough back to see the emoji that a joiner belongs to.
fn back_to_base(bytes: &[u8], start: usize) -> usize {
    let from = start.saturating_sub(24);
    (from..start).find(|i| !continues(bytes, *i)).unwrap_or(start)
}

fn judge(around: Around, c: char, next: Option<char>, found: &mut Warnings) {
    let harmless = match c {
        '\t' | '\n' => true,
        '\r' => next.is_none_or(|n| n == '\n'),
        _ => (' '..'\u{7f}').contains(&c),
    };
    if !harmless && let Some(class) = hidden(around, c, next) {
        found.note(class);
    }
}
