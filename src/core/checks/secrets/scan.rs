//! One line searched for secrets: a set of patterns first, the single ones only where the set says so.
//! Called by `mod` for added lines, and by `across` for removed ones.

use std::{ops::Range, sync::LazyLock};

use regex::bytes::{Captures, Regex, RegexSet};

use crate::core::{model::Severity, text::one_line};

use super::{
    generic::{ADDRESS, BARE, QUOTED, judge_address, judge_assignment},
    shapes::{Belief, SHAPES},
};

/// Secrets taken from one line: a hostile line of megabytes does not make thousands.
const PER_LINE: usize = 5;

/// Lines longer than this are data or minified code: unknown values are not looked for, known shapes are.
const LONG: usize = 4096;

/// How a file is looked at.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(in crate::core::checks) struct Manner {
    /// A test or a document: examples are expected.
    pub gentle: bool,
    /// Values of unknown shape too, not only known shapes.
    pub unknown: bool,
    /// Values without quotes too (environment files, YAML).
    pub bare: bool,
}

/// A secret on a line.
#[derive(Debug, Clone, PartialEq)]
pub(in crate::core::checks) struct Hit {
    /// Stable id of the rule.
    pub rule: &'static str,
    /// What it is, in words.
    pub name: String,
    /// Where the secret stands in the line.
    pub span: Range<usize>,
    pub severity: Severity,
    pub confidence: f64,
    /// Whether key material must follow on the next lines.
    pub needs_material: bool,
}

struct Patterns {
    set: RegexSet,
    single: Vec<Regex>,
}

/// Number of the first pattern behind the shapes.
const AFTER: [&str; 3] = [QUOTED, BARE, ADDRESS];

static PATTERNS: LazyLock<Option<Patterns>> = LazyLock::new(|| {
    let all = || SHAPES.iter().map(|s| s.pattern).chain(AFTER).map(|p| format!("(?-u){p}"));
    let single: Result<Vec<Regex>, _> = all().map(|p| Regex::new(&p)).collect();
    Some(Patterns { set: RegexSet::new(all()).ok()?, single: single.ok()? })
});

/// The secrets on a line, known shapes first.
pub(in crate::core::checks) fn scan(line: &[u8], manner: Manner) -> Vec<Hit> {
    let mut hits: Vec<Hit> = Vec::new();
    let Some(patterns) = PATTERNS.as_ref().filter(|_| may_hold(line)) else { return hits };
    for number in &patterns.set.matches(line) {
        let Some(single) = patterns.single.get(number) else { continue };
        if number >= SHAPES.len() && (!manner.unknown || line.len() > LONG) {
            continue;
        }
        for found in single.captures_iter(line).take(PER_LINE) {
            let hit = match number.checked_sub(SHAPES.len()) {
                None => shape_hit(number, &found, line, manner),
                Some(1) if !manner.bare => None,
                Some(2) => address_hit(&found, manner),
                Some(_) => assignment_hit(&found, line, manner),
            };
            hits.extend(hit.filter(|new| !hits.iter().any(|old| overlap(&old.span, &new.span))));
        }
    }
    hits.truncate(PER_LINE);
    hits
}

fn overlap(a: &Range<usize>, b: &Range<usize>) -> bool {
    a.start < b.end && b.start < a.end
}

/// Short lines and lines without any of the characters that every rule needs hold nothing.
fn may_hold(line: &[u8]) -> bool {
    line.len() >= 12 && line.iter().any(|b| matches!(b, b'=' | b':' | b'_' | b'-' | b'.' | b'A' | b'S'))
}

fn text_of(found: &Captures<'_>, group: &str) -> String {
    found.name(group).map(|m| String::from_utf8_lossy(m.as_bytes()).into_owned()).unwrap_or_default()
}

fn shape_hit(number: usize, found: &Captures<'_>, line: &[u8], manner: Manner) -> Option<Hit> {
    let shape = SHAPES.get(number)?;
    let span = found.name("s")?.range();
    let (severity, confidence, needs_material) = match shape.judge(&text_of(found, "s"), line, manner.gentle) {
        Belief::Yes(severity, confidence) => (severity, confidence, false),
        Belief::Maybe => (shape.severity, shape.confidence, true),
        Belief::No => return None,
    };
    Some(Hit { rule: shape.id, name: shape.name.to_owned(), span, severity, confidence, needs_material })
}

fn assignment_hit(found: &Captures<'_>, line: &[u8], manner: Manner) -> Option<Hit> {
    let name = one_line(&text_of(found, "n"), 60);
    let (severity, confidence) = judge_assignment(&name, &text_of(found, "s"), line, manner.gentle)?;
    let span = found.name("s")?.range();
    let name = format!("the value of `{name}`");
    Some(Hit { rule: "assigned-secret", name, span, severity, confidence, needs_material: false })
}

fn address_hit(found: &Captures<'_>, manner: Manner) -> Option<Hit> {
    let (user, password, host) = (text_of(found, "u"), text_of(found, "s"), text_of(found, "h"));
    let (severity, confidence) = judge_address(&user, &password, &host, manner.gentle)?;
    let span = found.name("s")?.range();
    let name = format!("the password in a `{}` address", text_of(found, "n"));
    Some(Hit { rule: "address-password", name, span, severity, confidence, needs_material: false })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_pattern_compiles_and_names_its_secret() {
        let patterns = PATTERNS.as_ref().expect("all patterns compile");
        assert_eq!(patterns.single.len(), SHAPES.len() + AFTER.len());
        for single in &patterns.single {
            assert!(single.capture_names().flatten().any(|n| n == "s"), "{single}");
        }
    }
}
