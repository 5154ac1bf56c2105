//! The house test is tested: small made-up houses, what must be reported and what must not.
//! Not here: the real house (`mod`).

use std::collections::BTreeMap;

use super::{
    law,
    lex::{Kind, Token, tokens},
    rules::{House, Violation},
};

const MANIFEST: &str = "[package]\nname = \"prr-cockpit\"\n[dependencies]\n# a reason\ntokio = { version = \"1\" }\n\
                        regex = \"1\"\nratatui-textarea = \"0.9\"\ncrossterm.version = \"1\"\nserde = \"1\"\n\
                        [dev-dependencies]\nproptest = \"1\"\n";

/// Judges one file, with a header put before it; lines count behind the header.
fn judge(path: &str, text: &str) -> Vec<Violation> {
    house(&[(path, &format!("//! A file.\n{text}"))])
}

fn house(files: &[(&str, &str)]) -> Vec<Violation> {
    let files = files.iter().map(|(p, t)| ((*p).to_owned(), (*t).to_owned())).collect::<BTreeMap<_, _>>();
    House::new(&files, MANIFEST).violations()
}

/// The rule and line of each violation, in the text behind the header.
fn rules(path: &str, text: &str) -> Vec<(&'static str, usize)> {
    judge(path, text).iter().map(|v| (v.rule, v.line - 1)).collect()
}

fn words(text: &str) -> Vec<String> {
    tokens(text).iter().filter_map(Token::word).map(String::from).collect()
}

#[test]
fn a_forbidden_import_is_reported_with_file_line_rule_and_remedy() {
    let found = judge("src/core/diff/mod.rs", "\nuse crate::ui::State;\n");
    let [one] = found.as_slice() else { panic!("{found:?}") };
    assert_eq!((one.file.as_str(), one.line, one.rule), ("src/core/diff/mod.rs", 3, "import"));
    let told = one.to_string();
    assert!(
        told.starts_with("src/core/diff/mod.rs:3: [import] `core::diff` may not import `ui` (`ui::State`)."),
        "{told}"
    );
    assert!(told.contains("It may import core::model, core::text:"), "{told}");
}

#[test]
fn a_forbidden_import_is_found_however_it_is_written() {
    for text in [
        "use crate::{core::model::Diff, app::{runner::{self, Task}, Other}};",
        "use super::super::super::app::runner;",
        "use super::{super::super::app};",
        "use self::super::super::super::app::x;",
        "fn f() { crate::app::go(); }",
        "fn f() { let x = <crate::app::T as Default>::default(); }",
        "fn f() { use crate::app::*; }",
        "use crate as house;",
        "use crate::*;",
        "use super::super::super::*;",
        "mod inner { use super::super::super::super::app::x; }",
        "pub use crate::app::Thing;",
        "macro_rules! m { () => { $crate::app::go() } }",
        "fn f(x: impl Fn(crate::app::A) -> u8) {}",
        "#[derive(crate::app::Derive)] struct S;",
        "fn f() { x.y(prr::app::go) }",
        "use ::prr::app;",
        "#[cfg(test)] mod tests { use crate::app::x; }",
    ] {
        let found = rules("src/core/judge/anchor.rs", text);
        assert!(found.iter().any(|(rule, _)| *rule == "import"), "not found in: {text}: {found:?}");
    }
}

#[test]
fn each_room_may_import_what_the_table_gives_it() {
    for (path, text) in [
        ("src/core/judge/anchor.rs", "use crate::core::{diff::find, model::{Anchor, Side}, checks::Check};"),
        ("src/core/judge/anchor.rs", "use super::{super::model::Diff, Judged}; use crate::core::judge::skeptic;"),
        (
            "src/session/update/run.rs",
            "use crate::core; use super::super::{State, msg::Msg}; fn f() { core::gate::g(); }",
        ),
        ("src/ui/view/diff.rs", "use crate::{core::*, session::State, ui::theme};"),
        ("src/edge/intake/range.rs", "use crate::{core::model::Diff, edge::{git::Git, github, process}};"),
        ("src/edge/git/mod.rs", "use crate::edge::process::Child; use std::{fs, process::Command};"),
        ("src/app/interactive.rs", "use crate::{core, edge, session, ui};"),
        ("src/cli/commands/show.rs", "use crate::{app, core::model, edge::{config, report::json}, cli::args};"),
        ("src/main.rs", "fn main() -> std::process::ExitCode { prr::cli::main() }"),
        ("src/lib.rs", "#![allow(clippy::x)]\n#[cfg(unix)]\npub mod app;\npub(crate) mod cli;"),
        ("src/core/mod.rs", "pub mod model;\nmod text;"),
    ] {
        assert_eq!(judge(path, text), [], "{path}: {text}");
    }
}

