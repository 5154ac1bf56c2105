//! Rust that panics on what comes from outside: `unwrap` and `expect` on results of reading and parsing.
//! Not here: unwraps of what the program itself made. Called through `CHECKS`.

use crate::core::{
    change::syntax::{Grammar, Node},
    model::{BlastRadius, Lens, Severity},
    text::one_line,
};

use super::{
    Check, Look,
    introduced::{Hit, Page, Says, Search},
    nodes::{Call, call, each, is_explained, is_literal, is_rust_test, name_of, parts},
};

pub(super) const CHECK: Check = Check {
    id: "panic-on-input",
    lens: Lens::Correctness,
    title: "unwrap of what comes from outside (Rust)",
    about: "A file that is missing, a number that is none, bytes that are not UTF-8: each ends the thread, and in a \
            server whoever sends them decides when.",
    never: &[
        "tests, benches, examples and build scripts",
        "literals, and constants made of them",
        "locks, channels and other things that fail only by the program's own fault",
        "unwraps with a fallback, and those that a comment explains",
        "a file that the same function has opened and given an error for before",
        "functions that generate files for a build",
    ],
    look: Look::Syntax(&SEARCH),
};

/// Words of which each source has one.
const SOURCES: &str =
    "read|open|metadata|canonicalize|from_|parse|deserialize|env::var|connect|to_str|header|json|get\\(";

static SEARCH: Search = Search {
    grammars: &[Grammar::Rust],
    needles: r"\.unwrap\(\)|\.expect\(",
    also: SOURCES,
    everywhere: false,
    not_in: &[b"build.rs"],
    look,
};

/// Where a value comes from.
struct Source {
    shown: String,
    what: &'static str,
    confidence: f64,
}

fn look(page: &Page<'_>, hits: &mut Vec<Hit>) {
    page.parsed.walk(|node, above| {
        let Some(unwrap) = call(page, node).filter(|c| matches!(c.name.as_str(), "unwrap" | "expect")) else { return };
        let Some(on) = unwrap.on else { return };
        let Some(source) = source(page, on, &unwrap.name, above) else { return };
        let constant = above.iter().any(|n| matches!(n.kind(), "const_item" | "static_item") || is_lazy(page, *n));
        if constant || is_rust_test(page, above) || asserts(page, above) || generates(page, above) {
            return;
        }
        if is_asked_before(page, node, on, above) {
            return;
        }
        if !is_explained(page, node) {
            hits.extend(report(page, node, on, &unwrap, &source, above));
        }
    });
}

fn report(
    page: &Page<'_>,
    node: Node<'_>,
    on: Node<'_>,
    unwrap: &Call<'_>,
    source: &Source,
    above: &[Node<'_>],
) -> Option<Hit> {
    let in_main = above.iter().any(|n| n.kind() == "function_item" && name_of(page, *n) == "main");
    let said = if unwrap.name == "expect" { "expect" } else { "unwrap" };
    let says = Says {
        issue_class: "panic-on-input",
        title: format!("`{said}` panics on {}", source.what),
        summary: format!(
            "`{}` fails on {}; `{said}` then panics instead of telling the caller.",
            source.shown, source.what
        ),
        fix: "Return the error (`?` with a context that names the input), or take a fallback.".to_owned(),
        invariant: "input from outside never panics",
        severity: if in_main { Severity::Minor } else { Severity::Major },
        confidence: if unwrap.name == "expect" { source.confidence - 0.1 } else { source.confidence },
        blast_radius: BlastRadius::Module,
    };
    let (start, end) = (page.span(on)?.end, page.span(node)?.end);
    let whole = page.span(node)?;
    // A chain over many lines is shown from the line of the unwrap's receiver on.
    let hit = page.hit(node, node, format!("{said} of {}", source.shown), says)?;
    Some(hit.showing(whole, std::iter::once(start..end).collect()))
}

/// `LazyLock::new(|| …)` and the like: run once, on what the program itself holds.
fn is_lazy(page: &Page<'_>, node: Node<'_>) -> bool {
    let once = call(page, node).is_some_and(|c| c.path.contains("Lazy") || c.name == "get_or_init");
    once || node.kind() == "macro_invocation"
}

/// A function that writes what a build wants: manuals, completions. Nobody but the maintainer runs it.
fn generates(page: &Page<'_>, above: &[Node<'_>]) -> bool {
    let name = above.iter().rev().find(|n| n.kind() == "function_item").map(|f| name_of(page, *f)).unwrap_or_default();
    let kinds = ["man", "manpage", "manpages", "completion", "completions", "docs", "schema", "bindings"];
    let parts = parts(&name);
    parts.first().is_some_and(|verb| verb == "generate" || verb == "gen")
        && parts.iter().any(|part| kinds.contains(&part.as_str()))
}

/// Whether the function has given an error already when what is read here could not be: `File::open(path)?` before
/// `fs::metadata(path).unwrap()`.
fn is_asked_before(page: &Page<'_>, node: Node<'_>, on: Node<'_>, above: &[Node<'_>]) -> bool {
    let Some(found) = call(page, on).filter(|c| READERS.first().is_some_and(|(names, ..)| is_one_of(&c.path, names)))
    else {
        return false;
    };
    let [argument] = found.args.as_slice() else { return false };
    let Some(outer) = above.iter().rev().find(|n| n.kind() == "function_item") else { return false };
    let before = node.start_byte().saturating_sub(outer.start_byte());
    let asked = [b"(", page.text(*argument), b")?"].concat();
    page.text(*outer).get(..before).is_some_and(|text| memchr::memmem::find(text, &asked).is_some())
}

