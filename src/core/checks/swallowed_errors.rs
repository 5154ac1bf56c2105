//! Errors that are caught and dropped. Not here: errors that are logged, wrapped or explained.
//! Called through `CHECKS`.

use std::sync::LazyLock;

use regex::bytes::Regex;

use crate::core::{
    change::syntax::{Grammar, Node},
    model::{BlastRadius, Lens, Severity},
    text::one_line,
};

use super::{
    Check,
    introduced::{Hit, Page, Says, Search, introduced, needles},
    nodes::{call, function, has_comment, is_comment, is_explained, is_rust_test, name_of, named},
    subject::{Found, Subject},
};

pub(super) const CHECK: Check = Check {
    id: "swallowed-errors",
    lens: Lens::Correctness,
    title: "errors caught and dropped",
    about: "What fails without a word is found much later and far away: data is missing, and no log says why.",
    never: &[
        "handlers that log, return, retry or explain in a comment",
        "narrow exceptions that are expected, such as a missing import or key",
        "cleanup that may fail: closing, deleting, killing",
        "tests",
        "sends and writes whose failure says only that nobody listens",
    ],
    run,
};

static NEEDLES: LazyLock<Option<Regex>> =
    LazyLock::new(|| needles(r"except|pass|continue|\.\.\.|catch|\{ *\}|\}|let _ =|\.ok\(\);|Err\(_"));

const SEARCH: Search = Search {
    grammars: &[Grammar::Rust, Grammar::Python, Grammar::JavaScript, Grammar::TypeScript, Grammar::Tsx],
    needles: &NEEDLES,
    everywhere: false,
    look,
};

fn run(subject: &Subject<'_>) -> Vec<Found> {
    introduced(subject, &SEARCH)
}

/// What swallows, what it is called, what it drops, how sure.
struct Swallow<'t> {
    node: Node<'t>,
    shown: String,
    key: String,
    severity: Severity,
    confidence: f64,
}

fn look(page: &Page<'_>, hits: &mut Vec<Hit>) {
    page.parsed.walk(|node, above| {
        let found = match page.parsed.grammar {
            Grammar::Python => python(page, node, above),
            Grammar::Rust if is_rust_test(page, above) || in_drop(page, above) => None,
            Grammar::Rust => rust(page, node),
            _ => script(page, node, above),
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

/// Names of work that may fail without harm.
const CLEANUP: &[&str] = &[
    "close",
    "unlink",
    "unlinksync",
    "remove",
    "rmtree",
    "rmdir",
    "rm",
    "rmsync",
    "kill",
    "terminate",
    "destroy",
    "disconnect",
    "shutdown",
    "cancel",
    "abort",
    "delete",
    "cleanup",
    "teardown",
    "end",
    "stop",
    "quit",
    "dispose",
    "release",
    "join",
    "removeitem",
    "setitem",
    "getitem",
    "focus",
    "blur",
    "scrollintoview",
    "pause",
    "play",
    "unsubscribe",
    "revoke",
    "flush",
    "closesync",
    "disconnect",
    "logout",
    "wait",
    "unref",
    "clear",
    "killpg",
    "chmod",
    "utime",
];

/// Whether all that is tried is cleanup, or a probe that is expected to fail.
fn is_cleanup(page: &Page<'_>, body: Node<'_>, above: &[Node<'_>]) -> bool {
    let name = function(above).map(|f| name_of(page, f).to_ascii_lowercase()).unwrap_or_default();
    let cleaner = [
        "close", "__del__", "__exit__", "cleanup", "teardown", "shutdown", "dispose", "destroy", "stop", "supports",
        "is_", "has", "can", "detect", "unlink", "remove",
    ];
    let statements = named(body);
    let each = |statement: &Node<'_>| {
        let mut at = *statement;
        while let Some(inner) = matches!(
            at.kind(),
            "expression_statement" | "await" | "await_expression" | "parenthesized_expression" | "optional_chain"
        )
        .then(|| at.named_child(0))
        .flatten()
        {
            at = inner;
        }
        call(page, at).is_some_and(|c| CLEANUP.contains(&c.name.to_ascii_lowercase().as_str()))
    };
    cleaner.iter().any(|c| name.contains(c)) || (!statements.is_empty() && statements.iter().all(each))
}

fn python<'t>(page: &Page<'_>, node: Node<'t>, above: &[Node<'t>]) -> Option<Swallow<'t>> {
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
    if !broad || !silent || trailing || is_cleanup(page, tried, above) || imports_only(tried) {
        return None;
    }
    let head = caught.map_or_else(|| "except:".to_owned(), |c| format!("except {c}:"));
    let statement = statements.first().map(|n| page.words(*n)).unwrap_or_default();
    let shown = format!("{head} {statement}");
    let key = format!("{shown} around {}", page.words(tried));
    let confidence = if head == "except:" { 0.85 } else { 0.8 };
    Some(Swallow { node, shown, key, severity: Severity::Major, confidence })
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

fn imports_only(body: Node<'_>) -> bool {
    named(body).iter().all(|n| n.kind().starts_with("import") || n.kind() == "future_import_statement")
}

fn script<'t>(page: &Page<'_>, node: Node<'t>, above: &[Node<'t>]) -> Option<Swallow<'t>> {
    if node.kind() == "catch_clause" {
        let body = node.child_by_field_name("body")?;
        let tried = node.parent().and_then(|t| t.child_by_field_name("body"))?;
        let empty = body.named_child_count() == 0 && !is_explained(page, node);
        let probe = is_cleanup(page, tried, above) || is_probe(page, node.parent()?);
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
    let on = found.on?;
    let cleanup = call(page, on).is_some_and(|c| CLEANUP.contains(&c.name.to_ascii_lowercase().as_str()));
    (!cleanup && !has_comment(body) && !is_explained(page, node)).then(|| {
        let shown = one_line(&format!("{}.catch(() => {{}})", page.words(on)), 60);
        Swallow { node, key: page.words(node), shown, severity: Severity::Major, confidence: 0.7 }
    })
}

/// `try { return JSON.parse(x) } catch {}` with a fallback behind it: the error is the answer.
fn is_probe(page: &Page<'_>, statement: Node<'_>) -> bool {
    let body = statement.child_by_field_name("body").map(|b| page.text(b).to_vec()).unwrap_or_default();
    let returns = memchr::memmem::find(&body, b"return").is_some();
    let requires =
        [&b"require("[..], b"import(", b"require.resolve", b"new Function", b"Symbol", b"defineProperty", b"supports"]
            .iter()
            .any(|w| memchr::memmem::find(&body, w).is_some());
    returns || requires
}

fn in_drop(page: &Page<'_>, above: &[Node<'_>]) -> bool {
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

fn rust<'t>(page: &Page<'_>, node: Node<'t>) -> Option<Swallow<'t>> {
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
