//! Leftover conflict markers. Not here: marks of other merge tools with their own sizes.
//! Called through `CHECKS`. Rules: what git itself writes (`git merge`, markers of seven characters).

use crate::core::{
    change::Language,
    model::{BlastRadius, FileClass, HunkIx, Lens, LineKind, LineRange, Severity, Side},
    text::one_line,
};

use super::{
    Check, Look,
    quotes::Quotes,
    subject::{Found, Gravity, Subject, is_introduced, quote},
};

pub(super) const CHECK: Check = Check {
    id: "conflict-markers",
    lens: Lens::Correctness,
    title: "leftover conflict markers",
    about: "A file with conflict markers holds two versions of itself: it does not build or parse, or both \
            versions take effect.",
    never: &[
        "underlines of headings made of = or > signs",
        "examples in code fences, heredocs and strings",
        "patches, recorded outputs, and fixtures of tests about merging",
        "markers that were there before",
    ],
    look: Look::Lines(run),
};

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Part {
    Open,
    Base,
    Middle,
    Close,
}

struct Mark {
    part: Part,
    line: u32,
    added: bool,
    quoted: bool,
    label: String,
}

fn run(subject: &Subject<'_>) -> Vec<Found> {
    if is_about_conflicts(subject) {
        return Vec::new();
    }
    subject.hunks().flat_map(|hunk| blocks(subject, &marks(subject, hunk))).collect()
}

/// The marker on a line, with its label.
fn part_of(line: &[u8]) -> Option<(Part, &[u8])> {
    let line = line.strip_suffix(b"\r").unwrap_or(line);
    let sign = *line.first()?;
    let (head, label) = line.split_at_checked(7)?;
    if head.iter().any(|b| *b != sign) || label.first().is_some_and(|b| *b != b' ') {
        return None;
    }
    let label = label.trim_ascii();
    match sign {
        b'<' => Some((Part::Open, label)),
        b'|' => Some((Part::Base, label)),
        b'>' => Some((Part::Close, label)),
        b'=' if label.is_empty() => Some((Part::Middle, label)),
        _ => None,
    }
}

/// The markers of a hunk in the new version. None when the hunk shows that markers were there before.
fn marks(subject: &Subject<'_>, hunk: HunkIx) -> Vec<Mark> {
    let mut quotes = Quotes::new(subject.language);
    let mut marks = Vec::new();
    for line in subject.lines(hunk) {
        let found = part_of(line.text);
        let added = is_introduced(&line);
        if !added && found.is_some_and(|(part, _)| matches!(part, Part::Open | Part::Close)) {
            return Vec::new();
        }
        let (Some(number), true) = (line.new, line.kind != LineKind::Removed) else { continue };
        match found {
            Some((part, label)) => {
                let label = one_line(&String::from_utf8_lossy(label.get(..200).unwrap_or(label)), 60);
                marks.push(Mark { part, line: number, added, quoted: quotes.inside(), label });
            }
            None => quotes.read(line.text),
        }
        if quotes.began_inside() {
            // Only now it shows that the hunk began inside a string or fence.
            marks.iter_mut().for_each(|m| m.quoted = true);
        }
    }
    marks
}

/// Pairs markers to blocks and keeps those that are leftovers.
fn blocks(subject: &Subject<'_>, marks: &[Mark]) -> Vec<Found> {
    let mut found = Vec::new();
    let mut block: Vec<&Mark> = Vec::new();
    for mark in marks.iter().filter(|m| !m.quoted) {
        if mark.part == Part::Open && !block.is_empty() {
            found.extend(leftover(subject, &block));
            block.clear();
        }
        block.push(mark);
        if mark.part == Part::Close {
            found.extend(leftover(subject, &block));
            block.clear();
        }
    }
    found.extend(leftover(subject, &block));
    found
}

/// Judges the markers of one block; they may be incomplete.
fn leftover(subject: &Subject<'_>, block: &[&Mark]) -> Option<Found> {
    let one = |part: Part| block.iter().find(|m| m.part == part && (m.added || part == Part::Middle));
    let (open, middle, close) = (one(Part::Open), one(Part::Middle), one(Part::Close));
    let prose = subject.class == FileClass::Docs;
    let labelled = |mark: &&&Mark| !mark.label.is_empty();
    let confidence = match (open, middle, close) {
        (Some(o), Some(_), Some(c)) if !prose => {
            if o.label.is_empty() && c.label.is_empty() {
                0.9
            } else {
                0.98
            }
        }
        (Some(_), Some(_), Some(_)) if open.is_some_and(|m| labelled(&m)) && close.is_some_and(|m| labelled(&m)) => {
            0.85
        }
        (Some(m), Some(_), None) | (None, Some(_), Some(m)) if !prose && is_ref(subject, m) => 0.9,
        (Some(m), None, None) | (None, None, Some(m)) if !prose && is_git_label(&m.label) => 0.85,
        _ => return None,
    };
    let first = open.or_else(|| middle.filter(|m| m.added)).or(close)?;
    let last = close.or_else(|| middle.filter(|m| m.added)).or(open)?;
    let lines = LineRange::new(first.line, last.line)?;
    Some(found(lines, open.map(|m| m.label.as_str()), close.map(|m| m.label.as_str()), block, confidence))
}

