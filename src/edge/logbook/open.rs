//! Opening a logbook: find a place, take it, read the truth, bring the database up to it. Everything that is not as
//! it should be becomes a note; nothing is overwritten. Called by `Logbook::open`.

use std::{
    io,
    path::{Path, PathBuf},
};

use super::{
    Logbook, LogbookError, Opened, Places, Unchecked,
    book::SIBLINGS,
    fault::{Boundaries, Fault},
    files, join,
    jsonl::{self, Jsonl, Reading},
    lock::{self, Lock, Taken},
    mirror::{self, Mirror},
    place, store, wire,
};
use crate::core::{gate::Past, model::Request};

/// Notes about single lines stop after this many.
const LINE_NOTES: usize = 8;

pub(super) fn open(places: &Places, request: &Request, fault: Fault) -> Result<(Opened, Unchecked), LogbookError> {
    let cuts = Boundaries::new(fault);
    let mirrors = mirror::folder(places, &request.pr_ref);
    let mut search =
        Search { stem: place::stem(&request.pr_ref), cuts, notes: Vec::new(), tried: Vec::new(), seed: None, mirrors };
    let mut left_out = Vec::new();
    let folders = place::folders(places, &mut left_out);
    search.tried.append(&mut left_out);
    for (folder, others) in folders.iter().zip(1..).map(|(folder, next)| (folder, folders.get(next..).unwrap_or(&[]))) {
        match search.in_folder(folder) {
            Ok(Some(claim)) => return search.finish(claim, others),
            Ok(None) => {}
            Err(e) => {
                search.tried.push(format!("{} cannot be used ({e})", folder.path.display()));
                search.seed_from(&folder.path.join(format!("{}.jsonl", search.stem)));
            }
        }
    }
    if places.data_dir.is_none() {
        search.tried.push("no data folder of the user is known".to_owned());
    }
    Err(LogbookError::Nowhere { tried: search.tried.join("; ") })
}

/// A logbook that is ours.
pub(super) struct Claim {
    pub(super) jsonl: Jsonl,
    lock: Option<Lock>,
    pub(super) reading: Reading,
    /// Database path.
    pub(super) sqlite: PathBuf,
    /// The logbook itself, not a sibling.
    is_first: bool,
}

/// The search for a place, and what there is to say about it.
#[derive(Debug)]
pub(super) struct Search {
    stem: String,
    pub(super) cuts: Boundaries,
    pub(super) notes: Vec<String>,
    /// Better places that were passed over, in words.
    tried: Vec<String>,
    /// Lines of a better logbook that cannot be ours: the one that is taken instead begins as its copy.
    seed: Option<Vec<u8>>,
    /// Where this target has mirrors.
    mirrors: Option<PathBuf>,
}

impl Search {
    /// The first of `stem`, `stem~2` … in the folder that can be ours.
    fn in_folder(&mut self, folder: &place::Folder) -> io::Result<Option<Claim>> {
        place::prepare(folder, &mut self.notes)?;
        for number in 1..=SIBLINGS {
            let name = if number == 1 { self.stem.clone() } else { format!("{}~{number}", self.stem) };
            if let Some(claim) = self.claim(&folder.path.join(name), number == 1)? {
                return Ok(Some(claim));
            }
        }
        Ok(None)
    }

    fn claim(&mut self, base: &Path, is_first: bool) -> io::Result<Option<Claim>> {
        let (path, sqlite) = (files::beside(base, ".jsonl"), files::beside(base, ".sqlite"));
        let lock = match lock::take(&files::beside(base, ".lock"))? {
            Taken::Ours(Some(lock)) => Some(lock),
            Taken::Ours(None) => {
                self.notes.push(format!("{} is on a file system without locks: open it once only", path.display()));
                None
            }
            Taken::Held(holder) => {
                self.passed_over(&path, &holder);
                return Ok(None);
            }
        };
        if files::regular(&path)?.is_none() {
            self.begin(&path)?;
        }
        let jsonl = Jsonl::open(&path, &self.cuts)?;
        let reading = jsonl.reading()?;
        if let Some(schema) = reading.newer {
            let known = wire::SCHEMA;
            self.tried
                .push(format!("{} is from a newer prr (schema {schema}, this one knows {known})", path.display()));
            return Ok(None);
        }
        Ok(Some(Claim { jsonl, lock, reading, sqlite, is_first }))
    }

    /// A logbook that is not there begins with what stands elsewhere: in the one that cannot be ours, else in mirrors.
    fn begin(&mut self, path: &Path) -> io::Result<()> {
        if let Some(seed) = &self.seed {
            return files::write_new(path, seed, &self.cuts);
        }
        let Some((folder, lines)) = self.mirrors.as_ref().and_then(|folder| Some((folder, mirror::kept(folder)?)))
        else {
            return Ok(());
        };
        let words = format!("{} was not there: it begins with what {} has", path.display(), folder.display());
        self.notes.push(words);
        files::write_new(path, &lines, &self.cuts)
    }

    /// The mirror of the logbook that was taken.
    fn mirror(&mut self, path: &Path, reading: &Reading) -> Option<Mirror> {
        let folder = self.mirrors.as_ref()?;
        match Mirror::follow(folder, path, &reading.complete()) {
            Ok(mirror) => Some(mirror),
            Err(error) => {
                self.notes.push(format!(
                    "{} cannot be written ({error}): if the clone is cleaned, decisions and drafts are gone",
                    folder.display()
                ));
                None
            }
        }
    }

    fn passed_over(&mut self, path: &Path, holder: &str) {
        self.tried.push(format!(
            "in use by another prr ({holder}), which this session is joined to later: {}",
            path.display()
        ));
        self.seed_from(path);
    }

