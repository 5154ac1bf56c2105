//! Reviewers of files in which the text itself is the truth: workflows, images, manifests, migrations, instructions.
//! Here: how such a file is read, line by line on both sides, and what of a side's traps the change brought in. Not here:
//! what a trap is (one file a check). Called through `CHECKS`.

pub(super) mod ci_workflow;
pub(super) mod container;
pub(super) mod dependencies;
pub(super) mod generated_edited;
pub(super) mod instructions;
pub(super) mod migrations;
pub(super) mod shell;
pub(super) mod trojan_source;

mod injected;
mod manifests;
mod skeleton;
mod statements;
mod yaml;

use std::{borrow::Cow, collections::HashMap};

use crate::core::model::{BlastRadius, FileStatus, LineKind, LineRange, Severity, Side};

use super::{
    across::{line_mark, pair_mark},
    introduced::Says,
    subject::{Found, Gravity, Subject, quote},
};

/// Bytes of a line that are read: what is longer was made by a program.
const LONGEST: usize = 4 << 10;

/// Lines of a side that are read: no person writes a longer file of these kinds.
const MOST_ROWS: usize = 20_000;

/// A line of one side. The heading of a hunk is a row too, without a number.
#[derive(Debug)]
pub(super) struct Row<'d> {
    /// From 1; 0 for the heading of a hunk.
    pub number: u32,
    pub text: Cow<'d, str>,
    /// Whether the diff adds it (right) or removes it (left).
    pub changed: bool,
}

impl Row<'_> {
    pub fn is_head(&self) -> bool {
        self.number == 0
    }
}

/// One side of the hunks of a file.
#[derive(Debug)]
pub(super) struct Leaf<'d> {
    pub rows: Vec<Row<'d>>,
    /// The path in lower case.
    pub path: String,
    /// Whether these are all lines of the file.
    pub is_whole: bool,
}

impl<'d> Leaf<'d> {
    fn of(subject: &Subject<'d>, side: Side) -> Self {
        let mut rows = Vec::new();
        for hunk in subject.hunks() {
            if rows.len() > MOST_ROWS {
                break;
            }
            rows.push(Row { number: 0, text: String::from_utf8_lossy(subject.section(hunk)), changed: false });
            for line in subject.lines(hunk).filter(|line| line.kind != LineKind::NoNewline) {
                let (number, changed) = match side {
                    Side::Right => (line.new, line.kind == LineKind::Added && line.mark.iter().all(|b| *b == b'+')),
                    Side::Left => (line.old, line.kind == LineKind::Removed),
                };
                let text = line.text.get(..LONGEST).unwrap_or(line.text);
                let text = text.strip_suffix(b"\r").unwrap_or(text);
                if let Some(number) = number {
                    rows.push(Row { number, text: String::from_utf8_lossy(text), changed });
                }
            }
        }
        let status = if side == Side::Right { FileStatus::Added } else { FileStatus::Deleted };
        let is_whole = subject.entry().is_some_and(|entry| entry.status == status);
        Self { rows, path: subject.path.lossy().to_lowercase(), is_whole }
    }

    /// The name of the file, in lower case.
    pub fn name(&self) -> &str {
        self.path.rsplit('/').next().unwrap_or(&self.path)
    }

    /// The text of a row; '' beyond the last.
    pub fn text(&self, at: usize) -> &str {
        self.rows.get(at).map_or("", |row| &row.text)
    }

    /// Whether any line holds a text.
    pub fn holds(&self, text: &str) -> bool {
        self.rows.iter().any(|row| row.text.contains(text))
    }

    /// Whether a row was changed, and not merely moved here from where the diff removes it.
    fn is_new(&self, subject: &Subject<'_>, at: usize) -> bool {
        self.rows.get(at).is_some_and(|row| row.changed) && {
            let text = self.text(at).as_bytes();
            let before = at.checked_sub(1).map_or("", |before| self.text(before));
            let mark = line_mark(text).unwrap_or_else(|| pair_mark(before.as_bytes(), text));
            !subject.across.removes_line(subject.diff, mark)
        }
    }
}