fn found(lines: LineRange, open: Option<&str>, close: Option<&str>, block: &[&Mark], confidence: f64) -> Found {
    let name = |label: Option<&str>| match label {
        Some(label) if !label.is_empty() => format!("`{label}`"),
        _ => "an unnamed side".to_owned(),
    };
    let (ours, theirs) = (name(open), name(close));
    let whole = open.is_some() && close.is_some();
    let summary = if whole {
        format!(
            "The conflict between {ours} and {theirs} was committed unresolved: both versions and the markers \
                 are in the file, which cannot build or parse like this."
        )
    } else {
        "A marker of a merge conflict was left behind when the conflict was resolved.".to_owned()
    };
    let evidence: Vec<String> =
        block.iter().map(|m| format!("line {}: {} {}", m.line, sign_of(m.part), quote(m.label.as_bytes()))).collect();
    Found {
        issue_class: "conflict-marker",
        title: if whole { "Unresolved merge conflict" } else { "Leftover conflict marker" }.to_owned(),
        summary,
        evidence: evidence.iter().map(|e| e.trim_end()).collect::<Vec<_>>().join("\n"),
        why_now: "The change adds the markers.".to_owned(),
        suggested_fix: "Decide which version holds, or combine them, and delete every marker line.".to_owned(),
        suggestion: None,
        invariant: "no conflict markers in committed files".to_owned(),
        sink: format!("conflict between {ours} and {theirs}"),
        symbol: None,
        lines: Some((Side::Right, lines)),
        gravity: Gravity { severity: Severity::Blocker, confidence, blast_radius: BlastRadius::Module },
    }
}

fn sign_of(part: Part) -> &'static str {
    match part {
        Part::Open => "<<<<<<<",
        Part::Base => "|||||||",
        Part::Middle => "=======",
        Part::Close => ">>>>>>>",
    }
}

/// Whether half a block is believed: its label is a name that a branch or commit can have.
fn is_ref(subject: &Subject<'_>, mark: &Mark) -> bool {
    let known = subject.language != Language::Other || subject.class == FileClass::Config;
    let word = |b: u8| b.is_ascii_alphanumeric() || b"._/-:~^".contains(&b);
    is_git_label(&mark.label) || (known && !mark.label.is_empty() && mark.label.bytes().all(word))
}

/// Labels that git and its like write by themselves.
fn is_git_label(label: &str) -> bool {
    let word = label.split([' ', ':', '~', '^']).next().unwrap_or("");
    let is_id = (7..=64).contains(&word.len()) && word.bytes().all(|b| b.is_ascii_hexdigit());
    let known = ["HEAD", "Updated", "Stashed", ".mine", ".working", "ours", "theirs", "parent", "merged"];
    let prefixes = ["origin/", "upstream/", "refs/", "feature/", "release/", ".r", ".merge-"];
    is_id || known.contains(&word) || prefixes.iter().any(|p| word.starts_with(p))
}

/// Files that show conflicts on purpose, by their names.
fn is_about_conflicts(subject: &Subject<'_>) -> bool {
    let path = subject.path.as_bytes().to_ascii_lowercase();
    let has = |word: &[u8]| memchr::memmem::find(&path, word).is_some();
    let recorded: &[&[u8]] = &[
        b".patch",
        b".diff",
        b".rej",
        b".snap",
        b".golden",
        b".expected",
        b".expect",
        b".out",
        b".stdout",
        b".stderr",
        b".approved.txt",
        b".mbox",
        b".eml",
    ];
    let topic: &[&[u8]] = &[b"conflict", b"merge", b"marker", b"diff3", b"rebase", b"rerere", b"resolve"];
    recorded.iter().any(|end| path.ends_with(end))
        || ((subject.is_test || subject.class == FileClass::Docs) && topic.iter().any(|word| has(word)))
}
