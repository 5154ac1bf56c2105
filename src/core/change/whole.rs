//! Both sides of one file as trees, checked against the diff: bytes that are not those of the diff are not believed.
//! Not here: what the trees tell (`detail`, `marks`). Called by `file`.

use crate::core::{
    diff::lines,
    model::{Diff, FileIx, FileStatus, LineKind, Side},
};

use super::{
    contents::Sides,
    syntax::{Definition, Fragment, Grammar, Parsed, Unread, outline_where, parse_whole},
};

/// A side whose grammar could not read more than this share of its bytes is not believed: a newer syntax, or another
/// language than the name says.
const MOST_ERRORS_PERCENT: usize = 20;

/// One side.
#[derive(Debug)]
pub(super) struct Tree {
    pub parsed: Parsed,
    pub outline: Vec<Definition>,
}

impl Tree {
    /// The definitions with a name; more than one for blocks that are opened again.
    pub fn named<'t>(&'t self, name: &str) -> impl Iterator<Item = &'t Definition> {
        self.outline.iter().filter(move |def| def.name == name)
    }
}

/// Both sides; one is `None` when the file is not there before, or after.
#[derive(Debug)]
pub(super) struct Whole {
    pub old: Option<Tree>,
    pub new: Option<Tree>,
}

impl Whole {
    /// Reads both sides.
    ///
    /// # Errors
    /// Why they cannot be read, in words; '' when nobody needs to know (no contents at hand).
    pub fn read(diff: &Diff, file: FileIx, sides: &Sides, grammar: Grammar) -> Result<Self, &'static str> {
        if let Some(missing) = sides.missing {
            return Err(missing);
        }
        let status = diff.file(file).map(|entry| entry.status);
        let wants = (status != Some(FileStatus::Added), status != Some(FileStatus::Deleted));
        if (wants.0 && sides.old.is_none()) || (wants.1 && sides.new.is_none()) {
            return Err("");
        }
        let changed = changed(diff, file);
        let read = |side, bytes: Option<&[u8]>, changed: &[u32]| -> Result<Option<Tree>, &'static str> {
            let Some(bytes) = bytes else { return Ok(None) };
            tree(diff, file, (side, bytes, changed), grammar).map(Some)
        };
        Ok(Self {
            old: read(Side::Left, sides.old.as_deref().filter(|_| wants.0), &changed.0)?,
            new: read(Side::Right, sides.new.as_deref().filter(|_| wants.1), &changed.1)?,
        })
    }

    /// A side.
    pub fn side(&self, side: Side) -> Option<&Tree> {
        match side {
            Side::Left => self.old.as_ref(),
            Side::Right => self.new.as_ref(),
        }
    }
}

/// Numbers of removed and of added lines, ascending.
fn changed(diff: &Diff, file: FileIx) -> (Vec<u32>, Vec<u32>) {
    let (mut old, mut new) = (Vec::new(), Vec::new());
    for line in diff.hunks_of(file).flat_map(|hunk| lines(diff, hunk, 0)) {
        match line.kind {
            LineKind::Removed => old.extend(line.old),
            LineKind::Added => new.extend(line.new),
            LineKind::Context | LineKind::NoNewline => {}
        }
    }
    (old, new)
}

fn tree(
    diff: &Diff,
    file: FileIx,
    (side, bytes, changed): (Side, &[u8], &[u32]),
    grammar: Grammar,
) -> Result<Tree, &'static str> {
    let fragment = Fragment::of_file(side, bytes, changed).map_err(|why| match why {
        Unread::TooLarge => "larger than 1 MiB",
        Unread::LongLine => "a line of more than 4 KiB",
        Unread::NotText => "not text",
    })?;
    if !fits(diff, file, side, &fragment) {
        return Err("the file at hand is not the one of the diff");
    }
    let parsed = parse_whole(fragment, grammar).ok_or("reading it takes too much work")?;
    if parsed.error_bytes() * 100 > bytes.len() * MOST_ERRORS_PERCENT {
        return Err("its syntax is not understood");
    }
    let outline = outline_where(&parsed, |first, last| parsed.fragment.touches(first, last));
    Ok(Tree { parsed, outline })
}

/// Whether each line that the diff shows stands in the text at its number. Lines of conflicts are hidden in it.
fn fits(diff: &Diff, file: FileIx, side: Side, fragment: &Fragment) -> bool {
    diff.hunks_of(file).flat_map(|hunk| lines(diff, hunk, 0)).all(|line| {
        let number = match side {
            Side::Left => line.old,
            Side::Right => line.new,
        };
        let Some(number) = number else { return true };
        let Some(row) = fragment.row_of(number) else { return false };
        let text = line.text.strip_suffix(b"\r").unwrap_or(line.text);
        let there = fragment.line(row);
        there == text || there.is_empty()
    })
}
