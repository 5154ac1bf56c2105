//! `prr plan` in a repository: both sides are read, the symbol index says who uses what, and odd repositories are noted.

use std::{fs, process::Stdio};

use serde_json::Value;

use super::text;
use crate::support::repo::Repo;

const PRR: &str = env!("CARGO_BIN_EXE_prr");

fn output(repo: &Repo, args: &[&str]) -> String {
    let mut command = std::process::Command::new(PRR);
    command.env_clear().envs(repo.variables()).current_dir(repo.root()).args(args).stdin(Stdio::null());
    let output = command.output().unwrap();
    assert!(output.status.success(), "{args:?}: {}", text(&output.stderr));
    text(&output.stdout)
}

fn plan(repo: &Repo) -> Value {
    serde_json::from_str(&output(repo, &["plan", "HEAD~1..HEAD", "--output", "json", "--offline"])).unwrap()
}

fn unit<'p>(plan: &'p Value, symbol: &str) -> &'p Value {
    let units = plan["units"].as_array().unwrap();
    units.iter().find(|unit| unit["symbol"] == symbol).unwrap_or_else(|| panic!("{symbol}: {units:#?}"))
}

/// A function with two callers and a test, then with one parameter more.
fn with_callers() -> Repo {
    let repo = Repo::empty();
    repo.write(
        "src/bank.rs",
        "pub fn transfer_money(a: u8) -> u8 {\n    if a == 0 {\n        return 0;\n    }\n    a\n}\n",
    );
    repo.write("src/shop.rs", "fn buy() {\n    crate::bank::transfer_money(1);\n}\n");
    repo.write("src/post.rs", "// transfer_money\nfn send() {\n    let x = \"transfer_money\";\n}\n");
    repo.write("src/loan.rs", "fn lend() {\n    transfer_money(2);\n    transfer_money(3);\n}\n");
    repo.write("tests/bank.rs", "#[test]\nfn a() {\n    assert_eq!(transfer_money(1), 1);\n}\n");
    repo.commit("first");
    repo.write("src/bank.rs", "pub fn transfer_money(a: u8, b: u8) -> u8 {\n    a + b\n}\n");
    repo.commit("second\n\nCo-authored-by: Claude <noreply@anthropic.com>");
    repo
}

#[test]
fn the_plan_tells_units_archetypes_with_their_lines_and_who_uses_them() {
    let repo = with_callers();
    let plan = plan(&repo);
    let unit = unit(&plan, "transfer_money");
    assert_eq!((&unit["change"], &plan["files"][0]["read"]), (&"signature".into(), &"whole".into()), "{unit:#}");
    let archetypes: Vec<&str> =
        unit["archetypes"].as_array().unwrap().iter().map(|a| a["archetype"].as_str().unwrap()).collect();
    assert_eq!(archetypes, ["guard-removed", "public-contract-changed", "test-gap-introduced"], "{unit:#}");
    assert_eq!(unit["archetypes"][0]["evidence"][0]["line"], 2);
    assert_eq!(unit["archetypes"][0]["evidence"][0]["side"], "LEFT");
    let used = &unit["used_by"];
    assert_eq!((&used["files"], &used["places"], &used["tests"]), (&3.into(), &4.into(), &1.into()), "{used:#}");
    assert_eq!(used["first"][0]["file"], "src/loan.rs");
    let factor = |name: &str| {
        let factors = plan["risk"]["factors"].as_array().unwrap();
        factors.iter().find(|f| f["name"] == name).unwrap().clone()
    };
    assert_eq!(factor("blast_radius")["score"], 30);
    assert!(factor("ai_authored_signals")["details"].as_str().unwrap().contains("1 of the last 10 commits"));
    let hotspot = &plan["hotspots"][0];
    assert_eq!(hotspot["hotspot_key"], "src/bank.rs::transfer_money");
    assert!(hotspot["why_selected"].as_str().unwrap().contains("named in 3 other files"), "{hotspot:#}");
    let words = output(&repo, &["plan", "HEAD~1..HEAD", "--offline"]);
    assert!(words.contains("public-contract-changed: its head changed (old line 1, line 1)"), "{words}");
}

#[test]
fn files_that_import_a_changed_file_count_though_they_name_nothing_of_it() {
    let repo = Repo::empty();
    repo.write("src/cart/sum.ts", "export const add = (a: number) => {\n  return a;\n};\n");
    repo.write("src/page.ts", "import * as sum from './cart/sum';\n");
    repo.write("src/cart/view.ts", "import * as sum from './sum.js';\n");
    repo.write("src/other.ts", "import * as sum from './sum';\n");
    repo.commit("first");
    repo.write("src/cart/sum.ts", "export const add = (a: number) => {\n  return a + 1;\n};\n");
    repo.commit("second");
    let plan = plan(&repo);
    let factors = plan["risk"]["factors"].as_array().unwrap();
    let blast = factors.iter().find(|factor| factor["name"] == "blast_radius").unwrap();
    assert_eq!((&blast["score"], blast["details"].as_str().unwrap().split(' ').next()), (&20.into(), Some("2")));
    assert_eq!(unit(&plan, "add")["used_by"]["files"], serde_json::Value::Null, "{plan:#}");
}

