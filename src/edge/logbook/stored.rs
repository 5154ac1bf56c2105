//! Logbooks as they lie there, for looking only: nothing is made, locked, mended or joined. What another session wrote
//! beside a logbook that was taken is seen when the logbook is opened the next time. Called by `app` for `prr show`
//! and `prr log`.

use std::{
    collections::BTreeSet,
    fs,
    path::{Path, PathBuf},
};

use super::{Places, files, jsonl, mirror, open::line_notes, place, wire};
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

fn mirrored(places: &Places, pr_ref: &str) -> Option<Stored> {
    let folder = mirror::folder(places, pr_ref)?;
    let reading = jsonl::read(&mirror::kept(&folder)?, 0);
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
            None => Stored { path: path.to_owned(), records: reading.records(), notes: line_notes(path, &reading) },
        },
    }
}
