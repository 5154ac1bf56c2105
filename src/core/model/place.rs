//! Where something is said: a side of the diff, a line range, an anchor.

use std::{fmt, str::FromStr};

use super::RepoPath;

/// The side of a diff a line number belongs to, in GitHub's words.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Side {
    /// The old version.
    Left,
    /// The new version.
    Right,
}

impl Side {
    /// `LEFT` or `RIGHT`.
    pub fn as_str(self) -> &'static str {
        match self {
            Self::Left => "LEFT",
            Self::Right => "RIGHT",
        }
    }
}

impl fmt::Display for Side {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.as_str())
    }
}

impl FromStr for Side {
    type Err = ();

    fn from_str(s: &str) -> Result<Self, ()> {
        match s.to_ascii_uppercase().as_str() {
            "LEFT" => Ok(Self::Left),
            "RIGHT" => Ok(Self::Right),
            _ => Err(()),
        }
    }
}

/// Lines `start..=end`, 1-based, never empty.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct LineRange {
    /// First line, at least 1.
    start: u32,
    /// Last line, at least `start`.
    end: u32,
}

impl LineRange {
    /// A range of two line numbers in either order; `None` when one of them is 0.
    pub fn new(a: u32, b: u32) -> Option<Self> {
        (a > 0 && b > 0).then(|| Self { start: a.min(b), end: a.max(b) })
    }

    /// One line; `None` for 0.
    pub fn one(line: u32) -> Option<Self> {
        Self::new(line, line)
    }

    /// First line.
    pub fn start(self) -> u32 {
        self.start
    }

    /// Last line.
    pub fn end(self) -> u32 {
        self.end
    }

    /// Whether the line lies inside.
    pub fn contains(self, line: u32) -> bool {
        (self.start..=self.end).contains(&line)
    }
}

/// A place in the change that a comment may be put on: path, side, lines. `lines: None` = the file as a whole.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Anchor {
    /// The path on that side (the new name of a renamed file for RIGHT; GitHub uses the new name for LEFT too).
    pub path: RepoPath,
    /// Which version the numbers count in.
    pub side: Side,
    /// The lines, or the whole file.
    pub lines: Option<LineRange>,
}
