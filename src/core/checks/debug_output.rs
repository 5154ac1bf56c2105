//! Debugging left in: breakpoints and prints. Not here: logging by a logger. Called through `CHECKS`.

use crate::core::{
    change::syntax::{Grammar, Node},
    model::{BlastRadius, Lens, Severity},
};

use super::{
    Check, Look,
    introduced::{Hit, Page, Says, Search},
    nodes::{Call, call, is_rust_test, name_of, named},
};

pub(super) const CHECK: Check = Check {
    id: "debug-left-in",
    lens: Lens::Correctness,
    title: "breakpoints and debugging prints left in",
    about: "A breakpoint stops the program for everybody; a forgotten print tells strangers what the author looked \
            at, and drowns what is meant to be read.",
    never: &[
        "output that a program is there to give: command-line tools, scripts, examples, tests",
        "prints behind a switch (verbose, debug), and files that print elsewhere too",
        "warnings, errors, and output with words for a reader",
        "methods of other things that are called print, log or trace",
    ],
    look: Look::Syntax(&SEARCH),
};

static SEARCH: Search = Search {
    grammars: &[Grammar::Rust, Grammar::Python, Grammar::JavaScript, Grammar::TypeScript, Grammar::Tsx],
    needles: r"debugger|console\.(?:log|debug|dir|trace|table)|breakpoint\(|set_trace|dbg!|print\(|pprint\(",
    also: "",
    everywhere: false,
    not_in: &[],
    look,
};

fn look(page: &Page<'_>, hits: &mut Vec<Hit>) {
    page.parsed.walk(|node, above| {
        if let Some(stop) = breakpoint(page, node) {
            hits.extend(left_in(page, node, above, &stop));
        } else if page.parsed.grammar == Grammar::Rust {
            hits.extend(dbg(page, node, above).filter(|_| !is_rust_test(page, above) && !is_wanted(page, above)));
        } else if let Some(print) = call(page, node).filter(|c| is_debug_print(page, c, above)) {
            hits.extend(
                page.hit(node, node, page.words(node), says_print(&print)).map(|h| h.with(whole(page, above), "")),
            );
        }
    });
}

/// A statement or call that stops the program.
fn breakpoint(page: &Page<'_>, node: Node<'_>) -> Option<String> {
    if node.kind() == "debugger_statement" {
        return Some("debugger".to_owned());
    }
    let found = call(page, node).filter(|_| page.parsed.grammar == Grammar::Python)?;
    let known = ["breakpoint", "pdb.set_trace", "ipdb.set_trace", "pudb.set_trace", "debugpy.breakpoint"];
    (known.contains(&found.path.as_str()) && found.args.is_empty()).then(|| format!("{}()", found.path))
}

