//! What is said of a plan to a person, line by line (Soliton §2.5 to 4.1). These lines are facts of the format, to the
//! last word: programs read them. Called by app and the reports.

use crate::core::{
    model::{ChangeMap, Diff, FileClass, FileStatus, RiskScore},
    text::one_line,
};

use super::{
    case::Case,
    task::{Plan, file_lines, reviewed},
};

/// Files that are named one by one.
const NAMED: usize = 20;

impl Plan {
    /// Generated and binary files that are left out (§2.5 b).
    pub fn filtered(map: &ChangeMap) -> Vec<String> {
        let count = |fits: fn(FileClass) -> bool| map.classes.iter().filter(|class| fits(**class)).count();
        let generated = count(|class| matches!(class, FileClass::Generated | FileClass::Vendored));
        let binary = count(|class| class == FileClass::Binary);
        let line = |count: usize, what: &str| (count > 0).then(|| format!("Skipped {count} {what} files"));
        line(generated, "auto-generated").into_iter().chain(line(binary, "binary")).collect()
    }

    /// A large change that was cut (§2.75).
    pub fn large(&self, diff: &Diff, map: &ChangeMap) -> Option<String> {
        let lines: u64 = reviewed(diff, map).into_iter().map(|file| file_lines(diff, file)).sum();
        let advice = "Consider smaller PRs for better review quality.";
        (self.strategy == crate::core::model::Strategy::Swarm && self.parts > 1)
            .then(|| format!("Large PR ({lines} lines). Split into {} review chunks. {advice}", self.parts))
    }

    /// The risk (Step 3).
    pub fn risk(score: &RiskScore) -> String {
        format!("Risk Score: {}/100 ({})", score.score, score.level.as_str())
    }

    /// Who is asked (Step 4.1), as a tree; empty when nobody is.
    pub fn dispatch(&self) -> Vec<String> {
        let names = self.passes();
        if names.is_empty() {
            return Vec::new();
        }
        let last = names.len() - 1;
        let row =
            |(nth, name): (usize, &&str)| format!("{} {}", if nth == last { "└──" } else { "├──" }, one_line(name, 80));
        let head = format!("Dispatching {} review agents...", names.len());
        std::iter::once(head).chain(names.iter().enumerate().map(row)).collect()
    }

    /// A trivial change in which nobody found anything (§2.5 d).
    pub fn trivial(&self, map: &ChangeMap) -> Option<String> {
        let score = map.score.as_ref().map_or(0, |score| score.score);
        matches!(self.case, Case::Trivial(_)).then(|| format!("Trivial change. Risk: {score}/100. No findings."))
    }

    /// What a change deletes that deletes and nothing else (§2.5 e).
    pub fn deleted(&self, diff: &Diff, map: &ChangeMap) -> Vec<String> {
        if self.case != Case::DeletedOnly {
            return Vec::new();
        }
        let gone: Vec<_> = reviewed(diff, map)
            .into_iter()
            .filter(|file| diff.file(*file).is_some_and(|entry| entry.status == FileStatus::Deleted))
            .collect();
        let score = map.score.as_ref().map_or(0, |score| score.score);
        let what =
            if gone.len() == 1 { "1 file is deleted".to_owned() } else { format!("{} files are deleted", gone.len()) };
        let mut out = vec![format!("{what}, and nothing else changes. Risk: {score}/100.")];
        for file in gone.iter().take(NAMED) {
            let lines = diff.file(*file).map_or(0, |entry| entry.counts.removed);
            out.push(format!("  {} (-{lines})", one_line(&diff.path(*file).lossy(), 120)));
        }
        if gone.len() > NAMED {
            out.push(format!("  and {} more", gone.len() - NAMED));
        }
        out
    }

    /// Tier 0 found a small change clean and no model is asked (§2.6a).
    pub fn fast_path(files: usize, lines: u64) -> String {
        format!("Approve. Risk: 0/100 | Tier 0 only | {files} files | {lines} lines.")
    }

    /// Everything that is said before anybody is asked, in order.
    pub fn lines(&self, diff: &Diff, map: &ChangeMap) -> Vec<String> {
        let mut out = Self::filtered(map);
        out.extend(self.deleted(diff, map));
        out.extend(self.large(diff, map));
        out.extend(map.score.as_ref().map(Self::risk));
        if self.tasks.iter().any(|task| task.who.is_some()) {
            out.extend(self.dispatch());
        }
        out
    }
}
