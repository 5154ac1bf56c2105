//! The reviewer `api-removal`: public items that go or are called in another way, through the program.

use super::left_behind::{change_as, texts_as};

fn change(before: &[(&str, &str)], after: &[(&str, Option<&str>)]) -> Vec<String> {
    change_as("api-removal", before, after)
}

const RUST: &str =
    "pub fn parse_total(text: &str) -> u32 {\n    text.len() as u32\n}\n\npub fn other_thing() -> u32 {\n    4\n}\n";
const WITHOUT: &str = "pub fn other_thing() -> u32 {\n    4\n}\n";
const PYTHON: &str = "def parse_total(text):\n    return len(text)\n\n\ndef other_thing():\n    return 4\n";
const SCRIPT: &str =
    "export function parseTotal(text) {\n  return text.length;\n}\n\nexport function otherThing() {\n  return 4;\n}\n";

#[test]
fn what_was_public_and_goes_or_is_called_otherwise_is_a_finding() {
    let rust = change(&[("src/lib.rs", RUST)], &[("src/lib.rs", Some(WITHOUT))]);
    assert_eq!(rust, ["Public `parse_total` is removed @src/lib.rs:1"]);
    let changed = RUST.replace("text: &str", "text: &str, base: u32");
    let user = "use crate::parse_total;\n\npub fn run() -> u32 {\n    parse_total(\"4\") + 1\n}\n";
    let rust = change(&[("src/lib.rs", RUST), ("src/user.rs", user)], &[("src/lib.rs", Some(&changed))]);
    assert_eq!(rust, ["Public `parse_total` is called in another way @src/lib.rs:1"]);
    let python = change(&[("pkg/lib.py", PYTHON)], &[("pkg/lib.py", Some("def other_thing():\n    return 4\n"))]);
    assert_eq!(python, ["Public `parse_total` is removed @pkg/lib.py:1"]);
    let python =
        change(&[("pkg/lib.py", PYTHON)], &[("pkg/lib.py", Some(&PYTHON.replace("(text):", "(text, base):")))]);
    assert_eq!(python, ["Public `parse_total` is called in another way @pkg/lib.py:1"]);
    let script =
        change(&[("src/lib.js", SCRIPT)], &[("src/lib.js", Some("export function otherThing() {\n  return 4;\n}\n"))]);
    assert_eq!(script, ["Public `parseTotal` is removed @src/lib.js:1"]);
    let go =
        "package a\n\nfunc ParseTotal(text string) int {\n\treturn len(text)\n}\n\nfunc Other() int {\n\treturn 4\n}\n";
    let go = change(&[("a/a.go", go)], &[("a/a.go", Some(&go.replace("text string", "text string, base int")))]);
    assert_eq!(go, ["Public `ParseTotal` is called in another way @a/a.go:3"]);
    let java = "public class A {\n  public int parseTotal(String text) {\n    return text.length();\n  }\n\n  public int other() {\n    return 4;\n  }\n}\n";
    let less = "public class A {\n  public int other() {\n    return 4;\n  }\n}\n";
    assert_eq!(
        change(&[("src/A.java", java)], &[("src/A.java", Some(less))]),
        ["Public `parseTotal` is removed @src/A.java:2"]
    );
}

const KOTLIN: &str =
    "fun parseTotal(text: String): Int {\n    return text.length\n}\n\nfun otherThing(): Int {\n    return 4\n}\n";
const SHARP: &str = "namespace Acme\n{\n    public class Sums\n    {\n        public int ParseTotal(string text)\n        {\n            return text.Length;\n        }\n\n        public int Other()\n        {\n            return 4;\n        }\n    }\n}\n";

#[test]
fn kotlin_and_c_sharp_are_held_to_what_they_offer() {
    let kotlin = |after: &str| change(&[("src/Sums.kt", KOTLIN)], &[("src/Sums.kt", Some(after))]);
    assert_eq!(kotlin("fun otherThing(): Int {\n    return 4\n}\n"), ["Public `parseTotal` is removed @src/Sums.kt:1"]);
    let more = kotlin(&KOTLIN.replace("text: String", "text: String, base: Int"));
    assert_eq!(more, ["Public `parseTotal` is called in another way @src/Sums.kt:1"]);
    assert_eq!(kotlin(&KOTLIN.replace("text: String", "text: String, base: Int = 10")), [""; 0], "with a default");
    let sharp = |before: &str, after: &str| change(&[("src/Sums.cs", before)], &[("src/Sums.cs", Some(after))]);
    let more = sharp(SHARP, &SHARP.replace("string text", "string text, int radix"));
    assert_eq!(more, ["Public `ParseTotal` is called in another way @src/Sums.cs:5"]);
    let less = SHARP.replace(
        "        public int ParseTotal(string text)\n        {\n            return text.Length;\n        }\n\n",
        "",
    );
    assert_eq!(sharp(SHARP, &less), ["Public `ParseTotal` is removed @src/Sums.cs:5"]);
    let hidden = SHARP.replace("public class", "internal class");
    assert_eq!(sharp(&hidden, &less.replace("public class", "internal class")), [""; 0], "of an internal class");
}

const INIT: &str =
    "from .sums import other_thing, parse_total\n\n__all__ = [\n    \"other_thing\",\n    \"parse_total\",\n]\n";
const INDEX: &str = "export { otherThing, parseTotal } from './sums';\nexport { more } from './more';\n";
const ROOT: &str = "mod sums;\n\npub use sums::{other_thing, parse_total};\n\npub fn more() -> u8 {\n    4\n}\n";

