//! One severity scale with four vocabularies, and the kinds that are no defect (REVIEW.md "Severity").

use std::{fmt, str::FromStr};

/// How bad, 1 to 5. Blocking are `Blocker` and `Critical`.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Severity {
    /// Weight 1.
    Nitpick,
    /// Weight 2.
    Minor,
    /// Weight 3.
    Major,
    /// Weight 4.
    Critical,
    /// Weight 5.
    Blocker,
}

impl Severity {
    /// All levels, mildest first.
    pub const ALL: [Self; 5] = [Self::Nitpick, Self::Minor, Self::Major, Self::Critical, Self::Blocker];

    /// Our label (r3).
    pub fn as_str(self) -> &'static str {
        match self {
            Self::Nitpick => "nitpick",
            Self::Minor => "minor",
            Self::Major => "major",
            Self::Critical => "critical",
            Self::Blocker => "blocker",
        }
    }

    /// The logbook's word (deep).
    pub fn as_deep(self) -> &'static str {
        match self {
            Self::Nitpick => "info",
            Self::Minor => "low",
            Self::Major => "medium",
            Self::Critical => "high",
            Self::Blocker => "critical",
        }
    }

    /// Reads the logbook's word, where `critical` is the highest level.
    pub fn from_deep(s: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|v| v.as_deep().eq_ignore_ascii_case(s))
    }

    /// 1 to 5.
    pub fn weight(self) -> u8 {
        self as u8 + 1
    }

    /// Whether it blocks a merge.
    pub fn is_blocking(self) -> bool {
        self >= Self::Critical
    }
}

impl fmt::Display for Severity {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.as_str())
    }
}

impl FromStr for Severity {
    type Err = ();

    fn from_str(s: &str) -> Result<Self, ()> {
        Self::ALL.into_iter().find(|v| v.as_str().eq_ignore_ascii_case(s)).ok_or(())
    }
}

/// What a statement is. Only findings count as defects; `Comment` is a person's own, without severity.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Kind {
    /// A defect, likely true and actionable.
    Finding,
    /// An uncertainty that needs an answer.
    Question,
    /// Something done well.
    Praise,
    /// An idea, not a request.
    Thought,
    /// A fact worth knowing.
    Note,
    /// The person's own comment at the gate.
    Comment,
}

impl Kind {
    /// All kinds.
    pub const ALL: [Self; 6] = [Self::Finding, Self::Question, Self::Praise, Self::Thought, Self::Note, Self::Comment];

    /// The word in every format.
    pub fn as_str(self) -> &'static str {
        match self {
            Self::Finding => "finding",
            Self::Question => "question",
            Self::Praise => "praise",
            Self::Thought => "thought",
            Self::Note => "note",
            Self::Comment => "comment",
        }
    }
}

impl fmt::Display for Kind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.as_str())
    }
}

impl FromStr for Kind {
    type Err = ();

    fn from_str(s: &str) -> Result<Self, ()> {
        Self::ALL.into_iter().find(|v| v.as_str().eq_ignore_ascii_case(s)).ok_or(())
    }
}
