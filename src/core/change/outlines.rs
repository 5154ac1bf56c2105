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
    syntax::{Definition, Fragment, Grammar, outline, parse},
};

/// Diffs with more lines are placed by patterns alone: parsing them would take longer than a person waits.
const MOST_LINES: u64 = 50_000;

/// The outlines of a hunk.
#[derive(Debug, Default)]
pub(super) struct Outlines {
    left: Vec<Named>,
    right: Vec<Named>,
}

#[derive(Debug)]
struct Named {
    symbol: Arc<str>,
    first: u32,
    last: u32,
}

impl Outlines {
    /// Of a hunk; empty when nothing can be said.
    pub fn of(diff: &Diff, hunk: HunkIx, grammar: Option<Grammar>, language: Language) -> Self {
        let Some(grammar) = grammar.filter(|_| diff.lines <= MOST_LINES) else { return Self::default() };
        let section = diff.hunk(hunk).map_or(&[][..], |h| diff.text.get(h.section));
        let around = container(language, section).map(|name| (name, if grammar == Grammar::Rust { "::" } else { "." }));
        let side = |side| {
            let parsed = Fragment::of(diff, hunk, side).and_then(|text| parse(text, grammar));
            parsed.map_or_else(Vec::new, |parsed| {
                let found = outline(&parsed);
                let inside = |def: &Definition| {
                    // What stands at the left edge has left the section.
                    let outermost = found.iter().find(|o| o.first <= def.first && o.last >= def.last).unwrap_or(def);
                    let mut rows = parsed.fragment.rows.iter().filter(|row| row.number == outermost.at);
                    rows.any(|row| parsed.fragment.line(row).first().is_some_and(u8::is_ascii_whitespace))
                };
                found.iter().map(|def| named(def, around.as_ref().filter(|_| inside(def)))).collect()
            })
        };
        let removes = lines(diff, hunk, 0).any(|line| line.kind == LineKind::Removed);
        Self { left: if removes { side(Side::Left) } else { Vec::new() }, right: side(Side::Right) }
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
