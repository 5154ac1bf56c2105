//! Both sides of one file as trees, checked against the diff: bytes that are not those of the diff are not believed.
//! Not here: what the trees tell (`detail`, `marks`). Called by `file`.

use crate::core::{
    diff::lines,
    model::{Diff, FileIx, FileStatus, LineKind, Side},
};

use super::{
    contents::Sides,
    syntax::{Definition, Fragment, Grammar, Parsed, Splice, Unread, outline_where, parse_after, parse_whole},
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
    /// Lines inside of macros at the top of the file, into which no syntax reaches.
    pub fn opaque(&self) -> Vec<(u32, u32)> {
        let mut found = Vec::new();
        self.parsed.walk_into(|node, above| {
            let opaque = node.kind() == "macro_invocation" && above.len() <= 2;
            let rows = self.parsed.rows(node);
            if let (true, Some(first), Some(last)) = (opaque, rows.first(), rows.last()) {
                found.push((first.number, last.number));
            }
            !opaque && above.len() <= 2
        });
        found
    }

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
        let (changed, splices) = changed(diff, file);
        let old = match sides.old.as_deref().filter(|_| wants.0) {
            Some(bytes) => Some(tree(diff, file, (Side::Left, bytes, &changed.0), |text| parse_whole(text, grammar))?),
            None => None,
        };
        let parse_new = |text: Fragment| match &old {
            Some(old) => parse_after(text, &old.parsed, &splices),
            None => parse_whole(text, grammar),
        };
        let new = match sides.new.as_deref().filter(|_| wants.1) {
            Some(bytes) => Some(tree(diff, file, (Side::Right, bytes, &changed.1), parse_new)?),
            None => None,
        };
        Ok(Self { old, new })
    }

    /// A side.
    pub fn side(&self, side: Side) -> Option<&Tree> {
        match side {
            Side::Left => self.old.as_ref(),
            Side::Right => self.new.as_ref(),
        }
    }
}

/// Numbers of removed and of added lines, ascending, and the runs of both.
fn changed(diff: &Diff, file: FileIx) -> ((Vec<u32>, Vec<u32>), Vec<Splice>) {
    let (mut old, mut new, mut splices) = (Vec::new(), Vec::new(), Vec::new());
    for hunk in diff.hunks_of(file) {
        let Some(entry) = diff.hunk(hunk) else { continue };
        // A side without lines counts from the line before it.
        let first =
            |extent: crate::core::model::Extent| if extent.count == 0 { extent.start + 1 } else { extent.start };
        let (mut at, mut run): ((u32, u32), Option<Splice>) = ((first(entry.old), first(entry.new)), None);
        for line in lines(diff, hunk, 0) {
            let here = Splice { old: (at.0, 0), new: (at.1, 0) };
            match line.kind {
                LineKind::Removed => {
                    old.extend(line.old);
                    run.get_or_insert(here).old.1 += 1;
                    at.0 += 1;
                }
                LineKind::Added => {
                    new.extend(line.new);
                    run.get_or_insert(here).new.1 += 1;
                    at.1 += 1;
                }
                LineKind::Context => {
                    splices.extend(run.take());
                    at = (at.0 + 1, at.1 + 1);
                }
                LineKind::NoNewline => {}
            }
        }
        splices.extend(run);
    }
    ((old, new), splices)
}

fn tree(
    diff: &Diff,
    file: FileIx,
    (side, bytes, changed): (Side, &[u8], &[u32]),
    parse: impl Fn(Fragment) -> Option<Parsed>,
) -> Result<Tree, &'static str> {
    let fragment = Fragment::of_file(side, bytes, changed).map_err(|why| match why {
        Unread::TooLarge => "larger than 1 MiB",
        Unread::LongLine => "a line of more than 4 KiB",
        Unread::NotText => "not text",
    })?;
    if !fits(diff, file, side, &fragment) {
        return Err("the file at hand is not the one of the diff");
    }
    let parsed = parse(fragment).ok_or("reading it takes too much work")?;
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
