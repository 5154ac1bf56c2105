//! What code comes to when blanks, comments and names are left aside: a sum over its structure, and the pairs of names
//! that tell two versions apart. Not here: two versions of the same unit (`alike`), what that means for it (`detail`).
//! Called by the change map.

use std::{
    collections::{HashMap, HashSet},
    hash::{DefaultHasher, Hash, Hasher},
    ops::Range,
};

use tree_sitter::{Node, TreeCursor};

use super::{Parsed, Role};

/// Leaves of one definition that are compared name by name.
const MOST_LEAVES: usize = 20_000;

/// What code comes to.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Digest {
    /// Structure and texts, without comments, blanks and commas before a closing bracket.
    pub code: u64,
    /// Leaves that went into `code`.
    pub leaves: u32,
}

/// A leaf that may be a name.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Leaf<'t> {
    /// Kind of the node.
    pub kind: u16,
    /// Its text.
    pub text: &'t [u8],
    /// Whether it is a name.
    pub is_name: bool,
    /// Whether something is bound to the name here: a parameter, a variable, a definition.
    pub binds: bool,
}

impl Parsed {
    /// Of what lies within a node.
    pub fn digest(&self, top: Node<'_>) -> Digest {
        let (mut code, mut leaves) = (DefaultHasher::new(), 0u32);
        let mut cursor = top.walk();
        let mut depth = 0u32;
        loop {
            let node = cursor.node();
            if !self.is_layout(node) {
                code.write_u16(node.kind_id());
                if cursor.goto_first_child() {
                    depth += 1;
                    continue;
                }
                leaves = leaves.saturating_add(1);
                self.text(node).hash(&mut code);
            }
            while depth == 0 || !cursor.goto_next_sibling() {
                if depth == 0 || !cursor.goto_parent() {
                    return Digest { code: code.finish(), leaves };
                }
                depth -= 1;
                code.write_u8(0xff);
            }
        }
    }

    /// Whether a node lies in one of some ranges.
    pub(super) fn is_in_hole(&self, node: Node<'_>, holes: &[Range<usize>]) -> bool {
        let range = node.byte_range();
        holes.iter().any(|hole| hole.start <= range.start && range.end <= hole.end && !range.is_empty())
    }

    /// Whether a node explains code to people; its role is at hand.
    pub(super) fn is_comment(&self, node: Node<'_>, role: Role) -> bool {
        role == Role::Comment || self.is_docstring(node)
    }

    /// A comma or semicolon that stands before a closing bracket, or a semicolon of a script: layout.
    pub(super) fn is_trailing(&self, node: Node<'_>) -> bool {
        // Names of kinds and neighbours cost more than all else here.
        let end = node.end_byte();
        if end - node.start_byte() != 1 {
            return false;
        }
        match self.bytes_of(node.byte_range()) {
            b"," if self.closes_after(end) => {
                let next = node.next_sibling();
                node.kind() == "," && next.is_some_and(|next| matches!(next.kind(), ")" | "]" | "}" | ">"))
            }
            b";" => node.kind() == ";" && self.grammar.is_script(),
            _ => false,
        }
    }

    /// Whether the next text is a closing bracket.
    fn closes_after(&self, end: usize) -> bool {
        let rest = self.bytes_of(end..self.len());
        rest.iter().find(|b| !b.is_ascii_whitespace()).is_some_and(|b| matches!(b, b')' | b']' | b'}' | b'>'))
    }

    /// A text that stands alone, as Python documents its functions.
    fn is_docstring(&self, node: Node<'_>) -> bool {
        self.grammar == super::Grammar::Python
            && node.kind() == "expression_statement"
            && node.child_count() == 1
            && node.child(0).is_some_and(|only| only.kind() == "string")
    }

    /// The leaves of a node without comments, one after the other.
    pub fn leaves<'t>(&'t self, top: Node<'t>) -> Leaves<'t> {
        // Of the nodes above, whether they bind the names in them. A tree knows its parents only by searching.
        let above = vec![top.parent().is_some_and(binds_names)];
        Leaves { parsed: self, cursor: top.walk(), top, above, at_end: false }
    }

