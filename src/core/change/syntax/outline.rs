//! The definitions that a parsed fragment shows: functions, methods, types, with the names around them.
//! Not here: definitions of one line by pattern (`symbol`). Called by `units` and core::checks.

use tree_sitter::Node;

use super::{Grammar, Parsed};

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
    /// The line of its name.
    pub at: u32,
    /// Whether it holds others (a type, a module), not code.
    pub is_container: bool,
    /// Whether something that the hunk does not show stands around it.
    pub is_inside: bool,
}

/// The definitions in order of the text, each before those it encloses.
pub fn outline(parsed: &Parsed) -> Vec<Definition> {
    let mut found = Vec::new();
    parsed.walk(|node, above| {
        if let Some(own) = name_of(parsed, node) {
            found.extend(definition(parsed, node, above, own));
        }
    });
    found
}

fn definition(parsed: &Parsed, node: Node<'_>, above: &[Node<'_>], own: String) -> Option<Definition> {
    let rows = parsed.rows(node);
    let (first, last) = (rows.first()?, rows.last()?);
    let at = node.child_by_field_name("name").and_then(|n| parsed.rows(n).first()).unwrap_or(first);
    let around = above.iter().filter(|n| !parsed.is_guessed(**n)).filter_map(|n| name_of(parsed, *n));
    let names: Vec<String> = around.chain([own]).collect();
    let join = if parsed.grammar == Grammar::Rust { "::" } else { "." };
    Some(Definition {
        name: names.join(join),
        first: with_attributes(parsed, node, above).unwrap_or(first.number),
        last: last.number,
        at: at.number,
        is_container: is_container(node.kind()),
        is_inside: above.iter().skip(1).any(|n| parsed.is_guessed(*n)),
    })
}

/// Attributes above a definition that are looked for.
const ATTRIBUTES: u32 = 20;

/// The line where the attributes or decorators of a definition begin.
fn with_attributes(parsed: &Parsed, node: Node<'_>, above: &[Node<'_>]) -> Option<u32> {
    if let Some(parent) = above.last().filter(|n| matches!(n.kind(), "decorated_definition" | "export_statement")) {
        return parsed.rows(*parent).first().map(|row| row.number);
    }
    let mut first = None;
    let mut before = node.prev_sibling();
    for _ in 0..ATTRIBUTES {
        let Some(sibling) = before.filter(|n| n.kind() == "attribute_item") else { break };
        first = parsed.rows(sibling).first().map(|row| row.number).or(first);
        before = sibling.prev_sibling();
    }
    first
}

fn is_container(kind: &str) -> bool {
    matches!(
        kind,
        "impl_item"
            | "trait_item"
            | "mod_item"
            | "class_definition"
            | "class_declaration"
            | "abstract_class_declaration"
            | "class"
            | "internal_module"
            | "module"
    )
}

/// The name that a node gives to what it holds; `None` for anything else.
fn name_of(parsed: &Parsed, node: Node<'_>) -> Option<String> {
    let kinds = match parsed.grammar {
        Grammar::Rust => RUST,
        Grammar::Python => PYTHON,
        Grammar::JavaScript | Grammar::TypeScript | Grammar::Tsx => SCRIPT,
        Grammar::Go => GO,
    };
    match node.kind() {
        "impl_item" => bare(parsed, node.child_by_field_name("type")?),
        "method_declaration" if parsed.grammar == Grammar::Go => go_method(parsed, node),
        "variable_declarator" | "public_field_definition" | "field_definition" => {
            let value = node.child_by_field_name("value")?;
            let is_code = ["arrow_function", "function_expression", "function", "class"].contains(&value.kind());
            let name = node.child_by_field_name("name").or_else(|| node.child_by_field_name("property"))?;
            bare(parsed, name).filter(|_| is_code && parsed.grammar.is_script())
        }
        kind if kinds.contains(&kind) => bare(parsed, node.child_by_field_name("name")?),
        _ => None,
    }
}

const RUST: &[&str] = &[
    "function_item",
    "function_signature_item",
    "struct_item",
    "enum_item",
    "union_item",
    "trait_item",
    "mod_item",
    "type_item",
    "macro_definition",
];
const PYTHON: &[&str] = &["function_definition", "class_definition"];
const SCRIPT: &[&str] = &[
    "function_declaration",
    "generator_function_declaration",
    "method_definition",
    "class_declaration",
    "abstract_class_declaration",
    "interface_declaration",
    "enum_declaration",
    "type_alias_declaration",
    "internal_module",
    "module",
    "function_signature",
];
const GO: &[&str] = &["function_declaration", "type_spec", "type_alias"];

/// A name without the arguments of a generic type and without its path.
fn bare(parsed: &Parsed, node: Node<'_>) -> Option<String> {
    let node = match node.kind() {
        "generic_type" => node.child_by_field_name("type")?,
        "reference_type" => node.child_by_field_name("type")?,
        _ => node,
    };
    let text = String::from_utf8_lossy(parsed.text(node)).into_owned();
    let text = text.rsplit("::").next().unwrap_or(&text).trim();
    let known = !text.is_empty() && text.len() <= 120 && !text.contains('\n');
    known.then(|| text.to_owned())
}

/// `Type.Method`, from the receiver.
fn go_method(parsed: &Parsed, node: Node<'_>) -> Option<String> {
    let name = bare(parsed, node.child_by_field_name("name")?)?;
    let receiver = String::from_utf8_lossy(parsed.text(node.child_by_field_name("receiver")?)).into_owned();
    let inside = receiver.trim_matches(['(', ')']).split('[').next().unwrap_or("");
    let owner = inside.rsplit([' ', '*']).find(|part| !part.is_empty());
    Some(owner.map_or_else(|| name.clone(), |owner| format!("{owner}.{name}")))
}
