//! Leftover conflict markers: what is flagged and what must not be.

use super::build::{check, diff};

const BLOCK: &str = "+<<<<<<< HEAD\n+let a = 1;\n+=======\n+let a = 2;\n+>>>>>>> feature/two\n";

/// Path, body, findings expected.
pub fn cases() -> Vec<(&'static str, String, usize)> {
    let quoted = |before: &str, after: &str| format!("{before}{BLOCK}{after}");
    vec![
        // flagged
        ("src/a.rs", BLOCK.into(), 1),
        ("src/a.rs", format!(" fn a() {{\n{BLOCK} }}\n"), 1),
        ("win.cs", BLOCK.replace('\n', "\r\n"), 1),
        ("package-lock.json", BLOCK.into(), 1),
        ("src/a.py", format!("{BLOCK} \n x = 1\n{BLOCK}"), 2),
        ("a.c", "+<<<<<<< ours\n+int a;\n+||||||| base\n+int b;\n+=======\n+int c;\n+>>>>>>> theirs\n".into(), 1),
        ("a.go", " func a() {\n+<<<<<<< HEAD\n \ta := 1\n+=======\n \ta := 2\n+>>>>>>> 1a2b3c4d (fix)\n }\n".into(), 1),
        ("a.js", " call();\n+>>>>>>> 9f8e7d6c5b4a3f2e1d0c9b8a7f6e5d4c3b2a1f0e\n done();\n".into(), 1),
        ("a.js", " call();\n+<<<<<<< Updated upstream\n done();\n".into(), 1),
        ("a.js", "+=======\n+b();\n+>>>>>>> feature-x\n".into(), 1),
        ("README.md", BLOCK.into(), 1),
        ("config.yml", "+<<<<<<< .mine\n+a: 1\n+=======\n+a: 2\n+>>>>>>> .r123\n".into(), 1),
        ("a.py", quoted(" \"\"\"Doc.\"\"\"\n", " x = 1\n"), 1),
        ("tests/a_test.go", format!(" package a\n{BLOCK} func TestA(t *testing.T) {{}}\n"), 1),
        // not flagged
        ("docs/title.rst", "+Chapter\n+=======\n+\n+Text\n".into(), 0),
        ("README.md", "+Example\n+=======\n+text\n".into(), 0),
        ("notes.adoc", "+Seven\n+=======\n+\n+<<<\n".into(), 0),
        ("src/a.c", "+/* heading\n+=======\n+*/\n".into(), 0),
        ("docs/git.md", format!("+```\n{BLOCK}+```\n"), 0),
        ("docs/git.md", format!(" Solve it:\n {BLOCK} ```\n").replace(" +<<<", "+<<<"), 0),
        ("fix.patch", BLOCK.into(), 0),
        ("tests/conflicts/input.txt", BLOCK.into(), 0),
        ("tests/snapshots/merge.snap", BLOCK.into(), 0),
        ("src/parse.rs", quoted("+    let text = \"\\\n", "+\";\n"), 0),
        ("src/parse.py", quoted("+TEXT = \"\"\"\n", "+\"\"\"\n"), 0),
        ("src/parse.ts", quoted("+const text = `\n", "+`;\n"), 0),
        ("tool.sh", quoted("+cat > f <<EOF\n", "+EOF\n"), 0),
        ("src/a.rs", BLOCK.replace('+', " "), 0),
        ("src/a.rs", BLOCK.replace('+', "-"), 0),
        ("src/a.rs", "-<<<<<<< a\n+<<<<<<< b\n x\n =======\n y\n >>>>>>> c\n".into(), 0),
        ("src/a.rs", "+<<<<<<<< HEAD\n+a\n+========\n+b\n+>>>>>>>> x\n".into(), 0),
        ("src/a.rs", "+    <<<<<<< HEAD\n+    a\n+    =======\n+    >>>>>>> x\n".into(), 0),
        ("mail.txt", "+>>>>>>> quoted seven times\n+>>>>>> six\n".into(), 0),
        ("table.md", "+|||||||\n+|||||||\n".into(), 0),
        ("a.js", "+=======\n".into(), 0),
        ("art.txt", "+<<<<<<< left\n+>>>>>>> right\n".into(), 0),
    ]
}

#[test]
fn leftover_markers_are_flagged_and_look_alikes_are_not() {
    for (path, body, expected) in cases() {
        let found = check("conflict-markers", &diff(path, &body));
        assert_eq!(found.len(), expected, "{path}:\n{body}\n{found:#?}");
    }
}

#[test]
fn a_block_is_one_finding_over_all_its_lines() {
    let found = check("conflict-markers", &diff("src/a.rs", &format!(" fn a() {{\n{BLOCK} }}\n")));
    let place = found[0].place.clone().unwrap();
    let lines = place.lines.unwrap();
    assert_eq!((lines.start(), lines.end(), place.symbol.as_deref()), (11, 15, Some("a")));
    assert!(found[0].claim.summary.contains("`HEAD` and `feature/two`"), "{}", found[0].claim.summary);
}

#[test]
fn two_blocks_in_one_symbol_have_two_fingerprints() {
    let found = check("conflict-markers", &diff("src/a.rs", &format!("{BLOCK} \n{BLOCK}")));
    let parts = |i: usize| (found[i].place.as_ref().unwrap().symbol.clone(), found[i].claim.sink.clone());
    assert_eq!(found.len(), 2);
    assert_ne!(parts(0), parts(1));
}
