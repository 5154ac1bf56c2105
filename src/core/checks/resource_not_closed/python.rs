//! Python: files and archives without `with`. Called by `mod`.

use crate::core::change::syntax::Node;

use super::{
    super::{
        introduced::Page,
        nodes::{call, is_function},
    },
    Fate, Opened,
    uses::{Use, fate, whole_function},
};

const OPENS: &[&str] = &[
    "open",
    "io.open",
    "codecs.open",
    "os.fdopen",
    "gzip.open",
    "bz2.open",
    "lzma.open",
    "tarfile.open",
    "zipfile.ZipFile",
    "ZipFile",
    "tarfile.TarFile",
];

/// Functions that read from a file, or write to it, and do not keep it.
const BORROWS: &[&str] = &[
    "json.load",
    "json.dump",
    "yaml.safe_load",
    "yaml.load",
    "yaml.safe_dump",
    "yaml.dump",
    "pickle.load",
    "pickle.dump",
    "toml.load",
    "tomllib.load",
    "tomli.load",
    "configparser.read_file",
    "shutil.copyfileobj",
    "print",
    "len",
    "list",
    "isinstance",
    "marshal.load",
    "plistlib.load",
    "ast.parse",
];

const REMEDY: &str = "open it in a with statement";

pub(super) fn opened<'t>(page: &Page<'_>, node: Node<'t>, above: &[Node<'t>]) -> Option<Opened<'t>> {
    let found = call(page, node)?;
    if !OPENS.contains(&found.path.as_str()) || found.args.is_empty() || above.iter().any(|n| n.kind() == "with_item") {
        return None;
    }
    let parent = *above.last()?;
    let made = |name: String, fate| Some(Opened { node, call: found.path.clone(), name, fate, remedy: REMEDY });
    match parent.kind() {
        "assignment" => {
            let name = parent.child_by_field_name("left").filter(|left| left.kind() == "identifier")?;
            let statement = above.iter().rev().nth(1).filter(|n| n.kind() == "expression_statement")?;
            let name = page.words(name);
            let around = whole_function(page, above)?;
            let fate = fate(page, (around, *statement), &name, |node, above| used(page, node, above))?;
            made(name, fate)
        }
        // `open(path).read()`: nobody can close it.
        "attribute" => {
            let reads = ["read", "readlines", "readline", "write", "writelines", "extractall", "namelist"];
            let method = parent.child_by_field_name("attribute").map(|n| page.words(n))?;
            let is_called = above.iter().rev().nth(1).is_some_and(|n| n.kind() == "call");
            let inside = above.iter().any(|n| is_function(*n));
            if reads.contains(&method.as_str()) && is_called && inside { made(String::new(), Fate::Open) } else { None }
        }
        "argument_list" => {
            let outer = above.iter().rev().nth(1).and_then(|n| call(page, *n))?;
            let lends = BORROWS.contains(&outer.path.as_str());
            let inside = above.iter().any(|n| is_function(*n));
            if lends && inside { made(String::new(), Fate::Open) } else { None }
        }
        _ => None,
    }
}

fn used<'t>(page: &Page<'_>, node: Node<'t>, above: &[Node<'t>]) -> Use {
    let Some(parent) = above.last().copied() else { return Use::Escapes };
    let at = |nth: usize| above.iter().rev().nth(nth).copied();
    match parent.kind() {
        "attribute" if parent.child_by_field_name("object") == Some(node) => {
            let method = parent.child_by_field_name("attribute").map(|n| page.words(n)).unwrap_or_default();
            let is_called =
                at(1).is_some_and(|n| n.kind() == "call" && n.child_by_field_name("function") == Some(parent));
            let makes_sure = above.iter().any(|n| matches!(n.kind(), "finally_clause" | "except_clause"));
            match (method.as_str(), is_called) {
                ("close", true) if makes_sure => Use::Secures,
                ("close", true) => Use::Closes,
                (_, true) => Use::Works,
                // A method or property that somebody keeps.
                (_, false) => Use::Escapes,
            }
        }
        "argument_list" => {
            let lends = at(1).and_then(|n| call(page, n)).is_some_and(|c| BORROWS.contains(&c.path.as_str()));
            if lends { Use::Works } else { Use::Escapes }
        }
        "for_statement" if parent.child_by_field_name("right") == Some(node) => Use::Works,
        "for_in_clause" => Use::Works,
        "with_item" | "as_pattern" => Use::Secures,
        _ => Use::Escapes,
    }
}