#[test]
fn modules_of_terraform_and_scripts_without_ending_are_in_the_index() {
    let repo = Repo::empty();
    repo.write("lib/rates.py", "def total_of(a):\n    return a\n");
    repo.write("bin/report", "#!/usr/bin/env python3\nimport rates\nprint(rates.total_of(1))\n");
    repo.write("net/main.tf", "resource \"aws_vpc\" \"backbone\" {\n  cidr = 1\n}\n");
    repo.write("out.tf", "output \"id\" {\n  value = aws_vpc.backbone.id\n}\n");
    repo.commit("first");
    repo.write("lib/rates.py", "def total_of(a):\n    return a + 1\n");
    repo.write("net/main.tf", "resource \"aws_vpc\" \"backbone\" {\n  cidr = 2\n}\n");
    repo.commit("second");
    let plan = plan(&repo);
    assert_eq!(unit(&plan, "total_of")["used_by"]["first"][0]["file"], "bin/report", "{plan:#}");
    let block = unit(&plan, "resource.aws_vpc.backbone");
    assert_eq!(block["used_by"]["first"][0]["file"], "out.tf", "{plan:#}");
}

#[test]
fn the_index_is_kept_by_blob_and_a_second_plan_says_the_same() {
    let repo = with_callers();
    let first = plan(&repo);
    let cache = repo.outside().join("home/.cache/prr/symbols");
    let kept: Vec<_> = fs::read_dir(&cache).unwrap().flatten().map(|entry| entry.path()).collect();
    assert_eq!(kept.len(), 1, "{kept:?}");
    let bytes = fs::read(&kept[0]).unwrap();
    assert_eq!(plan(&repo), first);
    assert_eq!(fs::read(&kept[0]).unwrap(), bytes);
    fs::write(&kept[0], "damaged").unwrap();
    assert_eq!(plan(&repo), first);
    assert_eq!(fs::read(&kept[0]).unwrap(), bytes, "what is damaged is made again");
}

#[test]
fn work_that_is_not_committed_is_read_from_the_working_tree() {
    let repo = Repo::empty();
    repo.write("src/a.rs", "fn a() {\n    one();\n}\n");
    repo.commit("first");
    repo.write("src/a.rs", "fn a() {\n    two();\n}\n");
    let plan: Value = serde_json::from_str(&output(&repo, &["plan", "--wip", "--output", "json"])).unwrap();
    assert_eq!((&plan["files"][0]["read"], &plan["units"][0]["change"]), (&"whole".into(), &"body".into()), "{plan:#}");
}

#[test]
fn who_uses_a_symbol_is_told_of_work_that_is_not_committed_as_it_lies_there() {
    let repo = Repo::empty();
    repo.write("src/a.rs", "pub fn old_name(n: u32) -> u32 {\n    n\n}\n");
    repo.write("src/b.rs", "fn user() {\n    old_name(1);\n}\n");
    repo.write("src/gone.rs", "fn third() {\n    old_name(3);\n}\n");
    repo.write("src/same.rs", "fn second() {\n    old_name(2);\n}\n");
    repo.commit("first");
    repo.write("src/a.rs", "pub fn old_name(n: u32, m: u32) -> u32 {\n    n + m\n}\n");
    // No longer a caller, and no longer there; only `same.rs` still calls it the old way.
    repo.write("src/b.rs", "fn user() {\n    other(1);\n}\n");
    std::fs::remove_file(repo.root().join("src/gone.rs")).unwrap();
    let callers = |args: &[&str]| {
        let plan: Value = serde_json::from_str(&output(&repo, args)).unwrap();
        unit(&plan, "old_name")["used_by"].clone()
    };
    let work = callers(&["plan", "--wip", "--output", "json"]);
    repo.git(&["add", "-A"]);
    let staged = callers(&["plan", "--staged", "--output", "json"]);
    repo.commit("second");
    let committed = callers(&["plan", "HEAD~1..HEAD", "--output", "json"]);
    assert_eq!((&work, &staged), (&committed, &committed));
    assert_eq!(committed["files"], 1, "{committed}");
}

#[test]
fn links_that_go_round_huge_files_and_lines_without_end_are_noted_and_not_fatal() {
    let repo = Repo::empty();
    let huge = "fn go() { one(); }\n".repeat(2_800_000);
    repo.write("src/a.rs", "fn a() {\n    one();\n}\n");
    repo.write("src/long.js", &format!("var a = [{}];\nvar b = 1;\n", "1,".repeat(40_000)));
    repo.write("src/huge.rs", &huge);
    std::os::unix::fs::symlink("../src", repo.root().join("src/round")).unwrap();
    std::os::unix::fs::symlink("loop", repo.root().join("loop")).unwrap();
    repo.commit("first");
    repo.write("src/a.rs", "fn a() {\n    two();\n}\n");
    repo.write("src/long.js", &format!("var a = [{}];\nvar b = 2;\n", "1,".repeat(40_000)));
    repo.write("src/huge.rs", &format!("{huge}fn last() {{}}\n"));
    repo.commit("second");
    let plan = plan(&repo);
    let notes = plan["notes"].to_string();
    assert!(notes.contains("src/long.js") && notes.contains("4 KiB"), "{notes}");
    assert!(notes.contains("src/huge.rs") && notes.contains("larger"), "{notes}");
    assert_eq!(unit(&plan, "a")["change"], "body");
}

#[test]
fn names_that_differ_in_case_alone_are_two_files_of_the_plan() {
    let repo = Repo::empty();
    for name in ["src/Case.rs", "src/case.rs"] {
        repo.write(name, "fn a() {\n    one();\n}\n");
    }
    repo.commit("first");
    for name in ["src/Case.rs", "src/case.rs"] {
        repo.write(name, "fn a() {\n    two();\n}\n");
    }
    repo.commit("second");
    let plan = plan(&repo);
    let paths: Vec<&str> =
        plan["units"].as_array().unwrap().iter().map(|unit| unit["file"].as_str().unwrap()).collect();
    assert_eq!(paths, ["src/Case.rs", "src/case.rs"]);
}
