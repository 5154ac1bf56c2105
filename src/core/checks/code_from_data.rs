//! Data turned into code: eval and its kin, and deserialisers that run what they read. Not here: shell and SQL
//! (`built_from_input`). Called through `CHECKS`.

use crate::core::{
    change::syntax::{Grammar, Node},
    model::{BlastRadius, Lens, Severity},
};

use super::{
    Check, Look,
    introduced::{Hit, Page, Says, Search},
    nodes::{Call, call, function, is_literal, keyword, named, parts, positional},
};

pub(super) const CHECK: Check = Check {
    id: "code-from-data",
    lens: Lens::Security,
    title: "data that is run: eval, unsafe deserialisation",
    about: "Whoever can write the data runs code with the rights of this program.",
    never: &[
        "literals",
        "safe readers of the same formats",
        "methods that are merely called eval",
        "what the same expression has just made",
        "bytes whose signature was compared before, and those that the same page writes",
        "installation scripts and tests",
    ],
    look: Look::Syntax(&SEARCH),
};

static SEARCH: Search = Search {
    grammars: &[Grammar::Python, Grammar::JavaScript, Grammar::TypeScript, Grammar::Tsx],
    needles: r"pickle|dill|yaml|eval\(|exec\(|Function\(|unserialize\(",
    also: "",
    everywhere: false,
    not_in: &[b"setup.py", b"conftest.py", b"noxfile.py", b"versioneer.py"],
    look,
};

/// A way from data to code.
struct Way {
    shown: String,
    what: &'static str,
    fix: &'static str,
    severity: Severity,
    confidence: f64,
    /// The last name of the call and what it is replaced by, when that is certain.
    instead: Option<&'static str>,
}

fn look(page: &Page<'_>, hits: &mut Vec<Hit>) {
    page.parsed.walk(|node, above| {
        let Some(found) = call(page, node) else { return };
        let way = match page.parsed.grammar {
            Grammar::Python => python(page, &found),
            _ => script(page, node, &found),
        };
        let Some(way) =
            way.filter(|way| way.what != PICKLE || !(is_signed(page, node, above) || is_own_format(page, &found)))
        else {
            return;
        };
        let name = node.child_by_field_name("function").and_then(|f| f.child_by_field_name("attribute"));
        let bytes = way.instead.and(name).and_then(|name| page.span(name));
        let by = way.instead.unwrap_or_default();
        // To read the same from memory instead of a file is nothing new.
        let key = if way.what == PICKLE { "pickle".to_owned() } else { way.shown.clone() };
        hits.extend(page.hit(node, node, key, says(way)).map(|hit| hit.with(bytes, by)));
    });
}

