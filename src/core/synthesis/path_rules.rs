//! Settings for some paths: security findings one level worse, passes that say nothing there, and a severity under
//! which nothing is shown there. A person's words on a finding stand above all of it.
//! Called by the pipeline: raising comes before merging, silencing with the suppressions.

use super::board::{Board, Item, Pin};
use crate::core::{
    change::PathGlobs,
    model::{HeldReason, Lens, PathRule, Severity},
};

/// Rules with their patterns compiled, once per run. Invalid ones are told and match nothing.
pub(super) struct PathRules<'r>(Vec<(&'r PathRule, PathGlobs)>);

impl<'r> PathRules<'r> {
    pub fn compile(board: &mut Board<'r>) -> Self {
        let mut compiled = Vec::new();
        for (number, rule) in (1usize..).zip(&board.facts.settings.path_rules) {
            let (globs, faults) = PathGlobs::new(std::slice::from_ref(&rule.pattern));
            board.notes.extend(
                faults
                    .iter()
                    .map(|(pattern, why)| format!("path rule {number} is off: path pattern '{pattern}': {why}")),
            );
            compiled.push((rule, globs));
        }
        Self(compiled)
    }

    /// One level worse, once, however many rules ask for it.
    pub fn elevate(&self, board: &mut Board<'_>) {
        for item in board.items.iter_mut().filter(|item| item.is_weighed() && item.finding.lens == Lens::Security) {
            let edited = matches!(item.pin, Pin::Kept { edited: true, .. });
            if !edited && self.at(item).any(|rule| rule.elevate_security) {
                item.finding.severity = worse(item.finding.severity);
                item.rescore();
            }
        }
    }

    /// Holds back what the rules silence.
    pub fn silence(&self, board: &mut Board<'_>) {
        board.hold_where(|item| {
            let why = self.at(item).find_map(|rule| silenced(item, rule))?;
            Some((HeldReason::Suppressed, why))
        });
    }

    fn at<'i>(&'i self, item: &'i Item) -> impl Iterator<Item = &'i PathRule> {
        let path = item.path();
        let at = move |globs: &PathGlobs| path.is_some_and(|path| globs.fits(path));
        self.0.iter().filter(move |(_, globs)| at(globs)).map(|(rule, _)| *rule)
    }
}

fn silenced(item: &Item, rule: &PathRule) -> Option<String> {
    let (severity, pattern) = (item.finding.severity, &rule.pattern);
    if item.is_weighed() && rule.suppress_below.is_some_and(|least| severity < least) {
        return Some(format!("path rule '{pattern}' leaves {severity} findings out"));
    }
    let class = item.own.as_ref().map_or("", |own| own.issue_class.as_str());
    let names = [&*item.pass, item.finding.lens.as_str(), class];
    let skipped = rule.skip_passes.iter().find(|name| names.contains(&name.as_str()))?;
    Some(format!("path rule '{pattern}' leaves {skipped} out"))
}

fn worse(severity: Severity) -> Severity {
    Severity::ALL.into_iter().find(|other| *other > severity).unwrap_or(severity)
}
