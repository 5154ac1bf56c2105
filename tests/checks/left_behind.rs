//! The reviewer `left-behind`: symbols that go while others still use them, through the program, on both languages; and what
//! it must not flag.

use serde_json::Value;

use crate::support::{dirs::Home, repo::Repo};

/// A home whose settings say this of it.
fn with_settings(settings: &str) -> Home {
    with_settings_of("left-behind", settings)
}

fn with_settings_of(id: &str, settings: &str) -> Home {
    let home = Home::new();
    let folder = home.path().join(".config/prr");
    std::fs::create_dir_all(&folder).unwrap();
    std::fs::write(folder.join("config.toml"), format!("[checks.{id}]\n{settings}\n")).unwrap();
    home
}

/// What a reviewer says about the last commit.
fn findings(id: &str, repo: &Repo) -> Vec<Value> {
    // Off unless it is asked for.
    let home = with_settings_of(id, "enabled = true");
    let args = ["review", "HEAD~1..HEAD", "--output", "json", "--all"];
    let output = home.prr(&args).current_dir(repo.root()).output().unwrap();
    let document: Value = serde_json::from_slice(&output.stdout)
        .unwrap_or_else(|error| panic!("{error}: {}", String::from_utf8_lossy(&output.stderr)));
    let findings = document["findings"].as_array().unwrap().iter();
    let agent = format!("builtin:{id}");
    findings.filter(|finding| finding["agent"] == agent.as_str()).cloned().collect()
}

/// Titles and places of what a reviewer says about the last commit.
fn said(id: &str, repo: &Repo) -> Vec<String> {
    let text = |finding: &Value, field: &str| finding[field].as_str().unwrap().to_owned();
    let told =
        |finding: &Value| format!("{} @{}:{}", text(finding, "title"), text(finding, "file"), finding["lineStart"]);
    findings(id, repo).iter().map(told).collect()
}

/// Two commits: files before, and those that are written or taken away after.
fn change(before: &[(&str, &str)], after: &[(&str, Option<&str>)]) -> Vec<String> {
    change_as("left-behind", before, after)
}

/// The same for another reviewer that asks the index.
pub fn change_as(id: &str, before: &[(&str, &str)], after: &[(&str, Option<&str>)]) -> Vec<String> {
    said(id, &committed(before, after))
}

/// What it says, as the report has it.
pub fn texts_as(id: &str, before: &[(&str, &str)], after: &[(&str, Option<&str>)]) -> Vec<String> {
    findings(id, &committed(before, after)).iter().map(Value::to_string).collect()
}

fn committed(before: &[(&str, &str)], after: &[(&str, Option<&str>)]) -> Repo {
    let repo = Repo::empty();
    before.iter().for_each(|(path, text)| repo.write(path, text));
    repo.commit("before");
    for (path, text) in after {
        match text {
            Some(text) => repo.write(path, text),
            None => std::fs::remove_file(repo.root().join(path)).unwrap(),
        }
    }
    repo.commit("after");
    repo
}

const RUST: &str =
    "pub fn parse_total(text: &str) -> u32 {\n    text.len() as u32\n}\n\npub fn other_thing() -> u32 {\n    4\n}\n";
const RUST_USER: &str = "use crate::lib::parse_total;\n\npub fn run() -> u32 {\n    parse_total(\"4\") + 1\n}\n";
const PYTHON: &str = "def parse_total(text):\n    return len(text)\n\n\ndef other_thing():\n    return 4\n";
const PYTHON_USER: &str = "from lib import parse_total\n\n\ndef run():\n    return parse_total('4') + 1\n";

#[test]
fn a_symbol_that_goes_while_another_file_uses_it_is_a_finding() {
    let rust = change(
        &[("src/lib.rs", RUST), ("src/user.rs", RUST_USER)],
        &[("src/lib.rs", Some("pub fn other_thing() -> u32 {\n    4\n}\n"))],
    );
    assert_eq!(rust, ["`parse_total` is removed and still used @src/lib.rs:1"]);
    let python = change(
        &[("lib.py", PYTHON), ("user.py", PYTHON_USER)],
        &[("lib.py", Some("def other_thing():\n    return 4\n"))],
    );
    assert_eq!(python.len(), 1, "{python:?}");
    let typed = change(
        &[
            (
                "src/args.rs",
                "pub struct Args;\n\nimpl Args {\n    pub fn parse_total() -> u32 {\n        4\n    }\n\n    pub fn other() {}\n}\n",
            ),
            ("src/user.rs", "pub fn run() -> u32 {\n    Args::parse_total() + 1\n}\n"),
        ],
        &[("src/args.rs", Some("pub struct Args;\n\nimpl Args {\n    pub fn other() {}\n}\n"))],
    );
    assert_eq!(typed.len(), 1, "of a type: {typed:?}");
    let whole = change(&[("lib.py", PYTHON), ("user.py", PYTHON_USER)], &[("lib.py", None)]);
    assert_eq!(whole.len(), 1, "the whole file goes: {whole:?}");
    let tests = change(
        &[("lib.py", PYTHON), ("tests/test_user.py", PYTHON_USER)],
        &[("lib.py", Some("def other_thing():\n    return 4\n"))],
    );
    assert_eq!(tests.len(), 1, "a test breaks too: {tests:?}");
}

