//! The reviewer `api-removal`: public items that go, are called in another way or are no longer handed on, through the program.

use super::commits::{Case, files, hold, texts, written};

const RUST: &str =
    "pub fn parse_total(text: &str) -> u32 {\n    text.len() as u32\n}\n\npub fn other_thing() -> u32 {\n    4\n}\n";
const WITHOUT: &str = "pub fn other_thing() -> u32 {\n    4\n}\n";
const PYTHON: &str = "def parse_total(text):\n    return len(text)\n\n\ndef other_thing():\n    return 4\n";
const SCRIPT: &str =
    "export function parseTotal(text) {\n  return text.length;\n}\n\nexport function otherThing() {\n  return 4;\n}\n";

const KOTLIN: &str =
    "fun parseTotal(text: String): Int {\n    return text.length\n}\n\nfun otherThing(): Int {\n    return 4\n}\n";
const SHARP: &str = "namespace Acme\n{\n    public class Sums\n    {\n        public int ParseTotal(string text)\n        {\n            return text.Length;\n        }\n\n        public int Other()\n        {\n            return 4;\n        }\n    }\n}\n";

const INIT: &str =
    "from .sums import other_thing, parse_total\n\n__all__ = [\n    \"other_thing\",\n    \"parse_total\",\n]\n";
const INDEX: &str = "export { otherThing, parseTotal } from './sums';\nexport { more } from './more';\n";
const ROOT: &str = "mod sums;\n\npub use sums::{other_thing, parse_total};\n\npub fn more() -> u8 {\n    4\n}\n";

const GO: &str =
    "package a\n\nfunc ParseTotal(text string) int {\n\treturn len(text)\n}\n\nfunc Other() int {\n\treturn 4\n}\n";
const JAVA: &str = "public class A {\n  public int parseTotal(String text) {\n    return text.length();\n  }\n\n  public int other() {\n    return 4;\n  }\n}\n";
const PYTHON_WITHOUT: &str = "def other_thing():\n    return 4\n";

/// One file before and after.
fn one(
    why: &'static str,
    path: &'static str,
    (before, after): (&str, impl AsRef<str>),
    said: &'static [&'static str],
) -> Case {
    (why, files([(path, before)]), written([(path, after.as_ref())]), said)
}

/// What is flagged and what must not be.
pub fn cases() -> Vec<Case> {
    let (gone, handed) = (gone(), no_longer_handed_on());
    gone.into_iter().chain(handed).chain(passed_over()).chain(still_handed_on()).collect()
}

fn gone() -> Vec<Case> {
    let user = "use crate::parse_total;\n\npub fn run() -> u32 {\n    parse_total(\"4\") + 1\n}\n";
    let java = "public class A {\n  public int other() {\n    return 4;\n  }\n}\n";
    vec![
        one("Rust", "src/lib.rs", (RUST, WITHOUT), &["Public `parse_total` is removed @src/lib.rs:1"]),
        (
            "Rust, with a user",
            files([("src/lib.rs", RUST), ("src/user.rs", user)]),
            written([("src/lib.rs", &RUST.replace("text: &str", "text: &str, base: u32"))]),
            &["Public `parse_total` is called in another way @src/lib.rs:1"],
        ),
        one("Python", "pkg/lib.py", (PYTHON, PYTHON_WITHOUT), &["Public `parse_total` is removed @pkg/lib.py:1"]),
        one(
            "Python, one more parameter",
            "pkg/lib.py",
            (PYTHON, PYTHON.replace("(text):", "(text, base):")),
            &["Public `parse_total` is called in another way @pkg/lib.py:1"],
        ),
        one(
            "JavaScript",
            "src/lib.js",
            (SCRIPT, "export function otherThing() {\n  return 4;\n}\n"),
            &["Public `parseTotal` is removed @src/lib.js:1"],
        ),
        one(
            "Go",
            "a/a.go",
            (GO, GO.replace("text string", "text string, base int")),
            &["Public `ParseTotal` is called in another way @a/a.go:3"],
        ),
        one("Java", "src/A.java", (JAVA, java), &["Public `parseTotal` is removed @src/A.java:2"]),
        one(
            "Kotlin",
            "src/Sums.kt",
            (KOTLIN, "fun otherThing(): Int {\n    return 4\n}\n"),
            &["Public `parseTotal` is removed @src/Sums.kt:1"],
        ),
        one(
            "Kotlin, one more parameter",
            "src/Sums.kt",
            (KOTLIN, KOTLIN.replace("text: String", "text: String, base: Int")),
            &["Public `parseTotal` is called in another way @src/Sums.kt:1"],
        ),
        one("C#", "src/Sums.cs", (SHARP, sharp_without(SHARP)), &["Public `ParseTotal` is removed @src/Sums.cs:5"]),
        one(
            "C#, one more parameter",
            "src/Sums.cs",
            (SHARP, SHARP.replace("string text", "string text, int radix")),
            &["Public `ParseTotal` is called in another way @src/Sums.cs:5"],
        ),
    ]
}

fn sharp_without(text: &str) -> String {
    let method =
        "        public int ParseTotal(string text)\n        {\n            return text.Length;\n        }\n\n";
    text.replace(method, "")
}

fn no_longer_handed_on() -> Vec<Case> {
    let init = "from .sums import other_thing\n\n__all__ = [\n    \"other_thing\",\n]\n";
    vec![
        (
            "__all__",
            files([("pkg/__init__.py", INIT), ("pkg/sums.py", PYTHON)]),
            written([("pkg/__init__.py", init)]),
            &["Public `parse_total` is no longer exported here @pkg/__init__.py:5"],
        ),
        (
            "an export list",
            files([("src/index.ts", INDEX), ("src/sums.ts", SCRIPT)]),
            written([("src/index.ts", &INDEX.replace(", parseTotal", ""))]),
            &["Public `parseTotal` is no longer exported here @src/index.ts:1"],
        ),
        (
            "pub use",
            files([("src/lib.rs", ROOT), ("src/sums.rs", RUST)]),
            written([("src/lib.rs", &ROOT.replace("{other_thing, parse_total}", "other_thing"))]),
            &["Public `parse_total` is no longer exported here @src/lib.rs:3"],
        ),
    ]
}

