//! Places in a file of findings, for messages. Called by `read`.

/// A place: both count from 1, the column in bytes, as serde_json counts.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Spot {
    /// The line.
    pub line: usize,
    /// The column.
    pub column: usize,
}

impl Spot {
    /// The first place.
    pub const FIRST: Self = Self { line: 1, column: 1 };

    /// The place behind these bytes.
    pub(super) fn behind(before: &[u8]) -> Self {
        let start = memchr::memrchr(b'\n', before).map_or(0, |at| at + 1);
        Self { line: memchr::memchr_iter(b'\n', before).count() + 1, column: before.len() - start + 1 }
    }
}

/// Where a part of a text lies in it; the first place when it is no part of it.
pub(super) fn spot_of(text: &str, part: &str) -> Spot {
    // Addresses of the two slices, compared and never followed.
    let offset = (part.as_ptr() as usize).checked_sub(text.as_ptr() as usize);
    let Some(before) = offset.and_then(|offset| text.as_bytes().get(..offset)) else { return Spot::FIRST };
    Spot::behind(before)
}
