//! Where each recommended agent should look first. Called by `mod`.

use crate::core::model::{FileClass, FileIx, FocusArea, RiskBasis, RiskTag};

use super::{Change, blast, coverage};

/// Files named for one agent.
const FEW: usize = 5;

pub(super) fn areas(change: &Change<'_>, agents: &[&'static str], basis: &RiskBasis) -> Vec<FocusArea> {
    let area = |agent: &&'static str| {
        let (mut files, hint) = look(change, agent, basis);
        // The sort is stable: of equal heat the first in the diff comes first.
        files.sort_by_key(|file| std::cmp::Reverse(change.map.heat.get(file.0 as usize).copied().unwrap_or(0)));
        let mut seen = std::collections::HashSet::new();
        files.retain(|file| seen.insert(*file));
        files.truncate(FEW);
        (!files.is_empty()).then(|| FocusArea { agent, files, hint: hint.to_owned() })
    };
    agents.iter().filter_map(area).collect()
}

fn look(change: &Change<'_>, agent: &str, basis: &RiskBasis) -> (Vec<FileIx>, &'static str) {
    match agent {
        "security" => {
            let mut files = basis.sensitive.clone();
            files.extend(tagged(change, RiskTag::Security));
            (files, "sensitive paths and units about authentication, secrets or input")
        }
        "test-quality" => {
            let tests = change.reviewed().filter(|file| change.class(*file) == FileClass::Test);
            (
                coverage::untested(change).into_iter().chain(tests).collect(),
                "code without a changed test, and the changed tests",
            )
        }
        "hallucination" => (
            tagged(change, RiskTag::DependencyRisk),
            "new imports and dependencies: do they exist, with these names and signatures?",
        ),
        "cross-file-impact" => {
            let public = tagged(change, RiskTag::ApiContract);
            (
                blast::users(&basis.within).into_iter().filter(|file| change.has(*file)).chain(public).collect(),
                "public symbols that change, and the files that use them",
            )
        }
        "consistency" => (change.production().collect(), "the conventions of the code around"),
        "historical-context" => (hottest(change), "earlier fixes and reverts on these lines"),
        _ => (hottest(change), "the riskiest units of the change"),
    }
}

fn tagged(change: &Change<'_>, tag: RiskTag) -> Vec<FileIx> {
    let bears = change.map.units.iter().filter(|u| change.has(u.file) && u.tags.iter().any(|(t, _)| *t == tag));
    let mut files: Vec<FileIx> = bears.map(|u| u.file).collect();
    files.dedup();
    files
}

fn hottest(change: &Change<'_>) -> Vec<FileIx> {
    let hot = change.map.hotspots.iter().map(|h| h.unit.file);
    let mut files: Vec<FileIx> = hot.filter(|file| change.has(*file)).collect();
    files.extend(change.production());
    let mut seen = std::collections::HashSet::new();
    files.retain(|file| seen.insert(*file));
    files
}
