//! What becomes of a name within a function. Called by the languages.

use crate::core::change::syntax::Node;

use super::{
    super::{
        introduced::Page,
        nodes::{each, function, is_function},
    },
    Fate,
};

/// What a use of the name does.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Use {
    /// Reads from it or writes to it.
    Works,
    /// Closes it, where nothing makes sure of that.
    Closes,
    /// Closes it in any case: `with`, `defer`, `finally`.
    Secures,
    /// Gives it to somebody: returned, kept, handed on.
    Escapes,
}

/// The function around a node, when its end stands on the page: something follows it there, or it ends the file.
pub(super) fn whole_function<'t>(page: &Page<'_>, above: &[Node<'t>]) -> Option<Node<'t>> {
    let around = function(above)?;
    let fragment = &page.parsed.fragment;
    let span = page.span(around)?;
    let behind = fragment.text.get(span.end..).unwrap_or(&[]);
    // A brace behind the page was guessed.
    let closed = page.text(around).ends_with(b"}") && span.len() == around.byte_range().len();
    // Python ends a function by what stands further left.
    let column = around.start_position().column;
    let follows = behind.split(|b| *b == b'\n').find(|line| !line.trim_ascii().is_empty());
    let ends = follows.is_some_and(|line| line.iter().take_while(|b| b.is_ascii_whitespace()).count() <= column);
    let is_new_file =
        fragment.rows.first().is_some_and(|row| row.number == 1) && fragment.rows.iter().all(|row| row.changed);
    (closed || ends || (follows.is_none() && is_new_file)).then_some(around)
}

/// What becomes of `name`, opened at `from`: `None` when somebody closes it for certain, or may.
pub(super) fn fate<'t>(
    page: &Page<'_>,
    (around, from): (Node<'t>, Node<'t>),
    name: &str,
    of: impl Fn(Node<'t>, &[Node<'t>]) -> Use,
) -> Option<Fate> {
    let mut uses = Vec::new();
    let mut again = false;
    visit(page, around, &mut |node, above| {
        let is_name = node.kind() == "identifier" && page.text(node) == name.as_bytes();
        if is_name && node.start_byte() >= from.end_byte() {
            // A function inside may run at any time.
            let inner = above.iter().any(|n| is_function(*n) && *n != around);
            uses.push((node.start_byte(), if inner { Use::Escapes } else { of(node, above) }));
        } else if is_name && node.start_byte() < from.start_byte() {
            again = true;
        }
    });
    if again || uses.iter().any(|(_, kind)| matches!(kind, Use::Escapes | Use::Secures)) {
        return None;
    }
    match uses.iter().find(|(_, kind)| *kind == Use::Closes) {
        None => Some(Fate::Open),
        Some((close, _)) => {
            let works = uses.iter().any(|(at, kind)| *kind == Use::Works && at < close);
            works.then_some(Fate::Late)
        }
    }
}

/// Visits the nodes below one, each with those between.
fn visit<'t>(page: &Page<'_>, top: Node<'t>, see: &mut impl FnMut(Node<'t>, &[Node<'t>])) {
    each(page, top, &mut |node| {
        if node.kind() == "identifier" {
            let mut above = Vec::new();
            let mut parent = node.parent();
            while let Some(found) = parent {
                above.push(found);
                if found == top || above.len() > 100 {
                    break;
                }
                parent = found.parent();
            }
            above.reverse();
            see(node, &above);
        }
        true
    });
}
