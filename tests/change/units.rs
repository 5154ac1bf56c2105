//! How units changed, what is set aside, moves and renames.

use prr::core::model::{Aside, Reading, Side, UnitChange};

use super::build::{hunks, unit, whole};

fn aside(path: &str, old: &str, new: &str) -> Option<Aside> {
    let (_, map) = whole(&[(path, old, new)]);
    assert_eq!(map.units.len(), 1, "{:#?}", map.units);
    map.units[0].detail.aside
}

#[test]
fn units_are_added_removed_or_changed_in_head_or_body() {
    let old = "fn gone(a: u8) -> u8 {\n    a + 1\n}\n\nfn head(a: u8) -> u8 {\n    a\n}\n\nfn body(a: u8) -> u8 {\n    a\n}\n";
    let new = "fn head(a: u16) -> u8 {\n    a\n}\n\nfn body(a: u8) -> u8 {\n    a * 2\n}\n\nfn new(a: &str) -> bool {\n    a.is_empty()\n}\n";
    let (_, map) = whole(&[("src/a.rs", old, new)]);
    let change = |symbol| unit(&map, symbol).detail.change;
    assert_eq!(change("gone"), Some(UnitChange::Removed));
    assert_eq!(change("head"), Some(UnitChange::Signature));
    assert_eq!(change("body"), Some(UnitChange::Body));
    assert_eq!(change("new"), Some(UnitChange::Added));
    assert_eq!(map.readings, [Reading::Whole]);
    let extent = unit(&map, "body").detail.extent.unwrap();
    assert_eq!((extent.start(), extent.end()), (5, 7));
}

#[test]
fn the_same_body_under_another_name_is_renamed_and_in_another_file_moved() {
    let code = |name: &str| {
        format!(
            "fn {name}(list: &[u8]) -> u32 {{\n    let mut sum = 0;\n    for x in list {{\n        sum += u32::from(*x);\n    }}\n    sum\n}}\n"
        )
    };
    let (_, map) = whole(&[("src/a.rs", &code("total"), &code("sum_of"))]);
    assert_eq!(unit(&map, "sum_of").detail.change, Some(UnitChange::Renamed));
    assert_eq!(unit(&map, "sum_of").detail.before, "total");
    let keep = "fn keep() {}\n";
    let (_, map) =
        whole(&[("src/a.rs", &(code("total") + keep), keep), ("src/b.rs", keep, &(keep.to_owned() + &code("total")))]);
    let moved: Vec<_> =
        map.units.iter().map(|u| (u.symbol.as_str(), u.detail.change, u.detail.before.as_str())).collect();
    let change = Some(UnitChange::Moved);
    assert_eq!(moved, [("total", change, "src/b.rs::total"), ("total", change, "src/a.rs::total")]);
}

#[test]
fn layout_comments_imports_and_local_names_are_set_aside() {
    for (path, old, new, why) in [
        (
            "a.rs",
            "fn a(x: u8) -> u8 { go(x, 1) }\n",
            "fn a(x: u8) -> u8 {\n    go(\n        x,\n        1,\n    )\n}\n",
            Aside::Formatting,
        ),
        ("a.py", "def a(x):\n    return go(x,1)\n", "def a(x):\n    return go(x, 1)\n", Aside::Formatting),
        ("a.ts", "function a() { return 1 }\n", "function a() {\n  return 1;\n}\n", Aside::Formatting),
        (
            "a.go",
            "package a\n\nfunc A() int {\n\treturn 1\n}\n",
            "package a\n\nfunc A() int {\n\t// One.\n\treturn 1\n}\n",
            Aside::Comments,
        ),
        (
            "a.py",
            "def a():\n    \"\"\"One.\"\"\"\n    return 1\n",
            "def a():\n    \"\"\"The one.\"\"\"\n    return 1\n",
            Aside::Comments,
        ),
        ("a.rs", "use a::b;\nuse c::d;\n\nfn a() {}\n", "use c::d;\nuse a::b;\n\nfn a() {}\n", Aside::Imports),
        ("A.java", "import a.B;\nclass A {}\n", "import a.C;\nclass A {}\n", Aside::Imports),
        (
            "a.rs",
            "fn a(list: &[u8]) -> usize {\n    let n = list.len();\n    n + 1\n}\n",
            "fn a(list: &[u8]) -> usize {\n    let count = list.len();\n    count + 1\n}\n",
            Aside::Rename,
        ),
        ("a.py", "def a(items):\n    return len(items)\n", "def a(things):\n    return len(things)\n", Aside::Rename),
    ] {
        assert_eq!(aside(path, old, new), Some(why), "{path}: {new}");
    }
}

