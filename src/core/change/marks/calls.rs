//! Calls that a reviewer asks about, by the words of their names. Not here: branches (`guards`). Called by `mod`.

use super::{
    super::{
        parts::{fits, has_word, squeezed, words},
        syntax::{Grammar, Node, Parsed, Role},
    },
    Marks, VALIDATION, What, callee,
    guards::{Guard, Nature},
    is_auth, last_name,
};

const LOGS: &[&str] = &[
    "log", "logger", "logging", "console", "println", "eprintln", "print", "printf", "info", "warn", "warning",
    "debug", "error", "trace", "tracing", "slog", "syslog", "fatal", "nslog", "logf", "errorf", "infof", "debugf",
    "audit",
];
const SENSITIVE: &[&str] = &[
    "password*",
    "passwd",
    "passphrase",
    "secret*",
    "token*",
    "apikey",
    "credential*",
    "email*",
    "ssn",
    "iban",
    "phone*",
    "birthday",
    "birthdate",
    "dob",
    "card",
    "cvv",
    "cookie*",
    "authorization",
    "session*",
    "address",
    "pii",
    "jwt",
    "otp",
    "pin",
];
const MASKS: &[&str] = &["redact*", "mask*", "scrub*", "anonymi*", "obfuscat*", "censor*", "pseudonym*"];
const RELEASES: &[&str] = &[
    "close",
    "dispose",
    "release",
    "free",
    "unlock",
    "shutdown",
    "disconnect",
    "destroy",
    "kfree",
    "munmap",
    "unsubscribe",
    "closesync",
    "fclose",
    "pclose",
    "closedir",
    "closesocket",
    "vfree",
    "aclose",
    "closequietly",
    "unref",
    "drop",
    "rollback",
    "forget",
    "leak",
    "deallocate",
    "detach",
];
const ACQUIRES: &[&str] = &[
    "open",
    "fopen",
    "popen",
    "opendir",
    "connect",
    "acquire",
    "lock",
    "malloc",
    "calloc",
    "kmalloc",
    "mmap",
    "subscribe",
    "openfile",
    "checkout",
    "opensync",
    "createreadstream",
    "createwritestream",
    "addeventlistener",
    "listen",
    "bind",
];
const SPAWNS: &[&str] = &[
    "spawn",
    "spawn_blocking",
    "submit",
    "create_task",
    "ensure_future",
    "gather",
    "run_in_executor",
    "settimeout",
    "setinterval",
    "setimmediate",
    "queuemicrotask",
    "supplyasync",
    "runasync",
    "thread",
    "pthread_create",
    "launch",
    "dispatch_async",
    "join_all",
    "perform_later",
    "perform_async",
    "nexttick",
    "start_soon",
];
const DEMANDS: &[&str] = &[
    "require*",
    "ensure*",
    "assert*",
    "check*",
    "verify*",
    "enforce*",
    "authorize*",
    "authorise*",
    "authenticate*",
    "guard*",
    "validate*",
    "must*",
    "sanitize*",
    "sanitise*",
    "restrict*",
    "permit*",
    "deny*",
    "precondition*",
];
const ROUTES: &[&str] = &["get", "post", "put", "patch", "delete", "route", "head", "options", "all", "path", "url"];
const ROUTERS: &[&str] = &["app", "router", "route", "routes", "api", "server", "blueprint", "bp", "mux", "fastify"];

