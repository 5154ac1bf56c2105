//! A blocking lock held while async code waits. Not here: async locks, whose guards may be held.
//! Called through `CHECKS`.

use crate::core::{
    change::syntax::{Grammar, Node},
    model::{BlastRadius, Lens, Severity},
};

use super::{
    Check, Look,
    introduced::{Hit, Page, Says, Search},
    nodes::{call, each, function, is_async, is_function, is_rust_test, named, parts},
};

pub(super) const CHECK: Check = Check {
    id: "lock-across-await",
    lens: Lens::ConcurrencyLifecycle,
    title: "blocking lock held across await",
    about: "While the task waits, every other that wants the lock blocks its whole thread; when the one that would \
            wake the first runs on that thread, nothing goes on any more.",
    never: &[
        "async locks",
        "guards that are dropped, or whose block ends, before the wait",
        "values copied out of the guard in the same statement",
        "waits inside a closure or an inner async block",
    ],
    look: Look::Syntax(&SEARCH),
};

static SEARCH: Search = Search {
    grammars: &[Grammar::Rust, Grammar::Python],
    needles: r"\.(lock|read|write)\(\)|\.await|await |with .*(?:lock|mutex)",
    also: "await",
    everywhere: false,
    not_in: &[],
    look,
};

fn look(page: &Page<'_>, hits: &mut Vec<Hit>) {
    page.parsed.walk(|node, above| {
        let held = match (page.parsed.grammar, node.kind()) {
            (Grammar::Rust, "let_declaration") => bound(page, node, above),
            (Grammar::Rust, "match_expression") => scrutinee(page, node, "value", "body"),
            (Grammar::Rust, "if_expression" | "while_expression") => condition(page, node),
            (Grammar::Rust, "for_expression") => scrutinee(page, node, "value", "body"),
            (Grammar::Python, "with_statement") => with(page, node, above),
            _ => None,
        };
        let test = |_: &_| page.parsed.grammar == Grammar::Rust && is_rust_test(page, above);
        if let Some((lock, wait)) = held.filter(|held| !test(held)) {
            hits.extend(report(page, lock, wait));
        }
    });
}

fn report(page: &Page<'_>, lock: Node<'_>, wait: Node<'_>) -> Option<Hit> {
    let text = page.words(lock);
    let line = page.parsed.rows(wait).first()?.number;
    let says = Says {
        issue_class: "lock-across-await",
        title: "Lock held across an await".to_owned(),
        summary: format!(
            "The lock taken by `{}` is still held at the await on line {line}. Other tasks that want it block their \
             thread until this one is woken, which can stop the whole runtime.",
            crate::core::text::one_line(&text, 80)
        ),
        fix: "Take what is needed out of the lock and release it before the await, in a block of its own or with an \
              explicit drop; or use an async lock when it must be held."
            .to_owned(),
        invariant: "no blocking lock is held across an await",
        severity: Severity::Major,
        confidence: 0.85,
        blast_radius: BlastRadius::Service,
    };
    let (start, end) = (page.span(lock)?.start, page.span(wait)?.end);
    // Either the lock or the wait may be what the change adds.
    let hit = page.hit(lock, lock, format!("{text} held at {}", page.words(wait)), says)?;
    Some(hit.showing(start..end, vec![page.span(lock)?, page.span(wait)?]))
}

/// `let guard = x.lock().unwrap();` with a wait behind it in the same block.
fn bound<'t>(page: &Page<'_>, node: Node<'t>, above: &[Node<'t>]) -> Option<(Node<'t>, Node<'t>)> {
    let pattern = node.child_by_field_name("pattern")?;
    let name = page.words(pattern).trim_start_matches("mut ").to_owned();
    let plain = matches!(pattern.kind(), "identifier" | "mut_pattern") && name != "_";
    let value = node.child_by_field_name("value").filter(|v| plain && is_guard(page, *v))?;
    let block = above.last()?;
    let mut cursor = block.walk();
    for statement in
        block.named_children(&mut cursor).take_while(|_| page.spend()).skip_while(|n| n.start_byte() < node.end_byte())
    {
        if drops(page, statement, &name) {
            return None;
        }
        if let Some(wait) = wait_in(page, statement, &name) {
            return Some((value, wait));
        }
    }
    None
}

/// `match x.lock().unwrap().pop() { … await … }`: what is asked for keeps the guard alive.
fn scrutinee<'t>(page: &Page<'_>, node: Node<'t>, value: &str, body: &str) -> Option<(Node<'t>, Node<'t>)> {
    let value = node.child_by_field_name(value)?;
    let lock = guard_in(page, value)?;
    Some((lock, wait_in(page, node.child_by_field_name(body)?, "")?))
}

