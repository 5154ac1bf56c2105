//! Places in the diff: a file, a hunk, a line; never a row number. Not here: what stands there (`findings`).

use crate::core::model::{Beyond, Edge, FileIx, HunkIx, LineRef};

/// Where in a file.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Spot {
    /// Above the first file: the change as a whole.
    Top,
    /// The file's header.
    File,
    /// A hunk's header.
    Hunk(HunkIx),
    /// A body line; the same as (side, number), by `core::diff::anchor_of` and `locate`.
    Line(LineRef),
    /// A line that the diff does not have, beyond the edge of a hunk: behind the hunk's header, or behind its last line.
    Beyond(Beyond),
}

impl Spot {
    fn key(self) -> (u32, u8, u32) {
        let of = |hunk: HunkIx| hunk.0.saturating_add(1);
        match self {
            Self::Top => (0, 0, 0),
            Self::File => (0, 1, 0),
            Self::Hunk(hunk) => (of(hunk), 0, 0),
            Self::Beyond(Beyond { hunk, edge: Edge::Above, nth }) => (of(hunk), 1, u32::MAX - nth),
            Self::Line(line) => (of(line.hunk), 2, line.ord),
            Self::Beyond(Beyond { hunk, edge: Edge::Below, nth }) => (of(hunk), 3, nth),
        }
    }

    /// The hunk that it belongs to.
    pub fn hunk(self) -> Option<HunkIx> {
        match self {
            Self::Top | Self::File => None,
            Self::Hunk(hunk) => Some(hunk),
            Self::Line(line) => Some(line.hunk),
            Self::Beyond(beyond) => Some(beyond.hunk),
        }
    }
}

/// A place in the diff, ordered as the diff is. Survives resize, folding and growth of the diff: nothing here
/// counts rows.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Slot {
    /// The file (0 for `Spot::Top`).
    pub file: FileIx,
    /// Where in it.
    pub spot: Spot,
}

impl Slot {
    /// Above the first file.
    pub const TOP: Self = Self { file: FileIx(0), spot: Spot::Top };

    /// A file's header.
    pub fn file(file: FileIx) -> Self {
        Self { file, spot: Spot::File }
    }
}

impl Ord for Slot {
    fn cmp(&self, other: &Self) -> std::cmp::Ordering {
        (self.file, self.spot.key()).cmp(&(other.file, other.spot.key()))
    }
}

impl PartialOrd for Slot {
    fn partial_cmp(&self, other: &Self) -> Option<std::cmp::Ordering> {
        Some(self.cmp(other))
    }
}
