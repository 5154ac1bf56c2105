//! How random a text looks, and the checksum that some tokens carry. Called by `shapes` and `generic`.

/// Shannon entropy in bits a character.
pub(super) fn shannon(text: &[u8]) -> f64 {
    if text.is_empty() {
        return 0.0;
    }
    let mut counts = [0u32; 256];
    for b in text {
        if let Some(count) = counts.get_mut(usize::from(*b)) {
            *count += 1;
        }
    }
    let all = text.len() as f64;
    counts.iter().filter(|c| **c > 0).map(|c| f64::from(*c) / all).map(|p| -p * p.log2()).sum()
}

/// Whether letters and digits are mixed as in random text and not as in words with a number behind.
pub(super) fn is_mixed(text: &[u8]) -> bool {
    let digits = text.iter().filter(|b| b.is_ascii_digit()).count();
    let letters = text.iter().filter(|b| b.is_ascii_alphabetic()).count();
    let turns = text.windows(2).filter(|w| matches!(w, [a, b] if a.is_ascii_digit() != b.is_ascii_digit())).count();
    digits >= 2 && letters >= 2 && turns >= 3
}

/// Whether the last six of 36 characters are the CRC-32 of the first thirty in base 62, most significant digit
/// first, padded with 0 (GitHub's token format of 2021, taken over by npm).
pub(super) fn has_checksum(body: &[u8]) -> bool {
    const DIGITS: &[u8; 62] = b"0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz";
    let Some((random, check)) = body.split_at_checked(30) else { return false };
    let mut value = crc32(random);
    let mut expected = [b'0'; 6];
    for digit in expected.iter_mut().rev() {
        *digit = DIGITS.get((value % 62) as usize).copied().unwrap_or(b'0');
        value /= 62;
    }
    check == expected
}

/// CRC-32 as in ISO 3309 (zlib, PNG), bit by bit: it is asked for single tokens only.
fn crc32(bytes: &[u8]) -> u32 {
    let step = |crc: u32, _: u8| (crc >> 1) ^ (0xedb8_8320 & (crc & 1).wrapping_neg());
    !bytes.iter().fold(u32::MAX, |crc, b| (0..8).fold(crc ^ u32::from(*b), step))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn crc32_of_the_standard_check_value() {
        assert_eq!(crc32(b"123456789"), 0xcbf4_3926);
    }

    #[test]
    fn a_token_that_was_once_issued_has_its_checksum_and_a_changed_one_has_not() {
        assert!(has_checksum(b"zQWBuTSOoRi4A9spHcVY5ncnsDkxkJ0mLq17"));
        assert!(!has_checksum(b"zQWBuTSOoRi4A9spHcVY5ncnsDkxkK0mLq17"));
        assert!(!has_checksum(b"short"));
    }

    #[test]
    fn entropy_grows_with_variety() {
        assert_eq!(shannon(b"aaaa"), 0.0);
        assert_eq!(shannon(b"abcd"), 2.0);
        assert!(shannon(b"q7Rz0pLk2mWx9TbV") > 3.5);
    }
}
