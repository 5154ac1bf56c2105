//! What a check finds in the syntax of a hunk, and whether the change brought it in. A thing is brought in when a
//! line that the diff adds, and does not merely move, takes part in it, and the old side of the hunk has none like
//! it. Not here: what is looked for. Called by the checks that read code.

use std::{
    cell::{Cell, OnceCell},
    collections::HashMap,
    ops::Range,
};

use crate::core::{
    change::syntax::{Fragment, Grammar, Node, Parsed, Row, parse},
    model::{BlastRadius, FileClass, FileForm, HunkIx, LineRange, Severity, Side},
    text::one_line,
};

use super::{
    across::{line_mark, pair_mark},
    compared::{Compare, Spread},
    needles,
    subject::{Found, Gravity, Subject, quote},
};

/// What a check looks for.
#[derive(Debug)]
pub(super) struct Search {
    /// Languages that it knows.
    pub grammars: &'static [Grammar],
    /// A hunk without an added line that fits this expression is not looked at.
    pub needles: &'static str,
    /// Nor is one without any line on the new side that fits this; '' asks for nothing.
    pub also: &'static str,
    /// Whether tests, examples and the like are looked at.
    pub everywhere: bool,
    /// Names of files that are passed over.
    pub not_in: &'static [&'static [u8]],
    /// Finds all of one side of a hunk.
    pub look: fn(&Page<'_>, &mut Vec<Hit>),
}

/// One side of a hunk as a check sees it.
pub(super) struct Page<'p> {
    pub parsed: &'p Parsed,
    pub section: &'p [u8],
    pub path: &'p [u8],
    /// Nodes that may still be visited out of turn: what asks for more was not written by a person.
    work: Cell<u32>,
}

/// See [`Page::work`].
const MOST_WORK: u32 = 300_000;

impl Page<'_> {
    /// The text of a node.
    pub fn text(&self, node: Node<'_>) -> &[u8] {
        self.parsed.text(node)
    }

    /// Takes one visit from what may still be done; false when nothing is left.
    pub fn spend(&self) -> bool {
        let left = self.work.get();
        self.work.set(left.saturating_sub(1));
        left > 0
    }

    /// The text of a node on one line, without doubled blanks.
    pub fn words(&self, node: Node<'_>) -> String {
        let text = String::from_utf8_lossy(self.text(node)).into_owned();
        text.split_whitespace().collect::<Vec<_>>().join(" ")
    }
}

/// What is said of a hit.
pub(super) struct Says {
    pub issue_class: &'static str,
    pub title: String,
    pub summary: String,
    pub fix: String,
    pub invariant: &'static str,
    pub severity: Severity,
    /// 0..=1.
    pub confidence: f64,
    pub blast_radius: BlastRadius,
}

/// Something found on one side.
pub(super) struct Hit {
    /// What is shown.
    span: Range<usize>,
    /// An added line must touch one of these.
    focus: Vec<Range<usize>>,
    /// What makes two hits on the two sides of a hunk the same.
    key: String,
    says: Says,
    replace: Option<(Range<usize>, String)>,
}

impl Page<'_> {
    /// A hit that shows `node`; an added line must touch `focus`. `None` for nodes of the frame and for those that
    /// hold errors: what they are is not certain.
    pub fn hit(&self, node: Node<'_>, focus: Node<'_>, key: impl Into<String>, says: Says) -> Option<Hit> {
        let (span, focus) = (self.parsed.span(node)?, self.parsed.span(focus)?);
        (!node.has_error()).then(|| Hit {
            span,
            focus: vec![focus],
            key: one_line(&key.into(), 100),
            says,
            replace: None,
        })
    }

    /// The bytes of a node within the fragment; `None` when it begins in the frame.
    pub fn span(&self, node: Node<'_>) -> Option<Range<usize>> {
        self.parsed.span(node)
    }
}

impl Hit {
    /// With a certain remedy: `bytes` of the fragment are replaced.
    pub fn with(mut self, bytes: Option<Range<usize>>, by: impl Into<String>) -> Self {
        self.replace = bytes.map(|bytes| (bytes, by.into()));
        self
    }

