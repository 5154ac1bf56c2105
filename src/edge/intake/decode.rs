//! Makes what arrives into diff bytes: byte order marks, UTF-16 (PowerShell's `>`) and terminal colours (a diff
//! piped with colour forced on). Streaming. Not parsing; CR LF is left alone. Called by `feed`.

/// The encoding, decided by the first bytes.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Encoding {
    /// Not decided: fewer than three bytes seen.
    Unknown,
    /// Bytes as they are.
    Bytes,
    /// UTF-16 with this byte order.
    Utf16 { big: bool },
}

/// First step: bytes to bytes, over arbitrary chunk borders.
#[derive(Debug)]
pub(super) struct Decoder {
    encoding: Encoding,
    carry: Vec<u8>,
    high: Option<u16>,
    note: Option<&'static str>,
}

impl Decoder {
    /// A decoder that has seen nothing.
    pub(super) fn new() -> Self {
        Self { encoding: Encoding::Unknown, carry: Vec::new(), high: None, note: None }
    }

    /// What was done, for the person.
    pub(super) fn note(&self) -> Option<&'static str> {
        self.note
    }

    /// Decodes a chunk onto `out`.
    pub(super) fn push(&mut self, chunk: &[u8], out: &mut Vec<u8>) {
        match self.encoding {
            Encoding::Bytes => out.extend_from_slice(chunk),
            Encoding::Utf16 { big } => self.utf16(chunk, big, out),
            Encoding::Unknown => {
                self.carry.extend_from_slice(chunk);
                if self.carry.len() >= 3 {
                    self.decide(out);
                }
            }
        }
    }

    /// The end: what was held back.
    pub(super) fn finish(&mut self, out: &mut Vec<u8>) {
        if self.encoding == Encoding::Unknown {
            self.decide(out);
        }
        // Half a pair or half a unit at the end.
        if self.high.take().is_some() || !std::mem::take(&mut self.carry).is_empty() {
            push_char(char::REPLACEMENT_CHARACTER, out);
        }
    }

    fn decide(&mut self, out: &mut Vec<u8>) {
        let first = std::mem::take(&mut self.carry);
        let (encoding, skip, note) = match first.as_slice() {
            [0xff, 0xfe, ..] => (Encoding::Utf16 { big: false }, 2, Some(UTF16)),
            [0xfe, 0xff, ..] => (Encoding::Utf16 { big: true }, 2, Some(UTF16)),
            [0xef, 0xbb, 0xbf, ..] => (Encoding::Bytes, 3, Some("a byte order mark before the diff was left out")),
            // Without a mark: a diff begins with ASCII, whose every second byte is then zero.
            [a, 0, ..] if a.is_ascii_graphic() => (Encoding::Utf16 { big: false }, 0, Some(UTF16)),
            [0, a, ..] if a.is_ascii_graphic() => (Encoding::Utf16 { big: true }, 0, Some(UTF16)),
            _ => (Encoding::Bytes, 0, None),
        };
        (self.encoding, self.note) = (encoding, note);
        self.push(first.get(skip..).unwrap_or(&[]), out);
    }

    fn utf16(&mut self, chunk: &[u8], big: bool, out: &mut Vec<u8>) {
        let mut bytes = std::mem::take(&mut self.carry);
        bytes.extend_from_slice(chunk);
        let (pairs, rest) = bytes.as_chunks::<2>();
        for pair in pairs {
            self.unit(if big { u16::from_be_bytes(*pair) } else { u16::from_le_bytes(*pair) }, out);
        }
        self.carry.extend_from_slice(rest);
    }

    fn unit(&mut self, unit: u16, out: &mut Vec<u8>) {
        let high = self.high.take();
        if let (Some(high), 0xdc00..=0xdfff) = (high, unit) {
            let pair = char::decode_utf16([high, unit]).next();
            return push_char(pair.and_then(Result::ok).unwrap_or(char::REPLACEMENT_CHARACTER), out);
        }
        if high.is_some() {
            push_char(char::REPLACEMENT_CHARACTER, out);
        }
        if (0xd800..=0xdbff).contains(&unit) {
            self.high = Some(unit);
        } else {
            push_char(char::from_u32(u32::from(unit)).unwrap_or(char::REPLACEMENT_CHARACTER), out);
        }
    }
}

