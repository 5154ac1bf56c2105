//! JavaScript and TypeScript: file descriptors. Streams close themselves, so that nothing is certain of them. Called by `mod`.

use crate::core::change::syntax::Node;

use super::{
    super::{introduced::Page, nodes::call},
    Fate, Opened,
    uses::{Use, fate, whole_function},
};

const OPENS: &[&str] = &["fs.openSync", "openSync"];

const REMEDY: &str = "close it in a finally block";

pub(super) fn opened<'t>(page: &Page<'_>, node: Node<'t>, above: &[Node<'t>]) -> Option<Opened<'t>> {
    let found = call(page, node)?;
    if !OPENS.contains(&found.path.as_str()) {
        return None;
    }
    let declared = above.last().filter(|n| n.kind() == "variable_declarator")?;
    let name = declared.child_by_field_name("name").filter(|n| n.kind() == "identifier").map(|n| page.words(n))?;
    let around = whole_function(page, above)?;
    let fate = fate(page, (around, *declared), &name, |_, above| used(page, above))?;
    // Between the opening and a close that follows at once nothing can fail.
    let (name, fate) = (name, fate);
    (fate == Fate::Open || fate == Fate::Late).then_some(Opened { node, call: found.path, name, fate, remedy: REMEDY })
}

fn used<'t>(page: &Page<'_>, above: &[Node<'t>]) -> Use {
    let within = above.last().filter(|n| n.kind() == "arguments");
    let outer = within.and_then(|_| above.iter().rev().nth(1)).and_then(|n| call(page, *n));
    let makes_sure = above.iter().any(|n| matches!(n.kind(), "finally_clause" | "catch_clause"));
    match outer {
        Some(found) if found.name == "closeSync" && makes_sure => Use::Secures,
        Some(found) if found.name == "closeSync" => Use::Closes,
        Some(found) if found.path.starts_with("fs.") && found.name.ends_with("Sync") => Use::Works,
        _ => Use::Escapes,
    }
}
