//! The reviewer `left-behind`: symbols that go while others still use them, through the program, on both languages; and what
//! it must not flag.

use super::commits::{Case, files, hold, with_settings_of, written};
use crate::support::{dirs::Home, repo::Repo};

const RUST: &str =
    "pub fn parse_total(text: &str) -> u32 {\n    text.len() as u32\n}\n\npub fn other_thing() -> u32 {\n    4\n}\n";
const RUST_USER: &str = "use crate::lib::parse_total;\n\npub fn run() -> u32 {\n    parse_total(\"4\") + 1\n}\n";
const PYTHON: &str = "def parse_total(text):\n    return len(text)\n\n\ndef other_thing():\n    return 4\n";
const PYTHON_USER: &str = "from lib import parse_total\n\n\ndef run():\n    return parse_total('4') + 1\n";

const WITHOUT: &str = "pub fn other_thing() -> u32 {\n    4\n}\n";
const PYTHON_WITHOUT: &str = "def other_thing():\n    return 4\n";
const SAID_OF_RUST: &[&str] = &["`parse_total` is removed and still used @src/lib.rs:1"];
const SAID_OF_PYTHON: &[&str] = &["`parse_total` is removed and still used @lib.py:1"];

/// What is flagged and what must not be.
pub fn cases() -> Vec<Case> {
    let typed = "pub struct Args;\n\nimpl Args {\n    pub fn parse_total() -> u32 {\n        4\n    }\n\n    pub fn other() {}\n}\n";
    let of_type = "pub fn run() -> u32 {\n    Args::parse_total() + 1\n}\n";
    let less_typed = "pub struct Args;\n\nimpl Args {\n    pub fn other() {}\n}\n";
    let flagged = vec![
        (
            "Rust",
            files([("src/lib.rs", RUST), ("src/user.rs", RUST_USER)]),
            written([("src/lib.rs", WITHOUT)]),
            SAID_OF_RUST,
        ),
        (
            "Python",
            files([("lib.py", PYTHON), ("user.py", PYTHON_USER)]),
            written([("lib.py", PYTHON_WITHOUT)]),
            SAID_OF_PYTHON,
        ),
        (
            "of a type",
            files([("src/args.rs", typed), ("src/user.rs", of_type)]),
            written([("src/args.rs", less_typed)]),
            &["`parse_total` is removed and still used @src/args.rs:4"][..],
        ),
        (
            "the whole file goes",
            files([("lib.py", PYTHON), ("user.py", PYTHON_USER)]),
            vec![("lib.py", None)],
            SAID_OF_PYTHON,
        ),
        (
            "a test breaks too",
            files([("lib.py", PYTHON), ("tests/test_user.py", PYTHON_USER)]),
            written([("lib.py", PYTHON_WITHOUT)]),
            SAID_OF_PYTHON,
        ),
    ];
    flagged.into_iter().chain(passed_over()).collect()
}

