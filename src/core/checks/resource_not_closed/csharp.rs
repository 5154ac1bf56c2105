//! C#: files, archives and connections without `using`. Called by `mod`.

use crate::core::change::syntax::Node;

use super::{
    super::{
        introduced::Page,
        nodes::{is_function, name_of, named, parts},
    },
    Fate, Opened,
    uses::{Use, fate, whole_function},
};

/// Types whose objects hold something open from the beginning.
const OPENS: &[&str] = &[
    "FileStream",
    "TcpClient",
    "SqlConnection",
    "NpgsqlConnection",
    "MySqlConnection",
    "SqliteConnection",
    "OracleConnection",
];

/// Types that open what they are given when that is a path, and close what they are made of.
const READERS: &[&str] = &["StreamReader", "StreamWriter"];

/// Other types that close what they are made of.
const WRAPS: &[&str] =
    &["BinaryReader", "BinaryWriter", "BufferedStream", "GZipStream", "DeflateStream", "BrotliStream", "ZipArchive"];

/// Calls that open.
const OPENING: &[&str] = &[
    "File.Open",
    "File.OpenRead",
    "File.OpenWrite",
    "File.OpenText",
    "File.Create",
    "File.CreateText",
    "File.AppendText",
    "ZipFile.Open",
    "ZipFile.OpenRead",
];

/// Methods that read from what they are given, or write to it, and do not keep it.
const BORROWS: &[&str] = &[
    "Deserialize",
    "DeserializeAsync",
    "Serialize",
    "SerializeAsync",
    "CopyTo",
    "CopyToAsync",
    "Load",
    "Save",
    "ComputeHash",
    "HashData",
];

/// Methods after which nobody needs what they were called on.
const ENDS: &[&str] = &["ReadToEnd", "ReadLine", "Read", "ReadByte", "Write", "WriteLine", "WriteByte", "CopyTo"];

/// What is asked of it without taking it.
const ASKED: &[&str] = &["Length", "Position", "CanRead", "CanWrite", "EndOfStream", "Connected", "State", "Name"];

const REMEDY: &str = "declare it with using";

pub(super) fn opened<'t>(page: &Page<'_>, node: Node<'t>, above: &[Node<'t>]) -> Option<Opened<'t>> {
    let call = opening(page, node)?;
    let (whole, above) = outermost(page, node, above);
    let parent = *above.last()?;
    let at = |nth: usize| above.iter().rev().nth(nth).copied();
    let made = |name: String, fate| Some(Opened { node, call: call.clone(), name, fate, remedy: REMEDY });
    match parent.kind() {
        "variable_declarator" => {
            let statement = at(2).filter(|n| n.kind() == "local_declaration_statement")?;
            let mut cursor = statement.walk();
            if statement.children(&mut cursor).any(|child| child.kind() == "using") {
                return None;
            }
            let name = parent.child_by_field_name("name").map(|n| page.words(n))?;
            let around = whole_function(page, above)?;
            // A reader that closes the connection with itself.
            if memchr::memmem::find(page.text(around), b"CloseConnection").is_some() {
                return None;
            }
            let fate = fate(page, (around, statement), &name, |node, above| used(page, node, above))?;
            made(name, fate)
        }
        // `File.OpenText(path).ReadToEnd()`: nobody can close it.
        "member_access_expression" if parent.child_by_field_name("expression") == Some(whole) => {
            let is_called = at(1).is_some_and(|n| n.kind() == "invocation_expression");
            let ends = ENDS.contains(&name_of(page, parent).as_str());
            let inside = above.iter().any(|n| is_function(*n));
            if is_called && ends && inside { made(String::new(), Fate::Open) } else { None }
        }
        _ => None,
    }
}

/// What a node opens, as it is written there.
fn opening(page: &Page<'_>, node: Node<'_>) -> Option<String> {
    let arguments = node.child_by_field_name("arguments").map(|list| named(list)).unwrap_or_default();
    match node.kind() {
        "object_creation_expression" => {
            let kind = kind(page, node);
            let opens = OPENS.contains(&kind.as_str())
                || READERS.contains(&kind.as_str()) && arguments.first().is_some_and(|first| is_path(page, *first));
            (opens && !arguments.is_empty()).then(|| format!("new {kind}"))
        }
        "invocation_expression" => {
            let called = node.child_by_field_name("function").map(|n| page.words(n))?;
            let called = called.strip_prefix("System.IO.").unwrap_or(&called).to_owned();
            OPENING.contains(&called.as_str()).then_some(called)
        }
        _ => None,
    }
}

