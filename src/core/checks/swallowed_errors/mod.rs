//! Errors that are caught and dropped. Not here: errors that are logged, wrapped or explained.
//! Called through `CHECKS`.

mod cleanup;
mod python;
mod rust;
mod script;

use crate::core::{
    change::syntax::{Grammar, Node},
    model::{BlastRadius, Lens, Severity},
};

use super::{
    Check, Look,
    introduced::{Hit, Page, Says, Search},
    nodes::is_rust_test,
};
use rust::in_drop;

pub(super) const CHECK: Check = Check {
    id: "swallowed-errors",
    lens: Lens::Correctness,
    title: "errors caught and dropped",
    about: "What fails without a word is found much later and far away: data is missing, and no log says why.",
    never: &[
        "handlers that log, return, retry or explain in a comment",
        "narrow exceptions that are expected, such as a missing import or key",
        "cleanup that may fail: closing, deleting, killing",
        "a second failure while the first error goes up",
        "tests",
        "sends and writes whose failure says only that nobody listens",
    ],
    look: Look::Syntax(&SEARCH),
};

static SEARCH: Search = Search {
    grammars: &[Grammar::Rust, Grammar::Python, Grammar::JavaScript, Grammar::TypeScript, Grammar::Tsx],
    needles: r"except|^\s*(?:pass|continue|\.\.\.)|catch|let _ =|\.ok\(\);|if let Err\(",
    also: r"except|catch|Err\(|fs::|commit|sync_|write_all|persist|save",
    everywhere: false,
    not_in: &[],
    look,
};

/// What swallows, what it is called, what it drops, how sure.
pub(super) struct Swallow<'t> {
    pub node: Node<'t>,
    pub shown: String,
    pub key: String,
    pub severity: Severity,
    pub confidence: f64,
}

fn look(page: &Page<'_>, hits: &mut Vec<Hit>) {
    page.parsed.walk(|node, above| {
        let found = match page.parsed.grammar {
            Grammar::Python => python::python(page, node, above),
            Grammar::Rust => rust::rust(page, node).filter(|_| !is_rust_test(page, above) && !in_drop(page, above)),
            _ => script::script(page, node, above),
        };
        if let Some(found) = found {
            hits.extend(page.hit(found.node, found.node, found.key.clone(), says(&found)));
        }
    });
}

fn says(found: &Swallow<'_>) -> Says {
    Says {
        issue_class: "swallowed-error",
        title: format!("Errors are swallowed: `{}`", found.shown),
        summary: format!(
            "`{}` drops every error without a trace: callers go on as if the work had been done, and nothing says why \
             it was not.",
            found.shown
        ),
        fix: "Handle the errors that are expected by name, let the others go up, or at least log them; if dropping \
              them is right, say why in a comment."
            .to_owned(),
        invariant: "errors are handled, passed on or explained",
        severity: found.severity,
        confidence: found.confidence,
        blast_radius: BlastRadius::Module,
    }
}
