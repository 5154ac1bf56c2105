//! Hashes of words and texts: equal hashes of 64 bits are taken for equal texts. Called by this room only.

use std::hash::{BuildHasher, BuildHasherDefault, Hash, Hasher};

/// FNV-1a, its bits mixed once more: a word is hashed for every word of every finding, and nothing secret hangs on it.
pub(super) fn hash(text: &str) -> u64 {
    mixed(text.bytes().fold(START, step))
}

/// The same of the text in lower case.
pub(super) fn lower_hash(text: &str) -> u64 {
    if text.is_ascii() {
        return mixed(text.bytes().map(|byte| byte.to_ascii_lowercase()).fold(START, step));
    }
    let mut bytes = [0; 4];
    let lower = text.chars().flat_map(char::to_lowercase);
    mixed(lower.fold(START, |hash, c| c.encode_utf8(&mut bytes).bytes().fold(hash, step)))
}

const START: u64 = 0xcbf2_9ce4_8422_2325;

fn step(hash: u64, byte: u8) -> u64 {
    (hash ^ u64::from(byte)).wrapping_mul(0x0000_0100_0000_01b3)
}

fn mixed(all: u64) -> u64 {
    let mixed = (all ^ (all >> 32)).wrapping_mul(0x9e37_79b9_7f4a_7c15);
    mixed ^ (mixed >> 29)
}

/// Of a whole text: spacing is no difference.
pub(super) fn text_hash(text: &str) -> u64 {
    let mut hasher = foldhash::quality::FixedState::default().build_hasher();
    text.split_whitespace().for_each(|word| word.hash(&mut hasher));
    hasher.finish()
}

/// For sets of such hashes: they are not hashed once more.
pub(super) type Same = BuildHasherDefault<AsIs>;

/// A hash as it is.
#[derive(Debug, Default)]
pub(super) struct AsIs(u64);

impl Hasher for AsIs {
    fn finish(&self) -> u64 {
        self.0
    }

    fn write(&mut self, bytes: &[u8]) {
        self.0 = bytes.iter().fold(self.0, |all, byte| all.rotate_left(8) ^ u64::from(*byte));
    }

    fn write_u64(&mut self, number: u64) {
        self.0 = number;
    }
}