fn condition<'t>(page: &Page<'_>, node: Node<'t>) -> Option<(Node<'t>, Node<'t>)> {
    let condition = node.child_by_field_name("condition").filter(|c| c.kind() == "let_condition")?;
    let lock = guard_in(page, condition.child_by_field_name("value")?)?;
    let body = node.child_by_field_name("consequence").or_else(|| node.child_by_field_name("body"))?;
    Some((lock, wait_in(page, body, "")?))
}

/// Whether an expression is a guard: a lock that is taken, unwrapped, and nothing more.
fn is_guard(page: &Page<'_>, node: Node<'_>) -> bool {
    match node.kind() {
        "try_expression" => named(node).first().is_some_and(|inner| takes(page, *inner)),
        "call_expression" => call(page, node).is_some_and(|c| {
            let unwraps = ["unwrap", "expect", "unwrap_or_else"].contains(&c.name.as_str());
            let recovers =
                c.name != "unwrap_or_else" || c.args.first().is_some_and(|a| page.words(*a).contains("into_inner"));
            unwraps && recovers && c.on.is_some_and(|on| takes(page, on))
        }),
        _ => false,
    }
}

/// `x.lock()`, `x.read()`, `x.write()` without arguments.
fn takes(page: &Page<'_>, node: Node<'_>) -> bool {
    call(page, node).is_some_and(|c| {
        c.on.is_some()
            && c.args.is_empty()
            && ["lock", "read", "write", "lock_unpoisoned"].contains(&c.name.as_str())
            && !is_standard_stream(page, c.on)
    })
}

fn is_standard_stream(page: &Page<'_>, on: Option<Node<'_>>) -> bool {
    on.is_some_and(|on| ["stdout()", "stderr()", "stdin()"].iter().any(|s| page.words(on).ends_with(s)))
}

/// The guard at the root of a chain of methods and fields, when the chain's value may borrow from it.
fn guard_in<'t>(page: &Page<'_>, node: Node<'t>) -> Option<Node<'t>> {
    let mut at = node;
    loop {
        if is_guard(page, at) {
            return Some(at);
        }
        at = match at.kind() {
            "call_expression" => call(page, at)?.on?,
            "field_expression" => at.child_by_field_name("value")?,
            "reference_expression" => at.child_by_field_name("value")?,
            _ => return None,
        };
    }
}

/// Whether a statement gives the guard away: `drop(guard)`, or any use of the bare name as a value.
fn drops(page: &Page<'_>, statement: Node<'_>, name: &str) -> bool {
    let mut found = false;
    each(page, statement, &mut |node| {
        if let Some(c) = call(page, node) {
            found |= c.args.iter().any(|a| page.words(*a) == name);
        }
        true
    });
    found
}

/// The first wait of a statement that runs while the guard lives.
fn wait_in<'t>(page: &Page<'_>, statement: Node<'t>, guard: &str) -> Option<Node<'t>> {
    let mut found = None;
    let mut dropped = false;
    each(page, statement, &mut |node| {
        if is_function(node) || found.is_some() || dropped {
            return false;
        }
        dropped |= !guard.is_empty()
            && call(page, node)
                .is_some_and(|c| c.name == "drop" && c.args.first().is_some_and(|a| page.words(*a) == guard));
        if matches!(node.kind(), "await_expression" | "await") && node.is_named() && !node.has_error() {
            found = Some(node);
        }
        true
    });
    found
}

/// Python: a plain `with lock:` in an async function.
fn with<'t>(page: &Page<'_>, node: Node<'t>, above: &[Node<'t>]) -> Option<(Node<'t>, Node<'t>)> {
    let inside = function(above).is_some_and(|f| is_async(page, f));
    let is_plain = node.child(0).is_some_and(|n| n.kind() == "with");
    if !inside || !is_plain {
        return None;
    }
    let clause = node.named_child(0).filter(|n| n.kind() == "with_clause")?;
    let lock = named(clause).into_iter().filter_map(|item| item.child_by_field_name("value")).find(|value| {
        let text = page.words(*value);
        let name = text.rsplit('.').next().unwrap_or("").to_owned();
        let last = parts(&name).pop().unwrap_or_default();
        matches!(value.kind(), "identifier" | "attribute")
            && ["lock", "mutex", "rlock", "semaphore", "condition"].contains(&last.as_str())
    })?;
    Some((lock, wait_in(page, node.child_by_field_name("body")?, "")?))
}
