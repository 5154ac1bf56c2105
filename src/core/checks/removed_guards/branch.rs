//! Branches as checks: what they ask, and whether they keep something from happening. Called by `mod`.

use crate::core::change::{
    condition_key,
    syntax::{Grammar, Node, Role},
};

use super::{
    super::{
        introduced::Page,
        nodes::{function, is_comment, is_rust_test, name_of},
    },
    words::is_auth,
};

/// Statements of a branch that leaves early, at most: longer ones do something else as well.
const SHORT: usize = 4;

/// A branch of one side.
pub(super) struct Branch<'t> {
    /// The whole statement.
    pub node: Node<'t>,
    pub condition: Node<'t>,
    /// The condition without blanks, with the operators of all languages written alike.
    pub key: String,
    pub body: Node<'t>,
    /// Its statements without blanks.
    pub body_key: String,
    pub has_else: bool,
    pub leaves: Leaves,
    /// Whether condition or refusal speak of who may do what.
    pub is_auth: bool,
    /// The function around it.
    pub function: String,
}

/// How a branch ends.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Leaves {
    /// It goes on behind the branch.
    No,
    /// With a result that may stand for a refusal, or by leaving a loop.
    Softly,
    /// With an error.
    Hard,
}

/// The branches of a side that no error covers.
pub(super) fn branches<'t>(page: &'t Page<'_>) -> Vec<Branch<'t>> {
    let mut found = Vec::new();
    page.parsed.walk(|node, above| {
        let is_if = page.parsed.grammar.role(node) == Role::If && node.kind() != "elif_clause";
        // An `else if` is part of another branch.
        let alone = above.last().is_none_or(|parent| {
            parent.kind() != "else_clause" && parent.child_by_field_name("alternative") != Some(node)
        });
        let is_test = || page.parsed.grammar == Grammar::Rust && is_rust_test(page, above);
        if is_if && alone && !node.has_error() && !page.parsed.is_guessed(node) && !is_test() {
            found.extend(branch(page, node, above));
        }
    });
    found
}

fn branch<'t>(page: &Page<'_>, node: Node<'t>, above: &[Node<'t>]) -> Option<Branch<'t>> {
    let condition = node.child_by_field_name("condition")?;
    let body = node.child_by_field_name("consequence")?;
    let statements = statements(body);
    let last = statements.last().map(|last| page.words(*last)).unwrap_or_default();
    let leaves = if statements.len() <= SHORT { way_out(&last) } else { Leaves::No };
    let asked = page.words(condition);
    let wrapped = above.last().filter(|parent| parent.kind() == "expression_statement");
    Some(Branch {
        node: wrapped.copied().unwrap_or(node),
        condition,
        key: condition_key(&asked),
        body,
        body_key: squeezed(&statements.iter().map(|s| page.words(*s)).collect::<String>()),
        has_else: node.child_by_field_name("alternative").is_some(),
        leaves,
        is_auth: is_auth(&without_quotes(&asked)) || (leaves != Leaves::No && refuses_rights(&last)),
        function: function(above).map(|f| name_of(page, f)).unwrap_or_default(),
    })
}

/// The statements of a block, or the one that stands without braces.
pub(super) fn statements(body: Node<'_>) -> Vec<Node<'_>> {
    let block = matches!(body.kind(), "block" | "statement_block" | "statement_list");
    if !block {
        return vec![body];
    }
    let mut cursor = body.walk();
    let inner: Vec<Node<'_>> = body.named_children(&mut cursor).filter(|n| !is_comment(*n)).collect();
    match inner.as_slice() {
        [list] if list.kind() == "statement_list" => statements(*list),
        _ => inner,
    }
}

fn way_out(last: &str) -> Leaves {
    let starts = |words: &[&str]| words.iter().any(|word| last.starts_with(word));
    if starts(&[
        "raise",
        "throw ",
        "panic!(",
        "panic(",
        "bail!(",
        "abort(",
        "flask.abort(",
        "return Err(",
        "return Promise.reject",
        "process.exit(",
        "sys.exit(",
        "os.Exit(",
        "log.Fatal",
        "core::panic!(",
        "return errors.New(",
        "return fmt.Errorf(",
    ]) {
        return Leaves::Hard;
    }
    let Some(result) = last.strip_prefix("return") else {
        return if starts(&["continue", "break"]) { Leaves::Softly } else { Leaves::No };
    };
    let fails = ["Error(", "Errorf(", "errors.New(", "HttpResponseForbidden(", ".status(40", ", err"];
    if fails.iter().any(|word| result.contains(word)) { Leaves::Hard } else { Leaves::Softly }
}

/// Whether what happens is a refusal of rights.
fn refuses_rights(last: &str) -> bool {
    let bare = without_quotes(last);
    is_auth(&bare) || ["401", "403"].iter().any(|code| bare.split(|c: char| !c.is_ascii_digit()).any(|n| n == *code))
}

/// A text without what stands in quotes.
pub(super) fn without_quotes(text: &str) -> String {
    text.split(['"', '\'', '`']).step_by(2).collect::<Vec<_>>().join(" ")
}

/// A text without blanks.
pub(super) fn squeezed(text: &str) -> String {
    text.split_whitespace().collect()
}

/// The statement behind one, without comments between.
pub(super) fn behind(node: Node<'_>) -> Option<Node<'_>> {
    let mut next = node.next_named_sibling();
    while let Some(found) = next.filter(|n| is_comment(*n)) {
        next = found.next_named_sibling();
    }
    next
}
