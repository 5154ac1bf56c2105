//! Each fault with a file that yields it and a near miss; both formats say the same.

use std::path::PathBuf;

use super::*;
use crate::core::{
    change::graph::signals,
    diff,
    model::{ChangeMap, RunId},
    risk,
};

const CHANGE: &str = "diff --git a/src/bank.rs b/src/bank.rs
--- a/src/bank.rs
+++ b/src/bank.rs
@@ -1,3 +1,3 @@
-pub fn transfer(a: u8) -> u8 {
+pub fn transfer(a: u8, b: u8) -> u8 {
     a
 }
";

const JSON: &str = r#"{"commitSha": "abc1234", "nodes": [
  {"id": 1, "file": "src/bank.rs", "name": "transfer", "line": 1, "partitionId": "money", "degree": 15},
  {"id": 2, "file": "src/shop.rs", "name": "buy", "line": 4},
  {"id": 3, "file": "src/main.rs", "name": "main", "line": 9},
  {"id": 4, "file": "src/db.rs", "name": "query", "line": 2, "sink": "sql"},
  {"id": 5, "file": "src/far.rs", "name": "nobody", "line": 2}],
 "edges": [
  {"from": 2, "to": 1, "type": "CALLS", "line": 5},
  {"from": 3, "to": 2, "type": "CALLS", "line": 10},
  {"from": 1, "to": 4, "type": "DATA_FLOW"}]}"#;

fn changed() -> Vec<String> {
    vec!["src/bank.rs".to_owned()]
}

fn read_it(file: &Path, patience: Option<Duration>) -> Result<Graph, GraphFault> {
    let root = PathBuf::from("/repo");
    read(&Wanted { file, name: "graph".to_owned(), root, changed: &changed(), patience })
}

fn written(dir: &tempfile::TempDir, name: &str, text: &[u8]) -> PathBuf {
    let path = dir.path().join(name);
    std::fs::write(&path, text).unwrap();
    path
}

/// The file of code-review-graph with the same graph, paths absolute, one call by its bare name.
fn database(dir: &tempfile::TempDir) -> PathBuf {
    let path = dir.path().join("graph #1.db");
    let db = rusqlite::Connection::open(&path).unwrap();
    db.execute_batch(
        "CREATE TABLE nodes (id INTEGER PRIMARY KEY, kind TEXT, name TEXT, qualified_name TEXT UNIQUE, file_path TEXT,
           line_start INTEGER, line_end INTEGER, community_id INTEGER);
         CREATE TABLE edges (id INTEGER PRIMARY KEY, kind TEXT, source_qualified TEXT, target_qualified TEXT,
           file_path TEXT, line INTEGER);
         CREATE TABLE metadata (key TEXT PRIMARY KEY, value TEXT);
         CREATE TABLE communities (id INTEGER PRIMARY KEY, name TEXT);
         CREATE TABLE flows (id INTEGER PRIMARY KEY, criticality REAL);
         CREATE TABLE flow_memberships (flow_id INTEGER, node_id INTEGER, position INTEGER);
         INSERT INTO communities VALUES (7, 'money');
         INSERT INTO flows VALUES (1, 0.25), (2, 0.5);
         INSERT INTO flow_memberships VALUES (1, 1, 0), (2, 1, 3);
         INSERT INTO metadata VALUES ('git_head_sha', 'abc1234');
         INSERT INTO nodes VALUES (1, 'Function', 'transfer', '/repo/src/bank.rs::transfer', '/repo/src/bank.rs', 1, 3, 7),
           (2, 'Function', 'buy', '/repo/src/shop.rs::buy', '/repo/src/shop.rs', 4, 6, NULL),
           (3, 'Function', 'main', '/repo/src/main.rs::main', '/repo/src/main.rs', 9, 12, NULL),
           (5, 'Function', 'nobody', '/repo/src/far.rs::nobody', '/repo/src/far.rs', 2, 3, NULL);
         INSERT INTO edges VALUES (1, 'CALLS', '/repo/src/shop.rs::buy', 'transfer', '/repo/src/shop.rs', 5),
           (2, 'CALLS', '/repo/src/main.rs::main', '/repo/src/shop.rs::buy', '/repo/src/main.rs', 10),
           (3, 'CONTAINS', '/repo/src/bank.rs', '/repo/src/bank.rs::transfer', '/repo/src/bank.rs', 1);",
    )
    .unwrap();
    path
}

fn map() -> (crate::core::model::Diff, ChangeMap) {
    let diff = diff::parse(CHANGE.as_bytes());
    let map = risk::change_map(&diff, &RunId::new("run"));
    (diff, map)
}

