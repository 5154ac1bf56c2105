//! Both sides of a hunk at once, for reviewers that ask what the change takes away. Not here: what is sought; parsing
//! (`introduced`, which shares its trees with them). Called by the checks that compare.

use std::sync::LazyLock;

use regex::bytes::Regex;

use crate::core::{
    change::syntax::{Fragment, Grammar, Node, Row},
    diff::lines,
    model::{HunkIx, LineKind, LineRange, Side},
};

use super::{
    introduced::Page,
    subject::{Subject, quote},
};

/// What a check compares.
#[derive(Debug)]
pub(super) struct Compare {
    /// Languages that it knows.
    pub grammars: &'static [Grammar],
    /// A hunk without a removed line that fits this is not looked at.
    pub needles: &'static LazyLock<Option<Regex>>,
    /// Finds what went.
    pub look: fn(&Spread<'_, '_>, &mut Vec<super::Found>),
}

/// The two sides of a hunk.
pub(super) struct Spread<'s, 'd> {
    pub subject: &'s Subject<'d>,
    pub hunk: HunkIx,
    pub old: Page<'s>,
    pub new: Page<'s>,
}

impl Compare {
    /// Whether a hunk is worth parsing.
    pub fn wants(&self, subject: &Subject<'_>, hunk: HunkIx) -> bool {
        let Some(needles) = self.needles.as_ref() else { return false };
        subject.lines(hunk).any(|line| line.kind == LineKind::Removed && needles.is_match(line.text))
    }
}

impl Spread<'_, '_> {
    /// Lines that the change adds in this hunk.
    pub fn added(&self) -> impl Iterator<Item = &[u8]> {
        lines(self.subject.diff, self.hunk, 0).filter(|line| line.kind == LineKind::Added).map(|line| line.text)
    }

    /// Lines that the change adds anywhere in this file.
    pub fn added_in_file(&self) -> impl Iterator<Item = &[u8]> {
        let all = self.subject.hunks().flat_map(|hunk| lines(self.subject.diff, hunk, 0));
        all.filter(|line| line.kind == LineKind::Added).map(|line| line.text)
    }

    /// Whether the change adds a line like one of these rows of the old side, anywhere: it moved.
    pub fn comes_back(&self, rows: &[Row]) -> bool {
        let motion = self.subject.across.motion(self.subject.diff);
        let mut marks = rows.iter().filter_map(|row| super::across::line_mark(self.old.parsed.fragment.line(row)));
        marks.any(|mark| motion.added_lines.contains(&mark))
    }
}

/// Whether all rows of a node are changed lines.
pub(super) fn all_changed(page: &Page<'_>, node: Node<'_>) -> bool {
    let rows = page.parsed.rows(node);
    !rows.is_empty() && rows.iter().all(|row| row.changed || page.parsed.fragment.line(row).trim_ascii().is_empty())
}

/// Whether the head of the block around a statement is as it was: what stands in another branch now is another case.
pub(super) fn same_block(page: &Page<'_>, statement: Node<'_>) -> bool {
    let mut around = statement.parent();
    while let Some(found) = around.filter(|n| matches!(n.kind(), "block" | "statement_block" | "statement_list")) {
        around = found.parent();
    }
    let head = around.and_then(|head| page.parsed.rows(head).first());
    head.is_none_or(|row| !row.changed)
}

/// Where some rows are, as a finding says it.
pub(super) fn place(side: Side, rows: &[Row]) -> Option<(Side, LineRange)> {
    Some((side, LineRange::new(rows.first()?.number, rows.last()?.number)?))
}

/// Some rows as evidence.
pub(super) fn shown(fragment: &Fragment, rows: &[Row], name: &str) -> String {
    let told = rows.iter().take(6).map(|row| format!("{name} {}: {}", row.number, quote(fragment.line(row))));
    told.collect::<Vec<_>>().join("\n")
}