    /// What can be read of a logbook that cannot be written is not forgotten where this session goes instead.
    fn seed_from(&mut self, path: &Path) {
        if self.seed.is_none()
            && let Ok(reading) = jsonl::read_file(path)
            && reading.newer.is_none()
        {
            self.seed = Some(reading.complete());
        }
    }

    fn finish(mut self, mut claim: Claim, others: &[place::Folder]) -> Result<(Opened, Unchecked), LogbookError> {
        let path = claim.jsonl.path().to_owned();
        if !self.tried.is_empty() {
            self.notes
                .insert(0, format!("{}: the logbook of this session is {}", self.tried.join("; "), path.display()));
        }
        let torn = self.mend(&mut claim).map_err(|e| not_written(&path, e))?;
        // A database that says it has all of the file is looked at later; a newer or a damaged one says nothing.
        let mut is_later = claim.reading.end > 0 && store::claims(&claim.sqlite) == Some(claim.reading.end);
        let mut store = None;
        if !is_later {
            store = self.database(&mut claim).map_err(|e| not_written(&path, e))?;
        }
        if claim.is_first && self.join(&mut claim, others) {
            claim.reading = claim.jsonl.reading().map_err(|e| not_written(&path, e))?;
            store = store.and_then(|store| self.caught_up(store, &claim.reading));
            if std::mem::take(&mut is_later) {
                store = self.database(&mut claim).map_err(|e| not_written(&path, e))?;
            }
        }
        self.tell_lines(&path, &claim.reading);
        let past = Past::of(claim.reading.take_records());
        let sqlite = store.as_ref().map(|store| store.path().to_owned());
        let notes = std::mem::take(&mut self.notes);
        let logbook = Logbook::new(claim.jsonl, store, claim.lock, self.cuts.clone());
        let later = is_later.then_some(claim.sqlite);
        let unchecked = Unchecked(Box::new(Rest { search: self, reading: claim.reading, sqlite: later }));
        Ok((Opened { logbook, past, notes, jsonl: path, sqlite, torn }, unchecked))
    }

    /// A last line without its line feed: completed when it is whole, else cut off and kept.
    fn mend(&mut self, claim: &mut Claim) -> io::Result<Option<PathBuf>> {
        if claim.reading.torn.is_empty() {
            return Ok(None);
        }
        let torn = std::mem::take(&mut claim.reading.torn);
        let path = claim.jsonl.path().display().to_string();
        if wire::decode(&torn).is_ok() {
            claim.jsonl.append(b"\n")?;
            claim.reading = claim.jsonl.reading()?;
            self.notes.push(format!("{path} ended in the middle of a write; its last record was whole and is kept"));
            return Ok(None);
        }
        let aside = claim.jsonl.cut(claim.reading.end, &torn)?;
        self.notes.push(format!("{path} ended in the middle of a write; the torn line is kept in {}", aside.display()));
        Ok(Some(aside))
    }

    /// Brings in what sessions wrote that could not have this logbook. Whether something was added.
    fn join(&mut self, claim: &mut Claim, others: &[place::Folder]) -> bool {
        let path = claim.jsonl.path().to_owned();
        let here = path.parent().map(|folder| join::found(folder, &self.stem, false)).unwrap_or_default();
        let there = others.iter().flat_map(|folder| join::found(&folder.path, &self.stem, true));
        let mut is_changed = false;
        for other in here.into_iter().chain(there.collect::<Vec<_>>()) {
            match join::join(&other, &mut claim.jsonl, &claim.reading, &self.cuts) {
                Ok(None) => continue,
                Ok(Some(note)) => self.notes.push(note),
                Err(e) => self.notes.push(format!("{} cannot be joined to {} ({e})", other.display(), path.display())),
            }
            is_changed = true;
            if let Ok(reading) = claim.jsonl.reading() {
                claim.reading = reading;
            }
        }
        is_changed
    }

    fn tell_lines(&mut self, path: &Path, reading: &Reading) {
        self.notes.extend(line_notes(path, reading));
    }
}

/// One note a line that is kept but not used, up to a number.
pub(super) fn line_notes(path: &Path, reading: &Reading) -> Vec<String> {
    let path = path.display();
    let skipped = reading.skipped.iter().map(|(line, why)| format!("{path} line {line} is skipped: {why}"));
    let fields = reading.unknown_fields.iter();
    let fields =
        fields.map(|(line, field)| format!("{path} line {line}: field '{field}' is not known to this version"));
    let doubled = reading.doubled.iter();
    let doubled = doubled.map(|line| format!("{path} line {line} says again what an earlier one says: it counts once"));
    let mut notes: Vec<String> = skipped.chain(doubled).chain(fields).collect();
    let more = notes.len().saturating_sub(LINE_NOTES);
    notes.truncate(LINE_NOTES);
    if more > 0 {
        notes.push(format!("{path}: {more} more lines like these"));
    }
    notes
}

/// What opening leaves for later.
#[derive(Debug)]
pub(super) struct Rest {
    search: Search,
    reading: Reading,
    /// A database that was not looked at yet.
    sqlite: Option<PathBuf>,
}

impl Rest {
    /// Brings the database and the mirror of an open logbook in step, with notes; before anything is appended.
    pub(super) fn done(mut self, logbook: &mut Logbook) -> Vec<String> {
        if let Some(sqlite) = &self.sqlite {
            let store = self.search.beside(sqlite, &mut self.reading);
            logbook.follow_with(store);
        }
        let mirror = self.search.mirror(logbook.jsonl(), &self.reading);
        logbook.mirror_in(mirror);
        self.search.notes
    }
}

fn not_written(path: &Path, source: io::Error) -> LogbookError {
    LogbookError::NotWritten { path: path.to_owned(), written: 0, source }
}
