//! Who may name whom: rooms, crates and `std`, and who may start tasks and threads.
//! Not here: the table itself (`law`). Called by `rules`.

use std::collections::BTreeSet;

use super::{
    law::{self, Outside, Room},
    lex::{Kind, Token},
    reading::{Named, behind_group},
    rules::{Source, Violation},
};

/// The names under which the dependencies are reached in code.
pub struct Dependencies(BTreeSet<String>);

impl Dependencies {
    /// Reads the keys of every dependency table of a `Cargo.toml` (one key a line, as ours is written).
    pub fn from_manifest(manifest: &str) -> Self {
        let mut inside = false;
        let mut names = BTreeSet::new();
        for line in manifest.lines().map(str::trim) {
            if line.starts_with('[') {
                inside = line.ends_with("dependencies]");
            } else if inside && let Some((name, _)) = line.split_once(['=', '.']) {
                names.insert(name.trim().replace('-', "_"));
            }
        }
        Self(names)
    }
}

/// Whether `inner` is `outer` or lies below it (`core::diff::lines` below `core::diff`).
fn below(inner: &str, outer: &str) -> bool {
    inner == outer || inner.strip_prefix(outer).is_some_and(|rest| rest.starts_with("::"))
}

/// The room a module path lies in.
fn room_of(path: &str) -> Option<&'static Room> {
    law::ROOMS.iter().find(|room| below(path, room.path))
}

/// A file that only opens rooms: `lib.rs`, `core/mod.rs`, `edge/mod.rs`.
fn is_door(module: &str) -> bool {
    module.is_empty() || law::ROOMS.iter().any(|room| room.path != module && below(room.path, module))
}

/// Imports between rooms. Unit tests keep this law too: a test that needs a room above belongs in `tests/`.
pub fn rooms(source: &Source) -> Vec<Violation> {
    let module = source.module.join("::");
    let room = if source.path == "src/main.rs" {
        &law::MAIN
    } else if let Some(room) = room_of(&module) {
        room
    } else if is_door(&module) {
        return door(source);
    } else {
        let what = format!("`{module}` is no room of the house");
        return vec![source.breaks(1, "room", what, "Move it into a room, or write the room into tests/house/law.rs")];
    };
    let inside = named(source).into_iter().filter(|n| n.segments.first().is_some_and(|s| s == "crate"));
    inside.filter_map(|n| forbidden_room(source, room, &n)).collect()
}

fn forbidden_room(source: &Source, room: &Room, named: &Named) -> Option<Violation> {
    let target = named.segments.get(1..)?.join("::");
    let open = |path: &str| room.rooms.iter().any(|r| below(path, r));
    let what = match room_of(&target) {
        Some(other) if other.path == room.path || open(other.path) => return None,
        Some(other) => format!("`{}` may not import `{}` (`{target}`)", room.path, other.path),
        None if open(&target) => return None,
        None if target.is_empty() || target == "*" => format!("`{}` imports the whole crate", room.path),
        None => format!("`{}` imports `{target}`, which is not one room that it may import", room.path),
    };
    let may = if room.rooms.is_empty() { "no other room".to_owned() } else { room.rooms.join(", ") };
    let remedy = format!("It may import {may}: name a room from these, move the code, or pass the value in");
    Some(source.breaks(named.line, "import", what, remedy))
}

/// Doors hold `mod` declarations and nothing that could be imported past the law.
fn door(source: &Source) -> Vec<Violation> {
    let tokens = &source.reading.tokens;
    let (mut at, mut found) = (0, Vec::new());
    while let Some(token) = tokens.get(at) {
        let next = tokens.get(at + 1);
        match &token.kind {
            Kind::Mark('#') => at = behind_group(tokens, at + 1 + usize::from(next.is_some_and(|t| t.is('!')))),
            Kind::Word(w) if w == "pub" => {
                at = if next.is_some_and(|t| t.is('(')) { behind_group(tokens, at + 1) } else { at + 1 };
            }
            Kind::Word(w) if w == "mod" && tokens.get(at + 2).is_some_and(|t| t.is(';')) => at += 3,
            _ => {
                let what = "a door holds more than `mod` declarations".to_owned();
                found.push(source.breaks(token.line, "door", what, "Move the item into one of its rooms"));
                return found;
            }
        }
    }
    found
}

