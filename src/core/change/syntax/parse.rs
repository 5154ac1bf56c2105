//! Parses a fragment within limits and walks its tree. Called by `units` and core::checks.

use std::ops::{ControlFlow, Range};

use tree_sitter::{InputEdit, Node, ParseOptions, ParseState, Parser, Point, Tree};

use super::{
    Fragment, Grammar, Row,
    frame::{Frame, frames},
};

/// Nodes deeper than this are not looked at: no person nests so.
const DEEPEST: usize = 400;

/// Guesses of a frame that are tried.
const GUESSES: usize = 7;

/// A parsed fragment.
#[derive(Debug)]
pub struct Parsed {
    /// Its text, within [`Parsed::text`].
    pub fragment: Fragment,
    /// What read it.
    pub grammar: Grammar,
    /// The framed text: what nodes count in.
    text: Vec<u8>,
    /// Bytes before the fragment.
    head: usize,
    /// Line feeds among them.
    head_rows: usize,
    tree: Tree,
}

/// Parses one side of a hunk; `None` when that takes too much work.
pub fn parse(fragment: Fragment, grammar: Grammar) -> Option<Parsed> {
    let mut parser = Parser::new();
    parser.set_language(&grammar.language()).ok()?;
    let mut best: Option<(usize, Vec<u8>, usize, Tree)> = None;
    for frame in frames(&fragment, grammar).into_iter().take(GUESSES) {
        let Frame { head, tail } = frame;
        let at = head.len();
        let text = [head.as_slice(), &fragment.text, &tail].concat();
        let tree = parse_text(&mut parser, &text, None)?;
        let bad = errors(&tree);
        if best.as_ref().is_none_or(|(least, ..)| bad < *least) {
            best = Some((bad, text, at, tree));
        }
        if bad == 0 {
            break;
        }
    }
    let (_, text, head, tree) = best?;
    let head_rows = memchr::memchr_iter(b'\n', text.get(..head)?).count();
    Some(Parsed { fragment, grammar, text, head, head_rows, tree })
}

/// Parses one side of a whole file; `None` when that takes too much work.
pub fn parse_whole(fragment: Fragment, grammar: Grammar) -> Option<Parsed> {
    whole_from(fragment, grammar, None)
}

/// Lines of the old side for which lines of the new side stand: first number and count of each.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Splice {
    /// First old line, and how many.
    pub old: (u32, u32),
    /// First new line, and how many.
    pub new: (u32, u32),
}

/// Parses the new side of a file whose old side is parsed: what did not change is not read again.
pub fn parse_after(fragment: Fragment, old: &Parsed, splices: &[Splice]) -> Option<Parsed> {
    let tree = edited(old, &fragment, splices);
    whole_from(fragment, old.grammar, tree.as_ref())
}

fn whole_from(fragment: Fragment, grammar: Grammar, old: Option<&Tree>) -> Option<Parsed> {
    let mut parser = Parser::new();
    parser.set_language(&grammar.language()).ok()?;
    let text = fragment.text.clone();
    let tree = parse_text(&mut parser, &text, old)?;
    Some(Parsed { fragment, grammar, text, head: 0, head_rows: 0, tree })
}