    /// Shows these bytes instead of the whole node, and asks for an added line in one of `focus`.
    pub fn showing(mut self, bytes: Range<usize>, focus: Vec<Range<usize>>) -> Self {
        self.span = bytes;
        self.focus = focus;
        self
    }
}

/// What is sought in the hunks of a file.
#[derive(Debug, Clone, Copy)]
pub(super) enum Sought {
    /// What the change brings in.
    Came(&'static Search),
    /// What it takes away.
    Went(&'static Compare),
}

/// What the change brings in or takes away of what is sought, in the order of `sought`, which comes with the ids of the
/// checks. A hunk is parsed once for all of them, and its tree is dropped before the next is parsed.
pub(super) fn introduced(subject: &Subject<'_>, sought: &[(&'static str, Sought)]) -> Vec<Vec<Found>> {
    let mut found: Vec<Vec<Found>> = sought.iter().map(|_| Vec::new()).collect();
    let apt: Vec<bool> = sought.iter().map(|(_, sought)| fits(subject, sought)).collect();
    let Some(grammar) = subject.grammar.filter(|_| apt.contains(&true)) else { return found };
    let number = |id, apt: bool| needles::number(id).filter(|_| apt);
    let mask = sought.iter().zip(&apt).filter_map(|((id, _), apt)| number(id, *apt)).fold(0, |mask, n| mask | 1 << n);
    for hunk in subject.hunks() {
        let wanted = needles::wanted(subject, hunk, mask);
        let sheet = Sheet { subject, hunk, grammar, sides: [OnceCell::new(), OnceCell::new()] };
        for (((id, sought), apt), found) in sought.iter().zip(&apt).zip(&mut found) {
            match sought {
                Sought::Came(search) if number(id, *apt).is_some_and(|number| wanted & 1 << number != 0) => {
                    found.extend(in_hunk(&sheet, search));
                }
                Sought::Went(compare) if *apt && compare.wants(subject, hunk) => sheet.compare(compare, found),
                Sought::Came(_) | Sought::Went(_) => {}
            }
        }
    }
    found
}

/// Whether a search looks at a file at all.
fn fits(subject: &Subject<'_>, sought: &Sought) -> bool {
    let (grammars, everywhere, not_in) = match sought {
        Sought::Came(search) => (search.grammars, search.everywhere, search.not_in),
        Sought::Went(compare) => (compare.grammars, false, &[][..]),
    };
    let text = subject.entry().is_some_and(|f| f.form != FileForm::Binary);
    let read = !subject.class.is_left_out() && subject.class != FileClass::Docs && text;
    let in_place = everywhere || !(subject.is_test || subject.class == FileClass::Test || is_sample(subject));
    let named = not_in.contains(&subject.path.file_name());
    read && in_place && !named && subject.grammar.is_some_and(|g| grammars.contains(&g))
}

/// Folders of examples, scripts of the build and the like: other rules hold there.
fn is_sample(subject: &Subject<'_>) -> bool {
    let path = subject.path.as_bytes();
    let folders = [
        &b"examples"[..],
        b"example",
        b"samples",
        b"sample",
        b"demo",
        b"demos",
        b"benches",
        b"bench",
        b"benchmark",
        b"benchmarks",
        b"docs",
        b"doc",
        b"tutorials",
        b"fuzz",
        b"xtask",
        b"playground",
    ];
    path.split(|b| *b == b'/').any(|part| folders.contains(&part))
}

/// A hunk whose sides are parsed when they are first asked for.
struct Sheet<'s, 'd> {
    subject: &'s Subject<'d>,
    hunk: HunkIx,
    grammar: Grammar,
    sides: [OnceCell<Option<Parsed>>; 2],
}

impl Sheet<'_, '_> {
    /// One side; `None` when it cannot be parsed.
    fn side(&self, side: Side) -> Option<&Parsed> {
        let [left, right] = &self.sides;
        let cell = if side == Side::Left { left } else { right };
        let parsed = || Fragment::of(self.subject.diff, self.hunk, side).and_then(|text| parse(text, self.grammar));
        cell.get_or_init(parsed).as_ref()
    }

