//! What is kept of files while they are painted: their languages, the states of their streams, the texts of their sides;
//! all of it bounded. Not here: reading lines (`stream`, `whole`). Called by `painter`.

use std::collections::BTreeMap;

use crate::core::model::FileIx;

use super::{Language, TileKey, hunk::Sides, whole::Whole};

/// Files whose streams are kept.
const FILES: usize = 64;

/// States of hunks that are kept, of all files together: about 2 kB each.
const STATES: usize = 2_000;

/// Bytes of whole files that are kept.
const TEXTS: usize = 4 << 20;

/// What is known of a file.
#[derive(Debug, Default)]
pub(super) struct Course {
    pub language: Option<Language>,
    /// Where the streams of its hunks stand, at the starts of tiles.
    pub local: BTreeMap<TileKey, Known>,
    pub whole: Text,
    used: u64,
}

/// What is known at the start of a tile.
#[derive(Debug, Clone)]
pub(super) struct Known {
    pub sides: Sides,
    /// It began in the middle of its hunk: what stands before was not read.
    pub is_guess: bool,
}

/// The text of a side.
#[derive(Debug, Default)]
pub(super) enum Text {
    /// Nobody has looked for it.
    #[default]
    Unasked,
    /// There is none, or it does not help.
    Nowhere,
    /// Here.
    Here(Box<Whole>),
}

impl Course {
    /// The state before a tile that is nearest to it in its hunk, at most so many tiles away; what is no guess goes first.
    pub fn nearest(&self, key: TileKey, most: u32) -> Option<(u32, &Known)> {
        let first = TileKey { tile: key.tile.saturating_sub(most), ..key };
        let mut near = self.local.range(first..=key).rev().map(|(near, known)| (near.tile, known));
        let nearest = near.next()?;
        Some(std::iter::once(nearest).chain(near).find(|(_, known)| !known.is_guess).unwrap_or(nearest))
    }

    /// Keeps what is known behind a tile; from the whole file it is known anyway.
    pub fn remember(&mut self, key: TileKey, known: Known) {
        if !matches!(self.whole, Text::Here(_)) {
            self.local.insert(key, known);
        }
    }

    /// The file stays plain from now on.
    pub fn give_up(&mut self) {
        *self = Self { whole: Text::Nowhere, used: self.used, ..Self::default() };
    }
}

/// All files of which something is kept.
#[derive(Debug, Default)]
pub(super) struct Courses {
    all: BTreeMap<FileIx, Course>,
    tick: u64,
}

impl Courses {
    pub fn get(&self, file: FileIx) -> Option<&Course> {
        self.all.get(&file)
    }

    pub fn get_mut(&mut self, file: FileIx) -> Option<&mut Course> {
        self.all.get_mut(&file)
    }

    pub fn has(&self, file: FileIx) -> bool {
        self.all.contains_key(&file)
    }

    pub fn clear(&mut self) {
        self.all.clear();
    }

    /// A file that is used now; the language is that of a new one. The one not used for longest goes when they are many.
    pub fn used(&mut self, file: FileIx, language: Option<Language>) -> &mut Course {
        self.tick += 1;
        if !self.all.contains_key(&file) && self.all.len() >= FILES {
            let oldest = self.all.iter().min_by_key(|(_, course)| course.used).map(|(file, _)| *file);
            oldest.map(|file| self.all.remove(&file));
        }
        let course = self.all.entry(file).or_insert_with(|| Course { language, ..Course::default() });
        course.used = self.tick;
        course
    }

    /// Drops the states of other files when all are too many, those not used for longest first; at last those of this one.
    pub fn shed_states(&mut self, keep: FileIx) {
        while self.all.values().map(|course| course.local.len()).sum::<usize>() > STATES {
            let full = self.all.iter_mut().filter(|(_, course)| !course.local.is_empty());
            let Some((_, course)) = full.min_by_key(|(file, course)| (**file == keep, course.used)) else { return };
            course.local.clear();
        }
    }

    /// Drops texts of other files when all are too much, those not used for longest first.
    pub fn shed_texts(&mut self, keep: FileIx) {
        loop {
            let texts = self.all.iter().filter_map(|(file, course)| match &course.whole {
                Text::Here(whole) => Some((course.used, *file, whole.bytes())),
                Text::Unasked | Text::Nowhere => None,
            });
            let texts: Vec<(u64, FileIx, usize)> = texts.collect();
            if texts.iter().map(|(_, _, bytes)| bytes).sum::<usize>() <= TEXTS {
                return;
            }
            let Some((_, oldest, _)) = texts.into_iter().filter(|(_, file, _)| *file != keep).min() else { return };
            if let Some(course) = self.all.get_mut(&oldest) {
                course.whole = Text::Unasked;
            }
        }
    }
}