#[test]
fn rooms_that_the_table_keeps_apart_are_kept_apart() {
    for (path, text) in [
        ("src/core/model/x.rs", "use crate::core::text::width;"),
        ("src/core/model/x.rs", "use super::super::diff::find;"),
        ("src/core/text/x.rs", "use crate::core::diff;"),
        ("src/core/risk/x.rs", "use crate::core;"),
        ("src/core/risk/x.rs", "use crate::core::{self as c};"),
        ("src/core/risk/x.rs", "use super::super::*;"),
        ("src/core/checks/x.rs", "use crate::core::judge::Verdict;"),
        ("src/session/mod.rs", "use crate::edge::git;"),
        ("src/session/mod.rs", "use crate::ui::Key;"),
        ("src/ui/mod.rs", "use crate::edge::report;"),
        ("src/ui/mod.rs", "use crate::app::x;"),
        ("src/edge/git/mod.rs", "use crate::session::Msg;"),
        ("src/edge/git/mod.rs", "use crate::edge::github;"),
        ("src/edge/git/mod.rs", "use crate::edge::intake;"),
        ("src/edge/git/mod.rs", "use super::logbook::Log;"),
        ("src/edge/config/mod.rs", "use crate::edge::intake;"),
        ("src/edge/intake/mod.rs", "use crate::edge::config;"),
        ("src/cli/mod.rs", "use crate::edge::git;"),
        ("src/cli/mod.rs", "use crate::edge;"),
        ("src/cli/mod.rs", "use crate::session::Session;"),
        ("src/main.rs", "fn main() { prr::app::go() }"),
        ("src/app/mod.rs", "use crate::cli::args;"),
    ] {
        let found = rules(path, text);
        assert!(found.iter().any(|(rule, _)| *rule == "import"), "{path}: {text}: {found:?}");
    }
}

#[test]
fn a_file_outside_every_room_is_reported() {
    for path in ["src/stuff.rs", "src/core/stuff/mod.rs", "src/core/stuff.rs", "src/edge/stuff/mod.rs"] {
        assert_eq!(rules(path, "fn f() {}"), [("room", 0)], "{path}");
    }
}

#[test]
fn a_door_opens_rooms_and_holds_nothing_else() {
    assert_eq!(rules("src/core/mod.rs", "pub mod model;\npub use self::model::*;"), [("door", 2)]);
    assert_eq!(rules("src/lib.rs", "pub mod app;\nfn f() {}"), [("door", 2)]);
}

#[test]
fn a_pure_room_may_not_see_the_world() {
    for text in [
        "use std::fs;",
        "use std::{collections::BTreeMap, fs::File};",
        "fn f() { std::env::var(\"X\"); }",
        "use std::time::{Duration, Instant};",
        "use std::time; fn f() { time::SystemTime::now(); }",
        "use std::time as t; fn f() { t::Instant::now(); }",
        "use std as s; fn f() { s::fs::read(\"x\"); }",
        "extern crate std as s; fn f() { s::fs::read(\"x\"); }",
        "use std::time::*;",
        "use std::*;",
        "use std::io::Write;",
        "fn f() { ::std::thread::sleep(d); }",
        "fn f() { return ::std::net::x(); }",
        "use tokio::sync::mpsc;",
        "use tokio;",
        "#[derive(serde::Serialize)] struct S;",
        "use serde::{Serialize};",
        "fn f(c: crossterm::event::KeyCode) {}",
        "use ratatui::crossterm::event::KeyCode;",
    ] {
        for path in ["src/core/text/x.rs", "src/session/x.rs", "src/ui/x.rs"] {
            let found = rules(path, text);
            assert!(found.iter().any(|(rule, _)| *rule == "purity"), "{path}: {text}: {found:?}");
        }
    }
}

