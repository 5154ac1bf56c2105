//! Go: files, connections, bodies and rows without `defer`. Called by `mod`.

use crate::core::change::syntax::Node;

use super::{
    super::{
        introduced::Page,
        nodes::{call, named},
    },
    Fate, Opened,
    uses::{Use, fate, whole_function},
};

/// What opens, and what is closed of it.
const OPENS: &[(&str, &str)] = &[
    ("os.Open", ""),
    ("os.OpenFile", ""),
    ("os.Create", ""),
    ("net.Dial", ""),
    ("net.DialTimeout", ""),
    ("http.Get", ".Body"),
    ("http.Post", ".Body"),
    ("http.Head", ".Body"),
    ("http.DefaultClient.Do", ".Body"),
    ("client.Do", ".Body"),
    ("db.Query", ""),
    ("db.QueryContext", ""),
];

/// Functions that read from it and do not keep it.
const BORROWS: &[&str] = &[
    "io.ReadAll",
    "ioutil.ReadAll",
    "io.Copy",
    "fmt.Fprintf",
    "fmt.Fprintln",
    "fmt.Fprint",
    "json.NewDecoder",
    "json.NewEncoder",
    "bufio.NewScanner",
    "bufio.NewReader",
];

const REMEDY: &str = "defer the close right behind the check of the error";

pub(super) fn opened<'t>(page: &Page<'_>, node: Node<'t>, above: &[Node<'t>]) -> Option<Opened<'t>> {
    let found = call(page, node)?;
    let (path, of) = OPENS.iter().find(|(path, _)| *path == found.path)?;
    let declared = above.iter().rev().find(|n| matches!(n.kind(), "short_var_declaration" | "assignment_statement"))?;
    let left = named(declared.child_by_field_name("left")?);
    let name = left.first().filter(|name| name.kind() == "identifier").map(|name| page.words(*name))?;
    if name == "_" || above.last().is_none_or(|n| n.kind() != "expression_list") {
        return None;
    }
    let around = whole_function(page, above)?;
    let fate = fate(page, (around, *declared), &name, |node, above| used(page, (node, above), of))?;
    let early = || returns_between(page, around, *declared, &name);
    // Rows close themselves once they are read to the end: they stay open where a way out lies before that.
    let by_itself = fate == Fate::Open && path.starts_with("db.Query") && early() <= 2;
    if by_itself || (fate == Fate::Late && early() <= 1) {
        return None;
    }
    Some(Opened { node, call: (*path).to_owned(), name: format!("{name}{of}"), fate, remedy: REMEDY })
}

/// Ways out between the opening and the close, or the end: the first is that of the check of its error.
fn returns_between(page: &Page<'_>, around: Node<'_>, from: Node<'_>, name: &str) -> usize {
    let text = page.text(around);
    let rest = text.get(from.end_byte() - around.start_byte()..).unwrap_or(&[]);
    let close = [format!("{name}.Close("), format!("{name}.Body.Close(")];
    let end = close.iter().filter_map(|close| memchr::memmem::find(rest, close.as_bytes())).min().unwrap_or(rest.len());
    let between = rest.get(..end).unwrap_or(rest);
    memchr::memmem::find_iter(between, b"return").count()
}

fn used<'t>(page: &Page<'_>, (node, above): (Node<'t>, &[Node<'t>]), of: &str) -> Use {
    let text = |n: Node<'_>| page.words(n);
    let at = |nth: usize| above.iter().rev().nth(nth).copied();
    let Some(parent) = at(0) else { return Use::Escapes };
    if parent.kind() != "selector_expression" {
        let lends = (parent.kind() == "argument_list")
            .then(|| at(1).and_then(|n| call(page, n)))
            .flatten()
            .is_some_and(|c| BORROWS.contains(&c.path.as_str()));
        let compared = parent.kind() == "binary_expression";
        return if lends || compared { Use::Works } else { Use::Escapes };
    }
    let outer: Vec<Node<'_>> = above.iter().rev().take(4).copied().collect();
    let closes = outer.iter().any(|n| {
        n.kind() == "call_expression" && {
            let called = text(*n);
            called.starts_with(&format!("{}{of}.Close(", text(node)))
        }
    });
    let secured = above.iter().any(|n| n.kind() == "defer_statement");
    if closes {
        return if secured { Use::Secures } else { Use::Closes };
    }
    // The body itself, handed on.
    let whole = text(parent) == format!("{}{of}", text(node)) && !of.is_empty();
    let lends = at(1).filter(|n| n.kind() == "argument_list").and_then(|_| at(2)).and_then(|n| call(page, n));
    match lends {
        Some(found) if whole && BORROWS.contains(&found.path.as_str()) => Use::Works,
        _ if whole && at(1).is_none_or(|n| n.kind() != "selector_expression") => Use::Escapes,
        _ => Use::Works,
    }
}
