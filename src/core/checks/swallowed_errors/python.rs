//! Python: broad handlers that do nothing. Called by `mod`.

use crate::core::{
    change::syntax::Node,
    checks::{
        introduced::Page,
        nodes::{has_comment, is_comment, is_explained, named},
    },
    model::Severity,
};

use super::{Swallow, cleanup::is_cleanup};

/// A broad `except` whose body does nothing.
pub(super) fn python<'t>(page: &Page<'_>, node: Node<'t>, above: &[Node<'t>]) -> Option<Swallow<'t>> {
    if node.kind() != "except_clause" || is_explained(page, node) || has_comment(node) {
        return None;
    }
    let parts = named(node);
    let body = parts.last().copied().filter(|b| b.kind() == "block")?;
    let caught = parts.first().filter(|n| n.kind() != "block").map(|n| page.words(*n));
    let broad = match caught.as_deref() {
        None => true,
        Some(name) => {
            let name = name.split(" as ").next().unwrap_or(name).trim();
            ["Exception", "BaseException"].contains(&name)
        }
    };
    let statements = named(body);
    let nothing = |n: &Node<'_>| {
        n.kind() == "pass_statement" || n.kind() == "continue_statement" || page.text(*n).trim_ascii() == b"..."
    };
    let silent = statements.len() == 1 && statements.iter().all(nothing) && !has_comment(body);
    let tried = node.parent().and_then(|t| t.child_by_field_name("body"))?;
    let trailing = node.parent().is_some_and(|t| comment_behind(page, t, node));
    if !broad || !silent || trailing || is_cleanup(page, tried, above) || imports_only(tried) || is_answer(page, node) {
        return None;
    }
    let head = caught.map_or_else(|| "except:".to_owned(), |c| format!("except {c}:"));
    let statement = statements.first().map(|n| page.words(*n)).unwrap_or_default();
    let shown = format!("{head} {statement}");
    let key = format!("{shown} around {}", page.words(tried));
    // A value is tried for and something else taken when there is none: often meant, though too broad.
    let tries = memchr::memmem::find(page.text(tried), b"return ").is_some();
    let (severity, confidence) = if tries { (Severity::Minor, 0.7) } else { (Severity::Major, 0.85) };
    Some(Swallow { node, shown, key, severity, confidence })
}

/// Whether a comment follows a handler before the next clause: Python's grammar puts it outside.
fn comment_behind(page: &Page<'_>, statement: Node<'_>, handler: Node<'_>) -> bool {
    let end = handler.end_byte();
    let mut cursor = statement.walk();
    let inside = statement.children(&mut cursor).any(|n| is_comment(n) && n.start_byte() <= end + 2);
    let next =
        statement.next_sibling().is_some_and(|n| is_comment(n) && n.start_position().row == handler.end_position().row);
    let last = page.parsed.rows(handler).last().map(|row| page.parsed.fragment.line(row));
    inside || next || last.is_some_and(|line| memchr::memchr(b'#', line).is_some())
}

/// Whether a function that gives a value ends with this statement: then nothing is its answer when it fails, and whoever
/// called it sees that.
fn is_answer(page: &Page<'_>, handler: Node<'_>) -> bool {
    let Some(statement) = handler.parent() else { return false };
    let returns = memchr::memmem::find(page.text(statement), b"return ").is_some();
    let block = statement.parent().filter(|block| block.kind() == "block");
    let of_function = block.and_then(|block| block.parent()).is_some_and(|outer| outer.kind() == "function_definition");
    returns && of_function && statement.next_named_sibling().is_none()
}

fn imports_only(body: Node<'_>) -> bool {
    named(body).iter().all(|n| n.kind().starts_with("import") || n.kind() == "future_import_statement")
}
