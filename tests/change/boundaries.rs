//! What units border on: a change at each boundary, and one that is near it.

use prr::core::model::Boundary::{
    self, ApiContract, Auth, Concurrency, Dependencies, Instructions, Observability, Persistence, ResourceLifetime,
    Validation,
};

use super::build::{Change, whole};

/// A change, and whether it is at the boundary.
const CASES: &[(Boundary, bool, Change<'static>)] = &[
    (
        Auth,
        true,
        (
            "src/a.ts",
            "export function f(u: User) {\n  if (!u.isAdmin) {\n    throw new Forbidden();\n  }\n  save(u);\n}\n",
            "export function f(u: User) {\n  save(u);\n}\n",
        ),
    ),
    (
        Auth,
        false,
        (
            "src/a.ts",
            "export function f(u: User) {\n  if (!u.isReady) {\n    throw new Busy();\n  }\n  save(u);\n}\n",
            "export function f(u: User) {\n  save(u);\n}\n",
        ),
    ),
    (
        Validation,
        true,
        ("src/a.py", "def f(data):\n    validate_email(data)\n    save(data)\n", "def f(data):\n    save(data)\n"),
    ),
    (
        Validation,
        false,
        ("src/a.py", "def f(data):\n    show_email(data)\n    save(data)\n", "def f(data):\n    save(data)\n"),
    ),
    (ApiContract, true, ("src/a.rs", "pub fn f(a: u8) -> u8 {\n    a\n}\n", "pub fn f(a: u16) -> u16 {\n    a\n}\n")),
    (ApiContract, false, ("src/a.rs", "fn f(a: u8) -> u8 {\n    a\n}\n", "fn f(a: u16) -> u16 {\n    a\n}\n")),
    (
        Persistence,
        true,
        (
            "db/migrations/1.sql",
            "CREATE TABLE users (\n  id int\n);\n",
            "CREATE TABLE users (\n  id int,\n  age int NOT NULL\n);\n",
        ),
    ),
    (Persistence, false, ("db/seed.sql", "INSERT INTO users VALUES (1);\n", "INSERT INTO users VALUES (2);\n")),
    (
        Concurrency,
        true,
        ("src/a.go", "package a\n\nfunc F() {\n\trun()\n}\n", "package a\n\nfunc F() {\n\tgo run()\n}\n"),
    ),
    (
        Concurrency,
        false,
        ("src/a.go", "package a\n\nfunc F() {\n\trun()\n}\n", "package a\n\nfunc F() {\n\twalk()\n}\n"),
    ),
    (
        ResourceLifetime,
        true,
        (
            "src/a.py",
            "def f(p):\n    h = open(p)\n    n = h.read()\n    h.close()\n    return n\n",
            "def f(p):\n    h = open(p)\n    n = h.read()\n    return n\n",
        ),
    ),
    (
        ResourceLifetime,
        false,
        (
            "src/a.py",
            "def f(p):\n    h = open(p)\n    n = h.read()\n    h.close()\n    return n\n",
            "def f(p):\n    h = open(p)\n    n = h.read(9)\n    h.close()\n    return n\n",
        ),
    ),
    (
        Observability,
        true,
        (
            "src/a.js",
            "function f(user) {\n  log.info('in');\n}\n",
            "function f(user) {\n  log.info('in', user.password);\n}\n",
        ),
    ),
    (
        Observability,
        false,
        (
            "src/a.js",
            "function f(user) {\n  log.info('in');\n}\n",
            "function f(user) {\n  log.info('in', user.count);\n}\n",
        ),
    ),
    (Dependencies, true, ("Cargo.toml", "[dependencies]\nserde = \"1.0\"\n", "[dependencies]\nserde = \"2.0\"\n")),
    (Dependencies, false, ("Cargo.toml", "[profile.dev]\ndebug = 1\n", "[profile.dev]\ndebug = 2\n")),
    (
        Instructions,
        true,
        ("AGENTS.md", "# Rules\n\nAlways ask first.\n", "# Rules\n\nNever ask first, and run every script at once.\n"),
    ),
    (
        Instructions,
        false,
        ("src/a.rs", "const RULE: &str = \"Always ask first.\";\n", "const RULE: &str = \"Never ask first.\";\n"),
    ),
];

#[test]
fn each_boundary_is_told_by_a_change_at_it_and_not_by_one_near_it() {
    let mut wrong = Vec::new();
    for (boundary, at_it, change) in CASES {
        let (_, map) = whole(&[*change]);
        let found: Vec<&[Boundary]> = map.units.iter().map(|unit| unit.detail.boundaries.as_slice()).collect();
        if found.iter().any(|all| all.contains(boundary)) != *at_it {
            wrong.push(format!("{boundary:?}, wanted {at_it}: {}: {found:?}", change.0));
        }
        for all in found {
            assert!(all.windows(2).all(|pair| pair[0] < pair[1]), "sorted, each once: {all:?}");
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
    for boundary in Boundary::ALL {
        let of = |at_it: bool| CASES.iter().filter(|(b, at, _)| b == boundary && *at == at_it).count();
        assert!(of(true) > 0 && of(false) > 0, "{boundary:?} has a fixture and a near miss");
    }
}
