//! What people are told of each built-in reviewer besides its words: how bad and how sure its findings usually are, what says
//! so, and whether it runs unless it is asked for. Not here: the reviewers. Read by the lists of them and by settings.

use crate::core::model::Severity;

/// Facts about one reviewer.
#[derive(Debug)]
pub struct Facts {
    /// Whose.
    pub id: &'static str,
    /// Of most of its findings; a single one may weigh more or less.
    pub severity: Severity,
    /// Percent, of most of its findings.
    pub confidence: u8,
    /// Weaknesses by their CWE number, or the name of the page of a standard.
    pub references: &'static [&'static str],
    /// Whether it runs without being asked for: only what is right in four of five findings does, on real changes with
    /// labels (benches/README).
    pub is_on: bool,
}

const fn on(id: &'static str, severity: Severity, confidence: u8, references: &'static [&'static str]) -> Facts {
    Facts { id, severity, confidence, references, is_on: true }
}

/// Of all reviewers, in the order of the list.
pub static FACTS: &[Facts] = &[
    on("conflict-markers", Severity::Blocker, 97, &["git-merge: how conflicts are presented"]),
    on("secrets", Severity::Blocker, 92, &["CWE-798", "CWE-312"]),
    on("removed-guards", Severity::Critical, 80, &["CWE-862", "CWE-863", "CWE-20"]),
    on("skipped-tests", Severity::Major, 85, &["CWE-1164"]),
    // Whether another test proves the same cannot be read off the lines: half of what it says of published changes is right.
    Facts { is_on: false, ..on("removed-tests", Severity::Major, 75, &["CWE-1164"]) },
    on("swallowed-errors", Severity::Major, 85, &["CWE-390", "CWE-391"]),
    on("panic-on-input", Severity::Major, 80, &["CWE-248", "CWE-754"]),
    on("built-from-input", Severity::Critical, 85, &["CWE-89", "CWE-78", "CWE-1336", "CWE-79", "CWE-22"]),
    on("tls-verification-off", Severity::Critical, 90, &["CWE-295"]),
    on("code-from-data", Severity::Critical, 85, &["CWE-95", "CWE-502"]),
    on("weak-password-hash", Severity::Critical, 85, &["CWE-916", "OWASP Password Storage Cheat Sheet"]),
    on("debug-left-in", Severity::Minor, 85, &["CWE-489"]),
    on(
        "blocking-in-async",
        Severity::Major,
        85,
        &["tokio: CPU-bound tasks and blocking code", "asyncio: running blocking code"],
    ),
    on("lock-across-await", Severity::Major, 85, &["CWE-833", "tokio::sync::Mutex: which kind of mutex to use"]),
    on("ci-workflow", Severity::Major, 85, &["CWE-94", "CWE-829", "CWE-532"]),
    on("container-traps", Severity::Major, 80, &["CWE-494", "CWE-250", "CWE-538"]),
    on("shell-traps", Severity::Major, 80, &["CWE-78", "CWE-732", "CWE-494"]),
    on("dependencies", Severity::Minor, 85, &["CWE-1357", "Semantic Versioning 2.0.0"]),
    on("migrations", Severity::Major, 80, &["PostgreSQL: ALTER TABLE", "PostgreSQL: CREATE INDEX"]),
    on("agent-instructions", Severity::Major, 80, &["CWE-1427"]),
    on("trojan-source", Severity::Critical, 85, &["CVE-2021-42574", "CVE-2021-42694", "Unicode UTS #39"]),
    // It was never seen to find anything real: it waits for labels.
    Facts {
        is_on: false,
        ..on("generated-edited", Severity::Minor, 70, &["Go: generated code (the DO NOT EDIT line)"])
    },
    on("resource-not-closed", Severity::Minor, 80, &["CWE-772", "CWE-404"]),
    // By words it cannot tell a symbol from another of its name: nothing that it found in labelled changes was right.
    Facts { is_on: false, ..on("left-behind", Severity::Major, 85, &["CWE-758"]) },
    // Not measured: a version that breaks others on purpose has as many as one that does so unawares.
    Facts { is_on: false, ..on("api-removal", Severity::Minor, 65, &["Semantic Versioning 2.0.0"]) },
    // Nobody has judged what it finds: it waits for labels.
    Facts { is_on: false, ..on("stale-docs", Severity::Minor, 85, &["CWE-1059"]) },
    on("spec-alignment", Severity::Major, 80, &["RFC 2119"]),
];

/// Facts about a reviewer by its id.
pub fn facts(id: &str) -> Option<&'static Facts> {
    FACTS.iter().find(|facts| facts.id == id)
}

/// Whether a reviewer runs when the settings say nothing of it.
pub fn is_on(id: &str) -> bool {
    facts(id).is_none_or(|facts| facts.is_on)
}

impl Facts {
    /// On one line: `critical, 85 % sure; CWE-89`.
    pub fn line(&self) -> String {
        let off = if self.is_on { "" } else { "; off unless switched on" };
        format!("{}, {} % sure; {}{off}", self.severity.as_str(), self.confidence, self.references.join(", "))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_reviewer_has_its_facts_once() {
        for id in super::super::ids().filter(|id| *id != super::super::RULES) {
            let own: Vec<&Facts> = FACTS.iter().filter(|facts| facts.id == id).collect();
            let [facts] = own.as_slice() else { panic!("{id} has {} rows in FACTS", own.len()) };
            assert!((50..=100).contains(&facts.confidence) && !facts.references.is_empty(), "{id}");
            assert!(facts.line().contains(facts.severity.as_str()), "{id}");
        }
        assert!(FACTS.iter().all(|facts| super::super::ids().any(|id| id == facts.id)));
        assert!(is_on("rules") && is_on("no such reviewer"));
    }
}
