//! Lines of a file that its diff does not have, by the hunk whose edge they lie beyond. Not here: their text
//! (`core::diff::FileText`). Read by session for places, by ui for drawing.

use super::HunkIx;

/// Which edge of a hunk.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Edge {
    /// Its first line: what lies beyond comes before it in the file.
    Above,
    /// Its last line.
    Below,
}

impl Edge {
    /// Both.
    pub const ALL: [Self; 2] = [Self::Above, Self::Below];

    /// The other one.
    pub fn other(self) -> Self {
        match self {
            Self::Above => Self::Below,
            Self::Below => Self::Above,
        }
    }
}

/// A line beyond an edge of a hunk, the same whatever else is shown.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Beyond {
    /// The hunk.
    pub hunk: HunkIx,
    /// Which of its edges.
    pub edge: Edge,
    /// How far from it: 0 = the line next to the hunk.
    pub nth: u32,
}
