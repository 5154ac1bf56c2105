//! Tests that are gone, one by one or with their file. Called by `mod`.

use crate::core::model::{BlastRadius, FileStatus, LineKind, LineRange, Severity, Side};

use super::{
    super::{
        across::{Motion, folder_name, stem},
        subject::{Found, Gravity, Subject},
    },
    find::{Test, Version, tests_of},
};

/// More removed tests than this in one file are told in one finding.
const EACH: usize = 3;

pub(super) fn removed(subject: &Subject<'_>) -> Vec<Found> {
    let old = tests_of(subject.diff, subject.file, subject.language, subject.is_test, Version::Old);
    let gone: Vec<Test<'_>> = old.into_iter().filter(|t| t.changed).collect();
    if gone.is_empty() {
        return Vec::new();
    }
    let deleted = subject.entry().is_some_and(|f| f.status == FileStatus::Deleted);
    if deleted && !subject.is_test {
        // The tests stood in the file that they tested.
        return Vec::new();
    }
    let motion = subject.across.motion(subject.diff);
    let all = gone.len();
    let lost: Vec<Test<'_>> = gone.into_iter().filter(|t| is_lost(t, motion)).collect();
    if deleted {
        return whole_file(subject, motion, &lost, all).into_iter().collect();
    }
    // As many new ones in the same file: they take the place of these, under other names (all five of this kind were such, in
    // labelled changes).
    let gained = motion.gained.get(&subject.file).copied().unwrap_or(0);
    match lost.len() {
        count if gained >= count || are_cases_now(subject) || imports_what_goes(subject, motion) => Vec::new(),
        count if count > EACH => several(&lost).into_iter().collect(),
        _ => lost.iter().filter_map(one).collect(),
    }
}

/// How one test is run with many values, in the languages that have a way.
const CASES: &[&[u8]] = &[
    b"#[case",
    b"#[test_case",
    b"#[rstest",
    b"mark.parametrize",
    b".each(",
    b".each`",
    b"@ParameterizedTest",
    b"@CsvSource",
    b"@ValueSource",
    b"[InlineData",
    b"[TestCase(",
    b"range tests",
    b"range cases",
    b"subTest(",
];

/// Whether the file gains a test that runs with many values: what were tests may be values now.
fn are_cases_now(subject: &Subject<'_>) -> bool {
    let added = subject.hunks().flat_map(|hunk| subject.lines(hunk)).filter(|line| line.kind == LineKind::Added);
    added.into_iter().any(|line| CASES.iter().any(|mark| memchr::memmem::find(line.text, mark).is_some()))
}

/// Whether the file no longer imports something whose definition the diff removes: that is what its tests were about.
fn imports_what_goes(subject: &Subject<'_>, motion: &Motion) -> bool {
    let gone = subject.hunks().flat_map(|hunk| subject.lines(hunk)).filter(|line| line.kind == LineKind::Removed);
    gone.into_iter().any(|line| {
        let text = line.text.trim_ascii();
        let imports = [&b"import "[..], b"from ", b"use ", b"const {"].iter().any(|head| text.starts_with(head));
        let words = text.split(|b| !(b.is_ascii_alphanumeric() || *b == b'_')).filter(|word| word.len() >= 4);
        imports
            && words.filter_map(|word| std::str::from_utf8(word).ok()).any(|word| motion.removed_names.contains(word))
    })
}

/// Whether a removed test lives on nowhere in the diff: not by name, not by its text, and what it tested is not
/// removed as well.
fn is_lost(test: &Test<'_>, motion: &Motion) -> bool {
    test.tells
        && !motion.added_tests.holds_like(&test.name)
        && !motion.added_names.contains(&test.name)
        && !is_moved(test, motion)
        && !is_orphaned(test, motion)
}

/// Whether half of the body or more stays or is added elsewhere.
fn is_moved(test: &Test<'_>, motion: &Motion) -> bool {
    let (marks, stays) = test.body_marks();
    let moved = marks.iter().filter(|m| motion.added_lines.contains(m)).count();
    let all = marks.len() + stays;
    all > 0 && (stays + moved) * 2 >= all
}

