//! What a graph of the code, built by another program, says of a change (FACTS "Graph signals" and 40). Plain data;
//! names and paths in it are untrusted. Made by `core::change::graph`; read by risk, plan, brief and the reports.

use super::FileIx;

/// One edge that ends in the change: somebody uses what it touches.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub struct GraphEdge {
    /// The changed file.
    pub file: FileIx,
    /// The changed symbol.
    pub symbol: String,
    /// Who uses it: `path` and name.
    pub user: (String, String),
    /// The line of the use, where the graph knows it.
    pub line: Option<u32>,
    /// The graph's word for it, such as `CALLS`.
    pub word: String,
}

/// Data that comes from outside and reaches something that acts.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Taint {
    /// `path:line` or a name.
    pub source: String,
    /// The same of where it ends.
    pub sink: String,
    /// Such as `sql`; '' = not said.
    pub kind: String,
}

/// What a graph says of a change.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct GraphSignals {
    /// The file it was read from.
    pub name: String,
    /// The commit it was built at.
    pub commit: Option<String>,
    /// Commits that it is behind the base; `None` = not known.
    pub behind: Option<u32>,
    /// Files outside the change that use what it touches.
    pub references: u32,
    /// Ways of data through the change; `None` = the graph knows nothing of data.
    pub taint: Option<Vec<Taint>>,
    /// 0..=100: how much hangs on what changes, and why; `None` = the graph does not know.
    pub criticality: Option<(u8, String)>,
    /// The feature of each file by its number; '' = none.
    pub features: Vec<String>,
    /// Uses from outside the change of symbols that are gone or have another signature.
    pub breaks: Vec<GraphEdge>,
    /// Uses of what changes, few of them.
    pub edges: Vec<GraphEdge>,
    /// Whether only part of the graph was walked.
    pub is_partial: bool,
}

impl GraphSignals {
    /// Edges that end in that file, at one of its changed symbols.
    pub fn edges_of(&self, file: FileIx) -> impl Iterator<Item = &GraphEdge> {
        self.edges.iter().filter(move |edge| edge.file == file)
    }
}

impl GraphEdge {
    /// `path:line name CALLS symbol`.
    pub fn words(&self) -> String {
        let line = self.line.map_or_else(String::new, |line| format!(":{line}"));
        format!("{}{line} {} {} {}", self.user.0, self.user.1, self.word, self.symbol)
    }
}
