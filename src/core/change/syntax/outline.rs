//! The definitions that a parsed text shows: functions, methods, types, with the names around them.
//! Not here: definitions of one line by pattern (`symbol`), which nodes define what (`names`). Called by `units`, the
//! change map and core::checks.

use std::ops::Range;

use tree_sitter::Node;

use super::{
    Grammar, Parsed, Role,
    names::{Shape, defined},
};

/// A definition.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Definition {
    /// With what encloses it: `Type::method` in Rust, `Type.method` elsewhere.
    pub name: String,
    /// First and last line on the fragment's side. What stands before it and belongs to it (attributes,
    /// decorators) counts, comments do not.
    pub first: u32,
    /// See `first`.
    pub last: u32,
    /// The first line of the comments directly above it, else `first`.
    pub lead: u32,
    /// The line of its name.
    pub at: u32,
    /// What kind of thing it is.
    pub shape: Shape,
    /// Whether something that the hunk does not show stands around it.
    pub is_inside: bool,
    /// Whether code elsewhere may rely on it, by the rules of its language.
    pub is_public: bool,
    /// Its bytes as nodes count them, with attributes and `export` around it.
    pub span: Range<usize>,
    /// The bytes of its own node, without what stands before it.
    pub node: Range<usize>,
    /// The bytes of its body; `None` when all of it is its head.
    pub body: Option<Range<usize>>,
}

impl Definition {
    /// Whether it holds others (a type, a module), not code.
    pub fn is_container(&self) -> bool {
        self.shape == Shape::Container
    }
}

/// The definitions in order of the text, each before those it encloses.
pub fn outline(parsed: &Parsed) -> Vec<Definition> {
    outline_where(parsed, |_, _| true)
}

/// The same, but functions whose lines `enter` refuses are not looked into.
pub fn outline_where(parsed: &Parsed, enter: impl Fn(u32, u32) -> bool) -> Vec<Definition> {
    let mut found: Vec<Definition> = Vec::new();
    // The definitions around the node that is visited, as indexes of `found`, with the depth of their nodes.
    let mut around: Vec<(usize, usize)> = Vec::new();
    parsed.walk_into(|node, above| {
        while around.last().is_some_and(|(_, depth)| *depth >= above.len()) {
            around.pop();
        }
        let Some((own, shape)) = defined(parsed, node) else { return true };
        let enclosing = around.last().and_then(|(at, _)| found.get(*at));
        let Some(made) = definition(parsed, (node, above), (own, shape), enclosing) else { return true };
        let goes_in = shape != Shape::Code || enter(made.first, made.last);
        around.push((found.len(), above.len()));
        found.push(made);
        goes_in
    });
    found
}