#[test]
fn a_pure_room_may_use_what_has_no_world_in_it() {
    for text in [
        "use std::{fmt, path::PathBuf, sync::Arc, time::Duration, collections::{HashMap, hash_map}};",
        "use std::time; fn f(d: time::Duration) {}",
        "use regex::bytes::Regex;",
        "mod fs { pub fn x() {} } fn f() { fs::x(); }",
        "/// Like `std::fs::read`.\nfn f() -> &'static str { \"use std::fs;\" } // std::env::var",
        "fn f() { r#\"std::fs \"x\" \"# ; b'\"'; '\\''; '\"'; /* a /* std::fs */ crate::app::x */ }",
        "#[cfg(test)]\nmod tests { use std::fs; fn f() { std::env::var(\"X\"); } }",
        "#[test]\n#[cfg(test)]\n#[other]\nfn f() { std::fs::read(x); }",
        "fn f<'a>(x: &'a str) -> impl Iterator + use<'a> { x }",
        "fn f(tokio: T) { tokio.spawned(); self.fs::<u8>(); }",
    ] {
        assert_eq!(judge("src/core/text/x.rs", text), [], "{text}");
    }
}

#[test]
fn cfg_that_also_holds_outside_tests_does_not_excuse() {
    for text in ["#[cfg(not(test))]\nuse std::fs;", "#[cfg(any(test, unix))]\nuse std::fs;"] {
        assert_eq!(rules("src/core/text/x.rs", text), [("purity", 2)], "{text}");
    }
    assert_eq!(judge("src/core/text/x.rs", "#[cfg(all(test, unix))]\nuse std::fs;"), []);
}

#[test]
fn a_test_module_in_its_own_file_is_test_code() {
    let files = [
        ("src/core/text/mod.rs", "//! Text.\n#[cfg(test)]\nmod tests;\nmod shipped;\n"),
        ("src/core/text/tests.rs", "//! Tests.\nuse std::fs;\n"),
        ("src/core/text/shipped.rs", "//! Not tests.\nuse std::fs;\n"),
    ];
    let found = house(&files);
    assert_eq!(found.iter().map(|v| v.file.as_str()).collect::<Vec<_>>(), ["src/core/text/shipped.rs"]);
}

#[test]
fn screens_stay_out_of_the_edge_and_inside_ui() {
    assert_eq!(rules("src/edge/git/mod.rs", "use crossterm::terminal;"), [("purity", 1)]);
    assert_eq!(judge("src/edge/git/mod.rs", "use tokio::sync::mpsc; use serde::Serialize;"), []);
    assert_eq!(judge("src/ui/edit.rs", "use ratatui_textarea::TextArea;"), []);
    assert_eq!(rules("src/core/text/x.rs", "use ratatui_textarea::TextArea;"), [("purity", 1)]);
}

#[test]
fn only_the_runner_starts_tasks_and_threads() {
    for text in [
        "fn f() { tokio::spawn(async {}); }",
        "fn f() { std::thread::spawn(|| ()); }",
        "use std::thread; fn f() { thread::spawn(|| ()); }",
        "use std::thread; fn f() { thread::scope(|s| ()); }",
        "use std::thread::Builder; fn f() {}",
        "use std::thread as t; fn f() { t::Builder::new(); }",
        "fn f() { tokio::task::spawn_blocking(|| ()); }",
        "use tokio::task::spawn_blocking;",
        "fn f(set: &mut JoinSet) { set.spawn(work()); }",
        "use std::thread::*; fn f() { spawn(|| ()); }",
        "fn f() { run.map(thread::spawn) }",
        "use std::thread::{Thread, spawn}; fn f() { run.map(spawn) }",
        "use tokio::task::{self, JoinSet}; fn f() { task::spawn_local(x); }",
        "fn f(set: &mut JoinSet) { JoinSet::spawn(set, work()); }",
    ] {
        for path in ["src/app/terminal.rs", "src/edge/git/mod.rs", "src/app/run.rs"] {
            let found = rules(path, text);
            assert_eq!(found, [("spawn", 1)], "{path}: {text}");
        }
        assert_eq!(judge("src/app/runner/pool.rs", text), [], "{text}");
        assert_eq!(judge("src/app/runner.rs", text), [], "{text}");
    }
}

#[test]
fn a_child_process_is_no_task() {
    assert_eq!(judge("src/edge/git/mod.rs", "fn f() { Command::new(\"git\").spawn()?; }"), []);
    assert_eq!(judge("src/edge/git/mod.rs", "fn f() { Running::spawn(command)?; Self::spawn(x); }"), []);
    assert_eq!(judge("src/edge/git/mod.rs", "#[cfg(test)]\nmod tests { fn f() { std::thread::spawn(g); } }"), []);
}