fn passed_over() -> Vec<Case> {
    let moved = "pub fn parse_total(text: &str) -> u32 {\n    text.len() as u32\n}\n";
    let body = RUST.replace("text.len() as u32", "text.trim().len() as u32");
    let kept = "export { parseTotal } from './total.js';\n\nexport function otherThing() {\n  return 4;\n}\n";
    let internal = |text: &str| text.replace("public class", "internal class");
    vec![
        one("private", "src/lib.rs", (&RUST.replacen("pub fn", "fn", 1), WITHOUT), &[]),
        ("it moved", files([("src/lib.rs", RUST)]), written([("src/lib.rs", WITHOUT), ("src/new.rs", moved)]), &[]),
        one("its body changed", "src/lib.rs", (RUST, body), &[]),
        one("a parameter has another name", "src/lib.rs", (RUST, RUST.replace("text", "words")), &[]),
        one("one more with a default", "pkg/lib.py", (PYTHON, PYTHON.replace("(text):", "(text, base=10):")), &[]),
        one("a private file", "pkg/_lib.py", (PYTHON, PYTHON_WITHOUT), &[]),
        one("a test", "tests/test_lib.py", (PYTHON, PYTHON_WITHOUT), &[]),
        one("an example", "examples/lib.py", (PYTHON, PYTHON_WITHOUT), &[]),
        one("a private folder", "pkg/_inner/lib.py", (PYTHON, PYTHON_WITHOUT), &[]),
        one("an underscore", "pkg/lib.py", (&PYTHON.replace("parse_total", "_parse_total"), PYTHON_WITHOUT), &[]),
        one("it is exported from elsewhere", "src/lib.js", (SCRIPT, kept), &[]),
        one(
            "Kotlin, one more with a default",
            "src/Sums.kt",
            (KOTLIN, KOTLIN.replace("text: String", "text: String, base: Int = 10")),
            &[],
        ),
        one("C#, of an internal class", "src/Sums.cs", (&internal(SHARP), internal(&sharp_without(SHARP))), &[]),
    ]
}

fn still_handed_on() -> Vec<Case> {
    let import = "from .sums import other_thing, parse_total";
    let elsewhere = INIT.replace(import, "from .sums import other_thing\nfrom .new import parse_total");
    let list = "    \"other_thing\",\n    \"parse_total\",\n";
    let sorted = INIT.replace(list, "    'parse_total',\n    'other_thing',\n");
    let lazy = "def __getattr__(name):\n    return find(name)\n";
    let all = "export * from './sums';\nexport { more } from './more';\n";
    let own = INDEX.replace(", parseTotal", "") + "export function parseTotal() {}\n";
    let whole = ROOT.replace("pub use sums::{other_thing, parse_total};", "pub use sums::*;");
    vec![
        one("it comes from elsewhere", "pkg/__init__.py", (INIT, elsewhere), &[]),
        one("in another order", "pkg/__init__.py", (INIT, sorted), &[]),
        one("it is found when it is asked for", "pkg/__init__.py", (INIT, lazy), &[]),
        one("a private package", "pkg/_inner/__init__.py", (INIT, "x = 1\n"), &[]),
        one("all of a module", "src/index.ts", (INDEX, all), &[]),
        one("defined here now", "src/index.ts", (INDEX, own), &[]),
        one("no root of a package", "src/pages/index.ts", (INDEX, "export { more } from './more';\n"), &[]),
        one("all of a Rust module", "src/lib.rs", (ROOT, whole), &[]),
    ]
}

#[test]
fn what_others_rely_on_and_goes_is_a_finding_and_nothing_else_is() {
    hold("api-removal", cases());
}

/// Which of the three things it says of who names an item now.
fn who(users: usize) -> String {
    let user = "use crate::parse_total;\n\npub fn run() -> u32 {\n".to_owned();
    let user = user + &"    parse_total(\"4\");\n".repeat(users) + "    4\n}\n";
    let before = files([("src/lib.rs", RUST), ("src/user.rs", if users == 0 { "" } else { &user })]);
    let [said] = <[String; 1]>::try_from(texts("api-removal", &before, &written([("src/lib.rs", WITHOUT)]))).unwrap();
    said
}

#[test]
fn a_name_that_stands_at_many_places_is_not_told_to_be_named_nowhere() {
    assert!(who(0).contains("nothing in this repository names it any more"), "{}", who(0));
    assert!(who(3).contains("it is still named at src/user.rs:"), "{}", who(3));
    let many = who(60);
    assert!(many.contains("its name stands at more than 40 places") && !many.contains("nothing in this"), "{many}");
}

#[test]
fn what_is_too_much_to_be_listed_is_told() {
    let items = |count: usize| -> String {
        (0..count).map(|n| format!("def item_{n:03}(a):\n    return a + {n}\n\n\n")).collect()
    };
    let told = |count: usize| {
        let (before, after) = (items(count + 1), items(1));
        let said = texts("api-removal", &files([("pkg/lib.py", &before)]), &written([("pkg/lib.py", &after)]));
        (said.len(), said.iter().filter(|text| text.contains("More than 300 public items change so")).count())
    };
    assert_eq!(told(300), (300, 0));
    assert_eq!(told(301), (300, 1));
}
