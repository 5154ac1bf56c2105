//! Both sides of the changed files, whole, for the change map: by the blob ids that the diff names, from one git process;
//! the new side also from the working tree. Bounded in files and bytes; nothing is fetched. Whether a text really belongs
//! to the diff is for the change map to check. Called by `app`.

use std::{
    path::PathBuf,
    sync::{Arc, atomic::AtomicBool},
};

use super::{Options, side::in_tree};
use crate::{
    core::{
        change::{Contents, Sides, syntax::MOST_OF_A_FILE},
        model::{Diff, FileClass, FileEntry, FileForm, FileIx, FileStatus, Span},
    },
    edge::git::{Asked, Blob, Blobs, GitError},
};

/// Files whose sides are read.
const MOST_FILES: usize = 2_000;
/// Bytes of all sides together. Parsing them takes a second for each three MiB (measured), hotspots and reviewers wait for
/// it, and all are in memory meanwhile.
const MOST_BYTES: usize = 16 << 20;

/// Reads them; `classes` stand in the order of the files. Nothing at all outside of a repository.
pub fn both_sides(diff: &Diff, classes: &[FileClass], options: &Options, stop: &AtomicBool) -> Contents {
    let git = options.git(stop);
    let top = git.about(&[]).and_then(Asked::get).ok().and_then(|(about, _)| about.top);
    let blobs = Blobs::new(git.clone(), MOST_OF_A_FILE);
    let mut reader = Reader { diff, blobs, top, left: MOST_BYTES, found: false, past: 0 };
    let mut files = Vec::with_capacity(diff.files.len());
    let mut read = 0;
    for file in diff.file_numbers() {
        let left_out = classes.get(file.0 as usize).is_some_and(|class| class.is_left_out());
        let entry = diff.file(file).filter(|entry| entry.form == FileForm::Text && !entry.hunks.is_empty());
        let (Some(entry), false) = (entry, left_out) else {
            files.push(Sides::default());
            continue;
        };
        read += 1;
        if read > MOST_FILES || reader.left == 0 {
            reader.past += 1;
            files.push(Sides::default());
            continue;
        }
        match reader.file(file, entry) {
            Ok(sides) => files.push(sides),
            // No repository here, or we were stopped: the hunks must do.
            Err(_) => return Contents::default(),
        }
    }
    if !reader.found {
        // A diff from elsewhere: nothing of it is here, and nobody expects it to be.
        return Contents::default();
    }
    let notes = match reader.past {
        0 => Vec::new(),
        past => vec![format!(
            "{past} files were read by their hunks only: the change has more than {MOST_FILES} files or {} MiB",
            MOST_BYTES >> 20
        )],
    };
    Contents::new(files, notes)
}

struct Reader<'r> {
    diff: &'r Diff,
    blobs: Blobs<'r>,
    top: Option<PathBuf>,
    left: usize,
    found: bool,
    past: usize,
}

impl Reader<'_> {
    fn file(&mut self, file: FileIx, entry: &FileEntry) -> Result<Sides, GitError> {
        let mut sides = Sides::default();
        if entry.status != FileStatus::Added {
            let old = entry.blobs.map(|(old, _)| old);
            sides.old = self.side(old, &mut sides.missing)?;
        }
        if entry.status != FileStatus::Deleted && sides.missing.is_none() {
            let new = entry.blobs.map(|(_, new)| new);
            let mut missing = None;
            sides.new = self.side(new, &mut missing)?;
            // What is not committed has no blob: it lies in the working tree.
            if sides.new.is_none() && missing != Some(TOO_LARGE) {
                let path = self.diff.path(file);
                let text = self.top.as_deref().and_then(|top| in_tree(top, path.as_bytes(), MOST_OF_A_FILE).ok());
                sides.new = text.map(|(_, text)| self.keep(text));
            }
            sides.missing = missing.filter(|_| sides.new.is_none());
        }
        Ok(sides)
    }

    fn side(&mut self, id: Option<Span>, missing: &mut Option<&'static str>) -> Result<Option<Arc<[u8]>>, GitError> {
        let id = id.map_or(&[][..], |span| self.diff.text.get(span));
        let id = String::from_utf8_lossy(id).into_owned();
        match self.blobs.blob(&id)? {
            Blob::Bytes(bytes) => {
                self.found = true;
                Ok(Some(self.keep(bytes)))
            }
            Blob::TooLarge(_) => {
                self.found = true;
                *missing = Some(TOO_LARGE);
                Ok(None)
            }
            Blob::Missing => {
                *missing = Some("not in this clone");
                Ok(None)
            }
        }
    }

    fn keep(&mut self, bytes: Vec<u8>) -> Arc<[u8]> {
        self.left = self.left.saturating_sub(bytes.len());
        Arc::from(bytes)
    }
}

const TOO_LARGE: &str = "larger than 1 MiB";
