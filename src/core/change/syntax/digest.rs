//! What code comes to when blanks, comments and names are left aside: a sum over its structure, and the pairs of names
//! that tell two versions apart. Not here: what that means for a unit (`detail`). Called by the change map.

use std::{
    collections::HashMap,
    hash::{DefaultHasher, Hash, Hasher},
    ops::Range,
};

use tree_sitter::Node;

use super::{Parsed, Role};

/// Leaves of one definition that are compared name by name.
const MOST_LEAVES: usize = 20_000;

/// What code comes to.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Digest {
    /// Structure and texts, without comments, blanks and commas before a closing bracket.
    pub code: u64,
    /// The same without imports.
    pub without_imports: u64,
    /// The comments.
    pub comments: u64,
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
    /// Of what lies within `node` and outside of the holes (byte ranges as nodes count them).
    pub fn digest(&self, node: Node<'_>, holes: &[Range<usize>]) -> Digest {
        let mut sums = [DefaultHasher::new(), DefaultHasher::new(), DefaultHasher::new()];
        let mut leaves = 0;
        self.sum(node, holes, &mut sums, &mut leaves);
        let [code, rest, comments] = sums.map(|sum| sum.finish());
        Digest { code, without_imports: rest, comments, leaves }
    }

    fn sum(&self, top: Node<'_>, holes: &[Range<usize>], sums: &mut [DefaultHasher; 3], leaves: &mut u32) {
        let mut cursor = top.walk();
        let mut imports: u32 = 0;
        loop {
            let node = cursor.node();
            let role = self.grammar.role(node);
            let range = node.byte_range();
            let skipped =
                holes.iter().any(|hole| hole.start <= range.start && range.end <= hole.end && !range.is_empty());
            let is_comment = role == Role::Comment || self.is_docstring(node);
            if is_comment && !skipped {
                trimmed(self.text(node), &mut sums[2]);
            }
            let skipped = skipped || is_comment || self.is_trailing(node);
            if role == Role::Import {
                imports += 1;
            }
            if !skipped {
                let mut say = |value: u32| {
                    sums[0].write_u32(value);
                    if imports == 0 {
                        sums[1].write_u32(value);
                    }
                };
                say(u32::from(node.kind_id()));
                if node.child_count() == 0 {
                    *leaves = leaves.saturating_add(1);
                    let text = self.text(node);
                    text.hash(&mut sums[0]);
                    if imports == 0 {
                        text.hash(&mut sums[1]);
                    }
                }
            }
            if !skipped && cursor.goto_first_child() {
                continue;
            }
            loop {
                if self.grammar.role(cursor.node()) == Role::Import {
                    imports = imports.saturating_sub(1);
                }
                if cursor.node() == top {
                    return;
                }
                if cursor.goto_next_sibling() {
                    break;
                }
                if !cursor.goto_parent() {
                    return;
                }
                sums[0].write_u8(0xff);
                if imports == 0 {
                    sums[1].write_u8(0xff);
                }
            }
        }
    }

    /// A comma or semicolon that stands before a closing bracket, or a semicolon of a script: layout.
    fn is_trailing(&self, node: Node<'_>) -> bool {
        // Names of kinds cost more than all else here.
        if node.end_byte() - node.start_byte() != 1 {
            return false;
        }
        match node.kind() {
            "," => node.next_sibling().is_some_and(|next| matches!(next.kind(), ")" | "]" | "}" | ">")),
            ";" => self.grammar.is_script(),
            _ => false,
        }
    }

    /// A text that stands alone, as Python documents its functions.
    fn is_docstring(&self, node: Node<'_>) -> bool {
        self.grammar == super::Grammar::Python
            && node.kind() == "expression_statement"
            && node.child_count() == 1
            && node.child(0).is_some_and(|only| only.kind() == "string")
    }

    /// The leaves of a node without comments; `None` when there are too many.
    pub fn leaves<'t>(&'t self, top: Node<'t>) -> Option<Vec<Leaf<'t>>> {
        let mut found = Vec::new();
        let mut cursor = top.walk();
        // Of the nodes above, whether they bind the names in them. A tree knows its parents only by searching.
        let mut above: Vec<bool> = vec![top.parent().is_some_and(binds_names)];
        loop {
            let node = cursor.node();
            let role = self.grammar.role(node);
            let skipped = role == Role::Comment || self.is_trailing(node) || self.is_docstring(node);
            if !skipped && node.child_count() == 0 {
                let is_name = role == Role::Name;
                let field = cursor.field_name();
                let binds = is_name
                    && (matches!(field, Some("pattern" | "name" | "left" | "alias" | "parameter" | "declarator"))
                        || above.last() == Some(&true));
                found.push(Leaf { kind: node.kind_id(), text: self.text(node), is_name, binds });
                if found.len() > MOST_LEAVES {
                    return None;
                }
            }
            if !skipped && cursor.goto_first_child() {
                above.push(binds_names(node));
                continue;
            }
            loop {
                if cursor.node() == top {
                    return Some(found);
                }
                if cursor.goto_next_sibling() {
                    break;
                }
                if !cursor.goto_parent() {
                    return Some(found);
                }
                above.pop();
            }
        }
    }
}

/// Whether the names right below a node are bound there.
fn binds_names(node: Node<'_>) -> bool {
    let kind = node.kind();
    kind.contains("parameter") || kind.ends_with("pattern") || kind == "expression_list"
}

/// Words without what stands between them, so that wrapped comments are the same.
fn trimmed(text: &[u8], sum: &mut DefaultHasher) {
    for word in text.split(|b| b.is_ascii_whitespace() || matches!(b, b'/' | b'*' | b'#')).filter(|w| !w.is_empty()) {
        word.hash(sum);
    }
}

/// Names and what stands for them.
pub type Names<'t> = HashMap<&'t [u8], &'t [u8]>;

/// The names that differ between two versions of some code that is otherwise the same, old to new; `None` when more
/// than names differ, or when a name went to two.
pub fn renamed<'t>(old: &[Leaf<'t>], new: &[Leaf<'t>]) -> Option<Names<'t>> {
    if old.len() != new.len() {
        return None;
    }
    let (mut there, mut back): (Names<'t>, Names<'t>) = (HashMap::new(), HashMap::new());
    for (a, b) in old.iter().zip(new) {
        let same = a.text == b.text;
        let named = a.is_name && b.is_name && a.kind == b.kind;
        if !(same || named) {
            return None;
        }
        if a.is_name && b.is_name {
            let forth = *there.entry(a.text).or_insert(b.text) == b.text;
            let home = *back.entry(b.text).or_insert(a.text) == a.text;
            if !forth || !home {
                return None;
            }
        }
    }
    there.retain(|old, new| old != new);
    Some(there)
}