#[test]
fn what_moved_is_defined_elsewhere_or_is_used_by_nobody_is_none() {
    let without = "pub fn other_thing() -> u32 {\n    4\n}\n";
    let moved = change(
        &[("src/lib.rs", RUST), ("src/user.rs", RUST_USER)],
        &[
            ("src/lib.rs", Some(without)),
            ("src/new.rs", Some("pub fn parse_total(text: &str) -> u32 {\n    text.len() as u32\n}\n")),
        ],
    );
    assert_eq!(moved, [""; 0], "it moved");
    let both = change(
        &[("src/lib.rs", RUST), ("src/user.rs", RUST_USER), ("src/twin.rs", RUST)],
        &[("src/lib.rs", Some(without))],
    );
    assert_eq!(both, [""; 0], "another of that name is left");
    let together = change(
        &[("src/lib.rs", RUST), ("src/user.rs", RUST_USER)],
        &[("src/lib.rs", Some(without)), ("src/user.rs", Some("pub fn run() -> u32 {\n    5\n}\n"))],
    );
    assert_eq!(together, [""; 0], "its user changed with it");
    let other_language = change(&[("src/lib.rs", RUST), ("user.py", PYTHON_USER)], &[("src/lib.rs", Some(without))]);
    assert_eq!(other_language, [""; 0], "a name of another language");
    let of_other = "pub fn run(lib: &Other) -> u32 {\n    lib.parse_total + 1\n}\n";
    let method = "pub struct Args;\n\nimpl Args {\n    pub fn parse_total(&self) -> u32 {\n        4\n    }\n\n    pub fn other_thing(&self) -> u32 {\n        5\n    }\n}\n";
    let less = "pub struct Args;\n\nimpl Args {\n    pub fn other_thing(&self) -> u32 {\n        5\n    }\n}\n";
    let field = change(&[("src/lib.rs", method), ("src/user.rs", of_other)], &[("src/lib.rs", Some(less))]);
    assert_eq!(field, [""; 0], "a field of something else");
    let bare = change(
        &[("src/lib.rs", RUST), ("src/user.rs", "pub fn run(x: &Other) -> u32 {\n    x.parse_total() + 1\n}\n")],
        &[("src/lib.rs", Some(without))],
    );
    assert_eq!(bare, [""; 0], "a method of who knows what");
    let from_elsewhere = change(
        &[("lib.py", PYTHON), ("user.py", PYTHON_USER)],
        &[("lib.py", Some("from made_by_hand import parse_total\n\n\ndef other_thing():\n    return 4\n"))],
    );
    assert_eq!(from_elsewhere, [""; 0], "its file takes it from elsewhere");
    let words = change(
        &[
            ("src/lib.rs", RUST),
            ("src/user.rs", "// parse_total was here\npub fn run() -> &'static str {\n    \"parse_total\"\n}\n"),
        ],
        &[("src/lib.rs", Some(without))],
    );
    assert_eq!(words, [""; 0], "comments and texts use nothing");
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
        let home = with_settings(settings);
        let args = ["review", "HEAD~1..HEAD", "--all", "--output", "json"];
        let output = home.prr(&args).current_dir(repo.root()).output().unwrap();
        let said = String::from_utf8_lossy(&output.stdout).into_owned() + &String::from_utf8_lossy(&output.stderr);
        assert_eq!(said.contains("parse_total` is removed"), is_told, "{settings}: {said}");
        assert!(!said.contains("there is no built-in reviewer"), "{said}");
    }
    std::fs::write(home.work().join("a.diff"), "diff --git a/a b/a\n--- a/a\n+++ b/a\n@@ -1 +1 @@\n-a\n+b\n").unwrap();
    assert!(!run(&["review", "a.diff"], &home.work()).contains("left-behind"));
}
