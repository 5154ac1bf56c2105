//! R3 step 4: rules of the settings silence findings. They stay in the document, uncounted and unrendered.
//!
//! A rule's id is a prefix of the finding's id or of the id of the rule that made it (FACTS 7): its class, its pass.
//! Id, paths and message pattern of one rule must all match. A rule that is invalid, or whose pattern explodes on some
//! text, silences nothing in this run and is named once. Not here: path rules (`path_rules`).

use super::board::{Board, Item};
use crate::core::{
    change::PathGlobs,
    model::{HeldReason, Kind, Suppression},
    text::{Pattern, PatternFault},
};

pub(super) fn run(board: &mut Board<'_>) {
    let rules = board.facts.settings.suppressions.as_slice();
    for (number, written) in (1usize..).zip(rules) {
        match Rule::new(written).and_then(|rule| silenced(rule, board)) {
            Ok((found, faults)) => {
                board
                    .notes
                    .extend(faults.into_iter().map(|fault| off(number, written, &fault, "that path is left out")));
                for at in found {
                    board.hold(at, HeldReason::Suppressed, details(number, written));
                }
            }
            Err(why) => board.notes.push(off(number, written, &why, "the rule is off")),
        }
    }
}

/// A rule made ready.
struct Rule<'r> {
    id: Option<&'r str>,
    paths: Option<PathGlobs>,
    pattern: Option<Pattern>,
    faults: Vec<String>,
}

impl<'r> Rule<'r> {
    fn new(written: &'r Suppression) -> Result<Self, String> {
        let (paths, faults) = PathGlobs::new(&written.paths);
        let faults: Vec<String> =
            faults.iter().map(|(pattern, why)| format!("path pattern '{pattern}': {why}")).collect();
        if !faults.is_empty() && faults.len() >= written.paths.len() {
            return Err(faults.join("; "));
        }
        let pattern = written.message_pattern.as_deref().map(Pattern::new).transpose();
        let pattern = pattern.map_err(|fault| fault.to_string())?;
        match written.id.as_deref() {
            Some("") => return Err("its id is empty and would match everything".to_owned()),
            None if pattern.is_none() => return Err("it has neither id nor message_pattern".to_owned()),
            _ => {}
        }
        let paths = (!written.paths.is_empty()).then_some(paths);
        Ok(Self { id: written.id.as_deref(), paths, pattern, faults })
    }

    fn matches(&mut self, item: &Item) -> Result<bool, PatternFault> {
        if self.id.is_some_and(|id| !has_id(item, id)) {
            return Ok(false);
        }
        if self.paths.as_ref().is_some_and(|paths| !item.path().is_some_and(|path| paths.fits(path))) {
            return Ok(false);
        }
        let Some(pattern) = &mut self.pattern else { return Ok(true) };
        let wording = &item.finding.wording;
        Ok(pattern.finds(&wording.title)? || pattern.finds(&wording.body)?)
    }
}

/// What a rule silences. Every finding is tried before one is silenced, so that a pattern that explodes on the last
/// one has silenced nothing.
fn silenced(mut rule: Rule<'_>, board: &Board<'_>) -> Result<(Vec<usize>, Vec<String>), String> {
    let mut found = Vec::new();
    for (at, item) in board.in_play().filter(|(_, item)| item.finding.kind != Kind::Comment) {
        if rule.matches(item).map_err(|fault| fault.to_string())? {
            found.push(at);
        }
    }
    Ok((found, rule.faults))
}

fn has_id(item: &Item, id: &str) -> bool {
    let class = item.own.as_ref().map(|own| own.issue_class.as_str());
    let pass = item.pass.as_ref();
    [Some(item.finding.id.as_str()), class, Some(pass)].into_iter().flatten().any(|own| own.starts_with(id))
}

/// A rule by its number and what it looks for.
fn name(number: usize, rule: &Suppression) -> String {
    let parts = [
        rule.id.as_ref().map(|id| format!("id '{id}'")),
        rule.message_pattern.as_ref().map(|p| format!("message_pattern '{p}'")),
    ];
    let parts: Vec<String> = parts.into_iter().flatten().collect();
    format!("suppression rule {number} ({})", parts.join(", "))
}

fn details(number: usize, rule: &Suppression) -> String {
    let reason = rule.reason.as_ref().map(|reason| format!(": {reason}")).unwrap_or_default();
    format!("{}{reason}", name(number, rule))
}

fn off(number: usize, rule: &Suppression, why: &str, so: &str) -> String {
    format!("{} is invalid, {so}: {why}", name(number, rule))
}
