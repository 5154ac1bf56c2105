//! `graph.json`: nodes and edges, and what its builder already worked out. Names of fields differ between builders; the
//! common ones are understood. Called by `mod`.

use std::{
    collections::HashMap,
    fs::File,
    io::{self, BufReader, Read},
};

use serde::Deserialize;
use serde_json::Value;

use super::{Clock, GraphFault, Wanted, within};
use crate::core::{
    change::graph::{Bond, Edge, Graph, MOST_NODES, Node},
    model::Taint,
};

/// Bytes between two looks at the clock.
const STEP: usize = 64 << 10;

#[derive(Deserialize)]
struct Wire {
    #[serde(alias = "commitSha", alias = "commit_sha", default)]
    commit: Option<String>,
    nodes: Vec<NodeWire>,
    #[serde(default)]
    edges: Vec<EdgeWire>,
    #[serde(alias = "affectedFeatures", alias = "communities", default)]
    features: Vec<FeatureWire>,
    #[serde(alias = "taintPaths", alias = "taint_paths", default)]
    taints: Option<Vec<TaintWire>>,
}

#[derive(Deserialize)]
struct NodeWire {
    id: Value,
    #[serde(alias = "filePath", alias = "file_path", alias = "path", default)]
    file: String,
    #[serde(alias = "symbol", default)]
    name: String,
    #[serde(alias = "lineStart", alias = "line_start", alias = "startLine", default)]
    line: Option<u32>,
    #[serde(alias = "lineEnd", alias = "line_end", alias = "endLine", default)]
    end: Option<u32>,
    #[serde(alias = "partitionId", alias = "feature", alias = "community", default)]
    feature: Option<String>,
    /// 0..=1.
    #[serde(default)]
    criticality: Option<f64>,
    #[serde(alias = "pprScore", default)]
    ppr: Option<f64>,
    #[serde(default)]
    degree: Option<f64>,
    #[serde(default)]
    sink: Option<String>,
}

#[derive(Deserialize)]
struct EdgeWire {
    #[serde(alias = "source")]
    from: Value,
    #[serde(alias = "target")]
    to: Value,
    #[serde(alias = "kind", alias = "edgeType", rename = "type", default)]
    word: String,
    #[serde(default)]
    line: Option<u32>,
}

#[derive(Deserialize)]
struct FeatureWire {
    #[serde(alias = "partitionId", alias = "name")]
    id: String,
    #[serde(default)]
    members: Vec<String>,
}

#[derive(Deserialize)]
struct TaintWire {
    source: String,
    sink: String,
    #[serde(default)]
    kind: String,
}

/// Gives up when the time is over.
struct Timed<'c> {
    file: BufReader<File>,
    clock: &'c Clock,
}

impl Read for Timed<'_> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        if self.clock.is_over() {
            return Err(io::Error::from(io::ErrorKind::TimedOut));
        }
        self.file.read(buffer)
    }
}

pub(super) fn read(wanted: &Wanted<'_>, clock: &Clock) -> Result<Graph, GraphFault> {
    let file = File::open(wanted.file).map_err(|_| GraphFault::NotFound)?;
    let timed = Timed { file: BufReader::new(file), clock };
    let wire: Wire = serde_json::from_reader(BufReader::with_capacity(STEP, timed)).map_err(|error| {
        match error.io_error_kind() {
            Some(io::ErrorKind::TimedOut) => clock.fault(),
            _ => GraphFault::Unsupported(crate::core::text::one_line(&error.to_string(), 160)),
        }
    })?;
    Ok(graph(wire, wanted))
}

/// An id as a word: builders use numbers and names.
fn id(value: &Value) -> String {
    value.as_str().map_or_else(|| value.to_string(), str::to_owned)
}

fn node(wire: &NodeWire, wanted: &Wanted<'_>, features: &HashMap<String, String>) -> Node {
    let path = within(&wire.file, &wanted.root);
    let part = |share: f64, full: f64| (share / full * 100.0).clamp(0.0, 100.0).round() as u8;
    // Soliton's bars: a rank of 0.01 or ten neighbours make a symbol one to look at; ten times the one, three times the
    // other are as critical as it gets.
    let ranked = || wire.ppr.map(|ppr| part(ppr, 0.1)).or_else(|| wire.degree.map(|degree| part(degree, 30.0)));
    Node {
        feature: wire.feature.clone().or_else(|| features.get(&path).cloned()).unwrap_or_default(),
        name: if wire.name == wire.file { String::new() } else { wire.name.clone() },
        lines: wire.line.map(|line| (line, wire.end.unwrap_or(line))),
        criticality: wire.criticality.map(|share| part(share, 1.0)).or_else(ranked),
        sink: wire.sink.clone().unwrap_or_default(),
        path,
    }
}

/// The nodes of the changed files and those around them.
fn graph(wire: Wire, wanted: &Wanted<'_>) -> Graph {
    let features: HashMap<String, String> = wire
        .features
        .iter()
        .flat_map(|feature| feature.members.iter().map(|path| (within(path, &wanted.root), feature.id.clone())))
        .collect();
    let by_id: HashMap<String, usize> = wire.nodes.iter().enumerate().map(|(nth, node)| (id(&node.id), nth)).collect();
    let all: Vec<Node> = wire.nodes.iter().map(|wire| node(wire, wanted, &features)).collect();
    let ends: Vec<(usize, usize, &EdgeWire)> = wire
        .edges
        .iter()
        .filter_map(|edge| Some((*by_id.get(&id(&edge.from))?, *by_id.get(&id(&edge.to))?, edge)))
        .collect();
    let is_ours = |nth: &usize| all.get(*nth).is_some_and(|node| wanted.changed.contains(&node.path));
    // Our own nodes, then two steps around them, within the bound.
    let mut kept: Vec<usize> = (0..all.len()).filter(is_ours).collect();
    let mut is_partial = kept.len() > MOST_NODES;
    let mut number: HashMap<usize, u32> = HashMap::new();
    kept.truncate(MOST_NODES);
    number.extend(kept.iter().enumerate().map(|(at, nth)| (*nth, at as u32)));
    for _ in 0..2 {
        let before = kept.len();
        for (from, to, _) in &ends {
            for (inside, other) in [(to, from), (from, to)] {
                let is_edge = number.get(inside).is_some_and(|at| (*at as usize) < before);
                if !is_edge || number.contains_key(other) {
                    continue;
                }
                if kept.len() >= MOST_NODES {
                    is_partial = true;
                    continue;
                }
                number.insert(*other, kept.len() as u32);
                kept.push(*other);
            }
        }
    }
    let edges = ends.iter().filter_map(|(from, to, edge)| {
        let (from, to) = (*number.get(from)?, *number.get(to)?);
        Some(Edge { from, to, word: edge.word.clone(), line: edge.line })
    });
    let knows_data = wire.taints.is_some() || wire.edges.iter().any(|edge| Bond::of(&edge.word) == Bond::Data);
    let taint = |taint: TaintWire| Taint {
        source: within(&taint.source, &wanted.root),
        sink: within(&taint.sink, &wanted.root),
        kind: taint.kind,
    };
    Graph {
        name: wanted.name.clone(),
        commit: wire.commit,
        edges: edges.collect(),
        nodes: kept.iter().filter_map(|nth| all.get(*nth).cloned()).collect(),
        knows_data,
        taints: wire.taints.unwrap_or_default().into_iter().map(taint).collect(),
        is_partial,
    }
}