type At<'a, 't> = (Node<'t>, &'a [Node<'t>]);

fn definition(
    parsed: &Parsed,
    (node, above): At<'_, '_>,
    (own, shape): (String, Shape),
    enclosing: Option<&Definition>,
) -> Option<Definition> {
    let rows = parsed.rows(node);
    let (first, last) = (rows.first()?.number, rows.last()?.number);
    let name = node.child_by_field_name("name");
    let at = name.and_then(|n| parsed.rows(n).first()).map_or(first, |row| row.number);
    let join = if parsed.grammar == Grammar::Rust { "::" } else { "." };
    let (start, lead) = before(parsed, (node, above));
    let is_public = is_public(parsed, (node, above), &own, enclosing);
    Some(Definition {
        name: enclosing.map_or(own.clone(), |outer| format!("{}{join}{own}", outer.name)),
        first: start.map_or(first, |(number, _)| number),
        last,
        lead: lead.or(start.map(|(number, _)| number)).unwrap_or(first),
        at,
        shape,
        is_inside: above.iter().skip(1).any(|n| parsed.is_guessed(*n)),
        is_public,
        span: start.map_or(node.start_byte(), |(_, byte)| byte)..node.end_byte(),
        node: node.byte_range(),
        body: body(parsed, node).filter(|_| shape != Shape::Type),
    })
}

fn body(parsed: &Parsed, node: Node<'_>) -> Option<Range<usize>> {
    if let Some(body) = node.child_by_field_name("body") {
        return Some(body.byte_range());
    }
    // `name = (x) => { … }`
    let value = node.child_by_field_name("value").or_else(|| node.child_by_field_name("right"));
    if let Some(body) = value.and_then(|value| value.child_by_field_name("body")) {
        return Some(body.byte_range());
    }
    let mut cursor = node.walk();
    let mut children = node.children(&mut cursor);
    let body = children.find(|child| parsed.grammar.role(*child) == Role::Block || child.kind().ends_with("_body"));
    body.map(|body| body.byte_range())
}

/// Attributes and comments above a definition that are looked for.
const ABOVE: u32 = 60;

/// Where the attributes or decorators of a definition begin (line and byte), and the comments above them.
fn before(parsed: &Parsed, (node, above): At<'_, '_>) -> (Option<(u32, usize)>, Option<u32>) {
    let place = |node: Node<'_>| Some((parsed.rows(node).first()?.number, node.start_byte()));
    let wraps = [
        "decorated_definition",
        "export_statement",
        "template_declaration",
        "lexical_declaration",
        "variable_declaration",
        "expression_statement",
    ];
    let mut top = node;
    let mut start = None;
    for parent in above.iter().rev().take_while(|n| wraps.contains(&n.kind())) {
        (top, start) = (*parent, place(*parent).or(start));
    }
    let mut lead = None;
    let mut edge = start.map(|(number, _)| number).or_else(|| place(node).map(|(number, _)| number)).unwrap_or(0);
    let mut before = top.prev_sibling();
    for _ in 0..ABOVE {
        let Some(sibling) = before else { break };
        let role = parsed.grammar.role(sibling);
        let rows = parsed.rows(sibling);
        let (Some(begin), Some(end)) = (rows.first(), rows.last()) else { break };
        // A comment may hold its line feed.
        let end =
            if parsed.text(sibling).ends_with(b"\n") { end.number.min(edge.saturating_sub(1)) } else { end.number };
        match role {
            Role::Attribute => start = place(sibling).or(start),
            Role::Comment if end + 1 == edge => lead = Some(begin.number),
            _ => break,
        }
        edge = begin.number;
        before = sibling.prev_sibling();
    }
    (start, lead.filter(|lead| start.is_none_or(|(first, _)| *lead < first)))
}

/// Whether code elsewhere may rely on a definition. Where a language has no word for it, by its custom: a leading
/// underscore is private.
fn is_public(parsed: &Parsed, (node, above): At<'_, '_>, own: &str, outer: Option<&Definition>) -> bool {
    let name = node.child_by_field_name("name").map_or(node.end_byte(), |name| name.start_byte());
    let head = parsed.bytes_of(node.start_byte()..name);
    let says = |word: &[u8]| head.split(|b| !b.is_ascii_alphanumeric()).any(|part| part == word);
    let outer_is_public = outer.is_none_or(|outer| outer.is_public);
    let in_function = outer.is_some_and(|outer| outer.shape == Shape::Code);
    match parsed.grammar {
        Grammar::Rust => {
            let in_trait = above.iter().rev().nth(1).is_some_and(|n| n.kind() == "trait_item");
            let is_pub = says(b"pub") && memchr::memmem::find(head, b"pub(").is_none();
            (node.kind() == "impl_item" || is_pub || in_trait && outer_is_public) && !in_function
        }
        Grammar::Python | Grammar::Ruby => !own.starts_with('_') && outer_is_public && !in_function,
        Grammar::JavaScript | Grammar::TypeScript | Grammar::Tsx => {
            let exported = above.iter().rev().take(3).any(|n| n.kind() == "export_statement");
            let member = outer.is_some_and(|o| o.is_public && o.is_container())
                && !(says(b"private") || says(b"protected") || own.starts_with(['#', '_']));
            let assigned = node.kind() == "assignment_expression" && !own.starts_with('_');
            (exported || member || assigned) && !in_function
        }
        Grammar::Go => own.rsplit('.').next().and_then(|n| n.chars().next()).is_some_and(char::is_uppercase),
        Grammar::Java => {
            let in_interface = above.iter().rev().nth(1).is_some_and(|n| n.kind() == "interface_declaration");
            (says(b"public") || in_interface) && outer_is_public
        }
        Grammar::CSharp | Grammar::Swift => {
            (says(b"public") || says(b"open") || node.kind() == "namespace_declaration") && outer_is_public
        }
        Grammar::Kotlin => {
            !(says(b"private") || says(b"internal") || says(b"protected")) && outer_is_public && !in_function
        }
        Grammar::Php => !(says(b"private") || says(b"protected")) && outer_is_public,
        Grammar::C | Grammar::Cpp => !says(b"static") && outer_is_public,
        Grammar::Bash | Grammar::Sql | Grammar::Hcl => false,
    }
}
