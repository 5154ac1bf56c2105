//! Which file of an earlier diff is which of the present one: by name, by rename, then by what they change.
//! Called by `since`.

use std::collections::HashMap;

use crate::core::{
    diff,
    model::{Diff, FileForm, FileIx, FileStatus, LineKind, Modes},
};

/// Lines shorter than this say nothing about which file it is.
const TELLING: usize = 6;

/// A line that stands in more earlier files than this says nothing either.
const COMMON: usize = 4;

/// Files of the present diff with their partners.
#[derive(Debug, Default)]
pub(super) struct Pairs {
    /// By number of the present file.
    pub partners: Vec<Option<FileIx>>,
    /// Earlier files without one.
    pub gone: Vec<FileIx>,
}

/// Pairs the files of two diffs.
pub(super) fn pair(earlier: &Diff, now: &Diff) -> Pairs {
    let mut open = Open { partners: vec![None; now.files.len()], free: vec![true; earlier.files.len()] };
    open.by_name(earlier, now, path, path);
    open.by_name(earlier, now, path, former);
    open.by_name(earlier, now, former, path);
    open.by_name(earlier, now, former, former);
    open.by_content(earlier, now);
    let gone = earlier.file_numbers().zip(&open.free).filter(|(_, free)| **free).map(|(file, _)| file);
    Pairs { gone: gone.collect(), partners: open.partners }
}

/// What makes a file's change the same beside its lines. The blobs of files with lines are left out: they are of the
/// whole file, of which the base may have its share.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct Facts<'d> {
    status: FileStatus,
    names: Option<(&'d [u8], Option<&'d [u8]>)>,
    modes: Option<(Option<u32>, Option<u32>)>,
    form: FileForm,
    blob: Option<&'d [u8]>,
}

/// The facts of a file. A path counts where the change made it: added, deleted, renamed, copied.
pub(super) fn facts(diff: &Diff, file: FileIx) -> Option<Facts<'_>> {
    let entry = diff.file(file)?;
    let moved = !matches!(entry.status, FileStatus::Modified | FileStatus::TypeChanged);
    let Modes { old, new } = entry.modes;
    let tells_mode = entry.modes.changed() || matches!(entry.status, FileStatus::Added | FileStatus::TypeChanged);
    let blob = entry.blobs.filter(|_| entry.hunks.is_empty()).map(|(_, new)| diff.text.get(new));
    Some(Facts {
        status: entry.status,
        names: moved.then(|| (diff.name(entry.path), entry.old_path.map(|name| diff.name(name)))),
        modes: tells_mode.then_some((old, new)),
        form: entry.form,
        blob: blob.map(|id| id.get(..7).unwrap_or(id)),
    })
}

/// The name by which a file is looked up.
type NameOf = for<'d> fn(&'d Diff, FileIx) -> Option<&'d [u8]>;

fn path(diff: &Diff, file: FileIx) -> Option<&[u8]> {
    diff.file(file).map(|entry| diff.name(entry.path))
}

/// The former name of a rename.
fn former(diff: &Diff, file: FileIx) -> Option<&[u8]> {
    let entry = diff.file(file).filter(|entry| entry.status == FileStatus::Renamed)?;
    entry.old_path.map(|name| diff.name(name))
}

struct Open {
    partners: Vec<Option<FileIx>>,
    free: Vec<bool>,
}

impl Open {
    fn take(&mut self, now: FileIx, earlier: FileIx) {
        if let (Some(partner), Some(free)) =
            (self.partners.get_mut(now.0 as usize), self.free.get_mut(earlier.0 as usize))
        {
            *partner = Some(earlier);
            *free = false;
        }
    }

    fn is_free(&self, earlier: FileIx) -> bool {
        self.free.get(earlier.0 as usize).copied().unwrap_or(false)
    }

    fn alone(&self, now: &Diff) -> Vec<FileIx> {
        now.file_numbers().zip(&self.partners).filter(|(_, partner)| partner.is_none()).map(|(file, _)| file).collect()
    }

    /// Pairs what has a name in common; of several with one name the first with the first (a type change has two).
    fn by_name(&mut self, earlier: &Diff, now: &Diff, before: NameOf, after: NameOf) {
        let mut named: HashMap<&[u8], Vec<FileIx>> = HashMap::new();
        for file in earlier.file_numbers().rev().filter(|file| self.is_free(*file)) {
            before(earlier, file).into_iter().for_each(|name| named.entry(name).or_default().push(file));
        }
        for file in self.alone(now) {
            let found = after(now, file).and_then(|name| named.get_mut(name)?.pop());
            if let Some(partner) = found {
                self.take(file, partner);
            }
        }
    }

    /// Pairs what has most of its changed lines in common: a file that got another name meanwhile.
    fn by_content(&mut self, earlier: &Diff, now: &Diff) {
        let alone = self.alone(now);
        if alone.is_empty() || self.free.iter().all(|free| !free) {
            return;
        }
        let mut postings: HashMap<(u8, &[u8]), Vec<FileIx>> = HashMap::new();
        for file in earlier.file_numbers().filter(|file| self.is_free(*file)) {
            for line in telling(earlier, file) {
                let files = postings.entry(line).or_default();
                if files.len() <= COMMON && files.last() != Some(&file) {
                    files.push(file);
                }
            }
        }
        for file in alone {
            let mut votes: HashMap<FileIx, usize> = HashMap::new();
            let mut all = 0;
            for line in telling(now, file) {
                all += 1;
                let files = postings.get(&line).filter(|files| files.len() <= COMMON);
                files.into_iter().flatten().for_each(|file| *votes.entry(*file).or_default() += 1);
            }
            let best = votes.into_iter().filter(|(earlier, _)| self.is_free(*earlier));
            let best = best.max_by_key(|(earlier, count)| (*count, std::cmp::Reverse(*earlier)));
            if let Some((partner, count)) = best
                && 2 * count > all.max(telling(earlier, partner).count())
            {
                self.take(file, partner);
            }
        }
    }
}

/// Changed lines that say which file it is: the first mark and the text.
fn telling(index: &Diff, file: FileIx) -> impl Iterator<Item = (u8, &[u8])> {
    let lines = index.hunks_of(file).flat_map(|hunk| diff::lines(index, hunk, 0));
    lines.filter_map(|line| match line.kind {
        LineKind::Added | LineKind::Removed => {
            let mark = if line.kind == LineKind::Added { b'+' } else { b'-' };
            (line.text.trim_ascii().len() >= TELLING).then_some((mark, line.text))
        }
        LineKind::Context | LineKind::NoNewline => None,
    })
}