/// The old tree with the places that changed marked in it; `None` when the texts differ elsewhere too.
fn edited(old: &Parsed, new: &Fragment, splices: &[Splice]) -> Option<Tree> {
    let byte_of = |fragment: &Fragment, line: u32| match fragment.row_of(line) {
        Some(row) => row.start,
        None => fragment.text.len(),
    };
    let mut tree = old.tree.clone();
    let (mut old_end, mut new_end) = (old.text.len(), new.text.len());
    // From the last to the first, so that what is above keeps its place.
    for Splice { old: (a, n), new: (b, m) } in splices.iter().rev() {
        let (from, to) = (byte_of(&old.fragment, *a), byte_of(&old.fragment, a.checked_add(*n)?));
        let (start, end) = (byte_of(new, *b), byte_of(new, b.checked_add(*m)?));
        if old.text.get(to..old_end)? != new.text.get(end..new_end)? {
            return None;
        }
        let row = usize::try_from(a.saturating_sub(1)).ok()?;
        let point = |lines: u32| Some(Point { row: row + usize::try_from(lines).ok()?, column: 0 });
        tree.edit(&InputEdit {
            start_byte: from,
            old_end_byte: to,
            new_end_byte: from + end.checked_sub(start)?,
            start_position: point(0)?,
            old_end_position: point(*n)?,
            new_end_position: point(*m)?,
        });
        (old_end, new_end) = (from, start);
    }
    (old.text.get(..old_end)? == new.text.get(..new_end)?).then_some(tree)
}

/// The work is counted, not timed, so that the same text always gives the same answer.
fn parse_text(parser: &mut Parser, text: &[u8], old: Option<&Tree>) -> Option<Tree> {
    let mut left = 2_000 + text.len();
    let mut tick = |_: &ParseState| {
        left = left.saturating_sub(1);
        if left == 0 { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    };
    let mut read = |at: usize, _| text.get(at..).unwrap_or(&[]);
    parser.reset();
    parser.parse_with_options(&mut read, old, Some(ParseOptions::new().progress_callback(&mut tick)))
}

/// Bytes that errors cover, and one for each token that is missing.
fn errors(tree: &Tree) -> usize {
    if !tree.root_node().has_error() {
        return 0;
    }
    let mut sum = 0;
    step_through(tree, |node, _| {
        if node.is_error() {
            sum += node.byte_range().len().max(1);
        } else if node.is_missing() {
            sum += 1;
        }
        node.has_error() && !node.is_error()
    });
    sum
}

/// Steps through a tree in order of the text; `see` gets the nodes above, outermost first, and tells whether to go
/// into the node.
fn step_through<'t>(tree: &'t Tree, mut see: impl FnMut(Node<'t>, &[Node<'t>]) -> bool) {
    let mut cursor = tree.walk();
    let mut above: Vec<Node<'t>> = Vec::new();
    loop {
        let node = cursor.node();
        if see(node, &above) && above.len() < DEEPEST && cursor.goto_first_child() {
            above.push(node);
            continue;
        }
        while !cursor.goto_next_sibling() {
            if !cursor.goto_parent() {
                return;
            }
            above.pop();
        }
    }
}

