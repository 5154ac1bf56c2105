//! What a model says of a finding that another made: plain data, recorded as it came. Not here: what it does to the
//! finding (`core::synthesis`), how it is asked for (`core::plan`, `core::brief`), how it is read (`edge::claims`).

use super::{CandidateId, FindingId, Severity, TaskId};

/// A wave of the second round: what findings are asked about, in the order of REVIEW stage 5.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Wave {
    /// deep §6: six questions to every candidate.
    Skeptic,
    /// deep §7: whether somebody said it on the pull request.
    OnPr,
    /// pi §7: every survivor is confirmed, or not.
    Validation,
    /// Soliton §5.5: criticals, and what is nearly so, are put to the test once more.
    Realist,
}

impl Wave {
    /// Every wave, in order.
    pub const ALL: [Self; 4] = [Self::Skeptic, Self::OnPr, Self::Validation, Self::Realist];

    /// Its name: that of its pass, for `--skip` and in every format.
    pub fn as_str(self) -> &'static str {
        match self {
            Self::Skeptic => "skeptic",
            Self::OnPr => "pr-comment-dedup",
            Self::Validation => "validation",
            Self::Realist => "realist-check",
        }
    }

    /// Reads the name.
    pub fn parse(s: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|wave| wave.as_str() == s)
    }

    /// What it may say of a finding.
    pub fn words(self) -> &'static [Word] {
        match self {
            Self::Skeptic => &[Word::Keep, Word::Downgrade, Word::Question, Word::Drop],
            Self::OnPr => &[Word::AlreadyOnPr, Word::NotOnPr],
            Self::Validation => &[Word::Confirmed, Word::Rejected, Word::Unconfirmed],
            Self::Realist => &[Word::Confirmed, Word::Downgrade, Word::OpenQuestion, Word::Escalate],
        }
    }
}

/// What is said of a finding.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Word {
    /// It stands as it is.
    Keep,
    /// It is milder.
    Downgrade,
    /// It is a question.
    Question,
    /// It should not be raised.
    Drop,
    /// Somebody said it.
    AlreadyOnPr,
    /// Nobody said it.
    NotOnPr,
    /// It was looked at in the source, and is so.
    Confirmed,
    /// It was looked at, and is not so.
    Rejected,
    /// It could not be made sure.
    Unconfirmed,
    /// It stands, and somebody must answer something first.
    OpenQuestion,
    /// It is worse.
    Escalate,
}

impl Word {
    /// Every word.
    pub const ALL: [Self; 11] = [
        Self::Keep,
        Self::Downgrade,
        Self::Question,
        Self::Drop,
        Self::AlreadyOnPr,
        Self::NotOnPr,
        Self::Confirmed,
        Self::Rejected,
        Self::Unconfirmed,
        Self::OpenQuestion,
        Self::Escalate,
    ];

    /// The word in every format.
    pub fn as_str(self) -> &'static str {
        match self {
            Self::Keep => "keep",
            Self::Downgrade => "downgrade",
            Self::Question => "question",
            Self::Drop => "drop",
            Self::AlreadyOnPr => "already-on-pr",
            Self::NotOnPr => "not-on-pr",
            Self::Confirmed => "confirmed",
            Self::Rejected => "rejected",
            Self::Unconfirmed => "unconfirmed",
            Self::OpenQuestion => "open-question",
            Self::Escalate => "escalate",
        }
    }

    /// Reads the word.
    pub fn parse(s: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|word| word.as_str() == s)
    }
}

/// One opinion. Its texts are a model's: untrusted.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Opinion {
    /// In which wave.
    pub wave: Wave,
    /// By which task.
    pub task: TaskId,
    /// Of the finding with this claim: findings are numbered anew in every session, claims are not.
    pub candidate: CandidateId,
    /// The finding, as it was called then.
    pub finding: FindingId,
    /// What.
    pub word: Word,
    /// The severity that it should have, when one was named.
    pub severity: Option<Severity>,
    /// What is cited for it: the mitigation with its `file:line` (realist), the comment's address (dedup); '' = nothing.
    pub cited: String,
    /// Why, in words; '' = not said.
    pub reason: String,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_word_belongs_to_a_wave_and_reads_back() {
        for word in Word::ALL {
            assert!(Wave::ALL.iter().any(|wave| wave.words().contains(&word)), "{}", word.as_str());
            assert_eq!(Word::parse(word.as_str()), Some(word));
        }
        for wave in Wave::ALL {
            assert_eq!(Wave::parse(wave.as_str()), Some(wave));
            assert!(Word::parse(wave.as_str()).is_none() && Wave::parse("judge").is_none());
        }
    }
}
