//! Calls that block the thread inside async code. Not here: locks (`lock_across_await`). Called through `CHECKS`.

use crate::core::{
    change::syntax::{Grammar, Node},
    model::{BlastRadius, Lens, Severity},
};

use super::{
    Check, Look,
    introduced::{Hit, Page, Says, Search},
    nodes::{call, function, is_async, is_rust_test},
};

pub(super) const CHECK: Check = Check {
    id: "blocking-in-async",
    lens: Lens::ConcurrencyLifecycle,
    title: "blocking calls in async code",
    about: "An async task shares its thread with others: while it blocks, none of them goes on, and timeouts of \
            unrelated work begin to fire.",
    never: &[
        "the same call in ordinary functions, closures and threads started from async code",
        "calls handed to a pool for blocking work",
        "async calls of the same name",
        "tests and examples",
    ],
    look: Look::Syntax(&SEARCH),
};

static SEARCH: Search = Search {
    grammars: &[Grammar::Rust, Grammar::Python],
    needles: r"sleep\(|requests\.|urlopen\(|subprocess\.|os\.system\(|input\(|std::fs::|reqwest::blocking|block_on\(|blocking_recv\(|blocking_send\(|blocking_lock\(",
    also: "async",
    everywhere: false,
    not_in: &[],
    look,
};

/// What blocks: the call as people know it, what to use instead, how sure, how bad.
struct Blocks {
    instead: &'static str,
    confidence: f64,
    severity: Severity,
}

fn look(page: &Page<'_>, hits: &mut Vec<Hit>) {
    page.parsed.walk(|node, above| {
        let Some(call) = call(page, node) else { return };
        let found = match page.parsed.grammar {
            Grammar::Python => python(&call.path),
            _ => rust(&call.path, &call.name, call.on.is_some()),
        };
        let Some(found) = found else { return };
        let Some(around) = function(above).filter(|f| is_async(page, *f) && !page.parsed.is_guessed(*f)) else {
            return;
        };
        let awaited = above.last().is_some_and(|n| matches!(n.kind(), "await" | "await_expression"));
        let pooled = above.iter().any(|n| is_pool(page, *n));
        if awaited || pooled || is_rust_test(page, above) && page.parsed.grammar == Grammar::Rust {
            return;
        }
        let shown = if call.path.is_empty() { format!(".{}()", call.name) } else { format!("{}()", call.path) };
        hits.extend(page.hit(node, node, shown.clone(), says(page, &shown, &found, around)));
    });
}

fn says(page: &Page<'_>, call: &str, found: &Blocks, around: Node<'_>) -> Says {
    let name = super::nodes::name_of(page, around);
    let place = if name.is_empty() { "an async block".to_owned() } else { format!("the async function `{name}`") };
    Says {
        issue_class: "blocking-in-async",
        title: format!("`{call}` blocks inside async code"),
        summary: format!(
            "`{call}` blocks the thread inside {place}: no other task of that thread goes on until it returns."
        ),
        fix: found.instead.to_owned(),
        invariant: "async code does not block its thread",
        severity: found.severity,
        confidence: found.confidence,
        blast_radius: BlastRadius::Service,
    }
}

const TO_THREAD: &str = "Use an async client, or hand the call to a thread (`asyncio.to_thread`).";
const SPAWN: &str = "Use the runtime's own call, or hand this to its threads for blocking work (`spawn_blocking`).";

fn python(path: &str) -> Option<Blocks> {
    let blocks = |instead, confidence, severity| Some(Blocks { instead, confidence, severity });
    match path {
        "time.sleep" => blocks("Use `await asyncio.sleep(…)`.", 0.95, Severity::Major),
        "requests.get"
        | "requests.post"
        | "requests.put"
        | "requests.patch"
        | "requests.delete"
        | "requests.head"
        | "requests.request"
        | "urllib.request.urlopen" => blocks(TO_THREAD, 0.92, Severity::Major),
        "subprocess.run" | "subprocess.call" | "subprocess.check_call" | "subprocess.check_output" | "os.system" => {
            blocks("Use `asyncio.create_subprocess_exec`, or hand the call to a thread.", 0.88, Severity::Major)
        }
        "input" => blocks(TO_THREAD, 0.7, Severity::Minor),
        _ => None,
    }
}

/// Calls of `std::fs` that wait for the disk; constructors do not.
const FILES: &[&str] = &[
    "read",
    "read_to_string",
    "write",
    "copy",
    "rename",
    "remove_file",
    "remove_dir_all",
    "create_dir",
    "create_dir_all",
    "metadata",
    "read_dir",
    "canonicalize",
    "File::open",
    "File::create",
];

fn rust(path: &str, name: &str, is_method: bool) -> Option<Blocks> {
    let blocks = |confidence, severity| Some(Blocks { instead: SPAWN, confidence, severity });
    match path {
        "std::thread::sleep" | "thread::sleep" => blocks(0.95, Severity::Major),
        _ if path.starts_with("reqwest::blocking::") => blocks(0.92, Severity::Major),
        _ if path.strip_prefix("std::fs::").is_some_and(|name| FILES.contains(&name)) => blocks(0.8, Severity::Minor),
        _ if path.ends_with("executor::block_on") => blocks(0.85, Severity::Major),
        _ if is_method && ["blocking_recv", "blocking_send", "blocking_lock"].contains(&name) => {
            blocks(0.9, Severity::Major)
        }
        _ => None,
    }
}

/// Whether a call runs what it is given on a thread for blocking work.
fn is_pool(page: &Page<'_>, node: Node<'_>) -> bool {
    let pools = ["spawn_blocking", "block_in_place", "to_thread", "run_in_executor", "run_sync", "unblock", "asyncify"];
    call(page, node).is_some_and(|c| pools.contains(&c.name.as_str()))
}