const UTF16: &str = "the input was UTF-16 and was decoded (PowerShell's `>` writes it so)";

fn push_char(c: char, out: &mut Vec<u8>) {
    out.extend_from_slice(c.encode_utf8(&mut [0; 4]).as_bytes());
}

/// Whether text that begins so was coloured for a terminal: a colour sequence opens its first line that is not
/// empty. Diff content always has a mark before it, so a plain diff never begins like this.
pub(super) fn is_coloured(start: &[u8]) -> bool {
    let start = start.trim_ascii_start();
    matches!(sequence(start), Some(length) if length > 0)
}

/// Takes the colour sequences out of whole lines.
pub(super) fn without_colours(lines: &[u8]) -> Vec<u8> {
    let mut plain = Vec::with_capacity(lines.len());
    let mut rest = lines;
    while let Some(at) = memchr::memchr(0x1b, rest) {
        let (before, from) = rest.split_at(at);
        plain.extend_from_slice(before);
        let skip = sequence(from).unwrap_or(0);
        if skip == 0 {
            plain.push(0x1b);
        }
        rest = from.get(skip.max(1)..).unwrap_or(&[]);
    }
    plain.extend_from_slice(rest);
    plain
}

/// The length of the `ESC [ … m` or `ESC [ … K` that these bytes begin with.
fn sequence(bytes: &[u8]) -> Option<usize> {
    let body = bytes.strip_prefix(b"\x1b[")?;
    let end = body.iter().position(|b| !matches!(b, b'0'..=b'9' | b';' | b':'))?;
    matches!(body.get(end), Some(b'm' | b'K')).then_some(end + 3)
}

#[cfg(test)]
mod tests {
    use super::{Decoder, is_coloured, without_colours};

    fn decode(chunks: &[&[u8]]) -> (Vec<u8>, bool) {
        let (mut decoder, mut out) = (Decoder::new(), Vec::new());
        for chunk in chunks {
            decoder.push(chunk, &mut out);
        }
        decoder.finish(&mut out);
        (out, decoder.note().is_some())
    }

    #[test]
    fn utf16_is_decoded_over_any_chunk_border_and_in_both_orders() {
        let text = "diff --git a/ä b/𝄞\r\n";
        for big in [false, true] {
            let unit = |u: u16| if big { u.to_be_bytes() } else { u.to_le_bytes() };
            let bytes: Vec<u8> = std::iter::once(0xfeff).chain(text.encode_utf16()).flat_map(unit).collect();
            for cut in 0..bytes.len() {
                assert_eq!(decode(&[&bytes[..cut], &bytes[cut..]]), (text.as_bytes().to_vec(), true), "cut at {cut}");
            }
            assert_eq!(decode(&[&bytes[2..]]).0, text.as_bytes(), "without a mark");
        }
    }

    #[test]
    fn a_lone_surrogate_becomes_a_replacement_and_the_rest_is_kept() {
        let bytes = [0xff, 0xfe, b'a', 0, 0x00, 0xd8, 0x00, 0xd8, b'b', 0, 0x01];
        assert_eq!(String::from_utf8(decode(&[&bytes]).0).unwrap(), "a\u{fffd}\u{fffd}b\u{fffd}");
    }

    #[test]
    fn bytes_that_are_no_utf16_pass_untouched() {
        for bytes in [&b""[..], b"d", b"di", b"diff", b"\xff\xff\xff", b"\xef\xbb", b"a\n\0"] {
            assert_eq!(decode(&[bytes]), (bytes.to_vec(), false), "{bytes:?}");
        }
        assert_eq!(decode(&[b"\xef\xbb\xbfdiff"]), (b"diff".to_vec(), true));
    }

    #[test]
    fn colours_go_and_other_escapes_stay() {
        let coloured = b"\x1b[1mdiff --git a/x b/x\x1b[m\n\x1b[32m+\x1b[m\x1b[32mnew\x1b]0;title\x07\x1b[m\n";
        assert!(is_coloured(coloured));
        assert_eq!(without_colours(coloured), b"diff --git a/x b/x\n+new\x1b]0;title\x07\n");
        assert!(!is_coloured(b"+\x1b[1mcontent"));
        assert_eq!(without_colours(b"\x1b["), b"\x1b[");
    }
}