    /// What a search finds on a side.
    fn hits(&self, search: &Search, side: Side) -> Vec<Hit> {
        let Some(parsed) = self.side(side) else { return Vec::new() };
        let mut hits = Vec::new();
        (search.look)(&self.page(parsed), &mut hits);
        hits
    }

    fn page<'p>(&'p self, parsed: &'p Parsed) -> Page<'p> {
        let path = self.subject.path.as_bytes();
        Page { parsed, section: self.subject.section(self.hunk), path, work: Cell::new(MOST_WORK) }
    }

    /// Lets a check compare the sides.
    fn compare(&self, compare: &Compare, found: &mut Vec<Found>) {
        let (Some(old), Some(new)) = (self.side(Side::Left), self.side(Side::Right)) else { return };
        let spread = Spread { subject: self.subject, hunk: self.hunk, old: self.page(old), new: self.page(new) };
        (compare.look)(&spread, found);
    }
}

fn in_hunk(sheet: &Sheet<'_, '_>, search: &Search) -> Vec<Found> {
    let hits = sheet.hits(search, Side::Right);
    let Some(parsed) = sheet.side(Side::Right).filter(|_| !hits.is_empty()) else { return Vec::new() };
    let mut before: HashMap<String, usize> = HashMap::new();
    for hit in sheet.hits(search, Side::Left) {
        *before.entry(hit.key).or_default() += 1;
    }
    let mut made: Vec<Found> = Vec::new();
    for hit in hits {
        match before.get_mut(&hit.key).filter(|left| **left > 0) {
            Some(left) => *left -= 1,
            None if is_new(sheet.subject, parsed, &hit) => made.extend(report(parsed, hit)),
            None => {}
        }
    }
    made
}

/// Whether a line that the diff adds, and does not move here from elsewhere, takes part.
fn is_new(subject: &Subject<'_>, parsed: &Parsed, hit: &Hit) -> bool {
    let moved = |row: &&Row| {
        let text = parsed.fragment.line(row);
        let before = row.start.checked_sub(1).and_then(|at| parsed.fragment.row_at(at));
        let before = before.map_or(&[][..], |row| parsed.fragment.line(row));
        let mark = line_mark(text).unwrap_or_else(|| pair_mark(before, text));
        subject.across.removes_line(subject.diff, mark)
    };
    let rows = |bytes: &Range<usize>| parsed.fragment.rows_in(bytes.clone()).iter().filter(|row| row.changed);
    hit.focus.iter().flat_map(rows).any(|row| !moved(&row))
}

fn report(parsed: &Parsed, hit: Hit) -> Option<Found> {
    let rows = parsed.fragment.rows_in(hit.span.clone());
    let (first, last) = (rows.first()?, rows.last()?);
    let shown = rows.iter().take(6).map(|row| format!("line {}: {}", row.number, quote(parsed.fragment.line(row))));
    let suggestion = hit.replace.as_ref().and_then(|(bytes, by)| replaced(parsed, rows, bytes, by));
    let says = hit.says;
    Some(Found {
        issue_class: says.issue_class,
        title: says.title,
        summary: says.summary,
        evidence: shown.collect::<Vec<_>>().join("\n"),
        why_now: "The change adds it.".to_owned(),
        suggested_fix: says.fix,
        suggestion,
        invariant: says.invariant.to_owned(),
        sink: hit.key,
        symbol: None,
        lines: Some((Side::Right, LineRange::new(first.number, last.number)?)),
        gravity: Gravity { severity: says.severity, confidence: says.confidence, blast_radius: says.blast_radius },
    })
}

/// The anchored lines with some bytes replaced; lines that only blanks remain of go.
fn replaced(parsed: &Parsed, rows: &[Row], bytes: &Range<usize>, by: &str) -> Option<String> {
    let (first, last) = (rows.first()?, rows.last()?);
    let end = last.start + parsed.fragment.line(last).len();
    let text = &parsed.fragment.text;
    let new = [text.get(first.start..bytes.start)?, by.as_bytes(), text.get(bytes.end..end)?].concat();
    let new = String::from_utf8(new).ok()?;
    Some(if new.trim().is_empty() { String::new() } else { new })
}
