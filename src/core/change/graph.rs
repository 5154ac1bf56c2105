//! A graph of the code -> what it says of a change: who uses what it touches, what breaks, what hangs on it. Pure; bounded.
//! Not here: reading graphs (edge::graph). Called by app::runner.

use std::{
    collections::{BTreeSet, HashMap, VecDeque},
    sync::Arc,
};

use crate::core::model::{
    Archetype, ChangeMap, Diff, FileIx, GraphEdge, GraphSignals, RepoPath, Taint, Unit, UnitChange,
};

/// Nodes that are walked.
pub const MOST_NODES: usize = 500;
/// Steps from a changed symbol to who uses it.
const DEPTH: u32 = 2;
/// Edges that are kept.
const MOST_EDGES: usize = 200;

/// A symbol, file, or whatever a graph has.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Node {
    /// Path from the root of the repository.
    pub path: String,
    /// Its name; '' = the file itself.
    pub name: String,
    /// First and last line, where known.
    pub lines: Option<(u32, u32)>,
    /// The feature it belongs to; '' = none.
    pub feature: String,
    /// 0..=100: how much hangs on it, by the graph's own reckoning; `None` = it has none.
    pub criticality: Option<u8>,
    /// What data does there (`sql`, `shell`), when it ends there; '' = it does not.
    pub sink: String,
}

/// What an edge means.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Bond {
    /// The one uses the other: calls, references, imports, inherits.
    Uses,
    /// Data goes from the one to the other.
    Data,
    /// Anything else.
    Other,
}

impl Bond {
    /// What a graph's word means, case-blind.
    pub fn of(word: &str) -> Self {
        match word.to_ascii_uppercase().as_str() {
            "CALLS" | "REFERENCES" | "IMPORTS" | "IMPORTS_FROM" | "INHERITS" | "IMPLEMENTS" | "DEPENDS_ON" => {
                Self::Uses
            }
            "DATA_FLOW" => Self::Data,
            _ => Self::Other,
        }
    }
}

/// An edge between nodes by their numbers.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Edge {
    /// From.
    pub from: u32,
    /// To.
    pub to: u32,
    /// The graph's word.
    pub word: String,
    /// Its line.
    pub line: Option<u32>,
}

/// A graph, or the part of it around a change.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Graph {
    /// The file.
    pub name: String,
    /// The commit it was built at.
    pub commit: Option<String>,
    /// Nodes.
    pub nodes: Vec<Node>,
    /// Edges.
    pub edges: Vec<Edge>,
    /// Whether it knows how data goes.
    pub knows_data: bool,
    /// Ways of data that it was built with.
    pub taints: Vec<Taint>,
    /// Whether its reader left something out.
    pub is_partial: bool,
}

/// What the graph says of the change.
pub fn signals(diff: &Diff, map: &ChangeMap, graph: &Graph) -> GraphSignals {
    let walk = Walk::new(diff, map, graph);
    let users = walk.users();
    let outside: BTreeSet<&str> =
        users.reached.iter().filter_map(|nth| graph.nodes.get(*nth)).map(|node| node.path.as_str()).collect();
    let outside = outside.iter().filter(|path| !walk.files.contains_key(**path)).count();
    let mut breaks: Vec<GraphEdge> = users.direct.iter().filter(|edge| walk.is_broken(edge)).cloned().collect();
    breaks.truncate(MOST_EDGES);
    let mut edges = users.direct;
    edges.truncate(MOST_EDGES);
    GraphSignals {
        name: graph.name.clone(),
        commit: graph.commit.clone(),
        behind: None,
        references: u32::try_from(outside).unwrap_or(u32::MAX),
        taint: graph.knows_data.then(|| walk.taints()),
        criticality: walk.criticality(),
        features: walk.features(),
        breaks,
        edges,
        is_partial: graph.is_partial || users.is_cut,
    }
}

/// Who uses what changes.
struct Users {
    /// Nodes that reach the change within the depth.
    reached: Vec<usize>,
    /// Edges from outside a changed symbol's file into it.
    direct: Vec<GraphEdge>,
    is_cut: bool,
}

struct Walk<'g> {
    graph: &'g Graph,
    map: &'g ChangeMap,
    files: HashMap<String, FileIx>,
    /// Numbers of nodes that the change touches, with their file.
    touched: Vec<(usize, FileIx)>,
}

impl<'g> Walk<'g> {
    fn new(diff: &Diff, map: &'g ChangeMap, graph: &'g Graph) -> Self {
        let files: HashMap<String, FileIx> =
            diff.file_numbers().map(|file| (diff.path(file).lossy().into_owned(), file)).collect();
        let touched = graph.nodes.iter().enumerate().filter_map(|(nth, node)| {
            let file = *files.get(&node.path)?;
            let units = map.units.iter().filter(|unit| unit.file == file);
            units.into_iter().any(|unit| is_of(unit, node)).then_some((nth, file))
        });
        let touched = touched.collect();
        Self { graph, map, files, touched }
    }

