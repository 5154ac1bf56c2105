//! What a graph of the code says of a change, whoever built it.

use prr::core::{
    change::graph::{Bond, Edge, Graph, Node, signals},
    diff,
    model::{GraphEdge, GraphSignals, RunId},
    risk,
};

fn said(users: &[(&str, &str)], change: &str) -> GraphSignals {
    let diff = diff::parse(change.as_bytes());
    let map = risk::change_map(&diff, &RunId::new("run"));
    let node =
        |(path, name): &(&str, &str)| Node { path: (*path).to_owned(), name: (*name).to_owned(), ..Node::default() };
    let mut nodes = vec![node(&("a.rs", "total")), node(&("a.rs", ""))];
    nodes.extend(users.iter().map(node));
    let edge = |from: usize| Edge { from: from as u32, to: 0, word: "calls".to_owned(), line: Some(1) };
    let edges = (2..nodes.len()).map(edge).collect();
    signals(&diff, &map, &Graph { nodes, edges, ..Graph::default() })
}

const SIGNATURE: &str = "--- a/a.rs\n+++ b/a.rs\n@@ -1,2 +1,2 @@\n-pub fn total(a: u8) {\n+pub fn total(a: u8, b: u8) {\n }\n--- a/b.rs\n+++ b/b.rs\n@@ -1 +1 @@\n-x\n+y\n";
const BODY: &str = "--- a/a.rs\n+++ b/a.rs\n@@ -1,3 +1,3 @@\n pub fn total(a: u8) {\n-    one();\n+    two();\n }\n";

#[test]
fn users_outside_of_a_changed_signature_break_and_those_of_a_body_do_not() {
    let users = [("c.rs", "uses"), ("b.rs", "changed_with_it")];
    let broken: Vec<String> = said(&users, SIGNATURE).breaks.iter().map(GraphEdge::words).collect();
    assert_eq!(broken, ["c.rs:1 uses calls total"]);
    let body = said(&users, BODY);
    assert_eq!((body.breaks.len(), body.edges.len(), body.references), (0, 2, 2));
}

#[test]
fn words_of_every_builder_mean_the_same() {
    for (word, bond) in
        [("CALLS", Bond::Uses), ("imports_from", Bond::Uses), ("Data_Flow", Bond::Data), ("CONTAINS", Bond::Other)]
    {
        assert_eq!(Bond::of(word), bond, "{word}");
    }
}
