//! Units by syntax, in each grammar; hunks that begin and end anywhere.

use prr::core::{
    change::{
        syntax::{Fragment, Grammar, outline, parse},
        units_of,
    },
    diff,
    model::{FileIx, HunkIx, Side},
};

use super::build;

fn names(path: &str, body: &str) -> Vec<String> {
    units_of(&build::diff(path, body), FileIx(0)).into_iter().map(|u| u.symbol).collect()
}

#[test]
fn units_have_the_names_of_what_encloses_them() {
    for (path, body, expected) in [
        ("a.rs", " impl<T> fmt::Display for Cell<T> {\n     fn fmt(&self) {\n+        x();\n     }\n }\n", "Cell::fmt"),
        ("a.rs", " mod inner {\n     trait Draw {\n+        fn draw(&self);\n     }\n }\n", "inner::Draw::draw"),
        ("a.rs", "@@ impl Store {\n     pub async fn load(&self) {\n+        x();\n     }\n", "Store::load"),
        ("a.py", " class User(Base):\n     async def save(self):\n+        x()\n", "User.save"),
        ("a.py", "@@ class User(Base):\n     @property\n     def name(self):\n+        return 1\n", "User.name"),
        ("a.js", " class Cart {\n   get total() {\n+    return 1;\n   }\n }\n", "Cart.total"),
        ("a.ts", " export const load = async (x: string): Promise<void> => {\n+  x();\n };\n", "load"),
        ("a.tsx", " export function List(props: Props) {\n+  return <ul>{props.items}</ul>;\n }\n", "List"),
        ("a.ts", " interface Order {\n+  id: string;\n }\n", "Order"),
        ("a.go", " func (s *Server[T]) Serve(l net.Listener) error {\n+\tx()\n }\n", "Server.Serve"),
        ("a.go", " type User struct {\n+\tName string\n }\n", "User"),
    ] {
        assert_eq!(names(path, body), [expected], "{body}");
    }
}

#[test]
fn attributes_comments_and_decorators_belong_to_what_follows() {
    assert_eq!(names("a.rs", " fn a() {}\n \n+/// Two.\n+#[inline]\n fn two() {\n     x();\n }\n"), ["two"]);
    assert_eq!(names("a.py", " def a():\n     pass\n \n+# Two.\n+@cache\n def two():\n     pass\n"), ["two"]);
}

#[test]
fn removed_lines_have_the_names_of_the_old_side() {
    let body = "-fn old_name() {\n-    a();\n-}\n+fn new_name() {\n+    a();\n+}\n";
    assert_eq!(names("a.rs", body), ["old_name", "new_name"]);
}

#[test]
fn what_is_no_code_is_placed_by_patterns() {
    assert_eq!(names("a.rs", "@@ fn parse(x: u8) {\n+    let }{ = ((;\n"), ["parse"]);
    assert_eq!(names("a.unknown", "@@ let rec walk (x) =\n+  y\n"), ["walk"]);
}

/// A text cut at any two lines: never a panic, and definitions lie within what is shown.
#[test]
fn any_part_of_a_file_is_outlined_within_its_lines() {
    let texts = [
        (Grammar::Rust, include_str!("syntax.rs")),
        (Grammar::Rust, include_str!("../../src/core/diff/indexer.rs")),
        (Grammar::Python, include_str!("../../benches/make_inputs.py")),
    ];
    for (grammar, text) in texts {
        let lines: Vec<&str> = text.lines().take(120).collect();
        for from in (0..lines.len()).step_by(3) {
            for to in (from + 1..=lines.len()).step_by(7) {
                let body: String = lines[from..to].iter().map(|l| format!("+{l}\n")).collect();
                let diff = build::diff("A a.txt", &body);
                let fragment = Fragment::of(&diff, HunkIx(0), Side::Right).unwrap();
                let rows = fragment.rows.len() as u32;
                let parsed = parse(fragment, grammar).expect("short texts are parsed");
                for def in outline(&parsed) {
                    assert!(def.first >= 1 && def.first <= def.at && def.at <= def.last && def.last <= rows, "{def:?}");
                }
            }
        }
    }
}

/// How well hunks parse: on cuts of real code hardly anything may be lost in errors.
#[test]
fn cuts_of_real_code_parse_nearly_whole() {
    let text = include_str!("../../src/core/diff/indexer.rs");
    let lines: Vec<&str> = text.lines().collect();
    let (mut all, mut bad) = (0, 0);
    for from in (0..lines.len() - 20).step_by(2) {
        let body: String = lines[from..from + 20].iter().map(|l| format!("+{l}\n")).collect();
        let diff = build::diff("A a.rs", &body);
        let parsed = parse(Fragment::of(&diff, HunkIx(0), Side::Right).unwrap(), Grammar::Rust).unwrap();
        all += body.len();
        bad += parsed.error_bytes().min(body.len());
    }
    assert!(bad * 100 < all * 6, "{bad} of {all} bytes");
}

/// A hostile change makes no reviewer slow or overflow: what is deep, long or often costs no more than its size.
#[test]
fn hostile_code_is_reviewed_in_time() {
    let deep = |open: &str| open.repeat(20_000);
    let many = |line: &str| line.repeat(1_000);
    for (path, text) in [
        ("a.rs", deep("(\n")),
        ("a.rs", deep("{\n")),
        ("a.py", deep("[\n")),
        ("a.ts", deep("{\n")),
        ("a.ts", "eval(".to_owned() + &deep("(\n")),
        ("a.py", "eval(".to_owned() + &deep("(\n") + "input" + &deep(")\n")),
        ("a.go", deep("(\n")),
        ("a.rs", "async fn f() {\n".to_owned() + &many("let g = m.lock().unwrap();\n") + "x().await;\n}\n"),
        ("a.rs", "fn f() {\n".to_owned() + &many("let x = line.parse().unwrap();\n") + "}\n"),
        ("a.rs", many("// c\n") + "#[inline]\nfn f() {\n}\n" + &many("fn g() { dbg!(x); }\n")),
        ("a.py", many("try:\n    save(x)\nexcept:\n    pass\n")),
        ("a.py", many("cur.execute('select a from b where c = ' + d)\n")),
        ("a.ts", many("try { f(x) } catch {}\n")),
    ] {
        let body: String = text.lines().map(|line| format!("+{line}\n")).collect();
        let found = diff::parse(build::section(path, &body).into_bytes());
        for check in prr::core::checks::CHECKS {
            assert!(build::check(check.id, &found).len() <= 100);
        }
        let _ = units_of(&found, FileIx(0));
    }
}

#[test]
fn deep_nesting_and_long_lines_end_in_time() {
    for text in ["(".repeat(20_000), "{".repeat(3_000), "[[".repeat(1_900), "a.".repeat(2_000), "if x {".repeat(600)] {
        for path in ["a.rs", "a.py", "a.ts", "a.go"] {
            let found = diff::parse(build::section(path, &format!("+{text}\n+x\n")).into_bytes());
            // Too long a line is not parsed at all; what is parsed ends.
            let _ = units_of(&found, FileIx(0));
        }
    }
}
