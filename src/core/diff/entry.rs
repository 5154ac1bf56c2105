//! A collected header becomes a file entry: which of its names counts, and what happened.
//! Not here: reading header lines (`header`), quotes and prefixes as such (`names`). Called by the indexer.

use super::{
    header::{Fate, Header, Style},
    names,
    problems::Damage,
};
use crate::core::model::{Counts, FileEntry, FileForm, FileStatus, Modes, Name, NoNewline, Span, Text};

/// The bits of a mode that say file, symlink or submodule.
const KIND: u32 = 0o170_000;

/// Reads names of one header.
pub(super) struct Namer<'a> {
    /// The text the spans point into.
    pub text: &'a Text,
    /// Where decoded names go.
    pub arena: &'a mut Vec<u8>,
}

/// What the names of a header come to.
struct Named {
    old: Option<Name>,
    path: Name,
    damage: Option<Damage>,
}

/// Makes the entry; its hunks begin at number `hunk`. The damage, if any, is about its names.
pub(super) fn entry(header: &Header, hunk: u32, mut namer: Namer<'_>) -> (FileEntry, Option<Damage>) {
    let named = namer.names(header);
    let status = status(header, &namer, named.old.is_some());
    let keeps_old = matches!(status, FileStatus::Renamed | FileStatus::Copied);
    let form = match (header.style, header.binary) {
        (_, true) => FileForm::Binary,
        (Style::Combined, _) => FileForm::Combined { parents: header.parents },
        _ => FileForm::Text,
    };
    let entry = FileEntry {
        path: named.path,
        old_path: named.old.filter(|_| keeps_old),
        status,
        form,
        modes: header.modes,
        similarity: header.similarity,
        hunks: hunk..hunk,
        counts: Counts::default(),
        no_newline: NoNewline::default(),
        blobs: header.blobs,
        extent: Span { start: header.start, end: header.end },
    };
    (entry, named.damage)
}

/// What happened: what the header says, else what the sides and modes show.
fn status(header: &Header, namer: &Namer<'_>, two_names: bool) -> FileStatus {
    let nowhere = |side: Option<Span>| side.is_some_and(|span| is_nowhere(namer.text.get(span), header.style));
    match header.fate {
        Fate::New => FileStatus::Added,
        Fate::Gone => FileStatus::Deleted,
        Fate::Renamed => FileStatus::Renamed,
        Fate::Copied => FileStatus::Copied,
        Fate::Stays if nowhere(header.names.minus) => FileStatus::Added,
        Fate::Stays if nowhere(header.names.plus) => FileStatus::Deleted,
        Fate::Stays if type_changed(header.modes) => FileStatus::TypeChanged,
        Fate::Stays if two_names => FileStatus::Renamed,
        Fate::Stays => FileStatus::Modified,
    }
}

fn type_changed(modes: Modes) -> bool {
    matches!((modes.old, modes.new), (Some(a), Some(b)) if a & KIND != b & KIND)
}

/// Whether a `---` or `+++` line says that the file is not there: `/dev/null`, or, from tools without it, a time
/// at the epoch or a word in its place.
fn is_nowhere(text: &[u8], style: Style) -> bool {
    let name = names::until_tab(text);
    let time = text.get(name.len() + 1..).unwrap_or(&[]);
    let epoch = time.starts_with(b"1970-01-01 0") || time.starts_with(b"1969-12-31 ") || time == b"(nonexistent)";
    name == b"/dev/null" || (style == Style::Plain && epoch)
}

