//! Assertions that leave a test which stays. Called by `mod`.

use std::collections::HashSet;

use crate::core::model::{BlastRadius, FileStatus, HunkIx, Line, LineKind, LineRange, Severity, Side};

use super::{
    super::{
        across::line_mark,
        subject::{Found, Gravity, Subject, quote},
    },
    find::{Test, Version, indent_of, tests_of},
    patterns::{is_assertion, is_comment, may_assert, test_name},
};

pub(super) fn weakened(subject: &Subject<'_>) -> Vec<Found> {
    let changed = subject.entry().is_some_and(|f| f.status != FileStatus::Deleted && f.counts.removed > 0);
    if !changed {
        return Vec::new();
    }
    let suspects: Vec<HunkIx> = subject.hunks().filter(|h| loses_assertions(subject, *h)).collect();
    if suspects.is_empty() {
        return Vec::new();
    }
    let old = tests_of(subject.diff, subject.file, subject.language, subject.is_test, Version::Old);
    suspects.into_iter().flat_map(|hunk| in_hunk(subject, hunk, &old)).collect()
}

/// Whether a hunk removes assertions and adds nothing that may assert.
fn loses_assertions(subject: &Subject<'_>, hunk: HunkIx) -> bool {
    let mut lost = false;
    for line in subject.lines(hunk) {
        match line.kind {
            LineKind::Added if may_assert(subject.language, line.text) => return false,
            LineKind::Removed => lost |= line.old.is_some() && is_assertion(subject.language, line.text),
            LineKind::Added | LineKind::Context | LineKind::NoNewline => {}
        }
    }
    lost
}

