//! A candidate: the raw claim of an agent, as it said it (deep §5). Never changed after it is recorded.

use super::{CandidateId, HotspotId, Kind, Lens, LineRange, RepoPath, Severity, Side, TaskId};

/// How readily the author can act.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Actionability {
    /// Vague.
    Low,
    /// Needs some thought.
    Medium,
    /// At once.
    High,
}

impl Actionability {
    /// All levels, lowest first.
    pub const ALL: [Self; 3] = [Self::Low, Self::Medium, Self::High];

    /// The logbook's word (deep §0 schema).
    pub fn as_str(self) -> &'static str {
        match self {
            Self::Low => "low",
            Self::Medium => "medium",
            Self::High => "high",
        }
    }

    /// Reads the logbook's word, case-blind.
    pub fn parse(s: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|v| v.as_str().eq_ignore_ascii_case(s))
    }
}

/// How far the effect reaches.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum BlastRadius {
    /// One function.
    Local,
    /// One module.
    Module,
    /// The service.
    Service,
    /// Callers outside.
    PublicContract,
}

impl BlastRadius {
    /// All levels, smallest first.
    pub const ALL: [Self; 4] = [Self::Local, Self::Module, Self::Service, Self::PublicContract];

    /// The logbook's word (deep §0 schema).
    pub fn as_str(self) -> &'static str {
        match self {
            Self::Local => "local",
            Self::Module => "module",
            Self::Service => "service",
            Self::PublicContract => "public-contract",
        }
    }

    /// Reads the logbook's word, case-blind.
    pub fn parse(s: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|v| v.as_str().eq_ignore_ascii_case(s))
    }
}

/// Two numbers in 0..=1 (REVIEW.md "Confidence").
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Confidence {
    /// From the diff and the context near it.
    pub local: f64,
    /// Including the wider code base.
    pub context: f64,
}

impl Confidence {
    /// The single number that R3 and thresholds use: `(0.25·local + 0.10·context) / 0.35`.
    pub fn single(self) -> f64 {
        (0.25 * self.local + 0.10 * self.context) / 0.35
    }

    /// The same within 0..=1; `None` when one of the two is no number: then it counts as not given.
    pub fn usable(self) -> Option<Self> {
        let real = self.local.is_finite() && self.context.is_finite();
        real.then(|| Self { local: self.local.clamp(0.0, 1.0), context: self.context.clamp(0.0, 1.0) })
    }
}

/// What the agent says, in its words. Untrusted text.
#[derive(Debug, Clone, PartialEq)]
pub struct Claim {
    /// `Finding` or `Question`.
    pub kind: Kind,
    /// A short machine-readable class, for example `hardcoded-secret`.
    pub issue_class: String,
    /// One line.
    pub title: String,
    /// One or two sentences for the author.
    pub summary: String,
    /// What in the diff supports it.
    pub evidence: String,
    /// What changed that created the risk.
    pub why_now: String,
    /// A direction for the fix, if any.
    pub suggested_fix: Option<String>,
    /// Replacement lines for the anchored lines, if certain.
    pub suggestion: Option<String>,
    /// The condition that is broken; '' when not given.
    pub invariant: String,
    /// The affected output; '' when not given.
    pub sink: String,
    /// Whether it stands or falls with code that the agent did not see; absent in an answer = no.
    pub depends_on_unseen: bool,
}

/// Where the agent says it is. Unchecked: the judge resolves it to an anchor or holds it back.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ClaimedPlace {
    /// The path as given.
    pub path: RepoPath,
    /// The symbol, when the agent named one.
    pub symbol: Option<String>,
    /// The side, when given.
    pub side: Option<Side>,
    /// The lines, when given and valid.
    pub lines: Option<LineRange>,
}

/// The numbers of a claim.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Weight {
    /// How bad.
    pub severity: Severity,
    /// How sure; `None` = not given (0.5 for scores, exempt from gates).
    pub confidence: Option<Confidence>,
    /// How readily acted upon.
    pub actionability: Actionability,
    /// How far it reaches.
    pub blast_radius: BlastRadius,
}

/// A raw claim of an agent.
#[derive(Debug, Clone, PartialEq)]
pub struct Candidate {
    /// Unique in the run.
    pub id: CandidateId,
    /// The task that made it.
    pub task: TaskId,
    /// The hotspot it belongs to; `None` = the whole change.
    pub hotspot: Option<HotspotId>,
    /// Under which lens it was found.
    pub lens: Lens,
    /// What it says.
    pub claim: Claim,
    /// Where; `None` = about the change as a whole.
    pub place: Option<ClaimedPlace>,
    /// Its numbers.
    pub weight: Weight,
}
