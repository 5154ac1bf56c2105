//! Both sides of changed files, whole, as far as they are at hand. Nouns only: reading them is the edge's affair,
//! parsing them that of `whole`. Made by app::runner, read by the change map.

use std::sync::Arc;

use crate::core::model::FileIx;

/// One file before and after.
#[derive(Debug, Clone, Default)]
pub struct Sides {
    /// Before; `None` = not there, or not at hand.
    pub old: Option<Arc<[u8]>>,
    /// After.
    pub new: Option<Arc<[u8]>>,
    /// Why one is not at hand although it should be, in words for the note.
    pub missing: Option<&'static str>,
}

/// The files of a diff, in its order; nothing at hand when it is empty.
#[derive(Debug, Clone, Default)]
pub struct Contents {
    files: Vec<Sides>,
    /// What was left out for the sake of bounds, in words.
    pub notes: Vec<String>,
}

impl Contents {
    /// Of the files of a diff, in its order.
    pub fn new(files: Vec<Sides>, notes: Vec<String>) -> Self {
        Self { files, notes }
    }

    /// Of one file.
    pub fn of(&self, file: FileIx) -> Option<&Sides> {
        self.files.get(file.0 as usize)
    }

    /// Whether there is nothing at all.
    pub fn is_empty(&self) -> bool {
        self.files.is_empty()
    }
}
