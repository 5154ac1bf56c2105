//! Golden maps of real version pairs (`fixtures/map/README.md`): what a reviewer would be told about them.

use std::{fs, path::Path};

use prr::core::model::{Diff, Side, Unit};

use super::build::whole;

fn files(pair: &str) -> Vec<(String, String, String)> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("fixtures/map").join(pair);
    let mut names = Vec::new();
    collect(&root.join("new"), &root.join("new"), &mut names);
    names.sort();
    let read = |side: &str, name: &str| fs::read_to_string(root.join(side).join(name)).unwrap();
    names.into_iter().map(|name| (name.clone(), read("old", &name), read("new", &name))).collect()
}

fn collect(root: &Path, dir: &Path, names: &mut Vec<String>) {
    for entry in fs::read_dir(dir).unwrap().flatten() {
        let path = entry.path();
        match path.is_dir() {
            true => collect(root, &path, names),
            false => names.push(path.strip_prefix(root).unwrap().to_str().unwrap().to_owned()),
        }
    }
}

fn told(diff: &Diff, unit: &Unit) -> String {
    let detail = &unit.detail;
    let mut out = format!("{}::{} +{} -{}", diff.path(unit.file).lossy(), unit.symbol, unit.added, unit.removed);
    out += &detail.change.map_or(String::new(), |change| format!(" {change}"));
    out += &detail.aside.map_or(String::new(), |aside| format!(" [{aside}]"));
    if !detail.before.is_empty() {
        out += &format!(" was {}", detail.before);
    }
    for sign in &detail.signs {
        let side = |side: Side| if side == Side::Left { "-" } else { "+" };
        let places: Vec<String> = sign.evidence.iter().map(|e| format!("{}{}", side(e.side), e.line)).collect();
        out += &format!("\n    {}: {} @ {}", sign.archetype, sign.what, places.join(" "));
    }
    out
}

fn golden(pair: &str) {
    let files = files(pair);
    let changes: Vec<(&str, &str, &str)> = files.iter().map(|(a, b, c)| (a.as_str(), b.as_str(), c.as_str())).collect();
    let (diff, map) = whole(&changes);
    // Parts of a unit that lie apart and of which nothing is told are left out: there are many.
    let tells =
        |unit: &&Unit| !unit.detail.signs.is_empty() || unit.detail.aside.is_some() || unit.added + unit.removed > 3;
    let units: Vec<String> = map.units.iter().map(|unit| &**unit).filter(tells).map(|unit| told(&diff, unit)).collect();
    let hotspots: Vec<String> = map
        .hotspots
        .iter()
        .map(|h| {
            format!(
                "{} {} [{}]\n    {}",
                h.risk,
                h.key,
                h.lenses.iter().map(|l| l.as_str()).collect::<Vec<_>>().join(" "),
                h.why
            )
        })
        .collect();
    let text = format!("{}\n\nhotspots\n{}\n\n{:?}\n", units.join("\n"), hotspots.join("\n"), map.notes);
    insta::with_settings!({ prepend_module_to_snapshot => false, omit_expression => true }, {
        insta::assert_snapshot!(format!("map_of_{pair}"), text);
    });
}

#[test]
fn the_map_of_a_crate_is_as_a_reviewer_would_tell_it() {
    golden("base64");
}

#[test]
fn the_map_of_a_node_package_is_as_a_reviewer_would_tell_it() {
    golden("express");
}

#[test]
fn the_map_of_a_python_package_is_as_a_reviewer_would_tell_it() {
    golden("flask");
}
