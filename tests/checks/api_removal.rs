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
