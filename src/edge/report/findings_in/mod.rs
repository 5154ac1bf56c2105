//! `--findings FILE`: findings of other tools and of earlier runs, told apart by content -> candidates.
//!
//! Read are deep's candidate array with our additions, the plain entries of command-line agents, Soliton's format B, r3,
//! pi's contract, SARIF, rdjson and rdjsonl; also what prr wrote in each of these. Soliton's format C and plans are
//! recognised and refused by name. Nothing is judged here: places are unchecked, and every repair is a note.
//!
//! Not here: opening the file (app), one loose entry -> a candidate and the answers of agents while they stream
//! (`edge::claims`). Called by `app`.

mod address;
mod decode;
mod draft;
mod pi;
mod rdjson;
mod read;
mod sarif;
mod shape;
mod spots;
mod strict;
mod take;
mod tool;

use std::{
    collections::BTreeSet,
    path::{Path, PathBuf},
};

use crate::core::model::{Candidate, RepoPath, TaskId};

pub use read::{LARGEST, MOST};
pub use shape::Shape;
pub use spots::Spot;

/// Findings of one file.
#[derive(Debug, Clone, PartialEq)]
pub struct Imported {
    /// What the file was.
    pub shape: Shape,
    /// What it claims, in its order; ids are `{task}-c{n}`.
    pub candidates: Vec<Candidate>,
    /// What was repaired or left out, one sentence each without a full stop.
    pub notes: Vec<String>,
    /// Absolute folders that its paths were relative to, on the machine of its tool ([`settle`]).
    pub bases: Vec<Vec<u8>>,
}

/// Why a file was refused as a whole.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum FindingsError {
    /// Larger than [`LARGEST`].
    #[error("{name} is larger than {mib} MiB and was not read")]
    #[allow(missing_docs, reason = "the sentence says it")]
    TooLarge { name: String, mib: usize },
    /// Neither UTF-8 nor UTF-16.
    #[error("{name}, line {}, column {}: {what}; expected is JSON: {expected}", at.line, at.column, expected = read::EXPECTED)]
    #[allow(missing_docs, reason = "the sentence says it")]
    NotText { name: String, at: Spot, what: &'static str },
    /// Not JSON, or cut off.
    #[error("{name}, line {}, column {}: {what}; expected is {expected}", at.line, at.column, expected = read::EXPECTED)]
    #[allow(missing_docs, reason = "the sentence says it")]
    NotJson { name: String, at: Spot, what: String },
    /// JSON of a shape that is not known.
    #[error("{name}, line {}, column {}: found {found}; expected is {expected}", at.line, at.column, expected = read::EXPECTED)]
    #[allow(missing_docs, reason = "the sentence says it")]
    WrongShape { name: String, at: Spot, found: String },
    /// A shape that is known and not read.
    #[error("{name} is {what}, which this version does not read; expected is {expected}", expected = read::EXPECTED)]
    #[allow(missing_docs, reason = "the sentence says it")]
    Other { name: String, what: &'static str },
}

impl FindingsError {
    fn malformed(name: String, error: &serde_json::Error) -> Self {
        let at = Spot { line: error.line().max(1), column: error.column().max(1) };
        let words = error.to_string();
        let words = words.split(" at line ").next().unwrap_or("").to_owned();
        let what = if error.is_eof() {
            format!("the JSON ends too early ({words}): it may be cut off")
        } else {
            format!("this is no JSON: {words}")
        };
        Self::NotJson { name, at, what }
    }
}

/// Reads a file of findings. `name` stands in messages; `task` is whose candidates they become (see [`task_ids`]).
///
/// # Errors
/// The file is no JSON, or of no shape that is read. An empty list of findings is none.
pub fn findings_in(name: &str, task: &TaskId, bytes: &[u8]) -> Result<Imported, FindingsError> {
    read::read(name, task, bytes)
}

/// Makes absolute paths those of the repository: below its root (`tops`: the names that
/// it has), or below the root of another machine that the
/// file itself names. What lies elsewhere stays as it is and is told.
pub fn settle(imported: &mut Imported, tops: impl FnOnce() -> Vec<PathBuf>) {
    let places = imported.candidates.iter_mut().filter_map(|candidate| candidate.place.as_mut());
    let absolute: Vec<_> = places.filter(|place| address::is_absolute(place.path.as_bytes())).collect();
    if absolute.is_empty() {
        return;
    }
    let tops = tops().into_iter().map(|top| top.as_os_str().as_encoded_bytes().to_vec());
    // The innermost root first.
    imported.bases.sort_by_key(|base| std::cmp::Reverse(base.len()));
    let roots: Vec<Vec<u8>> = tops.chain(imported.bases.iter().cloned()).collect();
    let mut left: Vec<String> = Vec::new();
    for place in absolute {
        let inside = roots.iter().find_map(|root| address::below(place.path.as_bytes(), root));
        match inside.map(RepoPath::new) {
            Some(path) => place.path = path,
            None => left.push(place.path.lossy().into_owned()),
        }
    }
    if let Some(one) = left.first() {
        let one = crate::core::text::one_line(one, 120);
        let are = if left.len() == 1 { "1 path is" } else { &format!("{} paths are", left.len()) };
        imported.notes.push(format!("{are} absolute and not in this repository, such as {one}"));
    }
}

/// `import:<name>` for each file, by its name without the ending; two of one name get `-2`.
pub fn task_ids(files: &[impl AsRef<Path>]) -> Vec<TaskId> {
    let mut taken = BTreeSet::new();
    let name = |file: &Path| {
        let stem = file.file_stem().map(|stem| stem.to_string_lossy().into_owned()).unwrap_or_default();
        let plain = |c: char| if c.is_alphanumeric() || matches!(c, '-' | '_' | '.') { c } else { '-' };
        let short: String = stem.chars().map(plain).take(60).collect();
        if short.is_empty() { "findings".to_owned() } else { short }
    };
    let mut unique = |name: String| {
        let numbered = (2..).map(|n| format!("{name}-{n}"));
        let free = std::iter::once(name.clone()).chain(numbered).find(|name| !taken.contains(name)).unwrap_or(name);
        taken.insert(free.clone());
        TaskId::new(format!("import:{free}"))
    };
    files.iter().map(|file| unique(name(file.as_ref()))).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tasks_are_named_after_their_files_and_stay_apart() {
        let ids = task_ids(&["a/out.json", "b/out.json", "", "x y\u{1b}.json", "out-2.json"]);
        let ids: Vec<&str> = ids.iter().map(TaskId::as_str).collect();
        assert_eq!(ids, ["import:out", "import:out-2", "import:findings", "import:x-y-", "import:out-2-2"]);
    }
}
