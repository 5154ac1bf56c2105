//! Rust: results of what keeps data, dropped. Called by `mod`.

use crate::core::{
    change::syntax::Node,
    checks::{
        introduced::Page,
        nodes::{call, is_explained, name_of},
    },
    model::Severity,
    text::one_line,
};

use super::Swallow;

/// Whether code runs at the end of things, where nobody can act on a failure.
pub(super) fn in_drop(page: &Page<'_>, above: &[Node<'_>]) -> bool {
    above.iter().any(|n| {
        let drops = n.kind() == "impl_item" && n.child_by_field_name("trait").is_some_and(|t| page.text(t) == b"Drop");
        let name = if n.kind() == "function_item" { name_of(page, *n) } else { String::new() };
        drops || ["drop", "close", "shutdown", "cleanup", "teardown", "abort", "main"].contains(&name.as_str())
    })
}

/// Calls whose failure loses what was to be kept.
const KEEPS: &[&str] = &[
    "fs::write",
    "fs::rename",
    "fs::copy",
    "fs::create_dir_all",
    "fs::set_permissions",
    "tokio::fs::write",
    "tokio::fs::rename",
];
const KEEPS_METHODS: &[&str] = &["commit", "sync_all", "sync_data", "write_all", "persist", "save"];

/// A dropped result, or an empty branch for an error.
pub(super) fn rust<'t>(page: &Page<'_>, node: Node<'t>) -> Option<Swallow<'t>> {
    let value = match node.kind() {
        "let_declaration" => {
            let pattern = node.child_by_field_name("pattern")?;
            node.child_by_field_name("value").filter(|_| page.text(pattern) == b"_")?
        }
        "expression_statement" => {
            let ok = call(page, node.named_child(0)?).filter(|c| c.name == "ok" && c.args.is_empty())?;
            ok.on?
        }
        "if_expression" => return empty_branch(page, node),
        _ => return None,
    };
    let inner = if value.kind() == "await_expression" { value.named_child(0)? } else { value };
    let found = call(page, inner)?;
    let keeps = KEEPS.iter().any(|k| found.path == *k || found.path.ends_with(&format!("::{k}")))
        || (found.on.is_some() && KEEPS_METHODS.contains(&found.name.as_str()) && !speaks(page, found.on));
    if !keeps || is_explained(page, node) {
        return None;
    }
    let shown = one_line(&page.words(node), 80);
    Some(Swallow { node, key: shown.clone(), shown, severity: Severity::Major, confidence: 0.75 })
}

/// Writers to people, where a failure has nobody to tell.
fn speaks(page: &Page<'_>, on: Option<Node<'_>>) -> bool {
    on.is_some_and(|on| {
        let text = page.words(on).to_ascii_lowercase();
        ["stdout", "stderr", "socket", "stream", "conn", "sock", "pipe", "out", "err", "writer", "self.inner"]
            .iter()
            .any(|w| text.contains(w))
    })
}

/// `if let Err(_) = x {}`.
fn empty_branch<'t>(page: &Page<'_>, node: Node<'t>) -> Option<Swallow<'t>> {
    let condition = node.child_by_field_name("condition").filter(|c| c.kind() == "let_condition")?;
    let pattern = condition.child_by_field_name("pattern")?;
    let body = node.child_by_field_name("consequence")?;
    let empty = body.named_child_count() == 0 && node.child_by_field_name("alternative").is_none();
    if !empty || !page.text(pattern).starts_with(b"Err(") || is_explained(page, node) {
        return None;
    }
    let shown = one_line(&page.words(node), 80);
    Some(Swallow { node, key: shown.clone(), shown, severity: Severity::Major, confidence: 0.85 })
}
