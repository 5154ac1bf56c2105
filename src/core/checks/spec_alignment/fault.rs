//! What can be wrong between a change and its specification, with the severities and confidences of FACTS "Swarm
//! synthesis". Called by `mod`.

use crate::core::model::Severity;

/// What is wrong.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Fault {
    /// A file lacks text that it must contain.
    Wiring,
    /// Nothing of a MUST is in the code.
    Unmet,
    /// Some of a MUST is in the code, some is not.
    Partial,
    /// The author left a box of the description open.
    Unchecked,
    /// A file that no part of the specification asks for.
    Creep,
}

impl Fault {
    /// Every fault, the worst first.
    pub const ALL: [Self; 5] = [Self::Wiring, Self::Unmet, Self::Partial, Self::Unchecked, Self::Creep];

    /// The class of its findings.
    pub fn as_str(self) -> &'static str {
        match self {
            Self::Wiring => "spec-wiring",
            Self::Unmet => "spec-unmet",
            Self::Partial => "spec-partial",
            Self::Unchecked => "spec-unchecked",
            Self::Creep => "spec-scope-creep",
        }
    }

    /// How bad.
    pub fn severity(self) -> Severity {
        match self {
            Self::Wiring => Severity::Blocker,
            Self::Unmet => Severity::Critical,
            // "improvement" in Soliton's words.
            Self::Partial | Self::Unchecked => Severity::Major,
            Self::Creep => Severity::Minor,
        }
    }

    /// How sure, 0.0..=1.0.
    pub fn confidence(self) -> f64 {
        match self {
            Self::Wiring => 1.0,
            Self::Unmet => 0.9,
            Self::Partial => 0.85,
            Self::Unchecked => 0.8,
            Self::Creep => 0.7,
        }
    }

    /// Why it is told of this change.
    pub(super) fn why_now(self) -> &'static str {
        match self {
            Self::Wiring | Self::Unmet | Self::Partial => "The change is held against what it is said to do.",
            Self::Unchecked => "The description lists it as part of this change.",
            Self::Creep => "The specification names the modules that the change is about.",
        }
    }
}
