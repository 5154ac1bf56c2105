//! The rows of the tree as they are shown: worked out when something changed, so that no frame has to walk them. Not here:
//! what is folded (`state`).

use super::{Kind, Tree};

/// Stands for no row.
const NONE: u32 = u32::MAX;

/// Nodes that are shown, from top to bottom.
#[derive(Debug, Clone, Default)]
pub(super) struct Rows {
    shown: Vec<u32>,
    /// How many of them are files.
    files: usize,
    /// The row of each node, where rows do not ascend with their nodes: in another order than by path.
    by_node: Option<Vec<u32>>,
}

impl Rows {
    /// Rows of those nodes.
    pub fn new(tree: &Tree, shown: Vec<u32>) -> Self {
        let is_file = |at: &&u32| matches!(tree.nodes.get(**at as usize).map(|node| &node.kind), Some(Kind::File(_)));
        let files = shown.iter().filter(is_file).count();
        let by_node = (!shown.is_sorted()).then(|| {
            let mut rows = vec![NONE; tree.nodes.len()];
            for (row, node) in (0..).zip(&shown) {
                if let Some(place) = rows.get_mut(*node as usize) {
                    *place = row;
                }
            }
            rows
        });
        Self { shown, files, by_node }
    }

    /// How many there are.
    pub fn len(&self) -> usize {
        self.shown.len()
    }

    /// How many of them are files.
    pub fn files(&self) -> usize {
        self.files
    }

    /// The node of a row.
    pub fn get(&self, row: usize) -> Option<u32> {
        self.shown.get(row).copied()
    }

    /// The row of a node; where rows ascend with their nodes, and it has none, that of the last one before it.
    pub fn near(&self, node: u32) -> Option<usize> {
        match &self.by_node {
            Some(rows) => rows.get(node as usize).filter(|row| **row != NONE).map(|row| *row as usize),
            None => self.shown.partition_point(|shown| *shown <= node).checked_sub(1),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_node_is_found_in_any_order() {
        let tree = Tree::default();
        let ascending = Rows::new(&tree, vec![1, 4, 9]);
        assert_eq!([0, 1, 3, 9, 12].map(|node| ascending.near(node)), [None, Some(0), Some(0), Some(2), Some(2)]);
        let nodes = |count: u32| {
            (0..count).map(|at| super::super::Node {
                kind: Kind::File(crate::core::model::FileIx(at)),
                depth: 0,
                end: at + 1,
                sums: super::super::Sums::default(),
            })
        };
        let tree = Tree { nodes: nodes(4).collect(), ..Tree::default() };
        let by_risk = Rows::new(&tree, vec![3, 0, 2]);
        assert_eq!([0, 1, 2, 3, 9].map(|node| by_risk.near(node)), [Some(1), None, Some(2), Some(0), None]);
        assert_eq!((by_risk.len(), by_risk.files()), (3, 3));
    }
}
