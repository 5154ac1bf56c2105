//! What the changed code names and who names it: definitions of types, schemas, models and functions, routes, callers,
//! tests. Called by `mod`.

use std::collections::HashSet;

use crate::core::{
    change::{Language, definition, is_test_path, symbol_name},
    diff,
    model::{Diff, LineKind, LineRange, RepoPath, Unit},
};

use super::{Kept, Kind, Source, cut, extent::enclosing};

/// Lines around a place that uses the symbol.
const NEAR: usize = 4;
/// Places of one kind.
const PLACES: usize = 6;
/// Shorter names say nothing.
const SHORTEST: usize = 4;
/// Names that are looked up.
const NAMES: usize = 200;
/// Definitions that are sent, and lines of each.
const DEFINITIONS: usize = 8;
const LINES: usize = 60;

/// Definitions of what a unit names: first what its changed lines name, then the rest of it.
pub(super) fn definitions(change: &Diff, unit: &Unit, source: &mut dyn Source, kept: &mut Kept) {
    let names = names(change, unit, kept);
    let own = change.path(unit.file);
    let found = source.definitions(&names);
    let mut count = 0;
    let places = names.iter().zip(found).flat_map(|(name, places)| places.into_iter().map(move |place| (name, place)));
    for (name, (path, line)) in places {
        if count >= DEFINITIONS {
            break;
        }
        let there = RepoPath::new(path.as_str());
        // A test is no definition of what code relies on; another language means something else.
        let is_other = is_test_path(&there) || !is_kin(&own, &there);
        if is_other || kept.shows(&path, line) {
            continue;
        }
        let Some(bytes) = source.file(&path) else { continue };
        let Some(lines) = LineRange::one(line) else { continue };
        let text: Vec<&[u8]> = bytes.split(|b| *b == b'\n').collect();
        if !text.get((line as usize).wrapping_sub(1)).is_some_and(|text| defines(&there, text, name)) {
            continue;
        }
        let (first, last) = enclosing(&there, &bytes, lines);
        // What encloses it may begin far above: then the definition's own lines count.
        let first = if (line as usize).saturating_sub(first) > LINES / 2 { line as usize } else { first };
        count += 1;
        kept.add(cut(Kind::Definition, &path, &text, (first, last.min(first + LINES - 1))));
    }
}

/// Whether a line defines a name for others: by its language's patterns, or because it stands at the left edge.
fn defines(path: &RepoPath, line: &[u8], name: &str) -> bool {
    let named = definition(Language::of(path), line).is_some_and(|own| symbol_name(&own) == name);
    named || line.first().is_some_and(|b| !b.is_ascii_whitespace())
}

/// Names in the changed lines of a unit, then those in the code around them that is sent, each once, in order.
fn names(change: &Diff, unit: &Unit, kept: &Kept) -> Vec<String> {
    let mut seen: HashSet<String> = HashSet::new();
    seen.extend(unit.symbol.split([':', '.', ' ']).map(str::to_owned));
    let mut names = Vec::new();
    let mut note = |text: &[u8]| {
        for word in text.split(|b| !(b.is_ascii_alphanumeric() || *b == b'_')) {
            let telling = word.len() >= SHORTEST && !word.first().is_some_and(u8::is_ascii_digit);
            if names.len() < NAMES && telling {
                let word = String::from_utf8_lossy(word).into_owned();
                if seen.insert(word.clone()) {
                    names.push(word);
                }
            }
        }
    };
    let hunks = (unit.hunks.0.0..=unit.hunks.1.0).map(crate::core::model::HunkIx);
    for line in hunks.flat_map(|hunk| diff::lines(change, hunk, 0)) {
        if matches!(line.kind, LineKind::Added | LineKind::Removed) {
            note(line.text.get(..1000).unwrap_or(line.text));
        }
    }
    for piece in kept.pieces.iter().filter(|piece| matches!(piece.kind, Kind::After | Kind::Before)) {
        note(piece.text.as_bytes());
    }
    names
}

/// Whether what one file defines may be what the other names: schemas are meant by every language.
fn is_kin(own: &RepoPath, other: &RepoPath) -> bool {
    let (own, other) = (Language::of(own), Language::of(other));
    own == other || own == Language::Sql || other == Language::Sql
}

/// Words of a line that binds a handler to a path of requests.
const ROUTES: &[&str] = &[
    "route(",
    "router.",
    "routes.",
    ".get(",
    ".post(",
    ".put(",
    ".patch(",
    ".delete(",
    "HandleFunc(",
    ".Handle(",
    "path(",
    "re_path(",
    "url(",
    "add_url_rule(",
    "resources ",
    "MapGet(",
    "MapPost(",
    "MapPut(",
    "MapDelete(",
    "Route::",
    "add_api_route(",
    ".service(",
    "register_handler(",
];

/// Whether a line binds a symbol to a path: it has a word of routes and a text that begins with a stroke or a path.
fn is_route(line: &[u8]) -> bool {
    let text = String::from_utf8_lossy(line.get(..400).unwrap_or(line));
    let has_path = text.match_indices(['"', '\'', '`']).any(|(at, _)| {
        let inside = text.get(at + 1..).unwrap_or("");
        inside.starts_with('/')
            || inside.starts_with('^')
            || inside.split(['"', '\'', '`']).next().is_some_and(|part| part.ends_with('/'))
    });
    has_path && ROUTES.iter().any(|word| text.contains(word))
}

/// Places that use the unit's symbol: routes, callers, tests.
pub(super) fn uses(change: &Diff, unit: &Unit, source: &mut dyn Source, kept: &mut Kept) {
    let symbol = unit.symbol.rsplit([':', '.', ' ']).next().unwrap_or("");
    if symbol.len() < SHORTEST {
        return;
    }
    let own = change.path(unit.file);
    let mut counts = [0usize; 3];
    for (path, line) in source.uses(symbol) {
        let is_own = path.as_bytes() == own.as_bytes() && unit.lines.1.contains(line);
        let is_test = is_test_path(&RepoPath::new(path.as_str()));
        if is_own || (is_test && counts[2] >= PLACES) || counts.iter().take(2).all(|count| *count >= PLACES) {
            continue;
        }
        let Some(bytes) = source.file(&path) else { continue };
        let text: Vec<&[u8]> = bytes.split(|b| *b == b'\n').collect();
        let line = line as usize;
        let binds = text.get(line.wrapping_sub(1)).is_some_and(|line| is_route(line));
        let (kind, nth) = match (is_test, binds) {
            (true, _) => (Kind::Test, 2),
            (false, true) => (Kind::Route, 0),
            (false, false) => (Kind::Caller, 1),
        };
        let Some(count) = counts.get_mut(nth).filter(|count| **count < PLACES) else { continue };
        *count += 1;
        kept.add(cut(kind, &path, &text, (line.saturating_sub(NEAR).max(1), (line + NEAR).min(text.len()))));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_that_bind_a_handler_are_told_from_calls() {
        for line in [
            "router.post('/users/:id', updateUser);",
            "    path(\"users/\", views.update_user),",
            "mux.HandleFunc(\"/users\", updateUser)",
            "Route::post('/users', [UserController::class, 'update_user']);",
            ".route(\"/users\", post(update_user))",
        ] {
            assert!(is_route(line.as_bytes()), "{line}");
        }
        for line in ["update_user(db.get(id))", "let path = format(\"/users\", update_user);", "cache.get('key')"] {
            assert!(!is_route(line.as_bytes()), "{line}");
        }
    }
}
