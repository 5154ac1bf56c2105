//! Questions about nodes that several checks ask: who is called with what, inside which function, in a test or not.
//! Grammars are read by their kinds and fields. Called by the checks that read code.

use crate::core::change::syntax::{Grammar, Node};

use super::introduced::Page;

/// A call.
pub(super) struct Call<'t> {
    /// The last name: `sleep` in `std::thread::sleep(x)` and in `a.b.sleep(x)`.
    pub name: String,
    /// The whole name when it consists of names only: `std::thread::sleep`, `a.b.sleep`; else ''.
    pub path: String,
    /// The type arguments in Rust, as written; else ''.
    pub given: String,
    /// What the method is called on.
    pub on: Option<Node<'t>>,
    /// Arguments without comments; keyword arguments of Python among them.
    pub args: Vec<Node<'t>>,
}

/// The call that a node is; `None` for other nodes, also for Rust's macros.
pub(super) fn call<'t>(page: &Page<'_>, node: Node<'t>) -> Option<Call<'t>> {
    let field = match node.kind() {
        "call" | "call_expression" => "function",
        "new_expression" => "constructor",
        _ => return None,
    };
    let whole = node.child_by_field_name(field)?;
    let generic = (whole.kind() == "generic_function").then_some(whole);
    let given =
        generic.and_then(|g| g.child_by_field_name("type_arguments")).map(|t| page.words(t)).unwrap_or_default();
    let callee = generic.and_then(|g| g.child_by_field_name("function")).unwrap_or(whole);
    let on = ["object", "value", "operand"].iter().find_map(|f| callee.child_by_field_name(f));
    let name = ["attribute", "property", "field", "name"].iter().find_map(|f| callee.child_by_field_name(f));
    let name = name.unwrap_or(callee);
    let list = node.child_by_field_name("arguments");
    let args = list.filter(|l| l.kind() != "template_string").map(|l| named(l)).unwrap_or_default();
    let text = page.words(callee);
    let plain = text.bytes().all(|b| b.is_ascii_alphanumeric() || b"_.:$?".contains(&b));
    Some(Call { name: page.words(name), path: if plain { text } else { String::new() }, given, on, args })
}

/// Named children without comments.
pub(super) fn named(node: Node<'_>) -> Vec<Node<'_>> {
    let mut cursor = node.walk();
    node.named_children(&mut cursor).filter(|n| !is_comment(*n)).collect()
}

/// Whether a node is a comment, in any grammar.
pub(super) fn is_comment(node: Node<'_>) -> bool {
    node.kind().ends_with("comment")
}

/// Whether a comment stands directly inside a node.
pub(super) fn has_comment(node: Node<'_>) -> bool {
    let mut cursor = node.walk();
    node.children(&mut cursor).any(is_comment)
}

/// Whether a comment stands on the line of a node's end, or alone on the line before its start: somebody explained.
pub(super) fn is_explained(page: &Page<'_>, node: Node<'_>) -> bool {
    let rows = page.parsed.rows(node);
    let (Some(first), Some(last)) = (rows.first(), rows.last()) else { return false };
    let line = |row| page.parsed.fragment.line(row).trim_ascii();
    let marks: [&[u8]; 2] = if page.parsed.grammar == Grammar::Python { [b"#", b"#"] } else { [b"//", b"*/"] };
    let above = first.start.checked_sub(1).and_then(|at| page.parsed.fragment.row_at(at));
    let within =
        rows.iter().skip(1).any(|row| marks.iter().any(|m| line(row).starts_with(m)) || line(row).starts_with(b"/*"));
    let above = above.is_some_and(|row| marks.iter().any(|m| line(row).starts_with(m) || line(row).ends_with(b"*/")));
    above || within || marks.iter().any(|m| memchr::memmem::find(line(last), m).is_some_and(|at| at > 0))
}

/// A keyword argument of a Python call.
pub(super) fn keyword<'t>(page: &Page<'_>, args: &[Node<'t>], name: &str) -> Option<Node<'t>> {
    let mut given = args.iter().filter(|a| a.kind() == "keyword_argument");
    let found = given.find(|a| a.child_by_field_name("name").is_some_and(|n| page.text(n) == name.as_bytes()));
    found.and_then(|a| a.child_by_field_name("value"))
}

/// Positional arguments.
pub(super) fn positional<'t>(args: &[Node<'t>]) -> Vec<Node<'t>> {
    args.iter().copied().filter(|a| a.kind() != "keyword_argument").collect()
}

/// Whether a node is a literal without anything embedded.
pub(super) fn is_literal(node: Node<'_>) -> bool {
    literal_within(node, 12)
}

