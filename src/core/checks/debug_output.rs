//! Debugging left in: breakpoints and prints. Not here: logging by a logger. Called through `CHECKS`.

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
    nodes::{Call, call, is_rust_test, named},
    subject::{Found, Subject},
};

pub(super) const CHECK: Check = Check {
    id: "debug-left-in",
    lens: Lens::Correctness,
    title: "breakpoints and debugging prints left in",
    about: "A breakpoint stops the program for everybody; a forgotten print tells strangers what the author looked \
            at, and drowns what is meant to be read.",
    never: &[
        "output that a program is there to give: command-line tools, scripts, examples, tests",
        "files that print elsewhere too: there it is the custom",
        "warnings and errors, and output with words for a reader",
        "methods of other things that are called print, log or trace",
    ],
    run,
};

static NEEDLES: LazyLock<Option<Regex>> = LazyLock::new(|| {
    needles(r"debugger|console\.(?:log|debug|dir|trace|table)|breakpoint\(|set_trace|dbg!|print\(|pprint\(")
});

const SEARCH: Search = Search {
    grammars: &[Grammar::Rust, Grammar::Python, Grammar::JavaScript, Grammar::TypeScript, Grammar::Tsx],
    needles: &NEEDLES,
    everywhere: false,
    look,
};

fn run(subject: &Subject<'_>) -> Vec<Found> {
    introduced(subject, &SEARCH)
}

fn look(page: &Page<'_>, hits: &mut Vec<Hit>) {
    let prints = prints_by_custom(page);
    page.parsed.walk(|node, above| {
        if let Some(stop) = breakpoint(page, node) {
            hits.extend(left_in(page, node, above, &stop));
        } else if page.parsed.grammar == Grammar::Rust && !is_rust_test(page, above) {
            hits.extend(dbg(page, node));
        } else if let Some(print) = call(page, node).filter(|c| !prints && is_debug_print(page, c, above)) {
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
    let known =
        ["breakpoint", "pdb.set_trace", "ipdb.set_trace", "pudb.set_trace", "debugpy.breakpoint", "code.interact"];
    known.contains(&found.path.as_str()).then(|| format!("{}()", found.path))
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

fn dbg(page: &Page<'_>, node: Node<'_>) -> Option<Hit> {
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
        confidence: 0.95,
        blast_radius: BlastRadius::Module,
    };
    let inside = named(node).into_iter().find(|n| n.kind() == "token_tree").map(|t| page.words(t));
    let inside = inside.and_then(|t| t.strip_prefix('(').and_then(|t| t.strip_suffix(')')).map(str::to_owned));
    let one = inside.filter(|t| !t.is_empty() && !t.contains(','));
    let bytes = one.as_ref().and(page.span(node));
    Some(page.hit(node, node, page.words(node), says)?.with(bytes, one.unwrap_or_default()))
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
            "`{}` writes a bare value to the output of whatever program uses this code, with no word for a reader.",
            print.path
        ),
        fix: "Delete it, or say it through the logger at a fitting level.".to_owned(),
        invariant: "no debugging output in shipped code",
        severity: Severity::Nitpick,
        confidence: 0.6,
        blast_radius: BlastRadius::Module,
    }
}

/// Names of files and folders that print for people.
const SPEAKING: &[&[u8]] = &[
    b"cli",
    b"bin",
    b"cmd",
    b"script",
    b"tool",
    b"main",
    b"manage",
    b"command",
    b"console",
    b"log",
    b"debug",
    b"print",
    b"report",
    b"server",
    b"index",
    b"gulpfile",
    b"webpack",
    b"config",
    b"build",
    b"setup",
    b"repl",
    b"shell",
    b"demo",
    b"dev",
    b"install",
    b"release",
    b"help",
    b"run",
    b"task",
    b"__main__",
    b"app",
    b"migrat",
    b"seed",
    b"worker",
    b"plugin",
];

/// Whether code here prints on purpose: by the file's name, or because lines around the change print too.
fn prints_by_custom(page: &Page<'_>) -> bool {
    let path = page.path.to_ascii_lowercase();
    let named = path.split(|b| *b == b'/').any(|part| {
        SPEAKING.iter().any(|word| part.starts_with(word) || part.ends_with(word)) || {
            let stem = part.split(|b| *b == b'.').next().unwrap_or(part);
            SPEAKING.iter().any(|word| stem.ends_with(word))
        }
    });
    let fragment = &page.parsed.fragment;
    let context = fragment.rows.iter().filter(|row| !row.changed).map(|row| fragment.line(row));
    let mut texts = context.chain([page.section]);
    named
        || texts.any(|l| {
            [&b"console."[..], b"print(", b"#!/", b"__main__", b"argparse", b"click."]
                .iter()
                .any(|w| memchr::memmem::find(l, w).is_some())
        })
}

/// A print of bare values, or of a mark that only its author understands.
fn is_debug_print(page: &Page<'_>, found: &Call<'_>, above: &[Node<'_>]) -> bool {
    let python = page.parsed.grammar == Grammar::Python;
    let known: &[&str] = if python {
        &["print", "pprint", "pprint.pprint"]
    } else {
        &["console.log", "console.debug", "console.dir", "console.trace", "console.table"]
    };
    let statement = above.last().is_some_and(|n| n.kind() == "expression_statement");
    let speaks = above.iter().any(|n| {
        let name = super::nodes::name_of(page, *n).to_ascii_lowercase();
        ["print", "main", "dump", "show", "usage", "help", "log", "debug", "cli", "report", "display", "verbose"]
            .iter()
            .any(|w| name.contains(w))
    }) || above.iter().any(|n| {
        n.kind() == "if_statement" && {
            let text =
                n.child_by_field_name("condition").map(|c| page.words(c).to_ascii_lowercase()).unwrap_or_default();
            ["verbose", "debug", "quiet", "silent", "__name__", "dev", "node_env", "log"]
                .iter()
                .any(|w| text.contains(w))
        }
    });
    let bare = |node: &Node<'_>| match node.kind() {
        "identifier" | "attribute" | "member_expression" | "subscript" | "subscript_expression" | "this" | "self" => {
            true
        }
        "call" | "call_expression" => call(page, *node).is_some_and(|c| {
            ["type", "len", "repr", "dir", "vars", "locals", "JSON.stringify"].contains(&c.path.as_str())
        }),
        "object" => super::nodes::named(*node).iter().all(|n| n.kind() == "shorthand_property_identifier"),
        _ => false,
    };
    let mark = |node: &Node<'_>| node.kind() == "string" && is_mark(&page.words(*node));
    let args = &found.args;
    let values = args.iter().any(bare) && args.iter().all(|a| bare(a) || mark(a));
    let marks = args.len() == 1 && args.iter().all(|a| mark(a) && is_plain_mark(&page.words(*a)));
    known.contains(&found.path.as_str()) && statement && !speaks && !args.is_empty() && (values || marks)
}

/// One word before a value, with or without `:` or `=`: `"x"`, `'user:'`, `"here"`.
fn is_mark(text: &str) -> bool {
    let inside = text.trim_matches(['"', '\'', '`']);
    inside.split_whitespace().count() <= 1
}

/// Words that only their author understands.
fn is_plain_mark(text: &str) -> bool {
    let inside = text.trim_matches(['"', '\'', '`']).to_ascii_lowercase();
    let bare = inside.trim_matches(|c: char| !c.is_ascii_alphanumeric());
    let known = ["here", "test", "foo", "asdf", "xxx", "debug", "aaa", "ping", "got here", "1", "2", "3"];
    !inside.is_empty() && known.contains(&bare) && one_line(&inside, 20).len() <= 20
}
