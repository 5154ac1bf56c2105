//! `src/a.rs:12-14` -> the place of a comment in the diff. Called by `write`.

use crate::core::{
    diff,
    model::{Anchor, Diff, LineRange, RepoPath, Side},
};

use super::words;

/// Reads a place; the new side first.
///
/// # Errors
/// Why nothing can be said there, in a sentence with what can be done.
pub(super) fn read(index: &Diff, text: &str) -> Result<Anchor, String> {
    let whole = |text: &str| diff::find_file(index, &RepoPath::new(text));
    let (path, lines) = match text.rsplit_once(':').and_then(|(path, lines)| Some((path, range(lines)?))) {
        // A file may be called so.
        Some(_) if whole(text).is_some() => (text, None),
        Some((path, lines)) => (path, Some(lines)),
        None => (text, None),
    };
    let Some(file) = whole(path) else {
        return Err(format!(
            "{} is no file of this change. Write its path as the findings tell it.",
            words::line(path)
        ));
    };
    let path = index.path(file);
    let Some((start, end)) = lines else { return Ok(Anchor { path, side: Side::Right, lines: None }) };
    let hunk = |side, line| diff::locate(index, file, side, line).map(|at| at.hunk);
    let fits = |side: &Side| hunk(*side, start).is_some_and(|first| hunk(*side, end) == Some(first));
    let side = [Side::Right, Side::Left].into_iter().find(fits);
    let missing =
        || format!("Lines {start} to {end} are not within one hunk of the diff. m tells the hunk of a finding.");
    Ok(Anchor { path, side: side.ok_or_else(missing)?, lines: LineRange::new(start, end) })
}

fn range(text: &str) -> Option<(u32, u32)> {
    let (start, end) = text.split_once('-').unwrap_or((text, text));
    let (start, end) = (start.parse().ok()?, end.parse().ok()?);
    (start > 0).then_some((u32::min(start, end), u32::max(start, end)))
}

/// The first line of a place, which a comment keeps.
pub(super) fn quoted(index: &Diff, anchor: &Anchor) -> String {
    let line = anchor.lines.and_then(|lines| {
        let at = diff::locate(index, diff::find_file(index, &anchor.path)?, anchor.side, lines.start())?;
        diff::line(index, at).map(|line| String::from_utf8_lossy(line.text).into_owned())
    });
    line.unwrap_or_default()
}

/// A place in words.
pub(super) fn words(anchor: &Anchor) -> String {
    let path = words::line(&anchor.path.lossy());
    match anchor.lines {
        None => path,
        Some(lines) if lines.start() == lines.end() => format!("{path} line {}", lines.start()),
        Some(lines) => format!("{path} lines {} to {}", lines.start(), lines.end()),
    }
}