/// A function that asserts is a test, or near one.
fn asserts(page: &Page<'_>, above: &[Node<'_>]) -> bool {
    let around = above.iter().rev().find(|n| n.kind() == "function_item");
    around.is_some_and(|f| memchr::memmem::find(page.text(*f), b"assert").is_some())
}

fn source(page: &Page<'_>, on: Node<'_>, unwrap: &str, above: &[Node<'_>]) -> Option<Source> {
    let inner = match on.kind() {
        "await_expression" => on.named_child(0)?,
        _ => on,
    };
    let found = call(page, inner)?;
    let (what, confidence) = kind(page, &found, unwrap, above)?;
    let literal = !found.args.is_empty() && found.args.iter().all(|a| is_literal(*a));
    let named =
        found.args.iter().any(|a| page.text(*a).iter().all(|b| b.is_ascii_uppercase() || *b == b'_' || *b == b'&'));
    let shown = page.words(inner);
    let shown = if shown.len() > 60 {
        format!("{}(…)", if found.path.is_empty() { &found.name } else { &found.path })
    } else {
        shown
    };
    (!literal && !named).then(|| Source { shown: one_line(&shown, 80), what, confidence })
}

/// Functions that read, what they fail on, how sure it is that nobody ruled it out before.
const READERS: &[(&[&str], &str, f64)] = &[
    (
        &["fs::read_to_string", "fs::read", "File::open", "fs::read_dir", "fs::metadata", "fs::canonicalize"],
        "a file that is missing or unreadable",
        0.8,
    ),
    (
        &[
            "serde_json::from_str",
            "serde_json::from_slice",
            "serde_json::from_reader",
            "toml::from_str",
            "serde_yaml::from_str",
            "serde_yaml::from_reader",
            "bincode::deserialize",
        ],
        "text that is not well formed",
        0.8,
    ),
    (&["env::var"], "a variable that is not set", 0.75),
    (
        &[
            "Url::parse",
            "Uuid::parse_str",
            "reqwest::get",
            "TcpStream::connect",
            "DateTime::parse_from_rfc3339",
            "NaiveDate::parse_from_str",
        ],
        "input that is not as expected",
        0.8,
    ),
];

fn is_one_of(path: &str, names: &[&str]) -> bool {
    let ends = |name: &&str| path.strip_suffix(name).is_some_and(|head| head.is_empty() || head.ends_with("::"));
    names.iter().any(ends)
}

/// What a call reads, if it reads anything from outside.
fn kind(page: &Page<'_>, found: &Call<'_>, unwrap: &str, above: &[Node<'_>]) -> Option<(&'static str, f64)> {
    if let Some((_, what, sure)) = READERS.iter().find(|(names, ..)| is_one_of(&found.path, names)) {
        return Some((what, *sure));
    }
    if is_one_of(&found.path, &["str::from_utf8", "String::from_utf8"]) {
        // A message of `expect` says why it cannot fail.
        let outside = unwrap == "unwrap" && found.args.iter().any(|a| names_outside(&page.words(*a)));
        return outside.then_some(("bytes that are not UTF-8", 0.8));
    }
    let on = found.on?;
    match found.name.as_str() {
        // `parse::<TokenStream>()` reads what the program itself has written.
        "parse"
            if found.args.is_empty()
                && !found.given.contains("Token")
                && !is_literal(on)
                // What the program itself has put together.
                && !page.text(on).starts_with(b"format!")
                && is_from_outside(page, on, above) =>
        {
            Some(("text that does not parse", 0.75))
        }
        "read_line" | "read_to_string" => Some(("a failed read", 0.7)),
        "to_str" if page.words(on).contains(".headers()") => Some(("a header that is not plain text", 0.85)),
        "get" if is_headers(page, on) => Some(("a missing header", 0.8)),
        "json" if found.args.is_empty() => Some(("an answer that is not the expected JSON", 0.75)),
        _ => None,
    }
}

/// Names of what comes from outside.
const OUTSIDE: &[&str] = &[
    "arg", "args", "argv", "env", "input", "stdin", "stdout", "stderr", "line", "query", "param", "params", "header",
    "headers", "body", "request", "req", "response", "resp", "payload", "packet", "cap", "caps", "captures", "user",
    "cli", "port",
];

fn names_outside(text: &str) -> bool {
    parts(text).iter().any(|part| OUTSIDE.contains(&part.as_str()))
}

/// Whether an expression names what comes from outside, or a variable that was bound to such an expression in the
/// same function.
fn is_from_outside(page: &Page<'_>, node: Node<'_>, above: &[Node<'_>]) -> bool {
    let text = page.words(node);
    let root: String =
        text.trim_start_matches(['&', '*']).chars().take_while(|c| c.is_alphanumeric() || *c == '_').collect();
    let mut bound = false;
    if let Some(function) = above.iter().rev().find(|n| n.kind() == "function_item") {
        each(page, *function, &mut |n| {
            let named = n.kind() == "let_declaration" && n.start_byte() < node.start_byte();
            let pattern = n.child_by_field_name("pattern").filter(|p| named && page.words(*p) == root);
            bound |= pattern.and(n.child_by_field_name("value")).is_some_and(|value| names_outside(&page.words(value)));
            true
        });
    }
    bound || names_outside(&text)
}

fn is_headers(page: &Page<'_>, on: Node<'_>) -> bool {
    call(page, on).is_some_and(|c| c.name == "headers" && c.args.is_empty())
}
