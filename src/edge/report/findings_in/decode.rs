//! The bytes of a file -> text: UTF-8, with a byte order mark or without, or UTF-16, as consoles of Windows write it. Called
//! by `read`.

use std::borrow::Cow;

use super::{FindingsError, Spot};

/// Text, and a note when it was not UTF-8.
pub(super) type Decoded<'b> = (Cow<'b, str>, Option<String>);

/// Reads the bytes of a file that is called `name` in messages.
pub(super) fn text<'b>(name: &str, bytes: &'b [u8]) -> Result<Decoded<'b>, FindingsError> {
    match wide(bytes) {
        Some((bytes, pair)) => {
            let units = bytes.chunks(2).map(|two| match two {
                [a, b] => pair([*a, *b]),
                // Half a character: it is cut off.
                _ => 0xD800,
            });
            let text: Result<String, _> = char::decode_utf16(units).collect();
            match text {
                Ok(text) => Ok((Cow::Owned(text), Some("it was read as UTF-16".to_owned()))),
                Err(_) => Err(FindingsError::NotText { name: name.to_owned(), at: Spot::FIRST, what: "broken UTF-16" }),
            }
        }
        None => {
            let bytes = bytes.strip_prefix(b"\xef\xbb\xbf").unwrap_or(bytes);
            match std::str::from_utf8(bytes) {
                Ok(text) => Ok((Cow::Borrowed(text), None)),
                Err(error) => {
                    let at = Spot::behind(bytes.get(..error.valid_up_to()).unwrap_or(&[]));
                    Err(FindingsError::NotText { name: name.to_owned(), at, what: "a byte that is no UTF-8" })
                }
            }
        }
    }
}

type Pair = fn([u8; 2]) -> u16;

/// UTF-16 by its mark, or by the zero beside the first character, which JSON never has otherwise.
fn wide(bytes: &[u8]) -> Option<(&[u8], Pair)> {
    match bytes {
        [0xff, 0xfe, rest @ ..] => Some((rest, u16::from_le_bytes)),
        [0xfe, 0xff, rest @ ..] => Some((rest, u16::from_be_bytes)),
        [b'{' | b'[', 0, ..] => Some((bytes, u16::from_le_bytes)),
        [0, b'{' | b'[', ..] => Some((bytes, u16::from_be_bytes)),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn both_orders_of_utf_16_are_read_with_and_without_a_mark() {
        let le: Vec<u8> = "[\"ü𝄞\"]".encode_utf16().flat_map(u16::to_le_bytes).collect();
        let be: Vec<u8> = "[\"ü𝄞\"]".encode_utf16().flat_map(u16::to_be_bytes).collect();
        for bytes in [le.clone(), be.clone(), [&[0xff, 0xfe], &le[..]].concat(), [&[0xfe, 0xff], &be[..]].concat()] {
            assert_eq!(text("f", &bytes).unwrap().0, "[\"ü𝄞\"]");
        }
        assert!(text("f", &[&le[..], b"x"].concat()).is_err());
        assert_eq!(text("f", b"\xef\xbb\xbf[]").unwrap(), (Cow::Borrowed("[]"), None));
    }

    #[test]
    fn a_byte_that_is_no_text_is_told_with_its_place() {
        let refused = text("f.json", b"[\n \"\xff\"]").unwrap_err().to_string();
        assert!(refused.starts_with("f.json, line 2, column 3: a byte that is no UTF-8"), "{refused}");
    }
}
