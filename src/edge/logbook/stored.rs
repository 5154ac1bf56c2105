//! Logbooks as they lie there, for looking only: nothing is made, locked or mended. What another session wrote beside
//! a logbook that was taken is read with it; it is joined when the logbook is opened the next time. Called by `app` for
//! `prr show`, `prr log` and what is learned from decisions.

use std::{
    collections::BTreeSet,
    fs,
    path::{Path, PathBuf},
};

use super::{Places, files, join, jsonl, jsonl::Reading, mirror, open::line_notes, place, wire};
use crate::core::model::{Record, RepoName};

/// A logbook that was read.
#[derive(Debug, Clone, PartialEq)]
pub struct Stored {
    /// The JSONL file.
    pub path: PathBuf,
    /// Its records, in order.
    pub records: Vec<Record>,
    /// What could not be used, one sentence each.
    pub notes: Vec<String>,
}

/// The logbook of a target, or where it is missing what its mirrors have; `None` when there is neither.
pub fn stored(places: &Places, pr_ref: &str) -> Option<Stored> {
    let stem = place::stem(pr_ref);
    let files = folders(places).into_iter().map(|folder| folder.join(format!("{stem}.jsonl")));
    let mut there = files.filter(|path| files::regular(path).is_ok_and(|length| length.is_some()));
    there.next().map(|path| read(&path)).or_else(|| mirrored(places, pr_ref))
}

/// The logbook at a path.
pub fn stored_at(path: &Path) -> Stored {
    read(path)
}

fn mirrored(places: &Places, pr_ref: &str) -> Option<Stored> {
    let folder = mirror::folder(places, pr_ref)?;
    let reading = jsonl::read(mirror::kept(&folder)?, 0);
    let notes = line_notes(&folder, &reading);
    Some(Stored { records: reading.records(), path: folder, notes })
}

/// Every logbook, by the name of its file; of two with one name the better place's.
pub fn all_stored(places: &Places) -> Vec<Stored> {
    let mut seen = BTreeSet::new();
    let mut all = Vec::new();
    for folder in folders(places) {
        let entries = fs::read_dir(&folder).into_iter().flatten().flatten();
        let mut names: Vec<_> = entries.map(|entry| entry.file_name()).collect();
        names.sort();
        for name in names {
            let text = name.to_string_lossy();
            let is_ours = text.ends_with(".jsonl") && !text.contains('~');
            let path = folder.join(&name);
            if is_ours && files::regular(&path).is_ok_and(|length| length.is_some()) && seen.insert(name.clone()) {
                all.push(read(&path));
            }
        }
    }
    all
}

/// The repositories of pull requests whose logbooks lie outside of any clone.
pub fn stored_on_hosts(places: &Places) -> Vec<RepoName> {
    place::on_hosts(places)
}

/// Folders that are there, and not behind a link that the reviewed change may have planted.
fn folders(places: &Places) -> Vec<PathBuf> {
    let all = place::folders(places, &mut Vec::new());
    all.into_iter().filter(|folder| folder.link().is_none()).map(|folder| folder.path).collect()
}

fn read(path: &Path) -> Stored {
    let none = |note: String| Stored { path: path.to_owned(), records: Vec::new(), notes: vec![note] };
    match jsonl::read_file(path) {
        Err(error) => none(format!("{} cannot be read ({error})", path.display())),
        Ok(reading) => match reading.newer {
            Some(found) => none(format!(
                "{} was written by a newer prr (schema {found}, this one knows up to {})",
                path.display(),
                wire::SCHEMA
            )),
            None => {
                let (records, mut notes) = with_siblings(path, &reading);
                notes.splice(0..0, line_notes(path, &reading));
                Stored { path: path.to_owned(), records, notes }
            }
        },
    }
}

/// The records, with what sessions wrote beside them; and what of that could not be read.
fn with_siblings(path: &Path, reading: &Reading) -> (Vec<Record>, Vec<String>) {
    let stem = path.file_stem().map(|stem| stem.to_string_lossy().into_owned()).unwrap_or_default();
    let siblings = path.parent().map(|folder| join::found(folder, &stem, false)).unwrap_or_default();
    let mut notes = Vec::new();
    let mut lines: Option<Vec<u8>> = None;
    for sibling in siblings {
        match jsonl::read_file(&sibling) {
            Ok(other) if other.newer.is_none() => {
                lines = Some(join::union(lines.unwrap_or_else(|| reading.complete()), &other));
            }
            Ok(_) => notes.push(format!("{} was written by a newer prr and is left out", sibling.display())),
            Err(error) => notes.push(format!("{} cannot be read ({error}) and is left out", sibling.display())),
        }
    }
    (lines.map_or_else(|| reading.records(), |lines| jsonl::read(lines, 0).records()), notes)
}
