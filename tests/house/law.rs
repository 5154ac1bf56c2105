//! The law of imports, written once. This table is the source of truth for `src/`; ARCHITECTURE.md tells it in prose.
//! Not here: how it is checked (`reading`, `rules`). Called by `rules`.

/// A room: a module path below the crate, and what code in it may name.
#[derive(Debug)]
pub struct Room {
    /// Such as `core::diff`.
    pub path: &'static str,
    /// Rooms it may import besides itself. A name without sub-room opens all its sub-rooms.
    pub rooms: &'static [&'static str],
    /// What it may take from outside the crate.
    pub outside: Outside,
}

/// What a room may take from other crates and from `std`.
#[derive(Debug, Clone, Copy)]
pub enum Outside {
    /// Nothing that touches the world: of the dependencies only these, and nothing in [`WORLD`].
    Pure(&'static [&'static str]),
    /// Anything but these.
    AllBut(&'static [&'static str]),
}

/// What no pure room may name: the ways to files, clock, processes, threads, chance and the terminal itself.
pub const WORLD: &[&str] = &[
    "std::fs",
    "std::net",
    "std::env",
    "std::process",
    "std::io",
    "std::os",
    "std::thread",
    "std::time::SystemTime",
    "std::time::Instant",
    "std::time::UNIX_EPOCH",
    "std::hash::RandomState",
    "std::collections::hash_map::RandomState",
    "ratatui::backend",
    "ratatui::crossterm",
    "ratatui::init",
    "ratatui::restore",
    "ratatui::run",
];

const CORE: Outside = Outside::Pure(&[
    "regex",
    "fancy_regex",
    "foldhash",
    "globset",
    "memchr",
    "unicode_width",
    "unicode_segmentation",
    "similar",
    "tree_sitter",
    "tree_sitter_bash",
    "tree_sitter_c",
    "tree_sitter_c_sharp",
    "tree_sitter_cpp",
    "tree_sitter_go",
    "tree_sitter_hcl",
    "tree_sitter_java",
    "tree_sitter_javascript",
    "tree_sitter_kotlin_ng",
    "tree_sitter_php",
    "tree_sitter_python",
    "tree_sitter_ruby",
    "tree_sitter_rust",
    "tree_sitter_sequel",
    "tree_sitter_swift",
    "tree_sitter_typescript",
    "sha2",
    "thiserror",
]);
const SESSION: Outside = Outside::Pure(&["memchr", "regex", "thiserror", "unicode_segmentation", "unicode_width"]);
const UI: Outside = Outside::Pure(&[
    "ratatui",
    "ratatui_textarea",
    "nucleo_matcher",
    "memchr",
    "regex",
    "similar",
    "thiserror",
    // A theme is text that is read into colours: no file is touched.
    "toml",
    "unicode_segmentation",
    "unicode_width",
]);
/// The only room that knows the grammars.
const PAINT: Outside = Outside::Pure(&["memchr", "similar", "syntect", "two_face", "unicode_segmentation"]);
const EDGE: Outside = Outside::AllBut(&["ratatui", "ratatui_textarea", "crossterm", "nucleo_matcher", "vt100"]);
const ANY: Outside = Outside::AllBut(&[]);

const fn room(path: &'static str, rooms: &'static [&'static str], outside: Outside) -> Room {
    Room { path, rooms, outside }
}

/// The sub-rooms of `core`, in order: each may import those above it.
pub const CORE_ORDER: &[&str] = &[
    "core::model",
    "core::text",
    "core::diff",
    "core::talk",
    "core::change",
    "core::risk",
    "core::plan",
    "core::checks",
    "core::brief",
    "core::judge",
    "core::synthesis",
    "core::gate",
    "core::history",
    "core::publish",
];

const fn core(nth: usize) -> Room {
    room(CORE_ORDER[nth], CORE_ORDER.split_at(nth).0, CORE)
}

/// Every room and what it may import.
pub const ROOMS: &[Room] = &[
    core(0),
    core(1),
    core(2),
    core(3),
    core(4),
    core(5),
    core(6),
    core(7),
    core(8),
    core(9),
    core(10),
    core(11),
    core(12),
    core(13),
    room("session", &["core"], SESSION),
    room("ui::paint", &["core"], PAINT),
    room("ui", &["core", "session", "ui::paint"], UI),
    room("edge::process", &["core"], EDGE),
    room("edge::http", &["core"], EDGE),
    room("edge::git", &["core", "edge::process", "edge::http"], EDGE),
    room("edge::github", &["core", "edge::process", "edge::http"], EDGE),
    room("edge::claims", &["core"], EDGE),
    room("edge::agents", &["core", "edge::process", "edge::http", "edge::claims"], EDGE),
    room("edge::tier0", &["core", "edge::process", "edge::http"], EDGE),
    room("edge::verify", &["core", "edge::process", "edge::http"], EDGE),
    room(
        "edge::intake",
        &[
            "core",
            "edge::process",
            "edge::http",
            "edge::git",
            "edge::github",
            "edge::agents",
            "edge::tier0",
            "edge::verify",
        ],
        EDGE,
    ),
    room("edge::editor", &["core", "edge::process"], EDGE),
    room("edge::clipboard", &["core"], EDGE),
    room("edge::config", &["core"], EDGE),
    room("edge::graph", &["core"], EDGE),
    room("edge::logbook", &["core"], EDGE),
    room("edge::report", &["core", "edge::claims"], EDGE),
    room("app", &["core", "session", "ui", "edge"], ANY),
    room("cli", &["core", "edge::config", "edge::report", "app"], ANY),
];

/// The only module that may start a task or a thread.
pub const RUNNER: &str = "app::runner";

/// What `main.rs` may import: it hands over and nothing else.
pub const MAIN: Room = room("main", &["cli"], ANY);

/// Modules whose `match` on a message must name every message: a wildcard swallows the next one that is added.
pub const UPDATES: &[&str] = &["session::update", "ui::update"];

/// Lines of a file in `src/` without its test module; above it nobody sees the whole.
pub const FILE_LINES: usize = 400;
/// Lines of any file, tests and all.
pub const FILE_LINES_IN_ALL: usize = 600;
/// Lines between the braces of a function.
pub const FUNCTION_LINES: usize = 60;
/// Fields of a struct, except where the types of outside formats are kept: those are as wide as their format.
pub const FIELDS: usize = 12;
/// Whether a module holds types of outside formats: a `wire` at the edge, and all of `edge::report`.
pub fn is_wire(module: &[String]) -> bool {
    let mut parts = module.iter().map(String::as_str);
    parts.next() == Some("edge") && (module.get(1).is_some_and(|m| m == "report") || parts.any(|part| part == "wire"))
}

/// Names that say nothing about what is inside.
pub const EMPTY_NAMES: &[&str] = &["util", "utils", "helper", "helpers", "common", "commons", "misc"];

/// Lints whose silence would hide what the house is about.
pub const NEVER_SILENCED: &[&str] = &[
    "dead_code",
    "unused",
    "unused_imports",
    "unused_variables",
    "unused_mut",
    "unused_must_use",
    "unused_assignments",
    "unreachable_code",
    "unreachable_patterns",
    "warnings",
    "clippy::all",
    "clippy::unwrap_used",
    "clippy::expect_used",
    "clippy::panic",
    "clippy::todo",
    "clippy::unimplemented",
];
