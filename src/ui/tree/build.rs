//! Paths -> tree. Costs one sort and one pass over the files.

use std::sync::Arc;

use crate::core::model::{Diff, FileIx};

use super::{Kind, Node, Order, Sums, Tree, Wish};

/// Rows up to which folders open by themselves: more would have to be scrolled anyway.
const OPEN_ROWS: usize = 200;

/// Builds the tree that is asked for.
pub fn build(wish: &Wish) -> Tree {
    let mut builder = Builder::new(wish);
    for file in sorted(&wish.diff) {
        builder.add(file);
    }
    let mut tree = builder.finish();
    tree.open_to = open_to(&tree);
    tree.only = only(&tree, wish);
    tree
}

fn path(diff: &Diff, file: FileIx) -> &[u8] {
    diff.file(file).map_or(&[][..], |entry| diff.name(entry.path))
}

/// Files by path: what lies in one folder stands together.
fn sorted(diff: &Diff) -> Vec<FileIx> {
    let mut files: Vec<FileIx> = diff.file_numbers().collect();
    files.sort_by_key(|file| path(diff, *file));
    files
}

/// A tree that is being built: nodes, and the folders that are open.
struct Builder<'a> {
    wish: &'a Wish,
    nodes: Vec<Node>,
    of_file: Vec<u32>,
    /// Node and length of the path of each open folder.
    open: Vec<(usize, usize)>,
    /// The path of the innermost open folder, with the slash at its end.
    folder: Vec<u8>,
}

impl<'a> Builder<'a> {
    fn new(wish: &'a Wish) -> Self {
        let of_file = vec![0; wish.diff.files.len()];
        Self { wish, nodes: Vec::new(), of_file, open: Vec::new(), folder: Vec::new() }
    }

    fn add(&mut self, file: FileIx) {
        let path = path(&self.wish.diff, file);
        while !path.starts_with(&self.folder) {
            self.close();
        }
        let mut at = self.folder.len();
        while let Some(slash) = path.get(at..).and_then(|rest| memchr::memchr(b'/', rest)) {
            let end = at + slash + 1;
            self.open.push((self.nodes.len(), self.folder.len()));
            self.folder.extend_from_slice(path.get(at..end).unwrap_or(&[]));
            self.nodes.push(self.node(Kind::Folder(Arc::from(self.folder.as_slice()), at), Sums::default()));
            at = end;
        }
        let entry = self.wish.diff.file(file);
        let counts = entry.map(|entry| entry.counts).unwrap_or_default();
        let heat = self.wish.map.as_ref().and_then(|map| map.heat.get(file.0 as usize)).copied().unwrap_or(0);
        let sums = Sums { files: 1, added: u64::from(counts.added), removed: u64::from(counts.removed), heat };
        if let Some(of) = self.of_file.get_mut(file.0 as usize) {
            *of = self.nodes.len() as u32;
        }
        self.nodes.push(self.node(Kind::File(file), sums));
    }

    fn node(&self, kind: Kind, sums: Sums) -> Node {
        let depth = match kind {
            Kind::Folder(..) => self.open.len().saturating_sub(1),
            Kind::File(_) => self.open.len(),
        };
        Node { kind, depth: depth as u16, end: self.nodes.len() as u32 + 1, sums }
    }

    /// Closes the innermost folder: its sums are known now.
    fn close(&mut self) {
        let Some((at, length)) = self.open.pop() else {
            self.folder.clear();
            return;
        };
        self.folder.truncate(length);
        let end = self.nodes.len();
        let mut sums = Sums::default();
        let mut child = at + 1;
        while let Some(node) = self.nodes.get(child) {
            sums.files += node.sums.files;
            sums.added += node.sums.added;
            sums.removed += node.sums.removed;
            sums.heat = sums.heat.max(node.sums.heat);
            child = node.end as usize;
        }
        if let Some(node) = self.nodes.get_mut(at) {
            node.end = end as u32;
            node.sums = sums;
        }
    }

    fn finish(mut self) -> Tree {
        while !self.open.is_empty() {
            self.close();
        }
        joined(Tree { nodes: self.nodes, of_file: self.of_file, open_to: 0, only: None })
    }
}

