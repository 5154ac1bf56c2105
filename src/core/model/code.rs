//! The code that a finding stands on, as it is remembered across runs: nouns only (FACTS 11).
//! Made and looked for by `core::diff`; kept with verdicts in the logbook.

use super::{Anchor, Side};

/// The lines under a finding. Two prints with equal sums are the same code: sums are the first 64 bits of SHA-256,
/// because a change's author could otherwise write other code under a dropped finding.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct CodePrint {
    /// On which side.
    pub side: Side,
    /// First line, from 1.
    pub start: u32,
    /// How many lines, at least 1.
    pub lines: u32,
    /// Sum of the first line.
    pub first: u64,
    /// Sum of all lines.
    pub all: u64,
    /// Whether one of them is changed, not context only.
    pub touched: bool,
}

/// Where remembered code is in the present change.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum CodePlace {
    /// At the same lines.
    Same(Anchor),
    /// At other lines.
    Elsewhere(Anchor),
    /// Its part of the file is still changed, and it is not in it any more.
    Changed,
    /// Its file, or its part of it, is no longer in the change.
    Left,
}

impl CodePlace {
    /// Where it is now, when it is.
    pub fn anchor(&self) -> Option<&Anchor> {
        match self {
            Self::Same(anchor) | Self::Elsewhere(anchor) => Some(anchor),
            Self::Changed | Self::Left => None,
        }
    }
}

/// What became of a finding of an earlier run (COCKPIT point 7).
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum PastState {
    /// Its code is as it was at the same lines, or it was found there again.
    StillThere,
    /// The same at other lines.
    Moved,
    /// Its code changed, and it was not found again.
    Fixed,
    /// Its file, or its part of it, is no longer in the change.
    Obsolete,
}

impl PastState {
    /// Every state, in the order in which they are shown.
    pub const ALL: [Self; 4] = [Self::StillThere, Self::Moved, Self::Fixed, Self::Obsolete];

    /// The word.
    pub fn as_str(self) -> &'static str {
        match self {
            Self::StillThere => "still there",
            Self::Moved => "moved",
            Self::Fixed => "fixed",
            Self::Obsolete => "obsolete",
        }
    }
}