/// Whether an argument is the name of a file: a literal, or a variable that says so.
fn is_path(page: &Page<'_>, argument: Node<'_>) -> bool {
    let text = page.words(argument);
    let is_name = text.bytes().all(|b| b.is_ascii_alphanumeric() || b == b'_' || b == b'.');
    let words = parts(&text);
    let ends = |word: &str| words.last().is_some_and(|last| last == word);
    let named =
        ends("path") || ends("filename") || ends("filepath") || words.ends_with(&["file".into(), "name".into()]);
    text.starts_with('"') || text.starts_with("@\"") || (is_name && named)
}

/// What it is wrapped in, `new StreamReader(File.OpenRead(path))`, and what stands around that.
fn outermost<'t, 'a>(page: &Page<'_>, node: Node<'t>, above: &'a [Node<'t>]) -> (Node<'t>, &'a [Node<'t>]) {
    let (mut node, mut above) = (node, above);
    while let [rest @ .., outer, list, argument] = above {
        let kind = kind(page, *outer);
        let is_wrap = READERS.contains(&kind.as_str()) || WRAPS.contains(&kind.as_str());
        let wraps = outer.kind() == "object_creation_expression"
            && is_wrap
            && argument.kind() == "argument"
            && list.kind() == "argument_list";
        if !wraps {
            break;
        }
        (node, above) = (*outer, rest);
    }
    (node, above)
}

/// The name of the type that an expression makes an object of, without its namespace.
fn kind(page: &Page<'_>, node: Node<'_>) -> String {
    let text = node.child_by_field_name("type").map(|n| page.words(n)).unwrap_or_default();
    text.rsplit('.').next().unwrap_or(&text).trim().to_owned()
}

fn used<'t>(page: &Page<'_>, node: Node<'t>, above: &[Node<'t>]) -> Use {
    let Some(parent) = above.last().copied() else { return Use::Escapes };
    let at = |nth: usize| above.iter().rev().nth(nth).copied();
    let closing = || {
        let makes_sure = above.iter().any(|n| matches!(n.kind(), "finally_clause" | "catch_clause"));
        if makes_sure { Use::Secures } else { Use::Closes }
    };
    match parent.kind() {
        "member_access_expression" if parent.child_by_field_name("expression") == Some(node) => {
            let name = name_of(page, parent);
            let is_called = at(1).is_some_and(|n| n.kind() == "invocation_expression");
            let is_set = at(1)
                .is_some_and(|n| n.kind() == "assignment_expression" && n.child_by_field_name("left") == Some(parent));
            match name.as_str() {
                "Close" | "Dispose" | "CloseAsync" | "DisposeAsync" if is_called => closing(),
                // A view that may outlive this function.
                _ if is_called && name.starts_with("Get") => Use::Escapes,
                _ if is_called && is_kept(above) => Use::Escapes,
                _ if is_called || is_set || ASKED.contains(&name.as_str()) => Use::Works,
                _ => Use::Escapes,
            }
        }
        "conditional_access_expression" if parent.child_by_field_name("condition") == Some(node) => {
            let text = page.words(parent);
            if text.contains("?.Dispose") || text.contains("?.Close") { closing() } else { Use::Works }
        }
        "argument" => {
            let outer = at(2).filter(|n| n.kind() == "invocation_expression");
            let function = outer.and_then(|n| n.child_by_field_name("function"));
            let lends = function.is_some_and(|n| BORROWS.contains(&name_of(page, n).as_str()));
            if lends { Use::Works } else { Use::Escapes }
        }
        "binary_expression" | "is_pattern_expression" => Use::Works,
        "using_statement" => Use::Secures,
        _ => Use::Escapes,
    }
}

/// Whether what a method gives is returned or handed on by way of calls alone: it may be a view that needs the resource.
fn is_kept(above: &[Node<'_>]) -> bool {
    let chain =
        |n: &&Node<'_>| matches!(n.kind(), "member_access_expression" | "invocation_expression" | "await_expression");
    let links = above.iter().rev().take_while(chain).count();
    let by = above.iter().rev().nth(links).map_or("", |n| n.kind());
    // `return reader.ReadToEnd();` gives what was read.
    links <= 2 && matches!(by, "argument" | "assignment_expression" | "lambda_expression")
}
