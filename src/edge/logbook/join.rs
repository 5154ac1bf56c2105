//! Logbooks of sessions that had to write elsewhere (the logbook was in use, or could not be written) are joined to
//! it as soon as it is free: no decision stays behind in a file that nobody opens. A joined file is kept under
//! another name. Killed anywhere, the next opening goes on: what stands in the logbook already is not added again.
//! Called by `open` and `mirror`.

use std::{
    fs, io,
    path::{Path, PathBuf},
};

use super::{
    fault::Boundaries,
    files,
    jsonl::{self, Jsonl, Reading},
    lock::{self, Taken},
    merge::Merge,
    wire,
};
use crate::core::model::{Record, Time};

/// JSONL files in a folder that belong to a stem: `stem~N.jsonl`, and `stem.jsonl` itself when asked for.
pub(super) fn found(folder: &Path, stem: &str, with_itself: bool) -> Vec<PathBuf> {
    let Ok(entries) = fs::read_dir(folder) else { return Vec::new() };
    let mut names: Vec<String> = entries.filter_map(|entry| entry.ok()?.file_name().into_string().ok()).collect();
    names.sort();
    let is_sibling = |name: &str| match name.strip_suffix(".jsonl").and_then(|name| name.strip_prefix(stem)) {
        Some("") => with_itself,
        Some(rest) => rest.strip_prefix('~').is_some_and(|number| number.parse::<u32>().is_ok()),
        None => false,
    };
    names.iter().filter(|name| is_sibling(name)).map(|name| folder.join(name)).collect()
}

/// Joins a file, when nobody has it open and this version knows all of it. The note, when something was done.
///
/// # Errors
/// When it cannot be read, or the logbook cannot be written.
pub(super) fn join(
    other: &Path,
    jsonl: &mut Jsonl,
    reading: &Reading,
    cuts: &Boundaries,
) -> io::Result<Option<String>> {
    let Taken::Ours(_lock) = lock::take(&other.with_extension("lock"))? else { return Ok(None) };
    let theirs = jsonl::read_file(other)?;
    if theirs.newer.is_some() {
        return Ok(None);
    }
    let news = Merge::of(reading).all(&theirs);
    for record in &news {
        jsonl.append(&wire::encode(record)?)?;
    }
    jsonl.sync()?;
    let database = other.with_extension("sqlite");
    if files::regular(&database)?.is_some() {
        files::move_aside(&database, "joined", cuts)?;
    }
    let kept = files::move_aside(other, "joined", cuts)?;
    let decisions = news.iter().filter(|record| matches!(record, Record::Decision { .. })).count();
    Ok(Some(format!(
        "{} had {decisions} decisions of another session: they are joined to {}, and the file is kept as {}",
        other.display(),
        jsonl.path().display(),
        kept.display()
    )))
}

/// Lines with what another logbook has beside them, for a logbook that is made anew. A record that cannot be written
/// is none that was read.
pub(super) fn union(mut lines: Vec<u8>, other: &Reading) -> Vec<u8> {
    let ours = jsonl::read(lines.clone(), 0);
    let news = Merge::of(&ours).all(other);
    lines.extend(news.iter().filter_map(|record| wire::encode(record).ok()).flatten());
    lines
}

/// When the newest run of a logbook began.
pub(super) fn newest_run(reading: &Reading) -> Option<Time> {
    let runs = reading.lines.iter().filter_map(|line| match line.record.as_ref()? {
        Record::Run(facts) => Some(facts.started),
        _ => None,
    });
    runs.max()
}
