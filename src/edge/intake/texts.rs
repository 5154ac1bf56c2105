//! The text of single files on the new side of a change, for whoever wants to see more of a file than the diff shows.
//! By blob id from the repository, else from the working tree. Whether a text really belongs to the diff is for the
//! caller to check: what is in the working tree may have changed since. Called by `app::runner`.

use std::{path::PathBuf, sync::atomic::AtomicBool};

use super::{
    Options,
    side::{MOST, in_tree},
};
use crate::edge::git::Asked;

/// Where texts are read from.
#[derive(Debug)]
pub struct Texts {
    options: Options,
    /// The root of the working tree; `None` inside: there is none.
    top: Option<Option<PathBuf>>,
}

impl Texts {
    /// From the repository that a target is read from. Missing objects of a partial clone are never fetched.
    pub fn new(options: Options) -> Self {
        Self { options: Options { offline: true, ..options }, top: None }
    }

    /// The text of a file by its blob id (hexadecimal, perhaps cut), else of the file of that name in the working
    /// tree. `None`: not at hand, or larger than 4 MiB.
    pub fn text(&mut self, path: &[u8], blob: Option<&str>, stop: &AtomicBool) -> Option<Vec<u8>> {
        let by_id = blob.and_then(|id| self.blob(id, stop));
        by_id.or_else(|| {
            let top = self.top(stop)?;
            in_tree(&top, path, MOST).ok().map(|(_, text)| text)
        })
    }

    fn blob(&self, id: &str, stop: &AtomicBool) -> Option<Vec<u8>> {
        if !id.bytes().all(|byte| byte.is_ascii_hexdigit()) {
            return None;
        }
        let git = self.options.git(stop);
        git.start("cat-file", ["cat-file", "blob", id]).ok()?.collect(MOST).ok()
    }

    fn top(&mut self, stop: &AtomicBool) -> Option<PathBuf> {
        if self.top.is_none() {
            let about = self.options.git(stop).about(&[]).and_then(Asked::get).ok();
            self.top = Some(about.and_then(|(about, _)| about.top));
        }
        self.top.clone().flatten()
    }
}
