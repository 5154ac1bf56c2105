//! What holds for the map of any change, and that a side parsed from the other is as if it were parsed alone.

use proptest::{collection::vec, prelude::*, sample::select};
use prr::core::{
    change::syntax::{Fragment, Grammar, Splice, parse_after, parse_whole},
    diff::locate,
    model::Side,
};
use similar::{DiffOp, TextDiff};

use super::build::{diff, hunks, whole};

const RUST: &[&str] = &[
    "fn a(x: u8) -> u8 {",
    "pub fn b(user: &User) {",
    "    if !user.is_admin {",
    "        return Err(Denied);",
    "    }",
    "}",
    "    let n = x + 1;",
    "    store.total = n;",
    "    check_permission(user)?;",
    "impl A {",
    "    /// Words.",
    "use a::b;",
    "#[test]",
    "    /* open",
    "    close */ \"text",
    "",
    "    cache.invalidate(user.id);",
    "mod tests {",
];
const PYTHON: &[&str] = &[
    "def a(x):",
    "class B:",
    "    def c(self, user):",
    "        if not user.is_admin:",
    "            raise PermissionError()",
    "        return 1",
    "    try:",
    "    except OSError:",
    "        pass",
    "\"\"\"",
    "@login_required",
    "import os",
    "",
    "    with open(p) as f:",
];

fn text(pool: &'static [&'static str]) -> impl Strategy<Value = Vec<&'static str>> {
    vec(select(pool), 0..40)
}

fn joined(lines: &[&str]) -> String {
    lines.iter().map(|line| format!("{line}\n")).collect()
}

/// A text and one that differs from it in some places.
fn pair() -> impl Strategy<Value = (&'static str, String, String)> {
    let of = |path: &'static str, pool: &'static [&'static str]| {
        (text(pool), vec((any::<prop::sample::Index>(), select(pool), 0..3u8), 0..6)).prop_map(move |(old, edits)| {
            let mut new = old.clone();
            for (at, line, how) in edits {
                let at = at.index(new.len() + 1);
                match how {
                    0 => new.insert(at, line),
                    1 if at < new.len() => drop(new.remove(at)),
                    _ if at < new.len() => new[at] = line,
                    _ => new.push(line),
                }
            }
            (path, joined(&old), joined(&new))
        })
    };
    prop_oneof![of("src/a.rs", RUST), of("src/a.py", PYTHON)]
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(128))]

    #[test]
    fn hotspots_and_evidence_lie_in_the_diff_and_caps_hold((path, old, new) in pair()) {
        prop_assume!(old != new);
        let change = [(path, old.as_str(), new.as_str())];
        for (diff, map) in [whole(&change), hunks(&change)] {
            let lines: u32 = map.units.iter().map(|unit| unit.added + unit.removed).sum();
            prop_assert_eq!(lines, diff.totals.added + diff.totals.removed);
            let cap = if lines < 100 { 3 } else { 8 };
            prop_assert!(map.hotspots.len() <= cap);
            for unit in map.units.iter().map(|unit| &**unit).chain(map.hotspots.iter().map(|hotspot| &hotspot.unit)) {
                let (side, range) = unit.lines;
                prop_assert!(locate(&diff, unit.file, side, range.start()).is_some());
                prop_assert!(locate(&diff, unit.file, side, range.end()).is_some());
                for place in unit.detail.signs.iter().flat_map(|sign| &sign.evidence) {
                    prop_assert!(locate(&diff, place.file, place.side, place.line).is_some(), "{place:?}");
                }
            }
            prop_assert!(map.hotspots.iter().all(|h| h.lenses.len() <= 5 && h.unit.detail.aside.is_none()));
        }
        prop_assert_eq!(whole(&change).1, whole(&change).1);
        prop_assert_eq!(diff(&change).files.len(), 1);
    }

    #[test]
    fn a_side_parsed_from_the_other_is_as_if_parsed_alone((path, old, new) in pair()) {
        let grammar = Grammar::of(&prr::core::model::RepoPath::new(path), None).unwrap();
        let of = |side, text: &str| Fragment::of_file(side, text.as_bytes(), &[]).unwrap();
        let made = TextDiff::from_lines(&old, &new);
        let splices: Vec<Splice> = made
            .ops()
            .iter()
            .filter(|op| !matches!(op, DiffOp::Equal { .. }))
            .map(|op| {
                let (a, b) = (op.old_range(), op.new_range());
                Splice { old: (a.start as u32 + 1, a.len() as u32), new: (b.start as u32 + 1, b.len() as u32) }
            })
            .collect();
        let before = parse_whole(of(Side::Left, &old), grammar).unwrap();
        let after = parse_after(of(Side::Right, &new), &before, &splices).unwrap();
        let alone = parse_whole(of(Side::Right, &new), grammar).unwrap();
        let shape = |parsed: &prr::core::change::syntax::Parsed| {
            let mut all = Vec::new();
            parsed.walk(|node, _| all.push((node.kind(), node.start_byte(), node.end_byte())));
            all
        };
        // Where a text is damaged, the way in which it is mended may depend on what was there before.
        if alone.error_bytes() == 0 {
            prop_assert_eq!(shape(&after), shape(&alone));
        }
    }
}
