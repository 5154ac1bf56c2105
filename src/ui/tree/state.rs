//! The tree as it is looked at: which rows are shown, what is folded, where its cursor is, what is viewed and found.

use std::{collections::BTreeMap, sync::Arc};

use crate::{core::model::FileIx, session::Session};

use super::{Kind, Order, Tree, Wish, rows::Rows};

/// What a row stands for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Entry {
    /// A file.
    File(FileIx),
    /// A folder, as a node of the tree.
    Folder(u32),
}

/// Counts over the nodes in order, so that a folder's is the difference of two.
#[derive(Debug, Clone, Default)]
struct Tally {
    cards: Vec<u32>,
    viewed: Vec<u32>,
}

/// The file tree as it is looked at.
#[derive(Debug, Clone)]
pub struct TreeState {
    /// First row shown.
    pub top: usize,
    /// Whether it has the keys.
    pub focus: bool,
    /// What its cursor is on.
    pub cursor: Entry,
    /// In which order files are listed.
    pub order: Order,
    /// What their paths must hold; '' = nothing.
    pub filter: String,
    /// Number of the newest wish.
    pub revision: u64,
    /// The tree; before it is there files are listed as they come.
    tree: Option<Arc<Tree>>,
    rows: Rows,
    /// Folders folded (true) or opened by hand.
    folds: BTreeMap<Arc<[u8]>, bool>,
    tally: Tally,
    /// Per file, whether it is viewed.
    viewed: Vec<bool>,
}

impl Default for TreeState {
    fn default() -> Self {
        Self {
            top: 0,
            focus: false,
            cursor: Entry::File(FileIx(0)),
            order: Order::Path,
            filter: String::new(),
            revision: 0,
            tree: None,
            rows: Rows::default(),
            folds: BTreeMap::new(),
            tally: Tally::default(),
            viewed: Vec::new(),
        }
    }
}

impl TreeState {
    /// The tree that is wanted now; its answer is [`Self::take`]n.
    pub fn wish(&mut self, session: &Session) -> Wish {
        self.revision += 1;
        Wish {
            diff: session.diff.clone(),
            map: session.map.clone(),
            order: self.order,
            filter: self.filter.clone(),
            revision: self.revision,
        }
    }

    /// Takes an answer; an old one is dropped. Cursor and folds stay where they are.
    pub fn take(&mut self, session: &Session, revision: u64, tree: Arc<Tree>) {
        if revision != self.revision {
            return;
        }
        let folder = match self.cursor {
            Entry::Folder(at) => self.path_of(at),
            Entry::File(_) => None,
        };
        self.tree = Some(tree);
        self.list();
        if let Some(path) = folder {
            let mut nodes = self.nodes().iter();
            let found = nodes.position(|node| matches!(&node.kind, Kind::Folder(other, _) if *other == path));
            self.cursor = found.map_or(Entry::File(FileIx(0)), |at| Entry::Folder(at as u32));
        }
        if self.row_of(self.cursor).is_none()
            && let Some(first) = self.entry(session, 0)
        {
            self.cursor = first;
        }
        self.count_viewed(session);
        self.count_cards(session);
    }

    /// The tree itself.
    pub fn tree(&self) -> Option<&Tree> {
        self.tree.as_deref()
    }

    fn nodes(&self) -> &[super::Node] {
        self.tree.as_ref().map_or(&[], |tree| &tree.nodes)
    }

    fn path_of(&self, at: u32) -> Option<Arc<[u8]>> {
        match &self.nodes().get(at as usize)?.kind {
            Kind::Folder(path, _) => Some(path.clone()),
            Kind::File(_) => None,
        }
    }

    /// Whether a folder's content is hidden.
    pub fn is_folded(&self, at: u32) -> bool {
        let Some((tree, node)) = self.tree.as_ref().and_then(|tree| Some((tree, tree.nodes.get(at as usize)?))) else {
            return false;
        };
        let Kind::Folder(path, _) = &node.kind else { return false };
        tree.only.is_none() && self.folds.get(path).copied().unwrap_or(node.depth >= tree.open_to)
    }

    /// Folds or opens a folder.
    pub fn set_folded(&mut self, at: u32, folded: bool) {
        if let Some(path) = self.path_of(at) {
            self.folds.insert(path, folded);
            self.list();
        }
    }

    /// Folds or opens every folder.
    pub fn set_all_folded(&mut self, folded: bool) {
        let Some(tree) = self.tree.clone() else { return };
        let folders = tree.nodes.iter().filter_map(|node| match &node.kind {
            Kind::Folder(path, _) => Some((path.clone(), folded)),
            Kind::File(_) => None,
        });
        self.folds = folders.collect();
        self.list();
    }

    /// Works the rows out.
    fn list(&mut self) {
        let Some(tree) = self.tree.clone() else { return };
        let shown = match &tree.only {
            Some(only) => only.clone(),
            None => self.unfolded(&tree),
        };
        self.rows = Rows::new(&tree, shown);
    }

    /// Nodes that no fold hides.
    fn unfolded(&self, tree: &Tree) -> Vec<u32> {
        let (mut shown, mut at) = (Vec::new(), 0);
        while let Some(node) = tree.nodes.get(at as usize) {
            shown.push(at);
            at = if self.is_folded(at) { node.end } else { at + 1 };
        }
        shown
    }

