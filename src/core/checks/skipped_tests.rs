//! Tests that stay and no longer run: skipped, ignored, or passed over because another one is focused. Not here: tests
//! that are gone (`removed_tests`, which knows how tests look). Called through `CHECKS`.

use std::collections::HashSet;

use crate::core::{
    change::definition,
    model::{BlastRadius, FileEntry, FileForm, FileStatus, HunkIx, Lens, Line, LineKind, LineRange, Severity, Side},
};

use super::{
    Check, Look,
    across::is_read,
    removed_tests::{
        Version, indent_of, is_focus, is_skip_attribute, is_skip_call, running_title, skipped_title, test_name,
        tests_of,
    },
    subject::{Found, Gravity, Subject, is_introduced, quote},
};

pub(super) const CHECK: Check = Check {
    id: "skipped-tests",
    lens: Lens::TestGap,
    title: "tests switched off",
    about: "A test that is skipped passes for one that succeeds: the report stays green while what it proved breaks.",
    never: &[
        "new tests that begin switched off, and those that were off before in other words",
        "skips under a condition",
        "tests in whose place another of the same name runs",
        "calls of that name outside of tests",
    ],
    look: Look::Lines(disabled),
};

/// Lines below an attribute in which its function must stand.
const BELOW: usize = 8;

fn disabled(subject: &Subject<'_>) -> Vec<Found> {
    let may_gain = |f: &FileEntry| f.form == FileForm::Text && f.status != FileStatus::Deleted && f.counts.added > 0;
    if !is_read(subject.class) || !subject.entry().is_some_and(may_gain) {
        return Vec::new();
    }
    let mut before: Option<Before> = None;
    let mut found = Vec::new();
    for hunk in subject.hunks() {
        let candidates = subject.lines(hunk).any(|l| is_introduced(&l) && may_disable(subject, l.text));
        if candidates {
            let before = before.get_or_insert_with(|| version_before(subject));
            found.extend(in_hunk(subject, hunk, before));
        }
    }
    found
}

fn may_disable(subject: &Subject<'_>, text: &[u8]) -> bool {
    let language = subject.language;
    is_skip_attribute(language, text)
        || (subject.is_test && (is_skip_call(language, text) || is_focus(language, text)))
        || (subject.is_test && skipped_title(language, text).is_some())
}

/// The old version, as far as the diff shows it.
struct Before {
    /// Names and titles of tests and blocks.
    names: HashSet<String>,
    /// Those of them that an attribute switched off.
    off: HashSet<String>,
}

fn version_before(subject: &Subject<'_>) -> Before {
    let mut off = HashSet::new();
    for hunk in subject.hunks() {
        let old: Vec<Line<'_>> = subject.lines(hunk).filter(|l| Version::Old.number(l).is_some()).collect();
        for (at, _) in old.iter().enumerate().filter(|(_, l)| is_skip_attribute(subject.language, l.text)) {
            off.extend(named_below(subject, &old, at).map(|(_, name)| name));
        }
    }
    Before { names: names_before(subject), off }
}

fn names_before(subject: &Subject<'_>) -> HashSet<String> {
    let tests = tests_of(subject.diff, subject.file, subject.language, subject.is_test, Version::Old);
    let mut names: HashSet<String> = tests.into_iter().map(|t| t.name).collect();
    let old = subject.hunks().flat_map(|h| subject.lines(h)).filter(|l| l.kind != LineKind::Added);
    names.extend(old.filter_map(|l| running_title(subject.language, l.text)));
    names
}

fn in_hunk(subject: &Subject<'_>, hunk: HunkIx, before: &Before) -> Vec<Found> {
    let new: Vec<Line<'_>> = subject.lines(hunk).filter(|l| Version::New.number(l).is_some()).collect();
    let mut found = Vec::new();
    for (at, line) in new.iter().enumerate().filter(|(_, l)| is_introduced(l)) {
        let language = subject.language;
        let Some(number) = line.new else { continue };
        let hit = if is_focus(language, line.text) && subject.is_test {
            Some(focus(number, line.text))
        } else if is_skip_attribute(language, line.text) {
            below(subject, &new, at, &before.names)
                .filter(|name| !before.off.contains(name) && !runs_elsewhere(subject, name))
                .map(|name| skip(number, line.text, &name, Removable::Line))
        } else if let (true, Some(title)) = (subject.is_test, skipped_title(language, line.text)) {
            (before.names.contains(&title) && !runs_elsewhere(subject, &title))
                .then(|| skip(number, line.text, &title, Removable::Part))
        } else if is_skip_call(language, line.text) && subject.is_test {
            around(subject, hunk, &new, at)
                .filter(|name| !runs_elsewhere(subject, name))
                .map(|name| skip(number, line.text, &name, Removable::Part))
        } else {
            None
        };
        found.extend(hit);
    }
    found
}

/// Whether another file gains a test of the same name: it takes the place of this one.
fn runs_elsewhere(subject: &Subject<'_>, name: &str) -> bool {
    let own = || tests_of(subject.diff, subject.file, subject.language, subject.is_test, Version::New);
    subject.across.motion(subject.diff).added_tests.holds(name) && !own().iter().any(|t| t.changed && t.name == name)
}

