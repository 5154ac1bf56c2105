//! Which nodes define a name, and which name: one table a grammar. Not here: the outline that is made of them.
//! Called by `outline`.

use tree_sitter::Node;

use super::{Grammar, Parsed};

/// What kind of thing a definition is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Shape {
    /// Runs: a function, method, macro, script function.
    Code,
    /// Is a form: a struct, an alias, a table. All of it is its head.
    Type,
    /// Holds others: a module, a class, an interface with methods.
    Container,
}

use Shape::{Code, Container, Type};

const RUST: &[(&str, Shape)] = &[
    ("function_item", Code),
    ("function_signature_item", Code),
    ("struct_item", Type),
    ("enum_item", Type),
    ("union_item", Type),
    ("trait_item", Container),
    ("mod_item", Container),
    ("type_item", Type),
    ("macro_definition", Code),
];
const PYTHON: &[(&str, Shape)] = &[("function_definition", Code), ("class_definition", Container)];
const SCRIPT: &[(&str, Shape)] = &[
    ("function_declaration", Code),
    ("generator_function_declaration", Code),
    ("method_definition", Code),
    ("class_declaration", Container),
    ("abstract_class_declaration", Container),
    ("interface_declaration", Type),
    ("enum_declaration", Type),
    ("type_alias_declaration", Type),
    ("internal_module", Container),
    ("module", Container),
    ("function_signature", Code),
];
const GO: &[(&str, Shape)] =
    &[("function_declaration", Code), ("method_declaration", Code), ("type_spec", Type), ("type_alias", Type)];
const JAVA: &[(&str, Shape)] = &[
    ("method_declaration", Code),
    ("constructor_declaration", Code),
    ("class_declaration", Container),
    ("interface_declaration", Container),
    ("enum_declaration", Container),
    ("record_declaration", Container),
    ("annotation_type_declaration", Type),
];
const KOTLIN: &[(&str, Shape)] = &[
    ("function_declaration", Code),
    ("class_declaration", Container),
    ("object_declaration", Container),
    ("type_alias", Type),
];
const C: &[(&str, Shape)] = &[
    ("function_definition", Code),
    ("struct_specifier", Type),
    ("union_specifier", Type),
    ("enum_specifier", Type),
    ("class_specifier", Container),
    ("namespace_definition", Container),
    ("preproc_function_def", Code),
];
const CSHARP: &[(&str, Shape)] = &[
    ("method_declaration", Code),
    ("constructor_declaration", Code),
    ("property_declaration", Code),
    ("local_function_statement", Code),
    ("class_declaration", Container),
    ("struct_declaration", Container),
    ("interface_declaration", Container),
    ("record_declaration", Container),
    ("enum_declaration", Type),
    ("namespace_declaration", Container),
];
const RUBY: &[(&str, Shape)] =
    &[("method", Code), ("singleton_method", Code), ("class", Container), ("module", Container)];
const PHP: &[(&str, Shape)] = &[
    ("function_definition", Code),
    ("method_declaration", Code),
    ("class_declaration", Container),
    ("interface_declaration", Container),
    ("trait_declaration", Container),
    ("enum_declaration", Container),
];
const SWIFT: &[(&str, Shape)] = &[
    ("function_declaration", Code),
    ("protocol_function_declaration", Code),
    ("init_declaration", Code),
    ("class_declaration", Container),
    ("protocol_declaration", Container),
    ("typealias_declaration", Type),
];
const BASH: &[(&str, Shape)] = &[("function_definition", Code)];
const SQL: &[(&str, Shape)] = &[
    ("create_table", Type),
    ("alter_table", Type),
    ("drop_table", Type),
    ("create_index", Type),
    ("create_view", Type),
    ("create_materialized_view", Type),
    ("create_function", Type),
    ("create_trigger", Type),
    ("create_type", Type),
];
const HCL: &[(&str, Shape)] = &[("block", Type)];

fn table(grammar: Grammar) -> &'static [(&'static str, Shape)] {
    match grammar {
        Grammar::Rust => RUST,
        Grammar::Python => PYTHON,
        Grammar::JavaScript | Grammar::TypeScript | Grammar::Tsx => SCRIPT,
        Grammar::Go => GO,
        Grammar::Java => JAVA,
        Grammar::Kotlin => KOTLIN,
        Grammar::C | Grammar::Cpp => C,
        Grammar::CSharp => CSHARP,
        Grammar::Ruby => RUBY,
        Grammar::Php => PHP,
        Grammar::Swift => SWIFT,
        Grammar::Bash => BASH,
        Grammar::Sql => SQL,
        Grammar::Hcl => HCL,
    }
}

