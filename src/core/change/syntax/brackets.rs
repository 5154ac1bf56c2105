//! Brackets that a fragment closes without opening, and opens without closing, by a rough reading of strings and
//! comments. Not here: what to do about them (`frame`). Called by `frame`.

use super::Grammar;

/// A bracket that closes what the fragment does not show open.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Closer {
    pub byte: u8,
    /// Where it is.
    pub at: usize,
    /// The last byte before it that is neither blank nor comment.
    pub before: u8,
}

/// What a fragment leaves open on either end.
#[derive(Debug, Default, PartialEq, Eq)]
pub(super) struct Unpaired {
    /// Closing brackets without an opening one, in order: innermost first.
    pub closers: Vec<Closer>,
    /// Opening brackets without a closing one, in order: outermost first.
    pub openers: Vec<u8>,
    /// Whether the fragment begins inside a comment: `*/` comes first.
    pub in_comment: bool,
    /// Whether it ends inside a comment.
    pub ends_in_comment: bool,
}

/// Deeper nesting than this is not framed.
const DEEPEST: usize = 64;

/// Reads a fragment of a language with brackets.
pub(super) fn unpaired(text: &[u8], grammar: Grammar) -> Unpaired {
    let mut reader = Reader { text, at: 0, grammar, found: Unpaired::default(), before: 0 };
    if let Some(skip) = begun_comment(text).filter(|_| grammar != Grammar::Python) {
        reader.found.in_comment = true;
        reader.found.ends_in_comment = skip == text.len() && !text.ends_with(b"*/");
        reader.at = skip;
    }
    while let Some(byte) = text.get(reader.at) {
        reader.step(*byte);
    }
    reader.found
}

/// Behind the end of a comment that began above the fragment; the whole when it does not end in it.
fn begun_comment(text: &[u8]) -> Option<usize> {
    let starred = |line: &[u8]| line == b"*" || line.starts_with(b"* ");
    let Some(end) = memchr::memmem::find(text, b"*/") else {
        return starred(text.split(|b| *b == b'\n').next()?.trim_ascii()).then_some(text.len());
    };
    let begun = memchr::memmem::find(text, b"/*").is_some_and(|at| at < end);
    (!begun).then_some(end + 2)
}

struct Reader<'t> {
    text: &'t [u8],
    at: usize,
    grammar: Grammar,
    found: Unpaired,
    /// The last byte that was no blank.
    before: u8,
}

impl Reader<'_> {
    fn next_is(&self, text: &[u8]) -> bool {
        self.text.get(self.at..).is_some_and(|rest| rest.starts_with(text))
    }

    fn step(&mut self, byte: u8) {
        match byte {
            b'#' if self.grammar == Grammar::Python => self.skip_past(b"\n"),
            b'"' if self.next_is(b"\"\"\"") => self.skip_triple(b"\"\"\""),
            b'\'' if self.next_is(b"\'\'\'") => self.skip_triple(b"\'\'\'"),
            b'/' if self.grammar == Grammar::Python => self.at += 1,
            b'/' if self.next_is(b"//") => self.skip_past(b"\n"),
            b'/' if self.next_is(b"/*") => {
                self.skip_past(b"*/");
                self.found.ends_in_comment = !self.text.get(..self.at).is_some_and(|t| t.ends_with(b"*/"));
            }
            b'/' if self.grammar.is_script() && b"(,=:[!&|?{};\0".contains(&self.before) => self.quoted(b'/'),
            b'"' => self.quoted(b'"'),
            b'\'' if self.grammar == Grammar::Rust => self.lifetime_or_char(),
            b'\'' => self.quoted(b'\''),
            b'`' if self.grammar == Grammar::Go => self.skip_past(b"`"),
            b'`' if self.grammar.is_script() => self.template(),
            b'(' | b'[' | b'{' => self.open(byte),
            b')' | b']' | b'}' => self.close(byte),
            _ => self.at += 1,
        }
        let comment =
            byte == b'/' && self.text.get(..self.at).is_some_and(|t| t.ends_with(b"\n") || t.ends_with(b"*/"));
        if !byte.is_ascii_whitespace() && !comment {
            self.before = byte;
        }
    }

    fn open(&mut self, byte: u8) {
        self.at += 1;
        if self.found.openers.len() < DEEPEST {
            self.found.openers.push(byte);
        }
    }

    fn close(&mut self, byte: u8) {
        self.at += 1;
        if self.found.openers.pop().is_none() && self.found.closers.len() < DEEPEST {
            self.found.closers.push(Closer { byte, at: self.at - 1, before: self.before });
        }
    }

    fn skip_past(&mut self, mark: &[u8]) {
        let rest = self.text.get(self.at + 1..).unwrap_or(&[]);
        let end = memchr::memmem::find(rest, mark).map_or(rest.len(), |at| at + mark.len());
        self.at += 1 + end;
    }

    fn skip_triple(&mut self, mark: &[u8]) {
        self.at += 2;
        self.skip_past(mark);
    }

    /// Past a string on one line; a Rust string may go on.
    fn quoted(&mut self, quote: u8) {
        let over_lines = self.grammar == Grammar::Rust;
        let mut at = self.at + 1;
        while let Some(byte) = self.text.get(at) {
            match *byte {
                b'\\' => at += 1,
                b'\n' if !over_lines => break,
                b if b == quote => break,
                _ => {}
            }
            at += 1;
        }
        self.at = at + 1;
    }

    fn lifetime_or_char(&mut self) {
        let rest = self.text.get(self.at + 1..).unwrap_or(&[]);
        let end = match rest {
            [b'\\', _, tail @ ..] => tail.iter().take(10).position(|b| *b == b'\'').map(|at| at + 4),
            [_, tail @ ..] => tail.iter().take(4).position(|b| *b == b'\'').map(|at| at + 3),
            [] => None,
        };
        self.at += end.unwrap_or(1);
    }

    /// Past a template without looking into it: what it embeds is paired.
    fn template(&mut self) {
        let mut at = self.at + 1;
        while let Some(byte) = self.text.get(at) {
            match *byte {
                b'\\' => at += 1,
                b'`' => break,
                _ => {}
            }
            at += 1;
        }
        self.at = at + 1;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn brackets_in_strings_and_comments_do_not_count() {
        for (grammar, text) in [
            (Grammar::Rust, "let a = '{'; let b: &'a str = \"}\\\"}\"; // }\n/* ) */ f(x);"),
            (Grammar::JavaScript, "x = `}${a}`; y = /[{]/; z = '}';"),
            (Grammar::Go, "x := `}`\ny := '{'"),
            (Grammar::Python, "x = '(' # ) don't\n\"\"\" it's (\n\"\"\"\ny = a // (b)"),
        ] {
            assert_eq!(unpaired(text.as_bytes(), grammar), Unpaired::default(), "{text}");
        }
    }

    #[test]
    fn what_is_open_on_either_end_is_told() {
        let found = unpaired(b"  x);\n}\n\nfn b() {\n  if a {\n", Grammar::Rust);
        let closers: Vec<u8> = found.closers.iter().map(|c| c.byte).collect();
        assert_eq!((closers.as_slice(), found.openers.as_slice()), (&b")}"[..], &b"{{"[..]));
        assert!(unpaired(b" * text }\n */\nfn a() {}\n", Grammar::Rust).in_comment);
    }
}
