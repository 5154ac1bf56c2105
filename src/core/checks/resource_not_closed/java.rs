//! Java: files, sockets, connections and streams over folders without try-with-resources. Called by `mod`.

use crate::core::change::syntax::Node;

use super::{
    super::{
        introduced::Page,
        nodes::{is_function, name_of, named},
    },
    Fate, Opened,
    uses::{Use, fate, whole_function},
};

/// Types whose objects hold something open from the beginning.
const OPENS: &[&str] = &[
    "FileInputStream",
    "FileOutputStream",
    "FileReader",
    "FileWriter",
    "RandomAccessFile",
    "ZipFile",
    "JarFile",
    "Socket",
    "ServerSocket",
    "DatagramSocket",
];

/// Calls that open.
const OPENING: &[&str] = &[
    "Files.newInputStream",
    "Files.newOutputStream",
    "Files.newBufferedReader",
    "Files.newBufferedWriter",
    "Files.newByteChannel",
    "Files.newDirectoryStream",
    "Files.lines",
    "Files.list",
    "Files.walk",
    "FileChannel.open",
    "DriverManager.getConnection",
];

/// Types that close what they are made of.
const WRAPS: &[&str] = &[
    "BufferedReader",
    "BufferedWriter",
    "BufferedInputStream",
    "BufferedOutputStream",
    "InputStreamReader",
    "OutputStreamWriter",
    "DataInputStream",
    "DataOutputStream",
    "ObjectInputStream",
    "ObjectOutputStream",
    "GZIPInputStream",
    "GZIPOutputStream",
    "ZipInputStream",
    "ZipOutputStream",
    "JarInputStream",
    "JarOutputStream",
    "PrintWriter",
    "PrintStream",
    "LineNumberReader",
    "Scanner",
];

/// Methods that end a chain: what it began with is not handed on.
const ENDS: &[&str] = &[
    "forEach",
    "count",
    "collect",
    "toList",
    "toArray",
    "reduce",
    "anyMatch",
    "allMatch",
    "noneMatch",
    "findFirst",
    "findAny",
    "readLine",
    "read",
    "readAllBytes",
    "readNBytes",
    "write",
];

/// Methods that read from what they are given, or write to it, and do not keep it.
const BORROWS: &[&str] = &["load", "store", "loadFromXML", "storeToXML", "transferTo"];

const REMEDY: &str = "open it in the head of a try statement";

pub(super) fn opened<'t>(page: &Page<'_>, node: Node<'t>, above: &[Node<'t>]) -> Option<Opened<'t>> {
    let call = opening(page, node)?;
    let (whole, above) = outermost(page, node, above);
    let parent = *above.last()?;
    if above.iter().any(|n| n.kind() == "resource") {
        return None;
    }
    let made = |name: String, fate| Some(Opened { node, call: call.clone(), name, fate, remedy: REMEDY });
    match parent.kind() {
        "variable_declarator" => {
            let statement = above.iter().rev().nth(1).filter(|n| n.kind() == "local_variable_declaration")?;
            let name = parent.child_by_field_name("name").map(|n| page.words(n))?;
            let around = whole_function(page, above)?;
            let fate = fate(page, (around, *statement), &name, |node, above| used(page, node, above))?;
            made(name, fate)
        }
        // `Files.lines(path).count()`: nobody can close it.
        "method_invocation" if parent.child_by_field_name("object") == Some(whole) => {
            let chain = above.iter().rev().take_while(|n| n.kind() == "method_invocation");
            let last = chain.last().map(|n| name_of(page, *n))?;
            let inside = above.iter().any(|n| is_function(*n));
            if inside && ENDS.contains(&last.as_str()) { made(String::new(), Fate::Open) } else { None }
        }
        _ => None,
    }
}

/// What a node opens, as it is written there.
fn opening(page: &Page<'_>, node: Node<'_>) -> Option<String> {
    match node.kind() {
        "object_creation_expression" => {
            let kind = kind(page, node);
            // `new Socket()` is open only once it is connected; what is given a body is another type.
            let args = node.child_by_field_name("arguments").map_or(0, |list| named(list).len());
            (OPENS.contains(&kind.as_str()) && args > 0).then(|| format!("new {kind}"))
        }
        "method_invocation" => {
            let on = node.child_by_field_name("object").map(|n| page.words(n))?;
            let called = format!("{on}.{}", name_of(page, node));
            OPENING.contains(&called.as_str()).then_some(called)
        }
        _ => None,
    }
}

/// What it is wrapped in, `new BufferedReader(new FileReader(path))`, and what stands around that.
fn outermost<'t, 'a>(page: &Page<'_>, node: Node<'t>, above: &'a [Node<'t>]) -> (Node<'t>, &'a [Node<'t>]) {
    let (mut node, mut above) = (node, above);
    while let [rest @ .., outer, list] = above {
        let wraps = list.kind() == "argument_list"
            && outer.kind() == "object_creation_expression"
            && WRAPS.contains(&kind(page, *outer).as_str());
        if !wraps {
            break;
        }
        (node, above) = (*outer, rest);
    }
    (node, above)
}

/// The name of the type that an expression makes an object of, without its package and its arguments.
fn kind(page: &Page<'_>, node: Node<'_>) -> String {
    let text = node.child_by_field_name("type").map(|n| page.words(n)).unwrap_or_default();
    let bare = text.split('<').next().unwrap_or(&text);
    bare.rsplit('.').next().unwrap_or(bare).trim().to_owned()
}

fn used<'t>(page: &Page<'_>, node: Node<'t>, above: &[Node<'t>]) -> Use {
    let Some(parent) = above.last().copied() else { return Use::Escapes };
    match parent.kind() {
        "method_invocation" if parent.child_by_field_name("object") == Some(node) => {
            let makes_sure = above.iter().any(|n| matches!(n.kind(), "finally_clause" | "catch_clause"));
            match name_of(page, parent).as_str() {
                "close" if makes_sure => Use::Secures,
                "close" => Use::Closes,
                _ if is_kept(page, above) => Use::Escapes,
                _ => Use::Works,
            }
        }
        "argument_list" => {
            let outer = above.iter().rev().nth(1).filter(|n| n.kind() == "method_invocation");
            let lends = outer.is_some_and(|n| BORROWS.contains(&name_of(page, *n).as_str()));
            if lends { Use::Works } else { Use::Escapes }
        }
        "binary_expression" => Use::Works,
        "resource" => Use::Secures,
        _ => Use::Escapes,
    }
}

/// Whether what a method gives is returned, kept or handed on: it may be a view that needs the resource.
fn is_kept(page: &Page<'_>, above: &[Node<'_>]) -> bool {
    let mut outer = above.iter().rev().skip_while(|n| n.kind() == "method_invocation");
    let chain = above.iter().rev().take_while(|n| n.kind() == "method_invocation").last();
    let ends = chain.is_some_and(|n| {
        let name = name_of(page, *n);
        ENDS.contains(&name.as_str()) || name.starts_with("read") || name.starts_with("write")
    });
    let by = outer.next().map_or("", |n| n.kind());
    !ends && matches!(by, "return_statement" | "argument_list" | "assignment_expression" | "lambda_expression")
}