/// A call.
pub(super) fn call(marks: &mut Marks<'_>, node: Node<'_>, above: &[Node<'_>]) {
    let parsed = marks.parsed;
    let path = callee(parsed, node);
    let name = last_name(path).to_ascii_lowercase();
    let name = String::from_utf8_lossy(&name).trim_end_matches(['!', '?']).to_owned();
    if name.is_empty() {
        return;
    }
    let text = parsed.text(node);
    let text = text.get(..4_000).unwrap_or(text);
    let is = |list: &[&str]| list.contains(&name.as_str());
    if is(&["unwrap", "expect", "unwrap_unchecked"]) && parsed.grammar == Grammar::Rust {
        marks.add(What::Panics, node, squeezed(text));
    }
    if parsed.grammar == Grammar::Rust && is(&["assert", "assert_eq", "assert_ne"]) {
        marks.add(What::Raises, node, "panic".to_owned());
    }
    if is(&["raise"]) && parsed.grammar == Grammar::Ruby {
        marks.add(What::Raises, node, super::kind_of_error(parsed, node));
    }
    if is(&["panic", "bail", "todo", "abort"]) || (name == "catch" && parsed.grammar.is_script()) {
        let what = if name == "catch" { What::Handles } else { What::Raises };
        marks.add(what, node, if name == "catch" { squeezed(text) } else { name.clone() });
    }
    let spawns = is(SPAWNS)
        || (parsed.grammar == Grammar::JavaScript || parsed.grammar.is_script())
            && squeezed(path).starts_with("Promise.")
            && is(&["all", "race", "any", "allsettled"]);
    if spawns {
        marks.add(What::Spawns, node, squeezed(path));
    }
    resource(marks, node, (path, &name));
    if is_log(path) {
        log(marks, node, text);
    }
    if expires(path, text) {
        marks.add(What::Expires, node, squeezed(text));
    }
    if is_statement(parsed, node, above) {
        demand(marks, node, (path, &name), text);
    }
    if parsed.grammar.is_script() || parsed.grammar == Grammar::Python {
        route(marks, node, (path, &name), text);
    }
}

fn resource(marks: &mut Marks<'_>, node: Node<'_>, (path, name): (&[u8], &str)) {
    // Opening and closing brackets, drawers and dialogs is no matter of resources.
    let is_screen =
        has_word(path, &["modal", "dialog", "menu", "drawer", "popup", "sidebar", "tag", "paren", "window"]);
    if is_screen {
        return;
    }
    // A drop of columns or of items is not the end of a life.
    let drops = name != "drop" || (marks.parsed.grammar == Grammar::Rust && !path.contains(&b'.'));
    if RELEASES.contains(&name) && drops {
        marks.add(What::Releases, node, squeezed(path));
    } else if ACQUIRES.contains(&name) {
        marks.add(What::Acquires, node, squeezed(path));
    }
}

/// Whether a callee writes to a log.
fn is_log(path: &[u8]) -> bool {
    let mut last = None;
    let mut first = None;
    for word in words(path) {
        first.get_or_insert_with(|| word.clone());
        last = Some(word);
    }
    let is = |word: &Option<String>| word.as_deref().is_some_and(|word| LOGS.contains(&word));
    is(&last) || (is(&first) && path.contains(&b'.'))
}

fn log(marks: &mut Marks<'_>, node: Node<'_>, text: &[u8]) {
    if has_word(text, MASKS) {
        marks.add(What::Masks, node, squeezed(text));
    }
    // What stands in quotes is a message: it may name a token without showing one. What is put into it counts.
    let bare = without_messages(text);
    let mut seen: Vec<String> = words(&bare).filter(|word| fits(word, SENSITIVE)).collect();
    seen.sort();
    seen.dedup();
    if !seen.is_empty() {
        marks.add(What::Logs, node, seen.join(","));
    }
}

/// A text without what stands in quotes, except what is put into it in braces.
fn without_messages(text: &[u8]) -> Vec<u8> {
    let (mut out, mut quote, mut depth) = (Vec::new(), None, 0u32);
    for byte in text {
        match (quote, *byte) {
            (None, b'"' | b'\'' | b'`') => quote = Some(*byte),
            (Some(q), b) if b == q && depth == 0 => quote = None,
            (Some(_), b'{') => depth += 1,
            (Some(_), b'}') => {
                depth = depth.saturating_sub(1);
                out.push(b' ');
            }
            (Some(_), b) if depth > 0 => out.push(b),
            (Some(_), _) => {}
            (None, b) => out.push(b),
        }
    }
    out
}

/// Whether something ends the life of a cached value, or sets it.
pub(super) fn expires(path: &[u8], text: &[u8]) -> bool {
    const ENDS: &[&str] = &["invalidat*", "evict*", "purge*", "bust*", "revalidat*"];
    const ABOUT: &[&str] = &["cache*", "caches", "memo*", "redis", "etag", "memcache*", "lru"];
    const ACTS: &[&str] =
        &["clear*", "del", "delete", "remove", "flush*", "expire*", "refresh", "reset", "pop", "unset"];
    const LIVES: &[&str] = &["ttl", "maxage", "expires", "expiry", "expiration", "stale"];
    let path = path.get(..400).unwrap_or(path);
    has_word(path, ENDS)
        || (has_word(path, ABOUT) && (has_word(path, ACTS) || has_word(text, LIVES)))
        || has_word(path, &["ttl", "maxage"])
}

/// Whether a call stands alone: what it demands is all that it is for.
fn is_statement(parsed: &Parsed, node: Node<'_>, above: &[Node<'_>]) -> bool {
    let mut inner = node;
    for parent in above.iter().rev().take(4) {
        let role = parsed.grammar.role(*parent);
        if role == Role::Block
            || parent.kind() == "source_file"
            || parent.kind() == "program"
            || parent.kind() == "module"
        {
            return true;
        }
        let passes = matches!(role, Role::Propagate | Role::Await) || parent.kind().ends_with("expression_statement");
        let only = parent.named_child_count() <= 1 || parent.named_child(0) == Some(inner);
        if !passes || !only {
            return false;
        }
        inner = *parent;
    }
    false
}