fn passed_over() -> Vec<Case> {
    let method = "pub struct Args;\n\nimpl Args {\n    pub fn parse_total(&self) -> u32 {\n        4\n    }\n\n    pub fn other_thing(&self) -> u32 {\n        5\n    }\n}\n";
    let less = "pub struct Args;\n\nimpl Args {\n    pub fn other_thing(&self) -> u32 {\n        5\n    }\n}\n";
    let moved = "pub fn parse_total(text: &str) -> u32 {\n    text.len() as u32\n}\n";
    let moved_python = "def parse_total(text):\n    return len(text)\n";
    let gone = || written([("src/lib.rs", WITHOUT)]);
    let user = |text| files([("src/lib.rs", RUST), ("src/user.rs", text)]);
    vec![
        ("it moved", user(RUST_USER), written([("src/lib.rs", WITHOUT), ("src/new.rs", moved)]), &[]),
        (
            "it moved, in Python",
            files([("lib.py", PYTHON), ("user.py", PYTHON_USER)]),
            written([("lib.py", PYTHON_WITHOUT), ("new.py", moved_python)]),
            &[],
        ),
        (
            "another of that name is left",
            files([("src/lib.rs", RUST), ("src/user.rs", RUST_USER), ("src/twin.rs", RUST)]),
            gone(),
            &[],
        ),
        (
            "its user changed with it",
            user(RUST_USER),
            written([("src/lib.rs", WITHOUT), ("src/user.rs", "pub fn run() -> u32 {\n    5\n}\n")]),
            &[],
        ),
        ("a name of another language", files([("src/lib.rs", RUST), ("user.py", PYTHON_USER)]), gone(), &[]),
        (
            "a field of something else",
            files([
                ("src/lib.rs", method),
                ("src/user.rs", "pub fn run(lib: &Other) -> u32 {\n    lib.parse_total + 1\n}\n"),
            ]),
            written([("src/lib.rs", less)]),
            &[],
        ),
        (
            "a method of who knows what",
            user("pub fn run(x: &Other) -> u32 {\n    x.parse_total() + 1\n}\n"),
            gone(),
            &[],
        ),
        (
            "its file takes it from elsewhere",
            files([("lib.py", PYTHON), ("user.py", PYTHON_USER)]),
            written([("lib.py", "from made_by_hand import parse_total\n\n\ndef other_thing():\n    return 4\n")]),
            &[],
        ),
        (
            "comments and texts use nothing",
            user("// parse_total was here\npub fn run() -> &'static str {\n    \"parse_total\"\n}\n"),
            gone(),
            &[],
        ),
    ]
}

#[test]
fn a_symbol_that_goes_while_another_file_uses_it_is_a_finding_and_nothing_else_is() {
    hold("left-behind", cases());
}

#[test]
fn it_can_be_switched_off_and_a_diff_without_a_repository_has_no_such_task() {
    let repo = Repo::empty();
    repo.write("lib.py", PYTHON);
    repo.write("user.py", PYTHON_USER);
    repo.commit("before");
    repo.write("lib.py", "def other_thing():\n    return 4\n");
    repo.commit("after");
    let home = Home::new();
    let run = |args: &[&str], dir: &std::path::Path| {
        let output = home.prr(args).current_dir(dir).output().unwrap();
        String::from_utf8_lossy(&output.stdout).into_owned() + &String::from_utf8_lossy(&output.stderr)
    };
    let skipped = run(&["review", "HEAD~1..HEAD", "--skip", "builtin", "--output", "json"], repo.root());
    assert!(!skipped.contains("parse_total` is removed"), "{skipped}");
    // By its own settings too, as any built-in reviewer.
    for (settings, is_told) in [
        ("enabled = true", true),
        ("enabled = false", false),
        ("severity = \"minor\"", false),
        ("enabled = true\npaths = [\"web/**\"]", false),
        ("enabled = true\npaths = [\"*.py\"]", true),
    ] {
        // What an earlier run found is brought back: each has a place of its own.
        let _ = std::fs::remove_dir_all(repo.root().join(".logbooks"));
        let home = with_settings_of("left-behind", settings);
        let args = ["review", "HEAD~1..HEAD", "--all", "--output", "json"];
        let output = home.prr(&args).current_dir(repo.root()).output().unwrap();
        let said = String::from_utf8_lossy(&output.stdout).into_owned() + &String::from_utf8_lossy(&output.stderr);
        assert_eq!(said.contains("parse_total` is removed"), is_told, "{settings}: {said}");
        assert!(!said.contains("there is no built-in reviewer"), "{said}");
    }
    std::fs::write(home.work().join("a.diff"), "diff --git a/a b/a\n--- a/a\n+++ b/a\n@@ -1 +1 @@\n-a\n+b\n").unwrap();
    assert!(!run(&["review", "a.diff"], &home.work()).contains("left-behind"));
}
