//! Graphs of the code by the built program: where they are found, when they are not used, what they change.

use serde_json::Value;

use super::{json, prr_in, text};
use crate::support::{dirs::Home, repo::Repo};

fn home(settings: &str) -> Home {
    let home = Home::new();
    std::fs::create_dir_all(home.path().join(".config/prr")).unwrap();
    let settings = format!("[graph]\nenabled = true\n{settings}");
    std::fs::write(home.path().join(".config/prr/config.toml"), settings).unwrap();
    home
}

/// A change of a signature that `src/shop.rs` uses; the id of the first commit.
fn repo() -> (Repo, String) {
    let repo = Repo::empty();
    repo.write("src/bank.rs", "pub fn transfer(a: u8) -> u8 {\n    a\n}\n");
    repo.write("src/shop.rs", "fn buy() {\n    transfer(1);\n}\n");
    let first = repo.commit("first");
    repo.write("src/bank.rs", "pub fn transfer(a: u8, b: u8) -> u8 {\n    let c = a + b;\n    log(c);\n    c\n}\n");
    repo.commit("second");
    (repo, first.trim().to_owned())
}

fn graph(commit: &str) -> String {
    format!(
        r#"{{"commitSha": "{commit}", "nodes": [
          {{"id": 1, "file": "src/bank.rs", "name": "transfer", "line": 1, "partitionId": "money", "criticality": 0.9}},
          {{"id": 2, "file": "src/shop.rs", "name": "buy", "line": 1}}],
         "edges": [{{"from": 2, "to": 1, "type": "CALLS", "line": 2}}]}}"#
    )
}

fn plan(repo: &Repo, home: &Home, more: &[&str]) -> Value {
    let words = [&["plan", "HEAD~1..HEAD", "--output", "json"], more].concat();
    json(&prr_in(repo, home, &words))
}

fn factor(plan: &Value, name: &str) -> Option<String> {
    let factors = plan["risk"]["factors"].as_array().unwrap();
    let found = factors.iter().find(|factor| factor["name"] == name)?;
    Some(format!("{} {}", found["score"], found["details"].as_str().unwrap()))
}

fn notes(plan: &Value) -> Vec<String> {
    let notes = plan["notes"].as_array().unwrap().iter().filter_map(|note| note.as_str().map(str::to_owned));
    notes.filter(|note| note.contains("graph")).collect()
}

#[test]
fn a_graph_at_its_usual_place_leads_risk_and_breaks_go_to_one_agent_only() {
    let ((repo, first), home) = (repo(), home(""));
    repo.write(".soliton/graph.json", &graph(&first));
    let with = plan(&repo, &home, &[]);
    assert_eq!(notes(&with), ["graph signals from .soliton/graph.json"]);
    let blast = factor(&with, "blast_radius").unwrap();
    assert_eq!(blast, "10 1 files use what the change touches, by .soliton/graph.json");
    assert_eq!(factor(&with, "feature_criticality").unwrap(), "90 transfer in src/bank.rs");
    assert_eq!(factor(&with, "taint_path_exists"), None, "this graph knows nothing of data");
    let flags = ["plan", "HEAD~1..HEAD", "--strategy", "swarm", "--agents", "security,cross-file-impact"];
    let brief = |nth: &str| text(&prr_in(&repo, &home, &[&flags[..], &["--show-brief", nth]].concat()).stdout);
    let (security, across) = (brief("1"), brief("2"));
    assert!(across.contains("src/shop.rs:2 buy CALLS transfer"), "{across}");
    assert!(security.contains("Pass: security") && !security.contains("buy CALLS transfer"), "{security}");
}

#[test]
fn the_weights_are_parts_of_their_sum() {
    let ((repo, first), home) = (repo(), home(""));
    let score = |graph: &str| {
        repo.write(".soliton/graph.json", graph);
        plan(&repo, &home, &[])["risk"]["score"].as_u64().unwrap()
    };
    let data = graph(&first).replace(
        "\"edges\"",
        "\"taintPaths\": [{\"source\": \"src/bank.rs:1\", \"sink\": \"src/db.rs:2\"}], \"edges\"",
    );
    let none = data.replace("src/bank.rs:1\", \"sink", "src/other.rs:1\", \"sink");
    let (with, without) = (score(&data), score(&none));
    // 20 of 130 parts.
    assert_eq!(with - without, 15, "{with} {without}");
}