/// Folders that hold nothing but one folder become one row with it: `src/main/java/`.
fn joined(tree: Tree) -> Tree {
    let is_folder = |at: usize| tree.nodes.get(at).is_some_and(|node| matches!(node.kind, Kind::Folder(..)));
    let is_alone = |at: usize, node: &Node| {
        is_folder(at) && is_folder(at + 1) && tree.nodes.get(at + 1).is_some_and(|child| child.end == node.end)
    };
    let mut place: Vec<u32> = Vec::with_capacity(tree.nodes.len() + 1);
    let mut nodes: Vec<Node> = Vec::with_capacity(tree.nodes.len());
    // Depth by which the nodes up to an end are lifted, and where a joined row's text begins.
    let mut lifted: Vec<u32> = Vec::new();
    let mut begins: Option<usize> = None;
    for (at, node) in tree.nodes.iter().enumerate() {
        lifted.retain(|end| *end > at as u32);
        place.push(nodes.len() as u32);
        let kind = match (&node.kind, begins.take()) {
            (Kind::Folder(path, from), begun) => Kind::Folder(path.clone(), begun.unwrap_or(*from)),
            (file, _) => file.clone(),
        };
        if is_alone(at, node) {
            if let Kind::Folder(_, from) = kind {
                begins = Some(from);
            }
            lifted.push(node.end);
            continue;
        }
        let depth = node.depth.saturating_sub(lifted.len() as u16);
        nodes.push(Node { kind, depth, ..node.clone() });
    }
    place.push(nodes.len() as u32);
    let new = |at: u32| place.get(at as usize).copied().unwrap_or(at);
    nodes.iter_mut().for_each(|node| node.end = new(node.end));
    Tree { nodes, of_file: tree.of_file.iter().map(|at| new(*at)).collect(), ..tree }
}

/// How deep folders may be open so that few enough rows are shown.
fn open_to(tree: &Tree) -> u16 {
    let deepest = tree.nodes.iter().map(|node| node.depth).max().unwrap_or(0);
    let mut at_depth = vec![0usize; usize::from(deepest) + 1];
    for node in &tree.nodes {
        if let Some(count) = at_depth.get_mut(usize::from(node.depth)) {
            *count += 1;
        }
    }
    let mut rows = 0;
    let fits = at_depth.iter().take_while(|count| {
        rows += **count;
        rows <= OPEN_ROWS
    });
    // Rows of depth d are seen when the folders of depth d - 1 are open.
    (fits.count().saturating_sub(1)) as u16
}

/// The rows of a filter or of the order by risk.
fn only(tree: &Tree, wish: &Wish) -> Option<Vec<u32>> {
    if wish.filter.is_empty() && wish.order == Order::Path {
        return None;
    }
    let fits = |node: &Node| match node.kind {
        Kind::File(file) => holds(path(&wish.diff, file), &wish.filter),
        Kind::Folder(..) => false,
    };
    let files = tree.nodes.iter().enumerate().filter(|(_, node)| fits(node)).map(|(at, _)| at as u32);
    if wish.order == Order::Risk {
        let mut rows: Vec<u32> = files.collect();
        let heat = |at: &u32| tree.nodes.get(*at as usize).map_or(0, |node| node.sums.heat);
        rows.sort_by_key(|at| std::cmp::Reverse(heat(at)));
        return Some(rows);
    }
    Some(with_folders(tree, files))
}

/// Files with the folders around them.
fn with_folders(tree: &Tree, files: impl Iterator<Item = u32>) -> Vec<u32> {
    let mut rows: Vec<u32> = Vec::new();
    let mut around: Vec<u32> = Vec::new();
    let mut next = 0;
    for file in files {
        // Folders between the last file and this one that hold it.
        while next <= file {
            let Some(node) = tree.nodes.get(next as usize) else { break };
            around.retain(|folder| tree.nodes.get(*folder as usize).is_some_and(|folder| folder.end > next));
            match node.kind {
                Kind::Folder(..) if node.end <= file => next = node.end,
                Kind::Folder(..) => {
                    around.push(next);
                    next += 1;
                }
                Kind::File(_) => next += 1,
            }
        }
        rows.append(&mut around);
        rows.push(file);
    }
    rows
}