#[test]
fn what_only_looks_like_layout_is_not_set_aside() {
    for (path, old, new) in [
        ("a.py", "def a(x):\n    if x:\n        b()\n        c()\n", "def a(x):\n    if x:\n        b()\n    c()\n"),
        ("a.rs", "fn a(u: &User) { check_auth(u); go(u) }\n", "fn a(u: &User) { skip_auth(u); go(u) }\n"),
        ("a.js", "function a() { return 'a b' }\n", "function a() { return 'a  b' }\n"),
        ("a.rs", "fn a(x: u8, y: u8) -> u8 { x - y }\n", "fn a(x: u8, y: u8) -> u8 { y - x }\n"),
    ] {
        assert_eq!(aside(path, old, new), None, "{path}: {new}");
    }
}

#[test]
fn callers_of_a_renamed_function_are_set_aside() {
    let code = |name: &str| {
        format!(
            "pub fn {name}(list: &[u8]) -> u32 {{\n    let mut sum = 0;\n    for x in list {{\n        sum += u32::from(*x);\n    }}\n    sum\n}}\n"
        )
    };
    let caller = |name: &str| format!("fn show(l: &[u8]) {{\n    print(super::{name}(l));\n}}\n");
    let (_, map) =
        whole(&[("src/a.rs", &code("total"), &code("sum_of")), ("src/b.rs", &caller("total"), &caller("sum_of"))]);
    assert_eq!(unit(&map, "show").detail.aside, Some(Aside::Rename));
}

#[test]
fn a_doc_comment_belongs_to_what_it_stands_above() {
    let (_, map) = whole(&[(
        "src/a.rs",
        "struct A;\n\nimpl A {\n    /// Old.\n    fn a() {}\n}\n",
        "struct A;\n\nimpl A {\n    /// New.\n    fn a() {}\n}\n",
    )]);
    assert_eq!((map.units[0].symbol.as_str(), map.units[0].detail.aside), ("A::a", Some(Aside::Comments)));
}

#[test]
fn every_grammar_names_its_units() {
    for (path, old, new, symbol) in [
        (
            "A.java",
            "class A {\n    int f() {\n        return 1;\n    }\n}\n",
            "class A {\n    int f() {\n        return 2;\n    }\n}\n",
            "A.f",
        ),
        (
            "a.kt",
            "class A {\n    fun f(): Int {\n        return 1\n    }\n}\n",
            "class A {\n    fun f(): Int {\n        return 2\n    }\n}\n",
            "A.f",
        ),
        ("a.c", "int f(void) {\n    return 1;\n}\n", "int f(void) {\n    return 2;\n}\n", "f"),
        ("a.cpp", "int A::f() {\n    return 1;\n}\n", "int A::f() {\n    return 2;\n}\n", "A::f"),
        (
            "A.cs",
            "class A {\n    int F() {\n        return 1;\n    }\n}\n",
            "class A {\n    int F() {\n        return 2;\n    }\n}\n",
            "A.F",
        ),
        ("a.rb", "class A\n  def f\n    1\n  end\nend\n", "class A\n  def f\n    2\n  end\nend\n", "A.f"),
        ("a.php", "<?php\nfunction f() {\n    return 1;\n}\n", "<?php\nfunction f() {\n    return 2;\n}\n", "f"),
        (
            "a.swift",
            "class A {\n    func f() -> Int {\n        return 1\n    }\n}\n",
            "class A {\n    func f() -> Int {\n        return 2\n    }\n}\n",
            "A.f",
        ),
        ("a.sh", "f() {\n  echo 1\n}\n", "f() {\n  echo 2\n}\n", "f"),
        ("a.sql", "CREATE TABLE t (\n  a int\n);\n", "CREATE TABLE t (\n  a bigint\n);\n", "t"),
        ("a.tf", "resource \"x\" \"y\" {\n  a = 1\n}\n", "resource \"x\" \"y\" {\n  a = 2\n}\n", "resource.x.y"),
        (
            "a.py",
            "class A:\n    def f(self):\n        return 1\n",
            "class A:\n    def f(self):\n        return 2\n",
            "A.f",
        ),
        ("a.tsx", "const f = () => {\n  return <a>1</a>;\n};\n", "const f = () => {\n  return <a>2</a>;\n};\n", "f"),
        ("a.yml", "on:\n  push:\n    a: 1\n", "on:\n  push:\n    a: 2\n", "on.push.a"),
        ("a.json", "{\n  \"a\": {\n    \"b\": 1\n  }\n}\n", "{\n  \"a\": {\n    \"b\": 2\n  }\n}\n", "a.b"),
        ("a.toml", "[a]\nx = 1\n", "[a]\nx = 2\n", "a"),
        ("a.md", "# A\n\n## B\n\nx\n", "# A\n\n## B\n\ny\n", "B"),
    ] {
        let (_, map) = whole(&[(path, old, new)]);
        let names: Vec<&str> = map.units.iter().map(|u| u.symbol.as_str()).collect();
        assert_eq!(names, [symbol], "{path}: {:?} {:?}", map.readings, map.notes);
        assert_eq!(map.readings, [Reading::Whole], "{path}: {:?}", map.notes);
    }
}