#[test]
fn without_a_graph_the_index_speaks_and_nothing_is_told() {
    let ((repo, _), home) = (repo(), home(""));
    let without = plan(&repo, &home, &[]);
    assert_eq!(notes(&without), Vec::<String>::new());
    assert!(factor(&without, "blast_radius").unwrap().starts_with("10 1 files import or reference"));
    let off = plan(&repo, &Home::new(), &[]);
    assert_eq!(without["risk"], off["risk"]);
}

#[test]
fn a_graph_that_is_not_used_is_told_with_the_reason() {
    let (repo, first) = repo();
    let said = |settings: &str| notes(&plan(&repo, &home(settings), &[]));
    let gone = said("path = \"build/graph.json\"\n");
    assert_eq!(gone, ["the graph build/graph.json was not used: it is not there; the symbol index says who uses what"]);
    repo.write("build/graph.json", "[]");
    assert!(said("path = \"build/graph.json\"\n")[0].contains("it is not supported: "));
    repo.write("build/graph.json", &graph("0123456789abcdef"));
    assert!(said("path = \"build/graph.json\"\n")[0].contains("it is stale: built on another branch"));
    repo.write("build/graph.json", &graph(&first));
    assert_eq!(said("path = \"build/graph.json\"\n"), ["graph signals from build/graph.json"]);
    repo.commit("the graph too");
    assert_eq!(
        said("path = \"build/graph.json\"\n"),
        ["the graph build/graph.json is part of the change and was not used"]
    );
}

#[test]
fn ten_commits_behind_are_fresh_enough_and_eleven_are_not() {
    let (repo, first) = repo();
    repo.write(".git/info/exclude", ".soliton\n");
    repo.write(".soliton/graph.json", &graph(&first));
    let home = home("");
    // The base of HEAD~1..HEAD is the first commit itself; each commit more leaves the graph one behind.
    for behind in 1..=11 {
        repo.write("src/bank.rs", &format!("pub fn transfer(a: u8) -> u8 {{\n    a + {behind} + more({behind})\n}}\n"));
        repo.commit(&format!("{behind}"));
        let said = notes(&plan(&repo, &home, &[]));
        match behind {
            1 | 10 => assert_eq!(said, [format!("graph signals from .soliton/graph.json, {behind} commits old")]),
            11 => assert!(said[0].contains("it is stale: built 11 commits before the base"), "{said:?}"),
            _ => {}
        }
    }
}

#[test]
fn the_variable_names_a_graph_and_findings_cite_its_edges() {
    let ((repo, first), home) = (repo(), home(""));
    let place = home.work().join("elsewhere.json");
    std::fs::write(&place, graph(&first)).unwrap();
    std::fs::write(
        home.work().join("found.json"),
        r#"[{"title": "Overflow", "summary": "a + b may overflow", "file": "src/bank.rs", "lines": [2, 2], "severity": "high", "confidence": 0.9}]"#,
    )
    .unwrap();
    let found = home.work().join("found.json");
    let words = ["review", "HEAD~1..HEAD", "--strategy", "swarm", "--threshold", "0", "--output", "json", "--findings"];
    let mut command = home.prr(&words);
    let output = command.arg(found).env("SOLITON_GRAPH_PATH", &place).current_dir(repo.root()).output().unwrap();
    let document = json(&output);
    assert!(text(&output.stderr).contains("graph signals from "), "{}", text(&output.stderr));
    let finding = document["findings"].as_array().unwrap().iter().find(|one| one["title"] == "Overflow").unwrap();
    assert_eq!(finding["references"], serde_json::json!(["src/shop.rs:2 buy CALLS transfer"]), "{document:#}");
}
