//! Graphs of the code that other programs built, read as far as they are about a change: a `graph.json`, or the SQLite
//! file of code-review-graph, told apart by their first bytes. Read only, bounded in bytes, nodes and time; nothing is
//! written beside them. Not here: what they mean (core::change). Called by app::runner.

mod json;
mod sqlite;

use std::{
    fs::File,
    io::{self, Read},
    path::{Path, PathBuf},
    time::{Duration, Instant},
};

use crate::core::change::graph::Graph;

/// How long reading may take: JSON, and SQLite.
const PATIENCE: (Duration, Duration) = (Duration::from_millis(500), Duration::from_secs(10));
/// Bytes of a `graph.json`.
const MOST: u64 = 64 << 20;

/// Why a graph is not used. The review goes on with the symbol index.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum GraphFault {
    /// There is no such file.
    #[error("it is not there")]
    NotFound,
    /// It was built at a commit that is too far from the base: so many behind, or on another branch.
    #[error("it is stale: built {}", .0.map_or_else(|| "on another branch".to_owned(), |n| format!("{n} commits before the base")))]
    Stale(Option<u32>),
    /// It is no graph that is understood; why.
    #[error("it is not supported: {0}")]
    Unsupported(String),
    /// Reading it took too long: so many milliseconds.
    #[error("reading it took longer than {0} ms (graph.timeout_ms)")]
    TimedOut(u128),
}

/// What is read.
#[derive(Debug, Clone)]
pub struct Wanted<'w> {
    /// The file.
    pub file: &'w Path,
    /// Its name for people.
    pub name: String,
    /// The root of the repository: graphs may have absolute paths.
    pub root: PathBuf,
    /// Paths that the change touches.
    pub changed: &'w [String],
    /// How long it may take; `None` = 500 ms, or 10 s for SQLite.
    pub patience: Option<Duration>,
}

/// Reads the part of a graph that is about some files.
///
/// # Errors
/// [`GraphFault`]; never [`GraphFault::Stale`], which only git can tell.
pub fn read(wanted: &Wanted<'_>) -> Result<Graph, GraphFault> {
    let mut file = File::open(wanted.file).map_err(|error| match error.kind() {
        io::ErrorKind::NotFound | io::ErrorKind::NotADirectory => GraphFault::NotFound,
        _ => GraphFault::Unsupported(error.to_string()),
    })?;
    let about = file.metadata().map_err(|error| GraphFault::Unsupported(error.to_string()))?;
    if !about.is_file() {
        return Err(GraphFault::Unsupported("it is no file".to_owned()));
    }
    let mut head = [0; 16];
    let length = file.read(&mut head).map_err(|error| GraphFault::Unsupported(error.to_string()))?;
    let is_sqlite = head.get(..length).is_some_and(|head| head.starts_with(b"SQLite format 3\0"));
    let patience = wanted.patience.unwrap_or(if is_sqlite { PATIENCE.1 } else { PATIENCE.0 });
    let clock = Clock { patience, end: Instant::now() + patience };
    match is_sqlite {
        true => sqlite::read(wanted, &clock),
        false if about.len() > MOST => Err(GraphFault::Unsupported(format!("{} MB of JSON", about.len() >> 20))),
        false => json::read(wanted, &clock),
    }
}

/// When it must be done.
#[derive(Debug, Clone, Copy)]
struct Clock {
    patience: Duration,
    end: Instant,
}

impl Clock {
    fn fault(&self) -> GraphFault {
        GraphFault::TimedOut(self.patience.as_millis())
    }

    fn is_over(&self) -> bool {
        Instant::now() >= self.end
    }
}

/// A path of a graph as one of the repository.
fn within(path: &str, root: &Path) -> String {
    let inside = Path::new(path).strip_prefix(root).ok().map(|path| path.to_string_lossy().into_owned());
    let path = inside.unwrap_or_else(|| path.replace('\\', "/"));
    path.strip_prefix("./").unwrap_or(&path).to_owned()
}

#[cfg(test)]
mod tests;