/// Whether a path holds a text.
fn holds(path: &[u8], text: &str) -> bool {
    let exact = text.chars().any(char::is_uppercase);
    if text.is_empty() {
        return true;
    }
    match exact {
        true => memchr::memmem::find(path, text.as_bytes()).is_some(),
        false => {
            let lower: Vec<u8> = path.iter().map(u8::to_ascii_lowercase).collect();
            memchr::memmem::find(&lower, text.to_ascii_lowercase().as_bytes()).is_some()
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::core::diff;

    fn wish(paths: &[&str]) -> Wish {
        let file =
            |path: &&str| format!("diff --git a/{path} b/{path}\n--- a/{path}\n+++ b/{path}\n@@ -1 +1 @@\n-a\n+b\n");
        let text: String = paths.iter().map(file).collect();
        let diff = Arc::new(diff::parse(text.as_bytes()));
        Wish { diff, map: None, order: Order::Path, filter: String::new(), revision: 0 }
    }

    fn shown(wish: &Wish, tree: &Tree, rows: &[u32]) -> Vec<String> {
        let row = |at: &u32| {
            let node = &tree.nodes[*at as usize];
            let name = match &node.kind {
                Kind::Folder(path, from) => String::from_utf8_lossy(&path[*from..]).into_owned(),
                Kind::File(file) => {
                    let path = String::from_utf8_lossy(path(&wish.diff, *file)).into_owned();
                    path.rsplit('/').next().unwrap().to_owned()
                }
            };
            format!("{}{name}", "  ".repeat(usize::from(node.depth)))
        };
        rows.iter().map(row).collect()
    }

    const PATHS: [&str; 6] =
        ["Cargo.toml", "src/ui/view/a.rs", "src/ui/view/b.rs", "src/ui/c.rs", "src/d.rs", "x/y/z/e.rs"];

    #[test]
    fn folders_hold_files_and_lone_chains_are_one_row() {
        let wish = wish(&PATHS);
        let tree = build(&wish);
        let all: Vec<u32> = (0..tree.nodes.len() as u32).collect();
        assert_eq!(
            shown(&wish, &tree, &all),
            [
                "Cargo.toml",
                "src/",
                "  d.rs",
                "  ui/",
                "    c.rs",
                "    view/",
                "      a.rs",
                "      b.rs",
                "x/y/z/",
                "  e.rs"
            ]
        );
        let src = &tree.nodes[1];
        assert_eq!((src.sums.files, src.sums.added, src.sums.removed), (4, 4, 4));
        for file in wish.diff.file_numbers() {
            assert_eq!(tree.nodes[tree.of_file[file.0 as usize] as usize].kind, Kind::File(file));
        }
    }

    #[test]
    fn a_filter_keeps_files_with_their_folders() {
        let wish = Wish { filter: "A.RS".to_lowercase(), ..wish(&PATHS) };
        let tree = build(&wish);
        assert_eq!(shown(&wish, &tree, tree.only.as_ref().unwrap()), ["src/", "  ui/", "    view/", "      a.rs"]);
        let none = Wish { filter: "nowhere".into(), ..wish };
        assert_eq!(build(&none).only, Some(Vec::new()));
    }

    #[test]
    fn the_order_by_risk_is_a_list_of_files() {
        let map = crate::core::model::ChangeMap { heat: vec![1, 9, 3, 9, 0, 5], ..Default::default() };
        let wish = Wish { order: Order::Risk, map: Some(Arc::new(map)), ..wish(&PATHS) };
        let tree = build(&wish);
        let files: Vec<String> = shown(&wish, &tree, tree.only.as_ref().unwrap());
        let files: Vec<&str> = files.iter().map(|row| row.trim()).collect();
        assert_eq!(files, ["c.rs", "a.rs", "e.rs", "b.rs", "Cargo.toml", "d.rs"]);
    }

    #[test]
    fn a_large_tree_opens_only_as_far_as_it_fits() {
        let names: Vec<String> =
            (0..3000).map(|n| format!("d{:02}/s{:02}/f{n:04}.rs", n / 100, n % 100 / 10)).collect();
        let paths: Vec<&str> = names.iter().map(String::as_str).collect();
        assert_eq!(build(&wish(&paths)).open_to, 0);
        assert_eq!(build(&wish(&paths[..100])).open_to, 2);
        assert_eq!(build(&wish(&[])), Tree::default());
    }

    #[test]
    fn odd_names_do_no_harm() {
        for path in ["/", "//", "a//b", "a/", "", "..", "a/../b"] {
            let wish = wish(&[path, "a/b", "a"]);
            let tree = build(&wish);
            assert_eq!(tree.of_file.len(), wish.diff.files.len());
        }
    }
}