/// The paths of a file, and those reached through a name that a `use` brought into scope.
fn named(source: &Source) -> Vec<Named> {
    let paths = &source.reading.paths;
    let mut all = paths.clone();
    for code in paths.iter().filter(|p| p.imported.is_none()) {
        let [first, rest @ ..] = code.segments.as_slice() else { continue };
        let brought = paths.iter().filter(|p| p.imported.as_ref() == Some(first) && (code.in_tests || !p.in_tests));
        all.extend(brought.filter(|p| p.segments != [first.as_str()]).map(|import| {
            let segments = import.segments.iter().chain(rest).cloned().collect();
            Named { segments, ..code.clone() }
        }));
    }
    all
}

/// What a room takes from other crates and from `std`. Test code is free: it may read fixtures.
pub fn outside(source: &Source, dependencies: &Dependencies) -> Vec<Violation> {
    let module = source.module.join("::");
    let Some(room) = room_of(&module) else { return Vec::new() };
    if source.tests_only {
        return Vec::new();
    }
    let foreign = named(source).into_iter().filter(|n| !n.in_tests && n.segments.first().is_some_and(|s| s != "crate"));
    foreign
        .filter_map(|n| {
            let what = format!("`{}` may not name `{}`", room.path, n.segments.join("::"));
            let remedy = forbidden_outside(room, &n, dependencies)?;
            Some(source.breaks(n.line, "purity", what, remedy))
        })
        .collect()
}

fn forbidden_outside(room: &Room, named: &Named, dependencies: &Dependencies) -> Option<&'static str> {
    let name = named.segments.first()?;
    let path = named.segments.join("::");
    match room.outside {
        Outside::Pure(fine) => {
            let world = match path.strip_suffix("::*") {
                Some(glob) => law::WORLD.iter().any(|w| below(w, glob) || below(glob, w)),
                None => law::WORLD.iter().any(|w| below(&path, w)),
            };
            if world {
                return Some("Let the fact arrive as an argument or in a message; doing belongs to edge and app");
            }
            let strange = dependencies.0.contains(name) && !fine.contains(&name.as_str());
            strange.then_some("Of the dependencies a pure room names only those in tests/house/law.rs")
        }
        Outside::AllBut(not) => {
            not.contains(&name.as_str()).then_some("The edge knows no screen: return a core type and let ui draw it")
        }
    }
}

/// The functions and methods that start tasks and threads.
const SPAWNS: &[&str] = &["spawn", "spawn_blocking", "spawn_local", "spawn_scoped", "spawn_unchecked"];
/// The types that have such functions. A type of our own may have one too: it starts a child process.
const SPAWNERS: &[&str] = &["Builder", "Handle", "JoinMap", "JoinSet", "LocalSet", "Runtime", "Scope", "TaskTracker"];

/// Tasks and threads are started by the runner only, so that each is cancelled and joined in one place.
/// A child process (`.spawn()` without argument) is no task; the rules on `std::process` cover it.
pub fn spawns(source: &Source) -> Vec<Violation> {
    if source.tests_only || below(&source.module.join("::"), law::RUNNER) {
        return Vec::new();
    }
    let calls = source.shipped().filter(|(at, _)| is_spawn_call(&source.reading.tokens, *at)).map(|(_, t)| t.line);
    let paths = named(source).into_iter().filter(|n| !n.in_tests && starts_threads(&n.segments)).map(|n| n.line);
    let lines: BTreeSet<usize> = calls.chain(paths).collect();
    let remedy =
        "Return an effect and let `app::runner` start it (a child process is started with `.spawn()` at the edge)";
    lines
        .into_iter()
        .map(|line| source.breaks(line, "spawn", "a task or thread is started here".into(), remedy))
        .collect()
}

/// `spawn…(f)` bare or as a method; not its definition, not `child.spawn()`, not a path (those are in `named`).
fn is_spawn_call(tokens: &[Token], at: usize) -> bool {
    let is = |at: usize, c: char| tokens.get(at).is_some_and(|t| t.is(c));
    let before = at.checked_sub(1).and_then(|b| tokens.get(b));
    let elsewhere = before.is_some_and(|t| t.is_word("fn") || t.kind == Kind::Colons);
    let child = before.is_some_and(|t| t.is('.')) && is(at + 2, ')');
    tokens[at].word().is_some_and(|w| SPAWNS.contains(&w)) && is(at + 1, '(') && !elsewhere && !child
}

fn starts_threads(segments: &[String]) -> bool {
    let path = segments.join("::");
    let path = path.trim_start_matches("std::");
    let spawn = match segments {
        [.., of, last] if SPAWNS.contains(&last.as_str()) => {
            of.starts_with(char::is_lowercase) || SPAWNERS.contains(&of.as_str())
        }
        _ => false,
    };
    spawn || path == "thread::*" || below(path, "thread::Builder") || below(path, "thread::scope")
}