/// Something found on one side.
pub(super) struct Trap {
    /// What makes two traps on the two sides of a file the same.
    pub key: String,
    /// The first and the last row that are shown.
    pub shown: (usize, usize),
    /// A changed line must be among these rows.
    pub focus: Vec<usize>,
    pub says: Says,
    /// What is shown instead of the lines, where those hold what must not be repeated.
    pub masked: Option<String>,
    /// Replaces the lines that are shown.
    pub suggestion: Option<String>,
}

impl Trap {
    /// On one line.
    pub fn at(row: usize, key: impl Into<String>, says: Says) -> Self {
        Self { key: key.into(), shown: (row, row), focus: vec![row], says, masked: None, suggestion: None }
    }

    /// Over several lines, each of which takes part.
    pub fn over(rows: (usize, usize), key: impl Into<String>, says: Says) -> Self {
        Self { shown: rows, focus: (rows.0..=rows.1).collect(), ..Self::at(rows.0, key, says) }
    }

    /// With other lines that take part.
    pub fn with(mut self, focus: impl IntoIterator<Item = usize>) -> Self {
        self.focus.extend(focus);
        self
    }

    /// With what stands for the lines.
    pub fn masked(mut self, evidence: String) -> Self {
        self.masked = Some(evidence);
        self
    }

    /// With what to put in place of the lines.
    pub fn suggesting(mut self, text: Option<String>) -> Self {
        self.suggestion = text;
        self
    }
}

/// What is said of a trap: class, invariant, then title, summary and remedy, then how bad and how sure.
pub(super) fn says(
    (issue_class, invariant): (&'static str, &'static str),
    (title, summary, fix): (String, String, &str),
    (severity, confidence): (Severity, f64),
) -> Says {
    let fix = fix.to_owned();
    Says { issue_class, title, summary, fix, invariant, severity, confidence, blast_radius: BlastRadius::Module }
}

/// What the change brings in of what `look` finds on a side.
pub(super) fn introduced(subject: &Subject<'_>, look: impl Fn(&Leaf<'_>, &mut Vec<Trap>)) -> Vec<Found> {
    let new = Leaf::of(subject, Side::Right);
    if !new.rows.iter().any(|row| row.changed) {
        return Vec::new();
    }
    let mut traps = Vec::new();
    look(&new, &mut traps);
    traps.retain(|trap| trap.focus.iter().any(|at| new.is_new(subject, *at)));
    if traps.is_empty() {
        return Vec::new();
    }
    let old = Leaf::of(subject, Side::Left);
    let (mut removed, mut before) = (Vec::new(), HashMap::<String, usize>::new());
    look(&old, &mut removed);
    let changed = |trap: &Trap| trap.focus.iter().any(|at| old.rows.get(*at).is_some_and(|row| row.changed));
    for trap in removed.into_iter().filter(changed) {
        *before.entry(trap.key).or_default() += 1;
    }
    let is_known = |trap: &Trap, before: &mut HashMap<String, usize>| match before.get_mut(&trap.key) {
        Some(left) if *left > 0 => {
            *left -= 1;
            true
        }
        _ => false,
    };
    traps.into_iter().filter(|trap| !is_known(trap, &mut before)).filter_map(|trap| found(&new, trap)).collect()
}

fn found(leaf: &Leaf<'_>, trap: Trap) -> Option<Found> {
    let rows = leaf.rows.get(trap.shown.0..=trap.shown.1)?;
    let numbered = || rows.iter().filter(|row| !row.is_head());
    let (first, last) = (numbered().next()?, numbered().next_back()?);
    // Lines of two hunks do not make one place.
    let last = if rows.iter().any(Row::is_head) { first } else { last };
    let shown = numbered().take(6).map(|row| format!("line {}: {}", row.number, quote(row.text.as_bytes())));
    let says = trap.says;
    Some(Found {
        issue_class: says.issue_class,
        title: says.title,
        summary: says.summary,
        evidence: trap.masked.unwrap_or_else(|| shown.collect::<Vec<_>>().join("\n")),
        why_now: "The change adds it.".to_owned(),
        suggested_fix: says.fix,
        suggestion: trap.suggestion,
        invariant: says.invariant.to_owned(),
        sink: crate::core::text::one_line(&trap.key, 100),
        symbol: None,
        lines: Some((Side::Right, LineRange::new(first.number, last.number)?)),
        gravity: Gravity { severity: says.severity, confidence: says.confidence, blast_radius: says.blast_radius },
    })
}
