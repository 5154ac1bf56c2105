//! A person's path patterns (FACTS 20): whole paths from the root of the repository. `*` and `?` do not cross `/`,
//! `**` does, `{a,b}` and `[..]` work, case counts, dot files are ordinary.
//!
//! A pattern without wildcard that names a folder means what is in it: `src/` and `node_modules`, at the root only.
//! `./x` and `/x` are `x`. Refused: an empty pattern, and one that begins with `!` (there are no exceptions here).
//! Called by suppression and path rules; `edge::config` asks [`PathGlobs::new`] what is wrong.

use globset::{GlobBuilder, GlobSet, GlobSetBuilder};

use crate::core::model::RepoPath;

/// Compiled patterns: a path matches when one of them does.
#[derive(Debug, Clone)]
pub struct PathGlobs(GlobSet);

/// A pattern that is refused.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("path pattern '{pattern}': {why}")]
pub struct GlobFault {
    /// As it was written.
    pub pattern: String,
    /// In words.
    pub why: String,
}

impl PathGlobs {
    /// Compiles what can be compiled, and names what cannot. Patterns that are refused match nothing.
    pub fn new(patterns: &[String]) -> (Self, Vec<GlobFault>) {
        let (mut set, mut faults) = (GlobSetBuilder::new(), Vec::new());
        for pattern in patterns {
            match globs(pattern) {
                Ok(globs) => globs.into_iter().for_each(|glob| {
                    set.add(glob);
                }),
                Err(why) => faults.push(GlobFault { pattern: pattern.clone(), why }),
            }
        }
        match set.build() {
            Ok(set) => (Self(set), faults),
            Err(error) => {
                faults.push(GlobFault { pattern: patterns.join(", "), why: error.kind().to_string() });
                (Self(GlobSet::empty()), faults)
            }
        }
    }

    /// Whether the path matches. Bytes that are no text match no letter.
    pub fn matches(&self, path: &RepoPath) -> bool {
        self.0.is_match(&*path.lossy())
    }
}

/// One written pattern as one or two globs.
fn globs(pattern: &str) -> Result<Vec<globset::Glob>, String> {
    let rooted = pattern.trim_start_matches("./");
    let rooted = rooted.strip_prefix('/').unwrap_or(rooted);
    if pattern.starts_with('!') {
        return Err("exceptions with '!' are not known; name the paths that are meant".to_owned());
    }
    if rooted.is_empty() {
        return Err("it is empty; '**' means every path".to_owned());
    }
    if let Some(folder) = rooted.strip_suffix('/') {
        return Ok(vec![glob(&format!("{folder}/**"))?]);
    }
    let literal = !rooted.contains(['*', '?', '[', '{', '\\']);
    let inside = literal.then(|| glob(&format!("{rooted}/**"))).transpose()?;
    Ok([Some(glob(rooted)?), inside].into_iter().flatten().collect())
}

fn glob(pattern: &str) -> Result<globset::Glob, String> {
    GlobBuilder::new(pattern).literal_separator(true).build().map_err(|error| error.kind().to_string())
}