/// One finding for each test of the hunk that loses assertions.
fn in_hunk(subject: &Subject<'_>, hunk: HunkIx, old: &[Test<'_>]) -> Vec<Found> {
    let lost = subject
        .lines(hunk)
        .filter(|l| l.kind == LineKind::Removed && is_assertion(subject.language, l.text))
        .filter(|l| !is_moved(subject, l) && !stays_too(subject, hunk, l))
        .filter(|l| !tests_removed_code(subject, l) && !is_replaced(subject, hunk, l));
    let section = section_test(subject, hunk);
    let mut groups: Vec<(String, Vec<Line<'_>>)> = Vec::new();
    for line in lost {
        let Some(owner) = owner(line.old.unwrap_or(0), hunk, old, section.as_ref()) else { continue };
        match groups.last_mut().filter(|(name, _)| *name == owner) {
            Some((_, lines)) => lines.push(line),
            None => groups.push((owner, vec![line])),
        }
    }
    let added = calls_added(subject, hunk);
    groups
        .iter()
        .filter(|(_, lines)| added < lines.len())
        .filter_map(|(name, lines)| report(subject, hunk, name, lines))
        .collect()
}

/// Lines of code with a call that the hunk adds. As many of them as there were assertions may check the same in another way:
/// a builder that runs, a mock that counts.
fn calls_added(subject: &Subject<'_>, hunk: HunkIx) -> usize {
    let calls = |l: &Line<'_>| l.kind == LineKind::Added && !is_comment(l.text) && l.text.contains(&b'(');
    subject.lines(hunk).filter(calls).count()
}

/// Whether the same line is left in the hunk: it was there twice.
fn stays_too(subject: &Subject<'_>, hunk: HunkIx, lost: &Line<'_>) -> bool {
    let text = lost.text.trim_ascii();
    subject.lines(hunk).any(|l| l.kind == LineKind::Context && l.text.trim_ascii() == text)
}

/// The test that a removed line stood in and that stays: one that the hunk shows, else that of its section.
fn owner(number: u32, hunk: HunkIx, old: &[Test<'_>], section: Option<&(String, u32)>) -> Option<String> {
    match old.iter().rfind(|t| t.hunk == hunk && t.first <= number) {
        Some(test) => (!test.changed && number <= test.last).then(|| test.name.clone()),
        None => section.filter(|(_, end)| number < *end).map(|(name, _)| name.clone()),
    }
}

/// The test that the hunk's section names, and the old line from which the hunk is certainly behind it.
fn section_test(subject: &Subject<'_>, hunk: HunkIx) -> Option<(String, u32)> {
    let section = subject.section(hunk);
    let name = test_name(subject.language, section).filter(|_| subject.is_test)?;
    let level = indent_of(section);
    let end = subject
        .lines(hunk)
        .filter(|l| !l.text.trim_ascii().is_empty() && indent_of(l.text) <= level)
        .find_map(|l| Version::Old.number(&l));
    Some((name, end.unwrap_or(u32::MAX)))
}

/// Whether an added line of the hunk decides about the same things in another form: a comparison, a panic, an
/// unwrapped result.
fn is_replaced(subject: &Subject<'_>, hunk: HunkIx, lost: &Line<'_>) -> bool {
    let names = |text: &[u8]| -> HashSet<Vec<u8>> {
        text.split(|b| !(b.is_ascii_alphanumeric() || *b == b'_'))
            .filter(|w| w.len() >= 2 && !w.starts_with(b"assert") && !w.iter().all(u8::is_ascii_digit))
            .map(<[u8]>::to_vec)
            .collect()
    };
    let mine = names(lost.text);
    let decides = [&b"=="[..], b"!=", b"panic", b"unwrap", b"expect(", b"?;", b"throw", b"raise", b"matches!"];
    let has = |text: &[u8], word: &[u8]| memchr::memmem::find(text, word).is_some();
    subject
        .lines(hunk)
        .filter(|l| l.kind == LineKind::Added && !is_comment(l.text) && decides.iter().any(|d| has(l.text, d)))
        .any(|l| names(l.text).intersection(&mine).count() * 2 >= mine.len().max(1))
}

fn is_moved(subject: &Subject<'_>, line: &Line<'_>) -> bool {
    let motion = subject.across.motion(subject.diff);
    line_mark(line.text).is_some_and(|m| motion.added_lines.contains(&m))
}

fn tests_removed_code(subject: &Subject<'_>, line: &Line<'_>) -> bool {
    let removed = &subject.across.motion(subject.diff).removed_names;
    line.text
        .split(|b| !(b.is_ascii_alphanumeric() || *b == b'_'))
        .filter_map(|word| std::str::from_utf8(word).ok())
        .any(|word| removed.contains(word))
}

fn report(subject: &Subject<'_>, hunk: HunkIx, name: &str, lost: &[Line<'_>]) -> Option<Found> {
    let (first, last) = (lost.first()?.old?, lost.last()?.old?);
    let left = assertions_left(subject, hunk);
    let commented = comments_out(subject, hunk, lost);
    let severe = lost.len() >= 3 || left == 0;
    let evidence: Vec<String> =
        lost.iter().take(8).map(|l| format!("old line {}: {}", l.old.unwrap_or(0), quote(l.text))).collect();
    let how = if commented { "commented out" } else { "removed" };
    let assertions = if lost.len() == 1 { "An assertion".to_owned() } else { format!("{} assertions", lost.len()) };
    Some(Found {
        issue_class: "weakened-test",
        title: format!("{assertions} {how} from `{name}`"),
        summary: format!(
            "`{name}` stays, but no longer checks what these lines checked, and the hunk adds no other assertion: it \
             passes where it used to fail."
        ),
        evidence: evidence.join("\n"),
        why_now: format!("The change has {how} what the test asserts."),
        suggested_fix: "Keep the assertion, adapt it to the new behaviour, or say why that need not hold any more."
            .to_owned(),
        suggestion: None,
        invariant: "tests keep their assertions".to_owned(),
        sink: name.to_owned(),
        symbol: Some(name.to_owned()),
        lines: Some((Side::Left, LineRange::new(first, last)?)),
        gravity: Gravity {
            severity: if severe { Severity::Major } else { Severity::Minor },
            confidence: if commented {
                0.9
            } else if left == 0 {
                0.75
            } else {
                0.7
            },
            blast_radius: BlastRadius::Module,
        },
    })
}

/// Assertions that the hunk shows and leaves.
fn assertions_left(subject: &Subject<'_>, hunk: HunkIx) -> usize {
    let stays = |l: &Line<'_>| l.kind == LineKind::Context && is_assertion(subject.language, l.text);
    subject.lines(hunk).filter(stays).count()
}

/// Whether an added comment holds the text of a removed assertion.
fn comments_out(subject: &Subject<'_>, hunk: HunkIx, lost: &[Line<'_>]) -> bool {
    let added = subject.lines(hunk).filter(|l| l.kind == LineKind::Added);
    added.into_iter().any(|a| {
        lost.iter()
            .map(|l| l.text.trim_ascii())
            .any(|t| a.text.len() > t.len() && memchr::memmem::find(a.text, t).is_some())
    })
}
