//! The file tree: folders and files with their sums. Built off the screen's path (`app::runner` calls [`build`]); here
//! is also how it is looked at. Not here: keys (`update::tree`), drawing (`view::tree`).

mod build;
mod rows;
mod state;

pub use build::build;
pub use state::{Entry, TreeState};

use std::sync::Arc;

use crate::core::model::{ChangeMap, Diff, FileIx};

/// In which order files are listed.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Order {
    /// As folders and files.
    #[default]
    Path,
    /// The riskiest first, without folders.
    Risk,
}

/// A tree that is asked for.
#[derive(Debug, Clone)]
pub struct Wish {
    /// The files.
    pub diff: Arc<Diff>,
    /// Their heat, when it is known.
    pub map: Option<Arc<ChangeMap>>,
    /// In which order.
    pub order: Order,
    /// Only files whose path holds this; '' = all. The case counts when it has an upper-case letter.
    pub filter: String,
    /// Goes back with the answer.
    pub revision: u64,
}

/// What a node comes to: a file's own figures, or a folder's sums.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Sums {
    /// Files.
    pub files: u32,
    /// Added lines.
    pub added: u64,
    /// Removed lines.
    pub removed: u64,
    /// The most risky file's heat, 0..=100.
    pub heat: u8,
}

/// What a node is.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Kind {
    /// A folder: its whole path, and where in it the part begins that its row shows.
    Folder(Arc<[u8]>, usize),
    /// A file.
    File(FileIx),
}

/// A folder or a file.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Node {
    /// Which.
    pub kind: Kind,
    /// Folders around it.
    pub depth: u16,
    /// One past the last node below it.
    pub end: u32,
    /// Its figures.
    pub sums: Sums,
}

/// The tree, each folder before what is in it.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Tree {
    /// All nodes.
    pub nodes: Vec<Node>,
    /// The node of each file, in diff order.
    pub of_file: Vec<u32>,
    /// Folders less deep than this stand open by themselves.
    pub open_to: u16,
    /// Exactly these rows: a filter or an order without folders. `None` = by folds.
    pub only: Option<Vec<u32>>,
}