#[test]
fn a_missing_or_empty_header_is_reported() {
    for text in ["use std::fmt;\n", "", "// A comment.\n", "//!\n//! Too late.\n", "\n//! Too late.\n"] {
        let found = house(&[("src/cli/x.rs", text), ("tests/cli/x.rs", text)]);
        let rules: Vec<_> = found.iter().map(|v| (v.file.as_str(), v.line, v.rule)).collect();
        assert_eq!(rules, [("src/cli/x.rs", 1, "header"), ("tests/cli/x.rs", 1, "header")], "{text:?}");
    }
}

#[test]
fn a_name_that_says_nothing_is_reported() {
    for path in ["src/ui/utils/mod.rs", "src/ui/helper.rs", "src/cli/git_helpers.rs", "tests/common/mod.rs"] {
        assert_eq!(rules(path, ""), [("name", 0)], "{path}");
    }
    assert_eq!(judge("src/ui/commonplace.rs", ""), []);
}

#[test]
fn an_over_long_file_is_reported_and_tests_beside_the_code_count_less() {
    let code = |n: usize| "const A: u8 = 1;\n".repeat(n);
    let tests = |n: usize| format!("#[cfg(test)]\nmod tests {{\n{}}}\n", code(n));
    let most = law::FILE_LINES - 1;
    assert_eq!(judge("src/cli/x.rs", &code(most)), []);
    assert_eq!(judge("src/cli/x.rs", &(code(most) + &tests(100))), []);
    assert_eq!(judge("tests/cli/x.rs", &code(most + 100)), []);
    let found = judge("src/cli/x.rs", &code(most + 1));
    assert!(found[0].what.starts_with("401 lines without tests"), "{found:?}");
    let found = judge("src/cli/x.rs", &(code(most) + &tests(200)));
    assert!(found[0].what.starts_with("603 lines"), "{found:?}");
    assert_eq!(judge("tests/cli/x.rs", &code(600)).len(), 1);
}

#[test]
fn an_over_long_function_is_reported_at_its_first_line() {
    let body = |n: usize| {
        format!(
            "impl X {{\n    pub fn long<T: Fn([u8; {{ 2 }}]) -> u8>(x: T) -> u8 {{\n{}    }}\n}}\n",
            "        a();\n".repeat(n)
        )
    };
    assert_eq!(judge("src/cli/x.rs", &body(60)), []);
    assert_eq!(rules("src/cli/x.rs", &body(61)), [("function size", 2)]);
    assert_eq!(judge("src/cli/x.rs", &format!("#[cfg(test)]\nmod tests {{\n{}}}", body(61))), []);
    assert_eq!(judge("src/cli/x.rs", "trait T {\n fn a();\n fn b(f: fn(u8) -> u8);\n}\n"), []);
}

#[test]
fn a_struct_with_too_many_fields_is_reported() {
    let fields = |n: usize| {
        (0..n)
            .map(|i| format!("    /// A field, of a pair.\n    pub f{i}: BTreeMap<u8, fn(u8, u8) -> u8>,\n"))
            .collect::<String>()
    };
    let text = |n: usize| format!("pub struct S<T, U> {{\n{}}}\n", fields(n));
    assert_eq!(judge("src/cli/x.rs", &text(12)), []);
    assert_eq!(rules("src/cli/x.rs", &text(13)), [("struct size", 1)]);
    assert_eq!(judge("src/edge/logbook/wire/run.rs", &text(40)), []);
    assert_eq!(judge("src/edge/report/sarif.rs", &text(40)), []);
    assert_eq!(rules("src/ui/wire.rs", &text(13)), [("struct size", 1)]);
    assert_eq!(judge("src/cli/x.rs", "struct A;\nstruct B(u8, u8);\nstruct C<T> where T: Fn(u8, u8) { a: T }\n"), []);
    assert_eq!(rules("src/cli/x.rs", &format!("struct T({});", "u8, ".repeat(13))), [("struct size", 1)]);
}