impl Namer<'_> {
    fn names(&mut self, header: &Header) -> Named {
        if let (Some(from), Some(to)) = (header.names.from, header.names.to)
            && let (Some(old), Some(path)) = (self.exact(from), self.exact(to))
        {
            return Named { old: Some(old), path, damage: None };
        }
        let sides = self.sides(header);
        let halves = match header.style {
            Style::Git => self.halves(header.names.first),
            Style::Combined => self.exact(header.names.first).map(|path| (path, path)),
            Style::Plain => None,
        };
        match (halves, sides) {
            (Some((old, path)), Some(_)) if self.agree(old, path, header) => {
                Named { old: (!self.same(old, path)).then_some(old), path, damage: None }
            }
            (Some(_), Some((old, path))) => Named { old, path, damage: Some(Damage::TwoNames) },
            (None, Some((old, path))) => {
                // Only git's own header means a rename by two names; `diff -u` compares any two files.
                Named { old: old.filter(|_| header.style == Style::Git), path, damage: None }
            }
            (Some((old, path)), None) => Named { old: (!self.same(old, path)).then_some(old), path, damage: None },
            (None, None) => Named { old: None, path: Name::InText(header.names.first), damage: Some(Damage::Nameless) },
        }
    }

    /// A name without prefix, quoted or as it stands.
    pub fn exact(&mut self, span: Span) -> Option<Name> {
        let text = self.text.get(span);
        if text.first() != Some(&b'"') {
            return (!text.is_empty()).then_some(Name::InText(span));
        }
        self.quoted(span).map(|(name, _)| name)
    }

    /// A quoted name, and how many bytes it took.
    fn quoted(&mut self, span: Span) -> Option<(Name, usize)> {
        let start = self.arena.len();
        let taken = names::unquote(self.text.get(span), self.arena)?;
        Some((Name::InArena(Span { start, end: self.arena.len() }), taken))
    }

    /// The name of a `---` or `+++` line with its prefix; `None` for an empty or unreadable one.
    fn side(&mut self, span: Span) -> Option<Name> {
        let text = self.text.get(span);
        if text.first() == Some(&b'"') {
            return self.quoted(span).map(|(name, _)| name);
        }
        let end = span.start + names::until_tab(text).len();
        (end > span.start).then_some(Name::InText(Span { start: span.start, end }))
    }

    /// The names of the `---` and `+++` lines without prefixes; the old one only if it differs.
    fn sides(&mut self, header: &Header) -> Option<(Option<Name>, Name)> {
        let (minus, plus) = (header.names.minus?, header.names.plus?);
        let (old, new) = (self.side(minus)?, self.side(plus)?);
        let alone = |namer: &Self, name: Name| Some((None, skip(name, names::prefix_alone(namer.bytes(name)))));
        match (self.bytes(old) == b"/dev/null", self.bytes(new) == b"/dev/null") {
            (true, true) => None,
            (true, false) => alone(self, new),
            (false, true) => alone(self, old),
            (false, false) => {
                let (a, b) = names::prefixes(self.bytes(old), self.bytes(new));
                let (old, new) = (skip(old, a), skip(new, b));
                Some(((!self.same(old, new)).then_some(old), new))
            }
        }
    }

    /// The two names of a `diff --git` line, without prefixes.
    fn halves(&mut self, span: Span) -> Option<(Name, Name)> {
        let text = self.text.get(span);
        if !text.contains(&b'"') {
            return self.bare_halves(span);
        }
        let (old, at) = if text.first() == Some(&b'"') {
            self.quoted(span)?
        } else {
            let at = memchr::memmem::find(text, b" \"")?;
            (Name::InText(Span { start: span.start, end: span.start + at }), at)
        };
        if text.get(at) != Some(&b' ') {
            return self.bare_halves(span);
        }
        let new = self.exact(Span { start: span.start + at + 1, end: span.end })?;
        let (a, b) = names::prefixes(self.bytes(old), self.bytes(new));
        Some((skip(old, a), skip(new, b)))
    }

    fn bare_halves(&self, span: Span) -> Option<(Name, Name)> {
        let text = self.text.get(span);
        let (at, (a, b)) = names::split(text).or_else(|| only_blank(text))?;
        let old = Span { start: span.start + a, end: span.start + at };
        Some((Name::InText(old), Name::InText(Span { start: span.start + at + 1 + b, end: span.end })))
    }

    /// Whether the sides that are there end in the names that the first line gave.
    fn agree(&mut self, old: Name, path: Name, header: &Header) -> bool {
        let minus = header.names.minus.filter(|_| header.style != Style::Combined);
        [(minus, old), (header.names.plus, path)].into_iter().all(|(side, path)| {
            let Some(span) = side else { return true };
            let kept = self.arena.len();
            let found = self.side(span).is_some_and(|name| self.is_at_end(path, name));
            self.arena.truncate(kept);
            found
        })
    }

    /// Whether a side's name is `/dev/null` or the path behind a prefix (or none).
    fn is_at_end(&self, path: Name, side: Name) -> bool {
        let (side, path) = (self.bytes(side), self.bytes(path));
        let prefix = side.strip_suffix(path);
        side == b"/dev/null" || prefix.is_some_and(|p| p.is_empty() || p.ends_with(b"/"))
    }

    fn same(&self, a: Name, b: Name) -> bool {
        self.bytes(a) == self.bytes(b)
    }

    fn bytes(&self, name: Name) -> &[u8] {
        match name {
            Name::InText(span) => self.text.get(span),
            Name::InArena(span) => self.arena.get(span.start..span.end).unwrap_or(&[]),
        }
    }
}

/// A line with one blank can be split there, whatever the names are (`git diff --no-index one two`).
fn only_blank(text: &[u8]) -> Option<(usize, (usize, usize))> {
    let at = memchr::memchr(b' ', text)?;
    let (old, new) = (text.get(..at)?, text.get(at + 1..)?);
    let alone = !old.is_empty() && !new.is_empty() && !new.contains(&b' ');
    alone.then(|| (at, names::prefixes(old, new)))
}

/// The name without its first bytes.
fn skip(name: Name, bytes: usize) -> Name {
    let cut = |span: Span| Span { start: (span.start + bytes).min(span.end), end: span.end };
    match name {
        Name::InText(span) => Name::InText(cut(span)),
        Name::InArena(span) => Name::InArena(cut(span)),
    }
}
