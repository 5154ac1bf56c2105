//! The six-factor risk score (FACTS "Risk score"): one file a factor, the sum here. Pure, without a model.
//! Not here: the risk of single units (`heat`). Called by `change_map`, and by whoever knows more facts than a diff.

mod authored;
mod blast;
mod complexity;
mod coverage;
mod focus;
mod graph;
mod sensitive;
mod size;

use crate::core::{
    change::Language,
    model::{ChangeMap, Diff, FileClass, FileIx, FileStatus, RiskBasis, RiskFactor, RiskLevel, RiskScore},
};

pub use authored::{Likelihood, likelihood, names_agent};

/// What a diff alone does not tell.
#[derive(Debug, Clone, Default)]
pub struct Facts {
    /// Files of the repository, outside the changed ones, that import or reference the changed files or symbols;
    /// `None` = not counted: those of the diff are counted instead.
    pub references: Option<u32>,
    /// [`RiskBasis::users`], where references were counted.
    pub users: Option<Vec<Vec<u32>>>,
    /// Of the last ten commits, those with the trailer of an agent; `None` = not looked at.
    pub agent_commits: Option<u8>,
    /// The user's sensitive paths, whole-path globs (FACTS 20); empty = the built-in list.
    pub sensitive_paths: Vec<String>,
}

/// The score of a change, from its map and what else is known.
pub fn score(diff: &Diff, map: &ChangeMap, facts: &Facts) -> RiskScore {
    let change = Change { diff, map, part: None };
    let basis = RiskBasis {
        sensitive: sensitive::files(&change, &facts.sensitive_paths),
        agent_commits: facts.agent_commits,
        users: facts.users.clone(),
        within: blast::within(&change),
    };
    scored(&change, basis, facts.references)
}

/// The score of some files of a change (ascending) as if they were the whole of it, by what is known of the whole; `None`
/// when that has no score.
pub fn score_of(diff: &Diff, map: &ChangeMap, files: &[FileIx]) -> Option<RiskScore> {
    let whole = map.score.as_ref()?;
    let change = Change { diff, map, part: Some(files) };
    let mut basis = whole.basis.clone();
    basis.sensitive.retain(|file| change.has(*file));
    basis.within.retain(|(_, owner)| change.has(*owner));
    let references = basis.users.as_ref().map(|users| blast::outside(&change, users, &basis.within));
    Some(scored(&change, basis, references))
}

fn scored(change: &Change<'_>, basis: RiskBasis, references: Option<u32>) -> RiskScore {
    let mut factors = vec![
        blast::factor(change, references, &basis.within),
        complexity::factor(change),
        sensitive::factor(change, &basis.sensitive),
        size::factor(change),
        authored::factor(change, basis.agent_commits),
        coverage::factor(change),
    ];
    factors.extend(change.map.graph.iter().flat_map(|graph| graph::factors(graph)));
    let score = mean(&factors);
    let level = RiskLevel::of(score);
    let recommended_agents = level.agents().to_vec();
    let focus_areas = focus::areas(change, &recommended_agents, &basis);
    RiskScore { score, level, factors, recommended_agents, focus_areas, basis }
}

/// The weighted mean, with the weights taken as parts of their sum.
fn mean(factors: &[RiskFactor]) -> u8 {
    let weights: u32 = factors.iter().map(|f| u32::from(f.weight)).sum();
    let sum: u32 = factors.iter().map(|f| u32::from(f.weight) * u32::from(f.score.min(100))).sum();
    // Rounded; at most 100, because each score is.
    (sum + weights / 2).checked_div(weights).and_then(|mean| u8::try_from(mean).ok()).unwrap_or(0)
}

/// Percent, rounded, of a part that is not larger than the whole; 0 of nothing.
fn percent(part: usize, whole: usize) -> u8 {
    let rounded = (part.min(whole) * 100 + whole / 2).checked_div(whole).unwrap_or(0);
    u8::try_from(rounded).unwrap_or(100)
}

/// A diff with its map, or a part of it.
struct Change<'d> {
    diff: &'d Diff,
    map: &'d ChangeMap,
    /// The files that are looked at, ascending; `None` = all.
    part: Option<&'d [FileIx]>,
}

impl Change<'_> {
    fn class(&self, file: FileIx) -> FileClass {
        self.map.classes.get(file.0 as usize).copied().unwrap_or(FileClass::Source)
    }

    /// Whether a file is looked at.
    fn has(&self, file: FileIx) -> bool {
        self.part.is_none_or(|files| files.binary_search(&file).is_ok())
    }

    /// Files that are looked at and reviewed, in diff order.
    fn reviewed(&self) -> impl Iterator<Item = FileIx> {
        self.diff.file_numbers().filter(|file| self.has(*file) && !self.class(*file).is_left_out())
    }

    /// The whole that it is a part of.
    fn whole(&self) -> Self {
        Self { part: None, ..*self }
    }

    /// Files of code that stay and are no tests.
    fn production(&self) -> impl Iterator<Item = FileIx> {
        self.reviewed().filter(|file| {
            let language = Language::of(&self.diff.path(*file));
            let code = !matches!(language, Language::Other | Language::Markdown | Language::Sections | Language::Sql);
            let gone = self.diff.file(*file).is_some_and(|f| f.status == FileStatus::Deleted);
            code && !gone && self.class(*file) == FileClass::Source
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn factor(weight: u8, score: u8) -> RiskFactor {
        RiskFactor { name: "x", weight, score, details: String::new() }
    }

    #[test]
    fn the_mean_is_weighted_rounded_and_renormalised() {
        assert_eq!(mean(&[factor(25, 100), factor(75, 0)]), 25);
        assert_eq!(mean(&[factor(50, 1), factor(50, 0)]), 1, "a half is rounded up");
        assert_eq!(mean(&[factor(100, 80), factor(20, 80), factor(10, 80)]), 80, "weights above 100 change nothing");
        assert_eq!(mean(&[]), 0);
    }

    #[test]
    fn levels_have_the_borders_of_the_table() {
        let words: Vec<&str> = [0, 30, 31, 60, 61, 80, 81, 100].iter().map(|s| RiskLevel::of(*s).as_str()).collect();
        assert_eq!(words, ["LOW", "LOW", "MEDIUM", "MEDIUM", "HIGH", "HIGH", "CRITICAL", "CRITICAL"]);
        assert_eq!(RiskLevel::Low.agents(), ["correctness", "consistency"]);
        assert_eq!(RiskLevel::Critical.agents().len(), 7);
    }
}