/// The existing test or class that an added attribute switches off.
fn below(subject: &Subject<'_>, new: &[Line<'_>], at: usize, before: &HashSet<String>) -> Option<String> {
    let own = new.get(at)?;
    if own.text.trim_ascii_start().starts_with(b"pytestmark") {
        let existing = subject.entry().is_some_and(|f| f.status != FileStatus::Added);
        return existing.then(|| "the whole module".to_owned());
    }
    let (line, name) = named_below(subject, new, at)?;
    let existing = line.kind == LineKind::Context || before.contains(&name);
    // One of two that are built under opposite conditions.
    let all = subject.hunks().flat_map(|hunk| subject.lines(hunk)).filter(|line| line.new.is_some());
    let twins = all.filter(|l| test_name(subject.language, l.text).as_ref() == Some(&name)).count();
    (existing && twins < 2).then_some(name)
}

/// What an attribute stands over, with its line.
fn named_below<'a, 'd>(subject: &Subject<'_>, lines: &'a [Line<'d>], at: usize) -> Option<(&'a Line<'d>, String)> {
    lines.get(at..)?.iter().take(BELOW).find_map(|line| {
        let name = test_name(subject.language, line.text).or_else(|| definition(subject.language, line.text));
        let name = name.filter(|_| !line.text.trim_ascii_start().starts_with(b"#["))?;
        Some((line, name))
    })
}

/// The existing test that an added statement ends early, without a condition.
fn around(subject: &Subject<'_>, hunk: HunkIx, new: &[Line<'_>], at: usize) -> Option<String> {
    let own = new.get(at)?;
    let above: Vec<&Line<'_>> = new.get(..at)?.iter().rev().filter(|l| !l.text.trim_ascii().is_empty()).collect();
    let head = above.first().map_or(&[][..], |l| l.text.trim_ascii());
    let conditional =
        [&b"if "[..], b"if(", b"} else", b"else", b"elif", b"except", b"case ", b"try", b"default:", b"for "];
    if conditional.iter().any(|c| head.starts_with(c)) {
        return None;
    }
    for line in above {
        if let Some(name) = test_name(subject.language, line.text) {
            // Only directly in the test, not in a branch or helper inside it.
            let direct = indent_of(own.text) <= indent_of(line.text) + 4;
            return (direct && line.kind == LineKind::Context).then_some(name);
        }
        if indent_of(line.text) < indent_of(own.text) {
            return None;
        }
    }
    let section = subject.section(hunk);
    test_name(subject.language, section).filter(|_| indent_of(own.text) <= indent_of(section) + 4)
}

/// What a suggestion may take away.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Removable {
    /// The line holds the attribute and nothing else.
    Line,
    /// The line holds more.
    Part,
}

fn skip(number: u32, text: &[u8], name: &str, removable: Removable) -> Found {
    let alone = text.trim_ascii();
    let alone = alone.ends_with(b"]")
        || alone.ends_with(b")")
        || alone.iter().all(|b| b.is_ascii_alphanumeric() || b"@._".contains(b));
    Found {
        issue_class: "disabled-test",
        title: format!("Test `{name}` switched off"),
        summary: format!(
            "`{name}` existed and ran before; with this line it is skipped, and nothing fails when what it tested breaks."
        ),
        evidence: format!("line {number}: {}", quote(text)),
        suggested_fix: "Repair the test or the code. If it must wait, say until when and where that is tracked."
            .to_owned(),
        suggestion: (removable == Removable::Line && alone).then(String::new),
        invariant: "existing tests run".to_owned(),
        sink: name.to_owned(),
        ..base(number, Severity::Major, 0.85)
    }
}

fn focus(number: u32, text: &[u8]) -> Found {
    Found {
        issue_class: "focused-test",
        title: "Focused test keeps all others from running".to_owned(),
        summary: "While one test is focused, the runner passes over the others in the file and still reports success."
            .to_owned(),
        evidence: format!("line {number}: {}", quote(text)),
        suggested_fix: "Remove the focus before merging.".to_owned(),
        suggestion: unfocused(text),
        invariant: "all tests run".to_owned(),
        sink: "focused test".to_owned(),
        ..base(number, Severity::Major, 0.93)
    }
}

/// The line without its `.only`, when that is the only thing to change.
fn unfocused(text: &[u8]) -> Option<String> {
    let line = std::str::from_utf8(text).ok()?.trim_end_matches('\r');
    (line.matches(".only(").count() == 1).then(|| line.replace(".only(", "("))
}

fn base(number: u32, severity: Severity, confidence: f64) -> Found {
    Found {
        issue_class: "",
        title: String::new(),
        summary: String::new(),
        evidence: String::new(),
        why_now: "The change adds the line.".to_owned(),
        suggested_fix: String::new(),
        suggestion: None,
        invariant: String::new(),
        sink: String::new(),
        symbol: None,
        lines: LineRange::one(number).map(|l| (Side::Right, l)),
        gravity: Gravity { severity, confidence, blast_radius: BlastRadius::Module },
    }
}
