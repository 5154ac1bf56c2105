//! The verdict of what looks without a model (Soliton §2.6, FACTS "Tier 0" and 29). Called by session when every
//! built-in reviewer and tool has ended.

use crate::core::model::{Candidate, Kind, Lens, Severity};

use super::Case;

/// Meaningful lines up to which a change can be vouched for.
const SMALL: u64 = 50;

/// What the verdict is made of.
#[derive(Debug, Clone, Copy, Default)]
pub struct Tier0Facts<'f> {
    /// Whether the person switched tier 0 on: without it nothing is vouched for, but what blocks blocks all the same.
    pub enabled: bool,
    /// What blocks: `secrets`, `types`, `security`, `dependencies`.
    pub block_on: &'f [String],
    /// Meaningful lines.
    pub lines: u64,
    /// Whether a sensitive path is touched.
    pub is_sensitive: bool,
    /// Whether part of the change could not be looked at, or a tool did not end.
    pub has_gaps: bool,
    /// What kind of change it is.
    pub case: Case,
}

/// The verdict's word: `clean`, `blocked`, `needs_llm` or `advisory_only`, with the reason.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Verdict {
    /// Nothing found in a small, harmless change.
    Clean,
    /// This must not be merged.
    Blocked(String),
    /// A model should look.
    NeedsLlm,
    /// Only minor things.
    AdvisoryOnly,
}

/// The verdict over what built-in reviewers and tools said.
pub fn tier0<'c>(facts: &Tier0Facts<'_>, said: impl Iterator<Item = &'c Candidate>) -> Verdict {
    let mut worst: Option<Severity> = None;
    for candidate in said.filter(|candidate| candidate.claim.kind == Kind::Finding) {
        let severity = candidate.weight.severity;
        let kind = kind_of(candidate);
        if severity >= Severity::Critical && kind.is_some_and(|kind| facts.block_on.iter().any(|on| on == kind)) {
            let what = crate::core::text::one_line(&candidate.claim.title, 120);
            return Verdict::Blocked(format!("{} ({})", what, kind.unwrap_or("")));
        }
        worst = worst.max(Some(severity));
    }
    match worst {
        _ if !facts.enabled => Verdict::NeedsLlm,
        None if facts.lines <= SMALL && !facts.is_sensitive && !facts.has_gaps && facts.case != Case::LeftOut => {
            Verdict::Clean
        }
        Some(Severity::Minor | Severity::Nitpick) => Verdict::AdvisoryOnly,
        _ => Verdict::NeedsLlm,
    }
}

/// Which word of `tier0.block_on` a finding is.
fn kind_of(candidate: &Candidate) -> Option<&'static str> {
    let class = candidate.claim.issue_class.as_str();
    let has = |words: &[&str]| words.iter().any(|word| class.contains(word));
    if has(&["secret", "credential", "private-key", "api-key", "leak"]) {
        Some("secrets")
    } else if has(&["type-error", "typecheck", "compile", "mypy", "tsc"]) {
        Some("types")
    } else if has(&["cve", "ghsa", "rustsec", "vulnerab", "advisory"]) || candidate.lens == Lens::DependencyRisk {
        Some("dependencies")
    } else {
        (candidate.lens == Lens::Security).then_some("security")
    }
}
