//! The change map: file classes, units, hotspots, and the lenses a hotspot is looked at through.

use std::sync::Arc;

use super::{FileIx, GraphSignals, HotspotId, HunkIx, LineRange, Reading, RiskScore, Side, UnitDetail};

/// What to look for (REVIEW.md "Lenses by risk tag").
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[allow(missing_docs, reason = "the words are the field's own; as_str shows them")]
pub enum Lens {
    Correctness,
    Maintainability,
    Security,
    DataIntegrity,
    ConcurrencyLifecycle,
    ApiContract,
    Performance,
    Caching,
    ObservabilityPrivacy,
    Accessibility,
    DependencyRisk,
    TestGap,
    DocsQuality,
    AiInstructions,
}

impl Lens {
    /// Every lens.
    pub const ALL: [Self; 14] = [
        Self::Correctness,
        Self::Maintainability,
        Self::Security,
        Self::DataIntegrity,
        Self::ConcurrencyLifecycle,
        Self::ApiContract,
        Self::Performance,
        Self::Caching,
        Self::ObservabilityPrivacy,
        Self::Accessibility,
        Self::DependencyRisk,
        Self::TestGap,
        Self::DocsQuality,
        Self::AiInstructions,
    ];

    /// The word in every format.
    pub fn as_str(self) -> &'static str {
        match self {
            Self::Correctness => "correctness",
            Self::Maintainability => "maintainability",
            Self::Security => "security",
            Self::DataIntegrity => "data-integrity",
            Self::ConcurrencyLifecycle => "concurrency-lifecycle",
            Self::ApiContract => "api-contract",
            Self::Performance => "performance",
            Self::Caching => "caching",
            Self::ObservabilityPrivacy => "observability-privacy",
            Self::Accessibility => "accessibility",
            Self::DependencyRisk => "dependency-risk",
            Self::TestGap => "test-gap",
            Self::DocsQuality => "docs-quality",
            Self::AiInstructions => "ai-instructions",
        }
    }

    /// Reads the word.
    pub fn parse(s: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|v| v.as_str() == s)
    }

    /// One letter for the gutter, distinct per lens.
    pub fn glyph(self) -> char {
        match self {
            Self::Correctness => 'c',
            Self::Maintainability => 'm',
            Self::Security => 'S',
            Self::DataIntegrity => 'D',
            Self::ConcurrencyLifecycle => 'L',
            Self::ApiContract => 'A',
            Self::Performance => 'P',
            Self::Caching => 'K',
            Self::ObservabilityPrivacy => 'O',
            Self::Accessibility => 'Y',
            Self::DependencyRisk => 'R',
            Self::TestGap => 'T',
            Self::DocsQuality => 'Q',
            Self::AiInstructions => 'I',
        }
    }
}

/// A risk tag is the lens it calls for; the two always-on lenses are no tags.
pub type RiskTag = Lens;

/// How a file is treated (FACTS "Files left out of review").
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum FileClass {
    /// Code or text written by people.
    Source,
    /// Tests.
    Test,
    /// Prose.
    Docs,
    /// Configuration, manifests, CI.
    Config,
    /// Made by a program: listed, collapsed, never a hotspot.
    Generated,
    /// Copied from elsewhere: listed, collapsed, never a hotspot.
    Vendored,
    /// Not text: listed, never a hotspot.
    Binary,
}

impl FileClass {
    /// Every class.
    pub const ALL: [Self; 7] =
        [Self::Source, Self::Test, Self::Docs, Self::Config, Self::Generated, Self::Vendored, Self::Binary];

    /// The word in every format.
    pub fn as_str(self) -> &'static str {
        match self {
            Self::Source => "source",
            Self::Test => "test",
            Self::Docs => "docs",
            Self::Config => "config",
            Self::Generated => "generated",
            Self::Vendored => "vendored",
            Self::Binary => "binary",
        }
    }

    /// Whether the file is left out of review: shown collapsed, never a hotspot.
    pub fn is_left_out(self) -> bool {
        matches!(self, Self::Generated | Self::Vendored | Self::Binary)
    }
}

/// One changed symbol or section.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Unit {
    /// Its file.
    pub file: FileIx,
    /// Name of the symbol or heading, as the hunk section gives it; '' when none is known.
    pub symbol: String,
    /// The hunks that touch it, first and last.
    pub hunks: (HunkIx, HunkIx),
    /// The changed lines, on the side that has them (RIGHT unless only removals).
    pub lines: (Side, LineRange),
    /// Added lines.
    pub added: u32,
    /// Removed lines.
    pub removed: u32,
    /// Risk tags with the evidence line's words, strongest first.
    pub tags: Vec<(RiskTag, String)>,
    /// What the change map found out about it.
    pub detail: UnitDetail,
}

/// A risky unit (deep §2).
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Hotspot {
    /// Rank in the run as an id.
    pub id: HotspotId,
    /// `path::symbol`, stable across runs.
    pub key: String,
    /// Its unit.
    pub unit: Unit,
    /// One line for people.
    pub summary: String,
    /// Why it was chosen, with the lines.
    pub why: String,
    /// Lenses to look through: always-on and ≤ 2 specialised (≤ 3 when high-risk).
    pub lenses: Vec<Lens>,
    /// 0..=100, higher first.
    pub risk: u8,
}

/// All units with their classes and the hotspots in order of risk.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct ChangeMap {
    /// Class per file, in diff order.
    pub classes: Vec<FileClass>,
    /// Risk heat 0..=100 per file, in diff order.
    pub heat: Vec<u8>,
    /// Units in diff order. Shared: most are the same in the map that knows the symbol index.
    pub units: Vec<Arc<Unit>>,
    /// Hotspots, riskiest first.
    pub hotspots: Vec<Hotspot>,
    /// The risk of the whole; `None` when it was not computed.
    pub score: Option<RiskScore>,
    /// How each file was read, in diff order.
    pub readings: Vec<Reading>,
    /// What could not be read or was left out, in words.
    pub notes: Vec<String>,
    /// What a graph of the code says; `None` = there is none.
    pub graph: Option<Arc<GraphSignals>>,
}

/// How much of the change there is to look at.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Coverage {
    /// Files of the change, as the host counts them.
    pub files: usize,
    /// Files that agents leave out: generated, vendored, binary.
    pub collapsed: usize,
    /// Files whose change, or which, the host does not give.
    pub missing: usize,
}

impl Coverage {
    /// Files that are looked at.
    pub fn looked_at(self) -> usize {
        self.files.saturating_sub(self.collapsed + self.missing)
    }
}
