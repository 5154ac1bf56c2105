//! How one unit changed, and whether anything of what it does did: both sides of its symbol compared by structure.
//! Not here: moves and renames over units (`join`), archetypes (`signs`). Called by `file`.

use std::ops::Range;

use crate::core::model::{Aside, Side, UnitChange};

use super::{
    parts::squeezed,
    syntax::{Code, Definition, Grammar, Likeness, Node, Role, Shape, likeness, renamed},
    whole::{Tree, Whole},
};

/// What a comparison says.
#[derive(Debug, Clone, Default)]
pub(super) struct Compared {
    pub change: Option<UnitChange>,
    pub aside: Option<Aside>,
    /// Names for which others stand now, when nothing else changed and they are not bound in the unit itself.
    pub renames: Vec<(String, String)>,
    /// Lines of its head that changed, by side.
    pub head: Vec<(Side, u32)>,
    /// Whether others may rely on it, before or after.
    pub is_public: bool,
}

/// Compares the symbol's definitions of both sides; '' is what stands outside of any.
pub(super) fn compare(whole: &Whole, symbol: &str) -> Compared {
    if symbol.is_empty() {
        return outside(whole);
    }
    let old = whole.old.as_ref().and_then(|tree| Some((tree, tree.named(symbol).next()?)));
    let new = whole.new.as_ref().and_then(|tree| Some((tree, tree.named(symbol).next()?)));
    let is_public = [old, new].iter().flatten().any(|(_, def)| def.is_public);
    let base = Compared { is_public, ..Compared::default() };
    match (old, new) {
        (None, None) => base,
        (None, Some(_)) => Compared { change: Some(UnitChange::Added), ..base },
        (Some(_), None) => Compared { change: Some(UnitChange::Removed), ..base },
        (Some(old), Some(new)) => both(whole, symbol, (old, new), base),
    }
}

type Found<'w> = (&'w Tree, &'w Definition);

fn both(whole: &Whole, symbol: &str, (old, new): (Found<'_>, Found<'_>), base: Compared) -> Compared {
    let (Some(was), Some(is)) = (code_of(old, symbol), code_of(new, symbol)) else { return base };
    let again = [&whole.old, &whole.new].iter().any(|tree| tree.as_ref().is_some_and(|t| t.named(symbol).count() > 1));
    if again {
        // A block that is opened again, or a name that is used twice: which is which cannot be told.
        return Compared { change: Some(UnitChange::Body), ..base };
    }
    let heads = (head_of(old), head_of(new));
    let head = heads.0.zip(heads.1).is_none_or(|(a, b)| !is_same_code(likeness(&a.0, &b.0)) || a.1 != b.1);
    let change = Some(if head { UnitChange::Signature } else { UnitChange::Body });
    let mut aside = aside_of(likeness(&was, &is));
    if aside == Some(Aside::Formatting) && above(old) != above(new) {
        aside = Some(Aside::Comments);
    }
    let (aside, renames) = match aside {
        Some(aside) => (Some(aside), Vec::new()),
        None => renamed_names(old, new),
    };
    let head = if head { [head_lines(old, Side::Left), head_lines(new, Side::Right)].concat() } else { Vec::new() };
    Compared { change, aside, renames, head, ..base }
}

/// The comments above a definition, without their blanks.
fn above((tree, def): Found<'_>) -> String {
    let rows = tree.parsed.fragment.rows.iter();
    let rows = rows.skip_while(|row| row.number < def.lead).take_while(|row| row.number < def.first);
    rows.map(|row| squeezed(tree.parsed.fragment.line(row))).collect()
}

fn aside_of(likeness: Likeness) -> Option<Aside> {
    match likeness {
        Likeness::All => Some(Aside::Formatting),
        Likeness::Code => Some(Aside::Comments),
        Likeness::ButImports => Some(Aside::Imports),
        Likeness::None => None,
    }
}

fn is_same_code(likeness: Likeness) -> bool {
    matches!(likeness, Likeness::All | Likeness::Code)
}

/// What no definition holds.
fn outside(whole: &Whole) -> Compared {
    let (Some(old), Some(new)) = (&whole.old, &whole.new) else { return Compared::default() };
    let (Some(was), Some(is)) = (around(old), around(new)) else { return Compared::default() };
    Compared { change: Some(UnitChange::Body), aside: aside_of(likeness(&was, &is)), ..Compared::default() }
}

/// A file without its definitions.
fn around(tree: &Tree) -> Option<Code<'_>> {
    let holes = tree.outline.iter().map(|def| def.span.clone()).collect();
    code_at(tree, 0..tree.parsed.fragment.text.len(), holes)
}

