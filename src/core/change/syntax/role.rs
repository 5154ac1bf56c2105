//! What a node is to the change map, whatever its grammar: one role for each kind, looked up by number. Not here: what
//! defines a name (`outline`). Called by `digest` and the change map.

use std::sync::OnceLock;

use tree_sitter::Node;

use super::{Grammar, names::is_defining};

/// What kinds of nodes have in common over grammars.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Role {
    /// Nothing that matters here.
    Other,
    /// A comment.
    Comment,
    /// An import or include.
    Import,
    /// A branch: `if`, `unless`, `guard`.
    If,
    /// Leaves a function, loop or block.
    Exit,
    /// Raises an error.
    Throw,
    /// Handles an error.
    Catch,
    /// Runs in any case.
    Finally,
    /// Calls something, macros and commands among it.
    Call,
    /// Gives a value to something.
    Assign,
    /// Waits for something asynchronous.
    Await,
    /// Starts something concurrent.
    Spawn,
    /// Holds a resource for a block.
    Scoped,
    /// Runs at the end of a function.
    Defer,
    /// Hands an error on: `?`.
    Propagate,
    /// A name.
    Name,
    /// A text in quotes.
    Quoted,
    /// An attribute, decorator or annotation.
    Attribute,
    /// A block of statements.
    Block,
}

/// The role of each kind of node, and whether it may define a name.
type Table = Vec<(Role, bool)>;

static TABLES: [OnceLock<Table>; Grammar::COUNT] = [const { OnceLock::new() }; Grammar::COUNT];

impl Grammar {
    /// The role of a node.
    pub fn role(self, node: Node<'_>) -> Role {
        self.kind(node).0
    }

    /// Whether a node may define a name: what `names` looks into.
    pub(super) fn may_define(self, node: Node<'_>) -> bool {
        self.kind(node).1
    }

    fn kind(self, node: Node<'_>) -> (Role, bool) {
        let Some(slot) = TABLES.get(self as usize) else { return (Role::Other, false) };
        let table = slot.get_or_init(|| {
            let language = self.language();
            let kinds = u16::try_from(language.node_kind_count()).unwrap_or(u16::MAX);
            let of = |id: u16| match language.node_kind_for_id(id) {
                Some(kind) if language.node_kind_is_named(id) => (role_of(kind, self), is_defining(self, kind)),
                _ => (Role::Other, false),
            };
            (0..kinds).map(of).collect()
        });
        table.get(usize::from(node.kind_id())).copied().unwrap_or((Role::Other, false))
    }
}

/// By the names of kinds; the same name means the same in all grammars that are built in, but for the few asked first.
fn role_of(kind: &str, grammar: Grammar) -> Role {
    match (grammar, kind) {
        (Grammar::Hcl, "attribute") => return Role::Assign,
        (Grammar::Swift, "guard_statement") => return Role::If,
        (Grammar::Hcl | Grammar::Sql, "block" | "body") => return Role::Other,
        _ => {}
    }
    if kind.ends_with("comment") || kind == "marginalia" {
        return Role::Comment;
    }
    if kind == "try_expression" && grammar != Grammar::Rust {
        return Role::Other;
    }
    KINDS.iter().find(|(_, kinds)| kinds.contains(&kind)).map_or(Role::Other, |(role, _)| *role)
}

/// The kinds of each role, over all grammars.
#[rustfmt::skip]
const KINDS: &[(Role, &[&str])] = &[
    (Role::Comment, &["marginalia"]),
    (Role::Import, &["use_declaration", "extern_crate_declaration", "import_statement",
        "import_from_statement", "future_import_statement", "import_declaration", "import_header", "import",
        "import_list", "using_directive", "preproc_include", "namespace_use_declaration", "using_declaration"]),
    (Role::If, &["if_expression", "if_statement", "if", "unless", "if_modifier", "unless_modifier",
        "elif_clause", "elsif"]),
    (Role::Exit, &["return_expression", "return_statement", "return", "break_expression", "break_statement",
        "continue_expression", "continue_statement", "next", "break", "exit_statement",
        "control_transfer_statement", "jump_expression", "goto_statement"]),
    (Role::Throw, &["throw_statement", "throw_expression", "raise_statement"]),
    (Role::Catch, &["catch_clause", "except_clause", "except_group_clause", "rescue", "catch_block"]),
    (Role::Finally, &["finally_clause", "finally_block", "ensure"]),
    (Role::Call, &["call_expression", "call", "method_invocation", "invocation_expression",
        "function_call_expression", "member_call_expression", "scoped_call_expression",
        "nullsafe_member_call_expression", "command", "function_call", "object_creation_expression",
        "new_expression", "macro_invocation", "constructor_invocation"]),
    (Role::Assign, &["assignment_expression", "assignment", "augmented_assignment",
        "augmented_assignment_expression", "compound_assignment_expr", "update_expression",
        "assignment_statement", "inc_statement", "dec_statement", "operator_assignment"]),
    (Role::Await, &["await_expression", "await"]),
    (Role::Spawn, &["go_statement"]),
    (Role::Scoped, &["with_statement", "try_with_resources_statement", "using_statement"]),
    (Role::Defer, &["defer_statement"]),
    (Role::Propagate, &["try_expression"]),
    (Role::Name, &["identifier", "field_identifier", "property_identifier", "private_property_identifier",
        "shorthand_property_identifier", "shorthand_property_identifier_pattern", "type_identifier",
        "simple_identifier", "package_identifier", "namespace_identifier", "statement_identifier", "constant",
        "instance_variable", "variable_name", "name"]),
    (Role::Quoted, &["string", "string_literal", "raw_string_literal", "interpreted_string_literal",
        "template_string", "encapsed_string", "line_string_literal", "multi_line_string_literal",
        "interpolated_string_expression", "verbatim_string_literal", "string_value", "char_literal",
        "heredoc_body", "raw_string"]),
    (Role::Attribute, &["attribute_item", "inner_attribute_item", "decorator", "annotation",
        "marker_annotation", "attribute_list", "attribute"]),
    (Role::Block, &["block", "statement_block", "compound_statement", "control_structure_body", "statements",
        "then", "function_body", "do_group", "body_statement", "constructor_body", "statement_list",
        "code_block"]),
];