fn demand(marks: &mut Marks<'_>, node: Node<'_>, (path, name): (&[u8], &str), text: &[u8]) {
    let last = last_name(path);
    let Some(first) = words(last).next() else { return };
    let before = |list: &[&str]| fits(&first, list);
    let is_filter = before(&["before"]) && is_auth(text);
    if !(before(DEMANDS) || is_filter) || name.starts_with("assert_") || before(&["checkout", "checkpoint"]) {
        return;
    }
    let nature = if is_auth(last) || is_filter || is_auth(text.get(..200).unwrap_or(text)) {
        Nature::Auth
    } else if has_word(last, VALIDATION) {
        Nature::Validation
    } else {
        Nature::Plain
    };
    marks.add(What::Guard(Guard { nature, leaves: false }), node, squeezed(text));
}

/// `router.get("/users", requireAuth, list)`: the route, and the checks among its arguments.
fn route(marks: &mut Marks<'_>, node: Node<'_>, (path, name): (&[u8], &str), text: &[u8]) {
    let is_router = words(path).next().is_some_and(|first| ROUTERS.contains(&first.as_str()));
    let arguments = text.get(memchr::memchr(b'(', text).unwrap_or(text.len())..).unwrap_or(&[]);
    let quoted = arguments.get(1).is_some_and(|b| matches!(b, b'"' | b'\'' | b'`'));
    if !(is_router && ROUTES.contains(&name) && quoted) {
        return;
    }
    let list = arguments.split(|b| *b == b',');
    let first = list.clone().next().unwrap_or(&[]);
    marks.add(What::Exposes, node, format!("{}{}", squeezed(path), squeezed(first)));
    for argument in list.skip(1).take(6) {
        let argument = argument.trim_ascii().split(|b| *b == b'(').next().unwrap_or(&[]);
        let named =
            argument.iter().all(|b| b.is_ascii_alphanumeric() || matches!(b, b'_' | b'.')) && !argument.is_empty();
        if named && is_auth(argument) {
            marks.add(What::Guard(Guard { nature: Nature::Auth, leaves: false }), node, squeezed(argument));
        }
    }
}

/// Whether an attribute says how others see something: a route, a name on the wire.
pub(super) fn is_exposing(text: &[u8]) -> bool {
    const HEADS: &[&str] = &[
        "serde",
        "jsonproperty",
        "serializedname",
        "requestmapping",
        "getmapping",
        "postmapping",
        "putmapping",
        "deletemapping",
        "patchmapping",
        "httpget",
        "httppost",
        "httpput",
        "httpdelete",
        "route",
        "get",
        "post",
        "put",
        "patch",
        "delete",
        "path",
        "codingkey",
    ];
    let bare: String = String::from_utf8_lossy(text.get(..200).unwrap_or(text)).to_ascii_lowercase();
    let head = bare.trim_start_matches(['#', '[', '@', '!']);
    let name = head.split(|c: char| !(c.is_ascii_alphanumeric() || c == '.' || c == '_')).next().unwrap_or("");
    let last = name.rsplit('.').next().unwrap_or(name);
    HEADS.contains(&last) && head.contains(['(', '"'])
}

/// Whether an attribute makes a function a test.
pub(super) fn is_test_attribute(text: &[u8]) -> bool {
    let bare = squeezed(text.get(..60).unwrap_or(text));
    ["#[test]", "#[tokio::test", "@Test", "[Test", "[Fact", "[Theory", "#[rstest", "@ParameterizedTest", "#[test_case"]
        .iter()
        .any(|head| bare.starts_with(head))
}
