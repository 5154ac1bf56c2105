//! Bad input is bounded, noted, never fatal.

use std::sync::Arc;

use prr::core::{
    change::{Contents, Sides},
    model::{Reading, RunId},
    risk::{Facts, change_map_of},
};

use super::build::{diff, whole};

fn note(path: &str, old: &str, new: &str) -> (Reading, String) {
    let (_, map) = whole(&[(path, old, new)]);
    (map.readings[0], map.notes.join("\n"))
}

#[test]
fn sources_that_are_too_large_are_read_by_their_hunks() {
    let text = "fn a() {\n    go();\n}\n".repeat(60_000);
    let (reading, said) = note("src/a.rs", &text, &format!("fn b() {{}}\n{text}"));
    assert_eq!(reading, Reading::Hunks);
    assert!(said.contains("src/a.rs") && said.contains("larger than 1 MiB"), "{said}");
}

#[test]
fn a_line_that_no_person_wrote_is_not_parsed() {
    let line = format!("const a = [{}];\n", "1,".repeat(4_000));
    let (_, said) = note("src/a.js", &format!("{line}const b = 1;\n"), &format!("{line}const b = 2;\n"));
    assert!(said.contains("4 KiB"), "{said}");
}

#[test]
fn a_syntax_that_the_grammar_does_not_know_is_told() {
    let text = "§§ ?? wenn x dann { ]] } ((\n".repeat(40);
    let (reading, said) = note("src/a.go", &text, &format!("{text}§§ nun\n"));
    assert_ne!(reading, Reading::Whole);
    assert!(said.contains("not understood"), "{said}");
}

#[test]
fn bytes_that_are_not_those_of_the_diff_are_not_believed() {
    let change = [("src/a.rs", "fn a() {\n    one();\n}\n", "fn a() {\n    two();\n}\n")];
    let other = |text: &str| Some(Arc::from(text.as_bytes()));
    let sides = Sides { old: other(change[0].1), new: other("fn other() {}\n"), missing: None };
    let contents = Contents::new(vec![sides], Vec::new());
    let map = change_map_of(&diff(&change), &RunId::new("r"), &Facts::default(), &contents);
    assert_eq!(map.readings, [Reading::Hunks]);
    assert!(map.notes[0].contains("not the one of the diff"), "{:?}", map.notes);
}

#[test]
fn names_that_differ_in_case_alone_are_two_files() {
    let (_, map) = whole(&[
        ("src/A.rs", "fn a() {\n    go(1);\n}\n", "fn a() {\n    go(2);\n}\n"),
        ("src/a.rs", "fn a() {\n    go(1);\n}\n", "fn a() {\n    go(3);\n}\n"),
    ]);
    let keys: Vec<&str> = map.hotspots.iter().map(|h| h.key.as_str()).collect();
    assert_eq!(map.units.len(), 2);
    assert_eq!(keys, ["src/A.rs::a", "src/a.rs::a"]);
}

#[test]
fn nesting_without_end_and_bytes_that_are_no_text_are_survived() {
    let deep = format!("fn a() {{ {} {} }}\n", "{".repeat(3_000), "}".repeat(3_000));
    let (_, map) = whole(&[("src/a.rs", "fn a() {}\n", &deep)]);
    assert_eq!(map.units.len(), 1);
    let (reading, _) = note("src/b.rs", "fn a() {}\n", "fn a() { x\0y }\n");
    assert_ne!(reading, Reading::Whole);
}

#[test]
fn contents_that_cannot_be_had_are_told_with_their_reason() {
    let change = [("src/a.rs", "fn a() {}\n", "fn a() { b() }\n")];
    let sides = Sides { missing: Some("not in this clone"), ..Sides::default() };
    let contents = Contents::new(vec![sides], vec!["more".to_owned()]);
    let map = change_map_of(&diff(&change), &RunId::new("r"), &Facts::default(), &contents);
    assert!(map.notes.iter().any(|n| n.contains("not in this clone")) && map.notes.contains(&"more".to_owned()));
}