#[test]
fn both_formats_say_who_uses_what_changes() {
    let dir = tempfile::tempdir().unwrap();
    let (diff, map) = map();
    for (file, critical) in [(written(&dir, "graph.json", JSON.as_bytes()), 50), (database(&dir), 50)] {
        let before = std::fs::read_dir(dir.path()).unwrap().count();
        let graph = read_it(&file, None).unwrap();
        assert_eq!(std::fs::read_dir(dir.path()).unwrap().count(), before, "nothing is written beside it");
        let said = signals(&diff, &map, &graph);
        assert_eq!(said.commit.as_deref(), Some("abc1234"));
        assert_eq!(said.references, 2, "shop.rs calls, main.rs calls that");
        let words: Vec<String> = said.edges.iter().map(|edge| edge.words()).collect();
        assert_eq!(words, ["src/shop.rs:5 buy CALLS transfer"]);
        assert_eq!(said.features, ["money"]);
        assert_eq!(said.criticality.map(|(score, _)| score), Some(critical));
        assert!(!said.is_partial);
        assert!(!graph.nodes.iter().any(|node| node.name == "nobody"), "what is far away is not read");
    }
}

#[test]
fn data_that_reaches_a_sink_is_told_where_the_graph_knows_data() {
    let dir = tempfile::tempdir().unwrap();
    let (diff, map) = map();
    let of =
        |text: &str| signals(&diff, &map, &read_it(&written(&dir, "g.json", text.as_bytes()), None).unwrap()).taint;
    let taint = of(JSON).unwrap();
    assert_eq!(
        (taint[0].source.as_str(), taint[0].sink.as_str(), taint[0].kind.as_str()),
        ("src/bank.rs:1", "src/db.rs:2", "sql")
    );
    assert_eq!(of(&JSON.replace("\"sink\": \"sql\"", "\"x\": 1")), Some(Vec::new()), "data that ends nowhere");
    assert_eq!(of(&JSON.replace("DATA_FLOW", "CALLS")), None, "a graph without data knows nothing of it");
    let told = JSON.replace(
        "\"edges\"",
        "\"taintPaths\": [{\"source\": \"src/in.rs:1\", \"sink\": \"src/bank.rs:2\"}], \"edges\"",
    );
    assert_eq!(of(&told).unwrap().len(), 2);
}

#[test]
fn every_fault_has_a_file_that_yields_it_and_one_that_nearly_does() {
    let dir = tempfile::tempdir().unwrap();
    let good = written(&dir, "good.json", JSON.as_bytes());
    assert_eq!(read_it(&dir.path().join("none.json"), None).unwrap_err(), GraphFault::NotFound);
    assert!(read_it(&good, None).is_ok());
    let timed_out = GraphFault::TimedOut(0);
    for file in [&good, &database(&dir)] {
        assert_eq!(read_it(file, Some(Duration::ZERO)).unwrap_err(), timed_out, "{}", file.display());
        assert!(read_it(file, Some(Duration::from_secs(60))).is_ok());
    }
    let other = rusqlite::Connection::open(dir.path().join("other.db")).unwrap();
    other.execute_batch("CREATE TABLE nodes (id INTEGER PRIMARY KEY)").unwrap();
    drop(other);
    let odd = [
        written(&dir, "a.json", b"[1, 2]"),
        written(&dir, "b.json", b"{\"nodes\": 3}"),
        written(&dir, "c.json", b""),
        written(&dir, "d.json", b"SQLite format 3\0and then nothing"),
        written(&dir, "e.json", &[0xff; 300]),
        dir.path().join("other.db"),
        dir.path().to_owned(),
    ];
    for file in odd {
        assert!(matches!(read_it(&file, None), Err(GraphFault::Unsupported(_))), "{}", file.display());
    }
    let empty = written(&dir, "f.json", b"{\"nodes\": []}");
    assert!(read_it(&empty, None).is_ok(), "an empty graph is one");
}

#[test]
fn five_hundred_nodes_are_walked_and_the_rest_is_told() {
    let dir = tempfile::tempdir().unwrap();
    let (diff, map) = map();
    let graph = |count: usize| {
        let nodes: Vec<String> =
            (0..count).map(|n| format!("{{\"id\": {n}, \"file\": \"src/u{n}.rs\", \"name\": \"u{n}\"}}")).collect();
        let edges: Vec<String> =
            (0..count).map(|n| format!("{{\"from\": {n}, \"to\": \"bank\", \"type\": \"calls\"}}")).collect();
        let bank = "{\"id\": \"bank\", \"file\": \"src/bank.rs\", \"name\": \"transfer\"}";
        format!("{{\"nodes\": [{bank}, {}], \"edges\": [{}]}}", nodes.join(","), edges.join(","))
    };
    let said = |count: usize| {
        let file = written(&dir, "many.json", graph(count).as_bytes());
        signals(&diff, &map, &read_it(&file, Some(Duration::from_secs(60))).unwrap())
    };
    let all = said(499);
    assert_eq!((all.references, all.is_partial), (499, false));
    let cut = said(2_000);
    assert_eq!((cut.references, cut.is_partial), (499, true));
    assert!(cut.edges.len() <= 200 && cut.breaks.len() <= 200);
}
