//! The risk score of a whole change: six factors, a level, and whom to ask (FACTS "Risk score", Soliton Step 3).
//! Computed by `core::risk` without a model.

use super::FileIx;

/// How risky the whole is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum RiskLevel {
    /// 0 to 30.
    Low,
    /// 31 to 60.
    Medium,
    /// 61 to 80.
    High,
    /// 81 to 100.
    Critical,
}

impl RiskLevel {
    /// Every level, mildest first.
    pub const ALL: [Self; 4] = [Self::Low, Self::Medium, Self::High, Self::Critical];

    /// Of a score of 0 to 100.
    pub fn of(score: u8) -> Self {
        match score {
            0..=30 => Self::Low,
            31..=60 => Self::Medium,
            61..=80 => Self::High,
            81.. => Self::Critical,
        }
    }

    /// The word in every format.
    pub fn as_str(self) -> &'static str {
        match self {
            Self::Low => "LOW",
            Self::Medium => "MEDIUM",
            Self::High => "HIGH",
            Self::Critical => "CRITICAL",
        }
    }

    /// Agents of the strategy `swarm` that a level asks for; a skip list is applied later, by the planner.
    pub fn agents(self) -> &'static [&'static str] {
        let all: &[&str] = &[
            "correctness",
            "consistency",
            "security",
            "test-quality",
            "hallucination",
            "cross-file-impact",
            "historical-context",
        ];
        match self {
            Self::Low => all.get(..2).unwrap_or(all),
            Self::Medium => all.get(..4).unwrap_or(all),
            Self::High => all.get(..6).unwrap_or(all),
            Self::Critical => all,
        }
    }
}

/// One of the factors.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct RiskFactor {
    /// Such as `blast_radius`.
    pub name: &'static str,
    /// Percent of the whole; the weights of all factors are renormalised to 100.
    pub weight: u8,
    /// 0 to 100.
    pub score: u8,
    /// What was counted, in words.
    pub details: String,
}

/// Where an agent should look first.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct FocusArea {
    /// A recommended agent.
    pub agent: &'static str,
    /// Files, most important first; few.
    pub files: Vec<FileIx>,
    /// Why these, in words.
    pub hint: String,
}

/// What a score is made of besides the diff and its units: so that parts of the change can be scored alike.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct RiskBasis {
    /// Reviewed files at sensitive paths, in diff order.
    pub sensitive: Vec<FileIx>,
    /// Of the last ten commits, those with the trailer of an agent; `None` = not looked at.
    pub agent_commits: Option<u8>,
    /// For each file of the diff, files outside the change that import or reference it or its symbols, by their number in
    /// the index, ascending, at most ten: more do not change a score. `None` = not looked for.
    pub users: Option<Vec<Vec<u32>>>,
    /// Files of the change that name what other files of it define: user and owner, ascending.
    pub within: Vec<(FileIx, FileIx)>,
}

/// The score of a change.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct RiskScore {
    /// 0 to 100: the weighted mean of the factors, rounded.
    pub score: u8,
    /// Of the score.
    pub level: RiskLevel,
    /// In the order of FACTS' table.
    pub factors: Vec<RiskFactor>,
    /// Agents of the level.
    pub recommended_agents: Vec<&'static str>,
    /// One for each recommended agent that has files.
    pub focus_areas: Vec<FocusArea>,
    /// What it is made of.
    pub basis: RiskBasis,
}
