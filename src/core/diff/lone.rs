//! Entries of a single line: submodules with `--submodule=log`, unmerged paths, binary files of `diff -r`.
//! Not here: entries with headers (`header`, `entry`). Called by the indexer for lines outside of files.

use super::header::RawLine;
use crate::core::model::{Counts, FileEntry, FileForm, FileStatus, Modes, Name, NoNewline, Span};

/// The mode of a submodule.
const SUBMODULE: u32 = 0o160_000;

/// The entry that this line makes, if it is one of those.
pub(super) fn entry(line: &RawLine<'_>, hunk: u32) -> Option<FileEntry> {
    let (path, status, form, modes, blobs) = match line.bytes.first()? {
        b'S' => submodule(line)?,
        b'*' => {
            let (_, span) = line.behind(b"* Unmerged path ").filter(|(text, _)| !text.is_empty())?;
            (span, FileStatus::Modified, FileForm::Combined { parents: 2 }, Modes::default(), None)
        }
        b'B' => (binary(line)?, FileStatus::Modified, FileForm::Binary, Modes::default(), None),
        _ => return None,
    };
    Some(FileEntry {
        path: Name::InText(path),
        old_path: None,
        status,
        form,
        modes,
        similarity: None,
        hunks: hunk..hunk,
        counts: Counts::default(),
        no_newline: NoNewline::default(),
        blobs,
        extent: Span { start: line.start, end: line.next },
    })
}

type Parts = (Span, FileStatus, FileForm, Modes, Option<(Span, Span)>);

/// `Submodule PATH 1a2b3c4..5d6e7f8:` (three dots when it is no fast-forward; a remark in brackets may stand at the
/// end) and `Submodule PATH contains modified content`.
fn submodule(line: &RawLine<'_>) -> Option<Parts> {
    let (text, span) = line.behind(b"Submodule ")?;
    let both = Modes { old: Some(SUBMODULE), new: Some(SUBMODULE) };
    let dirty = [&b" contains modified content"[..], b" contains untracked content"];
    if let Some(path) = dirty.into_iter().find_map(|end| text.strip_suffix(end)) {
        let path = Span { start: span.start, end: span.start + path.len() };
        return Some((path, FileStatus::Modified, FileForm::Text, both, None));
    }
    let (path, status) =
        [(&b" (new submodule)"[..], FileStatus::Added), (b" (submodule deleted)", FileStatus::Deleted)]
            .into_iter()
            .find_map(|(end, status)| text.strip_suffix(end).map(|rest| (rest, status)))
            .unwrap_or_else(|| (without_remark(text), FileStatus::Modified));
    let blank = memchr::memrchr(b' ', path).filter(|at| *at > 0)?;
    let first = span.start + blank + 1;
    let blobs = ids(path.get(blank + 1..)?, first)?;
    let modes = match status {
        FileStatus::Added => Modes { old: None, ..both },
        FileStatus::Deleted => Modes { new: None, ..both },
        _ => both,
    };
    Some((Span { start: span.start, end: first - 1 }, status, FileForm::Text, modes, Some(blobs)))
}

/// Two ids with two or three dots between them, which begin at an offset.
fn ids(text: &[u8], start: usize) -> Option<(Span, Span)> {
    let (old, rest) = text.split_at_checked(memchr::memmem::find(text, b"..")?)?;
    let new = rest.strip_prefix(b"...").or_else(|| rest.strip_prefix(b".."))?;
    let end = start + text.len();
    let spans = (Span { start, end: start + old.len() }, Span { start: end - new.len(), end });
    (is_id(old) && is_id(new)).then_some(spans)
}

/// Without the colon or the bracketed remark at the end.
fn without_remark(text: &[u8]) -> &[u8] {
    let text = text.strip_suffix(b":").unwrap_or(text);
    let bracket = text.ends_with(b")").then(|| memchr::memmem::rfind(text, b" (")).flatten();
    bracket.and_then(|at| text.get(..at)).unwrap_or(text)
}

fn is_id(text: &[u8]) -> bool {
    text.len() >= 4 && text.len() <= 64 && text.iter().all(u8::is_ascii_hexdigit)
}

/// `Binary files old/x and new/x differ`, as `diff -r` prints without any header: the path behind the prefixes.
fn binary(line: &RawLine<'_>) -> Option<Span> {
    let (text, span) = line.behind(b"Binary files ")?;
    let text = text.strip_suffix(b" differ")?;
    let (at, path) = memchr::memmem::find_iter(text, b" and ").take(8).find_map(|at| {
        let (old, new) = (text.get(..at)?, text.get(at + 5..)?);
        let (_, skip) = super::names::prefixes(old, new);
        (skip > 0 || old == new).then_some((at, skip))
    })?;
    Some(Span { start: span.start + at + 5 + path, end: span.start + text.len() })
}
