//! The symbol of each line of a hunk by its syntax: the outlines of both sides, and the hunk's section as what
//! stands around them. Not here: lines that syntax does not place (`scope`). Called by `units`.

use std::sync::Arc;

use crate::core::{
    diff::lines,
    model::{Diff, HunkIx, Line, LineKind, Side},
};

use super::{
    Language, definition,
    scope::Place,
    syntax::{Definition, Fragment, Grammar, Parsed, outline, parse},
};

/// Diffs with more lines are placed by patterns alone: parsing them would take longer than a person waits.
const MOST_LINES: u64 = 50_000;

/// The outlines of a hunk.
#[derive(Debug, Default)]
pub(super) struct Outlines {
    left: Vec<Named>,
    right: Vec<Named>,
    /// Whether all of the file was read: what no definition holds has none.
    is_whole: bool,
    /// Lines inside of macros, by side.
    opaque: [Vec<(u32, u32)>; 2],
}

#[derive(Debug)]
struct Named {
    symbol: Arc<str>,
    first: u32,
    last: u32,
}

/// A hunk's sides, parsed; none when it cannot be, or need not.
#[derive(Debug, Default)]
pub(super) struct Pages {
    pub left: Option<Parsed>,
    pub right: Option<Parsed>,
}

impl Pages {
    /// Of a hunk.
    pub fn of(diff: &Diff, hunk: HunkIx, grammar: Option<Grammar>) -> Self {
        let Some(grammar) = grammar.filter(|_| diff.lines <= MOST_LINES) else { return Self::default() };
        let side = |side| Fragment::of(diff, hunk, side).and_then(|text| parse(text, grammar));
        let removes = lines(diff, hunk, 0).any(|line| line.kind == LineKind::Removed);
        Self { left: removes.then(|| side(Side::Left)).flatten(), right: side(Side::Right) }
    }
}

impl Outlines {
    /// Of a hunk; empty when nothing can be said.
    pub fn of(diff: &Diff, hunk: HunkIx, pages: &Pages, language: Language) -> Self {
        let section = diff.hunk(hunk).map_or(&[][..], |h| diff.text.get(h.section));
        let side = |parsed: Option<&Parsed>| {
            let parsed = parsed.filter(|parsed| parsed.grammar.reads_hunks());
            let Some(parsed) = parsed else { return Vec::new() };
            let join = if parsed.grammar == Grammar::Rust { "::" } else { "." };
            let around = container(language, section).map(|name| (name, join));
            let found = outline(parsed);
            let inside = |def: &Definition| {
                // What stands at the left edge has left the section.
                let outermost = found.iter().find(|o| o.first <= def.first && o.last >= def.last).unwrap_or(def);
                let mut rows = parsed.fragment.rows.iter().filter(|row| row.number == outermost.at);
                rows.any(|row| parsed.fragment.line(row).first().is_some_and(u8::is_ascii_whitespace))
            };
            found.iter().map(|def| named(def, around.as_ref().filter(|_| inside(def)))).collect()
        };
        Self { left: side(pages.left.as_ref()), right: side(pages.right.as_ref()), is_whole: false, ..Self::default() }
    }

    /// Of a whole file, from the definitions of both sides. Comments above a definition belong to it.
    pub fn whole(left: &[Definition], right: &[Definition]) -> Self {
        let side = |defs: &[Definition]| {
            let named =
                |def: &Definition| Named { symbol: Arc::from(def.name.as_str()), first: def.lead, last: def.last };
            defs.iter().map(named).collect()
        };
        Self { left: side(left), right: side(right), is_whole: true, ..Self::default() }
    }

    /// The same with the lines (first and last, by side) that syntax does not look into: what stands there is told by
    /// patterns.
    pub fn with_opaque(self, opaque: [Vec<(u32, u32)>; 2]) -> Self {
        Self { opaque, ..self }
    }

    fn is_opaque(&self, kind: LineKind, number: u32) -> bool {
        let [left, right] = &self.opaque;
        let ranges = if kind == LineKind::Removed { left } else { right };
        ranges.iter().any(|(first, last)| (*first..=*last).contains(&number))
    }

    /// Of a whole file, from its sections: symbol, first and last line, outer before inner.
    pub fn sections(left: Vec<(String, u32, u32)>, right: Vec<(String, u32, u32)>) -> Self {
        let side = |all: Vec<(String, u32, u32)>| {
            all.into_iter().map(|(symbol, first, last)| Named { symbol: Arc::from(symbol), first, last }).collect()
        };
        Self { left: side(left), right: side(right), is_whole: true, ..Self::default() }
    }

    /// Where a line belongs; `guess` when the syntax does not tell.
    pub fn place(&self, line: &Line<'_>, guess: Place) -> Place {
        let (known, number) = match line.kind {
            LineKind::Removed => (&self.left, line.old),
            LineKind::Added | LineKind::Context | LineKind::NoNewline => (&self.right, line.new),
        };
        let Some(number) = number else { return guess };
        match known.iter().rev().find(|def| (def.first..=def.last).contains(&number)) {
            Some(def) => Place { symbol: def.symbol.clone(), defines: def.first == number, leads: false },
            None if self.is_whole && !self.is_opaque(line.kind, number) => {
                Place { symbol: Arc::from(""), defines: false, leads: false }
            }
            // Above the first definition the section tells; between two, only what the line itself says.
            None => guess,
        }
    }
}

/// With the section's name before it, when it lies within.
fn named(def: &Definition, around: Option<&(String, &str)>) -> Named {
    let symbol = match around {
        Some((outer, join)) => format!("{outer}{join}{}", def.name),
        None => def.name.clone(),
    };
    Named { symbol: Arc::from(symbol), first: def.first, last: def.last }
}

/// The name of the type or module that a section opens.
fn container(language: Language, section: &[u8]) -> Option<String> {
    let text = section.trim_ascii();
    let words = [
        &b"impl"[..],
        b"trait",
        b"mod",
        b"class",
        b"interface",
        b"namespace",
        b"export",
        b"pub",
        b"abstract",
        b"default",
        b"unsafe",
    ];
    let mut heads = text.split(|b| !b.is_ascii_alphanumeric()).take_while(|word| words.contains(word));
    let opens = heads.any(|word| !matches!(word, b"export" | b"pub" | b"abstract" | b"default" | b"unsafe"));
    definition(language, text).filter(|_| opens)
}
