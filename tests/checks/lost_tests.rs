//! Removed, disabled and weakened tests: what is flagged and what must not be.

use prr::core::{diff::parse, model::Side};

use super::{
    build::{check, section},
    lost_cases::{RUST_TEST, cases, skipped_cases},
};

#[test]
fn lost_tests_are_flagged_and_moved_ones_are_not() {
    // Neither reviewer says what is the other's to say.
    for (id, other, cases) in
        [("removed-tests", "skipped-tests", cases()), ("skipped-tests", "removed-tests", skipped_cases())]
    {
        for (name, files, expected) in cases {
            let text: String = files.iter().map(|(path, body)| section(path, body)).collect();
            let diff = parse(text.clone().into_bytes());
            let found = check(id, &diff);
            let classes: Vec<&str> = found.iter().map(|c| c.claim.issue_class.as_str()).collect();
            assert_eq!(classes, expected, "{name}:\n{text}\n{found:#?}");
            assert!(check(other, &diff).is_empty(), "{name}: {other}");
        }
    }
}

#[test]
fn a_removed_test_is_anchored_on_its_old_lines_and_named() {
    let found = check("removed-tests", &parse(section("src/a.rs", RUST_TEST).into_bytes()));
    let place = found[0].place.clone().unwrap();
    let lines = place.lines.unwrap();
    assert_eq!((place.side, lines.start(), lines.end()), (Some(Side::Left), 10, 14));
    assert_eq!(place.symbol.as_deref(), Some("adds_numbers"));
    assert!(found[0].claim.title.contains("adds_numbers"));
}

#[test]
fn many_removed_tests_are_one_finding_that_names_them() {
    let body: String = (0..6).map(|i| format!("-def test_case_{i}_x():\n-    assert step{i}(one, two)\n")).collect();
    let found = check("removed-tests", &parse(section("tests/test_a.py", &body).into_bytes()));
    assert_eq!(found.len(), 1);
    assert!(found[0].claim.title.starts_with("6 tests") && found[0].claim.summary.contains("test_case_5_x"));
}

#[test]
fn an_ignore_attribute_alone_on_its_line_can_be_taken_away() {
    let body = "     #[test]\n+    #[ignore]\n     fn adds() {\n     }\n";
    let found = check("skipped-tests", &parse(section("src/a.rs", body).into_bytes()));
    assert_eq!(found[0].claim.suggestion.as_deref(), Some(""));
    let body = "-  it('adds', () => {\n+  it.only('adds', () => {\n";
    let found = check("skipped-tests", &parse(section("src/a.test.js", body).into_bytes()));
    assert_eq!(found[0].claim.suggestion.as_deref(), Some("  it('adds', () => {"));
}