    /// How many rows there are.
    pub fn len(&self, session: &Session) -> usize {
        if self.tree.is_some() { self.rows.len() } else { session.diff.files.len() }
    }

    /// How many of them are files.
    pub fn files_len(&self, session: &Session) -> usize {
        if self.tree.is_some() { self.rows.files() } else { session.diff.files.len() }
    }

    /// What a row stands for.
    pub fn entry(&self, session: &Session, row: usize) -> Option<Entry> {
        let Some(tree) = &self.tree else {
            let file = FileIx(u32::try_from(row).ok()?);
            return session.diff.file(file).map(|_| Entry::File(file));
        };
        let at = self.rows.get(row)?;
        Some(match tree.nodes.get(at as usize)?.kind {
            Kind::File(file) => Entry::File(file),
            Kind::Folder(..) => Entry::Folder(at),
        })
    }

    /// The row of an entry; of a file in a folded folder the folder's.
    pub fn row_of(&self, entry: Entry) -> Option<usize> {
        let Some(tree) = &self.tree else {
            return match entry {
                Entry::File(file) => Some(file.0 as usize),
                Entry::Folder(_) => None,
            };
        };
        let node = match entry {
            Entry::File(file) => *tree.of_file.get(file.0 as usize)?,
            Entry::Folder(at) => at,
        };
        let row = self.rows.near(node)?;
        let shown = self.rows.get(row)?;
        let is_around = tree.nodes.get(shown as usize).is_some_and(|around| around.end > node) && self.is_folded(shown);
        (shown == node || is_around).then_some(row)
    }

    /// The node of an entry.
    pub fn node_of(&self, entry: Entry) -> Option<u32> {
        match entry {
            Entry::File(file) => self.tree.as_ref()?.of_file.get(file.0 as usize).copied(),
            Entry::Folder(at) => Some(at),
        }
    }

    /// The folder around a node.
    pub fn parent(&self, entry: Entry) -> Option<Entry> {
        let tree = self.tree.as_ref()?;
        let node = self.node_of(entry)?;
        let before = tree.nodes.get(..node as usize)?;
        let around = before.iter().rposition(|other| other.end > node)?;
        Some(Entry::Folder(around as u32))
    }

    /// Files of an entry, in the order of the tree.
    pub fn files(&self, entry: Entry) -> Vec<FileIx> {
        match entry {
            Entry::File(file) => vec![file],
            Entry::Folder(at) => {
                let end = self.nodes().get(at as usize).map_or(at, |node| node.end);
                let below = self.nodes().get(at as usize..end as usize).unwrap_or(&[]);
                let file = |node: &super::Node| match node.kind {
                    Kind::File(file) => Some(file),
                    Kind::Folder(..) => None,
                };
                below.iter().filter_map(file).collect()
            }
        }
    }

    /// Counts the cards of each file anew.
    pub fn count_cards(&mut self, session: &Session) {
        let Some(tree) = &self.tree else { return };
        let mut own = vec![0u32; tree.nodes.len()];
        for (slot, ids) in session.findings.slots_from(crate::session::Slot::TOP) {
            let node = tree.of_file.get(slot.file.0 as usize).and_then(|node| own.get_mut(*node as usize));
            if let Some(count) = node.filter(|_| slot.spot != crate::session::Spot::Top) {
                *count += ids.len() as u32;
            }
        }
        self.tally.cards = summed(&own);
    }

    /// Looks at every file's viewed mark anew.
    pub fn count_viewed(&mut self, session: &Session) {
        self.viewed = match session.viewed.is_empty() {
            true => vec![false; session.diff.files.len()],
            false => session.diff.file_numbers().map(|file| session.is_viewed(file)).collect(),
        };
        self.sum_viewed();
    }

    /// Looks at some files' viewed marks anew.
    pub fn note_viewed(&mut self, session: &Session, files: &[FileIx]) {
        for file in files {
            if let Some(mark) = self.viewed.get_mut(file.0 as usize) {
                *mark = session.is_viewed(*file);
            }
        }
        self.sum_viewed();
    }

    fn sum_viewed(&mut self) {
        let own: Vec<u32> = self
            .nodes()
            .iter()
            .map(|node| match node.kind {
                Kind::File(file) => u32::from(self.viewed.get(file.0 as usize).copied().unwrap_or(false)),
                Kind::Folder(..) => 0,
            })
            .collect();
        self.tally.viewed = summed(&own);
    }

    /// Cards below a folder.
    pub fn cards_below(&self, at: u32) -> u32 {
        self.between(&self.tally.cards, at)
    }

    /// Viewed files below a folder.
    pub fn viewed_below(&self, at: u32) -> u32 {
        self.between(&self.tally.viewed, at)
    }

    /// Viewed files of all.
    pub fn viewed(&self) -> (usize, usize) {
        (self.tally.viewed.last().map_or(0, |sum| *sum as usize), self.viewed.len())
    }

    fn between(&self, sums: &[u32], at: u32) -> u32 {
        let end = self.nodes().get(at as usize).map_or(at, |node| node.end);
        let sum = |at: u32| sums.get(at as usize).copied().unwrap_or(0);
        sum(end).saturating_sub(sum(at))
    }
}

/// The sum of all before each, and of all.
fn summed(own: &[u32]) -> Vec<u32> {
    let mut sum = 0;
    let before = own.iter().map(|count| {
        sum += count;
        sum
    });
    std::iter::once(0).chain(before).collect()
}
