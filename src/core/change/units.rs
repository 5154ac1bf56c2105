//! Units: the symbols and sections that the change touches, with their lines. Not here: risk tags, which
//! core::risk adds. Called by risk for the whole diff and by checks for one file.

use std::{borrow::Borrow, sync::Arc};

use crate::core::{
    diff::lines,
    model::{Diff, FileIx, HunkIx, Line, LineKind, LineRange, Side, Unit, UnitDetail},
};

use super::{
    Language,
    outlines::{Outlines, Pages},
    scope::{Place, Scope},
    syntax::Grammar,
};

/// Lines between two nameless changes that still make one unit.
const NEAR: u32 = 30;

/// The units of one file. Each changed line that has a number belongs to exactly one unit, and the units follow
/// each other: the first `added + removed` changed lines are those of the first unit, and so on.
pub fn units_of(diff: &Diff, file: FileIx) -> Vec<Unit> {
    let grammar = Grammar::of_file(diff, file);
    cut(diff, file, &Cut::Hunks(grammar), &mut |_| {}).units
}

/// How the lines of a file find their symbols.
pub(super) enum Cut<'c> {
    /// By the trees of its hunks.
    Hunks(Option<Grammar>),
    /// By what is known of the whole file.
    Whole(&'c Outlines),
}

/// The units of a file with the symbol of each changed line.
pub(super) struct Units {
    pub units: Vec<Unit>,
    pub lines: Vec<(Side, u32, Arc<str>)>,
}

/// Cuts a file into units; `pages` gets the trees of each hunk, when they are made.
pub(super) fn cut(diff: &Diff, file: FileIx, by: &Cut<'_>, pages: &mut dyn FnMut(Pages)) -> Units {
    let language = Language::of(&diff.path(file));
    let mut made = Made { file, units: Vec::new(), held: Vec::new(), last: (0, 0), lines: Vec::new() };
    for hunk in diff.hunks_of(file) {
        let section = diff.hunk(hunk).map_or(&[][..], |h| diff.text.get(h.section));
        let mut scope = Scope::new(language, section);
        let own;
        let outlines = match by {
            Cut::Whole(outlines) => outlines,
            Cut::Hunks(grammar) => {
                let trees = Pages::of(diff, hunk, *grammar);
                own = Outlines::of(diff, hunk, &trees, language);
                pages(trees);
                &own
            }
        };
        for line in lines(diff, hunk, 0).filter(|line| line.kind != LineKind::NoNewline) {
            let place = outlines.place(&line, scope.place(line.text));
            made.take(hunk, &place, &line);
        }
        made.release(None);
    }
    Units { units: made.units.into_iter().map(Open::close).collect(), lines: made.lines }
}

/// The unit that holds a line; the nearest before it for context lines. `None` when the file has none before it.
pub fn unit_at<U: Borrow<Unit>>(units: &[U], side: Side, line: u32) -> Option<&Unit> {
    let same = || units.iter().map(Borrow::borrow).filter(|u: &&Unit| u.lines.0 == side);
    same().find(|u| u.lines.1.contains(line)).or_else(|| same().rfind(|u| u.lines.1.start() <= line))
}

/// Side and number of a changed line; `None` for context and for lines without a number (combined diffs).
pub(crate) fn changed(line: &Line<'_>) -> Option<(Side, u32)> {
    match line.kind {
        LineKind::Added => line.new.map(|n| (Side::Right, n)),
        LineKind::Removed => line.old.map(|n| (Side::Left, n)),
        LineKind::Context | LineKind::NoNewline => None,
    }
}

struct Change {
    hunk: HunkIx,
    side: Side,
    number: u32,
    symbol: Arc<str>,
}

struct Open {
    file: FileIx,
    symbol: Arc<str>,
    hunks: (HunkIx, HunkIx),
    right: Option<LineRange>,
    left: Option<LineRange>,
    counts: (u32, u32),
    first: (Side, LineRange),
}

impl Open {
    fn grow(&mut self, change: &Change) {
        let (range, count) = match change.side {
            Side::Right => (&mut self.right, &mut self.counts.0),
            Side::Left => (&mut self.left, &mut self.counts.1),
        };
        let start = range.map_or(change.number, |r| r.start().min(change.number));
        let end = range.map_or(change.number, |r| r.end().max(change.number));
        *range = LineRange::new(start, end);
        *count += 1;
        self.hunks.1 = change.hunk;
    }

    fn close(self) -> Unit {
        let right = self.right.map(|r| (Side::Right, r));
        let left = self.left.map(|r| (Side::Left, r));
        Unit {
            file: self.file,
            symbol: self.symbol.to_string(),
            hunks: self.hunks,
            lines: right.or(left).unwrap_or(self.first),
            added: self.counts.0,
            removed: self.counts.1,
            tags: Vec::new(),
            detail: UnitDetail::default(),
        }
    }
}

struct Made {
    file: FileIx,
    units: Vec<Open>,
    /// Changed comments and attributes that wait for the definition below them.
    held: Vec<Change>,
    /// Old and new number of the last changed line.
    last: (u32, u32),
    /// Every changed line with its symbol.
    lines: Vec<(Side, u32, Arc<str>)>,
}

impl Made {
    fn take(&mut self, hunk: HunkIx, place: &Place, line: &Line<'_>) {
        if place.defines {
            self.release(Some(&place.symbol));
        } else if !place.leads {
            self.release(None);
        }
        let Some((side, number)) = changed(line) else { return };
        let change = Change { hunk, side, number, symbol: place.symbol.clone() };
        if place.leads { self.held.push(change) } else { self.put(&change) }
    }

    /// Gives the held lines to the symbol that follows, or to the one they stand in.
    fn release(&mut self, symbol: Option<&Arc<str>>) {
        for mut change in std::mem::take(&mut self.held) {
            if let Some(symbol) = symbol {
                change.symbol = symbol.clone();
            }
            self.put(&change);
        }
    }

    fn put(&mut self, change: &Change) {
        self.lines.push((change.side, change.number, change.symbol.clone()));
        let before = match change.side {
            Side::Left => self.last.0,
            Side::Right => self.last.1,
        };
        let near = change.number.saturating_sub(before) <= NEAR;
        match change.side {
            Side::Left => self.last.0 = change.number,
            Side::Right => self.last.1 = change.number,
        }
        if let Some(unit) = self.units.last_mut()
            && unit.symbol == change.symbol
            && (!change.symbol.is_empty() || unit.hunks.1 == change.hunk || near)
        {
            return unit.grow(change);
        }
        let Some(range) = LineRange::one(change.number) else { return };
        let mut unit = Open {
            file: self.file,
            symbol: change.symbol.clone(),
            hunks: (change.hunk, change.hunk),
            right: None,
            left: None,
            counts: (0, 0),
            first: (change.side, range),
        };
        unit.grow(change);
        self.units.push(unit);
    }
}
