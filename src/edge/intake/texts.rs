//! The text of single files on either side of a change, for whoever wants to see more of a file than the diff shows: by
//! blob id from the repository, or from the working tree. Whether a text really belongs to the diff is for the caller
//! to check: what is in the working tree may have changed since. Called by `app::runner`.

use std::{path::PathBuf, sync::atomic::AtomicBool};

use super::{
    Options,
    side::{MOST, in_tree},
};
use crate::edge::git::{Asked, Blobs};

/// Where texts are read from.
#[derive(Debug)]
pub struct Texts<'a> {
    options: Options,
    stop: &'a AtomicBool,
    blobs: Blobs<'a>,
    /// The root of the working tree; `None` inside: there is none.
    top: Option<Option<PathBuf>>,
}

impl<'a> Texts<'a> {
    /// From the repository that a target is read from. Missing objects of a partial clone are never fetched.
    pub fn new(options: Options, stop: &'a AtomicBool) -> Self {
        let options = Options { offline: true, ..options };
        Self { blobs: Blobs::new(options.git(stop), MOST), options, stop, top: None }
    }

    /// A text by its blob id (hexadecimal, perhaps cut). `None`: not at hand, or larger than 4 MiB.
    pub fn blob(&mut self, id: &str) -> Option<Vec<u8>> {
        self.blobs.read(id).ok().flatten()
    }

    /// The text of the file of that name in the working tree. `None`: not at hand, or larger than 4 MiB.
    pub fn file(&mut self, path: &[u8]) -> Option<Vec<u8>> {
        let top = self.top()?;
        in_tree(&top, path, MOST).ok().map(|(_, text)| text)
    }

    fn top(&mut self) -> Option<PathBuf> {
        if self.top.is_none() {
            let about = self.options.git(self.stop).about(&[]).and_then(Asked::get).ok();
            self.top = Some(about.and_then(|(about, _)| about.top));
        }
        self.top.clone().flatten()
    }
}