/// Whether the function compares a signature before this place.
fn is_signed(page: &Page<'_>, node: Node<'_>, above: &[Node<'_>]) -> bool {
    let Some(outer) = function(above) else { return false };
    let before = node.start_byte().saturating_sub(outer.start_byte());
    let text = page.text(outer).get(..before).unwrap_or(&[]).to_ascii_lowercase();
    [&b"hmac"[..], b"compare_digest", b"signature", b"verify("]
        .iter()
        .any(|word| memchr::memmem::find(&text, word).is_some())
}

/// Whether the same page writes such bytes, and nothing says that these come from elsewhere: the format is one between parts of
/// the program.
fn is_own_format(page: &Page<'_>, found: &Call<'_>) -> bool {
    let text = &page.parsed.fragment.text;
    let writes = [&b"pickle.dump"[..], b"dill.dump", b"jsonpickle.encode"];
    let strange =
        ["request", "req", "body", "payload", "cookie", "cookies", "session", "form", "upload", "recv", "socket"];
    let argument = found.args.first().map(|a| page.words(*a)).unwrap_or_default();
    writes.iter().any(|word| memchr::memmem::find(text, word).is_some())
        && !parts(&argument).iter().any(|part| strange.contains(&part.as_str()))
}

/// Whether the pieces of a text are literals and lists that are joined: parameters of a function that is built by its shape.
fn is_of_parameters(page: &Page<'_>, node: Node<'_>) -> bool {
    match node.kind() {
        "binary_expression" => named(node).into_iter().all(|piece| is_of_parameters(page, piece)),
        "call_expression" => {
            call(page, node).is_some_and(|c| c.name == "join" && c.args.iter().all(|a| is_literal(*a)))
        }
        _ => is_literal(node),
    }
}

fn says(way: Way) -> Says {
    Says {
        issue_class: "code-from-data",
        title: format!("`{}` runs what the data says", way.shown),
        summary: way.what.to_owned(),
        fix: way.fix.to_owned(),
        invariant: "data is never run as code",
        severity: way.severity,
        confidence: way.confidence,
        blast_radius: BlastRadius::Service,
    }
}

const PICKLE: &str = "Unpickling calls whatever functions the bytes name: data from a file, cache, queue or network that \
                      somebody else can write runs their code here.";
const PICKLE_FIX: &str = "Use a format without code (JSON, MessagePack), or verify a signature over the bytes first.";
const YAML: &str = "This YAML loader builds any Python object that the document names, by calling its constructor: a \
                    document can run code.";
const EVAL: &str = "The text is run as code with the rights of this program; whoever can influence it runs anything.";
const EVAL_FIX: &str = "Read the value instead of running it (`ast.literal_eval`, JSON, a table of the allowed names).";

fn python(page: &Page<'_>, found: &Call<'_>) -> Option<Way> {
    let args = positional(&found.args);
    let first = args.first().copied();
    let made = first.is_some_and(|a| page.words(a).contains("dumps("));
    let way = |what, fix, severity, confidence, instead| {
        Some(Way { shown: format!("{}()", found.path), what, fix, severity, confidence, instead })
    };
    match found.path.as_str() {
        "pickle.loads" | "pickle.load" | "cPickle.loads" | "cPickle.load" | "dill.loads" | "dill.load"
        | "cloudpickle.loads" | "jsonpickle.decode"
            if first.is_some() && !made =>
        {
            // What lies in a file is as often the program's own as not.
            let (severity, sure) = if remote(found) { (Severity::Major, 0.8) } else { (Severity::Minor, 0.6) };
            way(PICKLE, PICKLE_FIX, severity, sure, None)
        }
        "yaml.load" | "yaml.load_all" if !safe_loader(page, found) => {
            let bare = args.len() == 1 && keyword(page, &found.args, "Loader").is_none();
            let instead = if found.path.ends_with("_all") { "safe_load_all" } else { "safe_load" };
            way(YAML, "Use `yaml.safe_load`.", Severity::Critical, 0.85, bare.then_some(instead))
        }
        "yaml.unsafe_load" | "yaml.unsafe_load_all" => {
            way(YAML, "Use `yaml.safe_load`.", Severity::Critical, 0.9, None)
        }
        "eval" | "exec" if runs_input(page, &args) => way(EVAL, EVAL_FIX, Severity::Major, 0.75, None),
        _ => None,
    }
}

/// Whether the loader that is named is a safe one, or is chosen by the caller.
fn safe_loader(page: &Page<'_>, found: &Call<'_>) -> bool {
    let loader = keyword(page, &found.args, "Loader").or_else(|| positional(&found.args).get(1).copied());
    let Some(loader) = loader else { return found.args.iter().any(|a| a.kind().contains("splat")) };
    let text = page.words(loader);
    !["yaml.Loader", "yaml.UnsafeLoader", "Loader", "UnsafeLoader", "yaml.CLoader", "CLoader"].contains(&text.as_str())
}

fn remote(found: &Call<'_>) -> bool {
    found.name == "loads" || found.name == "decode"
}

/// Whether `eval` or `exec` gets what comes from outside, by its name. Interpreters, debuggers and templates run
/// code on purpose: they give a namespace of their own with it.
fn runs_input(page: &Page<'_>, args: &[Node<'_>]) -> bool {
    let Some(first) = args.first().filter(|a| !is_literal(**a)) else { return false };
    let bare = args.len() == 1 || args.get(1).is_some_and(|n| n.kind() == "dictionary");
    let text = page.words(*first);
    let words = [
        "input",
        "request",
        "req",
        "data",
        "body",
        "args",
        "argv",
        "param",
        "params",
        "query",
        "user",
        "payload",
        "form",
        "json",
        "text",
        "message",
        "msg",
        "content",
        "value",
        "expression",
        "formula",
        "environ",
        "env",
        "response",
        "resp",
        "config",
        "stdin",
        "condition",
        "rule",
        "recv",
    ];
    bare && !text.contains("compile(") && parts(&text).iter().any(|part| words.contains(&part.as_str()))
}

fn script(page: &Page<'_>, node: Node<'_>, found: &Call<'_>) -> Option<Way> {
    let first = found.args.first().copied();
    let dynamic = found.args.iter().any(|a| !is_literal(*a));
    let way = |fix, severity, confidence| {
        Some(Way { shown: format!("{}()", found.path), what: EVAL, fix, severity, confidence, instead: None })
    };
    let fix = "Read the value instead of running it (JSON.parse, a table of the allowed names or functions).";
    match found.path.as_str() {
        "eval" | "window.eval" | "globalThis.eval" | "global.eval" if first.is_some() && dynamic => {
            let json = first.is_some_and(|a| page.words(a).starts_with("require"));
            if json { None } else { way(fix, Severity::Major, 0.8) }
        }
        "Function" if found.args.iter().all(|a| is_of_parameters(page, *a)) => None,
        "Function" if dynamic && (node.kind() == "new_expression" || found.args.len() > 1) => {
            way(fix, Severity::Major, 0.75)
        }
        "serialize.unserialize" | "unserialize" if dynamic && found.path.contains('.') => {
            way(fix, Severity::Critical, 0.85)
        }
        _ => None,
    }
}
