//! Each built-in reviewer has at least four cases that it flags and four that it must not, in two languages where it knows two.

use std::collections::BTreeSet;

use prr::core::checks::{API_REMOVAL, CHECKS, LEFT_BEHIND, RULES, SPEC_ALIGNMENT, STALE_DOCS, ids};

use super::{api_removal, code, commits, conflicts, left_behind, lost_cases, secret, stale_docs, traps};

/// What knows one language or format only.
const OF_ONE_FORMAT: &[&str] = &[
    // Only Rust ends the program where a value is not what was hoped for.
    "panic-on-input",
    // Workflows.
    "ci-workflow",
    // Container files and what composes them are told apart by names, not by endings.
    "container-traps",
    // Scripts of shells, by their ending or first line.
    "shell-traps",
    // Prose for models.
    "agent-instructions",
];

/// Paths of a case, and whether it is flagged.
type Counted = (Vec<&'static str>, bool);

fn counted(id: &str) -> Vec<Counted> {
    let lost = |all: Vec<lost_cases::Case>| -> Vec<Counted> {
        let case =
            |(_, files, found): &lost_cases::Case| (files.iter().map(|(path, _)| *path).collect(), !found.is_empty());
        all.iter().map(case).collect()
    };
    let commits = |all: Vec<commits::Case>| -> Vec<Counted> {
        let case =
            |(_, before, _, said): &commits::Case| (before.iter().map(|(path, _)| *path).collect(), !said.is_empty());
        all.iter().map(case).collect()
    };
    match id {
        "conflict-markers" => conflicts::cases().iter().map(|c| (vec![c.0], c.2 > 0)).collect(),
        "secrets" => secret::cases().iter().map(|c| (vec![c.0], c.2 > 0)).collect(),
        "removed-tests" => lost(lost_cases::cases()),
        "skipped-tests" => lost(lost_cases::skipped_cases()),
        LEFT_BEHIND => commits(left_behind::cases()),
        API_REMOVAL => commits(api_removal::cases()),
        STALE_DOCS => commits(stale_docs::cases()),
        other => match code::cases(other).or_else(|| traps::cases(other)) {
            Some(cases) => cases.iter().map(|c| (vec![c.0], c.2 > 0)).collect(),
            None => panic!("no cases for the check {other}: write them"),
        },
    }
}

/// The language of a file, by its ending or its name; scripts and types of scripts are one.
fn language(path: &str) -> String {
    let name = path.rsplit('/').next().unwrap_or(path);
    let ending = name.rsplit('.').next().unwrap_or(name);
    match ending {
        "js" | "jsx" | "mjs" | "cjs" | "ts" | "tsx" | "mts" | "cts" => "script".to_owned(),
        "sh" | "bash" | "zsh" => "shell".to_owned(),
        "md" | "mdc" | "cursorrules" => "prose".to_owned(),
        name if ["dockerfile", "containerfile"].iter().any(|end| name.to_ascii_lowercase().ends_with(end)) => {
            "container".to_owned()
        }
        // Manifests have their formats by name.
        "toml" | "json" | "txt" | "lock" => name.to_ascii_lowercase(),
        other => other.to_ascii_lowercase(),
    }
}

#[test]
fn every_check_has_cases_that_it_must_flag_and_cases_that_it_must_not() {
    let mut wrong = Vec::new();
    // The person's own rules and what a change is said to do know no languages; they are tested where they are.
    for id in ids().filter(|id| ![RULES, SPEC_ALIGNMENT].contains(id)) {
        let all = counted(id);
        for is_flagged in [true, false] {
            let own = || all.iter().filter(|(_, flagged)| *flagged == is_flagged);
            let languages: BTreeSet<String> = own().flat_map(|(paths, _)| paths.iter().map(|p| language(p))).collect();
            let is_narrow = languages.len() < 2;
            let may_be_narrow = OF_ONE_FORMAT.contains(&id);
            // An exception that is not needed is none.
            if own().count() < 4 || (is_narrow && !may_be_narrow) || (is_flagged && may_be_narrow && !is_narrow) {
                wrong.push(format!("{id}: {} flagged={is_flagged} in {languages:?}", own().count()));
            }
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
    assert!(CHECKS.iter().all(|check| !check.never.is_empty() && !check.about.is_empty()));
}