/// Deeper than a person nests them, brackets are not looked into: the answer is no.
fn literal_within(node: Node<'_>, depth: u8) -> bool {
    let embeds = |n: &Node<'_>| matches!(n.kind(), "interpolation" | "template_substitution");
    match node.kind() {
        "string" | "template_string" => !named(node).iter().any(embeds),
        "concatenated_string" | "reference_expression" | "parenthesized_expression" => {
            depth > 0 && named(node).into_iter().all(|n| literal_within(n, depth - 1))
        }
        kind => {
            kind.ends_with("_literal")
                || matches!(kind, "integer" | "float" | "number" | "true" | "false" | "none" | "null")
        }
    }
}

/// Visits a node and those below it, in order, no deeper than people nest and no more than the page has left to
/// spend. `see` tells whether to go into a node.
pub(super) fn each<'t>(page: &Page<'_>, node: Node<'t>, see: &mut impl FnMut(Node<'t>) -> bool) {
    let mut cursor = node.walk();
    let mut depth = 0;
    while page.spend() {
        if see(cursor.node()) && depth < 100 && cursor.goto_first_child() {
            depth += 1;
            continue;
        }
        loop {
            if depth == 0 {
                return;
            }
            if cursor.goto_next_sibling() {
                break;
            }
            cursor.goto_parent();
            depth -= 1;
        }
    }
}

/// The function around a node, innermost first; closures and lambdas count, blocks do not.
pub(super) fn function<'t>(above: &[Node<'t>]) -> Option<Node<'t>> {
    above.iter().rev().copied().find(|n| is_function(*n))
}

/// Whether a node is a function of any kind.
pub(super) fn is_function(node: Node<'_>) -> bool {
    matches!(
        node.kind(),
        "function_item"
            | "closure_expression"
            | "async_block"
            | "function_definition"
            | "lambda"
            | "function_declaration"
            | "function_expression"
            | "generator_function_declaration"
            | "generator_function"
            | "arrow_function"
            | "method_definition"
            | "method_declaration"
            | "constructor_declaration"
            | "lambda_expression"
            | "local_function_statement"
            | "accessor_declaration"
            | "func_literal"
    )
}

/// Whether a function is marked async. An `async` block is.
pub(super) fn is_async(page: &Page<'_>, function: Node<'_>) -> bool {
    let mut cursor = function.walk();
    let marked = function.children(&mut cursor).any(|n| match n.kind() {
        "async" => true,
        "function_modifiers" => page.text(n).split(u8::is_ascii_whitespace).any(|w| w == b"async"),
        _ => false,
    });
    marked || function.kind() == "async_block"
}

/// The name of a function; '' for those without.
pub(super) fn name_of(page: &Page<'_>, function: Node<'_>) -> String {
    function.child_by_field_name("name").map(|n| page.words(n)).unwrap_or_default()
}

/// Whether Rust code is a test: a test function, inside `mod tests`, or behind `cfg(test)`.
pub(super) fn is_rust_test(page: &Page<'_>, above: &[Node<'_>]) -> bool {
    let section = memchr::memmem::find(page.section, b"mod test").is_some()
        || memchr::memmem::find(page.section, b"fn test").is_some();
    section
        || above.iter().any(|n| match n.kind() {
            "function_item" | "mod_item" | "impl_item" => {
                attributes(page, *n) || {
                    let name = name_of(page, *n);
                    name.starts_with("test") || name.ends_with("_test") || name.ends_with("tests")
                }
            }
            "macro_invocation" | "macro_definition" => true,
            _ => false,
        })
}

/// Attributes and comments above a function that are read.
const ATTRIBUTES: u32 = 20;

/// Whether an attribute above a node speaks of tests.
fn attributes(page: &Page<'_>, node: Node<'_>) -> bool {
    let mut before = node.prev_sibling();
    for _ in 0..ATTRIBUTES {
        let Some(sibling) = before.filter(|n| n.kind() == "attribute_item" || is_comment(*n)) else { break };
        let text = page.text(sibling);
        if sibling.kind() == "attribute_item"
            && [&b"test"[..], b"bench", b"rstest"].iter().any(|w| memchr::memmem::find(text, w).is_some())
        {
            return true;
        }
        before = sibling.prev_sibling();
    }
    false
}

/// The parts of an identifier: `userPassword_2` has `user`, `password`, `2`.
pub(super) fn parts(text: &str) -> Vec<String> {
    let mut parts = vec![String::new()];
    let mut small = false;
    for c in text.chars() {
        let splits = !c.is_ascii_alphanumeric();
        if splits || (c.is_ascii_uppercase() && small) {
            parts.push(String::new());
        }
        small = c.is_ascii_lowercase();
        if let (false, Some(part)) = (splits, parts.last_mut()) {
            part.push(c.to_ascii_lowercase());
        }
    }
    parts.retain(|p| !p.is_empty());
    parts
}
