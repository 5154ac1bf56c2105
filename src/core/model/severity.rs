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

    /// Reads a word of any of the four vocabularies, case-blind (REVIEW "Severity"). The one word that two of them
    /// share with different meanings is `critical`: `vocabulary` decides it. `improvement` is major.
    pub fn read(word: &str, vocabulary: Vocabulary) -> Option<Self> {
        let word = word.trim().to_ascii_lowercase();
        match word.as_str() {
            "critical" if vocabulary == Vocabulary::Deep => Some(Self::Blocker),
            "blocker" | "p0" => Some(Self::Blocker),
            "critical" | "high" | "p1" => Some(Self::Critical),
            "major" | "medium" | "p2" | "improvement" => Some(Self::Major),
            "minor" | "low" | "p3" => Some(Self::Minor),
            "nitpick" | "nit" | "info" => Some(Self::Nitpick),
            _ => None,
        }
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

/// What `critical` means in one answer.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default)]
pub enum Vocabulary {
    /// deep's: the highest level.
    Deep,
    /// Every other: the second level.
    #[default]
    Labels,
}

impl Vocabulary {
    /// The vocabulary of an answer: deep's when it has deep's shape or uses a word that only deep has.
    pub fn of<'a>(deep_shape: bool, words: impl IntoIterator<Item = &'a str>) -> Self {
        let is_deep =
            |word: &str| ["high", "medium", "low", "info"].iter().any(|w| w.eq_ignore_ascii_case(word.trim()));
        if deep_shape || words.into_iter().any(is_deep) { Self::Deep } else { Self::Labels }
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_vocabulary_is_read_and_only_critical_depends_on_which() {
        let table = [
            (Severity::Blocker, ["blocker", "P0"]),
            (Severity::Critical, ["high", "p1"]),
            (Severity::Major, ["Medium", "improvement"]),
            (Severity::Minor, ["LOW", "P3"]),
            (Severity::Nitpick, ["info", " nit "]),
        ];
        for (severity, words) in table {
            for word in words {
                assert_eq!(Severity::read(word, Vocabulary::Deep), Some(severity), "{word}");
                assert_eq!(Severity::read(word, Vocabulary::Labels), Some(severity), "{word}");
            }
        }
        assert_eq!(Severity::read("critical", Vocabulary::Deep), Some(Severity::Blocker));
        assert_eq!(Severity::read("Critical", Vocabulary::Labels), Some(Severity::Critical));
        assert_eq!(Severity::read("hgih", Vocabulary::Labels), None);
    }

    #[test]
    fn an_answer_is_deep_by_its_shape_or_by_one_of_deeps_words() {
        assert_eq!(Vocabulary::of(false, ["critical", "improvement", "nitpick"]), Vocabulary::Labels);
        assert_eq!(Vocabulary::of(false, ["critical", "High"]), Vocabulary::Deep);
        assert_eq!(Vocabulary::of(true, ["critical"]), Vocabulary::Deep);
        assert_eq!(Vocabulary::of(false, ["critical", "major"]), Vocabulary::Labels);
    }
}
