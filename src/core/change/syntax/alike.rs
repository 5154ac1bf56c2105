//! Whether two versions of some code say the same when blanks and comments are left aside: both trees walked in step, to
//! the first difference. Not here: what that means for a unit (`detail`), sums of code that came or went (`digest`).
//! Called by the change map.

use std::ops::Range;

use tree_sitter::{Node, TreeCursor};

use super::{Parsed, Role, digest::words};

/// Deeper nodes are entered even where their texts are the same: a text that is nothing but brackets in brackets would be
/// compared once for each of them.
const DEEPEST_TEXT: u32 = 64;

/// Some code of one side: what lies within a node and outside of the holes (byte ranges as nodes count them).
#[derive(Debug, Clone)]
pub struct Code<'t> {
    /// Whose code it is.
    pub parsed: &'t Parsed,
    /// Where.
    pub node: Node<'t>,
    /// What is left out of it.
    pub holes: Vec<Range<usize>>,
}

/// What two versions have in common.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Likeness {
    /// Structure and texts, comments too: blanks and commas before a closing bracket differ at most.
    All,
    /// All but comments.
    Code,
    /// All but comments and imports.
    ButImports,
    /// Not even that.
    None,
}

/// Compares two versions. Costs what differs, not what there is: nodes with the same text are not entered, but for those
/// far down.
pub fn likeness(old: &Code<'_>, new: &Code<'_>) -> Likeness {
    let mut pair = Pair::new(old, new, false);
    if pair.is_same() {
        return if pair.old.comments == pair.new.comments { Likeness::All } else { Likeness::Code };
    }
    if Pair::new(old, new, true).is_same() { Likeness::ButImports } else { Likeness::None }
}

/// Both sides on their way.
struct Pair<'c, 't> {
    old: Step<'c, 't>,
    new: Step<'c, 't>,
}

impl<'c, 't> Pair<'c, 't> {
    fn new(old: &'c Code<'t>, new: &'c Code<'t>, skips_imports: bool) -> Self {
        let step = |code: &'c Code<'t>| Step { code, cursor: code.node.walk(), comments: Vec::new(), skips_imports };
        Self { old: step(old), new: step(new) }
    }

    fn is_same(&mut self) -> bool {
        let mut depth = 0u32;
        let mut there = (self.old.settle(), self.new.settle());
        loop {
            match there {
                (true, true) => {}
                (false, false) if depth == 0 => return true,
                (false, false) => {
                    depth -= 1;
                    there = (self.old.leave(), self.new.leave());
                    continue;
                }
                _ => return false,
            }
            if self.old.cursor.node().kind_id() != self.new.cursor.node().kind_id() {
                return false;
            }
            if depth < DEEPEST_TEXT && self.old.text() == self.new.text() {
                there = (self.old.next(), self.new.next());
                continue;
            }
            there = match (self.old.cursor.goto_first_child(), self.new.cursor.goto_first_child()) {
                (true, true) => {
                    depth += 1;
                    (self.old.settle(), self.new.settle())
                }
                (false, false) if self.old.text() == self.new.text() => (self.old.next(), self.new.next()),
                _ => return false,
            };
        }
    }
}

/// One side on its way.
struct Step<'c, 't> {
    code: &'c Code<'t>,
    cursor: TreeCursor<'t>,
    /// Words of the comments that were met.
    comments: Vec<&'t [u8]>,
    skips_imports: bool,
}

