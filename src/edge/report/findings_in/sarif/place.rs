//! Where a result stands: address by text or by number, bases of bases, regions (SARIF 3.28 to 3.30). Called by `mod`.

use serde_json::Value;

use super::{add_evidence, named, run::Run};
use crate::edge::report::findings_in::{
    address::{has_scheme, is_absolute, path_of},
    draft::{Entry, Lines, first, list, region, text},
};

/// A path, and lines in it.
type Place = (Vec<u8>, Option<Lines>);

/// Bases that are followed; more is a circle.
const BASES: usize = 10;
/// Further places that are told.
const TOLD: usize = 10;

/// Puts the first place into the entry, further ones into its evidence.
pub(super) fn locate(run: &Run, result: &Value, entry: &mut Entry) {
    let places: Vec<Place> =
        list(result.get("locations")).iter().take(TOLD + 1).filter_map(|location| place(run, location)).collect();
    let target = || {
        let path = path(run, result.get("analysisTarget")?)?;
        Some((path, None))
    };
    let mut places = places.into_iter();
    if let Some((path, lines)) = places.next().or_else(target) {
        entry.say("file", &String::from_utf8_lossy(&path));
        entry.lines(lines);
        entry.path = Some(path);
    }
    for (path, lines) in places {
        add_evidence(entry, &format!("also at {}", named(&path, lines)));
    }
    if list(result.pointer("/locations/0/logicalLocations")).is_empty() {
        return;
    }
    let logical = |name: &str| text(result, &format!("/locations/0/logicalLocations/0/{name}")).to_owned();
    let (full, short) = (logical("fullyQualifiedName"), logical("name"));
    entry.say("symbol", first([full.as_str(), short.as_str()]));
}

fn place(run: &Run, location: &Value) -> Option<Place> {
    let physical = location.get("physicalLocation")?;
    let path = path(run, physical.get("artifactLocation")?)?;
    let number = |name: &str| physical.pointer(&format!("/region/{name}")).and_then(Value::as_u64);
    Some((path, region(number("startLine"), number("endLine"), number("endColumn"))))
}

/// The path of an artifact location; absolute when its base is.
pub(super) fn path(run: &Run, location: &Value) -> Option<Vec<u8>> {
    let indexed = || location.get("index").and_then(Value::as_u64).and_then(|nth| run.artifact(nth));
    let location = if text(location, "/uri").is_empty() { indexed()? } else { location };
    let uri = text(location, "/uri");
    if uri.is_empty() {
        return None;
    }
    let path = path_of(uri);
    let id = text(location, "/uriBaseId");
    if has_scheme(uri) || is_absolute(&path) || id.is_empty() {
        return Some(path).filter(|path| !path.is_empty());
    }
    let (folder, root) = base(run, id);
    let joined = [root.unwrap_or_default(), folder, path].into_iter().filter(|part| !part.is_empty());
    Some(joined.collect::<Vec<_>>().join(&b'/')).filter(|path| !path.is_empty())
}

/// The folder of a base below an absolute one, and that one when it is said.
pub(super) fn base(run: &Run, id: &str) -> (Vec<u8>, Option<Vec<u8>>) {
    let (mut folder, mut next) = (Vec::new(), id.to_owned());
    for _ in 0..BASES {
        let Some(location) = run.base(&next) else { break };
        let uri = text(location, "/uri");
        let part = path_of(uri);
        if has_scheme(uri) || is_absolute(&part) {
            return (folder, Some(part));
        }
        if !part.is_empty() {
            folder = if folder.is_empty() { part } else { [part.as_slice(), b"/", folder.as_slice()].concat() };
        }
        let id = text(location, "/uriBaseId");
        if id.is_empty() || folder.len() > 10_000 {
            break;
        }
        next = id.to_owned();
    }
    (folder, None)
}
