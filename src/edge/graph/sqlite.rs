//! The `graph.db` of code-review-graph: nodes by file and edges by their names, asked for around the changed files only.
//! Older files lack columns and tables; what is not there is not said. Called by `mod`.

use std::collections::HashMap;

use percent_encoding::{AsciiSet, utf8_percent_encode};
use rusqlite::{Connection, OpenFlags, OptionalExtension, Row, params};

use super::{Clock, GraphFault, Wanted, within};
use crate::core::change::graph::{Edge, Graph, MOST_NODES, Node};

/// Shorter names without a path before them are used for many things.
const SHORTEST: usize = 4;
/// Edges into one node.
const MOST_EDGES: usize = 200;

struct Reader<'r> {
    db: Connection,
    clock: &'r Clock,
    wanted: &'r Wanted<'r>,
    has_features: bool,
    has_flows: bool,
    nodes: Vec<Node>,
    names: Vec<String>,
    number: HashMap<String, u32>,
    is_partial: bool,
}

type Fault = rusqlite::Error;

/// What would end a path in an address, or begin an escape.
const ENDS_A_PATH: &AsciiSet = &AsciiSet::EMPTY.add(b'%').add(b'?').add(b'#');

pub(super) fn read(wanted: &Wanted<'_>, clock: &Clock) -> Result<Graph, GraphFault> {
    let unsupported = |error: Fault| GraphFault::Unsupported(crate::core::text::one_line(&error.to_string(), 160));
    // As it lies there: nothing is locked, nothing is written beside it.
    let path = wanted.file.to_string_lossy();
    let path = utf8_percent_encode(&path, ENDS_A_PATH);
    let flags = OpenFlags::SQLITE_OPEN_READ_ONLY | OpenFlags::SQLITE_OPEN_URI | OpenFlags::SQLITE_OPEN_NO_MUTEX;
    let db = Connection::open_with_flags(format!("file:{path}?immutable=1"), flags).map_err(unsupported)?;
    let mut reader = Reader {
        db,
        clock,
        wanted,
        has_features: false,
        has_flows: false,
        nodes: Vec::new(),
        names: Vec::new(),
        number: HashMap::new(),
        is_partial: false,
    };
    match reader.graph() {
        Ok(Some(graph)) => Ok(graph),
        Ok(None) => Err(clock.fault()),
        Err(error) => Err(unsupported(error)),
    }
}