    /// The leaf that a node is, if it is one.
    fn leaf<'t>(&'t self, cursor: &TreeCursor<'t>, is_bound_above: bool) -> Option<Leaf<'t>> {
        let node = cursor.node();
        if node.child_count() != 0 {
            return None;
        }
        let is_name = self.grammar.role(node) == Role::Name;
        let binds = is_name
            && (is_bound_above
                || matches!(
                    cursor.field_name(),
                    Some("pattern" | "name" | "left" | "alias" | "parameter" | "declarator")
                ));
        Some(Leaf { kind: node.kind_id(), text: self.text(node), is_name, binds })
    }

    /// Whether a node says nothing of what code does.
    fn is_layout(&self, node: Node<'_>) -> bool {
        self.is_comment(node, self.grammar.role(node)) || self.is_trailing(node)
    }
}

/// Walks over the leaves of a node.
pub struct Leaves<'t> {
    parsed: &'t Parsed,
    cursor: TreeCursor<'t>,
    top: Node<'t>,
    above: Vec<bool>,
    at_end: bool,
}

impl<'t> Iterator for Leaves<'t> {
    type Item = Leaf<'t>;

    fn next(&mut self) -> Option<Leaf<'t>> {
        while !self.at_end {
            let node = self.cursor.node();
            let is_layout = self.parsed.is_layout(node);
            let is_bound = self.above.last() == Some(&true);
            let leaf = if is_layout { None } else { self.parsed.leaf(&self.cursor, is_bound) };
            if !is_layout && self.cursor.goto_first_child() {
                self.above.push(binds_names(node));
            } else {
                self.leave();
            }
            if leaf.is_some() {
                return leaf;
            }
        }
        None
    }
}

impl Leaves<'_> {
    /// On to what follows the node under the cursor.
    fn leave(&mut self) {
        while self.cursor.node() != self.top {
            if self.cursor.goto_next_sibling() {
                return;
            }
            if !self.cursor.goto_parent() {
                break;
            }
            self.above.pop();
        }
        self.at_end = true;
    }
}

/// Whether the names right below a node are bound there.
fn binds_names(node: Node<'_>) -> bool {
    let kind = node.kind();
    kind.contains("parameter") || kind.ends_with("pattern") || kind == "expression_list"
}

/// The words of a comment without what stands between them, so that wrapped comments are the same.
pub(super) fn words(text: &[u8]) -> impl Iterator<Item = &[u8]> {
    text.split(|b| b.is_ascii_whitespace() || matches!(b, b'/' | b'*' | b'#')).filter(|word| !word.is_empty())
}

/// What tells two versions apart that are the same but for names.
#[derive(Debug, Default)]
pub struct Renamed<'t> {
    /// The names that differ, old to new.
    pub names: HashMap<&'t [u8], &'t [u8]>,
    /// Old names that are bound in the code itself.
    pub bound: HashSet<&'t [u8]>,
}

/// The names that differ between two versions of some code that is otherwise the same; `None` when more than names
/// differ, when a name went to two, or when there are too many leaves.
pub fn renamed<'t>(mut old: Leaves<'t>, mut new: Leaves<'t>) -> Option<Renamed<'t>> {
    let mut found = Renamed::default();
    let mut back = HashMap::new();
    for _ in 0..=MOST_LEAVES {
        let (a, b) = match (old.next(), new.next()) {
            (Some(a), Some(b)) => (a, b),
            (None, None) => {
                found.names.retain(|old, new| old != new);
                return Some(found);
            }
            _ => return None,
        };
        let same = a.text == b.text;
        let named = a.is_name && b.is_name && a.kind == b.kind;
        if !(same || named) {
            return None;
        }
        if a.binds {
            found.bound.insert(a.text);
        }
        if a.is_name && b.is_name {
            let forth = *found.names.entry(a.text).or_insert(b.text) == b.text;
            let home = *back.entry(b.text).or_insert(a.text) == a.text;
            if !forth || !home {
                return None;
            }
        }
    }
    None
}