impl<'t> Step<'_, 't> {
    fn text(&self) -> &'t [u8] {
        self.code.parsed.text(self.cursor.node())
    }

    /// On to the next node that is part of the code, this one or one behind it in the same parent; whether there is one.
    fn settle(&mut self) -> bool {
        while !self.counts() {
            if !self.cursor.goto_next_sibling() {
                return false;
            }
        }
        true
    }

    fn next(&mut self) -> bool {
        self.cursor.goto_next_sibling() && self.settle()
    }

    /// Out of a parent of which all was seen, on to what follows it.
    fn leave(&mut self) -> bool {
        self.cursor.goto_parent() && self.next()
    }

    fn counts(&mut self) -> bool {
        let Code { parsed, holes, .. } = self.code;
        let node = self.cursor.node();
        let role = parsed.grammar.role(node);
        if parsed.is_in_hole(node, holes) || (self.skips_imports && role == Role::Import) {
            return false;
        }
        if parsed.is_comment(node, role) {
            self.comments.extend(words(parsed.text(node)));
            return false;
        }
        !parsed.is_trailing(node)
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;
    use crate::core::{
        change::syntax::{Fragment, Grammar, parse_whole},
        model::Side,
    };

    fn read(text: &str, grammar: Grammar) -> Parsed {
        let fragment = Fragment::of_file(Side::Right, text.as_bytes(), &[]).unwrap();
        parse_whole(fragment, grammar).unwrap()
    }

    fn whole(parsed: &Parsed) -> Code<'_> {
        Code { parsed, node: parsed.node_at(0..parsed.len()).unwrap(), holes: Vec::new() }
    }

    fn of(old: &str, new: &str, grammar: Grammar) -> Likeness {
        likeness(&whole(&read(old, grammar)), &whole(&read(new, grammar)))
    }

    #[test]
    fn each_likeness_and_what_just_misses_it() {
        let old = "use a::b;\n\nfn f(x: u8) -> u8 {\n    // why\n    g(x, 1)\n}\n";
        let of = |new: &str| of(old, new, Grammar::Rust);
        assert_eq!(of(old), Likeness::All);
        assert_eq!(of(&old.replace("g(x, 1)", "g(\n        x,\n        1,\n    )")), Likeness::All);
        assert_eq!(of(&old.replace("// why", "//  why\n")), Likeness::All);
        assert_eq!(of(&old.replace("why", "because")), Likeness::Code);
        assert_eq!(of(&old.replace("    // why\n", "")), Likeness::Code);
        assert_eq!(of(&old.replace("a::b", "a::c")), Likeness::ButImports);
        assert_eq!(of(&old.replace("use a::b;\n", "use a::b;\nuse c;\n")), Likeness::ButImports);
        assert_eq!(of(&old.replace("a::b", "a::c").replace("why", "because")), Likeness::ButImports);
        assert_eq!(of(&old.replace("a::b", "a::c").replace("1)", "2)")), Likeness::None);
        assert_eq!(of(&old.replace("g(x, 1)", "g(x, 12)")), Likeness::None);
        assert_eq!(of(&old.replace("g(x, 1)", "g(x)")), Likeness::None);
        assert_eq!(of(&format!("{old}fn h() {{}}\n")), Likeness::None);
        assert_eq!(of(""), Likeness::None);
    }

    #[test]
    fn a_documentation_text_is_a_comment_and_a_hole_is_left_out() {
        let (old, new) = ("def f():\n    'a'\n    return 1\n", "def f():\n    'b'\n    return 1\n");
        assert_eq!(of(old, new, Grammar::Python), Likeness::Code);
        assert_eq!(of(old, &new.replace("'b'", "a = 'b'"), Grammar::Python), Likeness::None);
        let (old, new) = (read("fn f() { 1 }\n", Grammar::Rust), read("fn f() { 22 }\n", Grammar::Rust));
        let but = |parsed, hole| Code { holes: vec![hole], ..whole(parsed) };
        assert_eq!(likeness(&but(&old, 7..12), &but(&new, 7..13)), Likeness::All);
        assert_eq!(likeness(&but(&old, 0..2), &but(&new, 0..2)), Likeness::None);
    }

    #[test]
    fn brackets_in_brackets_are_walked_once() {
        let deep = |inner: &str| format!("fn f() {{\n{}{inner}{}\n}}\n", "(\n".repeat(40_000), ")\n".repeat(40_000));
        assert_eq!(of(&deep("1"), &deep("1"), Grammar::Rust), Likeness::All);
        assert_eq!(of(&deep("1"), &deep("  1 // why\n"), Grammar::Rust), Likeness::Code);
        assert_eq!(of(&deep("1"), &deep("2"), Grammar::Rust), Likeness::None);
    }

    /// Texts of some pieces, of which a few differ.
    fn pair() -> impl Strategy<Value = (String, String)> {
        let piece = prop::sample::select(vec![
            "use a;\n",
            "// b\n",
            "fn c() {",
            "}\n",
            "d(e, f);",
            "if g {",
            "return;",
            " ",
            "\n",
            ",",
            "(",
            ")",
            "'",
            "\"",
            "struct H;\n",
            "#[i]\n",
        ]);
        let pieces = prop::collection::vec((piece.clone(), piece, 0u8..8), 0..24);
        pieces.prop_map(|pieces| {
            let old = pieces.iter().map(|(piece, ..)| *piece).collect();
            let new = pieces.iter().map(|(a, b, nth)| if *nth == 0 { *b } else { *a }).collect();
            (old, new)
        })
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(256))]
        /// The walk in step says what the sums over each side say.
        #[test]
        fn two_versions_are_alike_when_their_sums_are((old, new) in pair(), nth in 0usize..3) {
            let grammar = [Grammar::Rust, Grammar::TypeScript, Grammar::Go][nth];
            let (old, new) = (read(&old, grammar), read(&new, grammar));
            let (was, is) = (whole(&old), whole(&new));
            let is_alike = matches!(likeness(&was, &is), Likeness::All | Likeness::Code);
            prop_assert_eq!(is_alike, old.digest(was.node).code == new.digest(is.node).code);
            prop_assert_eq!(likeness(&is, &is), Likeness::All);
        }
    }
}
