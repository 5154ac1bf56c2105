//! Changes that are odd: empty, renames only, binary only, far too large; settings with mistakes.

use super::{added, change, json, prr, prr_in, text};
use crate::support::{dirs::Home, repo::Repo};

#[test]
fn odd_changes_have_a_plan_or_the_sentence() {
    let home = Home::new();
    let rename = "diff --git a/a.rs b/b.rs\nsimilarity index 100%\nrename from a.rs\nrename to b.rs\n".to_owned();
    let binary = "diff --git a/x.png b/x.png\nnew file mode 100644\nindex 0000000..1234567\nBinary files /dev/null and b/x.png differ\n".to_owned();
    for strategy in ["hotspots", "swarm", "passes"] {
        let plan = |parts: &[String]| {
            let name = change(&home, parts);
            json(&prr(&home, &["plan", name, "--strategy", strategy, "--output", "json"]))
        };
        let renamed = plan(std::slice::from_ref(&rename));
        assert_eq!(renamed["case"], "trivial", "{strategy}");
        let only_binary = plan(std::slice::from_ref(&binary));
        assert_eq!(only_binary["case"], "left-out", "{strategy}");
        for document in [&renamed, &only_binary] {
            assert!(document["tasks"].as_array().unwrap().iter().all(|task| task["tier"] == "builtin"), "{strategy}");
        }
    }
    let name = change(&home, &[String::new()]);
    let empty = prr(&home, &["plan", name]);
    assert_eq!((empty.status.code(), text(&empty.stderr).contains("No changes detected.")), (Some(0), true));
}

#[test]
fn a_very_large_file_is_planned_and_its_brief_is_cut() {
    let home = Home::new();
    let line = format!("+let value = \"{}\";\n", "x".repeat(200));
    let lines = 8_000_000 / line.len();
    let mut diff = format!(
        "diff --git a/src/big.rs b/src/big.rs\nnew file mode 100644\n--- /dev/null\n+++ b/src/big.rs\n@@ -0,0 +1,{lines} @@\n"
    );
    diff.push_str(&line.repeat(lines));
    let name = change(&home, &[diff]);
    let plan = json(&prr(&home, &["plan", name, "--strategy", "swarm", "--output", "json"]));
    assert_eq!(plan["parts"], 1, "a single file is never cut");
    let agent = plan["tasks"].as_array().unwrap().iter().find(|task| task["agent"].is_object()).unwrap();
    assert_eq!(agent["agent"]["is_cut"], true);
    assert!(agent["agent"]["brief_bytes"].as_u64().unwrap() < 500_000);
}

#[test]
fn mistakes_in_ones_own_settings_stop_a_plan_as_they_stop_a_run() {
    let home = Home::new();
    std::fs::create_dir_all(home.path().join(".config/prr")).unwrap();
    std::fs::write(home.path().join(".config/prr/config.toml"), "[review]\nstrategy = \"swram\"\n").unwrap();
    let name = change(&home, &[added("src/a.rs", 9)]);
    let output = prr(&home, &["plan", name]);
    assert_eq!(output.status.code(), Some(2));
    assert!(text(&output.stderr).contains("did you mean 'swarm'"), "{}", text(&output.stderr));
}

#[test]
fn a_repository_full_of_traps_is_planned_within_bounds_and_each_trap_is_told() {
    let (repo, home) = (Repo::empty(), Home::new());
    let huge = "let value = compute(1234567890);\n".repeat(50_000_000 / 33 + 1);
    let bundle = format!("var a=[{}];\n", "1,".repeat(300_000));
    repo.write("src/huge.rs", &huge);
    repo.write("src/bundle.js", &bundle);
    repo.write("src/next.go", &"§§ ?? wenn x dann { ]] } ((\n".repeat(40));
    repo.write("src/Case.rs", "pub fn shared_name() {\n    one();\n}\n");
    repo.write("src/case.rs", "pub fn other_name() {\n    shared_name();\n}\n");
    for (link, to) in [("loop", "."), ("one", "two"), ("two", "one"), ("src/up", "../src")] {
        std::os::unix::fs::symlink(to, repo.root().join(link)).unwrap();
    }
    repo.commit("first");
    repo.write("src/huge.rs", &format!("{huge}fn last() {{\n    compute(1);\n    compute(2);\n    compute(3);\n}}\n"));
    repo.write("src/bundle.js", &format!("{bundle}const b = 1;\n"));
    repo.write("src/next.go", &format!("{}§§ nun\n", "§§ ?? wenn x dann { ]] } ((\n".repeat(40)));
    repo.write("src/Case.rs", "pub fn shared_name(a: u8) {\n    one(a);\n}\n");
    repo.write("src/case.rs", "pub fn other_name() {\n    shared_name(2);\n}\n");
    std::fs::remove_file(repo.root().join("two")).unwrap();
    std::os::unix::fs::symlink("loop/loop/one", repo.root().join("two")).unwrap();
    repo.commit("second");
    let plan = json(&prr_in(&repo, &home, &["plan", "HEAD~1..HEAD", "--output", "json"]));
    let notes = plan["notes"].to_string();
    for trap in ["src/huge.rs", "larger than 1 MiB", "src/bundle.js", "4 KiB", "src/next.go", "not understood"] {
        assert!(notes.contains(trap), "{trap} is not in {notes}");
    }
    let reach = |path: &str| {
        let units = plan["units"].as_array().unwrap();
        units.iter().find(|unit| unit["file"] == path).unwrap_or_else(|| panic!("{path}: {plan:#}")).clone()
    };
    assert!(reach("src/Case.rs").to_string().contains("src/case.rs"), "{:#}", reach("src/Case.rs"));
    // The whole of it, links and all.
    let review = prr_in(&repo, &home, &["review", "HEAD~1..HEAD", "--output", "json"]);
    assert_eq!(review.status.code(), Some(0), "{}", text(&review.stderr));
}