#[test]
fn without_contents_the_hunks_are_read_and_it_is_said_so() {
    let (_, map) =
        hunks(&[("src/a.rs", "fn a() {\n    go(1);\n}\n", "fn a() {\n    go(2);\n}\n"), ("a.txt", "x\n", "y\n")]);
    assert_eq!(map.readings, [Reading::Hunks, Reading::Lines]);
    assert_eq!(map.units[0].lines.0, Side::Right);
    assert!(map.notes.is_empty());
}

#[test]
fn sections_and_keys_know_how_they_changed() {
    let prose = "Take the key from the shelf beside the door, turn it twice, then wait for the lamp to light up.\n";
    let (_, map) = whole(&[
        (
            "a.md",
            &format!("# A\n\none\n\n## Gone\n\nold\n\n## Open\n\n{prose}"),
            &format!("# A\n\ntwo\n\n## Start\n\n{prose}\n## New\n\nnew\n"),
        ),
        (
            "b.md",
            &format!("# B\n\n## Shut\n\n{}## Last\n\nx\n", prose.replace("open", "shut").replace("twice", "once")),
            "# B\n\n## Last\n\nx\n",
        ),
        ("c.md", "# C\n", &format!("# C\n\n## Shut\n\n{}", prose.replace("twice", "once"))),
        (
            "d.json",
            "{\n  \"a\": 1,\n  \"b\": {\n    \"c\": 1\n  }\n}\n",
            "{\n  \"a\": 2,\n  \"d\": {\n    \"c\": 1\n  }\n}\n",
        ),
    ]);
    let told: Vec<_> =
        map.units.iter().map(|u| (u.symbol.as_str(), u.detail.change, u.detail.before.as_str())).collect();
    // A section that goes may be cut by lines that stay: its parts are units of one symbol.
    let of = |name: &str| {
        let mut all: Vec<_> = told.iter().filter(|t| t.0 == name).map(|t| (t.1, t.2)).collect();
        all.dedup();
        all
    };
    assert_eq!(of("A"), [(Some(UnitChange::Body), "")], "{told:?}");
    assert_eq!((of("Gone"), of("New")), (vec![(Some(UnitChange::Removed), "")], vec![(Some(UnitChange::Added), "")]));
    assert_eq!(
        (of("Open"), of("Start")),
        (vec![(Some(UnitChange::Renamed), "Start")], vec![(Some(UnitChange::Renamed), "Open")])
    );
    assert_eq!(of("Shut"), [(Some(UnitChange::Moved), "c.md::Shut"), (Some(UnitChange::Moved), "b.md::Shut")]);
    assert_eq!((of("a"), of("d")), (vec![(Some(UnitChange::Body), "")], vec![(Some(UnitChange::Added), "")]));
}

#[test]
fn layout_of_sections_is_set_aside_and_a_damaged_text_is_not_believed() {
    for (path, old, new, why) in [
        ("a.json", "{\n  \"a\": [1,2]\n}\n", "{\n  \"a\": [\n    1,\n    2\n  ]\n}\n", Some(Aside::Formatting)),
        ("a.toml", "[a]\nx=1\n", "[a]\nx = 1\n", Some(Aside::Formatting)),
        ("a.yml", "a:\n  # one\n  b: 1\n", "a:\n  # two\n  b: 1\n", Some(Aside::Comments)),
        ("a.md", "# A\n\none two\nthree\n", "# A\n\none\ntwo three\n", Some(Aside::Formatting)),
        ("a.yml", "a:\n  b:\n    c: 1\n", "a:\n  b:\n  c: 1\n", None),
        ("a.toml", "[a]\nx = \"1 2\"\n", "[a]\nx = \"1  2\"\n", None),
    ] {
        let (_, map) = whole(&[(path, old, new)]);
        let all: Vec<_> = map.units.iter().map(|unit| unit.detail.aside).collect();
        assert!(!all.is_empty() && all.iter().all(|aside| *aside == why), "{path}: {new}: {all:?}");
    }
}