    fn users(&self) -> Users {
        let mut into: HashMap<u32, Vec<&Edge>> = HashMap::new();
        for edge in self.graph.edges.iter().filter(|edge| Bond::of(&edge.word) == Bond::Uses) {
            into.entry(edge.to).or_default().push(edge);
        }
        let mut users = Users { reached: Vec::new(), direct: Vec::new(), is_cut: false };
        let mut seen: BTreeSet<usize> = self.touched.iter().map(|(nth, _)| *nth).collect();
        let mut queue: VecDeque<(usize, u32)> = seen.iter().map(|nth| (*nth, 0)).collect();
        let file_of: HashMap<usize, FileIx> = self.touched.iter().copied().collect();
        while let Some((nth, depth)) = queue.pop_front() {
            let edges = u32::try_from(nth).ok().and_then(|nth| into.get(&nth));
            for edge in edges.into_iter().flatten() {
                let from = edge.from as usize;
                let (Some(user), Some(used)) = (self.graph.nodes.get(from), self.graph.nodes.get(nth)) else {
                    continue;
                };
                if let Some(file) = file_of.get(&nth).filter(|_| user.path != used.path) {
                    users.direct.push(GraphEdge {
                        file: *file,
                        symbol: used.name.clone(),
                        user: (user.path.clone(), user.name.clone()),
                        line: edge.line,
                        word: edge.word.clone(),
                    });
                }
                if depth + 1 > DEPTH || seen.contains(&from) {
                    continue;
                }
                if seen.len() >= MOST_NODES {
                    users.is_cut = true;
                    continue;
                }
                seen.insert(from);
                users.reached.push(from);
                queue.push_back((from, depth + 1));
            }
        }
        users.direct.sort();
        users.direct.dedup();
        users
    }

    /// Whether a user from outside the change relies on something that is gone or has another signature.
    fn is_broken(&self, edge: &GraphEdge) -> bool {
        let breaks = |unit: &Arc<Unit>| {
            let gone = [UnitChange::Removed, UnitChange::Signature, UnitChange::Renamed];
            let is_other = unit.detail.change.is_some_and(|change| gone.contains(&change));
            // From hunks alone it is the archetype that tells.
            (is_other || unit.detail.has(Archetype::PublicContractChanged))
                && unit.file == edge.file
                && (last(&unit.symbol) == last(&edge.symbol) || last(&unit.detail.before) == last(&edge.symbol))
        };
        !self.files.contains_key(&edge.user.0) && self.map.units.iter().any(breaks)
    }

    /// Ways of data that begin, pass or end in the change: those that the graph has, and those that its edges make.
    fn taints(&self) -> Vec<Taint> {
        let ours = |place: &str| {
            let path = place.split(':').next().unwrap_or(place);
            self.files.contains_key(&RepoPath::new(path).lossy().into_owned())
        };
        let mut found: Vec<Taint> =
            self.graph.taints.iter().filter(|taint| ours(&taint.source) || ours(&taint.sink)).cloned().collect();
        let mut next: HashMap<u32, Vec<u32>> = HashMap::new();
        for edge in self.graph.edges.iter().filter(|edge| Bond::of(&edge.word) == Bond::Data) {
            next.entry(edge.from).or_default().push(edge.to);
        }
        for (start, _) in &self.touched {
            let mut seen = BTreeSet::from([*start]);
            let mut queue = VecDeque::from([*start]);
            while let Some(nth) = queue.pop_front() {
                let Some(node) = self.graph.nodes.get(nth) else { continue };
                if !node.sink.is_empty() && nth != *start {
                    let place = |node: &Node| format!("{}:{}", node.path, node.lines.map_or(0, |lines| lines.0));
                    let source = self.graph.nodes.get(*start).map(place).unwrap_or_default();
                    found.push(Taint { source, sink: place(node), kind: node.sink.clone() });
                    break;
                }
                let behind = u32::try_from(nth).ok().and_then(|nth| next.get(&nth));
                for to in behind.into_iter().flatten().map(|to| *to as usize) {
                    if seen.len() < MOST_NODES && seen.insert(to) {
                        queue.push_back(to);
                    }
                }
            }
        }
        found.truncate(MOST_EDGES);
        found
    }

    /// The most critical of what is touched.
    fn criticality(&self) -> Option<(u8, String)> {
        let nodes = self.touched.iter().filter_map(|(nth, _)| self.graph.nodes.get(*nth));
        let known = nodes.filter_map(|node| Some((node.criticality?.min(100), node)));
        // Of equals the first.
        let most = known.rev().max_by_key(|(much, _)| *much)?;
        Some((most.0, format!("{} in {}", most.1.name, most.1.path)))
    }

    fn features(&self) -> Vec<String> {
        let mut features = vec![String::new(); self.files.len()];
        for node in self.graph.nodes.iter().filter(|node| !node.feature.is_empty()) {
            let file = self.files.get(&node.path);
            if let Some(slot) = file.and_then(|file| features.get_mut(file.0 as usize)).filter(|slot| slot.is_empty()) {
                *slot = node.feature.clone();
            }
        }
        features
    }
}

/// Whether a unit is that node: by name, else by lines when the unit has no name.
fn is_of(unit: &Unit, node: &Node) -> bool {
    let name = last(&node.name);
    if !name.is_empty() && !unit.symbol.is_empty() {
        return name == last(&unit.symbol) || (!unit.detail.before.is_empty() && name == last(&unit.detail.before));
    }
    // A graph may know files only.
    node.name.is_empty()
}

/// The last name of a symbol.
fn last(symbol: &str) -> &str {
    symbol.rsplit([':', '.', '#']).next().unwrap_or(symbol)
}