/// Whether the body names something that the diff removes.
fn is_orphaned(test: &Test<'_>, motion: &Motion) -> bool {
    let removed = &motion.removed_names;
    let named = |text: &[u8]| {
        text.split(|b| !(b.is_ascii_alphanumeric() || *b == b'_'))
            .filter_map(|word| std::str::from_utf8(word).ok())
            .any(|word| word.len() >= 4 && removed.contains(word))
    };
    !removed.is_empty() && (test.body.iter().any(|(_, text)| named(text)) || motion.removed_bare.is_within(&test.name))
}

fn whole_file(subject: &Subject<'_>, motion: &Motion, lost: &[Test<'_>], all: usize) -> Option<Found> {
    let customary: [&[u8]; 8] = [b"", b"src", b"lib", b"test", b"tests", b"core", b"utils", b"spec"];
    let folder = folder_name(&subject.path);
    // `test/gateway` goes with `lib/gateway`.
    let emptied = motion.emptied.get(folder).filter(|files| **files > 1 && !customary.contains(&folder));
    let tested_is_gone = motion.deleted_stems.contains(&stem(subject.path.file_name())) || emptied.is_some();
    if tested_is_gone || lost.is_empty() || lost.len() * 2 < all {
        return None;
    }
    let names = names(lost);
    Some(Found {
        title: format!("Test file deleted with {}", count(lost.len(), "test")),
        summary: format!(
            "The file and its tests ({names}) are gone, while nothing in the change removes the code they tested, \
             and they do not come back elsewhere in it."
        ),
        evidence: format!("deleted: {names}"),
        lines: None,
        sink: "tests of the deleted file".to_owned(),
        ..base(Severity::Major, 0.8)
    })
}

fn several(lost: &[Test<'_>]) -> Option<Found> {
    let first = lost.first()?;
    let evidence: Vec<String> = lost.iter().take(20).map(|t| format!("line {}: {}", t.at, t.name)).collect();
    Some(Found {
        title: format!("{} removed", count(lost.len(), "test")),
        summary: format!("These tests are gone and do not come back elsewhere in the change: {}.", names(lost)),
        evidence: evidence.join("\n"),
        lines: Some((Side::Left, LineRange::new(first.first, first.changed_to.max(first.at))?)),
        sink: format!("{} and others", first.name),
        symbol: Some(first.name.clone()),
        ..base(Severity::Major, 0.8)
    })
}

fn one(test: &Test<'_>) -> Option<Found> {
    Some(Found {
        title: format!("Test `{}` removed", test.name),
        summary: format!(
            "The test `{}` is gone and does not come back elsewhere in the change, under this name or with this body.",
            test.name
        ),
        evidence: format!("old line {}: {}", test.at, test.name),
        lines: Some((Side::Left, LineRange::new(test.first, test.changed_to.max(test.at))?)),
        sink: test.name.clone(),
        symbol: Some(test.name.clone()),
        ..base(Severity::Major, 0.8)
    })
}

fn count(n: usize, what: &str) -> String {
    if n == 1 { format!("1 {what}") } else { format!("{n} {what}s") }
}

fn names(tests: &[Test<'_>]) -> String {
    let shown: Vec<String> = tests.iter().take(8).map(|t| format!("`{}`", t.name)).collect();
    let more = tests.len().saturating_sub(8);
    let rest = if more > 0 { format!(" and {more} more") } else { String::new() };
    format!("{}{rest}", shown.join(", "))
}

fn base(severity: Severity, confidence: f64) -> Found {
    Found {
        issue_class: "removed-test",
        title: String::new(),
        summary: String::new(),
        evidence: String::new(),
        why_now: "The change removes it, and with it the only proof in the diff that this behaviour is kept."
            .to_owned(),
        suggested_fix: "Keep the test, or say in the change which other test covers the behaviour.".to_owned(),
        suggestion: None,
        invariant: "tests are not lost".to_owned(),
        sink: String::new(),
        symbol: None,
        lines: None,
        gravity: Gravity { severity, confidence, blast_radius: BlastRadius::Module },
    }
}