/// Whether nodes of a kind may define a name.
pub(super) fn is_defining(grammar: Grammar, kind: &str) -> bool {
    let by_value = ["variable_declarator", "public_field_definition", "field_definition", "assignment_expression"];
    table(grammar).iter().any(|(known, _)| *known == kind)
        || (grammar == Grammar::Rust && kind == "impl_item")
        || (grammar.is_script() && by_value.contains(&kind))
}

/// What a node defines, with the name that it gives; `None` for anything else.
pub(super) fn defined(parsed: &Parsed, node: Node<'_>) -> Option<(String, Shape)> {
    let grammar = parsed.grammar;
    let kind = node.kind();
    if !grammar.may_define(node) {
        return None;
    }
    match (grammar, kind) {
        (Grammar::Rust, "impl_item") => return Some((bare(parsed, node.child_by_field_name("type")?)?, Container)),
        (Grammar::Go, "method_declaration") => return Some((go_method(parsed, node)?, Code)),
        (_, "variable_declarator" | "public_field_definition" | "field_definition") if grammar.is_script() => {
            return Some((of_value(parsed, node)?, Code));
        }
        (_, "assignment_expression") if grammar.is_script() => return Some((of_assignment(parsed, node)?, Code)),
        (Grammar::Hcl, "block") => return Some((labels(parsed, node)?, Type)),
        (Grammar::C | Grammar::Cpp, "struct_specifier" | "union_specifier" | "enum_specifier" | "class_specifier") => {
            node.child_by_field_name("body")?;
        }
        (Grammar::Swift, "init_declaration") => return Some(("init".to_owned(), Code)),
        _ => {}
    }
    let (_, shape) = table(grammar).iter().find(|(known, _)| *known == kind)?;
    let shape = match (grammar, *shape) {
        (Grammar::Cpp, Type) if kind == "struct_specifier" => Container,
        (_, shape) => shape,
    };
    Some((name_in(parsed, node)?, shape))
}

fn name_in(parsed: &Parsed, node: Node<'_>) -> Option<String> {
    match parsed.grammar {
        Grammar::C | Grammar::Cpp if node.kind() == "function_definition" => declared(parsed, node),
        Grammar::Sql => {
            let mut cursor = node.walk();
            let mut named = node.children(&mut cursor);
            let name = named.find(|n| n.kind() == "object_reference" || n.kind() == "identifier")?;
            bare(parsed, name)
        }
        _ => bare(parsed, node.child_by_field_name("name")?),
    }
}

/// The name of a function under its pointers and references.
fn declared(parsed: &Parsed, node: Node<'_>) -> Option<String> {
    let mut at = node.child_by_field_name("declarator")?;
    for _ in 0..8 {
        match at.child_by_field_name("declarator") {
            Some(inner) => at = inner,
            None => break,
        }
    }
    let text = String::from_utf8_lossy(parsed.text(at)).into_owned();
    (!text.is_empty() && text.len() <= 120 && !text.contains(['\n', '('])).then_some(text)
}

/// A function or class that a variable or field is given.
fn of_value(parsed: &Parsed, node: Node<'_>) -> Option<String> {
    let value = node.child_by_field_name("value")?;
    let is_code = ["arrow_function", "function_expression", "function", "class"].contains(&value.kind());
    let name = node.child_by_field_name("name").or_else(|| node.child_by_field_name("property"))?;
    bare(parsed, name).filter(|_| is_code)
}

/// A function that a member is given: `res.send = function () {}`, `exports.send = …`, `Route.prototype.send = …`.
fn of_assignment(parsed: &Parsed, node: Node<'_>) -> Option<String> {
    let value = node.child_by_field_name("right")?;
    let left = node.child_by_field_name("left").filter(|left| left.kind() == "member_expression")?;
    let is_code = ["arrow_function", "function_expression", "function", "class"].contains(&value.kind());
    let text = String::from_utf8_lossy(parsed.text(left)).into_owned();
    let text = text.strip_prefix("module.").unwrap_or(&text);
    let name = text.strip_prefix("exports.").unwrap_or(text).replace(".prototype.", ".");
    let plain = name.chars().all(|c| c.is_alphanumeric() || matches!(c, '.' | '_' | '$'));
    (is_code && plain && name != "exports" && name.len() <= 120).then_some(name)
}

/// `resource.aws_instance.web`: the type of a block and its labels.
fn labels(parsed: &Parsed, node: Node<'_>) -> Option<String> {
    let mut cursor = node.walk();
    let parts: Vec<String> = node
        .children(&mut cursor)
        .take_while(|n| matches!(n.kind(), "identifier" | "string_lit"))
        .map(|n| String::from_utf8_lossy(parsed.text(n)).trim_matches('"').to_owned())
        .collect();
    let name = parts.join(".");
    (!name.is_empty() && name.len() <= 120).then_some(name)
}

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