impl Reader<'_> {
    /// `None`: the time was over.
    fn graph(&mut self) -> Result<Option<Graph>, Fault> {
        // Without these it is another program's file.
        self.db.prepare("SELECT qualified_name, name, file_path, line_start, line_end, kind FROM nodes")?;
        self.db.prepare("SELECT source_qualified, target_qualified, kind, file_path, line FROM edges")?;
        self.has_features = self.db.prepare("SELECT community_id FROM nodes").is_ok()
            && self.db.prepare("SELECT id, name FROM communities").is_ok();
        self.has_flows =
            self.db.prepare("SELECT m.flow_id FROM flow_memberships m JOIN flows f ON f.id = m.flow_id").is_ok()
                && self.db.prepare("SELECT criticality FROM flows").is_ok();
        for path in self.wanted.changed {
            if self.clock.is_over() {
                return Ok(None);
            }
            self.file(path)?;
        }
        let mut edges = Vec::new();
        let mut begin = 0;
        for _ in 0..2 {
            let end = self.names.len();
            for nth in begin..end {
                if self.clock.is_over() {
                    return Ok(None);
                }
                self.users(nth, &mut edges)?;
            }
            begin = end;
        }
        let commit = self
            .db
            .query_row("SELECT value FROM metadata WHERE key = 'git_head_sha'", [], |row| row.get(0))
            .optional()
            .unwrap_or(None);
        Ok(Some(Graph {
            name: self.wanted.name.clone(),
            commit,
            nodes: std::mem::take(&mut self.nodes),
            edges,
            knows_data: false,
            taints: Vec::new(),
            is_partial: self.is_partial,
        }))
    }

    /// The nodes of a changed file, whose path may be absolute.
    fn file(&mut self, path: &str) -> Result<(), Fault> {
        let absolute = self.wanted.root.join(path).to_string_lossy().into_owned();
        let rows: Vec<(String, Node, i64)> = {
            let mut ask = self.db.prepare_cached(
                "SELECT qualified_name, name, file_path, line_start, line_end, kind, id FROM nodes \
                 WHERE file_path IN (?1, ?2) ORDER BY id LIMIT 501",
            )?;
            let root = &self.wanted.root;
            let rows = ask.query_map(params![path, absolute], |row| node(row, root))?;
            rows.collect::<Result<_, _>>()?
        };
        for (name, node, id) in rows {
            let node = Node { feature: self.feature(id)?, criticality: self.criticality(id)?, ..node };
            self.add(name, node);
        }
        Ok(())
    }

    fn add(&mut self, name: String, node: Node) -> Option<u32> {
        if let Some(known) = self.number.get(&name) {
            return Some(*known);
        }
        if self.nodes.len() >= MOST_NODES {
            self.is_partial = true;
            return None;
        }
        let nth = self.nodes.len() as u32;
        self.number.insert(name.clone(), nth);
        self.names.push(name);
        self.nodes.push(node);
        Some(nth)
    }

    fn feature(&self, id: i64) -> Result<String, Fault> {
        if !self.has_features {
            return Ok(String::new());
        }
        let ask = "SELECT c.name FROM nodes n JOIN communities c ON c.id = n.community_id WHERE n.id = ?1";
        let found: Option<Option<String>> = self.db.query_row(ask, [id], |row| row.get(0)).optional()?;
        Ok(found.flatten().unwrap_or_default())
    }

    /// The most critical way through a node.
    fn criticality(&self, id: i64) -> Result<Option<u8>, Fault> {
        if !self.has_flows {
            return Ok(None);
        }
        let ask =
            "SELECT max(f.criticality) FROM flow_memberships m JOIN flows f ON f.id = m.flow_id WHERE m.node_id = ?1";
        let most: Option<f64> = self.db.query_row(ask, [id], |row| row.get(0))?;
        Ok(most.map(|share| (share * 100.0).clamp(0.0, 100.0).round() as u8))
    }

    /// Who uses a node: by its full name, and by its bare one, which calls often have.
    fn users(&mut self, nth: usize, edges: &mut Vec<Edge>) -> Result<(), Fault> {
        let (Some(full), Some(node)) = (self.names.get(nth).cloned(), self.nodes.get(nth)) else { return Ok(()) };
        let bare = if node.name.len() >= SHORTEST { node.name.clone() } else { full.clone() };
        let found: Vec<(String, String, String, Option<u32>)> = {
            let mut ask = self.db.prepare_cached(
                "SELECT source_qualified, kind, file_path, line FROM edges WHERE target_qualified IN (?1, ?2) \
                 AND kind IN ('CALLS', 'REFERENCES', 'IMPORTS_FROM', 'INHERITS', 'IMPLEMENTS', 'DEPENDS_ON') \
                 ORDER BY id LIMIT ?3",
            )?;
            let rows = ask.query_map(params![full, bare, MOST_EDGES as i64 + 1], |row| {
                Ok((row.get(0)?, row.get(1)?, row.get(2)?, row.get::<_, Option<u32>>(3)?))
            })?;
            rows.collect::<Result<_, _>>()?
        };
        self.is_partial |= found.len() > MOST_EDGES;
        for (source, word, path, line) in found.into_iter().take(MOST_EDGES) {
            let user = self.node_named(&source)?.unwrap_or_else(|| Node {
                path: within(&path, &self.wanted.root),
                name: last(&source).to_owned(),
                ..Node::default()
            });
            if let Some(from) = self.add(source, user) {
                edges.push(Edge { from, to: nth as u32, word, line: line.filter(|line| *line > 0) });
            }
        }
        Ok(())
    }

    fn node_named(&self, name: &str) -> Result<Option<Node>, Fault> {
        let ask = "SELECT qualified_name, name, file_path, line_start, line_end, kind, id FROM nodes WHERE qualified_name = ?1";
        let root = &self.wanted.root;
        Ok(self.db.query_row(ask, [name], |row| node(row, root)).optional()?.map(|(_, node, _)| node))
    }
}

fn last(qualified: &str) -> &str {
    qualified.rsplit([':', '.']).next().unwrap_or(qualified)
}

fn node(row: &Row<'_>, root: &std::path::Path) -> Result<(String, Node, i64), Fault> {
    let (full, name, path): (String, String, String) = (row.get(0)?, row.get(1)?, row.get(2)?);
    let (start, end): (Option<u32>, Option<u32>) = (row.get(3)?, row.get(4)?);
    let kind: String = row.get(5)?;
    let node = Node {
        path: within(&path, root),
        name: if kind == "File" { String::new() } else { name },
        lines: start.map(|start| (start, end.unwrap_or(start))),
        ..Node::default()
    };
    Ok((full, node, row.get(6)?))
}
