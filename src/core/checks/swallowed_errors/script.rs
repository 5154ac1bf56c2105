//! JavaScript and TypeScript: empty handlers. Called by `mod`.

use crate::core::{
    change::syntax::Node,
    checks::{
        introduced::Page,
        nodes::{call, has_comment, is_explained, named},
    },
    model::Severity,
    text::one_line,
};

use super::{
    Swallow,
    cleanup::{PROBES, is_cleanup, is_cleanup_call},
};

/// An empty `catch`, of a statement or of a promise.
pub(super) fn script<'t>(page: &Page<'_>, node: Node<'t>, above: &[Node<'t>]) -> Option<Swallow<'t>> {
    if node.kind() == "catch_clause" {
        let body = node.child_by_field_name("body")?;
        let tried = node.parent().and_then(|t| t.child_by_field_name("body"))?;
        let empty = body.named_child_count() == 0 && !is_explained(page, node);
        let said = node.child_by_field_name("parameter").map(|p| page.words(p).to_lowercase()).unwrap_or_default();
        let meant = said == "_" || ["ignore", "unused", "expected", "noop"].iter().any(|word| said.contains(word));
        let probe = meant || is_cleanup(page, tried, above) || is_probe(page, node.parent()?) || is_second(above);
        return (empty && !probe).then(|| {
            let key = format!("catch around {}", page.words(tried));
            Swallow { node, shown: "catch {}".to_owned(), key, severity: Severity::Major, confidence: 0.75 }
        });
    }
    // promise.catch(() => {})
    let found = call(page, node).filter(|c| c.name == "catch")?;
    let handler = found.args.first().copied().filter(|a| found.args.len() == 1 && a.kind() == "arrow_function")?;
    let body =
        handler.child_by_field_name("body").filter(|b| b.kind() == "statement_block" && b.named_child_count() == 0)?;
    // A promise that has a name is awaited elsewhere too; here it only must not count as unhandled.
    let on = found.on.filter(|on| on.kind() != "identifier")?;
    let cleanup = call(page, on).is_some_and(|c| is_cleanup_call(page, on, &c.name));
    // What asks, and whose answer is used: nothing there is an answer too.
    let asks = call(page, on).is_some_and(|c| PROBES.contains(&c.name.to_ascii_lowercase().as_str()));
    let probe = asks && above.last().is_some_and(|outer| is_taken(page, *outer, above));
    (!cleanup && !probe && !has_comment(body) && !is_explained(page, node)).then(|| {
        let shown = one_line(&format!("{}.catch(() => {{}})", page.words(on)), 60);
        Swallow { node, key: page.words(node), shown, severity: Severity::Major, confidence: 0.7 }
    })
}

/// Whether another error is being handled, and goes up when this work has failed too: that one must not be covered.
fn is_second(above: &[Node<'_>]) -> bool {
    above.iter().filter(|node| node.kind() == "catch_clause").any(|outer| {
        let body = outer.child_by_field_name("body");
        body.is_some_and(|body| named(body).iter().any(|statement| statement.kind() == "throw_statement"))
    })
}

/// Whether the value of what stands in a node goes somewhere.
fn is_taken(page: &Page<'_>, outer: Node<'_>, above: &[Node<'_>]) -> bool {
    match outer.kind() {
        "await_expression" | "parenthesized_expression" => {
            let next = above.iter().rev().skip_while(|node| node.id() != outer.id()).nth(1);
            next.is_some_and(|next| page.spend() && is_taken(page, *next, above))
        }
        "expression_statement" | "statement_block" | "program" => false,
        _ => true,
    }
}

/// `try { return JSON.parse(x) } catch {}` with a fallback behind it: the error is the answer.
fn is_probe(page: &Page<'_>, statement: Node<'_>) -> bool {
    let body = statement.child_by_field_name("body").map(|b| page.text(b).to_vec()).unwrap_or_default();
    let returns = memchr::memmem::find(&body, b"return").is_some();
    let requires = [
        &b"require("[..],
        b"import(",
        b"require.resolve",
        b"new Function",
        b"Symbol",
        b"defineProperty",
        b"supports",
        b"typeof ",
    ]
    .iter()
    .any(|w| memchr::memmem::find(&body, w).is_some());
    returns || requires
}