fn left_in(page: &Page<'_>, node: Node<'_>, above: &[Node<'_>], stop: &str) -> Option<Hit> {
    let says = Says {
        issue_class: "debug-left-in",
        title: format!("Breakpoint left in: `{stop}`"),
        summary: format!("`{stop}` stops the program here: without somebody at a debugger it hangs or fails."),
        fix: "Delete it.".to_owned(),
        invariant: "no breakpoints in shipped code",
        severity: Severity::Major,
        confidence: 0.95,
        blast_radius: BlastRadius::Module,
    };
    let bytes = if node.kind() == "debugger_statement" { page.span(node) } else { whole(page, above) };
    page.hit(node, node, stop, says).map(|hit| hit.with(bytes, ""))
}

fn dbg(page: &Page<'_>, node: Node<'_>, above: &[Node<'_>]) -> Option<Hit> {
    let name = node.child_by_field_name("macro").filter(|_| node.kind() == "macro_invocation")?;
    if !matches!(page.text(name), b"dbg" | b"std::dbg") {
        return None;
    }
    let says = Says {
        issue_class: "debug-left-in",
        title: "`dbg!` left in".to_owned(),
        summary: "`dbg!` writes the value and its place to standard error in every build, release included.".to_owned(),
        fix: "Delete the macro and keep what it wraps.".to_owned(),
        invariant: "no debugging output in shipped code",
        severity: Severity::Minor,
        confidence: 0.9,
        blast_radius: BlastRadius::Module,
    };
    let inside = named(node).into_iter().find(|n| n.kind() == "token_tree").map(|t| page.words(t));
    let inside = inside.and_then(|t| t.strip_prefix('(').and_then(|t| t.strip_suffix(')')).map(str::to_owned));
    let one = inside.filter(|t| !t.is_empty() && !t.contains(','));
    if let Some(bytes) = whole(page, above) {
        return Some(page.hit(node, node, page.words(node), says)?.with(Some(bytes), ""));
    }
    let bytes = one.as_ref().and(page.span(node));
    let simple = one.as_ref().is_none_or(|text| !text.contains(' '));
    let by = one.map(|text| if simple { text } else { format!("({text})") });
    Some(page.hit(node, node, page.words(node), says)?.with(bytes, by.unwrap_or_default()))
}

/// The statement that holds nothing but the call, when a line may be deleted without leaving an empty block.
fn whole(page: &Page<'_>, above: &[Node<'_>]) -> Option<std::ops::Range<usize>> {
    let statement = above.last().filter(|n| n.kind() == "expression_statement" && n.named_child_count() == 1)?;
    let alone = statement.parent().is_none_or(|block| named(block).len() > 1);
    let row = page.parsed.rows(*statement).first()?;
    let line = page.parsed.fragment.line(row).trim_ascii();
    let only = page.text(*statement).trim_ascii() == line;
    (alone && only).then(|| page.span(*statement)).flatten()
}

fn says_print(print: &Call<'_>) -> Says {
    Says {
        issue_class: "debug-left-in",
        title: format!("Debugging print left in: `{}`", print.path),
        summary: format!(
            "`{}` writes to the output of whatever program uses this code, where nobody expects it.",
            print.path
        ),
        fix: "Delete it, or say it through the logger at a fitting level.".to_owned(),
        invariant: "no debugging output in shipped code",
        severity: Severity::Nitpick,
        confidence: 0.8,
        blast_radius: BlastRadius::Module,
    }
}

/// Folders of code that runs in a browser, where nothing is printed for a user.
const BROWSER: &[&[u8]] = &[
    b"components",
    b"pages",
    b"hooks",
    b"views",
    b"frontend",
    b"web",
    b"webapp",
    b"ui",
    b"client",
    b"public",
    b"app",
    b"store",
    b"stores",
    b"screens",
    b"widgets",
    b"browser",
];

/// Whether a print is debugging: of a mark that only its author understands, of what only a debugger asks for, or
/// of anything where nobody reads the output.
fn is_debug_print(page: &Page<'_>, found: &Call<'_>, above: &[Node<'_>]) -> bool {
    let python = page.parsed.grammar == Grammar::Python;
    let known: &[&str] = if python {
        &["print", "pprint", "pprint.pprint"]
    } else {
        &["console.log", "console.debug", "console.dir", "console.table"]
    };
    let statement = above.last().is_some_and(|n| n.kind() == "expression_statement");
    if !known.contains(&found.path.as_str()) || !statement || found.args.is_empty() || is_wanted(page, above) {
        return false;
    }
    let telling = found.args.iter().any(|a| is_telling(page, *a));
    telling || (!python && is_browser(page.path) && !prints_by_custom(page))
}

fn is_browser(path: &[u8]) -> bool {
    let marked = path.ends_with(b".tsx") || path.ends_with(b".jsx");
    marked || path.split(|b| *b == b'/').rev().skip(1).any(|part| BROWSER.contains(&part))
}

/// What only a debugging author prints: `"here"`, `type(x)`, `locals()`, `{x}`, `f"{x=}"`.
fn is_telling(page: &Page<'_>, node: Node<'_>) -> bool {
    let asks = ["type", "locals", "globals", "vars", "dir"];
    match node.kind() {
        "string" | "template_string" => is_mark(&page.words(node)),
        "call" => call(page, node).is_some_and(|c| asks.contains(&c.path.as_str())),
        "object" => {
            let inside = named(node);
            !inside.is_empty() && inside.iter().all(|n| n.kind() == "shorthand_property_identifier")
        }
        _ => false,
    }
}

/// Text that nobody else can use, between quotes: a word like `here`, a row of signs, `{x=}`.
fn is_mark(text: &str) -> bool {
    let inside = text.trim_start_matches(['f', 'r', 'b']).trim_matches(['"', '\'', '`']).to_ascii_lowercase();
    let bare = inside.trim_matches(|c: char| !c.is_ascii_alphanumeric());
    let known =
        ["here", "asdf", "xxx", "debug", "aaa", "got here", "wtf", "here2", "test1", "todo remove", "debugging"];
    let shows = inside.starts_with('{') && inside.ends_with("=}") && !inside.contains(' ');
    known.contains(&bare) || shows
}

/// Whether the print stands behind a switch, or in a function that is there to print.
fn is_wanted(page: &Page<'_>, above: &[Node<'_>]) -> bool {
    let speaking =
        ["print", "main", "dump", "show", "usage", "help", "log", "debug", "cli", "report", "display", "verbose"];
    let switches = ["verbose", "debug", "quiet", "silent", "__name__", "dev", "node_env", "log", "trace"];
    above.iter().any(|n| {
        let name = name_of(page, *n).to_ascii_lowercase();
        let condition = n.child_by_field_name("condition").filter(|_| n.kind() == "if_statement");
        let condition = condition.map(|c| page.words(c).to_ascii_lowercase()).unwrap_or_default();
        speaking.iter().any(|w| name.contains(w)) || switches.iter().any(|w| condition.contains(w))
    })
}

/// Whether lines around the change print too: then it is the custom of the file.
fn prints_by_custom(page: &Page<'_>) -> bool {
    let fragment = &page.parsed.fragment;
    let mut context = fragment.rows.iter().filter(|row| !row.changed).map(|row| fragment.line(row));
    context.any(|line| memchr::memmem::find(line, b"console.").is_some())
}
