//! Diffs with both sides at hand, from texts. Called by the tests beside it.

use std::sync::Arc;

use prr::core::{
    change::{Contents, Sides},
    diff::parse,
    model::{Archetype, ChangeMap, Diff, Evidence, RunId, Unit},
    risk::{Facts, change_map_of},
};

/// A change: path, text before, text after; '' = the file is not there.
pub type Change<'t> = (&'t str, &'t str, &'t str);

/// The diff of some files, as git shows it.
pub fn diff(changes: &[Change<'_>]) -> Diff {
    let text: String = changes.iter().map(|change| section(*change)).collect();
    parse(text.into_bytes())
}

fn section((path, old, new): Change<'_>) -> String {
    let made = similar::TextDiff::from_lines(old, new);
    let mut body = made.unified_diff();
    let (a, b) = (format!("a/{path}"), format!("b/{path}"));
    let (a, b, mode) = match (old.is_empty(), new.is_empty()) {
        (true, _) => ("/dev/null".to_owned(), b, "new file mode 100644\n"),
        (_, true) => (a, "/dev/null".to_owned(), "deleted file mode 100644\n"),
        _ => (a, b, ""),
    };
    format!("diff --git a/{path} b/{path}\n{mode}{}", body.context_radius(3).header(&a, &b))
}

/// Both sides of them.
pub fn contents(changes: &[Change<'_>]) -> Contents {
    let side = |text: &str| (!text.is_empty()).then(|| Arc::from(text.as_bytes()));
    let sides = changes.iter().map(|(_, old, new)| Sides { old: side(old), new: side(new), missing: None });
    Contents::new(sides.collect(), Vec::new())
}

/// The map with both sides at hand.
pub fn whole(changes: &[Change<'_>]) -> (Diff, ChangeMap) {
    let diff = diff(changes);
    let map = change_map_of(&diff, &RunId::new("r"), &Facts::default(), &contents(changes));
    (diff, map)
}

/// The map from the diff alone.
pub fn hunks(changes: &[Change<'_>]) -> (Diff, ChangeMap) {
    let diff = diff(changes);
    let map = change_map_of(&diff, &RunId::new("r"), &Facts::default(), &Contents::default());
    (diff, map)
}

/// The unit of a symbol.
pub fn unit<'m>(map: &'m ChangeMap, symbol: &str) -> &'m Unit {
    map.units.iter().find(|unit| unit.symbol == symbol).unwrap_or_else(|| panic!("{symbol}: {:#?}", map.units))
}

/// Every archetype of a map with its places.
pub fn signs(map: &ChangeMap) -> Vec<(Archetype, String, Vec<Evidence>)> {
    let signs = map.units.iter().flat_map(|unit| &unit.detail.signs);
    signs.map(|sign| (sign.archetype, sign.what.clone(), sign.evidence.clone())).collect()
}
