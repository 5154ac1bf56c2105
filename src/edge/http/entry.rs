//! The form of one kept answer: a first line, what is needed of its headers, the hash of its body, the body.
//! Anything that is not exactly that is no entry. Called by `cache`.

use sha2::{Digest, Sha256};

use super::Kept;

/// First line; a later form gets another number and makes the old ones misses.
const FORM: &str = "prr answer 1";
/// Longest header that is kept, in bytes.
const LONGEST: usize = 8 * 1024;

/// The bytes of an entry. `None` when a header would not come back as it was.
pub(super) fn encode(kept: &Kept) -> Option<Vec<u8>> {
    let etag = line(kept.etag.as_deref())?;
    let link = line(kept.link.as_deref())?;
    let head = format!("{FORM}\n{etag}\n{link}\n{}\n", digest(&kept.body));
    Some([head.as_bytes(), &kept.body].concat())
}

/// Reads an entry; `None` for anything damaged.
pub(super) fn decode(bytes: &[u8]) -> Option<Kept> {
    let mut parts = bytes.splitn(5, |byte| *byte == b'\n');
    let mut text = || parts.next().and_then(|part| std::str::from_utf8(part).ok());
    if text()? != FORM {
        return None;
    }
    let (etag, link, hash) = (header(text()?), header(text()?), text()?.to_owned());
    let body = parts.next()?;
    (digest(body) == hash).then(|| Kept { etag, link, body: body.to_vec() })
}

fn line(header: Option<&str>) -> Option<&str> {
    let text = header.unwrap_or_default();
    (text.len() <= LONGEST && !text.contains(['\n', '\r'])).then_some(text)
}

fn header(line: &str) -> Option<String> {
    (!line.is_empty()).then(|| line.to_owned())
}

/// Lower-case hex of a SHA-256.
pub fn digest(bytes: &[u8]) -> String {
    let hash = Sha256::digest(bytes);
    hash.iter().flat_map(|b| [b >> 4, b & 15]).filter_map(|d| char::from_digit(u32::from(d), 16)).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn kept() -> Kept {
        Kept { etag: Some("W/\"a b\"".into()), link: None, body: b"{\"a\":\n1}\n\xff".to_vec() }
    }

    #[test]
    fn what_is_written_comes_back() {
        assert_eq!(decode(&encode(&kept()).unwrap()), Some(kept()));
        let empty = Kept { etag: None, link: Some("<h>; rel=next".into()), body: Vec::new() };
        assert_eq!(decode(&encode(&empty).unwrap()), Some(empty));
    }

    #[test]
    fn a_damaged_entry_is_none_wherever_the_damage_is() {
        let whole = encode(&kept()).unwrap();
        for end in 0..whole.len() {
            assert_eq!(decode(&whole[..end]), None, "cut at {end}");
        }
        let body = whole.len() - 3;
        let mut changed = whole.clone();
        changed[body] ^= 1;
        assert_eq!(decode(&changed), None);
        assert_eq!(decode(&[whole.as_slice(), b"x"].concat()), None);
    }

    #[test]
    fn a_header_with_a_line_break_is_not_kept() {
        assert_eq!(encode(&Kept { etag: Some("a\nb".into()), ..kept() }), None);
    }
}
