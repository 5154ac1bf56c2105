//! How two findings stand to each other, and why two are one issue: the words of R3's dedup_log. Not here: the rule
//! (face). Called by `dedup`.

/// How two findings stand to each other.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Likeness {
    /// Nothing nominates them.
    Different,
    /// Nominated, but not the same.
    Nominated,
    /// The same issue, by this ground.
    Same(Ground),
}

/// Why two are the same issue, weakest first.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(super) enum Ground {
    NamedElsewhere,
    SameSymbol,
    NoLines,
    LinesAndDefect,
    LinesAndClass,
    LinesAndWords,
    LinesAndTitle,
    Fingerprint,
    Twin,
}

impl Ground {
    /// All of them, weakest first.
    #[cfg(test)]
    pub const ALL: [Self; 9] = [
        Self::NamedElsewhere,
        Self::SameSymbol,
        Self::NoLines,
        Self::LinesAndDefect,
        Self::LinesAndClass,
        Self::LinesAndWords,
        Self::LinesAndTitle,
        Self::Fingerprint,
        Self::Twin,
    ];

    pub fn words(self) -> &'static str {
        match self {
            Self::NamedElsewhere => "one names the other's symbol, in much the same words",
            Self::SameSymbol => "the same symbol and much the same words",
            Self::NoLines => "similar words, and no lines to tell them apart",
            Self::LinesAndDefect => "the same lines and the same kind of defect",
            Self::LinesAndClass => "the same lines and the same class",
            Self::LinesAndWords => "neighbouring lines and similar words",
            Self::LinesAndTitle => "neighbouring lines and similar titles",
            Self::Fingerprint => "the same fingerprint",
            Self::Twin => "the same text at the same place",
        }
    }
}