#[test]
fn a_wildcard_arm_on_messages_is_reported() {
    let arms = "fn update(m: Msg) {\n    match m {\n        Msg::A => {}\n        _ => {}\n    }\n}\n";
    for path in ["src/session/update/mod.rs", "src/ui/update/mod.rs", "src/ui/update.rs"] {
        assert_eq!(rules(path, arms), [("wildcard", 4)], "{path}");
    }
    assert_eq!(rules("src/session/update/mod.rs", &arms.replace("_ =>", "other =>")), [("wildcard", 4)]);
    assert_eq!(judge("src/session/update/run.rs", arms), []);
    let fine = arms.replace("_ =>", "Msg::B(_) | Msg::C { .. } => {}\n        Msg::D(true) =>");
    assert_eq!(judge("src/session/update/mod.rs", &fine), []);
}

#[test]
fn a_silenced_warning_is_reported() {
    for text in [
        "#[allow(dead_code)]\nfn f() {}",
        "#[expect(unused_imports, reason = \"later\")]\nfn f() {}",
        "#![allow(clippy::x, clippy::unwrap_used)]",
        "#[cfg_attr(unix, allow(dead_code))]\nfn f() {}",
    ] {
        assert_eq!(rules("src/cli/x.rs", text), [("silence", 1)], "{text}");
    }
    assert_eq!(
        judge("src/cli/x.rs", "#[allow(clippy::too_many_arguments)]\nfn f() { allow(dead_code); x.expect(unused) }"),
        []
    );
    assert_eq!(judge("src/cli/x.rs", "#[cfg(test)]\n#[allow(dead_code)]\nfn f() {}"), []);
}

#[test]
fn code_from_elsewhere_is_reported() {
    assert_eq!(rules("src/cli/x.rs", "#[path = \"../other.rs\"]\nmod other;"), [("detour", 1)]);
    assert_eq!(rules("src/cli/x.rs", "include!(\"x.rs\");"), [("detour", 1)]);
    assert_eq!(judge("src/cli/x.rs", "const A: &str = include_str!(\"x.txt\");"), []);
}

#[test]
fn a_clean_house_passes() {
    let files = [
        ("src/lib.rs", "//! The map.\n\npub mod app;\npub mod cli;\npub mod core;\n"),
        ("src/main.rs", "//! Hands over to the cli.\nfn main() { prr::cli::main(); }\n"),
        ("src/core/mod.rs", "//! Pure.\npub mod model;\npub mod text;\n"),
        ("src/core/text/mod.rs", "//! Text.\nuse super::model::Line;\nuse std::fmt;\n"),
        ("src/app/mod.rs", "//! Driver.\nmod runner;\nuse crate::{core::model::*, session::Msg};\n"),
        ("src/app/runner/mod.rs", "//! Tasks.\npub fn start() { std::thread::spawn(|| ()); }\n"),
        ("tests/cli/mod.rs", "//! Tests.\nuse prr::ui::State;\nuse std::fs;\n"),
    ];
    assert_eq!(house(&files), []);
}

#[test]
fn strings_comments_and_lifetimes_are_told_apart() {
    let text = "a /* b /* c */ d */ \"e \\\" f\" 'g' h'i j::<'k>(b'l', '\\u{6d}', r\"n\\\") r#\"o\" p\"# r#type 1.0e5 0..q // r";
    assert_eq!(words(text), ["a", "h", "j", "type", "q"]);
    assert_eq!(words("x.0.y 1_000u64 s.len() r\"\" br#\"a\"# c\"b\" z"), ["x", "y", "s", "len", "z"]);
}

#[test]
fn lines_are_counted_through_strings_and_comments() {
    let found = tokens("\"a\nb\" /*\n*/ x\n\ny");
    let lines: Vec<usize> = found.iter().filter(|t| matches!(t.kind, Kind::Word(_))).map(|t| t.line).collect();
    assert_eq!(lines, [3, 5]);
}

#[test]
fn the_table_is_acyclic_and_names_only_rooms() {
    for (nth, room) in law::ROOMS.iter().enumerate() {
        for may in room.rooms {
            let named = law::ROOMS.iter().position(|r| r.path == *may || r.path.starts_with(&format!("{may}::")));
            let last = law::ROOMS.iter().rposition(|r| r.path == *may || r.path.starts_with(&format!("{may}::")));
            assert!(named.is_some(), "{} may import {may}, which is no room", room.path);
            assert!(last < Some(nth), "{} may import {may}, which stands behind it", room.path);
        }
    }
}