#[test]
fn what_a_package_no_longer_hands_on_is_a_finding() {
    let less = "from .sums import other_thing\n\n__all__ = [\n    \"other_thing\",\n]\n";
    let python = change(&[("pkg/__init__.py", INIT), ("pkg/sums.py", PYTHON)], &[("pkg/__init__.py", Some(less))]);
    assert_eq!(python, ["Public `parse_total` is no longer exported here @pkg/__init__.py:5"]);
    let less = INDEX.replace(", parseTotal", "");
    let script = change(&[("src/index.ts", INDEX), ("src/sums.ts", SCRIPT)], &[("src/index.ts", Some(&less))]);
    assert_eq!(script, ["Public `parseTotal` is no longer exported here @src/index.ts:1"]);
    let less = ROOT.replace("{other_thing, parse_total}", "other_thing");
    let rust = change(&[("src/lib.rs", ROOT), ("src/sums.rs", RUST)], &[("src/lib.rs", Some(&less))]);
    assert_eq!(rust, ["Public `parse_total` is no longer exported here @src/lib.rs:3"]);
}

#[test]
fn what_is_still_handed_on_in_another_way_is_none() {
    let none = [""; 0];
    let said = |path: &str, before: &str, after: &str| change(&[(path, before)], &[(path, Some(after))]);
    let other = INIT.replace(
        "from .sums import other_thing, parse_total",
        "from .sums import other_thing\nfrom .new import parse_total",
    );
    assert_eq!(said("pkg/__init__.py", INIT, &other), none, "it comes from elsewhere");
    let sorted =
        INIT.replace("    \"other_thing\",\n    \"parse_total\",\n", "    'parse_total',\n    'other_thing',\n");
    assert_eq!(said("pkg/__init__.py", INIT, &sorted), none, "in another order");
    let lazy = "def __getattr__(name):\n    return find(name)\n";
    assert_eq!(said("pkg/__init__.py", INIT, lazy), none, "it is found when it is asked for");
    assert_eq!(said("pkg/_inner/__init__.py", INIT, "x = 1\n"), none, "a private package");
    assert_eq!(
        said("src/index.ts", INDEX, "export * from './sums';\nexport { more } from './more';\n"),
        none,
        "all of it"
    );
    let own = INDEX.replace(", parseTotal", "") + "export function parseTotal() {}\n";
    assert_eq!(said("src/index.ts", INDEX, &own), none, "defined here now");
    assert_eq!(said("src/pages/index.ts", INDEX, "export { more } from './more';\n"), none, "no root of a package");
    let whole = ROOT.replace("pub use sums::{other_thing, parse_total};", "pub use sums::*;");
    assert_eq!(said("src/lib.rs", ROOT, &whole), none, "all of it");
}

#[test]
fn what_is_private_moved_or_still_called_as_before_is_none() {
    let none = [""; 0];
    let private = RUST.replacen("pub fn", "fn", 1);
    assert_eq!(change(&[("src/lib.rs", &private)], &[("src/lib.rs", Some(WITHOUT))]), none, "private");
    let moved = "pub fn parse_total(text: &str) -> u32 {\n    text.len() as u32\n}\n";
    let moved = change(&[("src/lib.rs", RUST)], &[("src/lib.rs", Some(WITHOUT)), ("src/new.rs", Some(moved))]);
    assert_eq!(moved, none, "it moved");
    let body = RUST.replace("text.len() as u32", "text.trim().len() as u32");
    assert_eq!(change(&[("src/lib.rs", RUST)], &[("src/lib.rs", Some(&body))]), none, "its body changed");
    let named = RUST.replace("text", "words");
    assert_eq!(change(&[("src/lib.rs", RUST)], &[("src/lib.rs", Some(&named))]), none, "a parameter has another name");
    let more = PYTHON.replace("(text):", "(text, base=10):");
    assert_eq!(change(&[("pkg/lib.py", PYTHON)], &[("pkg/lib.py", Some(&more))]), none, "one more with a default");
    let without = "def other_thing():\n    return 4\n";
    for path in ["pkg/_lib.py", "tests/test_lib.py", "examples/lib.py", "pkg/_inner/lib.py"] {
        assert_eq!(change(&[(path, PYTHON)], &[(path, Some(without))]), none, "{path}");
    }
    let hidden = PYTHON.replace("parse_total", "_parse_total");
    assert_eq!(change(&[("pkg/lib.py", &hidden)], &[("pkg/lib.py", Some(without))]), none, "an underscore");
    let kept = "export { parseTotal } from './total.js';\n\nexport function otherThing() {\n  return 4;\n}\n";
    let script = change(&[("src/lib.js", SCRIPT)], &[("src/lib.js", Some(kept))]);
    assert_eq!(script, none, "it is exported from elsewhere");
}

/// Which of the three things it says of who names an item now.
fn who(users: usize) -> String {
    let user = "use crate::parse_total;\n\npub fn run() -> u32 {\n".to_owned();
    let user = user + &"    parse_total(\"4\");\n".repeat(users) + "    4\n}\n";
    let before = [("src/lib.rs", RUST), ("src/user.rs", if users == 0 { "" } else { &user })];
    let [said] = <[String; 1]>::try_from(texts_as("api-removal", &before, &[("src/lib.rs", Some(WITHOUT))])).unwrap();
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
        let said = texts_as("api-removal", &[("pkg/lib.py", &before)], &[("pkg/lib.py", Some(&after))]);
        (said.len(), said.iter().filter(|text| text.contains("More than 300 public items change so")).count())
    };
    assert_eq!(told(300), (300, 0));
    assert_eq!(told(301), (300, 1));
}