impl Parsed {
    /// Visits each node that no error covers, with the nodes above it, outermost first. Errors deeper inside a
    /// visited node are possible: ask [`Node::has_error`].
    pub fn walk<'t>(&'t self, mut see: impl FnMut(Node<'t>, &[Node<'t>])) {
        step_through(&self.tree, |node, above| {
            if node.is_error() && !above.is_empty() {
                return false;
            }
            see(node, above);
            true
        });
    }

    /// Visits nodes as [`Parsed::walk`] does; goes into a node only when `see` says so.
    pub fn walk_into<'t>(&'t self, mut see: impl FnMut(Node<'t>, &[Node<'t>]) -> bool) {
        step_through(&self.tree, |node, above| (above.is_empty() || !node.is_error()) && see(node, above));
    }

    /// The smallest node that holds a range of bytes of the text as nodes count them.
    pub fn node_at(&self, bytes: Range<usize>) -> Option<Node<'_>> {
        self.tree.root_node().descendant_for_byte_range(bytes.start, bytes.end)
    }

    /// The text of a node.
    pub fn text(&self, node: Node<'_>) -> &[u8] {
        self.text.get(node.byte_range()).unwrap_or(&[])
    }

    /// The number of a kind of nodes; 0 when the grammar has none such.
    pub fn kind_id(&self, kind: &str) -> u16 {
        self.tree.language().id_for_node_kind(kind, true)
    }

    /// Bytes of the text as nodes count them.
    pub fn bytes_of(&self, range: Range<usize>) -> &[u8] {
        self.text.get(range).unwrap_or(&[])
    }

    /// How long the text is.
    pub(super) fn len(&self) -> usize {
        self.text.len()
    }

    /// The bytes of a node within the fragment; `None` when it begins in the frame.
    pub fn span(&self, node: Node<'_>) -> Option<Range<usize>> {
        let start = node.start_byte().checked_sub(self.head)?;
        let end = node.end_byte().checked_sub(self.head)?.min(self.fragment.text.len());
        (start < end).then_some(start..end)
    }

    /// The rows that a node touches; none when it begins in the frame. The tree knows them: each row of the fragment is one
    /// of the text.
    pub fn rows(&self, node: Node<'_>) -> &[Row] {
        if self.span(node).is_none() {
            return &[];
        }
        let (start, end) = (node.start_position(), node.end_position());
        let touched = end.row + usize::from(end.column > 0 || end.row == start.row);
        let first = start.row.saturating_sub(self.head_rows);
        let last = touched.saturating_sub(self.head_rows).min(self.fragment.rows.len());
        self.fragment.rows.get(first..last).unwrap_or(&[])
    }

    /// Whether a node begins in the frame: it stands above the hunk, and its head is a guess.
    pub fn is_guessed(&self, node: Node<'_>) -> bool {
        node.start_byte() < self.head
    }

    /// Bytes that could not be read as the grammar's language, and one for each token that is missing; 0 = clean.
    pub fn error_bytes(&self) -> usize {
        errors(&self.tree)
    }

    /// Roughly how much memory it takes.
    pub fn bytes(&self) -> usize {
        // A tree takes about ten bytes for each of its text (measured on Rust and Python).
        self.text.len() * 12 + self.fragment.rows.len() * size_of::<Row>()
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;
    use crate::core::model::Side;

    /// The rows by the place of their bytes, which is what [`Parsed::rows`] must say for each node.
    fn agrees(parsed: &Parsed) {
        step_through(&parsed.tree, |node, _| {
            let by_bytes = parsed.span(node).map_or(&[][..], |span| parsed.fragment.rows_in(span));
            assert_eq!(parsed.rows(node), by_bytes, "{} in {:?}", node.kind(), parsed.grammar);
            true
        });
    }

    fn whole(text: &str, grammar: Grammar) {
        if let Some(parsed) =
            Fragment::of_file(Side::Right, text.as_bytes(), &[]).ok().and_then(|f| parse_whole(f, grammar))
        {
            agrees(&parsed);
        }
    }

    #[test]
    fn the_rows_of_each_node_are_those_of_its_bytes() {
        whole(include_str!("parse.rs"), Grammar::Rust);
        whole(
            "def a():\n    '''text\n    more'''\n    return b(\n        1,\n    )\n\n\nclass C:\n    x = 1",
            Grammar::Python,
        );
        whole("# Title\n\ntext\n\n```\ncode\n```\n\n\nmore\n", Grammar::Bash);
        let hunk = "diff --git a/a.rs b/a.rs\n--- a/a.rs\n+++ b/a.rs\n@@ -40,3 +40,4 @@ impl A {\n     }\n \n     fn b() {\n+        c(\n";
        let diff = crate::core::diff::parse(hunk.as_bytes().to_vec());
        let fragment = Fragment::of(&diff, crate::core::model::HunkIx(0), Side::Right).unwrap();
        agrees(&parse(fragment, Grammar::Rust).unwrap());
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(64))]
        #[test]
        fn whatever_the_text(text in "([a-z(){};:'\"/*# ]{0,12}(\n|\r\n|\t|é)){0,20}", nth in 0usize..6) {
            whole(&text, [Grammar::Rust, Grammar::Python, Grammar::TypeScript, Grammar::Go, Grammar::Bash, Grammar::Ruby][nth]);
        }
    }
}