/// The whole definition; of one that holds others, what is its own.
fn code_of<'w>((tree, def): Found<'w>, symbol: &str) -> Option<Code<'w>> {
    let holes = if def.is_container() { members(tree, symbol) } else { Vec::new() };
    code_at(tree, def.span.clone(), holes)
}

fn code_at(tree: &Tree, span: Range<usize>, holes: Vec<Range<usize>>) -> Option<Code<'_>> {
    Some(Code { parsed: &tree.parsed, node: tree.parsed.node_at(span)?, holes })
}

fn members(tree: &Tree, symbol: &str) -> Vec<Range<usize>> {
    let inside = |name: &str| name.strip_prefix(symbol).is_some_and(|rest| rest.starts_with(['.', ':']));
    tree.outline.iter().filter(|def| inside(&def.name)).map(|def| def.span.clone()).collect()
}

/// The head of a definition, without attributes that no caller notices. Its attributes may stand before its node.
fn head_of((tree, def): Found<'_>) -> Option<(Code<'_>, Vec<String>)> {
    let mut holes: Vec<Range<usize>> = def.body.iter().cloned().collect();
    let mut attributes = Vec::new();
    // Python does not keep anybody to its annotations.
    if tree.parsed.grammar == Grammar::Python {
        holes.extend(annotations(tree.parsed.node_at(def.node.clone())?));
    }
    let node = tree.parsed.node_at(def.node.clone())?;
    let rows = tree.parsed.bytes_of(def.span.start..def.node.start.max(def.span.start));
    for line in rows.split(|b| *b == b'\n').map(squeezed).filter(|line| line.starts_with(['#', '@', '['])) {
        attributes.extend(Some(line).filter(|line| is_noticed(line)));
    }
    let mut cursor = node.walk();
    for child in node.children(&mut cursor).filter(|child| tree.parsed.grammar.role(*child) == Role::Attribute) {
        holes.push(child.byte_range());
        let text = squeezed(tree.parsed.text(child));
        attributes.extend(Some(text).filter(|text| is_noticed(text)));
    }
    Some((Code { parsed: &tree.parsed, node, holes }, attributes))
}

/// The types in the head of a function.
fn annotations(node: Node<'_>) -> Vec<Range<usize>> {
    let result = node.child_by_field_name("return_type").map(|kind| kind.byte_range());
    let parameters = node.child_by_field_name("parameters");
    let mut found: Vec<Range<usize>> = result.into_iter().collect();
    let mut cursor = node.walk();
    for parameter in parameters.into_iter().flat_map(|list| list.named_children(&mut cursor).collect::<Vec<_>>()) {
        found.extend(parameter.child_by_field_name("type").map(|kind| kind.byte_range()));
    }
    found
}

/// Whether callers notice an attribute: hints to the compiler, lints and documentation they do not.
fn is_noticed(attribute: &str) -> bool {
    let quiet = [
        "inline",
        "must_use",
        "doc",
        "allow",
        "expect",
        "cold",
        "track_caller",
        "rustfmt",
        "cfg_attr(docsrs",
        "warn",
        "deny",
        "Override",
        "SuppressWarnings",
        "Nullable",
        "Nonnull",
    ];
    let name = attribute.trim_start_matches(['#', '[', '@', '!']);
    !quiet.iter().any(|word| name.starts_with(word)) && !attribute.starts_with("//")
}

/// Changed lines before the body.
fn head_lines((tree, def): Found<'_>, side: Side) -> Vec<(Side, u32)> {
    let end = def.body.as_ref().map_or(def.span.end, |body| body.start);
    let rows = tree.parsed.fragment.rows_in(def.span.start..end.max(def.span.start + 1));
    rows.iter().filter(|row| row.changed).map(|row| (side, row.number)).collect()
}

/// Whether only names differ: set aside when each is bound in the unit itself; else the names are handed out.
fn renamed_names<'w>(old: Found<'w>, new: Found<'w>) -> (Option<Aside>, Vec<(String, String)>) {
    if old.1.shape != Shape::Code {
        return (None, Vec::new());
    }
    let leaves = |tree: &'w Tree, def: &Definition| Some(tree.parsed.leaves(tree.parsed.node_at(def.span.clone())?));
    let (Some(a), Some(b)) = (leaves(old.0, old.1), leaves(new.0, new.1)) else { return (None, Vec::new()) };
    let Some(renamed) = renamed(a, b).filter(|renamed| !renamed.names.is_empty()) else { return (None, Vec::new()) };
    let is_bound = |name: &[u8]| renamed.bound.contains(name);
    if renamed.names.keys().all(|name| is_bound(name)) {
        return (Some(Aside::Rename), Vec::new());
    }
    let text = |bytes: &[u8]| String::from_utf8_lossy(bytes).into_owned();
    (None, renamed.names.iter().filter(|(old, _)| !is_bound(old)).map(|(old, new)| (text(old), text(new))).collect())
}
